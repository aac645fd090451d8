"""Markov equivalence: essential graphs, Meek's rules, and the members of a class."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from marvel_widgets.core.graphs.bits import members, transposed, v_structure_triples
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import CycleError, GraphError
from marvel_widgets.core.graphs.pdag import Pdag, mask_pattern
from marvel_widgets.core.graphs.validation import check_dag, check_graph, check_pdag

Rule = Literal["R1", "R2", "R3", "R4"]


@dataclass(frozen=True, slots=True)
class MeekStep:
    """One edge directed by one of Meek's rules; variables are numbers, as in events."""

    rule: Rule
    tail: int
    head: int
    because: tuple[int, ...]


def essential_graph(dag: Dag) -> Pdag:
    """Return the essential graph (CPDAG) of a DAG.

    An edge is directed in it exactly when all Markov equivalent DAGs agree on its
    direction (Verma and Pearl 1991; Meek 1995). An algorithm returns it with an oracle; on
    data see `Result.is_essential_graph`. Cost: the skeleton and v-structures, then Meek's
    rules.

    Returns
    -------
    Pdag
        On the same variables, in the same order.

    Examples
    --------
    >>> print(essential_graph(Dag("X -> Y <- T; Y -> Z")))
    X -> Y; Y -> Z; T -> Y
    >>> print(essential_graph(Dag("X -> Y -> Z")))
    X - Y; Y - Z
    """
    check_dag(dag)
    found = v_structure_triples(dag.parent_masks, dag.adjacency_masks)
    return meek_closure(mask_pattern(dag.nodes, dag.adjacency_masks, found))


def meek_closure(graph: Pdag) -> Pdag:
    """Return the graph after Meek's rules R1 to R4 were applied until none fits.

    The rules are those of Meek (1995). Cost: after each directed edge, the undirected edges
    around it are checked again.

    Returns
    -------
    Pdag
        A new graph; `graph` stays as it is.

    Examples
    --------
    >>> start = Pdag("A -> B - C")
    >>> print(meek_closure(start))
    A -> B; B -> C
    """
    check_pdag(graph)
    work = _Orientation(graph)
    for _ in work.steps():
        pass
    return work.graph()


def meek_steps(graph: Pdag, aside: Iterable[tuple[int, int]] = ()) -> tuple[list[MeekStep], Pdag]:
    """Return the steps of `meek_closure` in order, and the closed graph.

    In a step, number i is the variable ``graph.nodes[i]``, as in the events of a run.

    Parameters
    ----------
    graph : Pdag
    aside : iterable of (int, int)
        Undirected edges, by number, that no rule may direct or use; their ends are adjacent.

    Returns
    -------
    list of MeekStep, Pdag
        The rule of each step, the edge that it directs, and the variables that it uses.

    Examples
    --------
    >>> start = Pdag("A -> B - C")
    >>> meek_steps(start)[0]
    [MeekStep(rule='R1', tail=1, head=2, because=(0,))]
    """
    check_pdag(graph)
    work = _Orientation(graph, aside)
    return list(work.steps()), work.graph()


def fitting_rule(graph: Pdag, tail: int, head: int) -> MeekStep | None:
    """Return the first Meek rule that turns ``tail - head`` into ``tail -> head``, or None."""
    if not graph.undirected_masks[tail] >> head & 1:
        return None
    return _Orientation(graph).fitting_rule(tail, head)


class _Orientation:
    """The changing masks while Meek's rules run."""

    def __init__(self, graph: Pdag, aside: Iterable[tuple[int, int]] = ()) -> None:
        self.nodes = graph.nodes
        self.parents = list(graph.parent_masks)
        self.lines = list(graph.undirected_masks)
        self.aside = [0] * len(self.nodes)
        for u, v in aside:
            self.aside[u] |= 1 << v
            self.aside[v] |= 1 << u
        self.lines = [line & ~kept for line, kept in zip(self.lines, self.aside, strict=True)]
        self.neighbor_masks = graph.adjacency_masks
        self.children = transposed(self.parents)

    def graph(self) -> Pdag:
        lines = tuple(line | kept for line, kept in zip(self.lines, self.aside, strict=True))
        return Pdag.from_masks(self.nodes, tuple(self.parents), lines)

    def steps(self) -> Iterator[MeekStep]:
        """Direct edges until no rule fits; vertices in increasing order, ties by index."""
        waiting = sum(1 << v for v, mask in enumerate(self.lines) if mask)
        while waiting:
            v = next(members(waiting))
            waiting ^= 1 << v
            for u in list(members(self.lines[v])):
                step = self.fitting_rule(v, u) or self.fitting_rule(u, v)
                if step is not None:
                    self.direct(step.tail, step.head)
                    yield step
                    # it may complete a pattern at its ends and beside them, nowhere else
                    waiting |= self.neighbor_masks[u] | self.neighbor_masks[v]

    def direct(self, tail: int, head: int) -> None:
        self.lines[tail] &= ~(1 << head)
        self.lines[head] &= ~(1 << tail)
        self.parents[head] |= 1 << tail
        self.children[tail] |= 1 << head

    def fitting_rule(self, a: int, b: int) -> MeekStep | None:
        """Return the first rule that turns ``a - b`` into ``a -> b``, or None."""
        apart_from_b = ~self.neighbor_masks[b] & ~(1 << b)
        into_a = self.parents[a] & apart_from_b
        if into_a:  # R1: c -> a - b, c and b not adjacent; else a would be a new collider
            return MeekStep("R1", a, b, (next(members(into_a)),))
        between = self.children[a] & self.parents[b]
        if between:  # R2: a -> c -> b; b -> a would close a cycle
            return MeekStep("R2", a, b, (next(members(between)),))
        wedge = self.lines[a] & self.parents[b]
        for c in members(wedge):  # R3: a - c -> b, a - d -> b, c and d not adjacent
            others = wedge & ~self.neighbor_masks[c] & ~((2 << c) - 1)
            if others:
                return MeekStep("R3", a, b, (c, next(members(others))))
        for d in members(self.parents[b] & self.neighbor_masks[a]):
            # R4: a - c -> d -> b, a and d adjacent, c and b not
            firsts = self.parents[d] & self.lines[a] & apart_from_b
            if firsts:
                return MeekStep("R4", a, b, (next(members(firsts)), d))
        return None


def is_markov_equivalent(one: Dag, other: Dag) -> bool:
    """Return whether two DAGs on the same variables entail the same d-separations.

    They do exactly when skeleton and v-structures agree (Verma and Pearl 1991). Cost: one
    look at each edge and each pair of parents.

    Parameters
    ----------
    one, other : Dag
        The order of the variables may differ.

    Raises
    ------
    GraphError
        The variables differ.

    Examples
    --------
    >>> is_markov_equivalent(Dag("X -> Y -> Z"), Dag("X <- Y -> Z"))
    True
    >>> is_markov_equivalent(Dag("X -> Y -> Z"), Dag("X -> Y <- Z"))
    False
    """
    check_dag(one)
    check_dag(other)
    if set(one.nodes) != set(other.nodes):
        differ = set(one.nodes) ^ set(other.nodes)
        msg = f"the graphs have different variables: {sorted(map(str, differ))} in one only"
        raise GraphError(msg)
    return _skeleton_and_colliders(one) == _skeleton_and_colliders(other)


def _skeleton_and_colliders(dag: Dag) -> tuple[object, object]:
    skeleton = frozenset(frozenset(edge) for edge in dag.edges)
    return skeleton, frozenset((frozenset((x, y)), z) for x, z, y in dag.v_structures())


def equivalent_dags(graph: Pdag | Dag, *, limit: int = 1000) -> Iterator[Dag]:
    """Yield all DAGs of the Markov equivalence class of an essential graph or a DAG.

    Parameters
    ----------
    graph : Pdag or Dag
        A Pdag must be closed under Meek's rules, as `essential_graph` returns it.
    limit : int
        Stop after this many; a class can have p! members.

    Notes
    -----
    Direct one undirected edge both ways, close under Meek's rules, repeat; every leaf is
    one member, none is met twice. Cost: one closure per directed edge of each member.

    Examples
    --------
    >>> for dag in equivalent_dags(Dag("X -> Y -> Z")):
    ...     print(dag.to_text())
    X -> Y; Y -> Z
    {X Y Z}; Y -> X; Y -> Z
    {X Y Z}; Y -> X; Z -> Y
    """
    check_graph(graph)
    start = essential_graph(graph) if isinstance(graph, Dag) else graph
    wanted = start.v_structures
    stack = [start]
    count = 0
    while stack and count < limit:
        current = stack.pop()
        lines = ((v, next(members(m))) for v, m in enumerate(current.undirected_masks) if m)
        edge = next(lines, None)
        if edge is not None:
            # reversed, so that the edge's own direction is explored first
            stack += [meek_closure(_directed(current, *e)) for e in (edge[::-1], edge)]
            continue
        try:
            dag = Dag.from_parent_masks(current.parent_masks, current.nodes)
        except CycleError:
            continue
        if current.v_structures == wanted:
            count += 1
            yield dag


def _directed(graph: Pdag, tail: int, head: int) -> Pdag:
    work = _Orientation(graph)
    work.direct(tail, head)
    return work.graph()
