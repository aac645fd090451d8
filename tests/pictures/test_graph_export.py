"""Graphs that are taken along: read back by others, or by a reader written here."""

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import Dag
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.pictures.editor_positions import (
    MOST_LAID_OUT,
    canvas_box,
    canvas_drawing,
    first_positions,
    free_position,
    kept_inside,
)
from marvel_widgets.pictures.graph_export import SAVE_AS
from marvel_widgets.pictures.palette import printable
from tests.strategies import named_dags, names

WRITTEN = {one.title: one.written for one in SAVE_AS}


@given(named_dags(1))
def test_texts_are_read_back_by_the_format_they_are_in(dag):
    positions = first_positions(dag)
    for title in ("Text, our notation", "DAGitty"):
        try:
            text = WRITTEN[title](dag, positions)
        except GraphError:
            continue
        assert Dag(text) == dag


@given(named_dags())
def test_pictures_show_every_variable_and_edge(dag):
    for title in ("SVG picture", "PNG picture"):
        root = ElementTree.fromstring(WRITTEN[title](dag, first_positions(dag)))
        assert root.tag.endswith("svg")
        tips = [tip.text for tip in root.iter() if tip.tag.endswith("title")]
        for tail, head in dag.edges:
            assert any(tip.startswith(f"{printable(tail)} → {printable(head)},") for tip in tips)


def test_every_way_to_save_has_a_file_name_of_its_own():
    assert len({one.file_name for one in SAVE_AS}) == len({one.title for one in SAVE_AS})


# -- places on the canvas -------------------------------------------------------------------------

spots = st.tuples(st.floats(-1e5, 1e5), st.floats(-1e5, 1e5))


@given(st.dictionaries(names, spots, max_size=8))
def test_a_picture_holds_all_places_and_keeps_their_distances(given_positions):
    positions = {name: kept_inside(*position) for name, position in given_positions.items()}
    dag = Dag([], nodes=positions)
    drawing = canvas_drawing(dag, positions)
    for mark in drawing.nodes:
        assert 18 <= mark.x <= drawing.width - 18
        assert 18 <= mark.y <= drawing.height - 18
    if positions:
        first = next(iter(positions))
        shifts = {
            (round(m.x - positions[m.name][0], 0), round(m.y - positions[m.name][1], 0))
            for m in drawing.nodes
        }
        assert len(shifts) <= 4, first  # one shift, up to rounding
    width, height = canvas_box(positions)
    assert all(x < width and y < height for x, y in positions.values())


@given(st.dictionaries(st.integers(), spots, max_size=12))
def test_a_free_place_is_free(given_positions):
    positions = {name: kept_inside(*position) for name, position in given_positions.items()}
    x, y = free_position(positions)
    assert all(abs(x - a) + abs(y - b) > 36 for a, b in positions.values())


def test_huge_graphs_stand_in_a_grid():
    dag = Dag([], nodes=[str(i) for i in range(MOST_LAID_OUT + 1)])
    positions = first_positions(dag)
    assert len(set(positions.values())) == MOST_LAID_OUT + 1
