"""A report as a table for a spreadsheet, and as a summary to read."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Final

from marvel_widgets.assessment.misconceptions import MISCONCEPTIONS
from marvel_widgets.classroom.reports import BETWEEN_NOTES, Row
from marvel_widgets.text import aligned, counted

COLUMNS: Final = tuple(field.name for field in fields(Row))
# A spreadsheet takes a cell that begins with one of these for a formula, and runs it. Where a
# country writes 0,5 for 0.5, a cell may begin after any semicolon, whatever quotes stand around.
_FORMULA = re.compile(r"(^|[;|])(?=[\s\"']*[=+\-@＝＋－＠])")


def to_csv(rows: Sequence[Row]) -> str:
    """Return a report as CSV text with a heading.

    A cell that a spreadsheet would run as a formula begins with an apostrophe.
    """
    return csv_of([COLUMNS, *([harmless(getattr(row, c)) for c in COLUMNS] for row in rows)])


def csv_of(lines: Iterable[Sequence[str]]) -> str:
    """Return lines of cells as CSV text."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(lines)
    return out.getvalue()


def harmless(value: object) -> str:
    """Return a cell that no spreadsheet takes for a formula, on one line."""
    text = "".join(letter if letter.isprintable() else " " for letter in str(value))
    return _FORMULA.sub(r"\1'", text)


def summary(rows: Sequence[Row]) -> str:
    """Return a report in a few lines: by exercise, by misconception, and what needs a look.

    Of several strings of one student for one notebook, the best answer to each exercise counts.
    Mean tries and hints are those of the students with an attempt at the exercise.

    Examples
    --------
    >>> rows = [Row("a", "1", "03", "removable", "correct", 1.0, tries=2),
    ...         Row("b", "2", "03", "removable", "incorrect", misconception="M4", tries=1)]
    >>> print(summary(rows))
    2 files, 2 students, 2 answers.
    <BLANKLINE>
    notebook  exercise   students  correct  close  incorrect  open  tries  hints
    03        removable         2        1      0          1     0    1.5    0.0
    <BLANKLINE>
    Most frequent misconceptions
      1  M4: only variables without children are removable.
    """
    best = best_rows(rows)
    parts = [_sizes(rows, best)]
    if best:
        parts.append(_by_exercise(best))
    if found := Counter(row.misconception for row in best if row.misconception):
        # as often as each other: in the order of the list
        order = sorted(found, key=lambda m: (-found[m], list(MISCONCEPTIONS).index(m)))
        lines = [f"{found[m]:3}  {m}: {MISCONCEPTIONS[m]}" for m in order]
        parts.append("\n".join(["Most frequent misconceptions", *lines]))
    if notes := noted(rows):
        parts.append("\n".join(["To look at", *notes]))
    return "\n\n".join(parts)


def best_rows(rows: Sequence[Row]) -> list[Row]:
    """Return one line for each student, notebook and exercise, in the order of the rows."""
    best: dict[tuple[str, str, str], Row] = {}
    for row in rows:
        key = (row.student, row.notebook, row.exercise)
        if row.verdict and (key not in best or _rank(row) > _rank(best[key])):
            best[key] = row
    return list(best.values())


def _rank(row: Row) -> tuple[bool, float]:
    return row.verdict != "open", row.points


def _sizes(rows: Sequence[Row], best: Sequence[Row]) -> str:
    files = counted(len({row.file for row in rows}), "file")
    students = counted(len({row.student for row in best}), "student")
    answers = len([row for row in best if row.verdict != "open"])
    return f"{files}, {students}, {counted(answers, 'answer')}."


def _by_exercise(best: Sequence[Row]) -> str:
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in best:
        groups.setdefault((row.notebook, row.exercise), []).append(row)
    order = dict.fromkeys(notebook for notebook, _ in sorted(groups))
    cells = [_HEADING]
    for wanted in order:
        cells += [_line(*key, group) for key, group in groups.items() if key[0] == wanted]
    return aligned(cells, left=2)


VERDICTS: Final = ("correct", "close", "incorrect", "open")
_HEADING: Final = ["notebook", "exercise", "students", *VERDICTS, "tries", "hints"]


def _line(notebook: str, exercise: str, group: Sequence[Row]) -> list[str]:
    return [harmless(notebook), harmless(exercise), str(len(group)), *numbers_of(group)]


def numbers_of(group: Sequence[Row]) -> list[str]:
    """Return how often an exercise got each verdict, and the mean tries and hints."""
    counts = Counter(row.verdict for row in group)
    began = [row for row in group if row.tries or row.hints]
    sums = (sum(row.tries for row in began), sum(row.hints for row in began))
    means = [f"{found / len(began):.1f}" if began else "-" for found in sums]
    return [*(str(counts[verdict]) for verdict in VERDICTS), *means]


def noted(rows: Sequence[Row]) -> list[str]:
    """Return a line for each note of each file; one on the whole string once."""
    found: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        for note in filter(None, row.note.split(BETWEEN_NOTES)):
            found.setdefault((row.file, note), []).append(f"{row.notebook} {row.exercise}".strip())
    lines = []
    for (file, note), places in found.items():
        where = f" ({places[0]})" if len(places) == 1 and places[0] else ""
        lines.append(f"  {file}{where}: {note}.")
    return ["".join(c if c.isprintable() else " " for c in line) for line in lines]
