"""The proof of Theorem 1 as data: the if side for one path, the other for one failing condition.

If both conditions hold at every child, X is removable. The proof takes a path P through X and
builds, step by step, a path of H, the graph without X, that is open whenever P is. `walk_path`
returns these steps for one path of one DAG, with the vertex that opens or blocks at each, by the
paper's path rule.

Only if: where a condition fails, an edge is missing between two variables. With X present, and not
given, an open path joins these two whatever else is given. Without X some set separates them. So a
d-separation changes when X leaves, and X is not removable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, pairwise
from typing import Literal

from marvel_widgets.core.boundary import removability
from marvel_widgets.core.boundary.removability import Violation, explain_removability
from marvel_widgets.core.graphs.bits import members, search_tree
from marvel_widgets.core.graphs.construction import Edge
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.graphs.witness import Path, PathVertex, all_paths, described_path
from marvel_widgets.core.independence.coercion import check_choice

Case = Literal["a", "b"]
StageKind = Literal["start", "opener", "replaced", "cut", "skipped", "skipped_again", "conclusion"]
Outcome = Literal["open", "blocked"]


@dataclass(frozen=True, slots=True)
class ProofStage:
    """One step of the proof."""

    kind: StageKind
    path: Path
    textbook: Path
    in_smaller: bool = False
    condition: Literal[1, 2] | None = None
    new_edges: tuple[Edge, ...] = ()
    way_down: tuple[Label, ...] = ()
    replacement: Label | None = None
    blocker: Label | None = None

    @property
    def rules_differ(self) -> tuple[PathVertex, ...]:
        """The colliders of the path that the paper's rule alone calls open."""
        pairs = zip(self.path.vertices, self.textbook.vertices, strict=True)
        return tuple(one for one, other in pairs if one.is_open != other.is_open)


@dataclass(frozen=True, slots=True)
class PathWalk:
    """The if side of the proof for one path."""

    variable: Label
    given: frozenset[Label]
    case: Case
    before: Label
    after: Label
    earlier: Label
    later: Label
    stages: tuple[ProofStage, ...]
    outcome: Outcome

    @property
    def ends(self) -> tuple[Label, Label]:
        """The ends of the path, Y and Z."""
        names = self.stages[0].path.names
        return names[0], names[-1]

    @property
    def blocker(self) -> Label | None:
        """For ``"blocked"``: the vertex that blocks P."""
        return self.stages[-1].blocker


def paths_through(
    dag: Dag, x: Label, y: Label, z: Label, given: Iterable[Label] = (), *, limit: int = 100
) -> tuple[tuple[Path, ...], bool]:
    """Return the paths between two variables that visit a third, and whether there may be more.

    Parameters
    ----------
    dag : Dag
    x : Label
        The variable to go through.
    y, z : Label
        The ends.
    given : iterable of Label
        The conditioning set, without x.
    limit : int
        Stop after this many paths between y and z, through x or not.

    Returns
    -------
    paths : tuple of Path
        Shortest first, by the paper's rule.
    is_cut : bool

    Raises
    ------
    GraphError
        As `d_separated`.

    Examples
    --------
    >>> paths, _ = paths_through(Dag("A -> X -> B; A -> B"), "X", "A", "B")
    >>> [str(path) for path in paths]
    ['A -> X -> B']
    """
    found = all_paths(dag, y, z, given, limit=limit)
    dag.position(x)
    through = (path.names for path in found.paths if x in path.names[1:-1])
    chosen = list(given)
    return tuple(judged_path(dag, names, chosen) for names in through), found.is_cut


def walk_path(dag: Dag, x: Label, path: Sequence[Label], given: Iterable[Label] = ()) -> PathWalk:
    """Return the if side of the proof of Theorem 1, step by step, for one path through x.

    Parameters
    ----------
    dag : Dag
    x : Label
        A removable variable, the paper's X.
    path : sequence of Label
        The variables of P in order, from one end to the other, x between them.
    given : iterable of Label
        The set S, without x and without the ends.

    Raises
    ------
    GraphError
        `path` is not a path through x, or `given` holds x or an end.
    ValueError
        x is not removable, so the proof's if side does not apply.

    Notes
    -----
    Theorem 1, part 1, with the path lemma. In case (a) the paper's P' may visit W
    twice; we take the short cut through W then. Where several descendants open X, we take a
    given one if there is any, and the first child of X above it. Cost: a few looks at each
    vertex of the path, and one removability check.

    Examples
    --------
    >>> dag = Dag("X -> B <- A; B -> C; X -> C; A -> C")
    >>> walk = walk_path(dag, "X", ["A", "B", "X", "C"], given={"B"})
    >>> for stage in walk.stages:
    ...     print(stage.kind, "|", stage.path, "|", stage.blocker)
    start | A -> B <- X -> C | None
    skipped | A -> B -> C | B
    skipped_again | A -> C | None
    conclusion | A -> C | None
    """
    return Walker(dag, x).walk(path, given)


class Walker:
    """Walks through the proof for many paths and sets of one graph and one variable."""

    def __init__(self, dag: Dag, x: Label) -> None:
        dag.position(x)  # raises for an unknown name
        self.dag, self.x = dag, x

    @cached_property
    def smaller(self) -> Dag:
        """The graph without x, the paper's H."""
        return self.dag.without(self.x)

    @cached_property
    def _report(self) -> removability.RemovabilityReport:
        return removability.explain_removability(self.dag, self.x)

    def walk(self, path: Sequence[Label], given: Iterable[Label] = ()) -> PathWalk:
        """Return the steps for one path and one set, as `walk_path` does."""
        chosen = self.dag.labels(self.dag.mask(given))
        self._check(path, chosen)
        work = _Proof(self.dag, self.smaller, self.x, tuple(path), chosen)
        stages = tuple(work.case_a() if work.case == "a" else work.case_b())
        outcome: Outcome = "open" if stages[-1].blocker is None else "blocked"
        beside = work.path[work.at - 1], work.path[work.at + 1]
        earlier, later = work.sides
        return PathWalk(self.x, chosen, work.case, *beside, earlier, later, stages, outcome)

    def _check(self, path: Sequence[Label], given: frozenset[Label]) -> None:
        x = self.x
        if x in given:
            msg = f"{shown(x)} is given; the definition of removable considers sets without it"
            raise GraphError(msg)
        for name in path:
            self.dag.position(name)
        if len(set(path)) < len(path):
            msg = f"{shown(list(path))} visits a variable twice, so it is not a path"
            raise GraphError(msg)
        if x not in path[1:-1]:
            msg = f"{shown(x)} is not inside the path {shown(list(path))}; choose a path through it"
            raise GraphError(msg)
        if not self._report.removable:
            tail, head = self._report.missing_edges[0]
            msg = (
                f"{shown(x)} is not removable: the edge {shown(tail)} -> {shown(head)} is missing; "
                "see missing_separator for the other side of the proof"
            )
            raise ValueError(msg)


@dataclass(frozen=True)
class _Proof:
    dag: Dag
    smaller: Dag
    x: Label
    path: tuple[Label, ...]
    given: frozenset[Label]

    @cached_property
    def at(self) -> int:
        return self.path.index(self.x)

    @cached_property
    def sides(self) -> list[Label]:
        """The neighbors of X on the path, the earlier one first."""
        beside = (self.path[self.at - 1], self.path[self.at + 1])
        return sorted(beside, key=self.dag.topological_order.index)

    @cached_property
    def case(self) -> Case:
        return "a" if self.dag.parents(self.x).issuperset(self.sides) else "b"

    @cached_property
    def start(self) -> Path:
        return judged_path(self.dag, self.path, self.given)

    def _in_whole(self, kind: StageKind, blocker: Label | None, **more: object) -> ProofStage:
        textbook = judged_path(self.dag, self.path, self.given, "textbook")
        return ProofStage(kind, self.start, textbook, blocker=blocker, **more)  # type: ignore[arg-type]

    def _in_smaller(self, kind: StageKind, names: Sequence[Label], **more: object) -> ProofStage:
        paper = judged_path(self.smaller, names, self.given)
        textbook = judged_path(self.smaller, names, self.given, "textbook")
        return ProofStage(kind, paper, textbook, in_smaller=True, **more)  # type: ignore[arg-type]

    def _edge(self, one: Label, other: Label) -> Edge:
        return (one, other) if other in self.dag.children(one) else (other, one)

    # -- (a): both neighbors of X on P are its parents -----------------------------------

    def case_a(self) -> Iterator[ProofStage]:
        closed = [v.name for v in self.start.vertices if not v.is_open]
        elsewhere = next((name for name in closed if name != self.x), None)
        yield self._in_whole(
            "start", elsewhere if elsewhere is not None else next(iter(closed), None)
        )
        if elsewhere is not None:  # the same vertex blocks P, whatever happens to X
            yield self._in_whole("conclusion", elsewhere)
            return
        way = self._way_down(is_open=not closed)
        if len(way) < 2:  # X has no children: nothing below it that could open it
            yield self._in_whole("conclusion", self.x)
            return
        w, at, path = way[1], self.at, self.path
        yield self._in_whole("opener", self.x if closed else None, way_down=way, replacement=w)
        names = (*path[:at], w, *path[at + 1 :])
        edges = ((path[at - 1], w), (path[at + 1], w))
        blocker = w if closed else None
        yield self._in_smaller(
            "replaced", names, condition=1, new_edges=edges, replacement=w, blocker=blocker
        )
        if w in path:
            there = path.index(w)
            names = (
                (*path[:at], *path[there:]) if there > at else (*path[: there + 1], *path[at + 1 :])
            )
            edge = edges[0] if there > at else edges[1]
            yield self._in_smaller(
                "cut", names, condition=1, new_edges=(edge,), replacement=w, blocker=blocker
            )
        yield self._in_smaller(
            "conclusion", names, replacement=w, blocker=self.x if closed else None
        )

    def _way_down(self, *, is_open: bool) -> tuple[Label, ...]:
        """Return a directed path from X to what opens it; for a closed X, to a child.

        Always by the first child above the goal.
        """
        x, up = self.dag.position(self.x), self.dag.ancestral_masks
        goal = next(members(self.dag.child_masks[x]), x)
        if is_open:
            ends = self.path[0], self.path[-1]
            goals = [*sorted(map(self.dag.position, self.given)), *map(self.dag.position, ends)]
            goal = next(g for g in goals if up[g] >> x & 1)
        way = [x]
        while way[-1] != goal:
            way.append(next(members(self.dag.child_masks[way[-1]] & up[goal])))
        return tuple(self.dag.nodes[v] for v in way)

    # -- (b): a neighbor of X on P is its child ------------------------------------------

    def case_b(self) -> Iterator[ProofStage]:
        earlier, later = self.sides
        first = self.start.blocker
        yield self._in_whole("start", None if first is None else first.name)
        names = tuple(v for v in self.path if v != self.x)
        shorter = self._in_smaller(
            "skipped", names, condition=1, new_edges=(self._edge(earlier, later),)
        )
        role = next(v.role for v in self.start.vertices if v.name == earlier)
        closed = [v.name for v in shorter.path.vertices if not v.is_open]
        # P_l does not carry over: it is no collider of P' but may be one of P
        carried = [name for name in closed if name != earlier or role != "collider"]
        blocker = carried[0] if carried else next(iter(closed), None)
        yield replace(shorter, blocker=blocker)
        if closed and not carried:
            names = tuple(v for v in names if v != earlier)
            step = -1 if self.path[self.at - 1] == earlier else 1
            beyond = self.path[self.at + 2 * step]
            shorter = self._in_smaller(
                "skipped_again", names, condition=2, new_edges=(self._edge(beyond, later),)
            )
            left = shorter.path.blocker
            blocker = None if left is None else left.name
            yield replace(shorter, blocker=blocker)
        yield self._in_smaller("conclusion", names, blocker=blocker)


_PAIRS, _PATHS, _SETS = 60, 12, 20  # looked at, at most
_OPEN = 10  # what an open path is worth, in steps
_NEAR = 12  # variables around x, of which the paths of a larger graph are taken


def instructive_query(dag: Dag, x: Label) -> tuple[tuple[Label, ...], tuple[Label, ...]] | None:
    """Return a path through x and a set for which P is open and the walk has most steps.

    Sets of at most one variable, near x first. Cost: up to some thousand short walks, fewer
    where one has as many steps as any can have; paths between pairs that are far apart are not
    looked at, and of a graph of more than twelve variables only the twelve nearest to x.
    """
    best: tuple[int, tuple[Label, ...], tuple[Label, ...]] | None = None
    removable, walker = removability.is_removable(dag, x), Walker(dag, x)
    # no walk exceeds the steps of case (a), of case (b), or the two of a collider nothing opens
    most = _OPEN + (5 if len(dag.parents(x)) > 1 else 4) if dag.children(x) else 2
    for path, given in _queries(dag, x):
        if not removable:
            return path.names, given
        walk = walker.walk(path.names, given)
        steps = len(walk.stages) + (_OPEN if walk.outcome == "open" else 0)
        if best is None or steps > best[0]:
            best = (steps, path.names, given)
        if steps >= most:
            break
    return None if best is None else best[1:]


def _queries(dag: Dag, x: Label) -> Iterator[tuple[Path, tuple[Label, ...]]]:
    around = _around(dag, x)
    near = sorted(around.markov_boundary(x), key=around.position)
    others = [*near, *(v for v in around if v != x and v not in set(near))]
    for y, z in list(combinations(others, 2))[:_PAIRS]:
        rest = [v for v in others if v not in (y, z)]
        sets = [(), *((v,) for v in rest)][:_SETS]
        for path in paths_through(around, x, y, z, limit=30)[0][:_PATHS]:
            yield from ((path, given) for given in sets)


def _around(dag: Dag, x: Label) -> Dag:
    """Return the graph of x and what is nearest to it: its paths are paths of the whole graph."""
    if len(dag) <= _NEAR:
        return dag
    nearest = list(search_tree(dag.adjacency_masks, dag.position(x)))[:_NEAR]
    return dag.induced(dag.nodes[v] for v in nearest)


# -- the only-if side ---------------------------------------------------------------------------

Rule = Literal["paper", "textbook"]


def judged_path(
    dag: Dag, names: Sequence[Label], given: Iterable[Label] = (), rule: Rule = "paper"
) -> Path:
    """Return a path with the state of each vertex under one of the two rules.

    Parameters
    ----------
    dag : Dag
    names : sequence of Label
        The variables along the path, neighbors adjacent. A variable may come twice, as it
        does for a moment in the proof of Theorem 1.
    given : iterable of Label
        The conditioning set.
    rule : {"paper", "textbook"}

    Returns
    -------
    Path
        In it, `opened_by` may be an end of the path under the paper's rule.

    Raises
    ------
    GraphError
        Fewer than two names, two neighbors that no edge joins, or an end that is given.
    UnknownVariableError
        There is no such variable.
    ValueError
        There is no such rule.

    Notes
    -----
    The paper's rule is the one of the path lemma, inside the proof of Theorem 1.
    Cost: one look at each vertex of the path.

    Examples
    --------
    >>> dag = Dag("A -> C <- D -> B; C -> B")
    >>> path = ("A", "C", "D", "B")
    >>> judged_path(dag, path).is_open, judged_path(dag, path, rule="textbook").is_open
    (True, False)
    """
    check_choice("rule", rule, Rule)
    walk, mask = [dag.position(name) for name in names], dag.mask(given)
    if len(walk) < 2:
        msg = f"a path joins two variables; this names {shown(list(names))}"
        raise GraphError(msg)
    for u, v in pairwise(walk):
        if not dag.adjacency_masks[u] >> v & 1:
            msg = (
                f"no edge joins {shown(dag.nodes[u])} and {shown(dag.nodes[v])}, "
                "so this is not a path"
            )
            raise GraphError(msg)
    for end in (walk[0], walk[-1]):
        if mask >> end & 1:
            msg = f"{shown(dag.nodes[end])} is an end of the path and given; remove it from the set"
            raise GraphError(msg)
    path = described_path(dag, walk, mask)
    if rule == "textbook":
        return path
    vertices = list(path.vertices)
    for at, vertex in enumerate(path.vertices):
        if vertex.role == "collider" and not vertex.is_open:
            below = [e for e in (walk[0], walk[-1]) if dag.ancestral_masks[e] >> walk[at] & 1]
            if below:
                vertices[at] = replace(vertex, is_open=True, opened_by=dag.nodes[below[0]])
    return replace(path, vertices=tuple(vertices))


@dataclass(frozen=True, slots=True)
class MissingSeparator:
    """The d-separation that changes because a condition fails."""

    variable: Label
    violation: Violation
    pair: tuple[Label, Label]
    given: frozenset[Label]
    routes: tuple[Path, ...]

    @property
    def open_route(self) -> Path:
        """The route that is open in G when `given` is given."""
        return next(path for path in self.routes if path.is_open)


def missing_separators(dag: Dag, x: Label) -> tuple[MissingSeparator, ...]:
    """Return one changed d-separation for each failing condition; none for a removable x.

    Raises
    ------
    UnknownVariableError
        There is no such variable.

    Notes
    -----
    Theorem 1, part 2. A set can block ``W - X -> Z`` only with X in it. A set can
    block ``U -> Y -> Z`` only with Y in it, and then ``U -> Y <- X -> Z`` only with X in it.
    Without X, the parents of the later one separate a pair that no edge joins. Cost: a look
    at the neighbors of each child.

    Examples
    --------
    >>> (found,) = missing_separators(Dag("X -> Y <- T; Y -> Z; X -> Z"), "X")
    >>> found.pair, sorted(found.given), str(found.open_route)
    (('T', 'Z'), ['Y'], 'T -> Y <- X -> Z')
    """
    report = explain_removability(dag, x)
    return tuple(_separator(dag, x, violation) for violation in report.violations)


def _separator(dag: Dag, x: Label, violation: Violation) -> MissingSeparator:
    tail, head = violation.missing
    given = dag.parents(head) - {x}
    y = violation.through
    ways = [(tail, x, head)] if y is None else [(tail, y, head), (tail, y, x, head)]
    routes = tuple(judged_path(dag, names, given, "textbook") for names in ways)
    return MissingSeparator(x, violation, (tail, head), given, routes)


@dataclass(frozen=True, slots=True)
class LossStage:
    """One step of the only-if side."""

    kind: Literal["gap", "joined", "separated", "conclusion"]
    path: Path | None = None
    given: frozenset[Label] = frozenset()
    in_smaller: bool = False


def loss_stages(dag: Dag, found: MissingSeparator) -> tuple[LossStage, ...]:
    """Return the only-if side of the proof, step by step, for one failing condition.

    Where Condition 2 fails there are two paths to look at: the first is open for a set
    without Y, the second for a set with Y.
    """
    stages = [LossStage("gap")]
    y = found.violation.through
    if y is not None:
        without = found.given - {y}
        stages.append(LossStage("joined", route_left_open(dag, found, without), without))
    stages.append(LossStage("joined", found.open_route, found.given))
    stages.append(LossStage("separated", None, found.given, in_smaller=True))
    stages.append(LossStage("conclusion", found.open_route, found.given, in_smaller=True))
    return tuple(stages)


def route_left_open(dag: Dag, found: MissingSeparator, given: Iterable[Label]) -> Path:
    """Return the proof's path that a set leaves open: why it does not separate the pair in G."""
    chosen = dag.labels(dag.mask(given))
    if found.variable in chosen:
        msg = f"{shown(found.variable)} is given; the proof considers sets without it"
        raise GraphError(msg)
    paths = (judged_path(dag, path.names, chosen, "textbook") for path in found.routes)
    return next(path for path in paths if path.is_open)
