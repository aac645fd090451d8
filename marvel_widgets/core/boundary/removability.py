"""Removable variables: by definition, by Theorem 1, and why not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.graphs.separation import is_separated
from marvel_widgets.core.graphs.validation import check_dag

# The definition compares 2**(p-3) sets for each pair; beyond this that takes minutes.
MOST_VARIABLES_FOR_DEFINITION = 14


@dataclass(frozen=True, slots=True)
class ChangedSeparation:
    """A d-separation statement that removing a variable changes.

    >>> print(ChangedSeparation("Z", "T", frozenset("Y"), False, True))
    Z and T given {Y}: not separated before, separated after
    """

    y: Label
    z: Label
    given: frozenset[Label]
    separated_before: bool
    separated_after: bool

    def __str__(self) -> str:
        names = ", ".join(sorted(map(str, self.given)))
        condition = f"{{{names}}}" if self.given else "nothing"
        before, after = (
            "separated" if so else "not separated"
            for so in (self.separated_before, self.separated_after)
        )
        return f"{self.y} and {self.z} given {condition}: {before} before, {after} after"


@dataclass(frozen=True, slots=True)
class Violation:
    """One place where Theorem 1 fails."""

    condition: Literal[1, 2]
    child: Label
    through: Label | None
    missing: tuple[Label, Label]
    either_direction: bool


@dataclass(frozen=True, slots=True)
class RemovabilityReport:
    """Why a variable is or is not removable."""

    variable: Label
    violations: tuple[Violation, ...]
    changed: ChangedSeparation | None

    @property
    def removable(self) -> bool:
        """Whether both conditions hold at every child."""
        return not self.violations

    @property
    def missing_edges(self) -> tuple[tuple[Label, Label], ...]:
        """The missing edges, each once, in order of discovery."""
        return tuple(dict.fromkeys(v.missing for v in self.violations))


def condition_one_holds(dag: Dag, x: int) -> bool:
    """Return whether all neighbors of x are adjacent to, or equal, each child of x."""
    neighbor_masks = dag.adjacency_masks
    return all(
        not neighbor_masks[x] & ~neighbor_masks[z] & ~(1 << z) for z in members(dag.child_masks[x])
    )


def condition_two_holds(dag: Dag, x: int) -> bool:
    """Return whether, for children y -> z of x, all parents of y are parents of z."""
    parents, children = dag.parent_masks, dag.child_masks[x]
    return all(
        not parents[y] & ~parents[z]
        for z in members(children)
        for y in members(children & parents[z])
    )


def is_removable(dag: Dag, x: Label) -> bool:
    """Return whether a variable is removable, by the two conditions of Theorem 1.

    Raises
    ------
    UnknownVariableError
        The graph has no such variable.

    Notes
    -----
    Theorem 1: x is removable exactly when for every child z of x
    (1) each neighbor of x is z or a neighbor of z, and (2) each parent of a y, itself a
    child of x and a parent of z, is a parent of z. Cost: the children of x, squared.

    Examples
    --------
    >>> chain = Dag("A -> B -> C")
    >>> [x for x in chain if is_removable(chain, x)]
    ['A', 'C']
    """
    check_dag(dag)
    i = dag.position(x)
    return condition_one_holds(dag, i) and condition_two_holds(dag, i)


def removable_variables(dag: Dag) -> tuple[Label, ...]:
    """Return the removable variables in order; never empty for a DAG with variables.

    By Theorem 1; variables without children always are (the remark on sinks). Cost:
    `is_removable` once for each variable.

    Examples
    --------
    >>> removable_variables(Dag("A -> B -> C; A -> D; C -> D"))
    ('D',)
    """
    check_dag(dag)
    return tuple(x for x in dag if is_removable(dag, x))


def is_removable_by_definition(dag: Dag, x: Label) -> bool:
    """Return whether a variable is removable, by comparing all d-separations.

    Definition 3 of the paper: for all other y, z and every set of the
    remaining variables, y and z are separated in the graph exactly when they are separated
    after x was deleted. Cost: all (p-1 choose 2) 2^(p-3) statements, before and after.

    Raises
    ------
    UnknownVariableError
        There is no such variable.
    ValueError
        The graph has more than 14 variables.

    Examples
    --------
    >>> fork = Dag("A <- B -> C")
    >>> is_removable_by_definition(fork, "B"), is_removable_by_definition(fork, "A")
    (False, True)
    """
    return next(changed_separations(dag, x), None) is None


def changed_separations(dag: Dag, x: Label) -> Iterator[ChangedSeparation]:
    """Yield every d-separation statement over the others that deleting x changes.

    Pairs in lexicographic order, sets by size, then lexicographic. Cost and limit: as
    `is_removable_by_definition`.
    """
    p = len(dag)
    if p > MOST_VARIABLES_FOR_DEFINITION:
        msg = (
            f"the definition compares {p * p // 2 * 2 ** (p - 3):,} statements for {p} variables; "
            f"use is_removable, or a graph of at most {MOST_VARIABLES_FOR_DEFINITION}"
        )
        raise ValueError(msg)
    check_dag(dag)
    gone = dag.position(x)
    without = dag.without(x)
    below = (1 << gone) - 1  # those after it move down by one place
    for y, z in combinations([i for i in range(p) if i != gone], 2):
        ends = y - (y > gone), z - (z > gone)
        for given in Search(y, z, (1 << p) - 1 & ~(1 << y | 1 << z | 1 << gone)).sets():
            before = is_separated(dag, y, z, given)
            if before != is_separated(without, *ends, given & below | given >> 1 & ~below):
                yield _changed(dag, y, z, given, before)


def _changed(dag: Dag, y: int, z: int, given: int, before: bool) -> ChangedSeparation:
    return ChangedSeparation(dag.nodes[y], dag.nodes[z], dag.labels(given), before, not before)


def explain_removability(dag: Dag, x: Label) -> RemovabilityReport:
    """Return where Theorem 1 fails for a variable, and one d-separation that shows it.

    Returns
    -------
    RemovabilityReport
        Every failing condition with its missing edge; where there is one, a statement that
        holds without `x` and not with it, from the theorem's own proof.

    Raises
    ------
    UnknownVariableError
        There is no such variable.

    Examples
    --------
    >>> report = explain_removability(Dag("X -> Y <- T; Y -> Z; X -> Z"), "X")
    >>> report.missing_edges
    (('T', 'Z'),)
    >>> report.changed.y, report.changed.z, sorted(report.changed.given)
    ('Z', 'T', ['Y'])
    """
    check_dag(dag)
    i = dag.position(x)
    found = [*_condition_one_violations(dag, i), *_condition_two_violations(dag, i)]
    if not found:
        return RemovabilityReport(x, (), None)
    # With x present and not given, the two ends of the missing edge are joined by an open
    # path whatever else is given. Without x, the parents of the later end separate them.
    tail, head = map(dag.position, found[0].missing)
    given = dag.parent_masks[head] & ~(1 << i)
    before = is_separated(dag, head, tail, given)
    return RemovabilityReport(x, tuple(found), _changed(dag, head, tail, given, before))


def _condition_one_violations(dag: Dag, x: int) -> Iterator[Violation]:
    neighbor_masks, names = dag.adjacency_masks, dag.nodes
    rank = {v: at for at, v in enumerate(dag.topological_order)}
    for z in members(dag.child_masks[x]):
        for w in members(neighbor_masks[x] & ~neighbor_masks[z] & ~(1 << z)):
            both_children = bool(dag.child_masks[x] >> w & 1)
            if both_children and w < z:
                continue  # the same pair was met at the other child
            tail, head = sorted((w, z), key=lambda v: rank[names[v]])
            yield Violation(1, names[z], None, (names[tail], names[head]), both_children)


def _condition_two_violations(dag: Dag, x: int) -> Iterator[Violation]:
    parents, names = dag.parent_masks, dag.nodes
    children = dag.child_masks[x]
    for z in members(children):
        for y in members(children & parents[z]):
            for t in members(parents[y] & ~parents[z]):
                yield Violation(2, names[z], names[y], (names[t], names[z]), False)
