"""MMPC."""

from typing import Final

from marvel_widgets.core.algorithms.mmpc import MMPC
from marvel_widgets.core.algorithms.rival_events import CandidatesKnown, SkeletonCorrected
from marvel_widgets.core.algorithms.rivals import SKELETON
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.replay.presentations.presentation import Presentation, SourcePlace, lines

PRESENTATION: Final = Presentation(
    name=MMPC.name,
    title="MMPC",
    short="MMPC",
    words="MMPC collects candidates for the parents and children of each variable, and returns a "
    "skeleton without directions.",
    source=SourcePlace("MMPC", "Tsamardinos et al. 2006"),
    lines=lines(
        (1, 0, "start from the Markov boundary Mb(X) of every variable X"),
        (2, 0, "for each X:"),
        (3, 1, "begin without candidates, and repeat lines 4 and 5:"),
        (4, 2, "exclude every Y in Mb(X) that a set of candidates separates from X"),
        (5, 2, "let in the Y with the largest least association, if any is left"),
        (6, 1, "exclude each candidate that a set of the others separates from X"),
        (7, 1, "join X to what is left"),
        (8, 0, "keep X - Y only where each was found for the other"),
        (9, 0, "return the skeleton"),
    ),
    reworded={
        ("start", "complete"): {
            1: "no boundaries are needed",
            4: "exclude every Y that a set of candidates separates from X",
        },
        ("symmetry", "or"): {8: "keep X - Y where one was found for the other"},
    },
    # line 6 asks the same question, of the candidates themselves
    line_of_purpose={BOUNDARY_DISCOVERY: 1, SKELETON: 4},
    ends_round=(CandidatesKnown, SkeletonCorrected),
)
