"""Every algorithm as numbered lines in plain text, and the sources by label."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from marvel_widgets.core.algorithms.options import Orientation
from marvel_widgets.core.algorithms.rivals import ORIENTATION, SKELETON
from marvel_widgets.core.boundary import events as ev
from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.boundary.discovery import METHODS
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.replay.pseudocode_boundaries import (
    LINES,
    boundary_line_of_test,
)
from marvel_widgets.replay.stories.registry import story_of


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the pseudo-code."""

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


def pseudocode(
    orientation: Orientation = "recorded",
    algorithm: str = "marvel",
    options: Mapping[str, Any] = MappingProxyType({}),
) -> tuple[Line, ...]:
    """Return an algorithm in our words; MARVEL's lines 13 and 20 depend on the orientation rule.

    `options` are the others that change the wording: `start` and `symmetry`.

    `algorithm` may be a method of boundary discovery as well. MARVEL's are the lines of the
    paper's Algorithm 1; lines 17 to 19 only close loops and are left out. The lines of the
    others are ours.

    Examples
    --------
    >>> pseudocode()[4].text
    'sort the remaining variables by boundary size'
    >>> pseudocode(algorithm="pc")[2].text
    'for s = 0, 1, 2, ... while a variable has more than s neighbors:'
    """
    if algorithm in METHODS:
        return _lines(*LINES[algorithm])
    if algorithm != "marvel":
        lines_of = _RIVALS[algorithm]
        other = {**_STARTS.get(options.get("start", ""), {}).get(algorithm, {})}
        if options.get("symmetry") == "or":
            other[8] = "keep X - Y where one was found for the other"
        return tuple(replace(line, text=other.get(line.number, line.text)) for line in lines_of)
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


_END = (
    (7, 0, "keep the edges, and the v-structures that fit together"),
    (8, 0, "apply Meek's rules"),
    (9, 0, "return the essential graph"),
)
_MORAL = (
    (1, 0, "start from the Markov boundary Mb(X) of every variable X"),
    (2, 0, "join every X to its boundary: the moral graph"),
)


def _lines(*rows: tuple[int, int, str]) -> tuple[Line, ...]:
    return tuple(Line(*row) for row in rows)


_RIVALS = {
    "pc": _lines(
        *_MORAL,
        (3, 0, "for s = 0, 1, 2, ... while a variable has more than s neighbors:"),
        (4, 1, "for each edge X - Y:"),
        (5, 2, "if s neighbors of X, or of Y, separate X and Y: remove it, keep their set"),
        (6, 0, "X → Z ← Y where X, Y are not adjacent and Z is not in their set"),
        *_END,
    ),
    "grow_shrink": _lines(
        *_MORAL,
        (3, 0, "for each edge X - Y:"),
        (4, 1, "if a set from the smaller boundary separates X and Y: remove it"),
        (5, 0, "for each X - Z - Y where X, Y are not adjacent:"),
        (6, 1, "X → Z ← Y unless a set with Z from the smaller boundary separates X and Y"),
        *_END,
    ),
    "collider_set": _lines(
        *_MORAL,
        (3, 0, "for each link X - Y that closes triangles:"),
        (4, 1, "look for a set that separates X and Y"),
        (5, 1, "note each corner Z outside it: X → Z ← Y if both links stay"),
        (6, 0, "remove the links whose ends were separated"),
        *_END,
    ),
    "mmpc": _lines(
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
}
_STARTS = {
    "complete": {
        "pc": {1: "no boundaries are needed", 2: "join every X to every other: the complete graph"},
        "mmpc": {
            1: "no boundaries are needed",
            4: "exclude every Y that a set of candidates separates from X",
        },
    }
}


def line_of(event: ev.Event, algorithm: str = "marvel") -> int:
    """Return the line of an algorithm's pseudo-code that an event belongs to.

    Examples
    --------
    >>> from marvel_widgets.core.algorithms.events import Finished
    >>> line_of(Finished()), line_of(Finished(), "pc")
    (22, 9)
    """
    return story_of(event).line(event, algorithm)


@dataclass(frozen=True, slots=True)
class SourcePlace:
    """A place in the paper, or another source."""

    name: str
    place: str

    def __str__(self) -> str:
        return f"{self.name} ({self.place})"


ITEMS = {
    BOUNDARY_DISCOVERY: SourcePlace("total conditioning", "Section 2.1"),
    lemmas.NEIGHBORS: SourcePlace("the neighbor lemma", "Section 3.2"),
    lemmas.CONDITION_ONE: SourcePlace("the Condition 1 lemma", "Section 3.2"),
    lemmas.V_STRUCTURES: SourcePlace("the v-structure lemma", "Section 3.2"),
    lemmas.CONDITION_TWO: SourcePlace("the Condition 2 lemma", "Section 3.2"),
    lemmas.BOUNDARY_UPDATE: SourcePlace("the boundary update", "Section 3.3.1"),
    "removability": SourcePlace("Theorem 1", "Section 3.1"),
    "boundary-size": SourcePlace("the boundary size lemma", "Section 3.3"),
    "correctness": SourcePlace("the correctness theorem", "Section 3.3"),
    "algorithm": SourcePlace("Algorithm 1", "Section 3.3"),
    "bookkeeping": SourcePlace("avoiding duplicates", "Section 3.4"),
    "growing": SourcePlace("growing and shrinking", "Section 2.1"),
    "tc": SourcePlace("total conditioning", "Pellet and Elisseeff 2008"),
    "gs": SourcePlace("grow-shrink boundaries", "Margaritis and Thrun 1999"),
    "iamb": SourcePlace("IAMB", "Tsamardinos et al. 2003"),
    "inter-iamb": SourcePlace("Inter-IAMB", "Tsamardinos et al. 2003"),
    "pc": SourcePlace("PC", "Spirtes et al. 2000"),
    "grow_shrink": SourcePlace("grow-shrink", "Margaritis and Thrun 1999"),
    "collider_set": SourcePlace("collider sets", "Pellet and Elisseeff 2008"),
    "mmpc": SourcePlace("MMPC", "Tsamardinos et al. 2006"),
}

PURPOSES = {
    BOUNDARY_DISCOVERY: "boundary discovery",
    lemmas.NEIGHBORS: "neighbors",
    lemmas.CONDITION_ONE: "Condition 1",
    lemmas.V_STRUCTURES: "v-structures",
    lemmas.CONDITION_TWO: "Condition 2",
    lemmas.BOUNDARY_UPDATE: "boundary update",
    SKELETON: "skeleton",
    ORIENTATION: "orientation",
}

LINE_OF_PURPOSE = {
    BOUNDARY_DISCOVERY: 1,
    lemmas.NEIGHBORS: 7,
    lemmas.CONDITION_ONE: 9,
    lemmas.V_STRUCTURES: 10,
    lemmas.CONDITION_TWO: 12,
    lemmas.BOUNDARY_UPDATE: 15,
}

_RIVAL_LINES = {
    "pc": {SKELETON: 5},
    "grow_shrink": {SKELETON: 4, ORIENTATION: 6},
    "collider_set": {SKELETON: 4},
    "mmpc": {SKELETON: 4},  # or 6: the same question, asked of the candidates themselves
}


def line_of_purpose(purpose: str, algorithm: str = "marvel") -> int:
    """Return the line of an algorithm that asks tests of a purpose.

    Examples
    --------
    >>> line_of_purpose("condition-1"), line_of_purpose("skeleton", "pc")
    (9, 5)
    """
    if algorithm in METHODS:
        return boundary_line_of_test(algorithm, is_inside=False)
    lines = LINE_OF_PURPOSE if algorithm == "marvel" else _RIVAL_LINES[algorithm]
    return lines.get(purpose, 1)


def item_of_purpose(purpose: str, algorithm: str = "marvel") -> SourcePlace:
    """Return the source of the tests of a purpose.

    Examples
    --------
    >>> print(item_of_purpose("neighbors"), item_of_purpose("skeleton", "pc"), sep="; ")
    the neighbor lemma (Section 3.2); PC (Spirtes et al. 2000)
    """
    if algorithm in METHODS:
        return ITEMS[algorithm]
    if purpose in ITEMS:
        return ITEMS[purpose]
    return ITEMS["algorithm" if algorithm == "marvel" else algorithm]
