"""The laws of the shell, over all apps, as they begin and in their scenes."""

import re
from html import unescape

import ipywidgets
import pytest

from marvel_widgets import networks, widgets
from marvel_widgets.widgets.app_spec import every_app
from marvel_widgets.widgets.editor.canvas import GraphCanvas
from marvel_widgets.widgets.kit.picture import Picture

CONTROLS = 9  # buttons, those of the header and "Why" with them
HEADER = 3  # Present, the menu, Why


def scenes(spec):
    """Yield an app as its best scenes show it, and as it begins on two networks."""
    for scene in (spec.scene, *spec.further):
        app = getattr(widgets, spec.name)(**scene.begin())
        scene.act(app)
        yield app
    if spec.graph:
        for name in ("asia", "insurance"):
            try:
                yield getattr(widgets, spec.name)(networks.load(name))
            except ValueError:  # too large for a game
                continue


def seen(widget):
    """Yield the widgets in a widget that are not hidden."""
    if widget.layout is not None and widget.layout.display == "none":
        return
    yield widget
    for child in getattr(widget, "children", ()):
        yield from seen(child)


def bands(app):
    rows = [row for row in app.arranged.rows if "mw-say" in row._dom_classes]
    values = [each.value for row in rows for each in seen(row) if isinstance(each, ipywidgets.HTML)]
    return [value for value in values if "mw-what" in value]


def plain(html):
    return unescape(re.sub(r"<[^>]*>", "", html))


def line(html, kind):
    found = re.search(rf'<p class="mw-{kind}">(.*?)</p>', html)
    return found[1] if found else ""


def names_drawn(app):
    pictures = [each for each in seen(app) if isinstance(each, Picture)]
    found = {m.name for picture in pictures for view in picture.views for m in view.drawing.nodes}
    canvases = [each for each in seen(app) if isinstance(each, GraphCanvas)]
    return found | {node[0] for canvas in canvases for node in canvas.graph["nodes"]}


def unmarked(what, names):
    """Return the names in a line that have no mark where they are first said."""
    without = re.sub(r'<span class="mw-m[^>]*>.*?</span>', "", what)
    marked = {plain(each) for each in re.findall(r'<span class="mw-m[^>]*>.*?</span>', what)}
    said = set(re.findall(r"[\w-]+", plain(without)))
    return {name for name in names & said - marked if len(name) > 1 or name.isupper()}


def first_line_is_a_whole_sentence(app):
    for html in bands(app):
        what = plain(line(html, "what"))
        assert re.search(r"[.?!]$", what), what
        assert not line(html, "why") or plain(line(html, "why")).strip()


def each_variable_that_is_named_bears_its_mark(app):
    for html in bands(app):
        assert unmarked(line(html, "what"), names_drawn(app)) == set(), html


def few_controls_stand_in_the_foot_and_at_most_one_is_blue(app):
    foot = [row for row in app.arranged.rows if "mw-foot" in row._dom_classes]
    more = {
        id(button)
        for row in foot
        for box in seen(row)
        if "mw-transport-more" in getattr(box, "_dom_classes", ())
        for button in seen(box)
    }
    every = [each for row in foot for each in seen(row) if isinstance(each, ipywidgets.Button)]
    buttons = [each for each in every if id(each) not in more]
    assert len(buttons) + HEADER <= CONTROLS, [each.description for each in buttons]
    blue = [each.description for each in buttons if "mw-primary" in each._dom_classes]
    assert len(list(filter(None, blue))) <= 1, blue


LAWS = (
    first_line_is_a_whole_sentence,
    each_variable_that_is_named_bears_its_mark,
    few_controls_stand_in_the_foot_and_at_most_one_is_blue,
)


@pytest.mark.parametrize("spec", every_app().values(), ids=lambda spec: spec.name)
def test_an_app_keeps_the_laws(spec):
    for app in scenes(spec):
        for law in LAWS:
            law(app)
