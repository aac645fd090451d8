"""The variables that a frame is about, and how they are marked."""

from __future__ import annotations

from dataclasses import replace

from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.pictures.palette import NodeState
from marvel_widgets.pictures.stage import Joined
from marvel_widgets.replay.film import Frame
from marvel_widgets.replay.state import PlayerState
from marvel_widgets.replay.stories.registry import story_of
from marvel_widgets.replay.stories.story import Focus

__all__ = ["Focus", "focus_of", "learned_edges", "node_states", "subject_of"]


def focus_of(frame: Frame) -> Focus:
    """Return the variables that a frame is about: those of its test, or of its event.

    Where a set has grown or shrunk, that set is given as well, as it was then. While a variable is
    visited, the members are those of its boundary that remain.
    """
    test, event, state = frame.test, frame.event, frame.state
    found = Focus()
    if test is not None:
        found = Focus((test.x, test.y), test.given)
    elif event is not None and (focus := story_of(event).focus) is not None:
        found = focus(event, frame.before)
    x = state.visiting
    if found.members or x is None or not state.boundaries_known >> x & 1:
        return found
    return replace(found, members=tuple(members(state.boundaries[x] & state.remaining)))


def subject_of(frame: Frame, focus: Focus) -> int | None:
    """Return the variable that a frame asks about: the visited one, or the first of its pair."""
    visited = frame.state.visiting
    return focus.pair[0] if visited is None and focus.pair else visited


def node_states(frame: Frame, names: tuple[Label, ...]) -> dict[Label, NodeState]:
    """Return how each variable is marked in a frame."""
    focus, remaining = focus_of(frame), frame.state.remaining
    subject = subject_of(frame, focus)

    def state(i: int) -> NodeState:
        if i in focus.given:
            return "given"
        if i in focus.pair:
            return "subject" if i == subject else "object"
        if not remaining >> i & 1:
            return "removed"
        if i == subject:
            return "subject"
        return "member" if i in focus.members else "idle"

    return {name: state(i) for i, name in enumerate(names)}


def learned_edges(state: PlayerState, names: tuple[Label, ...]) -> list[Joined]:
    """Return the edges learned in a state, each with the mark in which it is drawn."""
    pointed = {frozenset(arrow[:2]) for arrow in state.arrows}
    lines: list[Joined] = [
        (names[u], names[v], False, "undirected")
        for u, mask in enumerate(state.edges)
        for v in members(mask)
        if v > u and frozenset((u, v)) not in pointed
    ]
    return [*lines, *((names[a], names[b], True, kind) for a, b, kind in state.arrows)]
