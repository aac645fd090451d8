"""The notebooks of the course, one table that all read: place, minutes, lesson, needs."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import Final, Literal

from marvel_widgets._data import tables
from marvel_widgets.assessment.exercise import Builder

Place = Literal["core", "theory", "writing", "pc", "reference", "teacher"]


@dataclass(frozen=True, slots=True)
class Notebook:
    """A notebook among the others: whose ideas it needs, what its folds need besides, its own.

    `lesson` is the folder in `marvel_widgets.lessons` with the notebook's `exercises.EXERCISES`;
    a notebook without one asks nothing.
    """

    number: str
    title: str
    place: Place
    minutes: tuple[int, int]  # of its core, and of all of it
    gives: str
    lesson: str = ""
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

    The lesson is imported when it is asked for, so that a notebook pays for its own alone.
    """
    module = import_module(f"marvel_widgets.lessons.{LESSONS[notebook]}.exercises")
    found: Mapping[str, Builder] = module.EXERCISES
    return found


def needs_table(notebooks: Iterable[str]) -> Iterator[str]:
    """Yield a table in Markdown of what notebooks need and give."""
    yield from ("| Notebook | Needs | Gives |", "|---|---|---|")
    for number in notebooks:
        notebook = NOTEBOOKS[number]
        needs = [f"{NOTEBOOKS[each].gives} ({each})" for each in notebook.needs]
        needs += [
            f"{NOTEBOOKS[each].gives} ({each}) for what is deeper" for each in notebook.deeper
        ]
        yield f"| {number} | {', '.join(needs) or 'a graph, independence'} | {notebook.gives} |"
