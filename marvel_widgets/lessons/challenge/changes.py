"""Programs that differ from a right one in one thing, as the exercises of notebook 12 name it."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.challenge.calls import TRUSTED, Call, Caller, Program
from marvel_widgets.lessons.challenge.programs import (
    Removability,
    marvel,
    pc,
    removable,
    small,
    update,
)
from marvel_widgets.lessons.challenge.tasks import TASKS, Case


class Change(NamedTuple):
    """A program, in what it differs, and the belief that takes it for a right one."""

    belief: Misconception
    program: Program
    differs: str

    def on(self, step: str, dag: Dag, case: Case) -> Call:
        """Return its call on a case of a graph."""
        return Caller(TASKS[step], self.program, TRUSTED)(dag, case)


def _untested(_: Program, *arguments: Any) -> object:
    return update()(lambda *_: True, *arguments)


def _as_they_were(_: Program, x: Any, boundaries: dict[Any, Any], __: object) -> object:
    return {y: boundaries[y] for y in boundaries if y != x}


CHANGES: Final[Mapping[str, tuple[Change, ...]]] = MappingProxyType(
    {
        "removable": (
            Change("M5", small, "it calls removable what has a boundary of two at most"),
            Change("M6", removable(Removability(two=False)), "it tests Condition 1 alone"),
            Change("", removable(Removability(one=False)), "it tests Condition 2 alone"),
            Change(
                "M30",
                removable(Removability(with_x=False)),
                "the sets of Condition 1 are without {x}",
            ),
            Change(
                "M30",
                removable(Removability(with_y=False)),
                "the sets of Condition 2 are without the common child",
            ),
            Change(
                "M31",
                removable(Removability(read_sets=False)),
                "it takes each neighbor of {x} and of a co-parent for a common child",
            ),
        ),
        "update": (
            Change("M11", update(""), "it only takes {x} out of the boundaries"),
            Change("M25", update("with x"), "its tests give {x} too"),
            Change("M28", update("nothing"), "its tests give nothing"),
            Change("M18", update(sides=1), "a pair that parts changes one of its two boundaries"),
            Change("", _untested, "it parts all neighbors of {x} without a test"),
            Change("M36", _as_they_were, "the others keep their boundaries, {x} included"),
        ),
        "any": (
            Change("M33", marvel(rules=0), "MARVEL leaves out Meek's rules"),
            Change("M34", marvel(rules=1), "MARVEL applies the first of Meek's rules alone"),
            Change("M9", marvel(first=True), "MARVEL lets the first in its order leave, untested"),
            Change("M6", marvel(Removability(two=False)), "MARVEL tests Condition 1 alone"),
            Change(
                "M10", marvel(keep="open"), "MARVEL makes a v-structure of every unshielded triple"
            ),
            Change("M11", marvel(after=update("")), "MARVEL's update only deletes the variable"),
            Change("M17", pc(sizes=lambda n: range(1, n)), "PC never gives the empty set"),
            Change("M42", pc(sizes=lambda _: range(1)), "PC gives the empty set and no other"),
        ),
    }
)


class Sets(NamedTuple):
    """Which sets a program for neighbors gives, and the belief that takes these for enough."""

    belief: Misconception
    words: str
    sizes: Callable[[int], Iterable[int]]  # given the number of the others


SETS: Final[Mapping[str, Sets]] = MappingProxyType(
    {
        "all": Sets("M8", "all the others", lambda n: [n]),
        "more than none": Sets(
            "M17", "each set of the others but the empty one", lambda n: range(1, n + 1)
        ),
        "none": Sets("M28", "nothing", lambda _: [0]),
    }
)


class Line(NamedTuple):
    """A line of MARVEL, and the lines that come before it: why, and for which name."""

    text: str
    after: tuple[tuple[int, str, str], ...] = ()


LINES: Final = (
    Line("def my_marvel(ask, names):"),
    Line("boundaries = find_boundaries(ask, names)", ((0, "begins", ""),)),
    Line("edges, sets = set(), {}", ((0, "begins", ""),)),
    Line("while boundaries:", ((1, "once", ""), (2, "once", ""))),
    Line("line = sorted(boundaries, key=lambda v: (len(boundaries[v]), v))", ((3, "begins", ""),)),
    Line("x = next(v for v in line if removable(ask, v, boundaries[v]))", ((4, "makes", "line"),)),
    Line("near = neighbors(ask, x, boundaries[x])", ((5, "makes", "x"),)),
    Line("edges |= {frozenset((x, y)) for y in near}", ((6, "makes", "near"),)),
    Line("sets |= kept_sets(ask, x, near, boundaries)", ((6, "makes", "near"),)),
    Line("boundaries = update(ask, x, boundaries, near)", ((8, "changes", "boundaries"),)),
    Line("found = v_structures(edges, sets)", tuple((n, "loop", "") for n in (7, 8, 9))),
    Line("return directed(names, edges, found)", ((10, "makes", "found"),)),
)
