"""The paper's lemmas as live checks: what the graph says, what the CI tests say, and the cost.

A lemma about a variable X comes down to *cases*: one for each pair or triple that it speaks of,
each with its family of CI tests. A check holds all cases of X, and the one that is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from math import comb

from marvel_widgets.core.boundary.removability import (
    condition_one_holds,
    condition_two_holds,
    is_removable,
)
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.core.graphs.separation import is_separated
from marvel_widgets.theory.lemma_cases import Case, cases_of
from marvel_widgets.theory.lemma_roles import ROLES, Lemma, check_roles, checked_lemma
from marvel_widgets.theory.subset_lattice import Lattice, lattice_of


@dataclass(frozen=True, slots=True)
class SizeFacts:
    """The sets and sizes in the lemma on the boundary size, and in its proof."""

    boundary: tuple[Label, ...]
    max_in_degree: int
    last_child: Label | None
    its_parents: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class LemmaCheck:
    """A lemma for one variable X of a DAG, checked."""

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
        """The variable assigned to each role."""
        rest = () if self.shown is None else self.shown.roles
        return dict(zip(ROLES[self.lemma], (self.x, *rest), strict=False))


def check_lemma(
    dag: Dag, lemma: str, *variables: Label, separating_set: Iterable[Label] | None = None
) -> LemmaCheck:
    """Return a lemma of the paper as a check on a DAG.

    Parameters
    ----------
    dag : Dag
    lemma : str
        One of `marvel_widgets.theory.lemma_roles.LEMMAS`.
    *variables : Label
        The variables in the roles of the lemma, as `ROLES` orders them: X first. After X they may
        be left out; then the first case is shown.
    separating_set : iterable of Label, optional
        V-structures: another separating set of X and T than the first, inside the boundary
        of X, as the lemma needs.

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
    cases = tuple(cases_of(dag, name, x, own))
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


# -- putting them together ---------------------------------------------------------------------


def _shown(dag: Dag, lemma: Lemma, cases: tuple[Case, ...], rest: list[int]) -> Case | None:
    """Return the case in focus: the first one that fits the roles named."""
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
    performed = sum(case.tests for case in asked)
    pairs = [frozenset(case.family.pair) for case in asked]
    if len(set(pairs)) == len(asked):
        return performed  # no pair twice
    return len(
        {
            (pair, given)
            for pair, case in zip(pairs, asked, strict=True)
            for given in islice(case.family.search.sets(), case.tests)
        }
    )


def tests_bound(dag: Dag, lemma: str, x: Label) -> int:
    """Return the most tests that a lemma can take for a variable, as the paper states it."""
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
    """Return the lattice of subsets of the case that a check looks at, or None without one."""
    return None if check.shown is None else lattice_of(dag, check.shown.family)
