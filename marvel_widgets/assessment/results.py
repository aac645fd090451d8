"""What a learner hands in: the answers of one notebook as one signed string."""

from __future__ import annotations

import textwrap
from dataclasses import astuple, dataclass, replace
from typing import Any, Final, get_args

from marvel_widgets.assessment.plain import shown
from marvel_widgets.assessment.signing import SignatureError, opened, own_key, signed
from marvel_widgets.assessment.verdict import WIDTH, Kind

COURSE: Final = "marvel-widgets"


@dataclass(frozen=True, slots=True)
class Answered:
    """What a learner did about one exercise."""

    name: str
    draw: int
    question: str
    answer: str
    tries: int
    hints: int
    verdict: Kind
    seconds: int | None = None  # that it took, if that was to be told


@dataclass(frozen=True, slots=True)
class HandedIn:
    """The content of a result string."""

    notebook: str
    student: str
    library: str
    answers: tuple[Answered, ...]


@dataclass(frozen=True, slots=True)
class Submission:
    """A result with its string, as a cell shows it."""

    result: HandedIn
    string: str

    def __repr__(self) -> str:
        if not self.string:
            return "Nothing is answered yet, so there is nothing to hand in."
        texts = [each.verdict for each in self.result.answers]
        hints = sum(each.hints for each in self.result.answers)
        told = f"{texts.count('correct')} correct; hints asked for: {hints}"
        if RECORDED in texts:
            told = "no verdict is in what you hand in"
        student = self.result.student
        whose = f", student {student}" if student else ""
        times = [each for each in self.result.answers if each.seconds is not None]
        took = ""
        if times:
            parts = ", ".join(f"{each.name} {minutes(each.seconds)}" for each in times)
            whole = minutes(sum(each.seconds or 0 for each in times))
            took = f"Minutes, also handed in: {parts}; in all {whole}."
        lines = [
            f"Notebook {self.result.notebook}{whose}: {len(texts) - texts.count('open')} answered, "
            f"{told}.",
            *([] if not student or student.isdecimal() else [NO_NUMBER]),
            *textwrap.wrap(took, WIDTH),
            "Hand in these letters, from mwr1 to the end:",
            *textwrap.wrap(self.string, WIDTH, break_on_hyphens=False),
        ]
        return "\n".join(lines)


def minutes(seconds: int | None) -> str:
    """Return seconds in minutes; empty where there are none."""
    return "" if seconds is None else f"{seconds / 60:.1f}"


RECORDED: Final = "recorded"  # in place of a verdict, in an exam
NO_NUMBER: Final = (
    "This id is not a number. It is part of what you hand in: use your number on the list."
)


def submission_of(result: HandedIn, key: str = "") -> Submission:
    """Return what is handed in; `key` is the teacher's, empty stands for the public one."""
    return Submission(result, signed(_content(result), key) if result.answers else "")


def result_of(string: str, key: str = "") -> tuple[HandedIn, bool]:
    """Return the content of a result string, and whether its signature fits the key.

    The key is the teacher's, or the one that the student's own copy got of it (`own_key`).
    """
    content = opened(string, key)
    result = _result(content.content)
    if content.genuine or not key:
        return result, content.genuine
    return result, opened(string, own_key(key, result.student)).genuine


def _content(result: HandedIn) -> dict[str, Any]:
    rows = [[*astuple(answered)[:-1]] for answered in result.answers]
    times = [a.seconds for a in result.answers if a.seconds is not None]
    return {
        "c": COURSE,
        "n": result.notebook,
        "s": result.student,
        "v": result.library,
        "x": rows,
        **({"t": times} if times else {}),  # beside the rows: older versions read these alone
    }


_FIELDS: Final = (str, int, str, str, int, int, str)


def _result(content: dict[str, Any]) -> HandedIn:
    if content.get("c") != COURSE:
        msg = f"the string is of the course {shown(content.get('c'))}; this is {COURSE!r}"
        raise SignatureError(msg)
    texts, rows = [content.get(key) for key in "nsv"], content.get("x")
    if not all(isinstance(text, str) for text in texts) or not isinstance(rows, list):
        msg = "the string does not contain a result"
        raise SignatureError(msg)
    notebook, student, library = map(str, texts)
    answers = [_answered(row) for row in rows]
    if "t" in content:
        times = content["t"]
        fits = isinstance(times, list) and all(type(t) is int and t >= 0 for t in times)
        if not fits or len(times) != len(answers):
            msg = "the string does not contain a time for each answer"
            raise SignatureError(msg)
        answers = [replace(a, seconds=t) for a, t in zip(answers, times, strict=True)]
    return HandedIn(notebook, student, library, tuple(answers))


def _answered(row: Any) -> Answered:
    """Return one exercise from plain data; a bool does not count as a number."""
    fits = isinstance(row, list) and [type(part) for part in row] == list(_FIELDS)
    if not fits or row[-1] not in get_args(Kind):
        msg = "the string does not contain answers"
        raise SignatureError(msg)
    return Answered(*row)
