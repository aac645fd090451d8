"""Runs taken along: the page's data rebuild every frame, and the page asks for nothing."""

import json
import re
from xml.etree import ElementTree

import pytest

from marvel_widgets import Dag, DSeparation, export_run, filmstrip, gallery, record
from marvel_widgets.core.independence.protocol import FunctionTest
from marvel_widgets.pictures.drawing import ITS_TURN
from marvel_widgets.pictures.marks import edge_svg, node_svg
from marvel_widgets.pictures.svg import hull_svg
from marvel_widgets.replay.export.reels import stage_reel_of
from marvel_widgets.replay.export.run_page import run_page
from marvel_widgets.replay.film import LEVELS, Film
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.replay.stage_layers import arc_svg, truth_svg, witness_svg
from marvel_widgets.replay.static_views import headline
from tests.page_read import Page

EVIL = Dag([("</script><script>alert(1)</script>", "$$title"), ("<b>&", "$$title")])


def film_on(dag, algorithm="marvel"):
    return Film(record(algorithm, dag), dag)


def fragments_by_position(reel):
    """Play the reel as the page does: for each position, the pieces that stand in its slots."""
    block, found = reel["block"], []
    state = dict(enumerate(block["start"]))
    for changes in [[], *block["changes"]]:
        state |= dict(zip(changes[::2], changes[1::2], strict=True))
        pieces = (block["values"][state[slot]] for slot in range(reel["pictures"][-1]["end"]))
        found.append(sorted(piece for piece in pieces if piece))
    return found


def saying(kind, state, piece):
    """Return a mark that says its state, as the program that moves it wants to know."""
    assert piece.startswith("<g><title>")
    return f'<g data-{kind}="{state}">{piece.removeprefix("<g>")}'


def state_of(mark):
    return f"{mark.state} turn" if mark.note == ITS_TURN else mark.state


def drawn(film):
    """For each position, the pieces of its frame, drawn one by one."""
    pictures, found = RunPictures(film), []
    for frame in map(film.frame, range(film.last + 1)):
        drawing = pictures.stage_drawing(frame)
        nodes = {mark.name: mark for mark in drawing.nodes}
        path = "" if frame.test is None else witness_svg(pictures, frame, drawing)
        layers = (hull_svg(drawing), truth_svg(pictures), path, arc_svg(pictures, frame, drawing))
        pieces = [piece for piece in layers if piece]
        pieces += [saying("node", state_of(m), node_svg(m)) for m in drawing.nodes]
        pieces += [
            saying("edge", m.state, edge_svg(m, nodes[m.tail], nodes[m.head]))
            for m in drawing.edges
        ]
        found.append(sorted(pieces))
    return found


def reel_of(film):
    return stage_reel_of(film, range(film.last + 1), RunPictures(film)).data()


@pytest.mark.parametrize("name", list(gallery)[::5])
def test_playing_the_changes_gives_every_frame(name):
    film = film_on(gallery[name])
    reel = reel_of(film)
    assert fragments_by_position(reel) == drawn(film)


@pytest.mark.parametrize("algorithm", ["pc", "grow_shrink", "collider_set", "mmpc"])
def test_rivals_can_be_taken_along(algorithm):
    film = film_on(Dag("X -> Y <- T; Y -> Z"), algorithm)
    reel = reel_of(film)
    assert fragments_by_position(reel) == drawn(film)
    assert len(reel["block"]["changes"]) == film.last


@pytest.mark.parametrize("level", LEVELS)
def test_steps_stop_where_the_player_stops(level):
    film = film_on(Dag("X -> Y <- T; Y -> Z"))
    reel = reel_of(film)
    stops, position = [0], 0
    while position < film.last:
        position = film.next(position, level)
        stops.append(position)
    assert reel["stops"][level] == stops


def test_a_coarser_page_has_only_its_positions():
    page = Page(run_page(film_on(Dag("X -> Y <- T")), level="round"))
    data = json.loads(page.of("script")[0].words)
    film = film_on(Dag("X -> Y <- T"))
    places = [0, *[p for p, _ in film.removals()], film.last]
    shown = {headline(film, film.frame(position)) for position in places}
    assert len(data["block"]["changes"]) == len(places) - 1
    assert shown <= set(data["block"]["values"])
    levels = [e.attributes["value"] for e in page.of("input") if e.attributes["type"] == "radio"]
    assert levels == ["round"]


def test_the_page_asks_for_nothing():
    page = Page(run_page(Dag("X -> Y <- T")))
    assert page.of("link", "iframe", "img", "object", "embed", "base") == []
    for each in page.elements:
        assert not {"src", "href", "srcset", "action"} & each.attributes.keys(), each
    policy = [e.attributes["content"] for e in page.of("meta") if "http-equiv" in e.attributes]
    inline = "style-src 'unsafe-inline'; script-src 'unsafe-inline'"
    assert policy == [f"default-src 'none'; font-src data:; {inline}"]
    rest = re.sub(r'xmlns="[^"]*"|"http://www.w3.org/2000/svg"', "", run_page(Dag("X -> Y")))
    assert "http" not in rest.replace("http-equiv", "")


def test_names_break_out_of_nothing():
    text = run_page(EVIL, title="<i>")
    page = Page(text)
    assert len(page.of("script")) == 2
    assert "alert(1)</script>" not in text
    assert "<i>" not in text
    assert "$$title" in text  # a name is no placeholder


def test_without_javascript_there_is_the_end_and_every_decision():
    film = film_on(Dag("X -> Y <- T"))
    text = run_page(film)
    inside = text[text.index("<noscript>") : text.index("</noscript>")]
    assert inside.count("<li>") == len(film.trace.steps)
    assert "Done: the essential graph" in inside
    assert "<svg" in inside


def test_a_true_graph_is_shown_where_there_is_one():
    oracle = DSeparation(Dag("X -> Y <- T"))
    ask = FunctionTest(oracle.names, lambda x, y, given: oracle(x, y, given))
    for run, known in ((oracle, True), (ask, False)):
        data = json.loads(Page(run_page(run)).of("script")[0].words)
        assert any("mw-truth" in str(value) for value in data["block"]["values"]) == known


def test_the_file_is_what_was_made(tmp_path):
    path = export_run(tmp_path / "run.html", Dag("X -> Y <- T"), title="One")
    assert path.read_text(encoding="utf-8") == run_page(Dag("X -> Y <- T"), title="One")


def test_a_strip_has_a_picture_for_each_removal_and_the_end():
    film = film_on(Dag("X -> Y <- T; Y -> Z"))
    strip = filmstrip(film)
    root = ElementTree.fromstring(strip.svg)
    titles = [e.text for e in root.iter("{http://www.w3.org/2000/svg}title")]
    assert sum(title.startswith("X, ") for title in titles) == len(film.removals()) + 1
    lines = strip.words.splitlines()
    assert len(lines) == 5
    assert lines[-1].startswith(f"5. Position {film.last} of {film.last}.")


def test_strips_of_chosen_positions_and_the_true_graph():
    dag = Dag("X -> Y <- T")
    strip = filmstrip(record("marvel", dag), [1, 2], dag=dag, learned=False)
    assert "under test" in strip.svg
    assert [line.split(" of ")[0] for line in strip.words.splitlines()] == [
        "1. Position 1",
        "2. Position 2",
    ]


CHAIN = Dag("X -> Y <- T; Y -> Z; Z -> U; U -> V")
STAR = Dag("; ".join(f"{leaf} -> hub" for leaf in "ABCDEFGHIJK"))


@pytest.mark.parametrize(
    ("make", "shown", "arguments", "named"),
    [
        (filmstrip, CHAIN, {"positions": []}, "1 to 60"),
        (filmstrip, CHAIN, {"positions": [999]}, "999"),
        (filmstrip, CHAIN, {"positions": range(61)}, "61"),
        (filmstrip, CHAIN, {"columns": 0}, "0"),
        (filmstrip, record("marvel", Dag("X -> Y")), {"learned": False}, "dag="),
        (run_page, Dag("X -> Y"), {"level": "tests"}, "'tests'"),
        (run_page, film_on(STAR, "pc"), {}, 'level="decision"'),  # else too long for a page
    ],
)
def test_what_makes_no_sense_is_refused(make, shown, arguments, named):
    with pytest.raises(ValueError, match=named):
        make(shown, **arguments)
