"""The choices that the paper leaves open, each a named option."""

from dataclasses import dataclass
from typing import Any, Literal

from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.independence.coercion import check_choice

Bookkeeping = Literal["none", "paper", "full", "distinct"]
Orientation = Literal["recorded", "printed"]
NoRemovable = Literal["smallest-boundary", "stop"]


@dataclass(frozen=True, slots=True)
class MarvelOptions:
    """How MARVEL runs where the paper leaves it open.

    Attributes
    ----------
    bookkeeping : {"full", "distinct", "paper", "none"}
        What is remembered between iterations. ``"paper"``: neighbors, v-structures, pairs
        and triples that passed (Section 3.4). ``"full"``: failed pairs and triples too,
        while their members remain; the upper bound needs it. ``"none"``: nothing.
        ``"distinct"``: no statement is asked twice, and known edges and separating sets
        answer for both of their ends. Fewest tests; one by one, so more time for each.
    orientation : {"recorded", "printed"}
        ``"printed"`` runs lines 13 and 17 to the letter and can return a wrong graph.
        ``"recorded"`` accepts a v-structure only as a fact: line 10 found it, or both ends
        were neighbors of the collider when it left and are not adjacent in the end.
    no_removable : {"smallest-boundary", "stop"}
        What happens when no variable passes (never with an oracle).
    removal_alpha : float or None
        Level of the tests of Conditions 1 and 2; None: the level of all the others. An
        oracle has no level.
    """

    bookkeeping: Bookkeeping = "full"
    orientation: Orientation = "recorded"
    no_removable: NoRemovable = "smallest-boundary"
    removal_alpha: float | None = 0.7

    def __post_init__(self) -> None:
        """Refuse an unknown choice, naming it and the known ones."""
        for name, choices in (
            ("bookkeeping", Bookkeeping),
            ("orientation", Orientation),
            ("no_removable", NoRemovable),
        ):
            check_choice(name, getattr(self, name), choices)
        alpha: Any = self.removal_alpha  # what a user wrote, whatever its type
        if alpha is not None and not (isinstance(alpha, int | float) and 0 < alpha < 1):
            msg = f"removal_alpha must be a level between 0 and 1, or None; got {shown(alpha)}"
            raise ValueError(msg)
