"""How long a notebook takes a learner, from what can be counted in it.

The rates are assumptions, stated once here and in the guide: nobody was watched with a clock.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from marvel_widgets.course.checks import exercises

WORDS_A_MINUTE: Final = 180  # a text with symbols, read once
SECONDS_A_CELL: Final = 10  # two keys, and a look at what comes out
MINUTES_AN_APP: Final = 2.0  # the least in which something can be tried out
MINUTES_AN_EXERCISE: Final = 3.0  # a wrong try is read, and a right one follows

_APP: Final = re.compile(
    r"\b(?:\w+(?:Lab|Bench|Player|Walk|Duel|Board|Anatomy)|Race|BeMarvel|Breaker|Workbench)\("
)
_MARKS: Final = re.compile(r"<[^<>]*>|\]\([^()]*\)|[#*|`>-]")


@dataclass(frozen=True, slots=True)
class Workload:
    """What there is to do in a notebook."""

    words: int
    cells: int
    apps: int
    exercises: int

    @property
    def minutes(self) -> int:
        """The sum, rounded to five minutes.

        >>> Workload(words=1800, cells=30, apps=2, exercises=7).minutes
        40
        """
        found = (
            self.words / WORDS_A_MINUTE
            + self.cells * SECONDS_A_CELL / 60
            + self.apps * MINUTES_AN_APP
            + self.exercises * MINUTES_AN_EXERCISE
        )
        return max(5, 5 * round(found / 5))


def workload(notebook: Mapping[str, Any], number: str) -> Workload:
    """Count what there is to do in a learner's notebook.

    >>> text = {"cell_type": "markdown", "metadata": {}, "source": "## Two *words*"}
    >>> code = {"cell_type": "code", "metadata": {}, "source": "Race(star)"}
    >>> found = workload({"cells": [text, code]}, "T")
    >>> found.cells, found.apps, found.exercises
    (1, 1, 8)
    """
    checks = exercises(number)
    words = sum(_count(" ".join(check.exercise.sentences)) for check in checks)
    cells = apps = 0
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            words += _count(source)
        elif not cell["metadata"].get("jupyter", {}).get("source_hidden", False):
            cells += 1
            apps += bool(_APP.search(source))
    return Workload(words, cells, apps, len(checks))


def _count(text: str) -> int:
    return len(_MARKS.sub(" ", text).split())
