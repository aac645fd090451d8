"""Facts on the loose ends of the paper: sets that mislead, removals, lines 13 and 15."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from marvel_widgets.assessment.facts import Case, Fact
from marvel_widgets.core.algorithms.events import VStructuresKnown
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.lessons.separation.by_arrows import arrows_text, kindred, members_of, subsets
from marvel_widgets.lessons.separation.facts import Labels, is_described
from marvel_widgets.text import listed

Pair = tuple[Label, Label]

# -- sets that mislead ---------------------------------------------------------------------------


@dataclass(frozen=True)
class SetSeparates(Fact):
    """Whether a set separates a variable from a co-parent, and has the neighbor Y in it."""

    x: Label
    y: Label
    child: Label  # what the lemma takes for one
    given: Labels
    path: Path | None  # an open one
    number: int = 0

    def say(self) -> str:
        """Return that, with the path where one is open."""
        head, pair = f"Set {self.number}" if self.number else "This set", f"{self.x} and {self.y}"
        if self.path is not None:
            return f"{head} does not separate {pair}: the path {self.path} is open."
        if self.child in self.given:
            return (
                f"{head} separates {pair}, but {self.child} is in it, so the lemma says at once: "
                f"no v-structure at {self.child}."
            )
        return f"{head} separates {pair}, and {self.child} is not in it."

    def holds(self, case: Case) -> bool:
        """Return whether the graph says so, and the path is as described."""
        apart = d_separated(case.graph, self.x, self.y, self.given)
        if self.path is None:
            return apart
        return self.path.is_open and is_described(case.graph, self.path, self.given)


@dataclass(frozen=True)
class NoneInside(Fact):
    """No set inside the boundary separates two variables, and a set is not inside it."""

    x: Label
    pair: Pair
    members: Labels
    given: Labels

    def say(self) -> str:
        """Return both."""
        y, t = self.pair
        return (
            f"It is not inside the boundary of {self.x}, which is "
            f"{{{', '.join(map(str, self.members))}}}: no set inside that separates {y} and {t}."
        )

    def holds(self, case: Case) -> bool:
        """Return whether all sets of it, with and without X, leave the two connected."""
        dag, outside = case.graph, set(self.given) - set(self.members)
        inside = {self.x, *self.members} - {*self.pair}
        whole = _is_boundary(dag, self.x, self.members) and case.answer == {*self.given}
        return (
            bool(outside)
            and whole
            and not any(d_separated(dag, *self.pair, s) for s in subsets(inside))
        )


# -- after removals ------------------------------------------------------------------------------


@dataclass(frozen=True)
class SharedChildren(Fact):
    """The common children of two variables, all of which have left, or one of which is there."""

    x: Label
    y: Label
    through: Labels
    removed: Labels
    there: bool

    def say(self) -> str:
        """Return that."""
        children = listed(map(str, self.through))
        if self.there:
            return f"{self.x} is missing: {children}, a common child with {self.y}, is still there."
        if not self.through:
            return f"{self.x} and {self.y} have no common child."
        return f"{self.x} shared {children} with {self.y}, which has left."

    def holds(self, case: Case) -> bool:
        """Return whether the arrows say so, and the answer errs about X."""
        common = kindred(case.graph, self.x, "child") & kindred(case.graph, self.y, "child")
        left = common - {*self.removed}
        fits = {*self.through} <= left if self.there else {*self.through} == common and not left
        return fits and (self.x in case.answer) != self.there


@dataclass(frozen=True)
class BoundaryNow(Fact):
    """The boundary of a variable after removals, and which of it are neighbors."""

    x: Label
    removed: Labels
    neighbors: Labels
    members: Labels  # the others

    def say(self) -> str:
        """Return both."""
        near = listed(map(str, self.neighbors))
        are = "is a neighbor" if len(self.neighbors) == 1 else "are neighbors"
        whole = listed(map(str, (*self.neighbors, *self.members)))
        return f"The boundary of {self.x} is now {whole}; of these, {near} {are}."

    def holds(self, case: Case) -> bool:
        """Return whether it is a least set that separates from the rest, in the smaller graph."""
        later = case.graph.induced(set(case.graph.nodes) - {*self.removed})
        near = kindred(later, self.x, "neighbor") == {*self.neighbors}
        return near and _is_boundary(later, self.x, (*self.neighbors, *self.members))


# -- the printed run, and line 15 ----------------------------------------------------------------


@dataclass(frozen=True)
class RunInOrder(Fact):
    """A run of the printed algorithm: in which order variables leave, and what is false."""

    order: Labels
    removed: Labels
    drawn: tuple[Pair, ...]  # by line 13
    false: tuple[Pair, ...]

    def say(self) -> str:
        """Return the order, and what line 13 draws and line 20 reads."""
        leave = f"With this order the variables leave as {', '.join(map(str, self.removed))}, and"
        if not self.false:
            return f"{leave} line 20 reads nothing false."
        return (
            f"{leave} line 13 draws {arrows_text(self.drawn)}: line 20 reads false v-structures "
            f"with the arrows {arrows_text(self.false)}."
        )

    def holds(self, case: Case) -> bool:
        """Return whether line 13 points what line 11 leaves at the end that leaves first."""
        dag = Dag(case.graph.edges, nodes=self.order)
        trace = record("marvel", dag, orientation="printed")
        at = dag.nodes.index
        known = [step.event for step in trace.steps if isinstance(step.event, VStructuresKnown)]
        of_11 = {(v, y) for event in known for y, t in event.v_structures for v in (event.x, t)}
        left = {e for e in dag.edges if (at(e[0]), at(e[1])) not in of_11}
        drawn = {tuple(sorted(edge, key=self.removed.index, reverse=True)) for edge in left}
        arrows = sorted(drawn | {*dag.edges} - left)
        meeting = [(one, two) for one, two in combinations(arrows, 2) if one[1] == two[1]]
        apart = [pair for pair in meeting if pair[0][0] not in dag.neighbors(pair[1][0])]
        false = {arrow for pair in apart if not {*pair} <= {*dag.edges} for arrow in pair}
        order = self.order == case.answer["order"] and trace.result.removal_order == self.removed
        return order and drawn == {*self.drawn} and false == {*self.false}


@dataclass(frozen=True)
class InLineFifteen(Fact):
    """Why a variable is given in the test of line 15, and missing, or is not given."""

    x: Label
    through: Label  # whose boundary is taken
    pair: Pair
    removed: Label
    kin: Literal["", "neighbor", "co-parent"]  # of a missing one

    def say(self) -> str:
        """Return why."""
        if self.kin:
            return (
                f"{self.x} is missing: it is a {self.kin} of {self.through}, whose boundary line "
                "15 takes."
            )
        if self.x in (self.removed, *self.pair):
            role = "the one that leaves" if self.x == self.removed else "one of the pair"
            return f"{self.x} is {role}, so not given."
        return f"{self.x} is not in the boundary of {self.through}, which line 15 takes."

    def holds(self, case: Case) -> bool:
        """Return whether the arrows make it kin, and the answer has it the other way round."""
        dag, w, given = case.graph, self.through, bool(self.kin)
        kin = {k for k in ("neighbor", "co-parent") if self.x in kindred(dag, w, k)}
        taken = w == min(self.pair, key=lambda v: (len(members_of(dag, v)), v))
        roles = (self.removed, *self.pair)
        right = kin == {self.kin} and self.x not in roles if given else not kin or self.x in roles
        return taken and right and (self.x in case.answer) != given


@dataclass(frozen=True)
class TakenBoundary(Fact):
    """Which boundary line 15 takes, and what it finds."""

    through: Label
    other: Label
    sizes: tuple[int, int]
    pair: Pair
    removed: Label
    apart: bool

    def say(self) -> str:
        """Return that."""
        y, z = self.pair
        return (
            f"The boundary of {self.through} has {self.sizes[0]} variables, that of {self.other} "
            f"{self.sizes[1]}. Given it without {self.removed}, {y} and {z}, they "
            f"{'part' if self.apart else 'stay together'}."
        )

    def holds(self, case: Case) -> bool:
        """Return whether the sizes are so, and the whole graph separates them or not."""
        dag, given = case.graph, members_of(case.graph, self.through) - {*self.pair, self.removed}
        sizes = len(members_of(dag, self.through)), len(members_of(dag, self.other))
        whole = sizes == self.sizes and {self.through, self.other} == {*self.pair}
        return whole and case.answer == given and d_separated(dag, *self.pair, given) == self.apart


# -- by the arrows, and by going through all sets ------------------------------------------------


def _is_boundary(dag: Dag, x: Label, members: Labels) -> bool:
    """Return whether a set separates a variable from all others, and none of it can be missing."""
    others = set(dag.nodes) - {x, *members}
    alone = all(d_separated(dag, x, v, members) for v in others)
    return alone and not any(d_separated(dag, x, v, {*members} - {v}) for v in members)
