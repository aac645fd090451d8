"""Boundary discovery frame by frame: sentences, lines, sets, pictures and counts."""

import networkx as nx
import pytest

from marvel_widgets import Dag, FisherZ, record_boundaries
from marvel_widgets.core.boundary import events as ev
from marvel_widgets.core.boundary.discovery import METHODS
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.replay.film import Film
from marvel_widgets.replay.pseudocode import ITEMS, pseudocode
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.replay.static_views import (
    bound_words,
    counters_html,
    frame_svg,
    frame_text,
    ledger_html,
    result_words,
)
from tests.core.independence.gaussian_data import mixed_columns
from tests.replay import films

SMALL = Dag("X -> Y <- T; Y -> Z")


def films_of(method):
    for seed, dag in enumerate([SMALL, *films.larger(6, most=7, seed=5)]):
        yield Film(record_boundaries(dag, method), dag)
        for rule in ("or", "and"):
            noisy = films.noisy(dag, 0.15, seed)
            yield Film(record_boundaries(noisy, method, symmetry=rule))
    yield Film(record_boundaries(FisherZ(mixed_columns(3, n=200, p=6), alpha=0.05), method))


def frames(film):
    return map(film.frame, range(film.last + 1))


def lines_told(film):
    """Yield (line, what must be true of it) by the wording of the line itself."""
    text = {line.number: line.text for line in pseudocode(algorithm=film.context.algorithm)}
    for frame in frames(film):
        yield frame, text[frame.explanation.line]


def fits(frame, line, p):
    """A reader of the pseudo-code: does what happens fit the line that is lit?"""
    test, event = frame.test, frame.event
    if test is not None:
        inside = set(members(frame.state.boundaries[test.x]))
        if "given all the others" in line:
            return len(test.given) == p - 2
        if "given the rest of S" in line:
            return test.y in inside and set(test.given) == inside - {test.y}
        return (
            ("given S" in line or "comes into S" in line)
            and test.y not in inside
            and set(test.given) == inside
        )
    words = {
        ev.BoundaryFound: "now Mb(X) is known",
        ev.BoundaryStarted: "begin with the empty set",
        ev.Grown: "comes into S",
        ev.Shrunk: "Y leaves S",
        ev.GrowthRepeated: "had before",
        ev.BoundarySettled: "S is Mb(X)",
        ev.MadeSymmetric: "let both in, or neither",
    }
    return event is None or words[type(event)] in line


@pytest.mark.parametrize("method", METHODS)
def test_the_lit_line_says_what_happens(method):
    for film in films_of(method):
        for frame, line in lines_told(film):
            assert fits(frame, line, len(film.trace.names)), (frame.event, frame.test, line)


@pytest.mark.parametrize("method", METHODS)
def test_sentences_of_an_oracle_are_true(method):
    for dag in [SMALL, *films.larger(4, most=7, seed=5)]:
        film = Film(record_boundaries(dag, method), dag)
        graph, name = dag.to_networkx(), film.context.name
        for frame in frames(film):
            text, event = frame.explanation.text, frame.event
            assert text.endswith(".")
            assert "by the test" not in text
            assert frame.explanation.item == ITEMS[method]
            if frame.test is not None:
                t = frame.test
                given = {dag.nodes[i] for i in t.given}
                apart = nx.is_d_separator(graph, {dag.nodes[t.x]}, {dag.nodes[t.y]}, given)
                assert f"{name(t.x)} and {name(t.y)}" in text
                assert (" Yes: " in text) == apart == frame.reason.separated
            elif isinstance(event, ev.Grown):
                before = frame.before.boundaries[event.x]
                given = {dag.nodes[i] for i in members(before)}
                x, y = dag.nodes[event.x], dag.nodes[event.y]
                assert not nx.is_d_separator(graph, {x}, {y}, given)
                assert text.startswith(f"{y} comes into the set of {x}: given ")
                assert ("most strongly" in text) == ("iamb" in method)
            elif isinstance(event, ev.BoundarySettled):
                told = film.context.some(event.boundary)
                assert told in text or (not event.boundary and " empty" in text)
                x = dag.nodes[event.x]
                assert {dag.nodes[y] for y in event.boundary} == dag.markov_boundary(x)


def test_without_the_graph_claims_are_the_tests():
    film = Film(record_boundaries(FisherZ(mixed_columns(3, n=200, p=6), alpha=0.05), "gs"))
    for frame in frames(film):
        text = frame.explanation.text
        if isinstance(frame.event, ev.Grown | ev.Shrunk | ev.BoundarySettled):
            assert "by the test's answers" in text
        if frame.test is not None:
            assert "says the test: p = " in text
            assert "alpha = 0.05." in text


@pytest.mark.parametrize("method", METHODS)
def test_counts_are_told_without_a_bound(method):
    film = Film(record_boundaries(films.larger()[4], method))
    html = counters_html(film, film.frame(film.last))
    assert "after boundary discovery" not in html
    assert f"{film.trace.tests.distinct()} different tests" in html
    assert "upper bound" not in bound_words(film)
    assert ledger_html(film, film.frame(film.last)).count("<tr") == 13


@pytest.mark.parametrize("method", METHODS)
def test_static_views_and_pictures_of_every_frame(method):
    film = Film(record_boundaries(SMALL, method), SMALL)
    pictures = RunPictures(film)
    stage = {frozenset((m.tail, m.head)) for m in pictures.all_learned_edges()}
    for frame in frames(film):
        text = frame_text(film, frame)
        assert frame.explanation.text in text
        assert "Remaining" not in text
        assert "Learned" not in text
        if frame.state.visiting is not None:
            x = frame.state.visiting
            assert f"set so far: {film.context.mask(frame.state.boundaries[x])}." in text
        drawn = {frozenset((m.tail, m.head)) for m in pictures.learned_drawing(frame).edges}
        sets = enumerate(frame.state.boundaries)
        expected = {
            frozenset((SMALL.nodes[x], SMALL.nodes[y])) for x, m in sets for y in members(m)
        }
        assert drawn == expected <= stage
        assert frame_svg(pictures, frame).startswith("<svg")


def test_what_came_in_just_now_is_marked():
    film = Film(record_boundaries(SMALL, "gs"), SMALL)
    pictures = RunPictures(film)
    for frame in frames(film):
        new = {
            frozenset((m.tail, m.head))
            for m in pictures.learned_drawing(frame).edges
            if m.state == "new"
        }
        if isinstance(frame.event, ev.Grown):
            x, y = frame.event.x, frame.event.y
            known = frame.before.boundaries[y] >> x & 1
            assert new == (set() if known else {frozenset((SMALL.nodes[x], SMALL.nodes[y]))})
        else:
            assert new == set()


@pytest.mark.parametrize("method", METHODS)
def test_a_result_is_reported_and_checked(method):
    trace = record_boundaries(SMALL, method)
    text = result_words(trace.result, SMALL)
    assert text.startswith(f"4 boundaries after {len(trace.tests)} CI tests (mean size of their")
    assert text.endswith("They are those of the true DAG.")
    assert "not those" in result_words(trace.result, Dag("{X Y T Z}; X -> Y; X -> Z"))
