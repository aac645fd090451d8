"""Implementations that are wrong on purpose. A check that lets one of them pass is worthless.

Each is a mistake that people make: loose ends of the paper, bugs seen in other packages, or
learners' misconceptions.
"""

from functools import cache
from itertools import combinations
from random import Random

from tests.reference import equivalence
from tests.reference.algorithm_one import AlgorithmOne
from tests.reference.dags import Graph, max_in_degree, neighbors, parents, skeleton
from tests.reference.separation import PathSeparation, Set, separation
from tests.reference.theory import condition_one_gaps, condition_two_gaps, markov_boundary

# -- d-separation ---------------------------------------------------------------------


class UndirectedSeparation(PathSeparation):
    """A vertex on every path: what a widely used "perfect" test does (`more_blocks`)."""

    def _pattern(self, path):
        return frozenset(path[1:-1]), []


class ColliderOpensItselfOnly(PathSeparation):
    """A given descendant does not open a collider (`collider_alone`)."""

    def openers(self, v: int) -> Set:
        return frozenset((v,))


class EveryVertexOpensWhenGiven(PathSeparation):
    """Colliders and non-colliders confused."""

    def _pattern(self, path):
        return frozenset(), [frozenset((v,)) for v in path[1:-1]]


class NonCollidersNeverBlock(PathSeparation):
    def _pattern(self, path):
        _, colliders = super()._pattern(path)
        return frozenset(), colliders


def always_independent(g: Graph):
    return lambda x, y, given: True


def always_dependent(g: Graph):
    return lambda x, y, given: False


SEPARATIONS = [
    UndirectedSeparation,
    ColliderOpensItselfOnly,
    EveryVertexOpensWhenGiven,
    NonCollidersNeverBlock,
    always_independent,
    always_dependent,
]

# -- subset searches (of a graph: a function of x, y, candidates, forced, proper) -----


# -- removability ---------------------------------------------------------------------


def condition_one_only(g: Graph, x: int) -> bool:
    """`condition_1_is_enough`."""
    return not condition_one_gaps(g, x)


def condition_two_only(g: Graph, x: int) -> bool:
    return not condition_two_gaps(g, x)


def small_boundary(g: Graph, x: int) -> bool:
    """`small_leaves`: the converse of the boundary-size lemma."""
    return len(markov_boundary(g, x)) <= max_in_degree(g)


# -- Markov boundaries ----------------------------------------------------------------


def neighbors_as_boundary(g: Graph, x: int) -> Set:
    """`only_neighbors`."""
    return neighbors(g, x)


def boundary_with_parents_of_parents(g: Graph, x: int) -> Set:
    """Moral graph done twice: parents of every neighbor."""
    near = neighbors(g, x)
    return (near | {t for y in near for t in parents(g, y)}) - {x}


def dependent_marginally(g: Graph, x: int) -> Set:
    test = separation(g)
    return frozenset(y for y in g.vertices if y != x and not test(x, y, frozenset()))


# -- essential graphs -----------------------------------------------------------------


def essential_without_meek(g: Graph):
    """`whole_graph` turned round: only the arrows of v-structures."""
    return equivalence.pattern(skeleton(g), v_structures_of(g))


def essential_is_the_dag(g: Graph):
    """`whole_graph`."""
    return g.edges, frozenset()


def essential_without_rule(rule: str):
    def essential(g: Graph):
        start = equivalence.pattern(skeleton(g), v_structures_of(g))
        return equivalence.meek_closure(start, "1234".replace(rule, ""))

    return essential


def essential_with_shielded_colliders(g: Graph):
    """`parents_apart`: two parents always count as a v-structure."""
    triples = [
        (frozenset(pair), c) for c in g.vertices for pair in combinations(sorted(parents(g, c)), 2)
    ]
    return equivalence.meek_closure(equivalence.pattern(skeleton(g), triples))


def v_structures_of(g: Graph):
    near = skeleton(g)
    return [
        (frozenset(pair), c)
        for c in g.vertices
        for pair in combinations(sorted(parents(g, c)), 2)
        if frozenset(pair) not in near
    ]


# -- the lemmas' searches (as in marvel_widgets.core.boundary.lemmas) ---------------------
# Two ask by themselves; the others return x, y, candidates and what is forced, as masks.


def neighbor_by_marginal_test(ask, x, y, boundary):
    return 0 if ask.ask(x, y, 0, "neighbors") else None


def neighbor_by_full_set(ask, x, y, boundary):
    """`give_all`: conditioning on everything."""
    rest = boundary & ~(1 << y)
    return rest if ask.ask(x, y, rest, "neighbors") else None


def condition_one_without_x(x, z, w, boundary):
    return z, w, boundary & ~(1 << z | 1 << w), 0


def condition_two_without_y(x, y, t, z, boundary):
    return z, t, boundary & ~(1 << z | 1 << y | 1 << t), 1 << x


def condition_two_without_x(x, y, t, z, boundary):
    return z, t, boundary & ~(1 << z | 1 << y | 1 << t), 1 << y


def v_structure_never_given_x(x, y, t, boundary):
    return y, t, boundary & ~(1 << y | 1 << t), 0


# -- Algorithm 1 ---------------------------------------------------------------------


class PrintedOrientation(AlgorithmOne):
    """Lines 13 and 17 to the letter."""

    def __init__(self, p, test, **options):
        super().__init__(p, test, **{**options, "orientation": "printed"})


class StaleCoParents(AlgorithmOne):
    """Co-parents as they were learned, minus those that were removed."""

    def find_neighbors(self, x):
        super().find_neighbors(x)
        self.learned = {**getattr(self, "learned", {}), x: self.mb[x] - self.known_neighbors[x]}

    def co_parents(self, x):
        return sorted(self.learned[x] & self.remaining)


class StoredSetsNeverRenewed(AlgorithmOne):
    """The separating set of the first visit, whatever has left since."""

    def stored_separator(self, x, t):
        return self.separators[x, t]


class PlainSubsetsOfNeighbors(AlgorithmOne):
    """The neighbor lemma with subsets instead of proper ones."""

    def neighbor_separator(self, x, y):
        return self.separator(x, y, self.mb[x] - {y}, (), "neighbors")


class ConditionTwoSkipped(AlgorithmOne):
    """`condition_1_is_enough`."""

    def condition_two(self, x):
        return True


# -- noise ---------------------------------------------------------------------------


def noisy(test, error_rate: float, seed: int):
    """Return a test whose answer to each statement is wrong with some probability, for good."""

    @cache
    def is_wrong(*statement: int) -> bool:
        return Random(f"{seed} {statement}").random() < error_rate

    def answer(x: int, y: int, given: Set) -> bool:
        return test(x, y, given) != is_wrong(min(x, y), max(x, y), *sorted(given))

    return answer
