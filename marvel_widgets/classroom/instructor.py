"""The instructor's copy of a notebook: the learner's, with the guide before and the answers in it.

Nothing here is stored: the answers are those that the exercises compute, so that there is one
source for both copies. Notebooks are read and written as JSON; only the standard library is needed.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from marvel_widgets.classroom import editions
from marvel_widgets.classroom.workshop.notebooks import guide_page, text_cell
from marvel_widgets.course.checks import Check, Checks

SUFFIX: Final = "-instructor"

_TAGS: Final = ("instructor",)
_MARKS = re.compile(r"([\\`*_{}\[\]<>#|$~])")


def write_instructor_copies(
    notebooks: Path, guides: Path, folder: Path, student: str = ""
) -> list[str]:
    """Write an instructor's copy of every notebook into a folder; return the files' names."""
    paths = editions.notebooks_in(notebooks)
    stems = [path.stem for path in paths]
    names = []
    for path in paths:
        seen = editions.without_dead_views(editions.read_notebook(path))
        made = instructor_copy(seen, guide_page(guides, path.stem), student)
        names.append(f"{path.stem}{SUFFIX}{path.suffix}")
        link = re.compile(rf"\]\((?:\./)?({'|'.join(map(re.escape, stems))})\.ipynb")
        cells = [
            {**cell, "source": link.sub(rf"](\1{SUFFIX}.ipynb", "".join(cell["source"]))}
            for cell in made["cells"]
        ]
        editions.write_notebook({**made, "cells": cells}, folder / names[-1])
    return names


def instructor_copy(notebook: dict[str, Any], guide: str, student: str = "") -> dict[str, Any]:
    """Return a notebook with the guide as its first cells and every exercise answered.

    Each cell ``check.name(...)`` gets the right answer and its verdict; a cell after it
    explains it and lists the typical wrong answers. The given notebook is not changed.

    `guide` is the page for the teacher, in Markdown.
    """
    cells = []
    for number, section in enumerate(re.split(r"^(?=## )", guide.strip(), flags=re.MULTILINE)):
        title = section if number else re.sub(r"^# +", "# For the instructor: ", section.strip())
        cells.append(text_cell(f"guide-{number}", title.strip(), tags=_TAGS))
    checks: Checks | None = None
    for cell in notebook["cells"]:
        source = "".join(cell["source"]).strip()
        if cell["cell_type"] == "code" and (start := editions.START.search(source)):
            checks = editions.checks_of(start[1], student)
        cells += _answered(cell, source, checks, student)
    return {**notebook, "cells": cells}


def _answered(
    cell: editions.Cell, source: str, checks: Checks | None, student: str
) -> Iterator[editions.Cell]:
    """Yield a cell as the instructor sees it, and what is added after it."""
    if cell["cell_type"] != "code":
        yield cell
    elif answer := editions.ANSWER.fullmatch(source):
        check = editions.check_in(checks, answer[1])
        code = check.exercise.kind.code(check.exercise.solution)
        output = {"text/plain": repr(check(check.exercise.solution))}
        yield editions.with_output(cell, f"check.{check.name}({code})", output)
        name = f"why-{cell.get('id', check.name)}"[:64]
        yield text_cell(name, explanation(check), tags=_TAGS)
    elif source.startswith("check.result(") or (student and editions.USES_CHECK.search(source)):
        question = editions.BOX.search(source)
        shown = (
            editions.question_of(editions.check_in(checks, question[1] or question[2]))
            if question
            else {}
        )
        yield editions.for_student(cell, source, student, shown)
    else:
        yield cell


def explanation(check: Check) -> str:
    """Return why the solution of an exercise is right, and typical wrong answers, in Markdown."""
    exercise = check.exercise
    lines = [f"**Why it is right.** {escaped_marks(exercise.because)}"]
    if exercise.accepts is not None:
        lines.append("Other answers are right, too; this is one of them.")
    hints = " ".join(
        f"({n}) {escaped_marks(hint)}" for n, hint in enumerate(exercise.hints, start=1)
    )
    rows = ["| Answer | Belief behind it | What shows that it is wrong |", "|---|---|---|"]
    for mistake in exercise.mistakes:
        answer = escaped_marks(exercise.kind.say(mistake.answer))
        witness = escaped_marks(exercise.witness(mistake.answer))
        rows.append(f"| {answer} | {escaped_marks(mistake.misconception.words)} | {witness} |")
    lines += ["**Typical wrong answers**", "\n".join(rows), f"**Hints.** {hints}"]
    return "\n\n".join(lines)


def escaped_marks(text: str) -> str:
    """Return plain text for Markdown: on one line, with every mark that Markdown reads escaped."""
    return _MARKS.sub(r"\\\1", " ".join(text.split()))
