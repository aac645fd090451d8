"""Text and SVG say what the frame says, for those who see no widget."""

import re
from functools import cache
from xml.etree import ElementTree

import pytest

from marvel_widgets import Dag, marvel, record, upper_bound
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.pictures.band import band_html
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.grammar import EDGE_STYLES, NODE_STYLES
from marvel_widgets.replay.film import Film
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.replay.stage_words import after_words, breadcrumb, said_of
from marvel_widgets.replay.static_views import (
    bound_words,
    counters_html,
    counts_words,
    frame_svg,
    frame_text,
    headline,
    ledger_html,
    result_words,
)
from tests.replay import films
from tests.slices import one_in

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = ["Drive quality", 'say "hi"', "<b>&amp;</b>", "it's", "]]>", "x;y", "Größe", "{x}", "-->"]


def some_films():
    yield from (films.film_of(dag) for dag in films.larger(most=9)[:6])
    yield from (
        films.film_of(films.renamed(d, HOSTILE[: len(d)])) for d in films.larger(most=9)[:4]
    )
    yield films.film_of(films.larger(most=9)[4], orientation="printed")
    yield from (films.film_of(dag) for _, dag in films.gallery_dags(most=5))
    yield from (Film(trace) for trace in films.noisy_traces(3))
    yield films.film_of(Dag(""))
    yield films.film_of(Dag("A"))


@cache
def frames(every):
    """Return each film, its stage, a frame and both twins of it, of one position in so many."""
    found = []
    for film in some_films():
        pictures = RunPictures(film)
        for position in range(0, film.last + 1, every if film.last > 12 else 1):
            frame = film.frame(position)
            found.append(
                (film, pictures, frame, frame_svg(pictures, frame), frame_text(film, frame))
            )
    return found


def titles(svg: str) -> list[list[str]]:
    """Return what a mouse or a screen reader finds, for each of the pictures in an SVG."""
    root = ElementTree.fromstring(svg)
    found = []
    for panel in root.iter(f"{SVG}g"):
        marks = [g.find(f"{SVG}title") for g in panel.findall(f"{SVG}g")]
        words = [title.text or "" for title in marks if title is not None]
        if words:
            found.append(words)
    return found


def expected_titles(drawing: Drawing) -> list[str]:
    nodes = [
        ", ".join(
            part
            for part in (
                mark.name,
                NODE_STYLES[mark.state].meaning,
                mark.note,
                f"out {mark.out}" if mark.out else "",
            )
            if part
        )
        for mark in drawing.nodes
    ]
    edges = [
        f"{mark.tail} {'→' if mark.directed else '-'} {mark.head}, "
        f"{EDGE_STYLES[mark.state].meaning}"
        for mark in drawing.edges
    ]
    return sorted(nodes + edges)


def drawings_of(pictures: RunPictures, frame) -> list[Drawing]:
    return [
        d for d in (pictures.true_drawing(frame), pictures.learned_drawing(frame)) if d is not None
    ]


def plain(words: str) -> str:
    """Lines and their kinds of dashes do not matter here."""
    return words.replace("—", "-").replace("–", "-")


@one_in(17)
def test_the_svg_holds_what_the_drawings_hold(every):
    for film, pictures, frame, svg, _ in frames(every):
        if not film.trace.names:
            continue
        found = [sorted(map(plain, words)) for words in titles(svg)]
        assert found == [expected_titles(drawing) for drawing in drawings_of(pictures, frame)]


def test_the_sentence_stands_in_the_picture_and_in_its_description():
    for _, _, frame, svg, _ in frames(17):
        root = ElementTree.fromstring(svg)
        words = " ".join(frame.explanation.text.split())
        assert words in (root.find(f"{SVG}desc").text or "")
        written = " ".join(t.text or "" for t in root.iter(f"{SVG}text"))
        assert words.replace(" ", "") in written.replace(" ", "")


def test_the_alternative_text_tells_both_graphs():
    for _, pictures, frame, svg, _ in frames(17):
        root = ElementTree.fromstring(svg)
        assert root.get("role") == "img"
        assert root.find(f"{SVG}title").text
        description = root.find(f"{SVG}desc").text
        for drawing in drawings_of(pictures, frame):
            assert drawing.description in description


def test_without_the_truth_there_is_one_picture():
    film = Film(next(films.noisy_traces(1)))
    pictures = RunPictures(film)
    frame = film.frame(film.last)
    assert len(titles(frame_svg(pictures, frame))) == 1
    assert "True graph" not in frame_svg(pictures, frame)


def test_the_text_tells_the_state():
    for film, _, frame, _, text in frames(17):
        state = frame.state
        lines = text.split("\n")
        assert lines[0] == headline(film, frame)
        assert lines[1].endswith(frame.explanation.text)
        assert f"Learned: {state.learned_graph(film.trace.names)}" in lines
        assert counts_words(film, frame) in lines
        assert lines[-1] == bound_words(film)
        for x in members(state.boundaries_known & state.remaining):
            name, boundary = film.context.name(x), film.context.mask(state.boundaries[x])
            assert f"{name} {boundary}" in text
        order = ", ".join(film.context.name(x) for x in state.removal_order)
        assert f"Left, in order: {order}." in text if order else "Left, in order" not in text


def test_the_headline_counts():
    for film, _, frame, _, _ in frames(17):
        words = headline(film, frame)
        assert words.startswith(f"Position {frame.position} of {film.last}: ")
        if frame.test is not None:
            assert f"CI test {frame.test.number + 1} of {len(film.trace.tests)}" in words
            assert words.endswith(", performed")
        elif frame.event is None:
            assert words.endswith(": the beginning")
        else:
            status = frame.explanation.status
            ending = ": decision" if status == "no test" else f": decision, {status}"
            assert words.endswith(ending)


def test_the_counts_are_those_of_the_film():
    for film, _, frame, _, _ in frames(17):
        counters, words = film.counters(frame.position), counts_words(film, frame)
        assert words.startswith(f"CI tests: {counters.performed:,}")
        assert f"; {counters.reused:,} search" in words
        numbers = [int(n.replace(",", "")) for n in re.findall(r"[a-z\d] ([\d,]+)(?=[,)])", words)]
        if counters.performed:
            assert sum(numbers[-len([n for n in counters.by_purpose.values() if n]) :]) == (
                counters.performed
            )


def test_the_bound_is_the_papers():
    for film in some_films():
        words = bound_words(film)
        after = [t for t in film.trace.tests if t.purpose != "boundary-discovery"]
        different = {(frozenset((t.x, t.y)), t.given) for t in after}
        assert f" {len(different):,} different test" in words
        if film.dag is None:
            assert "The upper bound needs" in words
        else:
            p, d = len(film.dag), film.dag.max_in_degree
            assert f"maximum in-degree {d} is {float(upper_bound(p, d)):,.1f} (" in words


@pytest.mark.parametrize("orientation", ["recorded", "printed"])
def test_the_result_in_words_says_whether_it_is_right(orientation):
    trap = Dag("{V0 V1 V2 V3}; V0 -> V2; V1 -> {V2 V3}; V2 -> V3")
    result = marvel(trap, orientation=orientation)
    words = result_words(result, trap)
    right = "It is the essential graph" in words
    assert right == (orientation == "recorded")
    assert ("It is not the essential graph" in words) != right
    assert f"{len(result.removal_order)} variables left, after {result.counts.performed}" in words
    assert "true DAG" not in result_words(result, None)


def test_a_run_that_finds_no_boundary_speaks_of_none():
    dag = Dag("A -> C <- B; C -> D; A -> E")
    trace = record("pc", dag, start="complete", order="EDCBA")
    film = Film(trace, dag)
    said = [result_words(trace.result, dag), str(trace.result.counts), repr(trace.steps)]
    said += [line.text for line in film.pseudocode()]
    for position in range(film.last + 1):
        frame = film.frame(position)
        said += [frame_text(film, frame), counters_html(film, frame), after_words(film, frame)]
        said += [ledger_html(film, frame), band_html(said_of(film, frame)), breadcrumb(film, frame)]
    assert not [text for text in said if "boundar" in text.lower()]
    walk = "from the complete graph, walked in the order E, D, C, B, A"
    assert f"26 different tests {walk}." in bound_words(film)
    assert said[0].startswith(f"After 26 CI tests {walk} ")


def test_boundaries_that_are_given_are_not_said_to_be_found():
    dag = Dag("A -> C <- B; C -> D; A -> E")
    given = {x: dag.markov_boundary(x) for x in dag.nodes}
    for name, words in (
        (
            "pc",
            "16 different tests with given boundaries from the moral graph, walked in the order",
        ),
        ("grow_shrink", "different tests with given boundaries."),
    ):
        assert words in bound_words(Film(record(name, dag, given), dag))
