"""Which tests are about numbers, and which files take longest: both told by the file's path."""

import functools
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent

# The product code behind these computes with numpy, scipy or networkx, or turns graphs into theirs.
NUMERIC_FOLDERS = ["core/graphs", "core/independence", "experiments", "lessons/finite_samples"]
# A test elsewhere that uses one of these makes data, and tests independence in it. Tests that ask
# networkx for a second opinion are not meant: they would test only networkx.
NUMERIC_WORDS = re.compile(r"\b(numpy|scipy|gaussian_data|FisherZ|GSquare)\b")

# Minutes rather than seconds: whichever worker got one of these last would let the other wait.
HEAVY = [
    "tests/browser/test_every_notebook.py",
    "tests/browser/test_player.py",
    "tests/browser/test_every_app.py",
    "tests/browser/test_workbench.py",
    "tests/browser",
    "notebooks/10-five-algorithms.ipynb",
    "notebooks/11-real-data.ipynb",
    "tests/experiments",
    "tests/course/test_every_exercise.py",
    "notebooks",
    "tests/core/algorithms",
    "tests/replay",
    "tests/theory",
    "tests/lessons",
    "tests",
]


@functools.cache
def is_numeric(path: Path) -> bool:
    """Return whether a test file exercises product code that uses numpy, scipy or networkx."""
    if HERE not in path.parents or path.suffix != ".py":
        return False
    if any(HERE / folder in path.parents for folder in NUMERIC_FOLDERS):
        return True
    return NUMERIC_WORDS.search(path.read_text(encoding="utf-8")) is not None


@functools.cache
def heavy_first(path: Path) -> int:
    """Return the place of a file in the order of tests; smaller is earlier."""
    for place, heavy in enumerate(HEAVY):
        if path.is_relative_to(HERE.parent / heavy):
            return place
    return len(HEAVY)
