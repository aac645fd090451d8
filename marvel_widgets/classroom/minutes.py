"""How long a notebook takes a learner, from what can be counted in it.

The rates are assumptions, stated once here and in the guide: nobody was watched with a clock.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from marvel_widgets.classroom.editions import core
from marvel_widgets.classroom.learners_notebook import BOX
from marvel_widgets.course.checks import exercises

WORDS_A_MINUTE: Final = 130  # a text to learn from, with formulas
SECONDS_A_CELL: Final = 10  # two keys, and a look at what comes out
MINUTES_AN_APP: Final = 4.0  # in which something is tried out, and understood
MINUTES_AN_EXERCISE: Final = 5.5  # a wrong try is read, and a right one follows

_APP: Final = re.compile(
    r"\b(?:\w+(?:Lab|Bench|Player|Walk|Duel|Board|Anatomy)|Race|BeMarvel|BePC|Breaker|Workbench)\("
)
_SOURCES: Final = "## Sources"  # a list to look things up in, which nobody reads through
_MARKS: Final = re.compile(r"<[^<>]*>|\]\([^()]*\)|[#*|`>-]")


@dataclass(frozen=True, slots=True)
class Workload:
    """What there is to do in a notebook, or in a part of it."""

    words: int
    cells: int
    apps: int
    exercises: int

    @property
    def minutes(self) -> int:
        """The sum, in whole minutes."""
        found = (
            self.words / WORDS_A_MINUTE
            + self.cells * SECONDS_A_CELL / 60
            + self.apps * MINUTES_AN_APP
            + self.exercises * MINUTES_AN_EXERCISE
        )
        return round(found)


def workload(notebook: Mapping[str, Any], number: str, *, of_core: bool = False) -> Workload:
    """Count what there is to do in a learner's notebook, or in its core path alone."""
    cells = list(core(notebook["cells"]) if of_core else notebook["cells"])
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    seen = sum(map(_is_in_sight, cells))
    boxes = {box[1] for source in code if (box := BOX.search(source)) and box[1]}
    asked = [c.exercise.sentences for c in exercises(number) if c.name in boxes] if boxes else []
    texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    words = _count(text for text in texts if not text.startswith(_SOURCES))
    words += _count(sentence for sentences in asked for sentence in sentences)
    return Workload(words, seen, sum(bool(_APP.search(s)) for s in code), len(boxes))


def _is_in_sight(cell: Mapping[str, Any]) -> bool:
    hidden = cell["metadata"].get("jupyter", {}).get("source_hidden", False)
    return cell["cell_type"] == "code" and not hidden


def _count(texts: Iterable[str]) -> int:
    return sum(len(_MARKS.sub(" ", text).split()) for text in texts)
