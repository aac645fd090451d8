"""Exercises as questions of a learning platform: which fit, and what a platform needs of them.

A number, and a choice of statements or variables, can be asked there; an order, pairs and answers
in parts can't, nor what has more than one right answer or none of the choices, nor choices that
nobody could tell apart.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from marvel_widgets.assessment.answers import Number, Statements
from marvel_widgets.assessment.facts import Facts
from marvel_widgets.assessment.plain import shown
from marvel_widgets.assessment.variable_answers import Names
from marvel_widgets.classroom.files import TeacherError, legible_line
from marvel_widgets.course.checks import Check, Checks, exercises
from marvel_widgets.course.pre_post import FORMS
from marvel_widgets.pictures.figure import description_of

# What Moodle can give for one of several right choices, and the sum comes to 100.
MOST_RIGHT: Final = 8
_LONGEST_IDENT: Final = 64
# What lists of students take too (`student_list.py`).
_NOT_IN_IDENTS: Final = re.compile(r"[^\w.-]")


@dataclass(frozen=True, slots=True)
class QuizQuestion:
    """A question as platforms ask it."""

    ident: str
    title: str
    lines: tuple[str, ...]
    number: int | None
    choices: tuple[tuple[str, bool], ...]  # as each is read, and whether it is right
    reasons: Facts


def exercises_of(source: str, student: str = "", *, answers: bool = True) -> Checks:
    """Return the exercises of a notebook by its number, or of form A or B of the test."""
    try:
        return exercises(
            f"pre-post-{source}" if is_form(source) else source, student, answers=answers
        )
    except ValueError as error:
        msg = f"There are no questions {shown(source)}: take A, B, or the number of a notebook."
        raise TeacherError(msg) from error


def is_form(source: str) -> bool:
    """Return whether a form of the test before and after the course is meant."""
    return source.upper() in FORMS


def questions(checks: Iterable[Check]) -> tuple[tuple[QuizQuestion, ...], tuple[str, ...]]:
    """Return the exercises that platforms can ask, and the names of those that they can't."""
    found = {check.name: _question(check) for check in checks}
    asked = tuple(question for question in found.values() if question is not None)
    return asked, tuple(name for name, question in found.items() if question is None)


def _question(check: Check) -> QuizQuestion | None:
    exercise, kind = check.exercise, check.exercise.kind
    number = exercise.solution if isinstance(kind, Number) else None
    listed = kind.choices if isinstance(kind, Names | Statements) else []
    choices = tuple((text, each in exercise.solution) for text, each in listed)
    if exercise.accepts is not None or not (number is not None or _can_be_ticked(choices)):
        return None
    lines = [*exercise.question.split("\n")]
    if exercise.dag is not None:
        lines.append(description_of(exercise.dag))
    told = tuple(line for line in lines if line.strip())
    return QuizQuestion(ident_of(check), exercise.title, told, number, choices, exercise.reasons)


def ident_of(check: Check) -> str:
    """Return the name of a case in a question bank: notebook, exercise, and whose it is."""
    whose = f"-{_in_ident(check.student)}" if check.student else ""
    return f"{check.notebook}-{check.name}{whose}"


def _can_be_ticked(choices: tuple[tuple[str, bool], ...]) -> bool:
    """Return whether a platform can ask for these, and a reader can distinguish them."""
    right = sum(is_right for _, is_right in choices)
    looks = {legible_line(text) for text, _ in choices}
    told_apart = "" not in looks and len(looks) == len(choices)
    return told_apart and 0 < right <= MOST_RIGHT and right < len(choices)


def _in_ident(student: str) -> str:
    """Return an id as a part of an ident; one that can't be such a part gets a digest of it."""
    name = _NOT_IN_IDENTS.sub("_", student)[:_LONGEST_IDENT]
    if name == student:
        return name
    return f"{name}-{sha256(student.encode('utf-8', 'replace')).hexdigest()[:8]}"
