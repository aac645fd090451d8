"""Facts on beliefs: what each predicts of a graph, and where an answer shows it."""

from typing import Final

from marvel_widgets.assessment.kinds import kind
from marvel_widgets.text import in_braces

# What may be taken for removable, numbered from 1.
BELIEFS: Final = (
    "all variables without children",
    "all variables with the smallest boundary",
    "all variables at which Condition 1 holds",
    "the variable that MARVEL visits first (smallest boundary, then alphabet)",
    "all variables with the fewest neighbors",
    "all variables without parents",
)


Predicts = kind(
    "number members named",
    lambda number, members, named: (
        f"Belief {number} predicts {in_braces(members) if members else 'none'}; the learner named "
        f"{in_braces(named) if named else 'none'}."
    ),
)


BoundaryShows = kind(
    "x y",
    "The boundary of {x} contains {y}, which is no neighbor of {x}.",
    "The boundary of {x} and its neighbors are the same set, so nothing shows.",
)
