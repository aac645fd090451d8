"""All that apps, films, notebooks and the site draw is in the table of marks, and means that."""

import json
from pathlib import Path

import pytest

from marvel_widgets import Dag, record, widgets
from marvel_widgets.core.algorithms.registry import ALGORITHMS
from marvel_widgets.core.graphs import networks
from marvel_widgets.pictures.grammar import EDGE_STYLES, NODE_STYLES
from marvel_widgets.pictures.svg import to_svg
from marvel_widgets.replay.film import Film
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.site.front import DOORS, small_graph
from marvel_widgets.widgets.editor.canvas import GraphCanvas
from marvel_widgets.widgets.kit.graph_view import GraphView
from marvel_widgets.widgets.kit.moving import Moving
from tests import drawn_marks
from tests.widgets.every_app import APPS, SPECS, live, made, unfold
from tests.widgets.first_acts import act

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
# Of an element, and no mark: where an arrow ends or a word stands, a line that bends, a note.
TECHNICAL = {"hidden", "any", "turn", "bent", "noted", "aside", "to-target", "to-source"}
OF_AN_EDIT = {"now", "no-longer", "entered"}


def pictures_of(app):
    """Return each SVG that an app shows or saves now."""
    values = [w.value for w in live() if isinstance(getattr(w, "value", None), str)]
    return [svg for text in (app.svg(), *values) for svg in drawn_marks.svgs_in(text)]


def states_of_live_pictures():
    found = set()
    for widget in live():
        if isinstance(widget, GraphView):
            shown = [*widget.graph.nodes, *widget.graph.edges]
            found |= {word for element in shown for word in element.classes.split()}
        elif isinstance(widget, GraphCanvas):
            found |= {look for row in widget.marks.get("variables", ()) for look in row[1]}
    return found - TECHNICAL - OF_AN_EDIT


def check(app):
    unfold(app)
    assert states_of_live_pictures() <= {*NODE_STYLES, *EDGE_STYLES}
    svgs = pictures_of(app)
    assert [fault for svg in svgs for fault in drawn_marks.faults(svg)] == []
    return {said for svg in svgs for said in drawn_marks.meanings(svg)}


@pytest.mark.parametrize("name", APPS)
def test_an_app_at_its_beginning_and_in_its_scene_draws_what_it_says(name):
    check(made(name))
    scene = SPECS[name].scene
    app = getattr(widgets, name)(**scene.begin())
    scene.act(app)
    check(app)


@pytest.mark.parametrize("name", APPS)
def test_an_app_after_its_first_acts_draws_what_it_says(name):
    app = made(name)
    for how, what in SPECS[name].acts[:3]:
        act(how, what)
    check(app)
    if isinstance(app.model, Moving) and app.model.film is not None:
        last = app.model.film.last
        for position in range(0, last + 1, 1 + last // 12):
            app.model.seek(position)
            check(app)
    app.close()
    scene = SPECS[name].scene
    app = getattr(widgets, name)(**scene.begin())
    scene.act(app)
    for choose in scene.choices(app).values():
        choose()
        check(app)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_film_draws_what_it_says_at_each_position(algorithm):
    dag = networks.load("asia") if algorithm == "marvel" else Dag("X -> Y <- T; Y -> Z; X -> Z")
    film = Film(record(algorithm, dag), dag)
    pictures = RunPictures(film)
    for position in range(0, film.last + 1, 3):
        frame = film.frame(position)
        for drawing in (pictures.stage_drawing(frame), pictures.true_drawing(frame)):
            assert drawn_marks.faults(to_svg(drawing)) == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_outputs_of_a_notebook_draw_what_they_say(path):
    found = 0
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            for kind in ("image/svg+xml", "text/html"):
                for svg in drawn_marks.svgs_in("".join(data.get(kind, ""))):
                    assert drawn_marks.faults(svg) == []
                    found += 1
    assert found


def test_the_doors_of_the_site_show_marks_of_the_table():
    for *_, states in DOORS:
        (svg,) = drawn_marks.svgs_in(small_graph(states))
        assert drawn_marks.faults(svg) == []
        assert len(drawn_marks.meanings(svg)) > 1
