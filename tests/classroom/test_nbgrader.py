"""The sources for nbgrader: its schema's rules, and that answers get their points.

nbgrader itself is not needed. What it does with a source is small, and is done here by hand: it
takes the solution out, learners write theirs, locked cells come back, and the value of a test cell
is its points. docs/teaching-data.md describes a run with nbgrader 0.9.6.
"""

import ast
import copy
import json
import re

import pytest

from marvel_widgets import cli, exercises
from marvel_widgets._notebooks import bundled_notebooks
from marvel_widgets.classroom.editions import CopyError
from marvel_widgets.classroom.nbgrader_copy import nbgrader_source, write_nbgrader_sources
from tests.cells import run_cell

# With the lowest versions of the core, nothing for notebooks is installed.
nbformat = pytest.importorskip("nbformat")
v4 = pytest.importorskip("nbformat.v4")

NAMES = ["revealing", "gain", "behind"]


@pytest.fixture
def notebook():
    asked = [v4.new_code_cell(f"check.{name}{call}") for name in NAMES for call in ("", "(...)")]
    first = 'from marvel_widgets import exercises\n\ncheck = exercises("T", student="")'
    cells = [
        v4.new_markdown_cell("# T"),
        v4.new_code_cell(first),
        *asked,
        v4.new_code_cell("check.result()"),
    ]
    made = v4.new_notebook(cells=cells)
    made.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    return json.loads(nbformat.writes(made))


@pytest.fixture
def source(notebook):
    return nbgrader_source(notebook)


def graded(notebook):
    return [cell for cell in notebook["cells"] if "nbgrader" in cell["metadata"]]


# -- what nbgrader's schema, version 3, and its validator ask for --------------------------------

TYPES = {
    "schema_version": int,
    "grade": bool,
    "locked": bool,
    "solution": bool,
    "task": bool,
    "grade_id": str,
    "points": (int, float),
}


def faults(notebook):
    found, ids = [], set()
    for cell in graded(notebook):
        meta = cell["metadata"]["nbgrader"]
        found += [f"{key} is not known" for key in meta if key not in TYPES]
        for key, type_ in TYPES.items():
            if key in meta and (
                not isinstance(meta[key], type_) or (type_ is int and isinstance(meta[key], bool))
            ):
                found.append(f"{key} is {meta[key]!r}")
        found += [f"no {key}" for key in TYPES if key not in meta and key not in ("points", "task")]
        if meta.get("schema_version") != 3:
            found.append("another version")
        if not re.fullmatch(r"[a-zA-Z0-9_\-]+", str(meta.get("grade_id", ""))):
            found.append(f"grade_id {meta.get('grade_id')!r}")
        if meta.get("grade_id") in ids:
            found.append(f"{meta['grade_id']} stands twice")
        ids.add(meta.get("grade_id"))
        points = meta.get("points", 1)
        positive = isinstance(points, int | float) and points > 0
        if meta.get("grade") != ("points" in meta) or not positive:
            found.append("points where nothing is graded, or none")
        if meta.get("solution") and meta.get("grade"):
            found.append("a solution cell that is graded by hand")
        if ("BEGIN SOLUTION" in cell["source"]) != bool(meta.get("solution")):
            found.append("a solution in a cell that is none")
    plain = [cell for cell in notebook["cells"] if "nbgrader" not in cell["metadata"]]
    found += ["a solution outside" for cell in plain if "SOLUTION" in "".join(cell["source"])]
    return found


def test_the_metadata_keep_the_rules_of_nbgrader(source):
    assert faults(source) == []
    assert len(graded(source)) == 1 + 2 * len(NAMES)
    nbformat.validate(nbformat.from_dict(source))


def test_the_notebook_given_stays_as_it_is(notebook):
    before = copy.deepcopy(notebook)
    nbgrader_source(notebook, "17", 3)
    assert notebook == before


# -- what nbgrader does with a source ------------------------------------------------------------


def released(source):
    """Return the learners' version: solutions replaced by nbgrader's own stub."""
    stub = "# YOUR CODE HERE\nraise NotImplementedError()"
    new = copy.deepcopy(source)
    for cell in graded(new):
        if cell["metadata"]["nbgrader"]["solution"]:
            cut = re.compile(r"### BEGIN SOLUTION.*### END SOLUTION", re.DOTALL)
            cell["source"] = cut.sub(stub, cell["source"])
    return new


def answered(notebook, name, code):
    """Write an answer as a learner does, in place of the dots; the stub goes."""
    for cell in graded(notebook):
        if cell["metadata"]["nbgrader"]["grade_id"] == f"answer-{name}":
            cell["source"] = cell["source"].replace("...", code, 1).replace("raise ", "# raise ")


def autograded(notebook):
    """Run a notebook and return the points of each test cell, as nbgrader reads them."""
    space, points = {}, {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            value = value_of(cell["source"], space)
            meta = cell["metadata"].get("nbgrader", {})
            if meta.get("grade"):
                points[meta["grade_id"].removeprefix("points-")] = value
    return points


def value_of(source, space):
    """Return the value of a cell's last expression; 0 when the cell fails."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    try:
        run_cell(ast.unparse(tree), space)
        return (
            None if last is None else eval(compile(ast.Expression(last.value), "c", "eval"), space)
        )
    except Exception:
        return 0.0


@pytest.mark.parametrize("student", ["", "17"])
def test_the_solutions_get_all_points(notebook, student):
    made = nbgrader_source(notebook, student, 3)
    assert autograded(made) == dict.fromkeys(NAMES, 3.0)


def test_the_learners_version_holds_no_solution_and_no_points(source):
    new = released(source)
    check = exercises("T")
    for name in NAMES:
        exercise = getattr(check, name).exercise
        texts = [c["source"] for c in graded(new) if name in c["source"]]
        code = exercise.kind.code(exercise.solution)
        assert not any(re.search(rf"= {re.escape(code)}(?!\w)", text) for text in texts)
    assert autograded(new) == dict.fromkeys(NAMES, 0.0)


def test_answers_get_their_points(source):
    new, check = released(source), exercises("T")
    right = check.gain.exercise.solution
    wrong = check.revealing.exercise.mistakes[0].answer
    close = check.behind.exercise.solution ^ {max(check.behind.exercise.solution)}
    assert check.behind(close).kind in ("close", "incorrect")
    answered(new, "gain", str(right + 1))
    answered(new, "revealing", check.revealing.exercise.kind.code(wrong))
    assert autograded(new) == {"gain": 1.0, "revealing": 0.0, "behind": 0.0}


def test_an_error_in_one_cell_costs_that_exercise_only(source):
    new = released(source)
    answered(new, "revealing", "nobody_knows")
    answered(new, "gain", str(exercises("T").gain.exercise.solution))
    assert autograded(new) == {"revealing": 0.0, "gain": 2.0, "behind": 0.0}


def test_another_check_does_not_help(source):
    new = released(source)
    generous = "type('V', (), {'points': 1.0, 'text': '', 'gain': lambda self, answer: self})()"
    answered(new, "gain", f"-1; check = {generous}")
    assert autograded(new)["gain"] == 0.0


# -- programs ------------------------------------------------------------------------------------

WRITTEN = ["separate", "neighbors", "skeleton"]


@pytest.fixture
def programs():
    first = 'from marvel_widgets import exercises\n\ncheck = exercises("programs", student="")'
    cells = [v4.new_code_cell(first), *(v4.new_code_cell(f"check.{n}(...)") for n in WRITTEN)]
    return nbgrader_source(json.loads(nbformat.writes(v4.new_notebook(cells=cells))))


@pytest.mark.night
def test_a_program_is_written_judged_and_gets_its_points(programs):
    assert faults(programs) == []
    assert autograded(programs) == dict.fromkeys(WRITTEN, 2.0)
    new = released(programs)
    assert not any("combinations" in cell["source"] for cell in graded(new))
    assert autograded(new) == dict.fromkeys(WRITTEN, 0.0)
    answered(new, "neighbors", "return boundary")
    right = exercises("programs").separate.exercise.solution.partition("candidates):")[2]
    answered(new, "separate", f"from itertools import combinations{right}")
    assert autograded(new) == {"neighbors": 0.0, "separate": 2.0, "skeleton": 0.0}


# -- trouble, and the command --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('exercises("T"', 'exercises("ZZ"', "there is no notebook 'ZZ'"),
        ("check.gain(...)", "check.dance(...)", "no exercise 'dance' in notebook T"),
        ('check = exercises("T", student="")', "pass", "is used before check ="),
    ],
)
def test_an_error_is_a_sentence(notebook, old, new, said):
    for cell in notebook["cells"]:
        cell["source"] = "".join(cell["source"]).replace(old, new)
    with pytest.raises(CopyError, match=re.escape(said)):
        nbgrader_source(notebook)


@pytest.mark.parametrize("text", ["", "[]", '{"cells": 3}', '{"cells": [{}]}'])
def test_a_file_that_is_no_notebook_is_reported(tmp_path, text):
    (tmp_path / "a.ipynb").write_text(text)
    with pytest.raises(CopyError, match="cannot be read as a notebook"):
        write_nbgrader_sources(tmp_path, tmp_path)


@pytest.mark.parametrize("points", [0, -1, float("inf"), float("nan")])
def test_points_are_positive(tmp_path, points):
    with pytest.raises(CopyError, match="positive number of points"):
        write_nbgrader_sources(tmp_path, tmp_path, points=points)


@pytest.fixture
def bundled(monkeypatch, notebook, tmp_path):
    folder = tmp_path / "bundled"
    folder.mkdir()
    (folder / "room.ipynb").write_text(json.dumps(notebook))
    monkeypatch.setattr(cli, "bundled_notebooks", lambda: folder)
    monkeypatch.chdir(tmp_path)
    return folder


def test_the_command_writes_a_course_folder_and_keeps_edits(bundled, tmp_path, capsys):
    assert cli.main(["instructor", "course", "--nbgrader", "--points", "4"]) == 0
    path = tmp_path / "course" / "source" / "room" / "room.ipynb"
    made = json.loads(path.read_text())
    assert faults(made) == []
    assert autograded(made) == dict.fromkeys(NAMES, 4.0)
    compile((tmp_path / "course" / "nbgrader_config.py").read_text(), "config", "exec")
    path.write_text("mine")
    assert cli.main(["instructor", "course", "--nbgrader", "--student", "17"]) == 0
    assert path.read_text() == "mine"
    assert "Kept your edited source/room/room.ipynb" in capsys.readouterr().out


def test_the_error_of_the_command_is_a_sentence(bundled, capsys):
    assert cli.main(["instructor", "--nbgrader", "--points", "0"]) == 1
    assert capsys.readouterr().err.startswith("marvel-widgets: An exercise needs a positive")


def test_every_notebook_of_a_learner_becomes_an_assignment(tmp_path):
    names = write_nbgrader_sources(bundled_notebooks(), tmp_path)
    assert not [name for name in names if name.startswith(("source/T-", "source/E-"))]
    with_exercises = 0
    for name in names[1:]:
        made = json.loads((tmp_path / name).read_text(encoding="utf-8"))
        assert faults(made) == []
        nbformat.validate(nbformat.from_dict(made))
        with_exercises += bool(graded(made))
    assert with_exercises, "no notebook has exercises"
