"""What MARVEL reports while it runs: small facts, no text, no color, no snapshot.

Variables are numbers, sets are sorted tuples. Each event names the line of the paper's
Algorithm 1 that it belongs to. Those of boundary discovery and of the other algorithms have
modules of their own. The state of a run at any point is the fold of the events up to there.
"""

from typing import ClassVar

from marvel_widgets.core.boundary.events import Event, Set


class BoundariesGiven(Event):
    """The run started from given boundaries."""

    boundaries: tuple[Set, ...]


class RoundStarted(Event):
    """The remaining variables are sorted by boundary size, ties by index."""

    line: ClassVar[int] = 5
    number: int


class Visited(Event):
    """It is the turn of x: is it removable?"""

    line: ClassVar[int] = 6
    x: int


class NeighborDecided(Event):
    """y is a neighbor of x (`separating_set` is None), or a co-parent separated by a set."""

    line: ClassVar[int] = 7
    x: int
    y: int
    separating_set: Set | None


class NeighborsKnown(Event):
    """The neighbors of x are known and their edges are drawn."""

    line: ClassVar[int] = 8
    x: int
    neighbors: Set
    co_parents: Set
    reused: bool


class PairDecided(Event):
    """Condition 1 for one pair of neighbors of x: no set with x separates them, or this one.

    `separating_set` leaves x out. Where the answer is remembered, `reused` is set and the
    separating set, if the pair failed, is the remembered one.
    """

    line: ClassVar[int] = 9
    x: int
    z: int
    w: int
    separating_set: Set | None
    reused: bool


class ConditionOneDecided(Event):
    """All pairs passed, or one failed."""

    line: ClassVar[int] = 9
    x: int
    holds: bool


class SeparatingSetRenewed(Event):
    """The stored set for x and its co-parent t had left the boundary; this is a new one."""

    line: ClassVar[int] = 10
    x: int
    t: int
    separating_set: Set | None


class VStructureDecided(Event):
    """Whether x -> y <- t.

    Not when y is in the separating set of x and t (`in_separating_set`), and not when
    `separating_set` separates y and t.
    """

    line: ClassVar[int] = 10
    x: int
    y: int
    t: int
    found: bool
    in_separating_set: bool
    separating_set: Set | None


class VStructuresKnown(Event):
    """The v-structures in which x is a parent, as pairs (y, t); their edges are directed."""

    line: ClassVar[int] = 11
    x: int
    v_structures: tuple[tuple[int, int], ...]
    reused: bool


class TripleDecided(Event):
    """Condition 2 for x -> y <- t and another neighbor z of x.

    No set with x and y separates z and t, or `separating_set` does (x and y left out).
    """

    line: ClassVar[int] = 12
    x: int
    y: int
    t: int
    z: int
    separating_set: Set | None
    reused: bool


class ConditionTwoDecided(Event):
    """All triples passed (x is removable), or one failed."""

    line: ClassVar[int] = 12
    x: int
    holds: bool


class NoneRemovable(Event):
    """No remaining variable passed: cannot happen with an oracle.

    `chosen` is removed all the same (smallest boundary), or None: the run stops here.
    """

    line: ClassVar[int] = 6
    chosen: int | None


class Removed(Event):
    """x leaves.

    `arrows` are the neighbors whose still undirected edge the printed line 13 points at x;
    empty under the recorded rule, which keeps the pairs of neighbors for line 17 instead.
    """

    line: ClassVar[int] = 14
    x: int
    neighbors: Set
    arrows: Set


class BoundaryPairTested(Event):
    """Do neighbors y and z of the removed x stay in each other's boundary?

    `smaller` is the one whose boundary, without x, y and z, was `given`.
    """

    line: ClassVar[int] = 15
    x: int
    y: int
    z: int
    smaller: int
    given: Set
    independent: bool


class VStructuresCollected(Event):
    """The v-structures of the answer, as (a, collider, b), and those that were dropped.

    Dropped ones contradict an earlier one or the learned skeleton; none with an oracle.
    """

    line: ClassVar[int] = 17
    v_structures: tuple[tuple[int, int, int], ...]
    dropped: tuple[tuple[int, int, int], ...]


class EdgeDirected(Event):
    """A Meek rule directed ``tail - head`` because of other vertices."""

    line: ClassVar[int] = 18
    rule: str
    tail: int
    head: int
    because: Set


class Finished(Event):
    """The essential graph is returned."""

    line: ClassVar[int] = 19
