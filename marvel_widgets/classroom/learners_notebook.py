"""The learner's notebook as the one source of its copies: read, and its exercises looked up.

Notebooks are read as JSON; only the standard library is needed.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

from marvel_widgets.course.checks import Check, Checks, exercises

Cell = dict[str, Any]

# A cell that waits for an answer: the call stands alone in it.
ANSWER: Final = re.compile(r"check\.(\w+)\(\.\.\.\)")


class CopyError(Exception):
    """A copy of a notebook cannot be made; the message is a sentence for the teacher."""


def notebooks_in(folder: Path) -> list[Path]:
    """Return the notebooks of a folder, in order.

    Raises
    ------
    CopyError
        There are none.

    Examples
    --------
    >>> notebooks_in(Path("/nowhere"))
    Traceback (most recent call last):
    ...
    marvel_widgets.classroom.learners_notebook.CopyError: There are no notebooks \
in /nowhere.
    """
    paths = sorted(folder.glob("*.ipynb"))
    if not paths:
        msg = f"There are no notebooks in {folder}."
        raise CopyError(msg)
    return paths


def read_notebook(path: Path) -> dict[str, Any]:
    """Return a notebook as it stands in its file.

    Raises
    ------
    CopyError
        The file cannot be read, or holds no notebook.
    """
    try:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        _ = [(cell["source"], cell["metadata"], cell["cell_type"]) for cell in notebook["cells"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        msg = f"{path} cannot be read as a notebook."
        raise CopyError(msg) from error
    return dict(notebook)


def checks_of(notebook: str, student: str) -> Checks:
    """Return the exercises of a notebook for a student.

    Raises
    ------
    CopyError
        There is no such notebook.
    """
    try:
        return exercises(notebook, student)
    except ValueError as error:
        msg = f"The exercises cannot be drawn: {error}."
        raise CopyError(msg) from error


def check_in(checks: Checks | None, name: str) -> Check:
    """Return an exercise by its name; None stands for a cell before ``check`` is made.

    Raises
    ------
    CopyError
        There is no such exercise, or none yet.
    """
    if checks is None:
        msg = f'check.{name} stands before check = exercises("NN", student="").'
        raise CopyError(msg)
    found: Check | None = getattr(checks, name, None)
    if found is None:
        msg = f"There is no exercise {name!r} in notebook {checks.notebook}."
        raise CopyError(msg)
    return found
