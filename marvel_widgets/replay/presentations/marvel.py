"""MARVEL: the lines are those of the paper's Algorithm 1 in our words."""

from typing import Final

from marvel_widgets.core.algorithms.events import Removed
from marvel_widgets.core.algorithms.marvel import MARVEL
from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.replay.presentations.presentation import Presentation, SourcePlace, lines

PRESENTATION: Final = Presentation(
    name=MARVEL.name,
    title="MARVEL",
    short="MARVEL",
    words="MARVEL looks for a variable that is removable, learns its edges, takes it out, and goes "
    "on with the rest.",
    source=SourcePlace("Algorithm 1", "Section 3.3"),
    conclusion="correctness",
    lines=lines(  # 17 to 19 only close loops
        (1, 0, "start from the Markov boundary Mb(X) of every variable X"),
        (2, 0, "begin with all variables and no edges"),
        (3, 0, "all variables remain"),
        (4, 0, "repeat until no variable remains:"),
        (5, 1, "sort the remaining variables by boundary size"),
        (6, 1, "for each X in this order:"),
        (7, 2, "tell the neighbors of X from its co-parents"),
        (8, 2, "draw an edge from X to each neighbor"),
        (9, 2, "if no set with X separates two neighbors (Condition 1):"),
        (10, 3, "find the v-structures X → Y ← T"),
        (11, 3, "direct their edges"),
        (12, 3, "if no set with X, Y separates T and another neighbor (Condition 2):"),
        (13, 4, "keep in mind that X leaves with these neighbors"),
        (14, 4, "X leaves"),
        (15, 4, "update the boundaries that X was in"),
        (16, 4, "go on with line 4"),
        (20, 0, "keep the edges, and as v-structures the facts of lines 10 and 13"),
        (21, 0, "apply Meek's rules"),
        (22, 0, "return the essential graph"),
    ),
    reworded={
        ("orientation", "printed"): {
            13: "point every undirected edge at X towards X",
            20: "keep the edges, and the v-structures that the arrows form",
        }
    },
    line_of_purpose={
        BOUNDARY_DISCOVERY: 1,
        lemmas.NEIGHBORS: 7,
        lemmas.CONDITION_ONE: 9,
        lemmas.V_STRUCTURES: 10,
        lemmas.CONDITION_TWO: 12,
        lemmas.BOUNDARY_UPDATE: 15,
    },
    ends_round=(Removed,),
)
