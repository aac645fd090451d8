"""What a grade is, and the statements that back it."""

from dataclasses import dataclass
from typing import Literal

from marvel_widgets.assessment.misconceptions import Misconception, belief
from marvel_widgets.core.graphs.witness import Path

Kind = Literal["correct", "legal", "wrong"]


@dataclass(frozen=True, slots=True)
class Witness:
    """A d-separation statement that backs a grade."""

    x: int
    y: int
    given: tuple[int, ...]
    independent: bool
    answer: str
    why: str
    path: Path | None
    more: str = ""

    def words(self, *, hidden: bool = False) -> str:
        """Return the statement; with its reason, unless the graph is hidden."""
        stated = f"{self.answer}." if hidden else f"{self.answer}: {self.why}."
        return f"{stated} {self.more}".rstrip()


@dataclass(frozen=True, slots=True)
class Grade:
    """What a move is worth."""

    kind: Kind
    text: str
    misconception: Misconception = ""
    witness: Witness | None = None
    extra: int = 0
    possible: bool = True
    by_graph: str = ""
    seen_in_graph: bool = False

    def sentences(self, *, hidden: bool = False) -> str:
        """Return the reason, the witness, and the mistaken belief that may be behind it.

        While the graph is `hidden` nothing that only it tells: of the witness the statement, and
        no belief that was recognized by the graph.
        """
        parts = [self.text]
        if self.by_graph and not hidden:
            parts.append(self.by_graph)
        if self.witness is not None:
            parts.append(self.witness.words(hidden=hidden))
        if self.misconception and not (hidden and self.seen_in_graph):
            parts.append(belief(self.misconception))
        return " ".join(parts)


def impossible(text: str, misconception: Misconception = "") -> Grade:
    """Return the grade of a move that the position can't take."""
    return Grade("wrong", text, misconception, possible=False)
