"""MARVEL's lines 5 to 8: rounds, visits, and which variables are neighbors."""

from dataclasses import replace

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.boundary.events import Set
from marvel_widgets.core.graphs.bits import mask_of
from marvel_widgets.replay.state import PlayerState, without_current_variable
from marvel_widgets.replay.stories.story import Asked, Focus, story
from marvel_widgets.replay.wording import Parts, RunContext
from marvel_widgets.text import counted, listed, remain


def _these(context: RunContext, variables: Set, noun: str) -> str:
    """Return ``the neighbors {A, B}``, ``the neighbor {A}`` or ``no neighbor``."""
    if not variables:
        return f"no {noun}"
    return f"the {noun}{'' if len(variables) == 1 else 's'} {context.some(variables)}"


def _fold_round_started(event: ev.RoundStarted, state: PlayerState) -> PlayerState:
    return replace(without_current_variable(state), round=event.number, passed_over=())


@story(ev.RoundStarted, fold=_fold_round_started, focus=None, question=None)
def _round_started(event: ev.RoundStarted, before: PlayerState, context: RunContext) -> Parts:
    order = before.order()
    if len(order) == 1:
        return (
            f"Round {event.number}: only {context.name(order[0])} remains.",
            "marvel",
            "no test",
        )
    words = [f"{context.name(x)} ({before.boundaries[x].bit_count()})" for x in order[:6]]
    rest = f" and {len(order) - 6} more" if len(order) > 6 else ""
    text = (
        f"Round {event.number}: {remain(len(order))}, sorted by boundary size: "
        f"{', '.join(words)}{rest}."
    )
    return text, "boundary-size", "no test"


def _fold_visited(event: ev.Visited, state: PlayerState) -> PlayerState:
    before = state.visiting
    passed = state.passed_over if before is None else (*state.passed_over, before)
    return replace(without_current_variable(state), visiting=event.x, passed_over=passed)


@story(ev.Visited, fold=_fold_visited, focus=None, question=None)
def _visited(event: ev.Visited, before: PlayerState, context: RunContext) -> Parts:
    x = context.name(event.x)
    boundary = before.boundaries[event.x]
    has = f"{context.mask(boundary)} has {counted(boundary.bit_count(), 'member')}"
    text = f"{x} is next: its boundary {has if boundary else 'is empty'}. Is {x} removable?"
    return text, "marvel", "no test"


def _fold_neighbor_decided(event: ev.NeighborDecided, state: PlayerState) -> PlayerState:
    if event.separating_set is None:
        neighbor_mask = (state.neighbors or 0) | 1 << event.y
        return replace(state, neighbors=neighbor_mask)
    return replace(state, co_parents=(state.co_parents or 0) | 1 << event.y)


def _ask_neighbor_decided(event: ev.NeighborDecided, context: RunContext) -> Asked:
    x, y = context.name(event.x), context.name(event.y)
    options = "neighbor", "co-parent"
    answer = options[event.separating_set is not None]
    return f"Is {y} a neighbor or a co-parent of {x}?", options, answer


@story(
    ev.NeighborDecided,
    fold=_fold_neighbor_decided,
    focus=lambda event, _: Focus((event.x, event.y), event.separating_set or ()),
    question=_ask_neighbor_decided,
)
def _neighbor_decided(event: ev.NeighborDecided, before: PlayerState, context: RunContext) -> Parts:
    x, y = context.name(event.x), context.name(event.y)
    if event.separating_set is not None:
        text = (
            f"{y} is a co-parent of {x}{context.claimed}: {context.some(event.separating_set)} "
            "separates them, so there is no edge, only a common child."
        )
        return text, lemmas.NEIGHBORS, "performed"
    if before.boundaries[event.x].bit_count() == 1:
        text = (
            f"{y} is a neighbor of {x}{context.claimed}, without a new test: nothing else is in "
            "the boundary, so there is no proper subset to try."
        )
        return text, lemmas.NEIGHBORS, "no test"
    text = (
        f"{y} is a neighbor of {x}{context.claimed}: no proper subset of the rest of the "
        "boundary separates them."
    )
    return text, lemmas.NEIGHBORS, "performed"


def _fold_neighbors_known(event: ev.NeighborsKnown, state: PlayerState) -> PlayerState:
    neighbor_mask = mask_of(event.neighbors)
    edges = list(state.edges)
    edges[event.x] |= neighbor_mask
    for y in event.neighbors:
        edges[y] |= 1 << event.x
    co_parent_mask = mask_of(event.co_parents)
    return replace(state, neighbors=neighbor_mask, co_parents=co_parent_mask, edges=tuple(edges))


@story(ev.NeighborsKnown, fold=_fold_neighbors_known, focus=None, question=None, marks_new=True)
def _neighbors_known(event: ev.NeighborsKnown, before: PlayerState, context: RunContext) -> Parts:
    x = context.name(event.x)
    neighbors = _these(context, event.neighbors, "neighbor")
    co_parents = _these(context, event.co_parents, "co-parent")
    if event.reused:
        text = f"The neighbors of {x} were found before: it now has {neighbors} and {co_parents}."
        return text, "bookkeeping", "reused"
    new = [y for y in event.neighbors if not before.has_edge(event.x, y)]
    drawn = (
        f"we draw {listed(f'{x} - {context.name(y)}' for y in new)}" if new else "no edge is new"
    )
    return f"{x} has {neighbors} and {co_parents}; {drawn}.", lemmas.NEIGHBORS, "no test"
