"""What differs from a right program in one thing, and the belief behind it."""

from collections.abc import Mapping
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
    """In what a program differs from a right one, and the belief that takes it for one.

    A change of a whole method says in which.
    """

    belief: Misconception
    words: str
    program: Program
    method: str = ""

    def on(self, step: str, dag: Dag, case: Case) -> Call:
        """Return its call on a case of a graph."""
        return Caller(TASKS[step], self.program, TRUSTED)(dag, case)

    @property
    def differs(self) -> str:
        """In what the program differs, as a clause."""
        return f"in {self.method.upper()} {self.words}" if self.method else self.words


def _untested(_: Program, *arguments: Any) -> object:
    return update()(lambda *_: True, *arguments)


def _as_they_were(_: Program, x: Any, boundaries: dict[Any, Any], __: object) -> object:
    return {y: boundaries[y] for y in boundaries if y != x}


CHANGES: Final[Mapping[str, tuple[Change, ...]]] = MappingProxyType(
    {
        "removable": (
            Change("M5", "it calls removable what has a boundary of two at most", small),
            Change("M6", "it tests Condition 1 alone", removable(Removability(two=False))),
            Change("", "it tests Condition 2 alone", removable(Removability(one=False))),
            Change(
                "M30",
                "the sets of Condition 1 are without {x}",
                removable(Removability(with_x=False)),
            ),
            Change(
                "M30",
                "the sets of Condition 2 are without the common child",
                removable(Removability(with_y=False)),
            ),
            Change(
                "M31",
                "it takes each neighbor of {x} and of a co-parent for a common child",
                removable(Removability(read_sets=False)),
            ),
        ),
        "update": (
            Change("M11", "it only takes {x} out of the boundaries", update("")),
            Change("M25", "its tests give {x} too", update("with x")),
            Change("M28", "its tests give nothing", update("nothing")),
            Change("M18", "a pair that parts changes one of its two boundaries", update(sides=1)),
            Change("", "it parts all neighbors of {x} without a test", _untested),
            Change("M36", "the others keep their boundaries, {x} included", _as_they_were),
        ),
        "any": (
            Change("M23", "Condition 1 is not tested", marvel(Removability(one=False)), "marvel"),
            Change("M9", "the first in the order leaves, untested", marvel(first=True), "marvel"),
            Change("M34", "of Meek's rules only the first is applied", marvel(rules=1), "marvel"),
            Change("M42", "no set has more than one member", pc(sizes=lambda n: range(min(n, 2))),
                   "pc"),
            Change("M11", "a removal only deletes the variable from sets", marvel(after=update("")),
                   "marvel"),
            Change("M67", "every open triple counts as a v-structure", marvel(keep="open"),
                   "marvel"),
            Change("M65", "only the neighbors of one end are searched", pc(sides=1), "pc"),
            Change("M6", "Condition 2 is not tested", marvel(Removability(two=False)), "marvel"),
            Change("M33", "Meek's rules are left out", marvel(rules=0), "marvel"),
            Change("M64", "the empty set is never tried", pc(sizes=lambda n: range(1, n)), "pc"),
            Change("M25", "the update gives the one that left", marvel(after=update("with x")),
                   "marvel"),
            Change("M36", "only v-structures that Condition 2 saw are kept", marvel(keep="found"),
                   "marvel"),
            Change("M34", "the third of Meek's rules is left out", marvel(rules=2), "marvel"),
            Change("M42", "no set has more than two members", pc(sizes=lambda n: range(min(n, 3))),
                   "pc"),
            Change("M18", "an update changes one of two sets", marvel(after=update(sides=1)),
                   "marvel"),
            Change("M67", "every open triple counts as a v-structure", pc(keep="open"), "pc"),
            Change("M33", "Meek's rules are left out", pc(rules=0), "pc"),
            Change("M42", "only the empty set is tried", pc(sizes=lambda _: range(1)), "pc"),
        ),
    }
)  # fmt: skip


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
