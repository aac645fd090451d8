"""A report as one row a student, for the gradebooks of Moodle and Canvas."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from marvel_widgets.classroom.report_table import best_rows, csv_of, harmless
from marvel_widgets.classroom.reports import Row
from marvel_widgets.course.catalog import builders
from marvel_widgets.text import counted

_CANVAS: Final = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
_CANVAS_NAME: Final = "MARVEL notebook"
_MOODLE_HEAD: Final = re.compile(
    rf"ID number,(?:{_CANVAS_NAME} [\w-]+ of \d+,)*MARVEL total of \d+,Remarks"
)
_CANVAS_HEAD: Final = re.compile(rf"{','.join(_CANVAS)}(?:,{_CANVAS_NAME} [\w-]+)*")
_NOTHING: Final = "-"  # both gradebooks take it for "no grade", which is not 0


@dataclass(frozen=True, slots=True)
class Totals:
    """What one student has."""

    student: str
    points: dict[str, float]
    notes: int = 0

    @property
    def total(self) -> float:
        """The points of all notebooks."""
        return sum(self.points.values())


def totals(rows: Sequence[Row], students: Iterable[str] = ()) -> tuple[Totals, ...]:
    """Return the totals of the students on a list, in its order, then of all others."""
    best = best_rows(rows)
    found: dict[str, list[Row]] = {student: [] for student in students}
    for row in best:
        found.setdefault(row.student, []).append(row)
    notes: dict[str, set[tuple[str, str]]] = {}
    for row in rows:
        if row.note:
            notes.setdefault(row.student, set()).add((row.file, row.note))
    return tuple(_of(student, own, len(notes.get(student, ()))) for student, own in found.items())


def _of(student: str, rows: Sequence[Row], notes: int) -> Totals:
    points: dict[str, float] = {}
    for row in rows:
        points[row.notebook] = points.get(row.notebook, 0.0) + row.points
    return Totals(student, points, notes)


def notebooks_of(every: Sequence[Totals]) -> dict[str, int]:
    """Return the submitted notebooks, and how many points each has."""
    found = sorted({notebook for each in every for notebook in each.points})
    return {notebook: len(builders(notebook)) for notebook in found}


def to_moodle(every: Sequence[Totals]) -> str:
    """Return a table that Moodle imports: "ID number", a grade for each notebook, their total.

    The heading of a grade says how many points there are. The last column, "Remarks", is meant for
    the teacher and can be left unmapped.
    """
    notebooks = notebooks_of(every)
    heading = [
        "ID number",
        *(f"{_CANVAS_NAME} {name} of {most}" for name, most in notebooks.items()),
    ]
    lines = [[*heading, f"MARVEL total of {sum(notebooks.values())}", "Remarks"]]
    for each in every:
        grades = [_grade(each, notebook) for notebook in notebooks]
        total = f"{each.total:g}" if each.points else _NOTHING
        lines.append([harmless(each.student), *grades, total, _remark(each)])
    return csv_of(lines)


def to_canvas(every: Sequence[Totals]) -> str:
    """Return a table that Canvas imports: its five columns, then an assignment for each notebook.

    The id stands under "SIS User ID". Canvas makes the assignments if they are new; the second line
    says how many points they have.
    """
    notebooks = notebooks_of(every)
    lines = [[*_CANVAS, *(f"{_CANVAS_NAME} {name}" for name in notebooks)]]
    lines.append(["    Points Possible", "", "", "", "", *map(str, notebooks.values())])
    for each in every:
        grades = [_grade(each, notebook) for notebook in notebooks]
        lines.append(["", "", harmless(each.student), "", "", *grades])
    return csv_of(lines)


def is_gradebook(begins: str) -> bool:
    """Return whether a file begins as `to_moodle` or `to_canvas` write it, and no other does.

    A gradebook that a platform exported has other columns, or numbers after their names.
    """
    first = begins.partition("\n")[0]
    return bool(_MOODLE_HEAD.fullmatch(first) or _CANVAS_HEAD.fullmatch(first))


def _grade(each: Totals, notebook: str) -> str:
    return f"{each.points[notebook]:g}" if notebook in each.points else _NOTHING


def _remark(each: Totals) -> str:
    if not each.points:
        return "nothing handed in"
    return counted(each.notes, "note in the report", "notes in the report") if each.notes else ""
