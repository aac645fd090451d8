"""What PC, grow-shrink, collider sets and MMPC report beside the events of MARVEL.

`line` is the line of the algorithm's own pseudo-code where only one algorithm reports the
event; `marvel_widgets.replay.pseudocode.line_of` has the others.
"""

from typing import ClassVar

from marvel_widgets.core.boundary.events import Event, Set


class SkeletonStarted(Event):
    """The learned graph begins with these neighbors and will only lose edges.

    `start` is ``"moral"`` (everyone joined to its boundary) or ``"complete"``.
    """

    line: ClassVar[int] = 2
    start: str
    neighbors: tuple[Set, ...]


class LevelStarted(Event):
    """PC now tests its remaining edges with conditioning sets of this size."""

    line: ClassVar[int] = 3
    size: int


class EdgeDecided(Event):
    """PC has tested x - y with sets of one size: the edge leaves, or stays for now.

    `reused`: the sets from one end were all among those from the other.
    """

    line: ClassVar[int] = 5
    x: int
    y: int
    size: int
    separating_set: Set | None
    reused: bool


class ColliderDecided(Event):
    """A triple a - c - b whose ends were separated: a v-structure if c is not in their set."""

    line: ClassVar[int] = 6
    a: int
    c: int
    b: int
    found: bool
    separating_set: Set


class ContradictionsSettled(Event):
    """PC: v-structures that lose an arrow to one another, and what stays of them.

    `how` is ``"overwrite"`` or ``"mark"``. The `arrows` (tail, head) stay; each edge of `marked`
    gets two heads.
    """

    line: ClassVar[int] = 7
    how: str
    dropped: tuple[tuple[int, int, int], ...]
    arrows: tuple[tuple[int, int], ...]
    marked: tuple[tuple[int, int], ...]


class LinkDecided(Event):
    """Grow-shrink: x and y of each other's boundary are neighbors, or a set separates them.

    `smaller` is the one whose boundary the set comes from.
    """

    line: ClassVar[int] = 4
    x: int
    y: int
    smaller: int
    separating_set: Set | None


class ColliderTested(Event):
    """Grow-shrink: does a set with c separate the ends of a - c - b?

    None does: a -> c <- b. `separating_set` leaves c out; it comes from the boundary of
    `smaller`.
    """

    line: ClassVar[int] = 6
    a: int
    c: int
    b: int
    smaller: int
    separating_set: Set | None


class TriangleDecided(Event):
    """Collider Set: the link x - y of the moral graph closes triangles with `triangle`.

    With a separating set it joins co-parents and will leave; `colliders` are the third
    corners outside the set.
    """

    line: ClassVar[int] = 4
    x: int
    y: int
    triangle: Set
    separating_set: Set | None
    colliders: Set


class LinksRemoved(Event):
    """Collider Set: all links between co-parents leave at once."""

    line: ClassVar[int] = 6
    pairs: tuple[tuple[int, int], ...]


class CandidatesStarted(Event):
    """MMPC starts searching for the parents and children of x from the empty set."""

    line: ClassVar[int] = 3
    x: int


class CandidateExcluded(Event):
    """MMPC: y is not a neighbor of x; a set of candidates separates them.

    `was_chosen`: y had been a candidate until the backward phase.
    """

    line: ClassVar[int] = 4
    x: int
    y: int
    separating_set: Set
    was_chosen: bool


class CandidateChosen(Event):
    """MMPC: y, which no set of candidates separates from x, becomes a candidate."""

    line: ClassVar[int] = 5
    x: int
    y: int


class CandidatesKnown(Event):
    """MMPC: what is left for x after both phases."""

    line: ClassVar[int] = 7
    x: int
    candidates: Set


class SkeletonCorrected(Event):
    """MMPC: pairs (x, y) with y a candidate of x only, kept (``"or"``) or not (``"and"``)."""

    line: ClassVar[int] = 8
    rule: str
    pairs: tuple[tuple[int, int], ...]
