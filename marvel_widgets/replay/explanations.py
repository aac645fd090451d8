"""One plain sentence for every event and every CI test."""

from dataclasses import dataclass

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.boundary.discovery import METHODS
from marvel_widgets.core.boundary.events import Event
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.core.independence.log import TestRecord
from marvel_widgets.replay.fold import story_of
from marvel_widgets.replay.presentation import SourcePlace
from marvel_widgets.replay.pseudocode import ITEMS, PURPOSES, line_of, line_of_purpose
from marvel_widgets.replay.story import Moment, PlayerState
from marvel_widgets.replay.wording import Reason, RunContext, given_words, reason
from marvel_widgets.text import rounded, set_apart


@dataclass(frozen=True, slots=True)
class Explanation:
    """A sentence and its place."""

    text: str
    line: int
    item: SourcePlace
    status: str

    @property
    def located(self) -> str:
        """The sentence after its line and place."""
        return f"Line {self.line}, {self.item}: {self.text}"

    def __str__(self) -> str:
        return f"Line {self.line}, {self.item}, {self.status}: {self.text}"


def explain_test(
    test: TestRecord, before: PlayerState, context: RunContext, why: Reason | None = None
) -> Explanation:
    """Describe a CI test: the pair, the set, the verdict and its witness (by default found)."""
    x, y = context.name(test.x), context.name(test.y)
    question = f"Are {x} and {y} independent {given_words(context, test.given)}?"
    if context.dag is not None:
        why = why or reason(context, test.x, test.y, test.given, before.remaining)
    text = f"{question} {answer_words(test, why)}"
    is_inside = bool(before.boundaries[test.x] >> test.y & 1)
    line = line_of_purpose(test.purpose, context.algorithm, is_inside=is_inside)
    if test.purpose == lemmas.NEIGHBORS and before.condition_one:
        line = ev.SeparatingSetRenewed.line  # a stored set is searched again
    grows = test.purpose == BOUNDARY_DISCOVERY and context.discovery in METHODS[1:]
    purpose = context.discovery if grows or context.is_discovery else test.purpose
    return Explanation(text, line, ITEMS.get(purpose, ITEMS[context.algorithm]), "performed")


_FALLBACKS = {
    "singular": (
        " A variable here is a linear function of the others given, so what is redundant was left "
        "out of the set."
    ),
    "undecided": " Too few samples agree on the set to compare any: without evidence, p is 1.",
}


def answer_words(test: TestRecord, why: Reason | None = None) -> str:
    """Return the answer of a test, with its p-value and with its witness, where there are any."""
    answer = "Yes" if test.independent else "No"
    if test.p_value is None:
        return f"{answer}, says the test." if why is None else f"{answer}: {why.text}."
    text = f"{answer}, says the test: {p_value_words(test)}.{_FALLBACKS.get(test.fallback, '')}"
    if why is None:
        return text
    if test.independent != why.separated:
        return f"{text} That is wrong in the true graph: {why.text}."
    return f"{text} That is right in the true graph: {why.text}."


def p_value_words(test: TestRecord) -> str:
    """Return the p-value of a test beside the level at which it was asked."""
    if test.p_value is None:
        return ""
    if test.alpha is None:
        return f"p = {rounded(test.p_value)}"
    p, alpha = set_apart(test.p_value, test.alpha)
    above = "above" if test.independent else "not above"
    return f"p = {p} is {above} alpha = {alpha}"


def purpose_words(purpose: str) -> str:
    """Return the purpose of a test as people read it."""
    return PURPOSES.get(purpose, purpose)


def explain(event: Event, before: PlayerState, context: RunContext) -> Explanation:
    """Return the sentence of an event."""
    story = story_of(event)
    told = story.sentence(Moment(event, before, context))
    text, item, status = (told, story.item, story.status) if isinstance(told, str) else told
    if context.is_discovery or not item:
        item = context.algorithm
    return Explanation(text, line_of(event, context.algorithm), ITEMS[item], status)
