"""The instructor's copies: right answers, reasons and guide; the learner's copy stays clean."""

import ast
import copy
import json
import re
from pathlib import Path

import pytest

from marvel_widgets import cli, exercises
from marvel_widgets._notebooks import bundled_guides, bundled_notebooks
from marvel_widgets.assessment.answers import Number
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.exercise import Exercise, random_dag
from marvel_widgets.assessment.facts import Principle
from marvel_widgets.classroom.editions import CopyError
from marvel_widgets.classroom.instructor import (
    explanation,
    instructor_copy,
    write_instructor_copies,
)
from marvel_widgets.course import checks as course
from marvel_widgets.course.registry import LESSONS
from tests.course_rules import FEWEST_EXERCISES
from tests.drawn_cases import sinks

# With the lowest versions of the core, nothing for notebooks is installed.
nbformat = pytest.importorskip("nbformat")
v4 = pytest.importorskip("nbformat.v4")

ROOT = Path(__file__).resolve().parents[2]
PATHS = sorted((ROOT / "notebooks").glob("*.ipynb"))
ASKING = [path for path in PATHS if path.stem.partition("-")[0] in LESSONS]
MINUTES = "## Minutes\n\n| Part | Minutes |\n|---|---|\n| all | 9 |"
GUIDE = f"# Ends\n\nFor all.\n\n{MINUTES}\n\n## Pitfalls\n\nNone."


def arrows(rng):
    dag = random_dag(rng, 5, rng.randint(3, 7))
    count = dag.edge_count
    return Exercise(
        title="Arrows",
        question="How many arrows?",
        kind=Number(0, 30),
        solution=count,
        believed=(
            (count + 1, Belief.whole_graph),
            (0, Belief.more_blocks),
            (5 * 4 + 9, Belief.collider_alone),
        ),
        shows=lambda value: (Principle("Count again."),),
        reasons=(Principle("There are as many."),),
        count="One number.",
        place="Everywhere.",
        rule="Count.",
        dag=dag,
        accepts=lambda value: value == count or value == -count,
    )


@pytest.fixture(autouse=True)
def small_course(request, monkeypatch):
    """Notebook "00" has the two exercises above, except for the tests of the whole course."""
    if "path" not in request.fixturenames:
        known = {"00": {"sinks": sinks, "arrows": arrows}}

        def builders(notebook):
            if notebook not in known:
                msg = f"there is no notebook {notebook!r}"
                raise ValueError(msg)
            return known[notebook]

        monkeypatch.setattr(course, "builders", builders)


@pytest.fixture
def learner():
    cells = [
        v4.new_markdown_cell("# Ends\n\nThen read [the next](01-more.ipynb#predict).", id="title"),
        v4.new_code_cell(
            'from marvel_widgets import exercises\n\ncheck = exercises("00", student="")'
        ),
        v4.new_code_cell("check", id="lists"),
        v4.new_code_cell("two = 1 + 1\ncheck.sinks", id="asks"),
        v4.new_code_cell("check.sinks(...)", id="answers", execution_count=3),
        v4.new_code_cell("check.sinks.hint()", id="hints"),
        v4.new_code_cell("check.arrows(...)", id="counts", execution_count=5),
        v4.new_code_cell("1 + 1", id="other", execution_count=6),
        v4.new_code_cell("check.result()", id="ends", execution_count=7),
    ]
    for cell in cells[1:]:
        cell["outputs"] = [nbformat.v4.new_output("stream", text="as the learner sees it\n")]
    return json.loads(nbformat.writes(v4.new_notebook(cells=cells)))


def sources(notebook):
    return ["".join(cell["source"]) for cell in notebook["cells"]]


def valid(notebook):
    nbformat.validate(nbformat.from_dict(notebook))
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids)
    return True


def test_the_guide_comes_first_section_by_section(learner):
    made = instructor_copy(learner, GUIDE)
    assert valid(made)
    assert sources(made)[:3] == [
        "# For the instructor: Ends\n\nFor all.",
        MINUTES,
        "## Pitfalls\n\nNone.",
    ]
    assert sources(made)[3] == "# Ends\n\nThen read [the next](01-more.ipynb#predict)."


def test_every_answer_is_the_right_one(learner):
    made = instructor_copy(learner, GUIDE)
    check = exercises("00")
    leaves = set(check.sinks.exercise.dag.nodes) - {a for a, _ in check.sinks.exercise.dag.edges}
    names = ", ".join(f'"{name}"' for name in sorted(leaves))
    assert f"check.sinks({{{names}}})" in sources(made)
    assert f"check.arrows({check.arrows.exercise.dag.edge_count})" in sources(made)
    assert not [source for source in sources(made) if "(...)" in source]
    shown = {cell["id"]: cell["outputs"] for cell in made["cells"] if cell["cell_type"] == "code"}
    assert shown["answers"][0]["data"]["text/plain"].startswith("Correct. No arrow leaves")
    assert shown["answers"][0]["execution_count"] == 3
    assert shown["other"] == learner["cells"][7]["outputs"]
    assert shown["ends"] == []  # it depends on the answers


def test_the_reason_and_the_typical_mistakes_follow_the_answer(learner):
    told = sources(instructor_copy(learner, GUIDE))
    at = next(i for i, source in enumerate(told) if source.startswith("check.sinks({"))
    reason = told[at + 1]
    assert reason.startswith("**Why it is right.** No arrow leaves A\\_1 \\<b\\>.")
    rows = re.findall(r"^\| (.+?) \| (.+?) \| (.+) \|$", reason, re.MULTILINE)[1:]
    beliefs = (Belief.drawn_is_true, Belief.whole_graph, Belief.only_neighbors)
    assert [row[1] for row in rows] == [belief.words for belief in beliefs]
    assert rows[1][0] == "none"
    assert all(re.fullmatch(r"Look at [A-F] \\\| or \\\*not\\\*\.", row[2]) for row in rows)
    assert "There are" in reason
    assert "Other answers are right, too" in explanation(exercises("00").arrows)
    assert "Other answers" not in reason


def test_the_learners_notebook_stays_as_it_is(learner):
    before = copy.deepcopy(learner)
    instructor_copy(learner, GUIDE, student="17")
    assert learner == before


def test_a_students_copy_has_the_cases_of_the_student(learner):
    made, shared = instructor_copy(learner, GUIDE, student="17"), instructor_copy(learner, GUIDE)
    assert 'check = exercises("00", student="17")' in "\n".join(sources(made))
    theirs = exercises("00", student="17").sinks
    answer = theirs.exercise.kind.code(theirs.exercise.solution)
    assert f"check.sinks({answer})" in sources(made)
    by_id = {cell["id"]: cell for cell in made["cells"]}
    assert by_id["asks"]["source"] == "two = 1 + 1\ncheck.sinks"
    assert by_id["lists"]["outputs"] == []
    assert by_id["asks"]["outputs"][0]["data"]["text/plain"] == repr(theirs)
    assert by_id["asks"]["outputs"][0]["data"]["image/svg+xml"].startswith("<svg")
    assert by_id["hints"]["outputs"] == []  # it was the hint to another case
    assert by_id["other"]["outputs"] != []
    assert valid(made)
    assert made != shared


def test_a_box_of_a_students_copy_asks_about_the_case_of_the_student(learner):
    (cell,) = [cell for cell in learner["cells"] if cell["id"] == "asks"]
    alone = instructor_copy(learner, GUIDE, student="17")
    cell["source"] = "ExerciseBox(check.sinks)"
    boxed = instructor_copy(learner, GUIDE, student="17")
    shown = [{c["id"]: c for c in made["cells"]}["asks"]["outputs"] for made in (alone, boxed)]
    assert shown[0] == shown[1] != []


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("check.sinks(...)", "check.drains(...)", "no exercise 'drains' in notebook 00"),
        ('exercises("00"', 'exercises("77"', "cannot be drawn: there is no notebook '77'"),
        ("check = exercises", "chek = exercise", "is used before check = exercises"),
    ],
)
def test_an_error_is_a_sentence(learner, right, wrong, said):
    text = json.dumps(learner)
    quoted = [part.replace('"', '\\"') for part in (right, wrong)]
    assert quoted[0] in text
    with pytest.raises(CopyError, match=re.escape(said)):
        instructor_copy(json.loads(text.replace(*quoted)), GUIDE)


@pytest.fixture
def folders(tmp_path, learner):
    notebooks, guides, target = (tmp_path / name for name in ("notebooks", "guide", "target"))
    for folder in (notebooks, guides, target):
        folder.mkdir()
    for stem in ("00-ends", "01-more"):
        (notebooks / f"{stem}.ipynb").write_text(json.dumps(learner), encoding="utf-8")
        (guides / f"{stem}.md").write_text(GUIDE, encoding="utf-8")
    return notebooks, guides, target


def test_every_notebook_gets_a_copy_under_a_name_of_its_own(folders):
    notebooks, guides, target = folders
    before = {path.name: path.read_bytes() for path in notebooks.iterdir()}
    names = write_instructor_copies(notebooks, guides, target)
    assert names == ["00-ends-instructor.ipynb", "01-more-instructor.ipynb"]
    assert sorted(path.name for path in target.iterdir()) == names
    assert {path.name: path.read_bytes() for path in notebooks.iterdir()} == before
    made = nbformat.read(target / names[0], as_version=4)
    nbformat.validate(made)
    assert "(01-more-instructor.ipynb#predict)" in "".join(cell.source for cell in made.cells)


def test_a_missing_page_or_a_damaged_notebook_is_reported(folders):
    notebooks, guides, target = folders
    (guides / "01-more.md").unlink()
    with pytest.raises(CopyError, match=r"page for the teacher cannot be read: .*01-more.md"):
        write_instructor_copies(notebooks, guides, target)
    for damage in ("", "[]", "{}", '{"cells": [1]}', '{"cells": [{}]}'):
        (notebooks / "00-ends.ipynb").write_text(damage, encoding="utf-8")
        with pytest.raises(CopyError, match=r"00-ends.ipynb cannot be read as a notebook"):
            write_instructor_copies(notebooks, guides, target)


# The command.


@pytest.fixture
def bundled(folders, monkeypatch, tmp_path):
    """Let the command read the small notebooks, in an empty current directory."""
    notebooks, guides, target = folders
    monkeypatch.setattr(cli, "bundled_notebooks", lambda: notebooks)
    monkeypatch.setattr(cli, "bundled_guides", lambda: guides)
    monkeypatch.chdir(target)
    return folders


def test_the_command_writes_the_copies_and_keeps_what_the_teacher_edited(bundled, capsys):
    _, guides, target = bundled
    assert cli.main(["instructor", "mine"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Copied 00-ends-instructor.ipynb.",
        "Copied 01-more-instructor.ipynb.",
        f"The instructor's copies are in {target / 'mine'}.",
    ]
    assert cli.main(["instructor", "mine"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "All notebooks are up to date."
    (target / "mine" / "00-ends-instructor.ipynb").write_text("my notes")
    (guides / "00-ends.md").write_text(GUIDE + " At all.")
    assert cli.main(["instructor", "mine"]) == 0
    assert (target / "mine" / "00-ends-instructor.ipynb").read_text() == "my notes"
    assert "At all." in (target / "mine" / "00-ends-instructor.new.ipynb").read_text()


def test_the_copies_may_lie_beside_the_learners_notebooks(bundled):
    _, _, target = bundled
    assert cli.main(["copy", "mine"]) == cli.main(["instructor", "mine"]) == 0
    learners = target / "mine" / "00-ends.ipynb"
    learners.write_text("my answers")
    assert cli.main(["instructor", "mine"]) == cli.main(["copy", "mine"]) == 0
    assert learners.read_text() == "my answers"
    assert len(list((target / "mine").glob("*.ipynb"))) == 5  # with the start page


def test_a_student_can_be_named(bundled):
    _, _, target = bundled
    assert cli.main(["instructor", "--student", " 17 "]) == 0
    made = (target / "marvel-instructor" / "00-ends-instructor.ipynb").read_text()
    assert 'student=\\"17\\"' in made


def test_the_error_of_the_command_is_a_sentence(bundled, capsys):
    notebooks, guides, target = bundled
    (target / "notes.txt").touch()
    assert cli.main(["instructor", "notes.txt"]) == 1
    told = capsys.readouterr().err
    assert told.startswith("marvel-widgets: Cannot write the notebooks into notes.txt: ")
    assert cli.main(["instructor", str(notebooks)]) == 1
    assert "is where the notebooks come from" in capsys.readouterr().err
    (guides / "00-ends.md").unlink()
    assert cli.main(["instructor", "mine"]) == 1
    assert "The page for the teacher cannot be read" in capsys.readouterr().err
    assert not (target / "mine").exists()


def test_the_guides_of_a_checkout_are_its_own():
    assert bundled_guides() == ROOT / "docs" / "guide"
    assert bundled_notebooks() == ROOT / "notebooks"


# The course itself.


@pytest.fixture(params=PATHS, ids=lambda path: path.stem)
def path(request):
    return request.param


def made_from(path):
    guide = ROOT / "docs" / "guide" / f"{path.stem}.md"
    return instructor_copy(
        json.loads(path.read_text(encoding="utf-8")), guide.read_text(encoding="utf-8")
    )


@pytest.mark.parametrize("path", ASKING, ids=lambda path: path.stem)
def test_every_solution_in_the_copy_is_judged_correct(path):
    check = exercises(path.stem.partition("-")[0])
    made = made_from(path)
    assert valid(made)
    solved = [
        found
        for source in sources(made)
        if (found := re.fullmatch(r"check\.(\w+)\((.+)\)", source.strip()))
    ]
    assert len(solved) >= FEWEST_EXERCISES
    for name, answer in (found.groups() for found in solved):
        verdict = getattr(check, name)(ast.literal_eval(answer))
        assert verdict.kind == "correct", (name, answer)


@pytest.mark.parametrize("path", ASKING, ids=lambda path: path.stem)
def test_the_learners_copy_holds_no_solution(path):
    learner = json.loads(path.read_text(encoding="utf-8"))
    cells = [cell for cell in learner["cells"] if cell["cell_type"] == "code"]
    text = json.dumps(cells, ensure_ascii=False)
    for each in exercises(path.stem.partition("-")[0]):
        solution = each.exercise.kind.code(each.exercise.solution)
        assert each.exercise.because not in text
        assert f"check.{each.name}({solution})" not in text
