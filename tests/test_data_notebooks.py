"""The notebooks that compute with numpy: the line that loads it stands where it is needed first.

JupyterLite loads numpy when it sees the line in a cell, so no earlier cell may need it.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
LINE = "import numpy as np"
NAMES = ["10-five-algorithms", "11-real-data", "E-errata-and-choices", "P3-pc-on-a-table"]
WITHOUT = """
import contextlib, io, json, sys
sys.modules["numpy"] = sys.modules["pandas"] = None  # ipycytoscape takes pandas where it is
names = {}
for cell in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            exec(cell["source"], names)
        except ImportError as error:
            assert "numpy" in str(error), error
            break
print(cell["id"])
"""


def code_cells(name):
    notebook = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return [{**cell, "source": "".join(cell["source"])} for cell in cells]


def first_that_needs_numpy(cells):
    """Run cells where numpy can't be had; return the one that fails."""
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT],
        input=json.dumps([{"id": cell["id"], "source": cell["source"]} for cell in cells]),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


@pytest.mark.night
@pytest.mark.parametrize("name", NAMES)
def test_numpy_is_loaded_in_the_first_cell_that_needs_it(name):
    cells = code_cells(name)
    (loads,) = [cell for cell in cells if LINE in cell["source"].splitlines()]
    assert first_that_needs_numpy(cells) == loads["id"]
    assert not {"shows", "answers", "reader"} & set(loads["metadata"].get("tags", ()))


@pytest.mark.parametrize("name", NAMES)
def test_it_is_said_what_to_do_without_numpy(name):
    text = (NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8")
    assert "can't be had (in a browser without a network), read the saved" in text
