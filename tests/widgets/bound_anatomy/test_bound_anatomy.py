"""The anatomy of the bounds without a browser."""

import re
from dataclasses import replace
from itertools import pairwise
from math import comb
from xml.etree import ElementTree

import pytest

from marvel_widgets import Dag
from marvel_widgets.lessons.upper_bound.charts import split_chart
from marvel_widgets.widgets import BoundAnatomy
from marvel_widgets.widgets.bound_anatomy.widget import HIGHEST_IN_DEGREE
from marvel_widgets.widgets.editor.model import GraphModel

TEXT = "X -> Y <- T; Y -> Z; X -> Z"
SVG = "{http://www.w3.org/2000/svg}"


def first(app):
    return app.text().splitlines()[0]


def test_it_begins_with_the_numbers_of_the_graph():
    app = BoundAnatomy("A -> C <- B; C -> D")
    model = app.model
    assert (model.p, model.max_in_degree, model.max_degree, model.max_boundary) == (4, 2, 3, 3)
    assert "at most 34.4 distinct" in first(app)
    assert BoundAnatomy("A -> B", p=20, max_in_degree=5).model.neighbors == 3
    assert "your DAG" in app.svg()


def test_sliders_set_the_numbers_and_take_the_others_along():
    app = BoundAnatomy(TEXT)
    sliders = app.numbers.sliders
    sliders["p"].value = 20
    sliders["max_in_degree"].value = 5
    sliders["neighbors"].value = 5
    assert "at most 5,400 distinct" in first(app)
    assert "▶ N = 5, M = 0" in app.split.value
    sliders["max_in_degree"].value = 3
    assert app.model.neighbors == sliders["neighbors"].value == sliders["neighbors"].max == 3
    sliders["p"].value = 3
    assert app.model.max_in_degree == sliders["max_in_degree"].value == 2
    app.numbers.take.click()
    assert (app.model.p, app.model.max_in_degree) == (4, 2)


@pytest.mark.parametrize(
    "wild",
    [
        {"p": -5},
        {"p": 10**6, "max_in_degree": 10**6},
        {"neighbors": 99},
        {"max_degree": 0},
        {"max_boundary": 0},
        {"p": 2, "max_in_degree": 12, "max_boundary": 99},
    ],
)
def test_no_number_leaves_its_range(wild):
    model = BoundAnatomy(TEXT, **wild).model
    assert 1 <= model.max_in_degree <= model.max_degree <= model.max_boundary < model.p <= 200
    assert 0 <= model.neighbors <= model.max_in_degree <= 12


def test_the_chart_runs_over_what_is_chosen():
    app = BoundAnatomy(TEXT, p=9, max_in_degree=2)
    assert "Both bounds at in-degree 2" in app.svg()
    app.numbers.across.value = "in-degree"
    assert "Both bounds at p = 9" in app.svg()
    assert "your DAG" not in app.svg()  # which has 4 variables
    ElementTree.fromstring(app.svg())


SAID = r"at most ([\d.,]+\d) distinct", r": ([\d.,]+\d) in all", r"at least ([\d.,]*\d) tests"


def on_a_curve(drawn):
    """Return the numbers with a curve or another number on them, by points on the lines."""
    root, on, boxes = ElementTree.fromstring(drawn), [], {}
    for path in root.iter(f"{SVG}path"):
        ends = [tuple(map(float, at)) for at in re.findall(r"([\d.]+) ([\d.]+)", path.get("d"))]
        for (a, b), (c, d) in pairwise(ends if len(ends) > 2 else ()):
            on += [(a + (c - a) * k / 8, b + (d - b) * k / 8) for k in range(9)]
    for text in root.iter(f"{SVG}text"):
        if text.get("paint-order") and text.get("text-anchor") == "start":
            x, y, wide = float(text.get("x")), float(text.get("y")), 5.5 * len(text.text)
            on += [(x + wide * k / len(text.text), y - 4) for k in range(len(text.text))]
            boxes[text.text] = x - 1, y - 9, x + wide, y
    inside = {
        name: sum(a < x < c and b < y < d for x, y in on) for name, (a, b, c, d) in boxes.items()
    }
    return {name for name, points in inside.items() if points > len(name)}


def test_the_chart_has_the_number_of_each_curve_where_the_learner_is():
    app = BoundAnatomy(TEXT)
    for p, d, across in ((9, 2, "p"), (9, 4, "in-degree"), (30, 3, "p")):
        app.model.choose(p=p, max_in_degree=d, across=across)
        said = [re.search(pattern, app.text())[1].split(".")[0] for pattern in SAID]
        for drawn in app.bounds.value.split("</svg>")[:-1]:
            assert all(f">{number}</text>" in drawn.partition("</desc>")[2] for number in said)
            named = [f">MARVEL at most{rest}</text>" for rest in ("", ", in all")]
            # at the curves' ends a name goes on below: "in all", "after discovery"
            assert [drawn.count(name) for name in named] in ([2, 0], [0, 1])
            assert not on_a_curve(drawn + "</svg>")
        assert all(f"{number}" in app.said.value for number in said[1:])
    assert "9 to 30 variables, in-degree 4 to 3: the upper bound goes from" in app.said.value


def test_no_title_is_cut_and_each_tab_has_its_own_sentence():
    for d in range(1, HIGHEST_IN_DEGREE + 1):
        app = BoundAnatomy(TEXT, p=200, max_in_degree=d)
        assert "…" not in app.bounds.value + app.split.value + app.spending.value
    cut = replace(
        split_chart(12, 6), title="What one variable may cost, boundary of 12, by split" * 2
    )
    assert "…" in app._drawn(cut)
    said = {}
    for words in app.charts.options:
        app.charts.value = words
        said[app.said.value] = words
    assert len(said) == len(app.charts.options) == 4
    assert "O and Ω hide" in app.said.value
    assert "O and Ω hide" not in app.table.value


def test_only_the_sliders_that_matter_are_offered():
    app = BoundAnatomy(TEXT)
    for words, offered in {"one split": 3, "my DAG": 0, "Table 1": 4, "both bounds": 2}.items():
        app.charts.value = words
        shown = [s for s in app.numbers.sliders.values() if s.layout.display != "none"]
        assert len(shown) == offered


def test_an_edited_graph_is_measured_again():
    graph = GraphModel("A -> B")
    app = BoundAnatomy(graph)
    assert "has 2 variables and maximum in-degree 1" in app.text()
    graph.load(Dag("A -> B; A -> C; B -> C"))
    assert "has 3 variables and maximum in-degree 2. MARVEL makes 4 distinct" in app.text()
    assert "MARVEL makes 4 distinct" not in app.said.value
    app.charts.value = "my DAG"
    assert "MARVEL makes 4 distinct" in app.said.value


def test_the_graph_is_edited_in_the_app():
    app = BoundAnatomy("A -> B", p=9, max_in_degree=3)
    app.parts["graph"].opened = True
    app.parts["graph"].editor.graph.add_edge("B", "C")
    app.model.graph.add_variable("C")
    app.model.graph.add_edge("B", "C")
    assert "has 3 variables" in app.text()
    assert (app.model.p, app.model.max_in_degree) == (9, 3)  # until they are taken over


def test_a_graph_without_variables_is_reported_and_the_bounds_stay():
    graph = GraphModel("A -> B")
    app = BoundAnatomy(graph, p=9, max_in_degree=2)
    graph.load(Dag(""))
    assert "no variable" in app.numbers.error.value
    assert app.spending.value == ""
    assert "at in-degree 2" in app.svg()
    app.numbers.take.click()
    assert app.model.p == 9
    graph.undo()
    assert app.numbers.error.value == ""
    assert "made" in app.spending.value


@pytest.mark.parametrize(
    ("turn", "least", "most", "answer"),
    [
        ({"max_in_degree": 8}, 10, 99, "over 10 times"),
        ({"max_in_degree": 5}, 1, 3, "up to 3 times"),
        ({"max_in_degree": 3}, 0, 1, "fewer"),
        ({"p": 40}, 3, 10, "3 to 10 times"),
    ],
)
def test_a_number_turns_once_it_is_said_what_follows(turn, least, most, answer):
    def allowed(p=10, max_in_degree=4):
        d = max_in_degree
        return p * comb(d, 2) + p * d * (1 + 0.45 * d) * 2 ** (d - 1) + comb(p, 2)

    assert least < allowed(**turn) / allowed() < most
    app = BoundAnatomy(TEXT, p=10, max_in_degree=4, predict=True)
    assert "In-degree 4 to 8: how many times as many CI tests" in app.said.value
    for name, number in turn.items():
        app.numbers.sliders[name].value = number
        assert app.numbers.sliders[name].value == getattr(app.model, name) != number
    across = "p" if "p" in turn else "in-degree"
    app.model.choose(across=across)
    assert app.model.across != across  # its curve would answer
    app.predictions.answer(answer)
    assert app.predictions.message.startswith("Right")
    assert {name: getattr(app.model, name) for name in turn} == turn
    assert app.model.across == across
    app.numbers.take.click()
    assert "Right" not in app.said.value


def test_a_token_brings_everything_back():
    app = BoundAnatomy(TEXT, p=30, max_in_degree=4, neighbors=1, max_boundary=9, across="in-degree")
    app.model.graph.add_edge("T", "Z")
    again = BoundAnatomy.from_token(app.token)
    assert again.model.state() == app.model.state()
    assert again.text() == app.text()
    assert again.svg() == app.svg()
