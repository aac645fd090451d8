"""What PC's first half leaves, and how a holder of a belief reads directions off it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Self

from marvel_widgets.core.algorithms.contradictions import Conflicts, Settled, settled
from marvel_widgets.core.algorithms.pc import pc
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import meek_closure
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import listed

Pair = frozenset[str]
Triple = tuple[str, str, str]  # (end, middle, other end)
Arrow = tuple[str, str]


@dataclass(frozen=True, slots=True)
class FirstHalf:
    """The edges that are left, and the set of each pair whose edge has left."""

    names: tuple[str, ...]
    edges: frozenset[Pair]
    kept: Mapping[Pair, frozenset[str]]

    @classmethod
    def of(cls, dag: Dag) -> Self:
        """Return what PC finds of a graph with an oracle, from the complete graph."""
        run = pc(dag, start="complete")
        kept = {
            frozenset(map(str, pair)): frozenset(map(str, given))
            for pair, given in run.separating_sets.items()
        }
        edges = frozenset(frozenset(map(str, pair)) for pair in run.skeleton)
        return cls(tuple(map(str, dag.nodes)), edges, kept)

    @property
    def lines(self) -> str:
        """The edges, and the kept sets, as a question has them."""
        edges = ", ".join(" - ".join(pair) for pair in sorted(map(sorted, self.edges)))
        pairs = sorted(self.kept, key=sorted)
        sets = (f"{listed(sorted(p))} {given_names(sorted(self.kept[p]))}" for p in pairs)
        return "\n".join([f"Edges: {edges}", *sets])

    @property
    def triples(self) -> list[Triple]:
        """Two edges that meet and whose ends no edge joins, by the middle, then by the ends."""
        return [
            (a, c, b)
            for c in self.names
            for a, b in combinations(self.names, 2)
            if {frozenset((a, c)), frozenset((b, c))} <= self.edges
            and frozenset((a, b)) in self.kept
        ]

    def v_structures(self, belief: str = "") -> list[Triple]:
        """Return those triples that the sets, or a belief, take for v-structures.

        M67 takes all, M69 those with the middle in the set, M17 passes over empty sets.
        """
        sets = [(triple, self.kept[frozenset(triple[::2])]) for triple in self.triples]
        return [
            triple
            for triple, given in sets
            if belief == "M67" or (triple[1] in given) == (belief == "M69")
            if belief != "M17" or given
        ]

    def settled(self, found: Iterable[Triple], how: Conflicts) -> Settled:
        """Settle contradictions between v-structures that were found in this order."""
        place = {name: n for n, name in enumerate(self.names)}
        masks = [0] * len(place)
        for a, b in map(tuple, self.edges):
            masks[place[a]] |= 1 << place[b]
            masks[place[b]] |= 1 << place[a]
        return settled([(place[a], place[c], place[b]) for a, c, b in found], masks, how)

    def arrows(self, found: Iterable[Triple], how: Conflicts = "keep-first") -> frozenset[Arrow]:
        """Return the arrows of v-structures, before any rule of Meek."""
        done = self.settled(found, how)
        pairs = [*done.arrows, *((end, c) for a, c, b in done.kept for end in (a, b))]
        return frozenset((self.names[u], self.names[v]) for u, v in pairs)

    def marked(self, found: Iterable[Triple]) -> frozenset[Pair]:
        """Return the edges to which contradicting v-structures give two heads."""
        pairs = self.settled(found, "mark").marked
        return frozenset(frozenset((self.names[u], self.names[v])) for u, v in pairs)

    def closed(self, arrows: frozenset[Arrow]) -> frozenset[Any]:
        """Return the arrows after Meek's rules."""
        known = {frozenset(arrow) for arrow in arrows}
        lines = [tuple(sorted(pair)) for pair in self.edges - known]
        return meek_closure(Pdag.from_edges(self.names, directed=arrows, undirected=lines)).directed

    def too_early(self) -> frozenset[Any]:
        """Return the arrows of M68: Meek's rules come after each v-structure, not after all."""
        arrows: frozenset[Any] = frozenset()
        for a, c, b in self.v_structures():
            if not {(c, a), (c, b)} & arrows:
                arrows = self.closed(arrows | {(a, c), (b, c)})
        return arrows
