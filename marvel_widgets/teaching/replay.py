"""The state of a run at any point: the fold of its events up to there."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch

from marvel_widgets.algorithms import events as ev
from marvel_widgets.graphs.bits import mask_of
from marvel_widgets.teaching.replay_rivals import RULES
from marvel_widgets.teaching.replay_state import (
    ArrowKind,
    Arrows,
    PlayerState,
    initial_state,
    nobody,
    with_arrow,
)

__all__ = ["ArrowKind", "Arrows", "PlayerState", "advance", "initial_state"]


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
    return replace(nobody(state), round=event.number, passed_over=())


@advance.register
def _(event: ev.Visited, state: PlayerState) -> PlayerState:
    before = state.visiting
    passed = state.passed_over if before is None else (*state.passed_over, before)
    return replace(nobody(state), visiting=event.x, passed_over=passed)


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
            state = with_arrow(state, tail, y, "v_structure")
    return state


@advance.register
def _(event: ev.ConditionTwoDecided, state: PlayerState) -> PlayerState:
    return replace(state, condition_two=event.holds)


@advance.register
def _(event: ev.NoneRemovable, state: PlayerState) -> PlayerState:
    after = replace(nobody(state), dead_ends=state.dead_ends + 1)
    return replace(after, visiting=event.chosen)


@advance.register
def _(event: ev.Removed, state: PlayerState) -> PlayerState:
    x = event.x
    masks = tuple(mask & ~(1 << x) for mask in state.boundaries)
    for tail in event.arrows:
        state = with_arrow(state, tail, x, "printed")
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
    after = replace(nobody(state), arrows=(), passed_over=(), level=None)
    for a, c, b in event.v_structures:
        after = with_arrow(with_arrow(after, a, c, "v_structure"), b, c, "v_structure")
    return after


@advance.register
def _(event: ev.EdgeDirected, state: PlayerState) -> PlayerState:
    return with_arrow(state, event.tail, event.head, "compelled")


@advance.register
def _(event: ev.Finished, state: PlayerState) -> PlayerState:  # noqa: ARG001
    return replace(state, finished=True)


for kind, rule in RULES.items():  # boundary discovery and the other algorithms
    advance.register(kind, rule)
