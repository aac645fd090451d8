"""The lines of an algorithm that a moment of a run belongs to, and the sources by label."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from marvel_widgets.core.algorithms.own import line_asked_by
from marvel_widgets.core.algorithms.rivals import ORIENTATION, SKELETON
from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.boundary.events import Event
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.replay.fold import story_of
from marvel_widgets.replay.presentation import PRESENTATIONS, Line, SourcePlace, presentation_of

NOTHING: Mapping[str, Any] = MappingProxyType({})


def pseudocode(algorithm: str = "marvel", options: Mapping[str, Any] = NOTHING) -> tuple[Line, ...]:
    """Return an algorithm, or a method of boundary discovery, as lines in our words."""
    return presentation_of(algorithm).pseudocode(options)


def line_of(event: Event, algorithm: str = "marvel") -> int:
    """Return the line of an algorithm's pseudo-code that an event belongs to."""
    line = story_of(event).line
    return presentation_of(algorithm).line_of(event) if line is None else line(event)


ITEMS = {
    BOUNDARY_DISCOVERY: SourcePlace("total conditioning", "Section 2.1"),
    lemmas.NEIGHBORS: SourcePlace("the neighbor lemma", "Section 3.2"),
    lemmas.CONDITION_ONE: SourcePlace("the Condition 1 lemma", "Section 3.2"),
    lemmas.V_STRUCTURES: SourcePlace("the v-structure lemma", "Section 3.2"),
    lemmas.CONDITION_TWO: SourcePlace("the Condition 2 lemma", "Section 3.2"),
    lemmas.BOUNDARY_UPDATE: SourcePlace("the boundary update", "Section 3.3.1"),
    "removability": SourcePlace("Theorem 1", "Section 3.1"),
    "boundary-size": SourcePlace("the boundary size lemma", "Section 3.3"),
    "correctness": SourcePlace("the correctness theorem", "Section 3.3"),
    "bookkeeping": SourcePlace("avoiding duplicates", "Section 3.4"),
    "growing": SourcePlace("growing and shrinking", "Section 2.1"),
    **{name: presentation.source for name, presentation in PRESENTATIONS.items()},
}

PURPOSES = {
    BOUNDARY_DISCOVERY: "boundary discovery",
    lemmas.NEIGHBORS: "neighbors",
    lemmas.CONDITION_ONE: "Condition 1",
    lemmas.V_STRUCTURES: "v-structures",
    lemmas.CONDITION_TWO: "Condition 2",
    lemmas.BOUNDARY_UPDATE: "boundary update",
    SKELETON: "skeleton",
    ORIENTATION: "orientation",
}


def line_of_purpose(purpose: str, algorithm: str = "marvel", *, is_inside: bool = False) -> int:
    """Return the line of an algorithm that asks tests of a purpose."""
    presentation = presentation_of(algorithm)
    if (own := line_asked_by(purpose)) is not None:
        return own
    if is_inside and presentation.line_inside is not None:
        return presentation.line_inside
    return presentation.line_of_purpose[purpose]
