"""A teacher's report on a folder of result strings: every answer is judged again.

A string may hold anything: a learner can write one by hand. So nothing in it is believed but the
answers, and nothing in it can stop the report.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from marvel_widgets._made_for import library_version
from marvel_widgets.assessment.beliefs import Belief, Believed
from marvel_widgets.assessment.plain import from_code, shortened, shown
from marvel_widgets.assessment.program_answers import Program
from marvel_widgets.assessment.results import RECORDED, Answered, HandedIn, minutes, result_of
from marvel_widgets.assessment.signing import SignatureError, strings_in
from marvel_widgets.assessment.verdict import Verdict, judge
from marvel_widgets.classroom.files import decoded
from marvel_widgets.course.checks import Check, Checks, builders, exercises, question_digest
from marvel_widgets.text import aligned, counted

_LARGEST = 50_000_000  # bytes; a notebook with many pictures has 5,000,000


@dataclass(frozen=True, slots=True)
class SubmittedFile:
    """The content of one file."""

    file: str
    strings: tuple[str, ...]
    error: str = ""


def read_submissions(folder: Path) -> tuple[SubmittedFile, ...]:
    """Return the result strings of each file of a folder and its subfolders, sorted by path.

    Hidden files and folders (checkpoints among them) are left out; each other file has an entry,
    also when it can't be read.
    """
    if not folder.is_dir():
        msg = f"{folder} is not a folder"
        raise NotADirectoryError(msg)
    found = []
    for path in folder.rglob("*"):
        relative = path.relative_to(folder)
        if path.is_file() and not any(part.startswith(".") for part in relative.parts):
            found.append((relative.as_posix(), path))
    return tuple(read_submission(path, name) for name, path in sorted(found))


def read_submission(path: Path, name: str) -> SubmittedFile:
    """Return the result strings of one file."""
    try:
        if path.stat().st_size > _LARGEST:
            return SubmittedFile(name, (), f"it has more than {_LARGEST:,} bytes")
        data = path.read_bytes()
    except OSError as error:
        return SubmittedFile(name, (), f"it can't be read: {error.strerror or error}")
    text = decoded(data)
    if text is None:
        return SubmittedFile(name, (), "it is no text file")
    strings = tuple(dict.fromkeys(s for part in _parts(text) for s in strings_in(part)))
    return SubmittedFile(name, strings, "" if strings else "there is no result string in it")


def _parts(text: str) -> Iterator[str]:
    """Yield the texts in which to look: of a notebook, each cell and output; else the whole."""
    if text.lstrip().startswith("{"):
        try:
            yield from _texts(json.loads(text))
        except (ValueError, RecursionError):
            pass  # a notebook that is damaged, or no notebook: read as it stands
        else:
            return
    yield text


def _texts(value: Any) -> Iterator[str]:
    """Yield every text in JSON data; a list of texts is one text, as in a notebook."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list) and value and all(isinstance(each, str) for each in value):
        yield "".join(value)
    elif isinstance(value, list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)


VALID: Final = "valid"
NOT_VALID: Final = "not valid"
BETWEEN_NOTES: Final = " / "  # a note may hold commas and semicolons
MANY_TRIES: Final = 10  # more than somebody who thinks between them needs


@dataclass(frozen=True, slots=True)
class ReportRow:
    """One line of a report."""

    file: str
    student: str = ""
    notebook: str = ""
    exercise: str = ""
    verdict: str = ""
    points: float = 0.0
    tries: int = 0
    hints: int = 0
    misconception: Believed = ""
    signature: str = ""
    answer: str = ""
    note: str = ""
    minutes: str = ""


def report(folder: Path, key: str = "", *, exam: bool = False) -> tuple[ReportRow, ...]:
    """Return a line for each exercise in each result string of a folder, and one for each error.

    An answer that is a program is not run: its line repeats what the student's kernel said of it.

    Parameters
    ----------
    folder : Path
        Texts, notebooks, mails: any file that holds such strings; subfolders too.
    key : str
        The teacher's key; empty stands for the public one.
    exam : bool
        Note each answer that was given where verdicts show.

    Raises
    ------
    NotADirectoryError
        There is no such folder. Nothing inside a folder raises anything.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> check = exercises("T", student="17")
    >>> verdict = check.gain(0)
    >>> with TemporaryDirectory() as name:
    ...     _ = Path(name, "17.txt").write_text(check.result().string)
    ...     rows = report(Path(name))
    >>> [(row.student, row.exercise, row.signature) for row in rows if row.verdict != "open"]
    [('17', 'gain', 'valid')]
    """
    rows: list[ReportRow] = []
    first_file: dict[str, str] = {}
    first_of: dict[tuple[str, str], str] = {}
    for each in read_submissions(folder):
        if each.error:
            rows.append(ReportRow(each.file, note=each.error))
        for string in each.strings:
            if string in first_file:
                rows.append(
                    ReportRow(each.file, note=f"the same string is in {first_file[string]}")
                )
                continue
            first_file[string] = each.file
            rows += _noted(list(_rows(each, string, key, exam)), first_of)
    return tuple(rows)


def _noted(rows: list[ReportRow], first_of: dict[tuple[str, str], str]) -> list[ReportRow]:
    """Return the rows, with a note where the student handed in another string for the notebook."""
    whose = (rows[0].student, rows[0].notebook)
    if not rows[0].exercise:
        return rows
    if whose not in first_of:
        first_of[whose] = rows[0].file
        return rows
    again = f"another string of student {shown(whose[0])} for this notebook is in {first_of[whose]}"
    return [replace(row, note=_joined(row.note, again)) for row in rows]


def _rows(each: SubmittedFile, string: str, key: str, exam: bool) -> Iterator[ReportRow]:
    try:
        result, genuine = result_of(string, key)
    except SignatureError as error:
        yield ReportRow(each.file, note=str(error))
        return
    row = ReportRow(
        each.file, result.student, result.notebook, signature=VALID if genuine else NOT_VALID
    )
    if not genuine:
        row = replace(row, note="changed after it was made, or made with another key")
    try:
        checks = exercises(result.notebook, result.student)
    except ValueError as error:
        yield replace(row, note=_joined(row.note, str(error)))
        return
    told = [a.name for a in result.answers if exam and a.verdict != RECORDED]
    for line in _judged(row, result, checks):
        note = "answered where verdicts show" if line.exercise in told else ""
        yield replace(line, note=_joined(line.note, note))


def _judged(row: ReportRow, result: HandedIn, checks: Checks) -> Iterator[ReportRow]:
    """Yield a line for each exercise of the notebook, answered or not, and for each unknown one."""
    known = {check.name for check in checks}
    counted = {answer.name: answer for answer in result.answers if answer.draw == 0}
    for check in checks:
        line = replace(row, exercise=check.name, verdict="open")
        answer = counted.get(check.name)
        yield line if answer is None else _judged_again(line, answer, check, result.library)
    for answer in result.answers:
        line = replace(row, exercise=answer.name, tries=answer.tries, hints=answer.hints)
        if answer.name not in known:
            yield replace(line, note=_joined(row.note, "this version has no such exercise"))
        elif answer.draw != 0 or counted[answer.name] is not answer:
            yield replace(line, note=_joined(row.note, "a case to practice; it does not count"))


def _another_question(library: str) -> str:
    if library == library_version():
        return "this is not the question that this student was asked: not judged"
    version = shortened(library) or "unknown"
    ours = f"this version {library_version()}".strip()
    return f"version {version} asked another question than {ours}: not judged"


def _judged_again(row: ReportRow, answered: Answered, check: Check, library: str) -> ReportRow:
    """Return the line of one answer, judged by this library with the student's case."""
    row = replace(
        row, tries=answered.tries, hints=answered.hints, answer=answered.answer,
        minutes=minutes(answered.seconds),
    )  # fmt: skip
    try:
        same = answered.question == question_digest(check, exam=answered.verdict == RECORDED)
    except Exception:  # an id from which no case can be drawn, for instance
        return replace(row, verdict="", note=_joined(row.note, "the case can't be drawn"))
    if not same:
        return replace(row, verdict="", note=_joined(row.note, _another_question(library)))
    if not answered.answer:
        return row
    if isinstance(check.exercise.kind, Program):
        said = shown(answered.verdict)
        note = f"a program, which was not run: the student's own kernel says {said}"
        return replace(row, verdict="", note=_joined(row.note, note))
    verdict = _verdict(check, answered.answer)
    if verdict is None or verdict.kind == "unread":
        return replace(row, verdict="", note=_joined(row.note, "the answer can't be read"))
    told = answered.verdict in (verdict.kind, RECORDED)
    text = "" if told else f"the string says {answered.verdict!r}"
    tried = f"right after {row.tries} tries" if verdict and row.tries >= MANY_TRIES else ""
    return replace(
        row,
        verdict=verdict.kind,
        points=verdict.points,
        misconception=verdict.misconception,
        note=_joined(row.note, text, tried),
    )


def _verdict(check: Check, answer: str) -> Verdict | None:
    """Return the verdict on an answer given as Python in a string; nothing is evaluated."""
    try:
        return judge(check.exercise, from_code(answer))
    except Exception:  # whatever a string made by hand brings about, the report goes on
        return None


def _joined(*notes: str) -> str:
    return BETWEEN_NOTES.join(note for note in notes if note)


COLUMNS: Final = tuple(field.name for field in fields(ReportRow))
# A spreadsheet takes a cell that begins with one of these for a formula, and runs it. Where a
# country writes 0,5 for 0.5, a cell may begin after any semicolon, whatever quotes stand around.
_FORMULA = re.compile(r"(^|[;|])(?=[\s\"']*[=+\-@＝＋－＠])")


def to_csv(rows: Sequence[ReportRow]) -> str:
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


def summary(rows: Sequence[ReportRow]) -> str:
    """Return a report in a few lines: by exercise, by misconception, and what needs a look.

    Of several strings of one student for one notebook, the best answer to each exercise counts.
    Mean tries and hints are those of the students with an attempt at the exercise.

    Examples
    --------
    >>> rows = [ReportRow("a", "1", "03", "removable", "correct", 1.0, tries=2),
    ...         ReportRow("b", "2", "03", "removable", "incorrect",
    ...                   misconception=Belief.only_sinks, tries=1)]
    >>> print(summary(rows))
    2 files, 2 students, 2 answers.
    <BLANKLINE>
    notebook  exercise   students  correct  close  incorrect  open  tries  hints
    03        removable         2        1      0          1     0    1.5    0.0
    <BLANKLINE>
    Most frequent misconceptions
      1  only variables without children are removable.
    """
    best = best_rows(rows)
    files = counted(len({row.file for row in rows}), "file")
    students = counted(len({row.student for row in best}), "student")
    answers = counted(len([row for row in best if row.verdict != "open"]), "answer")
    parts = [f"{files}, {students}, {answers}."]
    if best:
        parts.append(_by_exercise(best))
    if found := Counter(row.misconception for row in best if row.misconception):
        # as often as each other: in the order of the list
        order = sorted((m for m in Belief if found[m]), key=lambda m: -found[m])
        lines = [f"{found[m]:3}  {m.words}" for m in order]
        parts.append("\n".join(["Most frequent misconceptions", *lines]))
    if notes := noted(rows):
        parts.append("\n".join(["To look at", *notes]))
    return "\n\n".join(parts)


def best_rows(rows: Sequence[ReportRow]) -> list[ReportRow]:
    """Return one line for each student, notebook and exercise, in the order of the rows."""
    best: dict[tuple[str, str, str], ReportRow] = {}
    for row in rows:
        key = (row.student, row.notebook, row.exercise)
        if row.verdict and (key not in best or _rank(row) > _rank(best[key])):
            best[key] = row
    return list(best.values())


def _rank(row: ReportRow) -> tuple[bool, float]:
    return row.verdict != "open", row.points


def _by_exercise(best: Sequence[ReportRow]) -> str:
    groups: dict[tuple[str, str], list[ReportRow]] = {}
    for row in best:
        groups.setdefault((row.notebook, row.exercise), []).append(row)
    order = sorted(groups, key=itemgetter(0))  # of a notebook, as they come first
    return aligned([_HEADING, *(_line(*key, groups[key]) for key in order)], left=2)


VERDICTS: Final = ("correct", "close", "incorrect", "open")
_HEADING: Final = ["notebook", "exercise", "students", *VERDICTS, "tries", "hints"]


def _line(notebook: str, exercise: str, group: Sequence[ReportRow]) -> list[str]:
    """Return how often an exercise got each verdict, and the mean tries and hints."""
    counts = Counter(row.verdict for row in group)
    began = [row for row in group if row.tries or row.hints]
    sums = (sum(row.tries for row in began), sum(row.hints for row in began))
    means = [f"{found / len(began):.1f}" if began else "-" for found in sums]
    told = (str(counts[verdict]) for verdict in VERDICTS)
    return [harmless(notebook), harmless(exercise), str(len(group)), *told, *means]


def noted(rows: Sequence[ReportRow]) -> list[str]:
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


def totals(rows: Sequence[ReportRow], students: Iterable[str] = ()) -> tuple[Totals, ...]:
    """Return the totals of the students on a list, in its order, then of all others."""
    best = best_rows(rows)
    found: dict[str, list[ReportRow]] = {student: [] for student in students}
    for row in best:
        found.setdefault(row.student, []).append(row)
    notes: dict[str, set[tuple[str, str]]] = {}
    for row in rows:
        if row.note:
            notes.setdefault(row.student, set()).add((row.file, row.note))
    every = []
    for student, own in found.items():
        points: dict[str, float] = {}
        for row in own:
            points[row.notebook] = points.get(row.notebook, 0.0) + row.points
        every.append(Totals(student, points, len(notes.get(student, ()))))
    return tuple(every)


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
        total, remark = _NOTHING, "nothing handed in"
        if each.points:
            told = counted(each.notes, "note in the report", "notes in the report")
            total, remark = f"{each.total:g}", told if each.notes else ""
        lines.append([harmless(each.student), *grades, total, remark])
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
