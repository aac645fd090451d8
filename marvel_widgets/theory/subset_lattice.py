"""A family of CI tests as a lattice: one pair, every subset of some candidates."""

from collections.abc import Iterator
from dataclasses import dataclass

from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.graphs.separation import first_separating, is_separated

Names = tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class Family:
    """The search that a lemma asks for, in labels, and what it finds in a DAG."""

    search: Search
    names: Names
    found: Names | None
    tests: int

    @property
    def pair(self) -> tuple[Label, Label]:
        """The two variables."""
        return self.names[self.search.x], self.names[self.search.y]

    @property
    def candidates(self) -> Names:
        """Every subset of these is given in turn, in the canonical order."""
        return _labels(self.names, self.search.candidates)

    @property
    def always(self) -> Names:
        """Given in every test."""
        return _labels(self.names, self.search.forced)

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
    """One subset of the candidates."""

    members: Names
    separates: bool | None


@dataclass(frozen=True, slots=True)
class Lattice:
    """All subsets of the candidates of a family, each with its verdict."""

    family: Family
    levels: tuple[tuple[SubsetVerdict, ...], ...]

    def __iter__(self) -> Iterator[SubsetVerdict]:
        return (verdict for level in self.levels for verdict in level)

    @property
    def first(self) -> SubsetVerdict | None:
        """The first subset that separates, in the canonical order."""
        return next((verdict for verdict in self if verdict.separates), None)


def family_of(dag: Dag, search: Search) -> Family:
    """Return a search with what it finds in a DAG."""
    found, tests = first_separating(dag, search)
    labels = None if found is None else _labels(dag.nodes, found)
    return Family(search, dag.nodes, labels, tests)


def _labels(names: Names, mask: int) -> Names:
    return tuple(names[i] for i in members(mask))


def lattice_of(dag: Dag, family: Family) -> Lattice:
    """Return every subset of a family with its verdict."""
    x, y, candidates, always, _, proper, _ = family.search

    def verdict(subset: int) -> SubsetVerdict:
        is_asked = not (proper and subset == candidates)
        separates = is_separated(dag, x, y, always | subset) if is_asked else None
        return SubsetVerdict(_labels(dag.nodes, subset), separates)

    sizes = range(candidates.bit_count() + 1)
    levels = (Search(x, y, candidates, size=size).subsets() for size in sizes)
    return Lattice(family, tuple(tuple(map(verdict, level)) for level in levels))
