"""Which beliefs each exercise can show, and cases that show exactly these.

A drawn case lists the beliefs that lead to a wrong answer of their own on it; on some cases two of
them coincide, so that draws of one exercise may list different beliefs. A profile fixes them: as
many beliefs as a good part of the draws list. Cases drawn `with_profile` list these and no others,
which makes two of them parallel, and tells a placement test what a question can show before the
question is drawn.

The profiles are stored, because drawing cases of every exercise takes half a minute:
`python -m tests.item_profiles` writes them again.
"""

import random
from dataclasses import dataclass
from functools import cache
from typing import Final

from marvel_widgets._data import tables
from marvel_widgets.assessment.exercise import Builder, Exercise
from marvel_widgets.assessment.misconceptions import MISCONCEPTIONS, Misconception
from marvel_widgets.course.registry import lesson_exercises, second_questions

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

    @property
    def key(self) -> str:
        """Its name among the exercises of all notebooks."""
        return f"{self.name}_{self.notebook.lower()}"

    @property
    def builder(self) -> Builder:
        """What draws a case that shows its beliefs."""
        return with_profile(_builder(self.notebook, self.name), self.beliefs)


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


def with_profile(builder: Builder, profile: Profile) -> Builder:
    """Return a builder of those cases that list exactly the beliefs of a profile."""

    def build(rng: random.Random) -> Exercise | None:
        exercise = builder(rng)
        fits = exercise is not None and profile_of(exercise) == profile
        return exercise if fits else None

    return build


def _builder(notebook: str, name: str) -> Builder:
    own = lesson_exercises(notebook)
    return own[name] if name in own else second_questions(notebook)[name]
