"""Grow-shrink."""

from typing import Final

from marvel_widgets.core.algorithms.events import VStructuresCollected
from marvel_widgets.core.algorithms.grow_shrink import GROW_SHRINK
from marvel_widgets.core.algorithms.rival_events import SkeletonStarted
from marvel_widgets.core.algorithms.rivals import ORIENTATION, SKELETON
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.replay.presentations.presentation import Presentation, SourcePlace, lines
from marvel_widgets.replay.presentations.rivals import END, END_LINES, MORAL

PRESENTATION: Final = Presentation(
    name=GROW_SHRINK.name,
    title="Grow-shrink",
    short="GS",
    words="Grow-shrink takes an edge of the moral graph away where a set from the smaller boundary "
    "of its ends separates the two.",
    source=SourcePlace("grow-shrink", "Margaritis and Thrun 1999"),
    lines=lines(
        *MORAL,
        (3, 0, "for each edge X - Y:"),
        (4, 1, "if a set from the smaller boundary separates X and Y: remove it"),
        (5, 0, "for each X - Z - Y where X, Y are not adjacent:"),
        (6, 1, "X → Z ← Y unless a set with Z from the smaller boundary separates X and Y"),
        *END,
    ),
    line_of_purpose={BOUNDARY_DISCOVERY: 1, SKELETON: 4, ORIENTATION: 6},
    line_of_event=END_LINES,
    ends_round=(SkeletonStarted, VStructuresCollected),
)
