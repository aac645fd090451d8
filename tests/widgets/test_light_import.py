"""The first cell with an app loads what this app needs; each check in a fresh interpreter."""

import json
import subprocess
import sys

import pytest

FIRST_CELL = """
from marvel_widgets.widgets import MarvelPlayer
player = MarvelPlayer("X -> Y <- T; Y -> Z")
player._repr_mimebundle_()
import json, sys
print(json.dumps([name for name, module in sys.modules.items() if module is not None]))
"""
GIVEN = """
from marvel_widgets.widgets import MarvelPlayer
import ipycytoscape, networkx, pandas
print(len(ipycytoscape.CytoscapeWidget().graph.nodes), end=" ")
print(len(ipycytoscape.CytoscapeWidget(networkx.path_graph(3)).graph.nodes), end=" ")
frame = pandas.DataFrame({"name": ["a", "b"]})
try:
    ipycytoscape.CytoscapeWidget(frame)
except TypeError as error:  # as without us: it wants the columns
    print("groupby_cols" in str(error))
"""


def said(code):
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True
    )
    return run.stdout


def test_the_first_app_brings_no_numbers_and_no_other_app():
    loaded = set(json.loads(said(FIRST_CELL)))
    assert "ipycytoscape" in loaded
    assert not loaded & {"pandas", "networkx", "numpy", "scipy", "pyarrow", "matplotlib"}
    apps = {name.split(".")[2] for name in loaded if name.startswith("marvel_widgets.widgets.")}
    assert apps == {"app_spec", "kit", "editor", "player"}


def test_ipycytoscape_still_knows_graphs_and_frames():
    pytest.importorskip("pandas")
    assert said(GIVEN).split() == ["0", "3", "True"]
