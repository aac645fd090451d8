"""Implementations that are wrong on purpose: by learners' misconceptions, or noise."""

from functools import cache
from itertools import combinations
from random import Random

from tests.reference import equivalence
from tests.reference.dags import Graph, parents, skeleton, v_structures
from tests.reference.separation import PathSeparation, Set


class UndirectedSeparation(PathSeparation):
    """A vertex on every path: what a widely used "perfect" test does (`more_blocks`)."""

    def _pattern(self, path):
        return frozenset(path[1:-1]), []


class ColliderOpensItselfOnly(PathSeparation):
    """A given descendant does not open a collider (`collider_alone`)."""

    def openers(self, v: int) -> Set:
        return frozenset((v,))


def essential_without_meek(g: Graph):
    """`whole_graph` turned round: only the arrows of v-structures."""
    return equivalence.pattern(skeleton(g), v_structures(g))


def essential_is_the_dag(g: Graph):
    """`whole_graph`."""
    return g.edges, frozenset()


def essential_with_shielded_colliders(g: Graph):
    """`parents_apart`: two parents always count as a v-structure."""
    triples = [
        (frozenset(pair), c) for c in g.vertices for pair in combinations(sorted(parents(g, c)), 2)
    ]
    return equivalence.meek_closure(equivalence.pattern(skeleton(g), triples))


def noisy(test, error_rate: float, seed: int):
    """Return a test whose answer to each statement is wrong with some probability, for good."""

    @cache
    def is_wrong(*statement: int) -> bool:
        return Random(f"{seed} {statement}").random() < error_rate

    def answer(x: int, y: int, given: Set) -> bool:
        return test(x, y, given) != is_wrong(min(x, y), max(x, y), *sorted(given))

    return answer
