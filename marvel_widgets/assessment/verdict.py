"""The verdict on an answer."""

import textwrap
from dataclasses import dataclass
from typing import Any, Final, Literal

from marvel_widgets.assessment.answers import AnswerKind
from marvel_widgets.assessment.exercise import Exercise
from marvel_widgets.assessment.facts import Facts, said
from marvel_widgets.assessment.misconceptions import Misconception, belief
from marvel_widgets.assessment.plain import AnswerError, plain
from marvel_widgets.assessment.program_answers import Program, in_brief
from marvel_widgets.assessment.slips import mended

Kind = Literal["correct", "close", "incorrect", "open", "unread", "recorded"]
POINTS: Final = {"correct": 1.0, "close": 0.5}
WIDTH: Final = 84  # letters; a cell in JupyterLab beside its file list has a few more


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer is worth, and why; true exactly when the answer is correct."""

    kind: Kind
    text: str
    misconception: Misconception = ""
    facts: Facts = ()
    answer: str = ""

    @property
    def witness(self) -> str:
        """What shows that the answer is wrong, or why it is right, in sentences."""
        return said(self.facts)

    def __bool__(self) -> bool:
        return self.kind == "correct"

    @property
    def points(self) -> float:
        """1 for a correct answer, 0.5 for a close one, else 0."""
        return POINTS.get(self.kind, 0.0)

    def __repr__(self) -> str:
        return textwrap.fill(self.text, WIDTH)


def judge(exercise: Exercise, raw: object, told: bool = False) -> Verdict:
    """Return the verdict on an answer; no input raises an error.

    ``...`` stands for no answer yet. An answer with a slip in its form is read where only one
    reading is possible; the text then begins with how it was read, as always with `told`.
    """
    found = _read(exercise.kind, raw)
    if isinstance(found, Verdict):
        return found
    value, slip = found
    answer = exercise.kind.code(value)
    before = f"We read this as {answer}. " if slip or told else ""
    if exercise.is_right(value):
        facts = exercise.why(value)
        return Verdict("correct", f"{before}Correct. {said(facts)}", facts=facts, answer=answer)
    return _wrong(exercise, value, answer, before)


def recorded(kind: AnswerKind, raw: object) -> Verdict:
    """Return what an exam says of an answer: how it was read, and nothing about its worth."""
    found = _read(kind, raw)
    if isinstance(found, Verdict):
        return found
    answer = kind.code(found[0])
    text = f"Your answer is recorded: {in_brief(kind, answer)}."
    return Verdict("recorded", text, answer=answer)


def _read(kind: AnswerKind, raw: object) -> tuple[Any, bool] | Verdict:
    """Return the value of an answer, and whether there was a slip in its form; or why not."""
    if raw is ...:
        text = f"Not answered yet. Put your answer in place of the dots: {kind.form}."
        return Verdict("open", text)
    try:
        if isinstance(kind, Program):
            return kind.read(getattr(raw, "function", raw)), False  # or what a challenge judged
        raw = plain(raw)  # once: a generator can be read only once
        try:
            return kind.read(raw), False
        except AnswerError:
            return mended(kind, raw), True
    except AnswerError as error:
        return Verdict("unread", f"We can't read this answer: {error}.")


def _wrong(exercise: Exercise, value: object, answer: str, before: str) -> Verdict:
    misconception = exercise.misconception(value)
    near = not misconception and exercise.accepts is None
    kind: Kind = "close" if near and exercise.kind.close(value, exercise.solution) else "incorrect"
    facts = exercise.shows(value)
    parts = ["Close, but not right." if kind == "close" else "Not right.", said(facts)]
    if slip := exercise.slip(value):
        parts.insert(1, slip)
    if misconception:
        parts.append(belief(misconception))
    return Verdict(kind, before + " ".join(parts), misconception, facts, answer)
