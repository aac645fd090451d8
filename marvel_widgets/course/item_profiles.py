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

_PLACE: Final = {belief: n for n, belief in enumerate(MISCONCEPTIONS)}
Profile = tuple[Misconception, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """An exercise with what it can show."""

    notebook: str
    name: str
    beliefs: Profile
    section: str
    deeper: bool = False  # under a heading that is not of the core path

    @property
    def is_core(self) -> bool:
        """Whether the core path, through 00 to 11, comes to it."""
        return self.notebook <= "11" and not self.deeper


@dataclass(frozen=True, slots=True)
class Profiles:
    """The exercises, and the names of their notebooks."""

    items: tuple[Item, ...]
    notebooks: dict[str, str]


@cache
def profiles() -> Profiles:
    """Return the stored profiles."""
    table = tables("course/item_profiles.toml")
    items = [
        Item(notebook, name, tuple(beliefs), section, name in table["deeper"].get(notebook, ()))
        for notebook, found in table["items"].items()
        for name, (section, *beliefs) in found.items()
    ]
    return Profiles(tuple(items), dict(table["notebooks"]))


def profile_of(exercise: Exercise) -> Profile:
    """Return the beliefs that a case can show, in the order of the list of beliefs."""
    return tuple(sorted({m.misconception for m in exercise.mistakes}, key=_PLACE.__getitem__))
