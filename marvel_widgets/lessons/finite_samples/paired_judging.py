"""Judging a run on data by the true graph: each of its answers, and the graph that it ends with."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from marvel_widgets.core.algorithms.run import Trace
from marvel_widgets.core.graphs.bits import mask_of
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.graphs.separation import is_separated
from marvel_widgets.core.independence.log import TestRecord

Kind = Literal["", "false independence", "false dependence"]
Pair = tuple[Label, Label]


@dataclass(frozen=True, slots=True)
class Judged:
    """A CI test of a data run, and the answer of the d-separation oracle."""

    test: TestRecord
    truth: bool

    @property
    def is_right(self) -> bool:
        """Whether the two answers agree."""
        return self.test.independent == self.truth

    @property
    def kind(self) -> Kind:
        """Which error it is; empty for none."""
        if self.is_right:
            return ""
        return "false independence" if self.test.independent else "false dependence"


@dataclass(frozen=True, slots=True)
class Damage:
    """In which pairs a learned graph differs from the essential graph of the truth."""

    extra: tuple[Pair, ...]
    missing: tuple[Pair, ...]
    turned: tuple[Pair, ...]

    @property
    def pairs(self) -> int:
        """How many pairs: the structural Hamming distance."""
        return len(self.extra) + len(self.missing) + len(self.turned)


def judged_tests(trace: Trace, dag: Dag) -> Iterator[Judged]:
    """Yield every test of a run on data with the oracle's answer.

    Removals do not change which variables are independent in the population: the whole true
    graph answers, at any point of the run.
    """
    for test in trace.tests:
        yield Judged(test, is_separated(dag, test.x, test.y, mask_of(test.given)))


def damage(learned: Pdag, truth: Pdag) -> Damage:
    """Return in which pairs two essential graphs on the same variables differ."""
    found, there = learned.skeleton, truth.skeleton
    turned = {pair for pair in found & there if _marks(learned, pair) != _marks(truth, pair)}
    place = {name: at for at, name in enumerate(truth.nodes)}

    def in_order(pairs: Iterable[frozenset[Label]]) -> tuple[Pair, ...]:
        ordered = [tuple(sorted(pair, key=place.__getitem__)) for pair in pairs]
        return tuple(sorted(((a, b) for a, b in ordered), key=lambda e: (place[e[0]], place[e[1]])))

    return Damage(in_order(found - there), in_order(there - found), in_order(turned))


def _marks(graph: Pdag, pair: frozenset[Label]) -> frozenset[Pair]:
    a, b = pair
    return frozenset({(a, b), (b, a)} & graph.directed)
