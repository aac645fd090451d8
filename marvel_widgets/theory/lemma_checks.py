"""The paper's lemmas as live checks: what the graph says, what the CI tests say, and the cost.

A lemma about a variable X comes down to *cases*: one for each pair or triple that it speaks of,
each with its family of CI tests. A check holds all cases of X, and the one that is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, islice
from math import comb

from marvel_widgets.boundary.lemmas import pairs_of, update_set
from marvel_widgets.boundary.removability import (
    condition_one_holds,
    condition_two_holds,
    is_removable,
)
from marvel_widgets.graphs.bits import members
from marvel_widgets.graphs.dag import Dag
from marvel_widgets.graphs.errors import GraphError, Label
from marvel_widgets.graphs.separation import is_separated
from marvel_widgets.theory.lemma_roles import ROLES, Lemma, check_roles, checked_lemma
from marvel_widgets.theory.subset_lattice import Family, Lattice, family_of, lattice_of


@dataclass(frozen=True, slots=True)
class Case:
    """One pair or triple that a lemma speaks of.

    Attributes
    ----------
    roles : tuple of Label
        Who plays the roles after X, in the order of `ROLES`.
    family : Family
        The tests that the lemma asks.
    graph_side : bool
        What the graph says. Neighbor lemma: X and Y are adjacent. V-structures: Y is a child
        of X and of T. Condition 1: Z and W are adjacent, or both parents of X. Condition 2: Z
        and T are adjacent, or both parents of Y. Update: Y and Z stay in each other's boundary.
    stored : frozenset of Label or None
        V-structures: the separating set of X and T.
    smaller : Label or None
        Update: the one of the two whose boundary is given, the paper's W.
    """

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


@dataclass(frozen=True, slots=True)
class SizeFacts:
    """What the lemma on the boundary size, and its proof, speak of.

    Attributes
    ----------
    boundary : tuple of Label
    max_in_degree : int
    last_child : Label or None
        The child of X that comes last in the topological order; None for a sink.
    its_parents : tuple of Label
        The parents of that child, or those of X where X is a sink. For a removable X as many
        as its boundary has variables.
    """

    boundary: tuple[Label, ...]
    max_in_degree: int
    last_child: Label | None
    its_parents: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class LemmaCheck:
    """A lemma for one variable X of a DAG, checked.

    Attributes
    ----------
    lemma : str
    x : Label
    cases : tuple of Case
        In the order in which MARVEL asks.
    shown : Case or None
        The one that is looked at.
    graph_side, test_side : bool
        The two sides of the lemma. For lemmas on a pair those of `shown`; for Conditions 1
        and 2 whether the condition holds; for the boundary size whether X is removable, and
        whether its boundary is at most the maximum in-degree.
    tests : int
        The tests that MARVEL performs for X, one by one.
    distinct : int
        The different ones among them.
    bound : int
        The most that the paper says X can take; for Condition 2 of distinct tests.
    sizes : SizeFacts or None
    """

    lemma: Lemma
    x: Label
    cases: tuple[Case, ...]
    shown: Case | None
    graph_side: bool
    test_side: bool
    tests: int
    distinct: int
    bound: int
    sizes: SizeFacts | None = None

    @property
    def agree(self) -> bool:
        """Whether the lemma is right here: sides equal; for the size, left implies right."""
        if self.lemma == "boundary-size":
            return self.test_side or not self.graph_side
        return self.graph_side == self.test_side and all(case.agree for case in self.cases)

    @property
    def within_bound(self) -> bool:
        """Whether no more distinct tests were spent than the paper's bound."""
        return self.distinct <= self.bound

    @property
    def roles(self) -> dict[str, Label]:
        """The roles and who plays them."""
        rest = () if self.shown is None else self.shown.roles
        return dict(zip(ROLES[self.lemma], (self.x, *rest), strict=False))


def check_lemma(
    dag: Dag,
    lemma: str,
    *variables: Label,
    separating_set: Iterable[Label] | None = None,
) -> LemmaCheck:
    """Return a lemma of the paper as a check on a DAG.

    Parameters
    ----------
    dag : Dag
    lemma : str
        One of `marvel_widgets.theory.lemma_roles.LEMMAS`.
    *variables : Label
        Who plays the roles of the lemma, as `ROLES` orders them: X first. After X they may
        be left out; then the first case is looked at.
    separating_set : iterable of Label, optional
        V-structures: another separating set of X and T than the first, inside the boundary
        of X, as the lemma needs.

    Returns
    -------
    LemmaCheck

    Raises
    ------
    ValueError
        There is no such lemma, or it has fewer roles; X is missing.
    GraphError
        A variable can't play its role; the separating set is none, or not inside the boundary.

    Notes
    -----
    Cost: one search for each case; at most 14 variables in the boundary.

    Examples
    --------
    >>> dag = Dag("X -> Y <- T; Y -> Z; X -> Z")
    >>> check = check_lemma(dag, "neighbor", "X", "T")
    >>> check.graph_side, check.test_side, check.agree
    (False, False, True)
    >>> sorted(check.shown.family.separating_set), check.tests, check.bound
    ([], 7, 12)
    """
    name = checked_lemma(lemma)
    if not variables:
        msg = f"name at least the X of the lemma, one of {', '.join(map(str, dag.nodes[:8]))}"
        raise ValueError(msg)
    x, *rest = check_roles(dag, name, variables)
    own = _own_set(dag, name, x, rest, separating_set)
    if name == "boundary-size":
        return _size_check(dag, x)
    cases = tuple(_cases(dag, name, x, own))
    shown = _shown(dag, name, cases, rest)
    return _check(dag, name, x, cases, shown)


def _own_set(
    dag: Dag, lemma: Lemma, x: int, rest: list[int], given: Iterable[Label] | None
) -> tuple[int, int] | None:
    """Return T and the learner's own separating set of X and T, or None."""
    if given is None:
        return None
    mask = dag.mask(given)
    if lemma != "v-structures" or not rest:
        msg = "a separating set belongs to the lemma on v-structures, with X and T named"
        raise GraphError(msg)
    t, shown = rest[0], "{" + ", ".join(str(dag.nodes[i]) for i in members(mask)) + "}"
    ends = f"{dag.nodes[x]} and {dag.nodes[t]}"
    if mask & ~dag.boundary_masks[x] or mask >> t & 1:
        msg = f"{shown} is not inside the boundary of {dag.nodes[x]} without {dag.nodes[t]}"
        raise GraphError(msg)
    if not is_separated(dag, x, t, mask):
        msg = f"{shown} does not separate {ends}; choose a set that does"
        raise GraphError(msg)
    return t, mask


# -- the cases of each lemma -------------------------------------------------------------------


def _cases(dag: Dag, lemma: Lemma, x: int, own: tuple[int, int] | None) -> Iterator[Case]:
    if lemma == "neighbor":
        return _neighbor_cases(dag, x)
    if lemma == "v-structures":
        return _v_structure_cases(dag, x, own)
    if lemma == "condition-1":
        return _condition_one_cases(dag, x)
    return _condition_two_cases(dag, x) if lemma == "condition-2" else _update_cases(dag, x)


def _neighbor_cases(dag: Dag, x: int) -> Iterator[Case]:
    boundary, near = dag.boundary_masks[x], dag.adjacency_masks[x]
    for y in members(boundary):
        family = family_of(dag, (x, y), boundary & ~(1 << y), proper=True)
        yield Case((dag.nodes[y],), family, bool(near >> y & 1))


def _v_structure_cases(dag: Dag, x: int, own: tuple[int, int] | None) -> Iterator[Case]:
    boundary, near = dag.boundary_masks[x], dag.adjacency_masks[x]
    for t in members(boundary & ~near):
        if own is not None and own[0] == t:
            stored = dag.labels(own[1])
        else:  # as the neighbor lemma finds it
            rest = boundary & ~(1 << t)
            found = family_of(dag, (x, t), rest, proper=True).separating_set
            assert found is not None  # a co-parent
            stored = found
        for y in members(near):
            family = family_of(dag, (y, t), (boundary | 1 << x) & ~(1 << y | 1 << t))
            common = bool(dag.child_masks[x] & dag.child_masks[t] & 1 << y)
            yield Case((dag.nodes[t], dag.nodes[y]), family, common, stored)


def _condition_one_cases(dag: Dag, x: int) -> Iterator[Case]:
    for z, w in pairs_of(dag.adjacency_masks[x]):
        rest = dag.boundary_masks[x] & ~(1 << z | 1 << w)
        joined = _joined_or_parents(dag, z, w, x)
        yield Case((dag.nodes[z], dag.nodes[w]), family_of(dag, (z, w), rest, 1 << x), joined)


def _condition_two_cases(dag: Dag, x: int) -> Iterator[Case]:
    boundary, near = dag.boundary_masks[x], dag.adjacency_masks[x]
    parted = boundary & ~near
    triples = [(y, t) for y in members(near) for t in members(parted & dag.parent_masks[y])]
    for y, t in triples:  # y is a child: else t, a parent of a parent, were no co-parent by it
        if not dag.child_masks[x] >> y & 1:
            continue
        for z in members(near & ~(1 << y)):
            rest = boundary & ~(1 << z | 1 << y | 1 << t)
            family = family_of(dag, (z, t), rest, 1 << x | 1 << y)
            joined = _joined_or_parents(dag, z, t, y)
            yield Case((dag.nodes[t], dag.nodes[y], dag.nodes[z]), family, joined)


def _update_cases(dag: Dag, x: int) -> Iterator[Case]:
    """Yield the pairs of neighbors of x in order; a verdict takes effect at once."""
    boundaries = list(dag.boundary_masks)
    after = dag.without(dag.nodes[x])
    for y, z in pairs_of(dag.adjacency_masks[x]):
        w, given = update_set(boundaries, x, y, z)
        family = family_of(dag, (y, z), 0, given)
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


# -- putting them together ---------------------------------------------------------------------


def _shown(dag: Dag, lemma: Lemma, cases: tuple[Case, ...], rest: list[int]) -> Case | None:
    """Return the case that is looked at: the first one that fits the roles named."""
    named = tuple(dag.nodes[i] for i in rest)
    either_way = lemma in ("condition-1", "boundary-update")
    for case in cases:
        fits = case.roles[: len(named)] == named
        if fits or (either_way and set(named) <= set(case.roles)):
            return case
    return None


def _check(
    dag: Dag, lemma: Lemma, x: int, cases: tuple[Case, ...], shown: Case | None
) -> LemmaCheck:
    whole = {"condition-1": condition_one_holds, "condition-2": condition_two_holds}
    if lemma in whole:
        graph_side, test_side = whole[lemma](dag, x), all(case.test_side for case in cases)
    else:
        assert shown is not None  # roles without a case are refused
        graph_side, test_side = shown.graph_side, shown.test_side
    asked = list(_asked(lemma, cases))
    return LemmaCheck(
        lemma,
        dag.nodes[x],
        cases,
        shown,
        graph_side,
        test_side,
        tests=sum(case.tests for case in asked),
        distinct=_distinct(asked),
        bound=tests_bound(dag, lemma, dag.nodes[x]),
    )


def _asked(lemma: Lemma, cases: tuple[Case, ...]) -> Iterator[Case]:
    """Yield the cases that MARVEL asks about: a condition is given up at its first failure."""
    for case in cases:
        yield case
        if lemma in ("condition-1", "condition-2") and not case.test_side:
            return


def _distinct(asked: list[Case]) -> int:
    """Return how many different statements the tests are about."""
    performed = sum(case.tests for case in asked)
    if len({frozenset(case.family.pair) for case in asked}) == len(asked):
        return performed  # no pair twice
    seen = {(frozenset(case.family.pair), given) for case in asked for given in _sets_tested(case)}
    return len(seen)


def _sets_tested(case: Case) -> Iterator[frozenset[Label]]:
    family = case.family
    sizes = range(len(family.candidates) + 1)
    sets = (s for size in sizes for s in combinations(family.candidates, size))
    for subset in islice(sets, case.tests):
        yield frozenset((*subset, *family.always))


def tests_bound(dag: Dag, lemma: str, x: Label) -> int:
    """Return the most tests that a lemma can take for a variable, as the paper states it.

    Parameters
    ----------
    dag : Dag
    lemma : str
    x : Label

    Returns
    -------
    int
        With b the size of the boundary, n of the neighbors, c of the co-parents: neighbors
        ``b 2^(b-1)``, v-structures ``c n 2^(b-1)``, Condition 1 ``C(n, 2) 2^(b-2)``,
        Condition 2 ``c n 2^(b-2)`` (different tests), update ``C(n, 2)``, size 0.

    Examples
    --------
    >>> dag = Dag("X -> Y <- T; Y -> Z; X -> Z")
    >>> [tests_bound(dag, lemma, "X") for lemma in ("neighbor", "v-structures", "condition-1")]
    [12, 8, 2]
    """
    i = dag.position(x)
    b, n = dag.boundary_masks[i].bit_count(), dag.adjacency_masks[i].bit_count()
    name, c = checked_lemma(lemma), b - n
    if name == "neighbor":
        return (b << b) >> 1
    if name == "v-structures":
        return (c * n << b) >> 1
    if name == "condition-1":
        return (comb(n, 2) << b) >> 2
    if name == "condition-2":
        return (c * n << b) >> 2
    return comb(n, 2) if name == "boundary-update" else 0


def _size_check(dag: Dag, x: int) -> LemmaCheck:
    rank = {name: at for at, name in enumerate(dag.topological_order)}
    children = [dag.nodes[i] for i in members(dag.child_masks[x])]
    last = max(children, key=rank.__getitem__, default=None)
    end = x if last is None else dag.position(last)
    facts = SizeFacts(
        tuple(dag.nodes[i] for i in members(dag.boundary_masks[x])),
        dag.max_in_degree,
        last,
        tuple(dag.nodes[i] for i in members(dag.parent_masks[end])),
    )
    removable = is_removable(dag, dag.nodes[x])
    fits = len(facts.boundary) <= facts.max_in_degree
    name = dag.nodes[x]
    return LemmaCheck("boundary-size", name, (), None, removable, fits, 0, 0, 0, facts)


def shown_lattice(dag: Dag, check: LemmaCheck) -> Lattice | None:
    """Return the lattice of subsets of the case that a check looks at, or None without one.

    Examples
    --------
    >>> dag = Dag("X -> Y <- T")
    >>> lattice = shown_lattice(dag, check_lemma(dag, "neighbor", "X", "T"))
    >>> [(subset.members, subset.separates) for subset in lattice]
    [((), True), (('Y',), None)]
    """
    return None if check.shown is None else lattice_of(dag, check.shown.family)
