"""The cases of each lemma: every pair or triple that it is about, with its CI tests."""

from collections.abc import Iterator
from dataclasses import dataclass

from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.boundary.lemmas import pairs_of
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.theory.lemma_roles import Lemma
from marvel_widgets.theory.subset_lattice import Family, family_of


@dataclass(frozen=True, slots=True)
class Case:
    """One pair or triple that a lemma is about."""

    roles: tuple[Label, ...]
    family: Family
    graph_side: bool
    stored: frozenset[Label] | None = None
    smaller: Label | None = None

    @property
    def needs_tests(self) -> bool:
        """Whether the tests are asked: not where Y is in the separating set of X and T."""
        return self.stored is None or self.roles[-1] not in self.stored

    @property
    def test_side(self) -> bool:
        """What the tests say of the same: no set separates the pair."""
        return self.needs_tests and not self.family.separable

    @property
    def tests(self) -> int:
        """The tests spent on this case."""
        return self.family.tests if self.needs_tests else 0

    @property
    def agree(self) -> bool:
        """Whether both sides say the same."""
        return self.graph_side == self.test_side


def cases_of(dag: Dag, lemma: Lemma, x: int, own: tuple[int, int] | None = None) -> Iterator[Case]:
    """Yield the cases of a lemma for a variable, in the order in which MARVEL asks."""
    if lemma == "neighbor":
        return _neighbor_cases(dag, x)
    if lemma == "v-structures":
        return _v_structure_cases(dag, x, own)
    if lemma == "condition-1":
        return _condition_one_cases(dag, x)
    return _condition_two_cases(dag, x) if lemma == "condition-2" else _update_cases(dag, x)


def _neighbor_cases(dag: Dag, x: int) -> Iterator[Case]:
    boundary, neighbor_mask = dag.boundary_masks[x], dag.adjacency_masks[x]
    for y in members(boundary):
        family = family_of(dag, lemmas.neighbor_search(x, y, boundary))
        yield Case((dag.nodes[y],), family, bool(neighbor_mask >> y & 1))


def _v_structure_cases(dag: Dag, x: int, own: tuple[int, int] | None) -> Iterator[Case]:
    boundary, neighbor_mask = dag.boundary_masks[x], dag.adjacency_masks[x]
    for t in members(boundary & ~neighbor_mask):
        if own is not None and own[0] == t:
            stored = dag.labels(own[1])
        else:  # as the neighbor lemma finds it
            found = family_of(dag, lemmas.neighbor_search(x, t, boundary)).separating_set
            assert found is not None  # a co-parent
            stored = found
        for y in members(neighbor_mask):
            family = family_of(dag, lemmas.v_structure_search(x, y, t, boundary))
            common = bool(dag.child_masks[x] & dag.child_masks[t] & 1 << y)
            yield Case((dag.nodes[t], dag.nodes[y]), family, common, stored)


def _condition_one_cases(dag: Dag, x: int) -> Iterator[Case]:
    for z, w in pairs_of(dag.adjacency_masks[x]):
        family = family_of(dag, lemmas.condition_one_search(x, z, w, dag.boundary_masks[x]))
        joined = _joined_or_parents(dag, z, w, x)
        yield Case((dag.nodes[z], dag.nodes[w]), family, joined)


def _condition_two_cases(dag: Dag, x: int) -> Iterator[Case]:
    boundary, neighbor_mask = dag.boundary_masks[x], dag.adjacency_masks[x]
    parted = boundary & ~neighbor_mask
    triples = [
        (y, t) for y in members(neighbor_mask) for t in members(parted & dag.parent_masks[y])
    ]
    for y, t in triples:  # y is a child: else t, a parent of a parent, were no co-parent by it
        if not dag.child_masks[x] >> y & 1:
            continue
        for z in members(neighbor_mask & ~(1 << y)):
            family = family_of(dag, lemmas.condition_two_search(x, y, t, z, boundary))
            joined = _joined_or_parents(dag, z, t, y)
            yield Case((dag.nodes[t], dag.nodes[y], dag.nodes[z]), family, joined)


def _update_cases(dag: Dag, x: int) -> Iterator[Case]:
    """Yield the pairs of neighbors of x in order; a verdict takes effect at once."""
    boundaries = list(dag.boundary_masks)
    after = dag.without(dag.nodes[x])
    for y, z in pairs_of(dag.adjacency_masks[x]):
        w = lemmas.smaller_boundary(boundaries, y, z)
        family = family_of(dag, lemmas.update_search(x, y, z, boundaries[w]))
        if family.separable:
            boundaries[y] &= ~(1 << z)
            boundaries[z] &= ~(1 << y)
        names = dag.nodes[y], dag.nodes[z]
        stays = names[1] in after.markov_boundary(names[0])
        yield Case(names, family, stays, smaller=dag.nodes[w])


def _joined_or_parents(dag: Dag, a: int, b: int, child: int) -> bool:
    """Return whether a and b are adjacent, or both parents of `child`."""
    both = dag.parent_masks[child] >> a & dag.parent_masks[child] >> b & 1
    return bool(dag.adjacency_masks[a] >> b & 1 or both)
