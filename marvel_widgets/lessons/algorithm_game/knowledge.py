"""What a learner who runs an algorithm knows: the fold of the events, and what to remember."""

from dataclasses import dataclass

from marvel_widgets.core.boundary.lemmas import pairs_of
from marvel_widgets.lessons.algorithm_game.moves import Triple
from marvel_widgets.replay.fold import PlayerState


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known at one point of any game; a rule book adds what its algorithm remembers."""

    state: PlayerState
    collected: bool = False

    def is_joined(self, x: int, y: int) -> bool:
        """Return whether an edge that was learned says that no set separates two variables."""
        return self.state.has_edge(x, y)

    def unshielded(self) -> tuple[Triple, ...]:
        """Return (a, c, b), a < b, with edges a - c - b and none between a and b."""
        edges = self.state.edges
        return tuple(
            (a, c, b)
            for c, neighbor_mask in enumerate(edges)
            for a, b in pairs_of(neighbor_mask)
            if not edges[a] >> b & 1
        )
