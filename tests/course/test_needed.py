"""Resume runs the cells that a box needs: with them alone the box is what it was."""

import json
from pathlib import Path

import pytest

from marvel_widgets.classroom.editions import learners_edition
from marvel_widgets.course.needed import needed
from marvel_widgets.widgets import ExerciseBox
from tests.slices import one_in

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


@one_in(3)
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem[:2])
def test_every_box_of_a_learners_notebook_comes_back_with_what_it_needs(path, every):
    notebook = learners_edition(json.loads(path.read_text(encoding="utf-8")))
    sources = ["".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "code"]
    boxes = [n for n, source in enumerate(sources) if "ExerciseBox(" in source]
    assert boxes or path.stem.startswith("E-")
    for at in boxes[::-every]:
        chosen = needed(json.dumps(sources[: at + 1]))
        assert len(chosen) < max((at + 1) / 2, 3)
        names = {}
        for n in chosen:
            exec(sources[n], names)
        *before, last = sources[at].strip().splitlines()
        exec("\n".join(before), names)
        box = eval(last, names)
        assert isinstance(box, ExerciseBox)
        box.close()


@pytest.mark.parametrize(
    ("above", "own", "wanted"),
    [
        (["from kit import *", "x = 1"], "y", [0]),
        (["%matplotlib inline", "x = 1"], "y", [0]),
        (["x = 1", "x += 1", "z = 3"], "x", [0, 1]),
        (["x = box()", "x.ask(1)", "z = 3"], "x", [0, 1]),
        (["x = box()", "x.ask(...)", "z = 3"], "x", [0]),  # nothing is answered yet
        (["x = []", "x[0] = z", "z = 1"], "x", [0, 1]),
        (["x = 1", "x = 2"], "x", [1]),
        (["x = 1", "x = x + 1"], "x", [0, 1]),
        (["a = 1", "def f(): return a", "b = 2"], "f()", [0, 1]),
        (["d = 1", "await d.load()", "print(d)"], "d", [0, 1]),
        (["for i in y: pass", "y = [1]"], "i", [0]),
        (["x = 1"], "a syntax error", [0]),
    ],
)
def test_in_doubt_a_cell_is_needed(above, own, wanted):
    assert needed(json.dumps([*above, own])) == wanted
