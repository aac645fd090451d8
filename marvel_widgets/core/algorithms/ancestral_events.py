"""What greedy ancestral search reports; `line` is the line of its own pseudo-code."""

from dataclasses import dataclass
from typing import ClassVar

from marvel_widgets.core.boundary.events import Event, Set


@dataclass(frozen=True, slots=True)
class GroupStarted(Event):
    """The next group is looked for, given the prefix of the groups before it."""

    line: ClassVar[int] = 2
    number: int
    prefix: Set


@dataclass(frozen=True, slots=True)
class SizeStarted(Event):
    """Sets of this many candidates are tried; the candidates can still be in the group."""

    line: ClassVar[int] = 3
    size: int
    candidates: Set


@dataclass(frozen=True, slots=True)
class LinkTested(Event):
    """The edge x - y leaves, or stays for now.

    `separating_set` holds the candidates in the set; the members of the prefix in it are `given`.
    """

    line: ClassVar[int] = 4
    x: int
    y: int
    size: int
    separating_set: Set | None
    given: Set


@dataclass(frozen=True, slots=True)
class DownstreamTested(Event):
    """Are the separated u and v dependent once w is in the `given` set too?

    Then w is downstream: a collider on a path between them, or a descendant of one.
    """

    line: ClassVar[int] = 5
    u: int
    v: int
    w: int
    given: Set
    found: bool


@dataclass(frozen=True, slots=True)
class PrefixPairDecided(Event):
    """It took candidates to separate v from u, a member of the prefix; do this many do it?

    Then one of them comes before v. `remembered`: the set is the one that removed their edge.
    """

    line: ClassVar[int] = 6
    u: int
    v: int
    size: int
    separating_set: Set | None
    given: Set
    remembered: bool


@dataclass(frozen=True, slots=True)
class GroupClosed(Event):
    """The candidates that are left are the next group of the prefix."""

    line: ClassVar[int] = 7
    number: int
    group: Set


@dataclass(frozen=True, slots=True)
class GroupsDirected(Event):
    """Edges between groups point from the earlier one, those inside a group have no direction."""

    line: ClassVar[int] = 8
    groups: tuple[Set, ...]
