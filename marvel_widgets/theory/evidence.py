"""Evidence that can be checked by hand: statements on d-separation, and where a claim fails.

Variables are numbers, sets are increasing tuples of them.
"""

from dataclasses import dataclass

Set = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CiStatement:
    """A set and whether it separates two variables."""

    x: int
    y: int
    given: Set
    separated: bool


@dataclass(frozen=True, slots=True)
class NoSeparator:
    """No subset of candidates (with `proper` not all of them), with `always`, separates x and y."""

    x: int
    y: int
    candidates: Set
    always: Set = ()
    proper: bool = False


@dataclass(frozen=True, slots=True)
class ChangedBy:
    """A d-separation that deleting a variable changes, so that it is not removable."""

    removed: int
    y: int
    z: int
    given: Set
    separated_before: bool


@dataclass(frozen=True, slots=True)
class BoundarySize:
    """How many variables a Markov boundary has, and the maximum in-degree of the graph."""

    x: int
    size: int
    max_in_degree: int


Evidence = CiStatement | NoSeparator | ChangedBy | BoundarySize


@dataclass(frozen=True, slots=True)
class Break:
    """A place where a weaker claim fails."""

    roles: tuple[tuple[str, int], ...]
    says: bool
    truth: bool
    evidence: tuple[Evidence, ...]
    separating_set: Set | None = None
