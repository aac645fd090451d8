"""The exercises of each notebook, by the notebook's number, and of the two test forms."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Final

from marvel_widgets.teaching.exercises.exercise import Builder

# Imported when asked for: a notebook pays for its own exercises alone.
MODULES: Final = MappingProxyType(
    {
        "00": "counting_tests",
        "01": "separation",
        "02": "markov_boundary",
        "03": "removability",
        "04": "removability_proof",
        "05": "lemmas",
        "06": "running_marvel",
        "07": "orientation",
        "08": "upper_bound",
        "09": "lower_bound",
        "10": "five_algorithms",
        "11": "finite_samples",
        "E": "errata",
        "T": "teachers_room",
    }
)
# The two forms of the test before and after the course: the same exercises, other cases.
FORMS: Final = MappingProxyType({"PRE-POST-A": "pre_post", "PRE-POST-B": "pre_post"})


def number_of(notebook: str) -> str:
    """Return a notebook's number as its file has it.

    Examples
    --------
    >>> number_of("3"), number_of(" t ")
    ('03', 'T')
    """
    number = notebook.strip().upper()
    return number.zfill(2) if number.isdigit() else number


def builders(notebook: str) -> Mapping[str, Builder]:
    """Return the builders of the exercises of a notebook or test form by name, in its order.

    Raises
    ------
    ValueError
        There is no such notebook.

    Examples
    --------
    >>> "removable" in builders("03")
    True
    """
    topics = {key: f"topics.{module}" for key, module in MODULES.items()}
    known = {**topics, **FORMS}
    if notebook not in known:
        msg = f"there is no notebook {notebook!r}; there is {', '.join(known)}"
        raise ValueError(msg)
    module = import_module(f"marvel_widgets.teaching.exercises.{known[notebook]}")
    found: Mapping[str, Builder] = module.EXERCISES
    return found
