"""The learner's notebook as the one source of its copies: read, looked up, and made a student's.

Notebooks are read as JSON; only the standard library is needed.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from marvel_widgets.course.checks import Check, Checks, exercises

Cell = dict[str, Any]

# A cell that waits for an answer: the call stands alone in it, but for the line on a collapsed bar.
ANSWER: Final = re.compile(r"(?:#.*\n)?check\.(\w+)\(\.\.\.\)")
# An exercise as its box, at the end of a cell, or its question alone.
BOX: Final = re.compile(r"^(?:ExerciseBox\(check\.(\w+)\)|check\.(\w+))\Z", re.MULTILINE)
START: Final = re.compile(r'exercises\("(\w+)", student=""\)')
USES_CHECK: Final = re.compile(r"\bcheck\b")
# In a copy for a student: to draw the cases of a class takes two seconds for each of them.
WAITING: Final = {"text/plain": "Run this cell: it asks about a case of your own."}


class CopyError(Exception):
    """A copy of a notebook cannot be made; the message is a sentence for the teacher."""


def notebooks_in(folder: Path) -> list[Path]:
    """Return the notebooks of a folder, in order."""
    paths = sorted(folder.glob("*.ipynb"))
    if not paths:
        msg = f"There are no notebooks in {folder}."
        raise CopyError(msg)
    return paths


def read_notebook(path: Path) -> dict[str, Any]:
    """Return a notebook as it is in its file."""
    try:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        _ = [(cell["source"], cell["metadata"], cell["cell_type"]) for cell in notebook["cells"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        msg = f"{path} cannot be read as a notebook."
        raise CopyError(msg) from error
    return dict(notebook)


def checks_of(notebook: str, student: str) -> Checks:
    """Return the exercises of a notebook for a student."""
    try:
        return exercises(notebook, student)
    except ValueError as error:
        msg = f"The exercises cannot be drawn: {error}."
        raise CopyError(msg) from error


def check_in(checks: Checks | None, name: str) -> Check:
    """Return an exercise by its name; None stands for a cell before ``check`` is made."""
    if checks is None:
        msg = f'check.{name} is used before check = exercises("NN", student="").'
        raise CopyError(msg)
    found: Check | None = getattr(checks, name, None)
    if found is None:
        msg = f"There is no exercise {name!r} in notebook {checks.notebook}."
        raise CopyError(msg)
    return found


def for_student(cell: Cell, source: str, student: str, question: Mapping[str, str]) -> Cell:
    """Return a cell that shows something else to this student: a question, or nothing yet."""
    given = f"student={quoted(student)}"
    theirs = START.sub(lambda start: f'exercises("{start[1]}", {given})', source)
    if BOX.search(source):
        return with_output(cell, theirs, question)
    return {**cell, "source": theirs, "outputs": [], "execution_count": None}


def with_output(cell: Cell, source: str, data: Mapping[str, str]) -> Cell:
    """Return a code cell with another source, and what it shows then."""
    count = cell.get("execution_count")
    output = output_of(data, "execute_result", execution_count=count)
    return {**cell, "source": source, "outputs": [output]}


def question_of(check: Check) -> dict[str, str]:
    """Return what an exercise shows before it is answered."""
    return {"text/plain": repr(check), "image/svg+xml": check._repr_svg_()}


def output_of(data: Mapping[str, str], kind: str = "display_data", **more: Any) -> dict[str, Any]:
    """Return an output with the same content in several forms."""
    return {"output_type": kind, "metadata": {}, "data": data, **more}


def quoted(text: str) -> str:
    """Return a text as Python in a cell."""
    return json.dumps(text, ensure_ascii=False)


def student_copy(notebook: dict[str, Any], student: str) -> dict[str, Any]:
    """Return a learner's notebook for one student, whose cases are drawn where it runs."""
    cells = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"]).strip()
        mine = cell["cell_type"] == "code" and USES_CHECK.search(source)
        cells.append(for_student(cell, source, student, WAITING) if mine else cell)
    return {**notebook, "cells": cells}
