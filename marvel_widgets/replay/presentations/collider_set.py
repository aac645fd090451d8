"""Collider sets."""

from typing import Final

from marvel_widgets.core.algorithms.collider_set import COLLIDER_SET
from marvel_widgets.core.algorithms.events import VStructuresCollected
from marvel_widgets.core.algorithms.rival_events import LinksRemoved, SkeletonStarted
from marvel_widgets.core.algorithms.rivals import SKELETON
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.replay.presentations.presentation import Presentation, SourcePlace, lines
from marvel_widgets.replay.presentations.rivals import END, END_LINES, MORAL

PRESENTATION: Final = Presentation(
    name=COLLIDER_SET.name,
    title="Collider sets",
    short="CS",
    words="Collider sets tests only links of the moral graph that close triangles: a set that "
    "separates the ends tells co-parents from neighbors, and points out colliders.",
    source=SourcePlace("collider sets", "Pellet and Elisseeff 2008"),
    lines=lines(
        *MORAL,
        (3, 0, "for each link X - Y that closes triangles:"),
        (4, 1, "look for a set that separates X and Y"),
        (5, 1, "note each corner Z outside it: X → Z ← Y if both links stay"),
        (6, 0, "remove the links whose ends were separated"),
        *END,
    ),
    line_of_purpose={BOUNDARY_DISCOVERY: 1, SKELETON: 4},
    line_of_event=END_LINES,
    ends_round=(SkeletonStarted, LinksRemoved, VStructuresCollected),
)
