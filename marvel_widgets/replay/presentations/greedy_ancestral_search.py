"""Greedy ancestral search."""

from typing import Final

from marvel_widgets.core.algorithms.ancestral_events import GroupClosed, GroupsDirected
from marvel_widgets.core.algorithms.greedy_ancestral_search import GREEDY_ANCESTRAL_SEARCH
from marvel_widgets.core.algorithms.rivals import ORIENTATION, SKELETON
from marvel_widgets.replay.presentations.presentation import Presentation, SourcePlace, lines

PRESENTATION: Final = Presentation(
    name=GREEDY_ANCESTRAL_SEARCH.name,
    title="Greedy ancestral search",
    short="GAS",
    words="Greedy ancestral search finds groups of variables, each before all that come after it, "
    "and tests given the groups found so far.",
    source=SourcePlace("greedy ancestral search", "Franquesa Mones et al. 2026"),
    lines=lines(
        (1, 0, "join every X to every other; the prefix P is empty"),
        (2, 0, "repeat until P holds all variables; all others are candidates:"),
        (3, 1, "for n = 0, 1, 2, ... while n candidates are all adjacent:"),
        (4, 2, "remove X - Y if P and n candidates separate X and Y: keep their set"),
        (5, 2, "drop each Z that makes such X, Y dependent: a collider, or below one"),
        (6, 2, "drop Y if it took candidates to separate Y from an X in P, and n of them do"),
        (7, 1, "the candidates that are left are the next group of P"),
        (8, 0, "point the edges between groups from the earlier group to the later one"),
        (9, 0, "return the essential graph"),
    ),
    line_of_purpose={SKELETON: 4, ORIENTATION: 5},  # or 6: an event says which
    ends_round=(GroupClosed, GroupsDirected),
)
