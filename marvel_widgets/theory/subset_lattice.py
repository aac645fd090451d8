"""A family of CI tests as a lattice: one pair, every subset of some candidates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from marvel_widgets.graphs.bits import mask_of, members
from marvel_widgets.graphs.dag import Dag
from marvel_widgets.graphs.errors import Label
from marvel_widgets.graphs.separation import first_separating, separated_lanes, subsets_in_all

Names = tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class Family:
    """The tests that a lemma asks of one pair, and what a search through them finds.

    Attributes
    ----------
    pair : tuple of (Label, Label)
    candidates : tuple of Label
        Every subset of these is given in turn, by size, then in the order of the variables.
    always : tuple of Label
        Given in every test.
    proper : bool
        Whether the set of all candidates is left out.
    found : tuple of Label or None
        The first subset of the candidates that separates the pair together with `always`.
    tests : int
        The tests that a search one by one makes: up to the found one, or all.
    in_all : int
        How many sets there are.
    """

    pair: tuple[Label, Label]
    candidates: Names
    always: Names
    proper: bool
    found: Names | None
    tests: int
    in_all: int

    @property
    def separable(self) -> bool:
        """Whether some set of the family separates the pair."""
        return self.found is not None

    @property
    def separating_set(self) -> frozenset[Label] | None:
        """The first separating set, `always` included."""
        return None if self.found is None else frozenset((*self.found, *self.always))


@dataclass(frozen=True, slots=True)
class SubsetVerdict:
    """One subset of the candidates.

    Attributes
    ----------
    members : tuple of Label
        Without what is always given.
    separates : bool or None
        None for a set that the lemma leaves out.
    asked : bool
        Whether a search that stops at the first separating set gets there.
    """

    members: Names
    separates: bool | None
    asked: bool


@dataclass(frozen=True, slots=True)
class Lattice:
    """All subsets of the candidates of a family, each with its verdict.

    Attributes
    ----------
    family : Family
    levels : tuple of tuple of SubsetVerdict
        By size; within a size in the canonical order.
    """

    family: Family
    levels: tuple[tuple[SubsetVerdict, ...], ...]

    def __iter__(self) -> Iterator[SubsetVerdict]:
        return (verdict for level in self.levels for verdict in level)

    @property
    def first(self) -> SubsetVerdict | None:
        """The first subset that separates, in the canonical order."""
        return next((verdict for verdict in self if verdict.separates), None)

    @property
    def separating(self) -> int:
        """How many subsets separate."""
        return sum(bool(verdict.separates) for verdict in self)


def family_of(
    dag: Dag, pair: tuple[int, int], candidates: int, always: int = 0, *, proper: bool = False
) -> Family:
    """Return a family of tests with what a search through it finds.

    Parameters
    ----------
    dag : Dag
    pair : tuple of int
        Two variables by number, in none of the masks.
    candidates, always : int
        Disjoint masks.
    proper : bool
        Leave out the set of all candidates.

    Examples
    --------
    >>> dag = Dag("A -> B; A -> C; B -> D; C -> D")
    >>> family = family_of(dag, (1, 2), dag.mask({"A", "D"}))
    >>> family.found, family.tests, family.in_all
    (('A',), 2, 4)
    """
    x, y = pair
    found, tests = first_separating(dag, x, y, candidates, always, proper=proper)
    return Family(
        (dag.nodes[x], dag.nodes[y]),
        _in_order(dag, candidates),
        _in_order(dag, always),
        proper,
        None if found is None else _in_order(dag, found),
        tests,
        subsets_in_all(candidates.bit_count(), proper=proper),
    )


def _in_order(dag: Dag, mask: int) -> Names:
    return tuple(dag.nodes[i] for i in members(mask))


def lattice_of(dag: Dag, family: Family) -> Lattice:
    """Return every subset of a family with its verdict.

    Cost: one pass over the graph with ``2 ** len(family.candidates)`` lanes.

    Examples
    --------
    >>> dag = Dag("A -> B; A -> C; B -> D; C -> D")
    >>> lattice = lattice_of(dag, family_of(dag, (1, 2), dag.mask({"A", "D"})))
    >>> [(subset.members, subset.separates) for subset in lattice]
    [((), False), (('A',), True), (('D',), False), (('A', 'D'), False)]
    """
    x, y = (dag.position(name) for name in family.pair)
    items = [dag.position(name) for name in family.candidates]
    always = mask_of(dag.position(name) for name in family.always)
    levels = [list(combinations(items, size)) for size in range(len(items) + 1)]
    subsets = [subset for level in levels for subset in level]
    lanes = separated_lanes(dag, x, y, subsets, always)
    verdicts = iter(
        SubsetVerdict(
            tuple(dag.nodes[i] for i in subset),
            None if family.proper and len(subset) == len(items) else bool(lanes >> at & 1),
            at < family.tests,
        )
        for at, subset in enumerate(subsets)
    )
    return Lattice(family, tuple(tuple(next(verdicts) for _ in level) for level in levels))
