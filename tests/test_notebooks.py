"""The committed notebooks: executed, readable without a kernel, in the outline, nothing private.

nbval compares their outputs with a fresh run; a notebook without outputs would pass there.
"""

import re
from functools import cache
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from marvel_widgets.course.catalog import builders
from tests import course_rules as rules

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = ROOT / "notebooks"
PATHS = sorted(NOTEBOOKS.glob("*.ipynb"))

MOST_CODE_LINES = 12
MOST_WORDS = 120
MACHINE_PATH = re.compile(
    r"(?<![\w.:/<])/(?:(?:home|root|tmp|opt|usr|var|Users)/|(?:[\w.-]+/){2})"
    r"|\b[A-Z]:\\|site-packages"
)
ADDRESS = re.compile(r"\b0x[0-9a-f]{6,16}\b")


def test_the_course_is_whole():
    assert [path.stem for path in PATHS] == rules.COURSE


@pytest.fixture(params=PATHS, ids=lambda path: path.stem)
def path(request):
    return request.param


@cache
def read(path):
    """Return a notebook, which nobody may change: it is read once for all tests."""
    return nbformat.read(path, as_version=4)


@pytest.fixture
def notebook(path):
    return read(path)


def code_cells(notebook):
    return [c for c in notebook.cells if c.cell_type == "code" and c.source.strip()]


def texts_of(output):
    """Yield every text in an output: streams, tracebacks, and each representation."""
    yield output.get("text", "")
    for data in output.get("data", {}).values():
        yield data if isinstance(data, str) else repr(data)


def test_valid(notebook):
    nbformat.validate(notebook)


def test_executed_from_top_to_bottom(notebook):
    counts = [cell.execution_count for cell in code_cells(notebook)]
    assert counts == list(range(1, len(counts) + 1))


def test_no_cell_ends_in_an_error(notebook):
    errors = [o for c in code_cells(notebook) for o in c.outputs if o.output_type == "error"]
    assert errors == []


def test_no_cell_writes_to_stderr(notebook):
    outputs = [o for cell in code_cells(notebook) for o in cell.outputs]
    assert [o.text for o in outputs if o.get("name") == "stderr"] == []


def test_language_is_python(notebook):
    # JupyterLite stops at a dialog without it.
    assert notebook.metadata.language_info.name == "python"


def test_kernel_is_the_one_that_every_installation_has(notebook):
    assert notebook.metadata.kernelspec.name == "python3"


def test_widget_state_is_absent_or_complete(notebook):
    # GitHub refuses to show a notebook whose `widgets` entry has no state.
    for views in notebook.metadata.get("widgets", {}).values():
        assert views.get("state")


def test_cells_hold_no_times(notebook):
    # The command in docs/CONTRIBUTING.md leaves them out: they change with every run.
    assert [cell.id for cell in notebook.cells if "execution" in cell.metadata] == []


def test_outputs_name_no_machine_path_or_address(notebook):
    for cell in code_cells(notebook):
        for output in cell.outputs:
            for text in texts_of(output):
                assert not MACHINE_PATH.search(text), text
                assert not ADDRESS.search(text), text


@pytest.mark.parametrize(
    "text",
    ["File /home/x.py", "'/srv/me/course/a.py'", "/tmp/a", r"C:\Users", "lib/site-packages/x"],
)
def test_a_machine_path_is_seen(text):
    assert MACHINE_PATH.search(text)


@pytest.mark.parametrize(
    "text", ["http://www.w3.org/2000/svg", "</g></svg>", "1/2", "and/or/both/", "X: a / b / c"]
)
def test_other_slashes_are_no_machine_path(text):
    assert not MACHINE_PATH.search(text)


def test_code_cells_are_short(notebook):
    for cell in code_cells(notebook):
        assert len(cell.source.splitlines()) <= MOST_CODE_LINES, cell.source


def test_text_cells_are_short(notebook):
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            assert len(cell.source.split()) <= MOST_WORDS, cell.source


def test_begins_with_a_title_and_the_time_it_takes(notebook):
    assert rules.opening_faults(notebook) == []


def test_outline(notebook):
    assert rules.outline_faults(notebook) == []


def test_recall_asks_and_folds_its_answers(notebook):
    assert rules.recall_faults(notebook) == []


def test_the_worked_example_comes_again_with_gaps(notebook):
    assert rules.faded_faults(notebook) == []


def test_exercises(notebook, path):
    number = path.stem.partition("-")[0]
    assert rules.exercise_faults(notebook, number, builders(number)) == []


def test_voice(notebook):
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            assert rules.voice_faults(cell.source) == [], cell.source


def test_guide_for_the_teacher(path):
    page = ROOT / "docs" / "guide" / f"{path.stem}.md"
    assert page.is_file(), f"there is no {page.relative_to(ROOT)}"
    assert rules.guide_faults(page.read_text(encoding="utf-8")) == []


def test_a_class_takes_no_longer_than_a_learner_alone(path, notebook):
    page = ROOT / "docs" / "guide" / f"{path.stem}.md"
    assert 0 < rules.guide_minutes(page.read_text(encoding="utf-8")) <= rules.minutes(notebook)


def test_every_guide_belongs_to_a_notebook():
    guides = {page.stem for page in (ROOT / "docs" / "guide").glob("*.md")}
    assert guides - {"README"} <= {path.stem for path in PATHS}


# Each rule of the course refuses what breaks it.


@pytest.fixture
def whole():
    """A small notebook that keeps all rules."""
    told = "*About 45 minutes. You need: stars. You will be able to: count them.*"
    recall = "<details><summary>Answer</summary>\n\nYes.\n\n</details>\n"
    names = [f"star_{n}" for n in range(rules.FEWEST_EXERCISES)]
    forms = ("ExerciseBox(check.{})", "check.{}(...)")
    asked = [new_code_cell(form.format(name)) for name in names for form in forms]
    return new_notebook(
        cells=[
            new_markdown_cell(f"# Stars\n\n{told}"),
            new_markdown_cell("## The question\n\nHow many?"),
            new_markdown_cell(f"## Recall\n\n{recall * rules.RECALLS}"),
            new_markdown_cell("## Vocabulary"),
            new_markdown_cell("## Worked example"),
            new_markdown_cell(f"### {rules.FADED}"),
            new_code_cell('check = exercises("00", student="")\nExerciseBox(check.star_0)'),
            *asked[1:2],
            new_markdown_cell("## Predict"),
            new_markdown_cell("## The app"),
            new_markdown_cell("## Your turn"),
            *asked[2:],
            new_code_cell("check.star_0.hint()"),
            new_code_cell("check.result()"),
            new_markdown_cell("## What we learned"),
            new_markdown_cell("## Sources"),
        ]
    )


def faults_of(notebook):
    names = [f"star_{n}" for n in range(rules.FEWEST_EXERCISES)]
    return [
        *rules.opening_faults(notebook),
        *rules.outline_faults(notebook),
        *rules.recall_faults(notebook),
        *rules.faded_faults(notebook),
        *rules.exercise_faults(notebook, "00", names),
    ]


def test_a_whole_notebook_keeps_the_rules(whole):
    assert faults_of(whole) == []


@pytest.mark.parametrize(
    ("right", "wrong", "fault"),
    [
        ("# Stars", "Stars", "no title"),
        ("About 45 minutes", "About an hour", "About NN minutes"),
        ("You need: stars.", "", "You need"),
        ("## Recall", "## Remember", "no section on 'recall'"),
        ("## Predict", "## The app", "no section on 'predict'"),
        ("## Vocabulary", "## Sources", "no section on 'vocabulary'"),
        ("<summary>Answer</summary>", "", "0 answers"),
        ("### The same, with gaps", "### The same again", "no part '### The same, with gaps'"),
        ("check.star_0(...)", "check.star_0", "has no check.name(...)"),
        ("check.star_5(...)", 'check.star_5("A")', "holds an answer"),
        ("check.star_5(...)", 'check.star_5(answer="A")', "holds an answer"),
        ("check.star_5(...)", 'check.star_5.another()("A")', "holds an answer"),
        ("check.star_5(...)", "print(check.star_5(...))", "is not alone in its cell"),
        ("check.star_5(...)", "check.star_4(...)", "5 exercises"),
        ("check.star_5(...)", "check.comet(...)", "no exercise 'comet'"),
        ("ExerciseBox(check.star_5)", "check.star_5", "no box shows check.star_5"),
        ("check.star_0.hint()", "check.star_0.exercise.solution", "tells an answer"),
        ("check.star_0.hint()", "check.star_0.hint();" * 4, "tells an answer"),
        ('exercises("00"', 'exercises("01"', 'no cell with check = exercises("00"'),
        ("check.result()", "check.results()", "does not end with check.result()"),
    ],
)
def test_a_notebook_that_breaks_a_rule_is_refused(whole, right, wrong, fault):
    text = nbformat.writes(whole)
    quoted = [part.replace("\\", "\\\\").replace('"', '\\"') for part in (right, wrong)]
    assert quoted[0] in text
    broken = nbformat.reads(text.replace(*quoted), as_version=4)
    assert any(fault in found for found in faults_of(broken)), faults_of(broken)


def test_sections_in_another_order_are_refused(whole):
    whole.cells[1], whole.cells[3] = whole.cells[3], whole.cells[1]
    assert any("another order" in fault for fault in faults_of(whole))


def test_a_question_that_is_not_shown_is_refused(whole):
    whole.cells = [cell for cell in whole.cells if cell.source != "ExerciseBox(check.star_3)"]
    assert faults_of(whole) == ["no box shows check.star_3"]


@pytest.mark.parametrize("text", ["We simply count.", "Obviously so.", "It is just one.", "Stop!"])
def test_another_voice_is_heard(text):
    assert rules.voice_faults(text)


@pytest.mark.parametrize("text", ["$n!$", "`a != b`", "![a star](star.svg)", "Adjust it. Justly."])
def test_our_voice_passes(text):
    assert rules.voice_faults(text) == []


PAGE = "# Stars\n\n" + "".join(f"## {part}\n\nText.\n\n" for part in rules.GUIDE)


@pytest.mark.parametrize(
    ("right", "wrong", "fault"),
    [
        ("# Stars", "Stars", "its one title"),
        ("# Stars", "# Stars\n\n# Comets", "its one title"),
        ("## Pitfalls", "## Traps", "its sections must be"),
        ("## Talk track\n\nText.", "## Talk track", "is empty"),
        ("Text.", "Just text.", "the voice: 'Just'"),
        ("Text.", "Text.\n" * 80, "at most 80"),
    ],
)
def test_a_guide_that_breaks_a_rule_is_refused(right, wrong, fault):
    assert rules.guide_faults(PAGE) == []
    assert any(fault in found for found in rules.guide_faults(PAGE.replace(right, wrong)))


GUIDES = [ROOT / "docs" / "guide.md", *sorted((ROOT / "docs" / "guide").glob("*.md"))]


def dead_links(page, text):
    """Return the links of a page of Markdown that lead to no file of the checkout."""
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text)
    return [
        link for link in links if "://" not in link and not (page.parent / link).resolve().exists()
    ]


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.stem)
def test_the_guides_links_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    assert dead_links(page, text) == []
    assert rules.voice_faults(text) == []


def test_a_dead_link_is_seen():
    text = "[a](guide.md), [b](nowhere.md#top) and [c](https://example.org/x.md)"
    assert dead_links(GUIDES[0], text) == ["nowhere.md"]


def test_the_guide_names_every_notebook_and_its_page():
    text = GUIDES[0].read_text(encoding="utf-8")
    for name in rules.COURSE:
        assert f"(../notebooks/{name}.ipynb)" in text
        assert f"(guide/{name}.md)" in text
