"""The page at the end of a placement test: what to work on, and where."""

from dataclasses import dataclass
from typing import Final

from marvel_widgets.assessment.evidence import OTHER, RIGHT
from marvel_widgets.assessment.misconceptions import MISCONCEPTIONS, Misconception
from marvel_widgets.course.item_profiles import Item, profiles
from marvel_widgets.course.placement import PlacementTest
from marvel_widgets.text import counted, listed

PLACES: Final = 2  # to work at, for each belief
SHOWN: Final = 6  # beliefs in the chart
SURE: Final = 0.9


@dataclass(frozen=True, slots=True)
class Advice:
    """A belief that is likely, why, and where to work on it."""

    belief: Misconception
    sentence: str
    probability: float
    questions: tuple[int, ...]
    places: tuple[Item, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """The advice in sentences."""
        chance = min(round(100 * self.probability), 99)  # nothing is certain after a few answers
        likely = "Very likely" if self.probability >= SURE else "Likely"
        seen = "question" if len(self.questions) == 1 else "questions"
        why = f"; seen in {seen} {listed(map(str, self.questions))}" if self.questions else ""
        where = "; ".join(place_words(item) for item in self.places)
        return (
            f"{likely} a wrong belief ({chance}\u00a0%{why}): {self.sentence}",
            f"Work on it: {where}.",
        )


def place_words(item: Item) -> str:
    """Return where an exercise is, in words."""
    title = profiles().notebooks[item.notebook]
    return f"notebook {item.notebook}, {title} (section {item.section}): check.{item.name}"


def places_for(belief: Misconception) -> tuple[Item, ...]:
    """Return exercises of the notebooks that show a belief: of the first notebooks that have it.

    Of each notebook it is the first one; the others of the first notebook fill up.
    """
    found = [item for item in profiles().items if belief in item.beliefs and item.section]
    first = [item for n, item in enumerate(found) if item.notebook not in _books(found[:n])]
    more = [item for item in found if item not in first]
    return tuple([*first, *more][:PLACES])


def _books(items: list[Item]) -> set[str]:
    return {item.notebook for item in items}


def advice(test: PlacementTest) -> tuple[Advice, ...]:
    """Return what to work on by the answers so far, the likeliest belief first."""
    return tuple(
        Advice(
            belief,
            MISCONCEPTIONS[belief],
            test.evidence.probability[belief],
            tuple(n for n, one in enumerate(test.asked, start=1) if one.shown == belief),
            places_for(belief),
        )
        for belief in test.named
    )


def summary(test: PlacementTest) -> str:
    """Return in a sentence what was asked, and what the answers were."""
    if not test.asked:
        return "No question was answered."
    shown = [one.shown for one in test.asked]
    right, wrong = shown.count(RIGHT), sum(one in MISCONCEPTIONS or one == OTHER for one in shown)
    unmet = len(shown) - right - wrong
    parts = [f"{right} right", f"{wrong} wrong", *([f"{unmet} not met yet"] if unmet else [])]
    return f"{counted(len(shown), 'question')}: {listed(parts)}."


def page_lines(test: PlacementTest) -> tuple[str, ...]:
    """Return the page in sentences: what to work on and where, and what that is worth."""
    lines = [summary(test)]
    for one in advice(test):
        lines += one.lines
    if not test.named and test.asked:
        lines.append("No wrong belief is likely after these answers.")
    for number in test.unmet:
        lines.append(f"Not met yet: notebook {number} ({profiles().notebooks[number]}).")
    open_ones = _unsettled(test)
    if open_ones:
        lines.append(
            f"{counted(len(open_ones), 'belief')} of {len(test.scope.beliefs)} "
            f"{'was' if len(open_ones) == 1 else 'were'} asked too little about to tell."
        )
    lines.append(
        "This is a guess from a few answers: a slip can look like a belief, and the exercises of "
        "the notebooks tell more."
    )
    return tuple(lines)


def _unsettled(test: PlacementTest) -> list[Misconception]:
    """Return the beliefs that the answers leave open."""
    asked = {
        belief
        for one in test.asked
        if one.shown in MISCONCEPTIONS or one.shown in (RIGHT,)
        for belief in one.item.beliefs
    }
    return [belief for belief in test.scope.beliefs if belief not in asked]


def likeliest(test: PlacementTest) -> list[tuple[Misconception, int]]:
    """Return the likeliest beliefs, those that are named first, and the percentage of each."""
    likely = test.evidence.probability
    ranked = sorted(test.scope.beliefs, key=lambda belief: -likely[belief])
    ranked = [*test.named, *(belief for belief in ranked if belief not in test.named)]
    top = ranked[: max(SHOWN, len(test.named))]
    return [(belief, min(round(100 * likely[belief]), 99)) for belief in top]
