"""The test before and after the course: two parallel forms of ten items.

Both forms ask the same ten exercises of the notebooks about different cases of the same size, on
which the same wrong answers show the same beliefs, so that one can be given before the course and
the other after it. docs/teaching-data.md says how.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from marvel_widgets.assessment.exercise import Builder, Exercise, drawn
from marvel_widgets.course.registry import lesson_exercises, profile_of

FORMS: Final = ("A", "B")


@dataclass(frozen=True, slots=True)
class TestItem:
    """One item: an exercise of a notebook."""

    notebook: str
    name: str
    model: str = "0"


# One idea each, answered on paper in about two minutes, in the order of the notebooks.
ITEMS: Final = (
    TestItem("00", "reading_tests"),
    TestItem("01", "openers", "2"),
    TestItem("02", "boundary", "4"),
    TestItem("03", "removable"),
    TestItem("05", "neighbor_tests", "2"),
    TestItem("06", "update_pairs"),
    TestItem("07", "directed", "2"),
    TestItem("08", "scope"),
    TestItem("09", "counted_once"),
    TestItem("11", "wrong_answers", "5"),
)
# The terms that the items use, for readers who have not met them yet.
WORDS: Final = (
    (
        "independent given S",
        "if the variables in S are known, the one tells nothing more about the other",
    ),
    ("d-separated given S", "the same, read off the graph; otherwise they are d-connected"),
    (
        "Markov boundary of X",
        "the smallest set that, once given, makes X independent of all other variables",
    ),
    (
        "removable",
        "without X, the graph has the same d-separations among the other variables as with X",
    ),
    (
        "essential graph",
        "the edges of the graph, with an arrow where all graphs with the same d-separations agree",
    ),
    (
        "MARVEL",
        "a method that finds all Markov boundaries, then the edges at a removable variable by "
        "tests, takes the variable away, tests which boundaries become smaller, and goes on",
    ),
    ("upper bound", "a number from the paper that MARVEL's tests do not exceed"),
    (
        "lower bound",
        "a number of tests that are needed on some graph of a size; the paper shows it by its "
        "Example 1, some cliques, where a cell is a pair with a set to be given",
    ),
)


def builder_of(item: TestItem) -> Builder:
    """Return the builder of an item's exercise, as its notebook has it."""
    return lesson_exercises(item.notebook)[item.name]


def size_of(exercise: Exercise) -> tuple[Any, ...]:
    """Return what two parallel cases must share: variables, edges, and how long the answer is.

    The length of a number is that of its digits.
    """
    graph = (0, 0) if exercise.dag is None else (len(exercise.dag), exercise.dag.edge_count)
    solution = exercise.solution
    length = len(solution) if isinstance(solution, frozenset | tuple | dict) else len(str(solution))
    return (*graph, length)


@cache
def model_case(item: TestItem) -> Exercise:
    """Return the case that sets the size of all cases of an item."""
    return drawn(builder_of(item), f"pre-post/{item.name}/{item.model}")


def parallel(item: TestItem) -> Builder:
    """Return a builder of cases of one size, which show the same beliefs, for both forms."""

    def build(rng: random.Random) -> Exercise | None:
        exercise = builder_of(item)(rng)  # its module is imported when it is needed
        if exercise is None or size_of(exercise) != size_of(model_case(item)):
            return None
        return exercise if profile_of(exercise) == profile_of(model_case(item)) else None

    return build


# What `exercises("pre-post-A")` and `exercises("pre-post-B")` ask; their seeds differ.
EXERCISES: Final[Mapping[str, Builder]] = MappingProxyType(
    {item.name: parallel(item) for item in ITEMS}
)
