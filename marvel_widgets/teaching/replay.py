"""The state of a run at any point: the fold of its events up to there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import singledispatch
from typing import Literal

from marvel_widgets.algorithms import events as ev
from marvel_widgets.graphs.bits import mask_of, members
from marvel_widgets.graphs.errors import Label
from marvel_widgets.graphs.pdag import Pdag

ArrowKind = Literal["v_structure", "printed", "compelled"]
Arrows = tuple[tuple[int, int, ArrowKind], ...]  # (tail, head, why)


@dataclass(frozen=True, slots=True)
class PlayerState:
    """What MARVEL knows at one point of a run. Numbers and masks, as in the events.

    Attributes
    ----------
    boundaries : tuple of int
        The present boundaries; 0 where nothing is known yet.
    boundaries_known : int
        The variables whose boundary is known.
    remaining : int
        The variables that have not left.
    round : int
        The number of the iteration, from 1; 0 before the first.
    visiting : int or None
        The variable whose turn it is.
    passed_over : tuple of int
        The variables visited before it in this round, not removable at present.
    neighbors, co_parents : int or None
        Those of the visited variable, once known.
    condition_one, condition_two : bool or None
        The verdicts on the visited variable, once known.
    edges : tuple of int
        The learned skeleton.
    arrows : tuple of (tail, head, kind)
        The directed edges and why each has its direction.
    removal_order : tuple of int
    dead_ends : int
    finished : bool
    """

    boundaries: tuple[int, ...]
    boundaries_known: int
    remaining: int
    edges: tuple[int, ...]
    round: int = 0
    visiting: int | None = None
    passed_over: tuple[int, ...] = ()
    neighbors: int | None = None
    co_parents: int | None = None
    condition_one: bool | None = None
    condition_two: bool | None = None
    arrows: Arrows = ()
    removal_order: tuple[int, ...] = ()
    dead_ends: int = 0
    finished: bool = False

    def learned_graph(self, names: tuple[Label, ...]) -> Pdag:
        """Return the learned graph as a `Pdag`."""
        parents = [0] * len(names)
        lines = list(self.edges)
        for tail, head, _ in self.arrows:
            parents[head] |= 1 << tail
            lines[head] &= ~(1 << tail)
            lines[tail] &= ~(1 << head)
        return Pdag(names, tuple(parents), tuple(lines))

    def has_edge(self, u: int, v: int) -> bool:
        """Return whether an edge is drawn between u and v, directed or not.

        Line 11 may direct an edge before line 8 has drawn it.
        """
        return bool(self.edges[u] >> v & 1) or any({a, b} == {u, v} for a, b, _ in self.arrows)

    def order(self) -> tuple[int, ...]:
        """Return the remaining variables as line 5 sorts them."""
        return tuple(
            sorted(members(self.remaining), key=lambda x: (self.boundaries[x].bit_count(), x))
        )


def initial_state(p: int) -> PlayerState:
    """Return the state before anything has happened."""
    return PlayerState((0,) * p, 0, (1 << p) - 1, (0,) * p)


@singledispatch
def advance(event: ev.Event, state: PlayerState) -> PlayerState:
    """Return the state after one more event.

    Raises
    ------
    TypeError
        The event has no rule here.

    Examples
    --------
    >>> advance(ev.Visited(1), initial_state(3)).visiting
    1
    """
    msg = f"{type(event).__name__} is not folded into the state of {len(state.edges)} variables"
    raise TypeError(msg)


@advance.register
def _(event: ev.BoundaryFound, state: PlayerState) -> PlayerState:
    masks = list(state.boundaries)
    masks[event.x] = mask_of(event.boundary)
    known = state.boundaries_known | 1 << event.x
    return replace(state, boundaries=tuple(masks), boundaries_known=known)


@advance.register
def _(event: ev.BoundariesGiven, state: PlayerState) -> PlayerState:
    masks = tuple(map(mask_of, event.boundaries))
    return replace(state, boundaries=masks, boundaries_known=state.remaining)


@advance.register
def _(event: ev.RoundStarted, state: PlayerState) -> PlayerState:
    return replace(_nobody(state), round=event.number, passed_over=())


@advance.register
def _(event: ev.Visited, state: PlayerState) -> PlayerState:
    before = state.visiting
    passed = state.passed_over if before is None else (*state.passed_over, before)
    return replace(_nobody(state), visiting=event.x, passed_over=passed)


def _nobody(state: PlayerState) -> PlayerState:
    """Return the state with nobody's turn."""
    return replace(
        state,
        visiting=None,
        neighbors=None,
        co_parents=None,
        condition_one=None,
        condition_two=None,
    )


@advance.register
def _(event: ev.NeighborDecided, state: PlayerState) -> PlayerState:
    if event.separating_set is None:
        near = (state.neighbors or 0) | 1 << event.y
        return replace(state, neighbors=near)
    return replace(state, co_parents=(state.co_parents or 0) | 1 << event.y)


@advance.register
def _(event: ev.NeighborsKnown, state: PlayerState) -> PlayerState:
    near = mask_of(event.neighbors)
    edges = list(state.edges)
    edges[event.x] |= near
    for y in event.neighbors:
        edges[y] |= 1 << event.x
    others = mask_of(event.co_parents)
    return replace(state, neighbors=near, co_parents=others, edges=tuple(edges))


@advance.register(ev.PairDecided)
@advance.register(ev.SeparatingSetRenewed)
@advance.register(ev.VStructureDecided)
@advance.register(ev.TripleDecided)
def _(event: ev.Event, state: PlayerState) -> PlayerState:  # noqa: ARG001
    # single answers: the verdict that sums them up changes the state
    return state


@advance.register
def _(event: ev.ConditionOneDecided, state: PlayerState) -> PlayerState:
    return replace(state, condition_one=event.holds)


@advance.register
def _(event: ev.VStructuresKnown, state: PlayerState) -> PlayerState:
    for y, t in event.v_structures:
        for tail in (event.x, t):
            state = _with_arrow(state, tail, y, "v_structure")
    return state


def _with_arrow(state: PlayerState, tail: int, head: int, kind: ArrowKind) -> PlayerState:
    """Return the state with one more arrow; a direction that stands already is kept."""
    if any({a, b} == {tail, head} for a, b, _ in state.arrows):
        return state
    return replace(state, arrows=(*state.arrows, (tail, head, kind)))


@advance.register
def _(event: ev.ConditionTwoDecided, state: PlayerState) -> PlayerState:
    return replace(state, condition_two=event.holds)


@advance.register
def _(event: ev.NoneRemovable, state: PlayerState) -> PlayerState:
    after = replace(_nobody(state), dead_ends=state.dead_ends + 1)
    return replace(after, visiting=event.chosen)


@advance.register
def _(event: ev.Removed, state: PlayerState) -> PlayerState:
    x = event.x
    masks = tuple(mask & ~(1 << x) for mask in state.boundaries)
    for tail in event.arrows:
        state = _with_arrow(state, tail, x, "printed")
    return replace(
        state,
        boundaries=masks,
        remaining=state.remaining & ~(1 << x),
        removal_order=(*state.removal_order, x),
    )


@advance.register
def _(event: ev.BoundaryPairTested, state: PlayerState) -> PlayerState:
    if not event.independent:
        return state
    masks = list(state.boundaries)
    masks[event.y] &= ~(1 << event.z)
    masks[event.z] &= ~(1 << event.y)
    return replace(state, boundaries=tuple(masks))


@advance.register
def _(event: ev.VStructuresCollected, state: PlayerState) -> PlayerState:
    after = replace(_nobody(state), arrows=(), passed_over=())
    for a, c, b in event.v_structures:
        after = _with_arrow(_with_arrow(after, a, c, "v_structure"), b, c, "v_structure")
    return after


@advance.register
def _(event: ev.EdgeDirected, state: PlayerState) -> PlayerState:
    return _with_arrow(state, event.tail, event.head, "compelled")


@advance.register
def _(event: ev.Finished, state: PlayerState) -> PlayerState:  # noqa: ARG001
    return replace(state, finished=True)
