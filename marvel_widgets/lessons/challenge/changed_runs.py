"""MARVEL and PC with one line changed: each bug of the bug game as a run of the kit's own."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, ClassVar

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.contradictions import collected_v_structures
from marvel_widgets.core.algorithms.marvel import MarvelRun
from marvel_widgets.core.algorithms.memory import Queue
from marvel_widgets.core.algorithms.pc import PcRun
from marvel_widgets.core.algorithms.rival_events import ColliderDecided
from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.boundary.events import Event
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.equivalence import MeekStep, fitting_rule
from marvel_widgets.core.graphs.pdag import Pdag, mask_pattern

Events = Iterator[Event]
Judging = Any  # a generator of events that returns a truth value


class WithoutConditionOne(MarvelRun):
    """Line 9 takes Condition 1 for granted."""

    def test_condition_one(self, x: int) -> Judging:
        """Ask nothing."""
        yield ev.ConditionOneDecided(x, True)
        return True


class WithoutConditionTwo(MarvelRun):
    """Line 12 takes Condition 2 for granted."""

    def test_condition_two(self, x: int) -> Judging:
        """Ask nothing."""
        yield ev.ConditionTwoDecided(x, True)
        return True


class OnlyDeletes(MarvelRun):
    """Line 15 takes x out of the boundaries, and tests nothing."""

    with_x: ClassVar = False
    sides: ClassVar = 0

    def update_boundaries(self, x: int, queue: Queue) -> Events:
        """Take x out of all boundaries; part pairs on so many sides."""
        sets = self.boundaries
        for y in members(queue.remaining):
            sets[y] &= ~(1 << x)
        for y, z in self.pairs[self._neighbor_mask(x)] if self.sides else ():
            own = sets[lemmas.smaller_boundary(sets, y, z)]
            given = lemmas.update_search(x, y, z, own).forced | self.with_x << x
            if self.ask.ask(y, z, given, lemmas.BOUNDARY_UPDATE):
                sets[y] &= ~(1 << z)
                sets[z] &= ~(1 << y) if self.sides == 2 else -1
        for y in members(queue.remaining):
            queue.changed(y)
        yield from ()


class UpdateWithX(OnlyDeletes):
    """Line 15 tests with x given."""

    with_x, sides = True, 2


class UpdateOneSide(OnlyDeletes):
    """Line 15 parts two variables in the boundary of one."""

    sides = 1


class OnlyFound(MarvelRun):
    """Line 20 keeps the v-structures of line 10 alone."""

    def _conclusion(self) -> Events:
        self.learned.departures.clear()
        return super()._conclusion()


class AllOpen(MarvelRun):
    """Line 20 takes every open triple for a v-structure."""

    def _conclusion(self) -> Events:
        edges = self.learned.edges
        self.learned.v_structures = {
            (a, c, b): None
            for c in range(len(edges))
            for a, b in combinations(members(edges[c]), 2)
            if not edges[a] >> b & 1
        }
        self.learned.departures.clear()
        return super()._conclusion()


def closed(graph: Pdag, rules: tuple[str, ...]) -> tuple[list[MeekStep], Pdag]:
    """Return the steps of some of Meek's rules, and the graph in which none of them fits."""
    steps: list[MeekStep] = []
    while True:
        lines = [(u, v) for u, mask in enumerate(graph.undirected_masks) for v in members(mask)]
        fits = (fitting_rule(graph, u, v) for u, v in lines)
        step = next((each for each in fits if each is not None and each.rule in rules), None)
        if step is None:
            return steps, graph
        steps.append(step)
        parents, undirected = list(graph.parent_masks), list(graph.undirected_masks)
        parents[step.head] |= 1 << step.tail
        undirected[step.head] &= ~(1 << step.tail)
        undirected[step.tail] &= ~(1 << step.head)
        graph = Pdag.from_masks(graph.nodes, tuple(parents), tuple(undirected))


class NoRules(MarvelRun):
    """Line 21 applies some of the rules; here none."""

    rules: ClassVar[tuple[str, ...]] = ()

    def _conclusion(self) -> Events:
        kept, _ = collected_v_structures(self.learned, self.options.orientation)
        yield ev.VStructuresCollected(tuple(kept), ())
        steps, self.answer = closed(mask_pattern(self.names, self.learned.edges, kept), self.rules)
        yield from _directed(steps)


class FirstRule(NoRules):
    """Line 21 applies the first rule."""

    rules = ("R1",)


class TwoRules(NoRules):
    """Line 21 applies the first two rules."""

    rules = ("R1", "R2")


class AtMostOne(PcRun):
    """Line 3 goes through some sizes of sets; here 0 and 1."""

    sizes: ClassVar = range(2)

    def decide_edge(self, x: int, y: int, size: int, near: list[int]) -> Events:
        """Ask only with sets of these sizes."""
        return super().decide_edge(x, y, size, near) if size in self.sizes else iter(())


class AtMostTwo(AtMostOne):
    """Line 3 ends after sets of two."""

    sizes = range(3)


class NeverEmpty(AtMostOne):
    """Line 3 begins with sets of one."""

    sizes = range(1, 99)


class OneEnd(PcRun):
    """Line 5 takes the sets from the neighbors of one end."""

    @staticmethod
    def sides_to_search(one: int, other: int, size: int) -> tuple[list[int], bool]:  # noqa: ARG004
        """Return the neighbors of the first end."""
        return ([one] if one.bit_count() >= size else []), False


class OpenTriples(PcRun):
    """Line 6 takes every open triple for a v-structure."""

    def find_colliders(self) -> Events:
        """Read no set."""
        for a, c, b in self.unshielded_triples():
            self.found.append((a, c, b))
            kept = self.separating.get((a, b), 0)
            yield ColliderDecided(a, c, b, True, tuple(members(kept)))


class PcWithoutRules(PcRun):
    """Line 8 applies no rule."""

    def conclude(self) -> Events:
        """Keep the v-structures, and no more."""
        self.settled = self.settle()
        yield from self.settled.events()
        self.answer = self.settled.pattern(self.names, self.edges)
        yield from _directed([])


def _directed(steps: list[MeekStep]) -> Events:
    for step in steps:
        yield ev.EdgeDirected(step.rule, step.tail, step.head, step.because)
    yield ev.Finished()
