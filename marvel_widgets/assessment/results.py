"""What a learner hands in: the answers of one notebook as one signed string."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, Final, get_args

from marvel_widgets.assessment.plain import shown
from marvel_widgets.assessment.question import question_text
from marvel_widgets.assessment.signing import SignatureError, digest, opened, own_key, signed
from marvel_widgets.assessment.verdict import WIDTH, Kind

if TYPE_CHECKING:
    from marvel_widgets.course.checks import Check

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


@dataclass(frozen=True, slots=True)
class Result:
    """The content of a result string."""

    notebook: str
    student: str
    library: str
    answers: tuple[Answered, ...]


@dataclass(frozen=True, slots=True)
class Submission:
    """A result with its string, as a cell shows it."""

    result: Result
    string: str

    def __repr__(self) -> str:
        if not self.string:
            return "Nothing is answered yet, so there is nothing to hand in."
        texts = [each.verdict for each in self.result.answers]
        hints = sum(each.hints for each in self.result.answers)
        told = f"{texts.count('correct')} correct; hints asked for: {hints}"
        if RECORDED in texts:
            told = "no verdict is in what you hand in"
        whose = f", student {self.result.student}" if self.result.student else ""
        lines = [
            f"Notebook {self.result.notebook}{whose}: {len(texts) - texts.count('open')} answered, "
            f"{told}.",
            *([NO_NUMBER] if not _is_a_number(self.result.student) else []),
            "Hand in these letters, from mwr1 to the end:",
            *textwrap.wrap(self.string, WIDTH, break_on_hyphens=False),
        ]
        return "\n".join(lines)


RECORDED: Final = "recorded"  # in place of a verdict, in an exam
NO_NUMBER: Final = (
    "This id is not a number. It is part of what you hand in: use your number on the list."
)


def to_hand_in(checks: Iterable[Check], notebook: str, student: str, key: str = "") -> Submission:
    """Return the exercises that a learner worked on, with the signed string.

    `key` is the teacher's; empty stands for the public one.

    >>> from marvel_widgets import exercises
    >>> check = exercises("T", student="17")
    >>> check.result()
    Nothing is answered yet, so there is nothing to hand in.
    """
    worked_on = [check for check in checks if check.attempt.tries or check.attempt.hints]
    answers = tuple(
        Answered(
            check.name,
            check.draw,
            question_digest(check),
            check.attempt.answer,
            check.attempt.tries,
            check.attempt.hints,
            check.attempt.verdict,
        )
        for check in worked_on
    )
    result = Result(notebook, student, library_version(), answers)
    return Submission(result, signed(_content(result), key) if answers else "")


def result_of(string: str, key: str = "") -> tuple[Result, bool]:
    """Return the content of a result string, and whether its signature fits the key.

    The key is the teacher's, or the one that the student's own copy got of it (`own_key`).

    >>> from marvel_widgets import exercises
    >>> check = exercises("T", student="17")
    >>> verdict = check.gain(50)
    >>> result, genuine = result_of(check.result(key="spring").string, key="spring")
    >>> result.student, result.answers[0].name, result.answers[0].tries, genuine
    ('17', 'gain', 1, True)
    """
    content = opened(string, key)
    result = _result(content.content)
    if content.genuine or not key:
        return result, content.genuine
    return result, opened(string, own_key(key, result.student)).genuine


def question_digest(check: Check, *, exam: bool = False) -> str:
    """Return six letters that agree when two versions of the library ask the same question.

    Those of an exam know nothing of the solution: by trying all answers it could be found.
    """
    if exam or not check.answers:
        return digest(question_text(check.asked))
    exercise = check.exercise
    return digest(f"{question_text(exercise)}\n{exercise.kind.code(exercise.solution)}")


def library_version() -> str:
    """Return the version of marvel-widgets, or an empty text where it is not installed."""
    try:
        return version("marvel-widgets")
    except PackageNotFoundError:
        return ""


def _is_a_number(student: str) -> bool:
    return not student or student.isdecimal()


def _content(result: Result) -> dict[str, Any]:
    rows = [
        [a.name, a.draw, a.question, a.answer, a.tries, a.hints, a.verdict] for a in result.answers
    ]
    return {
        "c": COURSE,
        "n": result.notebook,
        "s": result.student,
        "v": result.library,
        "x": rows,
    }


_FIELDS: Final = (str, int, str, str, int, int, str)


def _result(content: dict[str, Any]) -> Result:
    if content.get("c") != COURSE:
        msg = f"the string is of the course {shown(content.get('c'))}; this is {COURSE!r}"
        raise SignatureError(msg)
    texts, rows = [content.get(key) for key in "nsv"], content.get("x")
    if not all(isinstance(text, str) for text in texts) or not isinstance(rows, list):
        msg = "the string does not contain a result"
        raise SignatureError(msg)
    notebook, student, library = map(str, texts)
    return Result(notebook, student, library, tuple(_answered(row) for row in rows))


def _answered(row: Any) -> Answered:
    """Return one exercise from plain data; a bool does not count as a number."""
    fits = isinstance(row, list) and [type(part) for part in row] == list(_FIELDS)
    if not fits or row[-1] not in get_args(Kind):
        msg = "the string does not contain answers"
        raise SignatureError(msg)
    return Answered(*row)
