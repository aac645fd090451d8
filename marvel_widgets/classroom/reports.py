"""A teacher's report on a folder of result strings: every answer is judged again.

A string may hold anything: a learner can write one by hand. So nothing in it is believed but the
answers, and nothing in it can stop the report.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from marvel_widgets.assessment.plain import from_code, shortened, shown
from marvel_widgets.assessment.program_answers import Program
from marvel_widgets.assessment.results import (
    RECORDED,
    Answered,
    Result,
    library_version,
    minutes,
    question_digest,
    result_of,
)
from marvel_widgets.assessment.signing import SignatureError
from marvel_widgets.assessment.verdict import Verdict, judge
from marvel_widgets.classroom.submissions import SubmittedFile, read_submissions
from marvel_widgets.course.checks import Check, Checks, exercises

VALID: Final = "valid"
NOT_VALID: Final = "not valid"
BETWEEN_NOTES: Final = " / "  # a note may hold commas and semicolons
MANY_TRIES: Final = 10  # more than somebody who thinks between them needs


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a report."""

    file: str
    student: str = ""
    notebook: str = ""
    exercise: str = ""
    verdict: str = ""
    points: float = 0.0
    tries: int = 0
    hints: int = 0
    misconception: str = ""
    signature: str = ""
    answer: str = ""
    note: str = ""
    minutes: str = ""


def report(folder: Path, key: str = "", *, exam: bool = False) -> tuple[Row, ...]:
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
    rows: list[Row] = []
    first_file: dict[str, str] = {}
    first_of: dict[tuple[str, str], str] = {}
    for each in read_submissions(folder):
        if each.error:
            rows.append(Row(each.file, note=each.error))
        for string in each.strings:
            if string in first_file:
                rows.append(Row(each.file, note=f"the same string is in {first_file[string]}"))
                continue
            first_file[string] = each.file
            rows += _noted(list(_rows(each, string, key, exam)), first_of)
    return tuple(rows)


def _noted(rows: list[Row], first_of: dict[tuple[str, str], str]) -> list[Row]:
    """Return the rows, with a note where the student handed in another string for the notebook."""
    whose = (rows[0].student, rows[0].notebook)
    if not rows[0].exercise:
        return rows
    if whose not in first_of:
        first_of[whose] = rows[0].file
        return rows
    again = f"another string of student {shown(whose[0])} for this notebook is in {first_of[whose]}"
    return [replace(row, note=_joined(row.note, again)) for row in rows]


def _rows(each: SubmittedFile, string: str, key: str, exam: bool) -> Iterator[Row]:
    try:
        result, genuine = result_of(string, key)
    except SignatureError as error:
        yield Row(each.file, note=str(error))
        return
    row = Row(each.file, result.student, result.notebook, signature=VALID if genuine else NOT_VALID)
    if not genuine:
        row = replace(row, note="changed after it was made, or made with another key")
    try:
        checks = exercises(result.notebook, result.student)
    except ValueError as error:
        yield replace(row, note=_joined(row.note, str(error)))
        return
    for line in _judged(row, result, checks):
        yield _with_exam_note(line, result) if exam else line


def _with_exam_note(row: Row, result: Result) -> Row:
    """Return a line, with a note where the notebook showed the verdict on this answer."""
    told = [each.name for each in result.answers if each.verdict != RECORDED]
    note = "answered where verdicts show" if row.exercise in told else ""
    return replace(row, note=_joined(row.note, note))


def _judged(row: Row, result: Result, checks: Checks) -> Iterator[Row]:
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


def _judged_again(row: Row, answered: Answered, check: Check, library: str) -> Row:
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
