"""The paper's Algorithm 1 as numbered lines in plain text, and the paper's items by label."""

from __future__ import annotations

from dataclasses import dataclass

from marvel_widgets.algorithms.options import Orientation
from marvel_widgets.boundary import lemmas
from marvel_widgets.independence.counting import BOUNDARY_DISCOVERY


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the pseudo-code.

    Attributes
    ----------
    number : int
        As in the paper.
    indent : int
        Depth of nesting.
    text : str
    """

    number: int
    indent: int
    text: str


_LINE_13 = {
    "recorded": "keep in mind that X leaves with these neighbors",
    "printed": "point every undirected edge at X towards X",
}
_LINE_20 = {
    "recorded": "keep the edges, and as v-structures the facts of lines 10 and 13",
    "printed": "keep the edges, and the v-structures that the arrows form",
}


def pseudocode(orientation: Orientation = "recorded") -> tuple[Line, ...]:
    """Return Algorithm 1 in our words; lines 13 and 20 depend on the orientation rule.

    Lines 17 to 19 of the paper only close loops and are left out.

    Examples
    --------
    >>> pseudocode()[4].text
    'sort the remaining variables by boundary size'
    """
    rows = (
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
        (13, 4, _LINE_13[orientation]),
        (14, 4, "X leaves"),
        (15, 4, "update the boundaries that X was in"),
        (16, 4, "go on with line 4"),
        (20, 0, _LINE_20[orientation]),
        (21, 0, "apply Meek's rules"),
        (22, 0, "return the essential graph"),
    )
    return tuple(Line(*row) for row in rows)


@dataclass(frozen=True, slots=True)
class Item:
    """A place in the paper.

    Attributes
    ----------
    name : str
        What we call it.
    label : str
        Its LaTeX label (lemma numbers depend on the class file, labels do not).
    """

    name: str
    label: str

    def __str__(self) -> str:
        return f"{self.name} ({self.label})"


ITEMS = {
    BOUNDARY_DISCOVERY: Item("total conditioning", "sec: Markov boundary"),
    lemmas.NEIGHBORS: Item("the neighbor lemma", "lem: neighbor"),
    lemmas.CONDITION_ONE: Item("the Condition 1 lemma", "lem: condition1"),
    lemmas.V_STRUCTURES: Item("the v-structure lemma", "lem: v-structures"),
    lemmas.CONDITION_TWO: Item("the Condition 2 lemma", "lem: condition2"),
    lemmas.BOUNDARY_UPDATE: Item("the boundary update", "sec: update Mb"),
    "removability": Item("Theorem 1", "thm: removablity"),
    "boundary-size": Item("the boundary size lemma", "lem: MbboundForremovable"),
    "correctness": Item("the correctness theorem", "thm: correctness"),
    "algorithm": Item("Algorithm 1", "MARVEL"),
    "bookkeeping": Item("avoiding duplicates", "sec: save"),
}

PURPOSES = {
    BOUNDARY_DISCOVERY: "boundary discovery",
    lemmas.NEIGHBORS: "neighbors",
    lemmas.CONDITION_ONE: "Condition 1",
    lemmas.V_STRUCTURES: "v-structures",
    lemmas.CONDITION_TWO: "Condition 2",
    lemmas.BOUNDARY_UPDATE: "boundary update",
}

LINE_OF_PURPOSE = {
    BOUNDARY_DISCOVERY: 1,
    lemmas.NEIGHBORS: 7,
    lemmas.CONDITION_ONE: 9,
    lemmas.V_STRUCTURES: 10,
    lemmas.CONDITION_TWO: 12,
    lemmas.BOUNDARY_UPDATE: 15,
}
