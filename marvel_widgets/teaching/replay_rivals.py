"""How the events of boundary discovery and of MARVEL's rivals change the state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from marvel_widgets.algorithms import events as ev
from marvel_widgets.graphs.bits import mask_of
from marvel_widgets.teaching.replay_state import PlayerState, nobody, with_arrow


def _with_boundary(state: PlayerState, x: int, boundary: int) -> PlayerState:
    masks = list(state.boundaries)
    masks[x] = boundary
    return replace(state, boundaries=tuple(masks))


def _boundary_started(event: ev.BoundaryStarted, state: PlayerState) -> PlayerState:
    return replace(_with_boundary(state, event.x, 0), visiting=event.x)


def _grown(event: ev.Grown, state: PlayerState) -> PlayerState:
    return _with_boundary(state, event.x, state.boundaries[event.x] | 1 << event.y)


def _shrunk(event: ev.Shrunk, state: PlayerState) -> PlayerState:
    return _with_boundary(state, event.x, state.boundaries[event.x] & ~(1 << event.y))


def _boundary_settled(event: ev.BoundarySettled, state: PlayerState) -> PlayerState:
    after = _with_boundary(state, event.x, mask_of(event.boundary))
    known = state.boundaries_known | 1 << event.x
    return replace(after, boundaries_known=known, visiting=None)


def _made_symmetric(event: ev.MadeSymmetric, state: PlayerState) -> PlayerState:
    for x, y in event.pairs:
        if event.rule == "or":
            state = _with_boundary(state, y, state.boundaries[y] | 1 << x)
        else:
            state = _with_boundary(state, x, state.boundaries[x] & ~(1 << y))
    return state


def _skeleton_started(event: ev.SkeletonStarted, state: PlayerState) -> PlayerState:
    return replace(state, edges=tuple(map(mask_of, event.neighbors)))


def _level_started(event: ev.LevelStarted, state: PlayerState) -> PlayerState:
    return replace(state, level=event.size)


def _without_edges(state: PlayerState, pairs: Iterable[tuple[int, int]]) -> PlayerState:
    edges = list(state.edges)
    for x, y in pairs:
        edges[x] &= ~(1 << y)
        edges[y] &= ~(1 << x)
    return replace(state, edges=tuple(edges))


def _edge_decided(event: ev.EdgeDecided | ev.LinkDecided, state: PlayerState) -> PlayerState:
    if event.separating_set is None:
        return state
    return _without_edges(state, [(event.x, event.y)])


def _triangle_decided(event: ev.TriangleDecided, state: PlayerState) -> PlayerState:  # noqa: ARG001
    return state  # the links leave together, at the end


def _links_removed(event: ev.LinksRemoved, state: PlayerState) -> PlayerState:
    return _without_edges(state, event.pairs)


def _collider_decided(event: ev.ColliderDecided, state: PlayerState) -> PlayerState:
    return _with_collider(state, event.a, event.c, event.b) if event.found else state


def _collider_tested(event: ev.ColliderTested, state: PlayerState) -> PlayerState:
    if event.separating_set is not None:
        return state
    return _with_collider(state, event.a, event.c, event.b)


def _with_collider(state: PlayerState, a: int, c: int, b: int) -> PlayerState:
    return with_arrow(with_arrow(state, a, c, "v_structure"), b, c, "v_structure")


def _candidates_started(event: ev.CandidatesStarted, state: PlayerState) -> PlayerState:
    return replace(nobody(state), visiting=event.x, neighbors=0)


def _candidate_excluded(event: ev.CandidateExcluded, state: PlayerState) -> PlayerState:
    return replace(state, neighbors=(state.neighbors or 0) & ~(1 << event.y))


def _candidate_chosen(event: ev.CandidateChosen, state: PlayerState) -> PlayerState:
    return replace(state, neighbors=(state.neighbors or 0) | 1 << event.y)


def _candidates_known(event: ev.CandidatesKnown, state: PlayerState) -> PlayerState:
    edges = list(state.edges)
    edges[event.x] |= mask_of(event.candidates)
    for y in event.candidates:
        edges[y] |= 1 << event.x
    return replace(state, edges=tuple(edges), neighbors=mask_of(event.candidates))


def _skeleton_corrected(event: ev.SkeletonCorrected, state: PlayerState) -> PlayerState:
    after = nobody(state)
    return _without_edges(after, event.pairs) if event.rule == "and" else after


def _unchanged(event: ev.GrowthRepeated, state: PlayerState) -> PlayerState:  # noqa: ARG001
    return state


RULES: Mapping[type[ev.Event], Callable[[Any, PlayerState], PlayerState]] = {
    ev.BoundaryStarted: _boundary_started,
    ev.Grown: _grown,
    ev.Shrunk: _shrunk,
    ev.GrowthRepeated: _unchanged,
    ev.BoundarySettled: _boundary_settled,
    ev.MadeSymmetric: _made_symmetric,
    ev.SkeletonStarted: _skeleton_started,
    ev.LevelStarted: _level_started,
    ev.EdgeDecided: _edge_decided,
    ev.ColliderDecided: _collider_decided,
    ev.LinkDecided: _edge_decided,
    ev.ColliderTested: _collider_tested,
    ev.TriangleDecided: _triangle_decided,
    ev.LinksRemoved: _links_removed,
    ev.CandidatesStarted: _candidates_started,
    ev.CandidateExcluded: _candidate_excluded,
    ev.CandidateChosen: _candidate_chosen,
    ev.CandidatesKnown: _candidates_known,
    ev.SkeletonCorrected: _skeleton_corrected,
}
