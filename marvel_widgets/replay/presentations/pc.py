"""PC, from the moral graph as the paper ran it, or from the complete one as it was published."""

from typing import Final

from marvel_widgets.core.algorithms.events import VStructuresCollected
from marvel_widgets.core.algorithms.pc import PC
from marvel_widgets.core.algorithms.rival_events import LevelStarted, SkeletonStarted
from marvel_widgets.core.algorithms.rivals import SKELETON
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.replay.presentations.presentation import Presentation, SourcePlace, lines
from marvel_widgets.replay.presentations.rivals import END, END_LINES, MORAL

PRESENTATION: Final = Presentation(
    name=PC.name,
    title="PC",
    short="PC",
    words="PC takes edges away, testing each with sets of 0, 1, 2, ... neighbors of its ends.",
    source=SourcePlace("PC", "Spirtes et al. 2000"),
    lines=lines(
        *MORAL,
        (3, 0, "for s = 0, 1, 2, ... while a variable has more than s neighbors:"),
        (4, 1, "for each edge X - Y:"),
        (5, 2, "if s neighbors of X, or of Y, separate X and Y: remove it, keep their set"),
        (6, 0, "X → Z ← Y where X, Y are not adjacent and Z is not in their set"),
        *END,
    ),
    reworded={
        ("start", "complete"): {
            1: "order the variables: edges and sets are walked in this order",
            2: "join every X to every other: the complete graph",
        },
        ("conflicts", "overwrite"): {
            7: "keep the edges; of v-structures that contradict each other, the later directs"
        },
        ("conflicts", "mark"): {
            7: "keep the edges; one that v-structures direct both ways gets two heads"
        },
    },
    line_of_purpose={BOUNDARY_DISCOVERY: 1, SKELETON: 5},
    line_of_event=END_LINES,
    ends_round=(SkeletonStarted, LevelStarted, VStructuresCollected),
)
