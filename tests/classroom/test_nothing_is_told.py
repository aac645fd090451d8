"""In the learner's edition nothing that is asked can be read before it is answered.

`tests/asked.toml` says what is asked where, and what tells the answer; it was written from the
notebooks, not from their tags. The rules below it hold for any notebook, without a list.
"""

import ast
import builtins
import re
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest

from marvel_widgets import exercises
from marvel_widgets.classroom.editions import (
    BY_CODE,
    CODE,
    WIDGET_VIEW,
    names_bound,
    names_needed,
    with_folds,
)
from marvel_widgets.classroom.editions import FOLDED as FOLDED_HEADING
from marvel_widgets.course.registry import LESSONS
from tests import course_rules as rules
from tests.editions_read import ASKED, LEARNER, READER
from tests.guide_minutes import core

ROOT = Path(__file__).resolve().parents[2]
PATHS = sorted((ROOT / "notebooks").glob("*.ipynb"))
FOLDED = re.compile(r"<details>.*?</details>", re.DOTALL)
ASKING = [name for name in LEARNER if name.partition("-")[0] in LESSONS]
CLOSING = ("what we learned", "sources")
FLAGS = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT


def number(path):
    return path.stem.partition("-")[0]


def source(cell):
    return "".join(cell["source"])


def words_of(value):
    """Yield all strings in a piece of a notebook, as they are shown."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (word for inner in value.values() for word in words_of(inner))
    elif isinstance(value, list):
        lines = all(isinstance(inner, str) for inner in value)
        yield from ["".join(value)] if lines else (w for inner in value for w in words_of(inner))


def readable(cell):
    """Return what can be read in a cell without answering: all but what is folded in a text."""
    said = FOLDED.sub("", source(cell)) if cell["cell_type"] == "markdown" else source(cell)
    rest = [cell.get("outputs", []), cell["metadata"], cell.get("attachments", {})]
    return [said, *words_of(rest)]


def from_question_on(notebook, asks):
    """Yield the cells from the one that asks on; of a summary and the sources, the code alone."""
    closing = begun = False
    for cell in notebook["cells"]:
        begun = begun or cell["id"] == asks
        if heading := re.match(r"## (.*)", source(cell)):
            closing = heading[1].lower().startswith(CLOSING)
        if begun and not (closing and cell["cell_type"] == "markdown"):
            yield cell
    assert begun, f"there is no cell {asks!r}"


def told(notebook, question):
    """Return which answers to a question can be read in a notebook, and in which cell."""
    return [
        (pattern, cell["id"])
        for cell in from_question_on(notebook, question["asks"])
        for pattern in question["told"]
        if any(re.search(pattern, words, re.MULTILINE) for words in readable(cell))
    ]


def name_of(question):
    return f"{question['notebook']}-{question['asks']}"


@pytest.mark.parametrize("question", ASKED, ids=name_of)
def test_the_learner_cannot_read_the_answer(question):
    assert told(LEARNER[question["notebook"]], question) == []


@pytest.mark.parametrize("question", ASKED, ids=name_of)
def test_the_reader_can(question):
    # So the rule above refuses the reader's edition, and each of its patterns is alive.
    found = {pattern for pattern, _ in told(READER[question["notebook"]], question)}
    assert found == set(question["told"])


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_each_answer_is_one_of_those_that_are_asked(path):
    cells = {cell["id"]: cell for cell in READER[number(path)]["cells"]}
    telling = {
        cell
        for question in ASKED
        if question["notebook"] == number(path)
        for _, cell in told(READER[number(path)], question)
    }
    answers = {i for i, cell in cells.items() if "answers" in cell["metadata"].get("tags", ())}
    assert answers - telling == set()


# Without a list: what the tags of a notebook must say, and what its learner's edition looks like.


def section_cells(notebook, word):
    """Return the cells of the section with this word in its heading."""
    found, inside = [], False
    for cell in notebook["cells"]:
        if heading := re.match(r"## (.*)", source(cell)):
            inside = word in heading[1].lower()
        found += [cell] if inside else []
    return found


def tag_words(cell):
    return {tag.partition(":")[0] for tag in cell["metadata"].get("tags", ())}


def untold(cell):
    """Return whether a cell gives its question's answer away in no form."""
    if cell["cell_type"] == "markdown":
        return not FOLDED.sub("", source(cell)).strip() or "answers" not in tag_words(cell)
    return not cell["outputs"] and "assert" not in source(cell)


def tag_faults(notebook):
    """Return the cells of Recall and Predict that do not say whether they ask or answer."""
    recall = [c for c in section_cells(notebook, "recall") if c["cell_type"] == "code"]
    predict = section_cells(notebook, "predict")[1:]
    return [c["id"] for c in [*recall, *predict] if not tag_words(c) & {"asks", "answers"}]


@pytest.mark.parametrize("name", READER)
def test_recall_and_predict_say_what_answers(name):
    notebook = READER[name]
    assert tag_faults(notebook) == []


@pytest.mark.parametrize("name", LEARNER)
def test_no_output_or_assert_answers(name):
    notebook = LEARNER[name]
    whole = [c for c in notebook["cells"] if "answers" in c["metadata"].get("tags", ())]
    assert whole
    assert [c["id"] for c in whole if not untold(c)] == []


def collapsed(cell):
    return cell["metadata"].get("jupyter", {}).get("source_hidden", False)


@pytest.mark.parametrize("name", LEARNER)
def test_asserts_are_out_of_sight(name):
    notebook = LEARNER[name]
    code = [c for c in notebook["cells"] if c["cell_type"] == "code"]
    asserts = [c for c in code if re.search(r"^\s*assert ", source(c), re.MULTILINE)]
    assert [c["id"] for c in asserts if not collapsed(c)] == []
    seen = [c for c in code if collapsed(c) and c["outputs"]]
    assert [c["id"] for c in seen if "shows" not in tag_words(c)] == []


def said_at_the_end(notebook):
    """Return what can be read under "What we learned" without unfolding."""
    closing = section_cells(notebook, CLOSING[0])
    texts = [source(c) for c in closing if c["cell_type"] == "markdown"]
    return FOLDED.sub("", "\n\n".join(texts)).replace(" \n", "\n").strip()


@pytest.mark.parametrize("name", LEARNER)
def test_what_we_learned_is_folded(name):
    notebook = LEARNER[name]
    heading, _, asked = said_at_the_end(notebook).partition("\n\n")
    assert heading.lower() == "## what we learned"
    assert not asked or asked.endswith("Then compare.")


@pytest.mark.parametrize("name", READER)
def test_a_reader_reads_it(name):
    notebook = READER[name]
    assert re.search(r"^(- |\| )", said_at_the_end(notebook), re.MULTILINE)


PRESSES = re.compile(r"\.click\(\)|\.find_now\(\)|\.value = ")


def pressing(notebook):
    code = [c for c in notebook["cells"] if c["cell_type"] == "code"]
    return [c["id"] for c in code if PRESSES.search(source(c))]


@pytest.mark.parametrize("name", LEARNER)
def test_no_cell_plays_an_app(name):
    notebook = LEARNER[name]
    assert pressing(notebook) == []


def test_the_readers_edition_does():
    assert sum(bool(pressing(notebook)) for notebook in READER.values()) > 10


@pytest.mark.parametrize("name", LEARNER)
def test_no_dead_view_and_every_picture_has_its_text(name):
    notebook = LEARNER[name]
    shown = [o["data"] for c in notebook["cells"] for o in c.get("outputs", []) if "data" in o]
    assert shown
    assert [data for data in shown if WIDGET_VIEW in data or "text/plain" not in data] == []


def missing_names(cells):
    """Return the names that a learner lacks who opens no fold, or this one alone."""
    cells, lacking = list(cells), {}
    known, inside = set(dir(builtins)), set()
    of_core = {cell["id"] for cell in core(cells)}
    for cell in cells:
        if cell["metadata"].get(FOLDED_HEADING):
            inside = set()
        if cell["cell_type"] != "code":
            continue
        nodes = ast.walk(compile(source(cell), cell["id"], "exec", FLAGS))
        bound = names_bound(source(cell)) | {n.arg for n in nodes if isinstance(n, ast.arg)}
        here = known if cell["id"] in of_core else known | inside
        if missing := names_needed(source(cell), set()) - here - bound:
            lacking[cell["id"]] = missing
        (known if cell["id"] in of_core else inside).update(bound)
    return lacking


@pytest.mark.parametrize("name", LEARNER)
def test_every_name_is_there_when_it_is_read(name):
    notebook = LEARNER[name]
    assert missing_names(notebook["cells"]) == {}


def empty_folds(cells):
    """The folded headings with nothing below: their own text stays, and JupyterLab never folds."""
    for heading, below in pairwise(cells):
        levels = [re.match("#*", source(cell))[0] for cell in (heading, below)]
        ends = below["cell_type"] == "markdown" and "" < levels[1] <= levels[0]
        if heading["metadata"].get(FOLDED_HEADING) and ends:
            yield source(heading)


@pytest.mark.parametrize("name", LEARNER)
def test_below_a_folded_heading_there_is_something_to_fold(name):
    notebook = LEARNER[name]
    assert list(empty_folds(notebook["cells"])) == []


# "We ask definition and theorem about each variable": what a cell says that it compares.
CHECKS = re.compile(
    r"Do you believe|[Tt]est it|Is that so|[Ll]et the machine|[Dd]oubt (it|a second)"
)


def claims(notebook):
    """Yield the cells with code below each text that says that something is checked."""
    said, below = False, []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            below.append(cell)
            continue
        if said and below:
            yield below
        said, below = bool(CHECKS.search(source(cell))), []


def compares(cell):
    """Return whether code compares, or asserts what a function says."""
    nodes = ast.walk(compile(source(cell), cell["id"], "exec", FLAGS))
    return any(isinstance(node, ast.Compare | ast.Assert) for node in nodes)


@pytest.mark.parametrize("name", LEARNER)
def test_every_claim_cell_compares_what_it_says(name):
    """And what is compared for readers is compared for learners, where nothing is asked."""
    empty = [each for each in claims(LEARNER[name]) if not any(map(compares, each))]
    assert [cell["id"] for each in empty for cell in each] == []
    theirs = {cell["id"]: cell for cell in LEARNER[name]["cells"]}
    for cell in READER[name]["cells"]:
        told = tag_words(cell) & {"answers", "plays", "reader"}
        if "shows" in tag_words(cell) and cell["outputs"] and not told:
            assert source(theirs[cell["id"]]).endswith(source(cell)), cell["id"]


def test_there_are_claims_and_one_that_compares_nothing_is_seen():
    assert sum(len(list(claims(notebook))) for notebook in LEARNER.values()) > 8
    (found,) = [c for each in claims(LEARNER["03"]) for c in each if c["id"] == "theorem"]
    assert compares(found)
    assert not compares({**found, "source": 'print(len(cases), "variables, and no disagreement")'})


@pytest.mark.parametrize("name", LEARNER)
def test_no_bar_hides_what_is_of_no_use(name):
    """Behind each bar is something that shows, or a name that a later cell reads."""
    code = [cell for cell in LEARNER[name]["cells"] if cell["cell_type"] == "code"]
    for place, cell in enumerate(code):
        if source(cell).startswith(CODE) and not cell["outputs"]:
            later = (n for each in code[place + 1 :] for n in ast.walk(ast.parse(source(each))))
            read = {n.id for n in later if isinstance(n, ast.Name)}
            assert names_bound(source(cell)) & read, cell["id"]


def bare(cell):
    """Whether code behind a bar only imports, or has a loop in which nothing is kept or told."""
    if not source(cell).startswith(CODE) or cell["outputs"]:
        return False
    body = compile(source(cell), cell["id"], "exec", FLAGS).body
    loops = [each for each in body if isinstance(each, ast.For)]
    return all(isinstance(each, ast.Import | ast.ImportFrom) for each in body) or not all(
        any(map(acts, ast.walk(loop))) for loop in loops
    )


def acts(node):
    """Whether a statement does more than to give a name a value."""
    fills = isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)
    return fills or isinstance(node, ast.Expr | ast.AugAssign)


@pytest.mark.parametrize("name", LEARNER)
def test_no_bar_hides_bare_imports_or_what_is_left_of_a_loop(name):
    notebook = LEARNER[name]
    assert [c["id"] for c in notebook["cells"] if c["cell_type"] == "code" and bare(c)] == []


@pytest.mark.parametrize("name", ASKING)
def test_it_is_a_notebook_with_all_exercises(name):
    notebook = LEARNER[name]
    whole = nbformat.from_dict(notebook)
    nbformat.validate(whole)
    assert rules.outline_faults(whole) == []
    answers = [rules.answered(source(c)) for c in notebook["cells"] if c["cell_type"] == "code"]
    assert len(set(answers) - {""}) >= rules.FEWEST_EXERCISES


@pytest.mark.parametrize("name", ASKING)
def test_every_exercise_is_shown_as_its_box_and_its_code_form_is_collapsed(name):
    code = [cell for cell in LEARNER[name]["cells"] if cell["cell_type"] == "code"]
    for check in exercises(name.partition("-")[0]):
        (box,) = [c for c in code if source(c).endswith(f"ExerciseBox(check.{check.name})")]
        assert box["outputs"], check.name  # what is asked can be read before any cell is run
        assert not box["metadata"].get("jupyter"), check.name
        form = f"{BY_CODE}\ncheck.{check.name}(...)"
        (answer, *others) = [c for c in code if source(c) == form]
        assert code.index(answer) == code.index(box) + 1
        for cell in (answer, *others):
            assert cell["metadata"]["jupyter"] == {"source_hidden": True}
            assert cell["outputs"] == []


def test_a_folded_text_keeps_every_word():
    for notebook in READER.values():
        for cell in notebook["cells"]:
            if cell["cell_type"] == "markdown":
                made = with_folds(source(cell), ["answers"])
                assert set(source(cell).split()) <= set(made.split())
