"""The state at any point is the fold of the events up to there, and it is true."""

from collections.abc import Callable
from itertools import accumulate, islice

import pytest

from marvel_widgets import Dag, record
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.run import Trace
from marvel_widgets.core.boundary.events import Event, events_of
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.replay.fold import PlayerState, advance, initial_state
from tests.reference.checks import graph_of
from tests.reference.dags import Graph, co_parents, neighbors, skeleton, without
from tests.reference.theory import condition_one_gaps, condition_two_gaps
from tests.replay import films
from tests.slices import one_in

Fold = Callable[[Event, PlayerState], PlayerState]


def states(trace: Trace, fold: Fold = advance) -> list[PlayerState]:
    """Return the state before the first event, and after each."""
    start = initial_state(len(trace.names))
    return list(accumulate(trace.steps, lambda s, step: fold(step.event, s), initial=start))


# -- laws: each returns what is wrong, or None ---------------------------------------------


def result_is_rebuilt(trace: Trace, dag: Dag, seen: list[PlayerState]) -> object:
    last, result = seen[-1], trace.result
    order = tuple(trace.names[x] for x in last.removal_order)
    if last.learned_graph(trace.names) != result.essential_graph:
        return "the graph"
    if order != result.removal_order or last.remaining or not last.finished:
        return "who left"
    return None if last.dead_ends == result.dead_ends else "the dead ends"


def boundaries_are_those_of_what_is_left(trace: Trace, dag: Dag, seen: list[PlayerState]) -> object:
    g = graph_of(dag)
    events = [step.event for step in trace.steps] + [None]
    for state, following in zip(seen, events, strict=True):
        if isinstance(following, ev.RoundStarted) and state.boundaries_known != seen[0].remaining:
            return "unknown"
        here = left_of(g, state)
        for x in members(state.boundaries_known & state.remaining):
            truth = neighbors(here, x) | co_parents(here, x)
            told = frozenset(members(state.boundaries[x]))
            if isinstance(following, ev.BoundaryPairTested):  # in the middle of an update
                wrong = bool(truth - told)
            else:
                wrong = truth != told
            if wrong:
                return x, state.removal_order, told
    return None


def left_of(g: Graph, state: PlayerState) -> Graph:
    for x in state.removal_order:
        g = without(g, x)
    return g


def verdicts_are_those_of_theorem_one(trace: Trace, dag: Dag, seen: list[PlayerState]) -> object:
    g = graph_of(dag)
    for step, state in zip(trace.steps, seen[1:], strict=True):
        x, here = state.visiting, left_of(g, state)
        if x not in here.vertices:
            continue
        if isinstance(step.event, ev.NeighborsKnown):
            near, others = members(state.neighbors or 0), members(state.co_parents or 0)
            if (frozenset(near), frozenset(others)) != (neighbors(here, x), co_parents(here, x)):
                return x, "neighbors and co-parents"
        if state.condition_one is not None and state.condition_one == bool(
            condition_one_gaps(here, x)
        ):
            return x, "condition 1"
        if state.condition_two is not None and state.condition_two == bool(
            condition_two_gaps(here, x)
        ):
            return x, "condition 2"
        if isinstance(step.event, ev.ConditionOneDecided) and state.condition_one is None:
            return x, "condition 1 unknown"
        if isinstance(step.event, ev.ConditionTwoDecided) and state.condition_two is None:
            return x, "condition 2 unknown"
    return None


def turns_follow_line_6(trace: Trace, dag: Dag, seen: list[PlayerState]) -> object:
    """Who is visited, who was passed over, and in which round; written down the slow way."""
    number, visited, collected = 0, [], False
    for step, state in zip(trace.steps, seen[1:], strict=True):
        if isinstance(step.event, ev.RoundStarted):
            number, visited = number + 1, []
        elif isinstance(step.event, ev.Visited):
            visited.append(step.event.x)
        collected = collected or isinstance(step.event, ev.VStructuresCollected)
        turn = None if collected or not visited else visited[-1]
        before = () if collected else tuple(visited[:-1])
        if (state.round, state.visiting, state.passed_over) != (number, turn, before):
            return state.round, state.visiting, state.passed_over
    return None


def edges_are_true_and_drawn_in_time(trace: Trace, dag: Dag, seen: list[PlayerState]) -> object:
    g = graph_of(dag)
    drawn: set[frozenset[int]] = set()
    for step, before, state in zip(trace.steps, seen, seen[1:], strict=False):
        if isinstance(step.event, ev.NeighborsKnown):
            here = left_of(g, before)
            drawn |= {pair for pair in skeleton(here) if step.event.x in pair}
        told = {frozenset((u, v)) for u, mask in enumerate(state.edges) for v in members(mask)}
        if told != drawn:
            return told ^ drawn
        for tail, head, why in state.arrows:
            claimed = (
                why != "printed" and before.remaining
            )  # line 17, printed, may keep a wrong one
            if claimed and (tail, head) not in g.edges:
                return tail, head
    return None


def every_v_structure_is_drawn_when_found(
    trace: Trace, dag: Dag, seen: list[PlayerState]
) -> object:
    for step, state in zip(trace.steps, seen[1:], strict=True):
        if isinstance(step.event, ev.VStructuresKnown):
            arrows = {(tail, head) for tail, head, _ in state.arrows}
            for y, t in step.event.v_structures:
                for tail in (step.event.x, t):
                    pair = {(tail, y), (y, tail)}
                    if not pair & arrows or not state.has_edge(tail, y):
                        return tail, y
    return None


def printed_arrows_are_drawn(trace: Trace, dag: Dag, seen: list[PlayerState]) -> object:
    for step, state in zip(trace.steps, seen[1:], strict=True):
        if isinstance(step.event, ev.Removed):
            drawn = {(tail, head) for tail, head, why in state.arrows if why == "printed"}
            if not {(y, step.event.x) for y in step.event.arrows} <= drawn:
                return step.event
    return None


LAWS = [
    result_is_rebuilt,
    boundaries_are_those_of_what_is_left,
    verdicts_are_those_of_theorem_one,
    turns_follow_line_6,
    edges_are_true_and_drawn_in_time,
    every_v_structure_is_drawn_when_found,
    printed_arrows_are_drawn,
]


def broken_laws(trace: Trace, dag: Dag, seen: list[PlayerState]) -> dict[str, object]:
    found = {law.__name__: law(trace, dag, seen) for law in LAWS}
    return {name: wrong for name, wrong in found.items() if wrong is not None}


@pytest.mark.parametrize("options", films.OPTIONS, ids=str)
@one_in(23)
def test_laws_for_small_dags(every, options):
    for dag in films.dealt_out(films.small(), options, every):
        trace = record("marvel", dag, **options)
        assert broken_laws(trace, dag, states(trace)) == {}, dag


@pytest.mark.parametrize("options", films.OPTIONS, ids=str)
@one_in(6)
def test_laws_for_larger_dags(options, every):
    for dag in [*films.rare(), *films.dealt_out(films.larger(), options, every)]:
        trace = record("marvel", dag, **options)
        assert broken_laws(trace, dag, states(trace)) == {}, dag


@one_in(11)
def test_the_final_arrows_are_those_of_every_member_of_the_class(every):
    for dag in islice(films.small(), 0, None, every):
        trace = record("marvel", dag)
        place = {name: i for i, name in enumerate(dag.nodes)}
        edges = {(place[a], place[b]) for a, b in dag.edges}
        assert {(a, b) for a, b, _ in states(trace)[-1].arrows} <= edges, dag


# What changes no state: single answers, summed up by a later event.
SILENT = {"PairDecided", "SeparatingSetRenewed", "VStructureDecided", "TripleDecided"}
# Those of the other algorithms and of boundary discovery: tests/replay/test_rivals.py.
MARVELS = {kind.__name__ for kind in events_of(ev.__name__)}
MARVELS.add("BoundaryFound")


def test_single_answers_change_nothing():
    for dag in films.larger()[::3]:
        trace = record("marvel", dag)
        seen = states(trace)
        for step, before, after in zip(trace.steps, seen, seen[1:], strict=False):
            if type(step.event).__name__ in SILENT:
                assert after is before


def test_neighbors_are_shown_one_by_one():
    dag = Dag("X -> Y <- T; Y -> Z; X -> Z")
    trace = record("marvel", dag)
    seen = states(trace)
    for step, before, after in zip(trace.steps, seen, seen[1:], strict=False):
        if isinstance(step.event, ev.NeighborDecided):
            bit = 1 << step.event.y
            near, others = after.neighbors or 0, after.co_parents or 0
            assert bool(near & bit) == (step.event.separating_set is None)
            assert bool(others & bit) == (step.event.separating_set is not None)
            assert (near | others) & ~bit == (before.neighbors or 0) | (before.co_parents or 0)


def test_given_boundaries():
    for dag in films.larger()[::3]:
        given = {x: dag.markov_boundary(x) for x in dag.nodes}
        trace = record("marvel", dag, given)
        seen = states(trace)
        assert seen[1].boundaries == dag.boundary_masks
        assert seen[1].boundaries_known == seen[1].remaining == (1 << len(dag)) - 1
        assert broken_laws(trace, dag, seen) == {}


@pytest.mark.parametrize("no_removable", ["smallest-boundary", "stop"])
def test_noise_is_replayed_as_it_happened(no_removable):
    dead_ends = 0
    for trace in films.noisy_traces(16, no_removable=no_removable):
        last = states(trace)[-1]
        assert last.learned_graph(trace.names) == trace.result.essential_graph
        assert tuple(trace.names[x] for x in last.removal_order) == trace.result.removal_order
        assert last.dead_ends == trace.result.dead_ends
        assert bool(last.remaining) == (not trace.result.complete)
        dead_ends += last.dead_ends
    assert dead_ends  # or nothing was shown


def test_no_variable_and_one():
    for text in ("", "A"):
        trace = record("marvel", Dag(text))
        last = states(trace)[-1]
        assert (last.remaining, last.finished, last.arrows) == (0, True, ())


def test_the_order_is_that_of_line_5():
    for dag in films.larger()[::3]:
        for state in states(record("marvel", dag)):
            expected = list(members(state.remaining))
            expected.sort(key=lambda x: (state.boundaries[x].bit_count(), x))
            assert list(state.order()) == expected
