"""Which beliefs each exercise can show, by which a belief comes back in another exercise.

A drawn case lists the beliefs that lead to a wrong answer of their own on it; on some cases two of
them coincide, so that draws of one exercise may list different beliefs. A profile has as many
beliefs as a good part of the draws list.

The profiles are stored, because drawing cases of every exercise takes half a minute:
`python -m tests.item_profiles` writes them again.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

from marvel_widgets._data import tables
from marvel_widgets.assessment.exercise import Exercise
from marvel_widgets.assessment.misconceptions import MISCONCEPTIONS, Misconception
from marvel_widgets.course.registry import LESSONS, NOTEBOOKS

_PLACE: Final = {belief: n for n, belief in enumerate(MISCONCEPTIONS)}
Profile = tuple[Misconception, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """An exercise with what it can show."""

    notebook: str
    name: str
    beliefs: Profile
    section: str
    deeper: bool  # under a heading that is not of the core path

    @property
    def is_core(self) -> bool:
        """Whether the core path comes to it: it counts, and all else is beside."""
        return NOTEBOOKS[self.notebook].place == "core" and not self.deeper


@cache
def items() -> tuple[Item, ...]:
    """Return the exercises of all notebooks with their stored profiles, in the course's order."""
    table = tables("course/item_profiles.toml")
    return tuple(
        Item(number, name, tuple(beliefs.split()), section.removeprefix("+"), section[0] == "+")
        for number in LESSONS
        for name, words in table[number].items()
        for section, _, beliefs in [words.rpartition(":")]
    )


def profile_of(exercise: Exercise) -> Profile:
    """Return the beliefs that a case can show, in the order of the list of beliefs."""
    return tuple(sorted({m.misconception for m in exercise.mistakes}, key=_PLACE.__getitem__))
