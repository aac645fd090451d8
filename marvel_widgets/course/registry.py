"""The notebooks of the course, one table that all read: place, minutes, lesson, needs."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Final, Literal

from marvel_widgets._data import tables
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.exercise import Builder, Exercise

Place = Literal["core", "theory", "writing", "pc", "reference", "teacher"]


@dataclass(frozen=True, slots=True)
class Notebook:
    """A notebook among the others: whose ideas it needs, what its folds need besides, its own.

    `lesson` is the folder in `marvel_widgets.lessons` with the notebook's `exercises.EXERCISES`;
    a notebook without one asks nothing. Two notebooks that share what their lessons teach name
    all of these, and which of the exercises each `asks`.
    """

    number: str
    title: str
    place: Place
    minutes: tuple[int, int]  # of its core, and of all of it
    gives: str
    lesson: str = ""
    asks: tuple[str, ...] = ()  # all, where none is named
    needs: tuple[str, ...] = ()
    deeper: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Its number and its title."""
        return f"{self.number} {self.title}"


NOT_LEARNERS: Final = ("reference", "teacher")
"""The places whose notebooks are in no learner's copy."""

NOTEBOOKS: Final[Mapping[str, Notebook]] = MappingProxyType(
    {n: Notebook(number=n, **row) for n, row in tables("course/notebooks.toml").items()}
)
LESSONS: Final = MappingProxyType({n: each.lesson for n, each in NOTEBOOKS.items() if each.lesson})


def number_of(notebook: str) -> str:
    """Return a notebook's number as its file has it."""
    number = notebook.strip().upper()
    return number.zfill(2) if number.isdigit() else number


def lesson_exercises(notebook: str) -> Mapping[str, Builder]:
    """Return the builders of the exercises of a notebook by name, in its order.

    A lesson is imported when it is asked for, so that a notebook pays for its own alone.
    """
    found: dict[str, Builder] = {}
    for lesson in LESSONS[notebook].split():
        found |= import_module(f"marvel_widgets.lessons.{lesson}.exercises").EXERCISES
    return {name: found[name] for name in NOTEBOOKS[notebook].asks or found}


def needs_table(notebooks: Iterable[str]) -> Iterator[str]:
    """Yield a table in Markdown of what notebooks need and give."""
    yield from ("| Notebook | Needs | Gives |", "|---|---|---|")
    for number in notebooks:
        notebook = NOTEBOOKS[number]
        needs = [f"{NOTEBOOKS[each].gives} ({each})" for each in notebook.needs]
        needs += [f"{NOTEBOOKS[each].gives} ({each}) for *More*" for each in notebook.deeper]
        yield f"| {number} | {', '.join(needs) or 'a graph, independence'} | {notebook.gives} |"


# Which beliefs an exercise can show is stored, since drawing cases of all takes half a minute:
# `python -m tests.item_profiles` writes it again. On some cases two beliefs lead to the same wrong
# answer; a profile has as many beliefs as a good part of the draws list.
Profile = tuple[Belief, ...]


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
        Item(
            number,
            name,
            tuple(Belief[name] for name in beliefs.split()),
            section.removeprefix("+"),
            section[0] == "+",
        )
        for number in LESSONS
        for name, words in table[number].items()
        for section, _, beliefs in [words.rpartition(":")]
    )


def profile_of(exercise: Exercise) -> Profile:
    """Return the beliefs that a case can show, in the order of the list of beliefs."""
    shown = {m.misconception for m in exercise.mistakes}
    return tuple(belief for belief in Belief if belief in shown)
