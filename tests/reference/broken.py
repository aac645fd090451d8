"""Implementations that are wrong on purpose. A check that lets one of them pass is worthless.

Each is a mistake that people make: loose ends of the paper, bugs seen in other packages, or
learners' misconceptions (M1 to M17).
"""

from functools import cache
from itertools import combinations
from random import Random

from tests.reference import equivalence
from tests.reference.algorithm_one import AlgorithmOne, Round
from tests.reference.dags import Graph, children, max_in_degree, neighbors, parents, skeleton
from tests.reference.separation import PathSeparation, Set, first_separating, separation
from tests.reference.theory import condition_one_gaps, condition_two_gaps, markov_boundary

# -- d-separation ---------------------------------------------------------------------


class UndirectedSeparation(PathSeparation):
    """A vertex on every path: what a widely used "perfect" test does (M2)."""

    def _pattern(self, path):
        return frozenset(path[1:-1]), []


class ColliderOpensItselfOnly(PathSeparation):
    """A given descendant does not open a collider (M3)."""

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


def search_with(change):
    """Return a search like the reference's, with one thing changed."""

    def of_graph(g: Graph):
        def search(x, y, candidates, forced, *, proper=False):
            return change(separation(g), x, y, candidates, forced, proper)

        return search

    return of_graph


def _full_set_first(test, x, y, candidates, forced, proper):
    if not proper and test(x, y, candidates | forced):
        return candidates, 1
    found, asked = first_separating(test, x, y, candidates, forced, proper=True)
    return found, asked + (not proper)


def _forgets_forced(test, x, y, candidates, forced, proper):
    return first_separating(test, x, y, candidates, frozenset(), proper=proper)


def _full_set_although_proper(test, x, y, candidates, forced, proper):
    return first_separating(test, x, y, candidates, forced)


def _counts_one_too_few(test, x, y, candidates, forced, proper):
    found, asked = first_separating(test, x, y, candidates, forced, proper=proper)
    return found, asked - (found is not None)


def _counts_only_to_the_size(test, x, y, candidates, forced, proper):
    """A batch that counts all sets of the size at which it stopped."""
    found, asked = first_separating(test, x, y, candidates, forced, proper=proper)
    if found:
        same_size = list(map(frozenset, combinations(sorted(candidates), len(found))))
        asked += len(same_size) - 1 - same_size.index(found)
    return found, asked


def _last_of_its_size(test, x, y, candidates, forced, proper):
    found, asked = first_separating(test, x, y, candidates, forced, proper=proper)
    if found:
        same_size = list(map(frozenset, combinations(sorted(candidates), len(found))))
        found = [s for s in same_size if test(x, y, s | forced)][-1]
    return found, asked


SEARCHES = {
    "full set first": search_with(_full_set_first),
    "forced set forgotten": search_with(_forgets_forced),
    "full set although proper": search_with(_full_set_although_proper),
    "one test too few": search_with(_counts_one_too_few),
    "whole size counted": search_with(_counts_only_to_the_size),
    "last of its size": search_with(_last_of_its_size),
}

# -- removability ---------------------------------------------------------------------


def condition_one_only(g: Graph, x: int) -> bool:
    """M6."""
    return not condition_one_gaps(g, x)


def condition_two_only(g: Graph, x: int) -> bool:
    return not condition_two_gaps(g, x)


def sinks_only(g: Graph, x: int) -> bool:
    """M4."""
    return not children(g, x)


def small_boundary(g: Graph, x: int) -> bool:
    """M5: the converse of the boundary-size lemma."""
    return len(markov_boundary(g, x)) <= max_in_degree(g)


def neighbors_adjacent(g: Graph, x: int) -> bool:
    """Condition 1 for all pairs of neighbors, pairs of parents included."""
    near = skeleton(g)
    return all(frozenset(pair) in near for pair in combinations(neighbors(g, x), 2))


REMOVABILITY = [
    condition_one_only,
    condition_two_only,
    sinks_only,
    small_boundary,
    neighbors_adjacent,
]

# -- Markov boundaries ----------------------------------------------------------------


def neighbors_as_boundary(g: Graph, x: int) -> Set:
    """M7."""
    return neighbors(g, x)


def boundary_with_parents_of_parents(g: Graph, x: int) -> Set:
    """Moral graph done twice: parents of every neighbor."""
    near = neighbors(g, x)
    return (near | {t for y in near for t in parents(g, y)}) - {x}


def dependent_marginally(g: Graph, x: int) -> Set:
    test = separation(g)
    return frozenset(y for y in g.vertices if y != x and not test(x, y, frozenset()))


BOUNDARIES = [
    neighbors_as_boundary,
    boundary_with_parents_of_parents,
    dependent_marginally,
]

# -- essential graphs -----------------------------------------------------------------


def essential_without_meek(g: Graph):
    """M1 turned round: only the arrows of v-structures."""
    return equivalence.pattern(skeleton(g), v_structures_of(g))


def essential_is_the_dag(g: Graph):
    """M1."""
    return g.edges, frozenset()


def essential_without_rule(rule: str):
    def essential(g: Graph):
        start = equivalence.pattern(skeleton(g), v_structures_of(g))
        return equivalence.meek_closure(start, "1234".replace(rule, ""))

    return essential


def essential_with_shielded_colliders(g: Graph):
    """M16: two parents always count as a v-structure."""
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
    """M8: conditioning on everything."""
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
    """Lines 13 and 20 to the letter."""

    def __init__(self, p, test, **options):
        super().__init__(p, test, **{**options, "orientation": "printed"})


class OnlyLineTenFacts(AlgorithmOne):
    def facts(self):
        return frozenset(self.found)


class OnlyDepartureFacts(AlgorithmOne):
    def facts(self):
        return frozenset(self.departures())


class NoMeekRules(AlgorithmOne):
    def essential_graph(self):
        return equivalence.pattern(self.skeleton, self.v_structures())


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


class FailureKeptAfterMembersLeft(AlgorithmOne):
    """Who failed once has failed for good."""

    def is_removable(self, x):
        key = (x,)
        if key in self.failed:
            return False
        passes = super().is_removable(x)
        if not passes:
            self.failed.add(key)
        return passes


class NeighborSearchFromTheFullSet(AlgorithmOne):
    """Same answers, another order: other separating sets and counts."""

    def neighbor_separator(self, x, y):
        rest = frozenset(self.mb[x] - {y})
        for size in range(len(rest) - 1, -1, -1):
            for subset in map(frozenset, combinations(sorted(rest), size)):
                if self.ask(x, y, subset, "neighbors"):
                    return subset
        return None


class PlainSubsetsOfNeighbors(AlgorithmOne):
    """The neighbor lemma with subsets instead of proper ones."""

    def neighbor_separator(self, x, y):
        return self.separator(x, y, self.mb[x] - {y}, (), "neighbors")


class NeighborsByMarginalTest(AlgorithmOne):
    def neighbor_separator(self, x, y):
        return frozenset() if self.ask(x, y, frozenset(), "neighbors") else None


class ConditionTwoSkipped(AlgorithmOne):
    """M6."""

    def condition_two(self, x):
        return True


class ConditionOneSkipped(AlgorithmOne):
    def condition_one(self, x):
        return True


class EverySecondIsRemovable(AlgorithmOne):
    """M9: the first in the order leaves."""

    def is_removable(self, x):
        super().is_removable(x)
        return True


class BoundariesOnlyLoseTheRemoved(AlgorithmOne):
    """M11."""

    def update_pair(self, x, y, z):
        pass


class UpdateGivenNothing(AlgorithmOne):
    def update_pair(self, x, y, z):
        if self.ask(y, z, frozenset(), "boundary-update"):
            self.mb[y].discard(z)
            self.mb[z].discard(y)


class UpdateWithTheLargerBoundary(AlgorithmOne):
    """Right answers, other tests than the paper's."""

    def update_pair(self, x, y, z):
        w = max((y, z), key=lambda v: (len(self.mb[v]), v))
        if self.ask(y, z, frozenset(self.mb[w] - {x, y, z}), "boundary-update"):
            self.mb[y].discard(z)
            self.mb[z].discard(y)


class TiesByLargestIndex(AlgorithmOne):
    """Right answers in another order."""

    def run(self):
        self.find_boundaries()
        while self.remaining:
            order = sorted(self.remaining, key=lambda v: (len(self.mb[v]), -v))
            self.rounds.append(Round({v: frozenset(self.mb[v]) for v in order}, []))
            self.remove(next(x for x in order if self.visited(x)))
        return self


# The result is wrong.
WRONG_ALGORITHMS = [
    PrintedOrientation,
    OnlyLineTenFacts,
    OnlyDepartureFacts,
    NoMeekRules,
    StaleCoParents,
    StoredSetsNeverRenewed,
    FailureKeptAfterMembersLeft,
    NeighborsByMarginalTest,
    ConditionTwoSkipped,
    ConditionOneSkipped,
    EverySecondIsRemovable,
    BoundariesOnlyLoseTheRemoved,
    UpdateGivenNothing,
]
# The result is right; the tests asked on the way are not those of the convention.
OTHER_TESTS = [
    NeighborSearchFromTheFullSet,
    PlainSubsetsOfNeighbors,
    UpdateWithTheLargerBoundary,
    TiesByLargestIndex,
]


# -- noise ---------------------------------------------------------------------------


def noisy(test, error_rate: float, seed: int):
    """Return a test whose answer to each statement is wrong with some probability, for good."""

    @cache
    def is_wrong(*statement: int) -> bool:
        return Random(f"{seed} {statement}").random() < error_rate

    def answer(x: int, y: int, given: Set) -> bool:
        return test(x, y, given) != is_wrong(min(x, y), max(x, y), *sorted(given))

    return answer
