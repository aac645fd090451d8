"""The lemmas for learners: neighbors, v-structures and removability from CI tests alone.

Labels in, labels out. Each function takes any CI test (or a DAG, for its oracle) and a
boundary; left out, it is found as by `markov_boundaries`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.boundary.discovery import markov_boundaries
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.errors import GraphError, Label, UnknownVariableError
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.independence.coercion import as_ci_test
from marvel_widgets.core.independence.counting import CountingTest, Counts, Tally


@dataclass(frozen=True, slots=True)
class Neighborhood:
    """A boundary told apart."""

    neighbors: frozenset[Label]
    co_parents: frozenset[Label]
    separating_sets: Mapping[Label, frozenset[Label]]
    tests: int


@dataclass(frozen=True, slots=True)
class RemovabilityByTests:
    """The verdict of the CI tests on a variable, with the first counterexample."""

    condition_one: bool
    condition_two: bool | None
    counterexample: tuple[Label, Label, frozenset[Label]] | None
    counts: Counts

    @property
    def removable(self) -> bool:
        """Whether both conditions hold."""
        return self.condition_one and bool(self.condition_two)


class _LabelledTest:
    """A test with labels on both sides, for one question of a learner."""

    def __init__(self, test: Any, x: Label, boundary: Iterable[Label] | None) -> None:
        self.tally = Tally()
        self.ask = CountingTest(as_ci_test(test), self.tally)
        self.names = self.ask.names
        self.x = self.number(x)
        if boundary is None:
            # in a tally of its own: not part of the count
            self.boundary = self.mask(markov_boundaries(self.ask.test)[x])
        else:
            self.boundary = self.mask(boundary)
        if self.boundary >> self.x & 1:
            msg = f"{shown(x)} is in its own boundary; remove it"
            raise GraphError(msg)

    def number(self, name: Label) -> int:
        if name not in self.names:
            raise UnknownVariableError(name, self.names)
        return self.names.index(name)

    def mask(self, group: Iterable[Label]) -> int:
        listed = [group] if isinstance(group, str) else group
        return sum(1 << i for i in {self.number(name) for name in listed})

    def labels(self, mask: int) -> frozenset[Label]:
        return frozenset(self.names[i] for i in members(mask))

    def split(self) -> tuple[int, dict[int, int]]:
        """Return the neighbors, and the separating set of each co-parent."""
        neighbor_mask, separating = 0, {}
        for y in members(self.boundary):
            found = self.ask.search(lemmas.neighbor_search(self.x, y, self.boundary))
            if found is None:
                neighbor_mask |= 1 << y
            else:
                separating[y] = found
        return neighbor_mask, separating

    def v_structures(self, neighbor_mask: int, separating: dict[int, int]) -> list[tuple[int, int]]:
        return [
            (y, t)
            for t, stored in separating.items()
            for y in members(neighbor_mask & ~stored)
            if self.ask.search(lemmas.v_structure_search(self.x, y, t, self.boundary)) is None
        ]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search for a separating set found."""

    found: frozenset[Label] | None
    tests: int


def separating_set(test: Any, x: Label, y: Label, candidates: Iterable[Label]) -> SearchResult:
    """Search the subsets of `candidates` for one that separates two variables.

    Subsets are tried by size, then in the order of the variables. Cost: at most
    ``2 ** len(candidates)`` tests.

    Parameters
    ----------
    test : CITest or Dag
        A DAG stands for its d-separation oracle.
    x, y : Label
    candidates : iterable of Label
        All its subsets are tried, the empty one first.

    Raises
    ------
    UnknownVariableError
        A name is not a variable of the test.
    GraphError
        `x`, `y` and the candidates overlap.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> dag = Dag("A -> B -> C; A -> D -> C")
    >>> search = separating_set(dag, "A", "C", candidates={"B", "D"})
    >>> sorted(search.found), search.tests
    (['B', 'D'], 4)
    """
    labelled = _LabelledTest(test, x, boundary=())
    other, among = labelled.number(y), labelled.mask(candidates)
    if other == labelled.x or among & (1 << labelled.x | 1 << other):
        msg = f"x = {shown(x)}, y = {shown(y)} and the candidates must all differ"
        raise GraphError(msg)
    found = labelled.ask.search(Search(labelled.x, other, among, purpose="separating-set"))
    labels = None if found is None else labelled.labels(found)
    return SearchResult(labels, labelled.tally.performed)


def neighborhood(test: Any, x: Label, boundary: Iterable[Label] | None = None) -> Neighborhood:
    """Return the neighbors and co-parents of a variable, told apart by CI tests.

    y in the boundary of x is a neighbor exactly when no proper subset of the rest of the
    boundary separates them (the neighbor lemma). Cost: at most ``b (2**(b-1) - 1)`` tests for
    a boundary of b variables.

    Parameters
    ----------
    test : CITest or Dag
        A DAG stands for its d-separation oracle.
    x : Label
    boundary : iterable of Label, optional
        The Markov boundary of x; left out, `markov_boundaries` finds it, uncounted.

    Raises
    ------
    UnknownVariableError
        A name is not a variable of the test.
    GraphError
        x is in its own boundary.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> found = neighborhood(Dag("X -> Y <- T; Y -> Z"), "X")
    >>> sorted(found.neighbors), sorted(found.co_parents), found.tests
    (['Y'], ['T'], 2)
    """
    labelled = _LabelledTest(test, x, boundary)
    neighbor_mask, separating = labelled.split()
    return Neighborhood(
        labelled.labels(neighbor_mask),
        labelled.labels(labelled.boundary & ~neighbor_mask),
        {labelled.names[t]: labelled.labels(found) for t, found in separating.items()},
        labelled.tally.performed,
    )


def v_structures_as_parent(
    test: Any, x: Label, boundary: Iterable[Label] | None = None
) -> tuple[tuple[Label, Label, Label], ...]:
    """Return the v-structures ``(x, y, t)`` in which x is a parent, by CI tests.

    x -> y <- t exactly when y is outside the separating set of x and its co-parent t, and
    no subset of the boundary and x separates y and t (the v-structure lemma, with a
    separating set inside the boundary). Cost: the tests of `neighborhood`, and at most
    ``2 ** (b - 1)`` for each neighbor and co-parent.

    Parameters
    ----------
    test, x, boundary
        As `neighborhood` takes them.

    Raises
    ------
    UnknownVariableError, GraphError
        As `neighborhood`.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> v_structures_as_parent(Dag("X -> Y <- T; Y -> Z"), "X")
    (('X', 'Y', 'T'),)
    """
    labelled = _LabelledTest(test, x, boundary)
    found = labelled.v_structures(*labelled.split())
    return tuple((x, labelled.names[y], labelled.names[t]) for y, t in found)


def is_removable_by_tests(test: Any, x: Label, boundary: Iterable[Label] | None = None) -> bool:
    """Return whether a variable is removable, by the CI tests of the lemmas.

    Parameters
    ----------
    test, x, boundary
        As `removability_by_tests`, which returns the reasons as well, and the cost.

    Raises
    ------
    UnknownVariableError, GraphError
        As `removability_by_tests`.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> fork = Dag("A <- B -> C")
    >>> [x for x in fork.nodes if is_removable_by_tests(fork, x)]
    ['A', 'C']
    """
    return removability_by_tests(test, x, boundary).removable


def removability_by_tests(
    test: Any, x: Label, boundary: Iterable[Label] | None = None
) -> RemovabilityByTests:
    """Return whether a variable is removable by the CI tests of the lemmas, and why.

    Condition 1: no set with x separates two neighbors. Condition 2,
    where Condition 1 holds: for x -> y <- t, no set with x and y separates t and another
    neighbor (the Condition 2 lemma). It stops at the first counterexample. Cost: at most
    ``2 ** (b - 2)`` tests for each pair of neighbors, ``2 ** (b - 3)`` for each y, t and
    other neighbor, besides those of `v_structures_as_parent`.

    Parameters
    ----------
    test, x, boundary
        As `neighborhood` takes them.

    Returns
    -------
    RemovabilityByTests
        With the verdict on each condition, the first counterexample, and the tests made.

    Raises
    ------
    UnknownVariableError, GraphError
        As `neighborhood`.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> fork = Dag("A <- B -> C")
    >>> verdict = removability_by_tests(fork, "B")
    >>> verdict.removable, verdict.counterexample
    (False, ('A', 'C', frozenset({'B'})))
    """
    labelled = _LabelledTest(test, x, boundary)
    ask, names, i, boundary_mask = labelled.ask, labelled.names, labelled.x, labelled.boundary
    neighbor_mask, separating = labelled.split()
    for z, w in lemmas.pairs_of(neighbor_mask):
        found = ask.search(lemmas.condition_one_search(i, z, w, boundary_mask))
        if found is not None:
            broken = (names[z], names[w], labelled.labels(found | 1 << i))
            return RemovabilityByTests(False, None, broken, labelled.tally.counts())
    for y, t in labelled.v_structures(neighbor_mask, separating):
        for z in members(neighbor_mask & ~(1 << y)):
            found = ask.search(lemmas.condition_two_search(i, y, t, z, boundary_mask))
            if found is not None:
                broken = (names[z], names[t], labelled.labels(found | 1 << i | 1 << y))
                return RemovabilityByTests(True, False, broken, labelled.tally.counts())
    return RemovabilityByTests(True, True, None, labelled.tally.counts())
