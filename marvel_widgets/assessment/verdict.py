"""The verdict on an answer."""

import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from marvel_widgets.assessment.answers import AnswerKind, Statements
from marvel_widgets.assessment.beliefs import Believed
from marvel_widgets.assessment.exercise import Exercise
from marvel_widgets.assessment.facts import Facts, said
from marvel_widgets.assessment.plain import AnswerError
from marvel_widgets.assessment.program_answers import Program, in_brief
from marvel_widgets.pictures.band import Said, Sign
from marvel_widgets.text import capitalized

Kind = Literal["correct", "close", "incorrect", "open", "unread", "recorded"]
POINTS: Final = {"correct": 1.0, "close": 0.5}
SIGNS: Final[Mapping[str, Sign]] = {"correct": "yes", "close": "no", "incorrect": "no"}
PART: Final = "Not all of them."  # those that are named are right
# What a statement has; without it a colon is no end of one.
_STATES = re.compile(r"\b(?:is|are|does|do|fails?|holds?|has|have|comes?|blocks?|joins?)\b")
LONGEST_WHY: Final = 150  # letters after the first reason above a picture, a belief with them
WIDTH: Final = 84  # letters; a cell in JupyterLab beside its file list has a few more


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer is worth, and why; true exactly when the answer is correct."""

    kind: Kind
    text: str
    misconception: Believed = ""
    facts: Facts = ()
    answer: str = ""

    @property
    def witness(self) -> str:
        """What shows that the answer is wrong, or why it is right, in sentences."""
        return said(self.facts)

    def __bool__(self) -> bool:
        return self.kind == "correct"

    @property
    def said(self) -> Said:
        """The verdict in one sentence with its sign, and why in the others."""
        believed = self.misconception
        head, told = "", self.text.removesuffix(believed.told if believed else "")
        belief = [f"Perhaps a wrong belief: {believed.words}"] if believed else []
        if self.kind in SIGNS:
            head, _, told = told.rstrip().partition(". ")
        first, *more = re.split(r"(?<=[.?!]) (?=[^a-z])", told)
        what, colon, because = first.partition(": ")
        # the reason stands in the second line
        if colon and head and _STATES.search(what):
            first, more = f"{what}.", [capitalized(because), *more]
        while len(more) > 1 and sum(map(len, [*more[1:], *belief])) > LONGEST_WHY:
            del more[-1]
        said = f"{head}. {first}" if head and first else first or f"{head.removesuffix('.')}."
        return Said(said, " ".join([*more, *belief]), SIGNS.get(self.kind, ""))

    @property
    def points(self) -> float:
        """1 for a correct answer, 0.5 for a close one, else 0."""
        return POINTS.get(self.kind, 0.0)

    def __repr__(self) -> str:
        return textwrap.fill(self.text, WIDTH)


def judge(exercise: Exercise, raw: object) -> Verdict:
    """Return the verdict on an answer; no input raises an error.

    ``...`` stands for no answer yet.
    """
    value = _read(exercise.kind, raw)
    if isinstance(value, Verdict):
        return value
    answer = exercise.kind.code(value)
    if exercise.is_right(value):
        facts = exercise.why(value)
        return Verdict("correct", f"Correct. {said(facts)}", facts=facts, answer=answer)
    return _wrong(exercise, value, answer)


def recorded(kind: AnswerKind, raw: object) -> Verdict:
    """Return what an exam says of an answer: how it was read, and nothing about its worth."""
    value = _read(kind, raw)
    if isinstance(value, Verdict):
        return value
    answer = kind.code(value)
    text = f"Your answer is recorded: {in_brief(kind, answer)}."
    return Verdict("recorded", text, answer=answer)


def _read(kind: AnswerKind, raw: object) -> Any:
    """Return the value of an answer, or the verdict that it can't be read."""
    if raw is ...:
        text = f"Not answered yet. Put your answer in place of the dots: {kind.form}."
        return Verdict("open", text)
    try:
        if isinstance(kind, Program):
            return kind.read(getattr(raw, "function", raw))  # or what a challenge judged
        return kind.read(raw)
    except AnswerError as error:
        return Verdict("unread", f"We can't read this answer: {error}.")


def wrong_words(kind: AnswerKind, value: Any, right: Any) -> str:
    """Return how the verdict on a wrong answer begins, where one answer is right."""
    if isinstance(value, frozenset) and not isinstance(kind, Statements) and set() < value < right:
        return PART
    return "Close, but not right." if kind.close(value, right) else "Not right."


def _wrong(exercise: Exercise, value: object, answer: str) -> Verdict:
    misconception = exercise.misconception(value)
    near = not misconception and exercise.accepts is None
    kind: Kind = "close" if near and exercise.kind.close(value, exercise.solution) else "incorrect"
    facts = exercise.shows(value)
    head = wrong_words(exercise.kind, value, exercise.solution) if near else "Not right."
    parts = [head, said(facts)]
    if slip := exercise.slip(value):
        parts.insert(1, slip)
    misconception = misconception or exercise.behind_part(value)
    if misconception:
        parts.append(misconception.told)
    return Verdict(kind, " ".join(parts), misconception, facts, answer)
