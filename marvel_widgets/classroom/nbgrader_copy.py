"""Notebooks as sources for nbgrader: each exercise a solution cell and a locked test cell.

The learner's notebook is the one source. Each cell ``check.name(...)`` becomes two cells: one with
the computed answer between ``BEGIN SOLUTION`` and ``END SOLUTION``, which nbgrader takes out of the
learners' version, and one that judges the answer again and gives the points. Notebooks are read and
written as JSON: neither nbgrader nor nbformat is needed here.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from marvel_widgets.assessment.program_answers import Program
from marvel_widgets.classroom.editions import (
    ANSWER,
    BOX,
    Cell,
    CopyError,
    block_quote,
    check_in,
    checks_of,
    learners_edition,
    notebooks_in,
    read_notebook,
    write_notebook,
)
from marvel_widgets.course.checks import Check, Checks
from marvel_widgets.course.registry import NOT_LEARNERS, NOTEBOOKS

SCHEMA: Final = 3  # of nbgrader's cell metadata
POINTS: Final = 2.0

_START = re.compile(r'^check = exercises\("(\w+)", student=""\)$', re.MULTILINE)
# What nbgrader's default stub does not say: what is to be done here.
CONFIG: Final = """\
# Written by `marvel-widgets instructor --nbgrader`. Run nbgrader's commands in this folder.
c = get_config()  # noqa: F821
c.CourseDirectory.course_id = "marvel"
c.ClearSolutions.code_stub = {"python": "# Write your answer in place of the dots above."}
"""


def write_nbgrader_sources(
    notebooks: Path, folder: Path, student: str = "", points: float = POINTS
) -> list[str]:
    """Write a course folder for nbgrader: its configuration, and each learner's notebook."""
    if not 0 < points < float("inf"):
        msg = f"An exercise needs a positive number of points, not {points}."
        raise CopyError(msg)
    others = {number for number, each in NOTEBOOKS.items() if each.place in NOT_LEARNERS}
    paths = [p for p in notebooks_in(notebooks) if p.stem.partition("-")[0] not in others]
    (folder / "nbgrader_config.py").write_text(CONFIG, encoding="utf-8")
    names = ["nbgrader_config.py"]
    for path in paths:
        made = nbgrader_source(learners_edition(read_notebook(path)), student, points)
        name = f"source/{path.stem}/{path.name}"
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write_notebook(made, folder / name)
        names.append(name)
    return names


def nbgrader_source(
    notebook: dict[str, Any], student: str = "", points: float = POINTS
) -> dict[str, Any]:
    """Return a notebook with a solution cell and a test cell for each exercise.

    The first cell ``check.name(...)`` of each exercise is replaced; the notebook given stays as it
    is. Outputs are left out: nbgrader drops them too.
    """
    cells: list[Cell] = []
    checks: Checks | None = None
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] != "code":
            cells.append(cell)
        elif checks is None and (start := _START.search(source)):
            checks = checks_of(start[1], student)
            cells.append(_locked(cell, source, student))
        elif found := ANSWER.fullmatch(source.strip()):
            cells += _graded(cell, check_in(checks, found[1]), points)
        else:
            # an answer in the box would give no points: only the question is shown
            cells.append(_code(cell, BOX.sub(r"check.\1\2", source)))
    return {**notebook, "cells": cells}


def _locked(cell: Cell, source: str, student: str) -> Cell:
    """Return the cell that draws the cases, locked so that learners can't change the student id."""
    drawn = _START.sub(
        lambda start: f"check = exercises({block_quote(start[1])}, student={block_quote(student)})",
        source,
    )
    return _code(cell, drawn, _metadata("exercises", locked=True))


def _graded(cell: Cell, check: Check, points: float) -> Iterator[Cell]:
    """Yield the solution cell of an exercise and the cell that gives the points."""
    kind, right, name = check.exercise.kind, check.exercise.solution, check.name
    if isinstance(kind, Program):
        answer, start = kind.name, kind.start
    else:
        answer = f"{name}_answer"
        start, right = f"{answer} = ...", f"{answer} = {kind.code(right)}"
    solution = [
        f"{start}  # your answer: what stands here counts",
        "### BEGIN SOLUTION",
        right,
        "### END SOLUTION",
        f"check.{name}({answer})",
    ]
    yield _code(cell, "\n".join(solution), _metadata(f"answer-{name}", solution=True))
    graded = [
        f"# {points:g} points for a correct answer, half of them for a close one",
        "from marvel_widgets import exercises",
        "",
        # drawn again: what a learner did to `check` does not count
        f"drawn = exercises({block_quote(check.notebook)}, student={block_quote(check.student)})",
        f"verdict = drawn.{name}({answer})",
        "assert verdict.points > 0, verdict.text",
        f"{points:g} * verdict.points",
    ]
    metadata = _metadata(f"points-{name}", grade=True, locked=True, points=points)
    again = {**cell, "id": f"{cell.get('id', name)}-points"[-64:]}
    yield _code(again, "\n".join(graded), metadata)


def _metadata(grade_id: str, **fields: bool | float) -> dict[str, Any]:
    """Return the metadata of a cell by nbgrader's schema."""
    plain = {"grade": False, "solution": False, "locked": False, "task": False}
    return {"schema_version": SCHEMA, "grade_id": grade_id, **plain, **fields}


def _code(cell: Cell, source: str, metadata: dict[str, Any] | None = None) -> Cell:
    known = dict(cell["metadata"])
    if metadata is not None:
        known["nbgrader"] = metadata
        known.pop("jupyter", None)  # nothing of it is collapsed
    new: Cell = {"source": source, "outputs": [], "execution_count": None, "metadata": known}
    return {**cell, **new}
