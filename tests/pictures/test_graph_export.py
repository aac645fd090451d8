"""Graphs that are taken along: read back by others, or by a reader written here."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import Dag
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.pictures.editor_positions import (
    MOST_LAID_OUT,
    canvas_box,
    canvas_drawing,
    first_positions,
    free_position,
    kept_inside,
)
from marvel_widgets.pictures.graph_export import SAVE_AS, escaped_for_tex, to_tikz
from marvel_widgets.pictures.layout.bends import curve_points, edge_bends
from marvel_widgets.pictures.palette import printable
from tests.strategies import named_dags, names

WRITTEN = {one.title: one.written for one in SAVE_AS}
# How LaTeX prints what we write, token by token; anything else with a meaning is refused.
PRINTED = {
    r"\textbackslash{}": "\\",
    r"\textasciicircum{}": "^",
    r"\textasciitilde{}": "~",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    r"\char34{}": '"',
    "-{}": "-",
    **{"\\" + letter: letter for letter in "{}$&#%_"},
}
TOKEN = re.compile("|".join(map(re.escape, PRINTED)) + r"|[^\\{}$&#%_^~<>|\"-]")


def read_tex(text):
    """Return what LaTeX prints; fail where a letter would act as a command."""
    found, at = [], 0
    while at < len(text):
        match = TOKEN.match(text, at)
        assert match, f"LaTeX does not print {text[at:]!r} as it stands"
        found.append(PRINTED.get(match.group(), match.group()))
        at = match.end()
    return "".join(found)


NODE = re.compile(
    r"  \\node\[variable(?:, label=\{below:\{(?P<below>.*)\}\})?\] "
    r"\((?P<id>v\d+)\) at \((?P<x>[-\d.e+]+),(?P<y>[-\d.e+]+)\) \{(?P<inside>.*)\};"
)
EDGE = re.compile(r"  \\draw\[->\] \((v\d+)\) (--|\.\. controls (.*) and (.*) \.\.) \((v\d+)\);")


def read_tikz(text):
    """Return names with places, edges and control points, in the order of writing."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("\\begin{tikzpicture}"))
    assert all(line.startswith("%") for line in lines[:start])
    assert lines[-1] == "\\end{tikzpicture}"
    nodes, edges = {}, []
    for line in lines[start + 2 : -1]:
        if node := NODE.fullmatch(line):
            sentences = node["inside"] if node["below"] is None else node["below"]
            nodes[node["id"]] = (read_tex(sentences), (float(node["x"]), float(node["y"])))
        else:
            tail, way, one, two, head = EDGE.fullmatch(line).groups()
            assert {tail, head} <= set(nodes)
            edges.append((tail, head, None if way == "--" else (point(one), point(two))))
    return nodes, edges


def point(text):
    x, y = text.strip("()").split(",")
    return float(x), float(y)


@given(named_dags(1))
def test_tikz_read_back_is_the_graph(dag):
    nodes, edges = read_tikz(to_tikz(dag))
    # only what no page shows is lost: control characters, and the width of blanks
    assert [name for name, _ in nodes.values()] == [printable(name) for name in dag.nodes]
    ids = dict(zip(nodes, dag.nodes, strict=True))
    assert {(ids[tail], ids[head]) for tail, head, _ in edges} == set(dag.edges)


@pytest.mark.parametrize("name", gallery)
def test_tikz_has_the_places_and_curves_of_the_screen(name):
    dag = gallery[name]
    positions = first_positions(dag)
    nodes, edges = read_tikz(to_tikz(dag, positions))
    ids = dict(zip(nodes, dag.nodes, strict=True))
    for i, (_, position) in nodes.items():
        assert position == pytest.approx(positions[ids[i]])
    bends = edge_bends(dag, positions)
    for tail, head, controls in edges:
        start, end = positions[ids[tail]], positions[ids[head]]
        bend = bends[ids[tail], ids[head]]
        assert (controls is not None) is bool(bend)
        if controls:
            ours = list(curve_points(start, end, bend))
            theirs = [cubic(start, *controls, end, t / 10) for t in range(11)]
            assert [x for position in theirs for x in position] == pytest.approx(
                [x for position in ours for x in position], abs=0.02
            )


def cubic(a, b, c, d, t):
    weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    return tuple(sum(w * p[i] for w, p in zip(weights, (a, b, c, d), strict=True)) for i in (0, 1))


@given(names)
def test_letters_that_latex_acts_on_are_escaped(name):
    assert read_tex(escaped_for_tex(name)) == printable(name)


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


@given(st.dictionaries(st.integers(), st.tuples(*[st.floats(-100, 700)] * 2), max_size=12))
def test_a_free_place_is_free(given_positions):
    positions = {name: kept_inside(*position) for name, position in given_positions.items()}
    x, y = free_position(positions)
    assert all(abs(x - a) + abs(y - b) > 36 for a, b in positions.values())


def test_huge_graphs_stand_in_a_grid():
    dag = Dag([], nodes=[str(i) for i in range(MOST_LAID_OUT + 1)])
    positions = first_positions(dag)
    assert len(set(positions.values())) == MOST_LAID_OUT + 1
