"""A film: every position is a test or an event, and what is shown there is right."""

import sys
from collections import Counter
from functools import cache
from itertools import islice
from random import Random

import pytest

from marvel_widgets import BudgetExceededError, Dag, networks, record
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.registry import start
from marvel_widgets.core.algorithms.rival_events import (
    CandidatesKnown,
    LevelStarted,
    LinksRemoved,
    SkeletonCorrected,
    SkeletonStarted,
)
from marvel_widgets.core.boundary.discovery import METHODS
from marvel_widgets.core.boundary.events import BoundaryFound, BoundarySettled, Event
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.core.independence.log import SearchEntry
from marvel_widgets.replay.film import LEVELS, Film, Frame
from marvel_widgets.replay.fold import advance, initial_state
from marvel_widgets.replay.pseudocode import line_of, line_of_purpose
from tests.replay import films


@cache
def many_films():
    found = [films.film_of(dag) for dag in films.larger()[::4]]
    found += [films.film_of(dag) for dag in islice(films.small(), 0, None, 60)]
    found += [Film(trace) for trace in films.noisy_traces(4)]
    found += [films.film_of(films.larger()[-1], **options) for options in films.OPTIONS]
    return [*found, *films.others(), films.film_of(Dag("")), films.film_of(Dag("A"))]


@cache
def frames_of(film: Film) -> list[Frame]:
    """Return what is on each position; that the way there does not matter has a test of its own."""
    return [film.frame(position) for position in range(film.last + 1)]


def timeline(film: Film) -> list[object]:
    """Return what happens, in order: the number of a test, or an event."""
    happened: list[object] = []
    done = 0
    for event, tests in film.trace.steps:
        happened += [*range(done, tests), event]
        done = tests
    return [*happened, *range(done, len(film.trace.tests))]


def test_each_position_is_one_test_or_one_event():
    for film in many_films():
        shown = []
        for position, frame in enumerate(frames_of(film)[1:], start=1):
            assert frame.position == position
            assert (frame.test is None) != (frame.event is None)
            shown.append(frame.event if frame.test is None else frame.test.number)
        assert shown == timeline(film)


def test_the_beginning_shows_nothing():
    for film in many_films():
        frame = film.frame(0)
        assert (frame.test, frame.event, frame.reason, frame.tests_done) == (None,) * 3 + (0,)
        assert frame.state == initial_state(len(film.trace.names))
        words = f"{len(film.trace.tests):,} CI test"
        assert words in frame.explanation.text


def test_positions_outside_are_the_ends():
    film = films.film_of(films.larger()[0])
    assert film.frame(-5) == film.frame(0)
    assert film.frame(film.last + 5) == film.frame(film.last)
    assert film.counters(-5) == film.counters(0)
    assert film.counters(film.last + 5) == film.counters(film.last)


def test_states_are_the_fold_from_the_start():
    for film in many_films():
        state = before = initial_state(len(film.trace.names))
        for position, what in enumerate(timeline(film), start=1):
            before = state
            if isinstance(what, Event):
                state = advance(what, state)
            frame = frames_of(film)[position]
            assert frame.state == state
            assert frame.before == before


@pytest.mark.parametrize("seed", range(3))
def test_seeking_does_not_depend_on_the_way(seed):
    trace_dag = films.larger()[10 + seed]
    film, straight = films.film_of(trace_dag), films.film_of(trace_dag)
    frames = [straight.frame(i) for i in range(straight.last + 1)]
    order = list(range(film.last + 1))
    Random(seed).shuffle(order)
    for position in [film.last, 0, *order]:
        assert film.frame(position) == frames[position]
        assert film.counters(position) == straight.counters(position)


# -- moving --------------------------------------------------------------------------------


def stops(film: Film, level: str) -> list[int]:
    """Return where a level stops between the ends, from the timeline alone."""
    happened = list(enumerate(timeline(film), start=1))
    if level == "test":
        return [at for at, _ in happened]
    if level == "decision":
        return [at for at, what in happened if isinstance(what, Event)]
    kinds = ROUNDS.get(film.context.algorithm, (BoundarySettled, BoundaryFound))
    return [at for at, what in happened if isinstance(what, kinds)]


ROUNDS = {
    "marvel": ev.Removed,
    "pc": (SkeletonStarted, LevelStarted, ev.VStructuresCollected),
    "grow_shrink": (SkeletonStarted, ev.VStructuresCollected),
    "collider_set": (SkeletonStarted, LinksRemoved, ev.VStructuresCollected),
    "mmpc": (CandidatesKnown, SkeletonCorrected),
}


@pytest.mark.parametrize("level", LEVELS)
def test_next_and_previous_are_the_nearest_stops(level):
    for film in many_films():
        places = stops(film, level)
        for position in range(film.last + 1):
            after = [at for at in places if at > position]
            before = [at for at in places if at < position]
            assert film.next(position, level) == (after[0] if after else film.last)
            assert film.previous(position, level) == (before[-1] if before else 0)


def test_markers_are_the_removals():
    for film in many_films():
        marks = film.removals()
        of_marvel = film.context.algorithm == "marvel"
        assert [at for at, _ in marks] == (stops(film, "round") if of_marvel else [])
        left = tuple(film.trace.names[x] for _, x in marks)
        assert left == film.trace.result.removal_order
        for at, x in marks:
            assert film.frame(at).state.removal_order[-1] == x
            assert film.frame(at - 1).state.remaining >> x & 1


def test_lines_lead_to_their_events():
    for film in many_films():
        lines, algorithm = film.lines(), film.context.algorithm
        known = {line.number for line in film.pseudocode()}
        assert set(lines) <= known
        found = sorted(at for places in lines.values() for at in places)
        assert found == stops(film, "decision")
        for line, places in lines.items():
            for at in places:
                frame = frames_of(film)[at]
                assert frame.explanation.line == line == line_of(frame.event, algorithm)


def test_a_click_on_a_line_goes_round():
    film = films.film_of(films.larger()[-1])
    for line, places in film.lines().items():
        position, visited = 0, []
        for _ in places:
            position = film.next_of_line(position, line)
            visited.append(position)
        assert visited == places
        assert film.next_of_line(position, line) == places[0]
    assert film.next_of_line(0, 99) is None


def test_each_test_has_its_position():
    for film in many_films():
        for number in range(len(film.trace.tests)):
            frame = frames_of(film)[film.position_of_test(number)]
            assert frame.test == film.trace.tests[number]
            assert frame.tests_done == number + 1


def test_the_line_of_a_test_is_the_line_of_the_decision_it_leads_to():
    for film in many_films():
        frames, algorithm = frames_of(film), film.context.algorithm
        for position, frame in enumerate(frames):
            if frame.test is not None and algorithm == "marvel":
                decision = frames[film.next(position, "decision")]
                assert frame.explanation.line == decision.explanation.line
            elif frame.test is not None and algorithm not in METHODS:
                assert frame.explanation.line == line_of_purpose(frame.test.purpose, algorithm)


def test_witnesses_are_there_with_a_true_graph_only():
    dag = films.larger()[3]
    trace = record("marvel", dag)
    seen, blind = Film(trace, dag), Film(trace)
    for position in range(seen.last + 1):
        frame = seen.frame(position)
        assert (frame.reason is not None) == (frame.test is not None)
        assert blind.frame(position).reason is None
        assert blind.frame(position).state == frame.state


# -- counting ------------------------------------------------------------------------------


def test_counters_are_those_of_the_ledger_so_far():
    for film in many_films():
        ledger = list(film.trace.tests)
        performed = 0
        for position, what in enumerate([None, *timeline(film)]):
            performed += isinstance(what, int)
            now = film.counters(position)
            done = ledger[:performed]
            purposes = Counter(test.purpose for test in done)
            after = [test for test in done if test.purpose != BOUNDARY_DISCOVERY]
            of_sizes = done if film.context.algorithm in METHODS else after
            assert {k: n for k, n in now.by_purpose.items() if n} == purposes
            assert now.by_size == dict(sorted(Counter(len(t.given) for t in of_sizes).items()))
            assert (now.performed, now.after_boundaries) == (performed, len(after))
        assert now.reused == sum(film.trace.result.counts.reused.values())


@pytest.mark.parametrize("options", films.OPTIONS, ids=str)
def test_reused_searches_are_those_that_the_run_had_skipped_by_then(options):
    reused = 0
    for dag in films.larger()[2::3]:  # the last of all is one in which something is reused
        film = films.film_of(dag, **options)
        run = start("marvel", dag, **options)
        events = zip(run.events(), stops(film, "decision"), strict=True)
        for _, position in events:
            reused = sum(run.tally.reused.values())
            assert film.counters(position).reused == reused
            assert film.counters(position - 1).reused <= reused
    assert bool(reused) == (options["bookkeeping"] != "none")


# -- runs that were stopped ----------------------------------------------------------------


def test_a_run_stopped_by_its_budget_is_a_film():
    dag = films.larger()[2]
    whole = films.film_of(dag)
    total = len(whole.trace.tests)
    for budget in range(total):
        with pytest.raises(BudgetExceededError) as caught:
            record("marvel", dag, budget=budget)
        film = Film(caught.value.partial, dag)
        assert len(film.trace.tests) == budget
        assert "stopped before its end" in film.frame(0).explanation.text
        assert film.counters(film.last).performed == budget
        for position in range(1, film.last + 1):
            frame = film.frame(position)
            assert frame.state == whole.frame(position).state
            assert frame.test == whole.frame(position).test
        for level in LEVELS:
            assert film.next(film.last, level) == film.last
            position = film.last
            while position:
                position = film.previous(position, level)


def test_a_whole_run_does_not_say_that_it_was_stopped():
    for film in many_films():
        if film.trace.result.complete:
            assert "stopped" not in film.frame(0).explanation.text


@pytest.mark.parametrize("algorithm", ["marvel", "pc", "mmpc"])
def test_films_are_put_side_by_side_by_their_number_of_tests(algorithm):
    for dag in films.larger(6, most=8):
        film = Film(record(algorithm, dag), dag)
        done = [film.frame(position).tests_done for position in range(film.last + 1)]
        for tests in range(-1, len(film.trace.tests) + 3):
            expected = max(at for at, n in enumerate(done) if n <= max(tests, 0))
            assert film.position_after_tests(tests) == expected


def test_two_threads_see_the_same_states():
    """JupyterLab answers a page in a thread of its own while a cell runs in another."""
    from concurrent.futures import ThreadPoolExecutor

    dag = networks.load("insurance")
    trace = record("marvel", dag)
    alone, shared = Film(trace, dag), Film(trace, dag)
    positions = range(0, alone.last + 1, 7)
    often, usual = 1e-6, sys.getswitchinterval()
    sys.setswitchinterval(often)
    try:
        with ThreadPoolExecutor(8) as pool:
            seen = list(pool.map(lambda at: shared.frame(at).state, [*positions, *positions[::-1]]))
    finally:
        sys.setswitchinterval(usual)
    told = [alone.frame(at).state for at in positions]
    assert seen == [*told, *told[::-1]]


def test_counts_by_size_are_those_of_the_tests_and_cost_little(monkeypatch):
    """At every position, one search after the other; late positions are not dearer than early."""
    film = films.film_of(films.larger()[-1])
    expected: Counter[int] = Counter()
    for at in range(film.last + 1):
        test = film.frame(at).test
        if test is not None and test.purpose != BOUNDARY_DISCOVERY:
            expected[len(test.given)] += 1
        assert film.counters(at).by_size == dict(sorted(expected.items()))
    looked = []
    sizes = SearchEntry.sizes
    monkeypatch.setattr(SearchEntry, "sizes", lambda *a: looked.append(1) or sizes(*a))
    film.counters(film.last)
    assert len(looked) <= 32 < len(film.trace.tests.entries)
