"""Which lesson's exercises a notebook has, by the notebook's number."""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Final

from marvel_widgets.assessment.exercise import Builder

# The folder in `marvel_widgets.lessons` with the notebook's `exercises.EXERCISES`. Named here
# and imported when asked for, so that a notebook pays for its own exercises alone; the arrows
# point down, and `tests/course/test_registry.py` holds the names against the folders.
LESSONS: Final = MappingProxyType(
    {
        "00": "counting",
        "01": "separation",
        "02": "markov_boundary",
        "03": "removability",
        "04": "proof",
        "05": "lemmas",
        "06": "algorithm_game",
        "07": "orientation",
        "08": "upper_bound",
        "09": "lower_bound",
        "10": "race",
        "11": "finite_samples",
        "12": "challenge",
        "P1": "pc_skeleton",
        "P2": "pc_directions",
        "P3": "pc_tables",
        "T": "teachers",
    }
)


def number_of(notebook: str) -> str:
    """Return a notebook's number as its file has it."""
    number = notebook.strip().upper()
    return number.zfill(2) if number.isdigit() else number


def lesson_exercises(notebook: str) -> Mapping[str, Builder]:
    """Return the builders of the exercises of a notebook by name, in its order."""
    module = import_module(f"marvel_widgets.lessons.{LESSONS[notebook]}.exercises")
    found: Mapping[str, Builder] = module.EXERCISES
    return found
