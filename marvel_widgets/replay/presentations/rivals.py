"""What the algorithms that start from the moral graph and end by Meek's rules have in common."""

from collections.abc import Mapping
from typing import Final

from marvel_widgets.core.algorithms.events import EdgeDirected, VStructuresCollected
from marvel_widgets.core.boundary.events import Event

MORAL: Final = (
    (1, 0, "start from the Markov boundary Mb(X) of every variable X"),
    (2, 0, "join every X to its boundary: the moral graph"),
)
END: Final = (
    (7, 0, "keep the edges, and the v-structures that fit together"),
    (8, 0, "apply Meek's rules"),
    (9, 0, "return the essential graph"),
)
END_LINES: Final[Mapping[type[Event], int]] = {VStructuresCollected: 7, EdgeDirected: 8}
