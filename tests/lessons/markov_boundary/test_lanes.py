"""Boundary discovery side by side: the clock, the sets, the counts, the questions, the flags."""

import re
from collections import Counter
from functools import cache
from itertools import combinations, pairwise

import networkx as nx
import pytest

from marvel_widgets import Dag, DSeparation, FisherZ, gallery, record_boundaries
from marvel_widgets.core.boundary import events as ev
from marvel_widgets.core.boundary.discovery import METHODS
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.lessons.markov_boundary.lanes import CLOCKS, Lanes, boundary_lanes
from marvel_widgets.lessons.markov_boundary.steps import (
    comparison_html,
    comparison_lines,
    comparisons,
    formula_words,
    lane_drawing,
    lane_html,
    lane_lines,
    lane_place,
    lane_sentence,
    set_rows,
    sizes_html,
    step_question,
)
from marvel_widgets.replay.film import Film
from marvel_widgets.replay.run_pictures import RunPictures
from tests.core.boundary.test_discovery import written_down
from tests.core.independence.gaussian_data import mixed_columns
from tests.reference.checks import dag_of, graph_of
from tests.replay import films
from tests.slices import graphs_of

SMALL = Dag("X -> Y <- T; Y -> Z; U -> X")
OF_GALLERY = [dag for _, dag in films.gallery_dags(5)]
GRAPHS = [SMALL, *OF_GALLERY[::4], *films.larger(3, most=7, seed=5)]


@pytest.fixture(scope="module")
def sides():
    return [(dag, boundary_lanes(dag, METHODS)) for dag in GRAPHS]


def ticks(lanes, clock):
    return range(lanes.last(clock) + 1)


@cache
def at_each_tick(lanes, clock):
    """Return all lanes at each tick: made once, and looked at by several tests."""
    return [lanes.at(clock, tick) for tick in ticks(lanes, clock)]


@cache
def moral_graph(dag):
    return nx.moral_graph(dag.to_networkx())


# -- the clock -----------------------------------------------------------------------------


def test_one_tick_is_one_of_its_clock_in_every_lane(sides):
    for dag, lanes in sides:
        for clock in CLOCKS:
            assert all(lane.finished for lane in lanes.at(clock, lanes.last(clock)))
            assert not all(lane.finished for lane in lanes.at(clock, lanes.last(clock) - 1))
        for tick, now in enumerate(at_each_tick(lanes, "test")):
            for lane in now:
                assert lane.frame.tests_done == min(tick, len(lane.film.trace.tests))
        for tick in ticks(lanes, "variable"):
            assert [lane.known for lane in lanes.at("variable", tick)] == [tick] * 4
        for tick, now in enumerate(at_each_tick(lanes, "decision")):
            for lane in now:
                steps = lane.film.trace.steps
                done = min(tick, len(steps))
                assert lane.frame.event == (steps[done - 1].event if done else None)
        for x in dag.nodes:
            for lane in lanes.at("variable", lanes.settled(x)):
                assert lane.film.trace.names[lane.x] == x


def test_changing_the_clock_keeps_the_place_of_the_longest_lane(sides):
    for _, lanes in sides[:4]:
        assert [lane.frame.position for lane in lanes.at("test", 0)] == [0] * 4
        longest = max(range(4), key=lambda lane: lanes.films[lane].last)
        for clock, other in ((a, b) for a in CLOCKS for b in CLOCKS):
            for tick in ticks(lanes, clock):
                there = lanes.converted(clock, tick, other)
                here = lanes.position(longest, clock, tick)
                assert lanes.position(longest, other, there) <= here
                if here < lanes.films[longest].last:
                    assert lanes.position(longest, other, there + 1) > here


def test_ticks_outside_are_the_ends(sides):
    _, lanes = sides[0]
    assert lanes.at("test", -3) == lanes.at("test", 0)
    assert lanes.at("test", 10**6) == lanes.at("test", lanes.last("test"))


# -- sets, pictures, sentences ---------------------------------------------------------------


def sets_are_right(dag, lane):
    """The variables in, out and under test, from the tests and networkx, not from a state."""
    told = dict(set_rows(lane))
    inside = set(told["In"].split(", ")) - {"none"}
    outside = set(told["Out"].split(", ")) - {"none"}
    x, test, event = str(dag.nodes[lane.x]), lane.frame.test, lane.frame.event
    tested = set() if test is None else {str(dag.nodes[test.y])}
    if told["Under test"] != (next(iter(tested)) if tested else "none"):
        return False
    parts = (inside, outside, tested, {x})
    if set().union(*parts) != set(map(str, dag.nodes)) or sum(map(len, parts)) != len(dag):
        return False
    if isinstance(event, ev.BoundaryFound | ev.BoundarySettled):
        return inside == set(moral_graph(dag)[dag.nodes[lane.x]])
    if test is not None and lane.method == "tc":
        known = [v for v in dag.nodes if dag.position(v) < max(lane.x, test.y)] + [None]
        moral = moral_graph(dag)[dag.nodes[lane.x]]
        return inside == {str(v) for v in known if v in moral} - tested
    if test is not None:  # the set is what is given
        return inside == {str(dag.nodes[v]) for v in test.given}
    return True


def test_in_and_out_are_right_at_every_tick(sides):
    for dag, lanes in sides:
        for now in at_each_tick(lanes, "test"):
            for lane in now:
                assert lane.x is None or sets_are_right(dag, lane), (lane, dag)


def test_sentences_and_pictures_are_true(sides):
    for dag, lanes in sides:
        graph = dag.to_networkx()
        scenes = [RunPictures(film) for film in lanes.films]
        for clock in ("test", "decision"):
            for now in at_each_tick(lanes, clock):
                for pictures, lane in zip(scenes, now, strict=True):
                    assert lane.flaw == ""
                    text, test = lane_sentence(lane), lane.frame.test
                    if test is not None:
                        x, y, *given = (dag.nodes[v] for v in (test.x, test.y, *test.given))
                        apart = nx.is_d_separator(graph, {x}, {y}, set(given))
                        assert text.startswith(f"Are {x} and {y} independent given ")
                        assert ("? Yes: " in text, "? No: " in text) == (apart, not apart)
                    drawing = lane_drawing(pictures, lane)
                    assert joined(drawing) == expected_lines(lane)
                    given = {m.name for m in drawing.nodes if m.state.endswith("given")}
                    marked = {mark.state: mark.name for mark in drawing.nodes}
                    if lane.x is not None:
                        assert marked["subject"] == str(dag.nodes[lane.x])
                    if test is not None:
                        assert marked["object"] == str(dag.nodes[test.y])
                        assert given == {str(dag.nodes[v]) for v in test.given}
                    else:
                        assert "object" not in marked
                    if isinstance(lane.frame.event, ev.BoundarySettled | ev.BoundaryFound):
                        assert given == set()


def joined(drawing):
    pairs = [frozenset((mark.tail, mark.head)) for mark in drawing.edges]
    assert len(pairs) == len(set(pairs))
    return set(pairs)


def expected_lines(lane):
    """Join each variable to its set by the decisions and answers so far."""
    trace, names = lane.film.trace, [str(name) for name in lane.film.trace.names]
    sets = {x: set() for x in range(len(names))}
    for event, tests in trace.steps[: lane.frame.position - lane.frame.tests_done]:
        assert tests <= lane.frame.tests_done
        if isinstance(event, ev.Grown):
            sets[event.x].add(event.y)
        elif isinstance(event, ev.Shrunk):
            sets[event.x].discard(event.y)
        elif isinstance(event, ev.BoundaryFound):
            sets[event.x] = set(event.boundary)
    if lane.method == "tc":
        for test in trace.tests[: lane.frame.tests_done]:
            if not test.independent:
                sets[test.x].add(test.y)
    return {frozenset((names[x], names[y])) for x, group in sets.items() for y in group}


# -- counts ----------------------------------------------------------------------------------


def costs(g):
    """Return (tests, different, largest, mean) of each method, written down the slow way."""
    found = {}
    for method in METHODS:
        if method == "tc":
            others = frozenset(g.vertices)
            asked = [(x, y, tuple(others - {x, y})) for x, y in combinations(g.vertices, 2)]
        else:
            asked, _ = written_down(g, method)
        sizes = [len(given) for _, _, given in asked]
        statements = {(frozenset((x, y)), frozenset(given)) for x, y, given in asked}
        mean = sum(sizes) / len(sizes) if sizes else 0.0
        found[method] = (len(asked), len(statements), max(sizes, default=0), mean)
    return found


@graphs_of("slice")
def test_the_comparison_counts_what_is_written_down(graphs):
    for g in (*graphs(), *map(graph_of, GRAPHS)):
        rows = {
            row.method: pytest.approx((row.tests, row.distinct, row.largest, row.mean))
            for row in comparisons(boundary_lanes(dag_of(g), METHODS))
        }
        assert costs(g) == rows


def test_total_conditioning_costs_its_formula():
    for dag in GRAPHS:
        p = len(dag)
        (row,) = comparisons(boundary_lanes(dag, ["tc"]))
        assert row.tests == row.distinct == p * (p - 1) // 2
        assert f"= {row.tests} CI test" in formula_words(p)
    assert formula_words(2).endswith("= 1 CI test, each given nothing.")


def test_sizes_so_far_are_those_of_the_tests_so_far(sides):
    for _, lanes in sides[:4]:
        for now in at_each_tick(lanes, "test"):
            for lane in now:
                tests = lane.film.trace.tests[: lane.frame.tests_done]
                assert lane.sizes == Counter(len(test.given) for test in tests)
                assert f"{len(tests):,} of {len(lane.film.trace.tests):,} CI test" in lane_place(
                    lane
                )
            html = sizes_html(lanes, now)
            for lane in now:
                assert f">{lane.frame.tests_done:,} of {len(lane.film.trace.tests):,}<" in html


# -- questions ---------------------------------------------------------------------------------


def line_at(film, tick):
    line = film.frame(film.position_of_test(tick)).explanation.line
    return film.pseudocode()[line - 1].text if film.context.algorithm != "tc" else ""


@pytest.mark.parametrize("method", METHODS)
def test_the_next_test_is_asked_about(method):
    for dag in GRAPHS:
        graph, lanes = dag.to_networkx(), boundary_lanes(dag, [method])
        (film,) = lanes.films
        for tick in range(lanes.last("test")):
            question, test = step_question(lanes, tick), film.trace.tests[tick]
            x, y, *given = (dag.nodes[v] for v in (test.x, test.y, *test.given))
            apart = nx.is_d_separator(graph, {x}, {y}, set(given))
            leaves = " leave " in question.text
            assert leaves == ("rest of S" in line_at(film, tick))
            assert question.answer == ("yes" if apart == leaves else "no")
        assert step_question(lanes, lanes.last("test")) is None


def test_questions_of_one_run_are_all_different():
    lanes = boundary_lanes(SMALL, ["gs", "tc"])
    keys = [step_question(lanes, tick).key for tick in range(lanes.last("test"))]
    assert len(set(keys)) == len(keys)
    other = boundary_lanes(Dag("X -> Y -> T; Y -> Z; U -> X"), ["gs"])
    assert step_question(other, 0).text == step_question(lanes, 0).text


def test_without_answers_neither_verdict_nor_set_is_shown(sides):
    for dag, lanes in sides[:3]:
        for tick in ticks(lanes, "test"):
            for lane in lanes.at("test", tick):
                text = "\n".join(lane_lines(lane, answers=False))
                shown = lane_html(lane, answers=False)
                leak = " No: | Yes: |comes into|boundary of X is|<svg"
                leak += "" if lane.method == "inter-iamb" else "|In"
                for words in (text, shown):
                    assert not re.search(leak, words), words
        assert len(dag) > 0


# -- data ------------------------------------------------------------------------------------


def data_lanes():
    for seed, dag in enumerate(films.larger(5, most=7, seed=5)):
        yield dag, boundary_lanes(films.noisy(dag, 0.2, seed), METHODS, dag)
    dag = Dag("; ".join(f"{i} -> {i + 1}" for i in range(5)))
    named = Dag.from_parent_masks(dag.parent_masks, range(6))
    yield named, boundary_lanes(FisherZ(mixed_columns(3, n=200, p=6), alpha=0.05), METHODS, named)


def flags_are_right(dag, lanes):
    """Every answer and every boundary that is not the graph's is flagged, and no other."""
    graph = dag.to_networkx()
    moral = nx.moral_graph(graph)
    flagged = 0
    for film, lane_at in ((film, at) for at, film in enumerate(lanes.films)):
        wrong = 0
        for position in range(film.last + 1):
            frame = film.frame(position)
            flaw = lanes._flaw(frame)
            true = True
            if frame.test is not None:
                t = frame.test
                x, y, *given = (dag.nodes[v] for v in (t.x, t.y, *t.given))
                true = nx.is_d_separator(graph, {x}, {y}, set(given)) == t.independent
                wrong += not true
            elif isinstance(frame.event, ev.BoundaryFound | ev.BoundarySettled):
                found = {dag.nodes[v] for v in frame.event.boundary}
                true = found == set(moral[dag.nodes[frame.event.x]])
            if (flaw == "") != true or (flaw and not flaw.startswith("False: in the graph ")):
                return False
            flagged += not true
            if lanes._false[lane_at][frame.tests_done] != wrong:
                return False
    return flagged > 0


def test_false_answers_of_data_are_flagged():
    for dag, lanes in data_lanes():
        assert flags_are_right(dag, lanes)
        (lane, *_) = lanes.at("test", lanes.last("test"))
        if lane.false_answers:
            assert f", {lane.false_answers} false answer" in lane_place(lane)


def test_data_of_other_variables_or_without_a_truth_are_not_judged():
    data = FisherZ(mixed_columns(3, n=200, p=6), alpha=0.05)
    for truth in (None, SMALL):
        lanes = boundary_lanes(data, ["gs"], truth)
        assert lanes.truth is None
        assert [lane.false_answers for lane in lanes.at("test", 50)] == [0]
        assert "says the test: p = " in lane_sentence(lanes.at("test", 1)[0])


def test_truth_in_another_order_of_the_variables_is_the_same_truth():
    dag = films.larger(5, most=7, seed=5)[1]
    turned = Dag(dag.edges, nodes=dag.nodes[::-1])
    noisy = films.noisy(dag, 0.2, 1)
    one, other = (boundary_lanes(noisy, ["gs"], truth) for truth in (dag, turned))
    flaws = [[lanes.at("test", t)[0].flaw for t in ticks(lanes, "test")] for lanes in (one, other)]
    assert flaws[0] == flaws[1]


# -- edges of the input ------------------------------------------------------------------------


def test_long_runs_are_cut_and_say_so():
    lanes = boundary_lanes(SMALL, ["gs"], limit=10)
    (row,) = comparisons(lanes)
    assert (row.tests, row.complete) == (10, False)
    assert "10 CI tests and more" in comparison_lines(lanes)[0]
    assert "10 and more" in comparison_html(lanes)
    (lane,) = lanes.at("variable", 99)
    assert "where the run was stopped" in lane_place(lane)


def test_names_are_text_never_markup():
    dag = Dag([("<b>x</b>", "y")])
    lanes = boundary_lanes(dag, ["gs"])
    for tick in ticks(lanes, "test"):
        (lane,) = lanes.at("test", tick)
        assert "<b>x" not in lane_html(lane) + lane_html(lane, answers=False)


def test_no_method_and_an_unknown_one_are_refused():
    with pytest.raises(ValueError, match="at least one"):
        boundary_lanes(SMALL, [])
    with pytest.raises(ValueError, match="method must be one of"):
        boundary_lanes(SMALL, ["pc"])
    with pytest.raises(ValueError, match="at least one"):
        Lanes([])


def test_any_film_of_discovery_will_do():
    film = Film(record_boundaries(DSeparation(SMALL), "gs"))
    lanes = Lanes([film], SMALL)
    assert lanes.at("variable", 1)[0].x == 0
    assert all(a <= b for a, b in pairwise(lanes._positions["test"][0]))
    assert list(gallery)
    assert set(members(lanes.films[0].frame(film.last).state.boundaries_known)) == set(range(5))
