"""The picture takes its pane: what every app makes of its room, on three graphs, in five panes."""

import pytest

from tests.browser.doings import APPS
from tests.browser.panes import WIDTHS, acts_of, graphs_of, shown_in_panes

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
