"""The picture takes its pane: what every app makes of its room, on three graphs, in five panes."""

import pytest

from tests.browser import driver
from tests.browser.doings import APPS
from tests.browser.panes import (
    PROJECTOR,
    WIDTHS,
    Shown,
    acts_of,
    code,
    graphs_of,
    put_into,
    settled,
    shown_in_panes,
    take_out,
)

FEW = [("MarvelPlayer", "asia")]
EVERY = [(name, graph) for name in APPS for graph in graphs_of(name)]


@pytest.mark.parametrize(
    ("name", "graph", "panes"),
    [
        *((name, graph, ("1100", "presenter")) for name, graph in FEW),
        *(pytest.param(*one, tuple(WIDTHS), marks=pytest.mark.night) for one in EVERY),
    ],
)
def test_an_app_fills_its_pane(lab, page, name, graph, panes):
    rows = list(shown_in_panes(page, lab, name, graph, panes))
    wrong = {(shown.pane, shown.after): shown.faults() for shown in rows}
    assert {where: words for where, words in wrong.items() if words} == {}
    assert len(rows) == (1 + len(acts_of(name))) * len(panes)


# -- the measure finds what it is for ----------------------------------------------------------

# Each makes the player as bad as an app was, or, without `on`, as it was again: a counterexample of
# 22x27 px and three pictures with letters of 9 px; two pictures below each other, the second under
# the transport; an empty half; and what else can go wrong.
STYLED = """(root, on) => {{
    const part = root.querySelector('{}');
    if (on) part.style.setProperty('{}', '{}', 'important');
    else part.style.removeProperty('{}');
}}"""
PLANTED = {
    "names": """(root, on) => {
        const cy = root.querySelector('.custom-widget')._cyreg.cy;
        root.zoomed = on ? cy.zoom() : root.zoomed;
        cy.minZoom(0.01).zoom(on ? 0.4 : root.zoomed);
    }""",
    "cut": STYLED.format(".mw-beside svg", *["min-width", "700px"], "min-width"),
    "half": STYLED.format(".mw-pictures", *["visibility", "hidden"], "visibility"),
    "overlap": STYLED.format(
        ".mw-words > .widget-html", *["margin-bottom", "-90px"], "margin-bottom"
    ),
    "sentence": STYLED.format(".mw-sentence", *["font-size", "9px"], "font-size"),
    "height": STYLED.format(".mw-stage", *["min-height", "700px"], "min-height"),
    "reach": STYLED.format(".mw-foot", *["order", "9"], "order"),
    "next": STYLED.format(".mw-step", *["visibility", "hidden"], "visibility"),
    "bar": STYLED.format(".mw-top", *["flex-flow", "column"], "flex-flow"),
}
OLD_LAYOUT = """
from marvel_widgets.pictures.stage import stage_of
from marvel_widgets.replay.run_pictures import RunPictures
places = {'asia': (60, 35), 'smoke': (200, 35), 'tub': (60, 118), 'lung': (160, 118),
    'either': (100, 202), 'bronc': (200, 202), 'xray': (60, 285), 'dysp': (160, 285)}
app.model.pictures = RunPictures(app.model.film, stage=stage_of(app.model.dag, places))
app.model.loaded += 1
"""


@pytest.mark.night
def test_each_fault_is_found_where_it_is_planted(lab, page):
    page.set_viewport_size(PROJECTOR)
    driver.show(page, lab, "planted.ipynb", code("MarvelPlayer", "asia"))
    root = page.locator(".mw-app").first
    for pane, faults in (
        ("420", ("reach", "bar", "next")),
        ("presenter", ("names", "half", "overlap", "sentence", "cut")),
        ("1100", ("height",)),
    ):
        put_into(page, root, pane)
        for fault in faults:
            if fault == "cut":
                page.keyboard.press("g")  # side by side, in presenter mode
            assert faults_now(page, root, pane) == set()
            root.evaluate(PLANTED[fault], True)
            assert fault in faults_now(page, root, pane)
            root.evaluate(PLANTED[fault], False)
        take_out(page, pane)
    page.keyboard.press("g")
    assert faults_now(page, root, "1100") == set()
    driver.kernel_eval(page, OLD_LAYOUT)
    assert faults_now(page, root, "1100") == {"ink", "names"}


def faults_now(page, root, pane):
    one = root.locator(".mw-beside").is_visible()  # two pictures beside each other are no hero
    found = settled(page, root)
    return Shown("MarvelPlayer", "asia", pane, "", found).faults(hero=not one)
