"""The paper's lemmas as live checks: what the graph says, what the CI tests say, and the cost.

A lemma about a variable X comes down to *cases*: one for each pair or triple that it speaks of,
each with its family of CI tests. A check holds all cases of X, and the one that is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Final, Literal, cast, get_args

from marvel_widgets.core.boundary import lemmas, removability
from marvel_widgets.core.boundary.lemmas import pairs_of
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.independence.coercion import check_choice
from marvel_widgets.theory.bounds import term
from marvel_widgets.theory.subset_lattice import Family, Lattice, family_of, lattice_of

Lemma = Literal[
    "neighbor", "v-structures", "condition-1", "condition-2", "boundary-size", "boundary-update"
]
LEMMAS: Final[tuple[Lemma, ...]] = get_args(Lemma)

# Where each stands in the paper.
PLACES: Final[Mapping[Lemma, str]] = {
    "neighbor": "Section 3.2",
    "v-structures": "Section 3.2",
    "condition-1": "Section 3.2",
    "condition-2": "Section 3.2",
    "boundary-size": "Section 3.3",
    "boundary-update": "Section 3.3.1",
}
ROLES: Final[Mapping[Lemma, tuple[str, ...]]] = {
    "neighbor": ("X", "Y"),
    "v-structures": ("X", "T", "Y"),
    "condition-1": ("X", "Z", "W"),
    "condition-2": ("X", "T", "Y", "Z"),
    "boundary-size": ("X",),
    "boundary-update": ("X", "Y", "Z"),
}
# A lattice of 2^13 sets is drawn folded; more helps nobody.
LARGEST_BOUNDARY: Final = 14


def checked_lemma(lemma: str) -> Lemma:
    """Return the name of a lemma."""
    check_choice("lemma", lemma, Lemma)
    return cast("Lemma", lemma)


def role_choices(dag: Dag, lemma: str, chosen: Sequence[Label] = ()) -> tuple[Label, ...]:
    """Return the variables that can play the next role, once the earlier ones are cast."""
    name = checked_lemma(lemma)
    check_roles(dag, name, chosen)
    if len(chosen) >= len(ROLES[name]):
        return ()
    if not chosen:
        return tuple(x for x in dag if not why_not_first(dag, name, x))
    places = [dag.position(v) for v in chosen]
    return tuple(dag.nodes[i] for i in members(_mask(dag, name, places)))


def check_roles(dag: Dag, lemma: str, variables: Sequence[Label]) -> tuple[int, ...]:
    """Return the variables in the roles of a lemma by number, some or all of the roles."""
    name = checked_lemma(lemma)
    roles = ROLES[name]
    if len(variables) > len(roles):
        msg = (
            f"the lemma {shown(name)} has the roles {', '.join(roles)}: "
            f"{len(roles)}, not {len(variables)}"
        )
        raise ValueError(msg)
    places = tuple(dag.position(v) for v in variables)
    for at, place in enumerate(places):
        reason = (
            why_not_first(dag, name, variables[0])
            if at == 0
            else _why_not(dag, name, places[:at], place)
        )
        if reason:
            raise GraphError(reason)
    return places


def completed_roles(dag: Dag, lemma: str, wanted: Sequence[Label] = ()) -> tuple[Label, ...]:
    """Return a casting of a lemma: those wanted if they fit, the first possible for the rest."""
    name = checked_lemma(lemma)
    chosen: tuple[Label, ...] = ()
    for at in range(len(ROLES[name])):
        options = role_choices(dag, name, chosen)
        if not options:
            return chosen[:1]
        fits = at < len(wanted) and wanted[at] in options
        chosen += (wanted[at] if fits else options[0],)
    return chosen


def why_not_first(dag: Dag, lemma: Lemma, x: Label) -> str:
    """Return why a variable can't be the X of a lemma, or an empty text."""
    i = dag.position(x)
    boundary, neighbor_mask = dag.boundary_masks[i], dag.adjacency_masks[i]
    if boundary.bit_count() > LARGEST_BOUNDARY and lemma != "boundary-size":
        return (
            f"the Markov boundary of {x} has {boundary.bit_count()} variables; every subset is "
            f"looked at here, so at most {LARGEST_BOUNDARY} are allowed"
        )
    if lemma == "neighbor" and not boundary:
        return f"the Markov boundary of {x} is empty; there is nothing to tell apart"
    if lemma == "v-structures" and not boundary & ~neighbor_mask:
        return f"{x} has no co-parent; the lemma needs one"
    if lemma == "condition-2" and not removability.condition_one_holds(dag, i):
        first = removability.explain_removability(dag, x).violations[0]
        w = next(v for v in first.missing if v != first.child)
        gap = f"its child {first.child} and its neighbor {w} are not adjacent"
        return f"Condition 1 fails for {x}: {gap}; the lemma needs Condition 1"
    if lemma == "boundary-update":
        if not removability.is_removable(dag, x):
            return f"{x} is not removable; the update of the boundaries needs an X that is"
        if neighbor_mask.bit_count() < 2:
            return f"{x} has fewer than two neighbors, so its removal parts no pair of them"
    return ""


def _why_not(dag: Dag, lemma: Lemma, earlier: tuple[int, ...], v: int) -> str:
    """Return why a variable can't play the role after `earlier`, or an empty text."""
    allowed = _mask(dag, lemma, earlier)
    if allowed >> v & 1:
        return ""
    name, x = dag.nodes[v], dag.nodes[earlier[0]]
    if v in earlier:
        return f"{name} has a role already; each role needs a variable of its own"
    some = "{" + ", ".join(str(dag.nodes[i]) for i in members(allowed)) + "}"
    if lemma == "neighbor":
        return (
            f"{name} is not in the Markov boundary of {x}, {some}; the lemma speaks of its members"
        )
    role = ROLES[lemma][len(earlier)]
    if role == "T":
        return f"{name} is not a co-parent of {x}; T can be one of {some}"
    if lemma == "condition-2" and role == "Y":
        t = dag.nodes[earlier[1]]
        return f"{name} is not a common child of {x} and {t}; Y can be one of {some}"
    return f"{name} is not a neighbor of {x}; {role} can be one of {some}"


def _mask(dag: Dag, lemma: Lemma, earlier: Sequence[int]) -> int:
    """Return the variables that can play the role after the earlier ones."""
    x = earlier[0]
    found = dag.adjacency_masks[x]
    if lemma == "neighbor":
        found = dag.boundary_masks[x]
    elif lemma in ("v-structures", "condition-2") and len(earlier) == 1:
        found = dag.boundary_masks[x] & ~found
    elif lemma == "condition-2" and len(earlier) == 2:
        found = dag.child_masks[x] & dag.child_masks[earlier[1]]
    return found & ~sum(1 << v for v in earlier)


@dataclass(frozen=True, slots=True)
class LemmaCase:
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


def lemma_cases(dag: Dag, lemma: Lemma, x: int) -> Iterator[LemmaCase]:
    """Yield the cases of a lemma for a variable, in the order in which MARVEL asks."""
    boundary, neighbor_mask = dag.boundary_masks[x], dag.adjacency_masks[x]
    if lemma == "neighbor":
        for y in members(boundary):
            family = family_of(dag, lemmas.neighbor_search(x, y, boundary))
            yield LemmaCase((dag.nodes[y],), family, bool(neighbor_mask >> y & 1))
    elif lemma == "v-structures":
        yield from _v_structure_cases(dag, x)
    elif lemma == "condition-1":
        for z, w in pairs_of(neighbor_mask):
            family = family_of(dag, lemmas.condition_one_search(x, z, w, boundary))
            joined = _joined_or_parents(dag, z, w, x)
            yield LemmaCase((dag.nodes[z], dag.nodes[w]), family, joined)
    else:
        find = _condition_two_cases if lemma == "condition-2" else _update_cases
        yield from find(dag, x)


def _v_structure_cases(dag: Dag, x: int) -> Iterator[LemmaCase]:
    boundary, neighbor_mask = dag.boundary_masks[x], dag.adjacency_masks[x]
    for t in members(boundary & ~neighbor_mask):
        stored = family_of(dag, lemmas.neighbor_search(x, t, boundary)).separating_set
        assert stored is not None  # the neighbor lemma finds one for a co-parent
        for y in members(neighbor_mask):
            family = family_of(dag, lemmas.v_structure_search(x, y, t, boundary))
            common = bool(dag.child_masks[x] & dag.child_masks[t] & 1 << y)
            yield LemmaCase((dag.nodes[t], dag.nodes[y]), family, common, stored)


def _condition_two_cases(dag: Dag, x: int) -> Iterator[LemmaCase]:
    boundary, neighbor_mask = dag.boundary_masks[x], dag.adjacency_masks[x]
    parted = boundary & ~neighbor_mask
    for y in members(dag.child_masks[x]):
        for t in members(parted & dag.parent_masks[y]):
            for z in members(neighbor_mask & ~(1 << y)):
                family = family_of(dag, lemmas.condition_two_search(x, y, t, z, boundary))
                joined = _joined_or_parents(dag, z, t, y)
                yield LemmaCase((dag.nodes[t], dag.nodes[y], dag.nodes[z]), family, joined)


def _update_cases(dag: Dag, x: int) -> Iterator[LemmaCase]:
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
        yield LemmaCase(names, family, stays, smaller=dag.nodes[w])


def _joined_or_parents(dag: Dag, a: int, b: int, child: int) -> bool:
    """Return whether a and b are adjacent, or both parents of `child`."""
    both = dag.parent_masks[child] >> a & dag.parent_masks[child] >> b & 1
    return bool(dag.adjacency_masks[a] >> b & 1 or both)


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
    cases: tuple[LemmaCase, ...]
    shown: LemmaCase | None
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
    def roles(self) -> dict[str, Label]:
        """The variable assigned to each role."""
        rest = () if self.shown is None else self.shown.roles
        return dict(zip(ROLES[self.lemma], (self.x, *rest), strict=False))


def check_lemma(dag: Dag, lemma: str, *variables: Label) -> LemmaCheck:
    """Return a lemma of the paper as a check on a DAG.

    Parameters
    ----------
    dag : Dag
    lemma : str
        One of `marvel_widgets.theory.lemma_checks.LEMMAS`.
    *variables : Label
        The variables in the roles of the lemma, as `ROLES` orders them: X first. After X they may
        be left out; then the first case is shown.

    Raises
    ------
    ValueError
        There is no such lemma, or it has fewer roles; X is missing.
    GraphError
        A variable can't play its role.

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
    if name == "boundary-size":
        return _size_check(dag, x)
    cases = tuple(lemma_cases(dag, name, x))
    return _check(dag, name, x, cases, _shown(dag, name, cases, rest))


# -- putting them together ---------------------------------------------------------------------


def _shown(
    dag: Dag, lemma: Lemma, cases: tuple[LemmaCase, ...], rest: list[int]
) -> LemmaCase | None:
    """Return the case in focus: the first one that fits the roles named."""
    named = tuple(dag.nodes[i] for i in rest)
    either_way = lemma in ("condition-1", "boundary-update")
    for case in cases:
        fits = case.roles[: len(named)] == named
        if fits or (either_way and set(named) <= set(case.roles)):
            return case
    return None


def _check(
    dag: Dag, lemma: Lemma, x: int, cases: tuple[LemmaCase, ...], shown: LemmaCase | None
) -> LemmaCheck:
    whole = {
        "condition-1": removability.condition_one_holds,
        "condition-2": removability.condition_two_holds,
    }
    if lemma in whole:
        graph_side, test_side = whole[lemma](dag, x), all(case.test_side for case in cases)
    else:
        assert shown is not None  # roles without a case are refused
        graph_side, test_side = shown.graph_side, shown.test_side
    asked = list(cases)
    if lemma in whole:  # MARVEL gives a condition up at its first failure
        asked = asked[: len(list(takewhile(lambda case: case.test_side, cases))) + 1]
    neighbors = dag.adjacency_masks[x].bit_count()
    co_parents = dag.boundary_masks[x].bit_count() - neighbors
    bound = term(lemmas.NEIGHBORS if lemma == "neighbor" else lemma, neighbors, co_parents)
    counts = sum(case.tests for case in asked), _distinct(asked), bound
    return LemmaCheck(lemma, dag.nodes[x], cases, shown, graph_side, test_side, *counts)


def _distinct(asked: list[LemmaCase]) -> int:
    performed = sum(case.tests for case in asked)
    pairs = [frozenset(case.family.pair) for case in asked]
    if len(set(pairs)) == len(asked):
        return performed  # no pair twice
    different = {
        (pair, given)
        for pair, case in zip(pairs, asked, strict=True)
        for given in islice(case.family.search.sets(), case.tests)
    }
    return len(different)


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
    name, fits = dag.nodes[x], len(facts.boundary) <= facts.max_in_degree
    removable = removability.is_removable(dag, name)
    return LemmaCheck("boundary-size", name, (), None, removable, fits, 0, 0, 0, facts)


def shown_lattice(dag: Dag, check: LemmaCheck) -> Lattice | None:
    """Return the lattice of subsets of the case that a check looks at, or None without one."""
    return None if check.shown is None else lattice_of(dag, check.shown.family)
