"""What an edit of a graph changes in what the graph implies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.theory.graph_survey import Survey

Edge = tuple[Label, Label]


@dataclass(frozen=True, slots=True)
class EdgeChanges:
    """How the edges of two graphs differ, each in the graph's order."""

    added: tuple[Edge, ...]
    deleted: tuple[Edge, ...]
    turned: tuple[Edge, ...]

    def __len__(self) -> int:
        return len(self.added) + len(self.deleted) + len(self.turned)


def edge_changes(before: Dag, after: Dag) -> EdgeChanges:
    """Return how the edges of two graphs differ."""
    old, new = set(before.edges), set(after.edges)
    turned = tuple(edge for edge in after.edges if edge not in old and edge[::-1] in old)
    return EdgeChanges(
        tuple(edge for edge in after.edges if edge not in old and edge[::-1] not in old),
        tuple(edge for edge in before.edges if edge not in new and edge[::-1] not in new),
        turned,
    )


@dataclass(frozen=True, slots=True)
class Changes:
    """What is different after an edit."""

    edges: EdgeChanges
    arrived: tuple[Label, ...]
    gone: tuple[Label, ...]
    now_removable: tuple[Label, ...]
    no_longer_removable: tuple[Label, ...]
    entered: tuple[Label, ...]
    left: tuple[Label, ...]
    tests: Mapping[str, int | None]
    upper: int | Fraction | None
    lower: int | None
    directed: tuple[Edge, ...]
    undirected: tuple[Edge, ...]
    printed: bool

    @property
    def consequences(self) -> bool:
        """Whether anything changed beyond the edges and variables themselves."""
        found = (
            self.now_removable,
            self.no_longer_removable,
            self.entered,
            self.left,
            self.tests,
            self.directed,
            self.undirected,
            self.printed,
        )
        return any(found) or self.upper is not None or self.lower is not None


def changes(before: Survey, after: Survey) -> Changes:
    """Return what became different from one survey to the next.

    Examples
    --------
    >>> from marvel_widgets.theory.graph_survey import survey
    >>> trap = Dag("X -> Y <- T; Y -> Z; X -> Z")
    >>> found = changes(survey(trap), survey(trap.with_edge("T", "Z")))
    >>> found.edges.added, found.now_removable, found.tests["marvel"]
    ((('T', 'Z'),), ('X', 'Y'), 8)
    """
    old, new = before.dag, after.dag
    entered, left = _boundary_changes(before, after)
    directed, undirected = _direction_changes(before, after)
    return Changes(
        edge_changes(old, new),
        _without(new.nodes, old.nodes),
        _without(old.nodes, new.nodes),
        tuple(x for x in _without(after.removable, before.removable) if x in old),
        tuple(x for x in _without(before.removable, after.removable) if x in new),
        entered,
        left,
        MappingProxyType({k: n for k, n in before.tests.items() if after.tests[k] != n}),
        before.upper if before.upper != after.upper else None,
        before.lower if before.lower != after.lower else None,
        directed,
        undirected,
        before.printed_wrong != after.printed_wrong,
    )


def _without(these: Iterable[Label], those: Iterable[Label]) -> tuple[Label, ...]:
    others = set(those)
    return tuple(x for x in these if x not in others)


def _boundary_changes(before: Survey, after: Survey) -> tuple[tuple[Label, ...], tuple[Label, ...]]:
    """Return which variables came into the boundary of the chosen one, and which left it."""
    old, new = before.boundary, after.boundary
    if old is None or new is None or old.x != new.x:
        return (), ()
    entered = tuple(x for x in after.dag.nodes if x in new.members - old.members)
    return entered, tuple(x for x in before.dag.nodes if x in old.members - new.members)


def _direction_changes(before: Survey, after: Survey) -> tuple[tuple[Edge, ...], tuple[Edge, ...]]:
    """Return the edges of both graphs that got a direction in the essential graph, or lost it."""
    there = set(before.dag.edges)
    # An edge that was turned is the same link: whether tests tell its direction may be another.
    both = [edge for edge in after.dag.edges if edge in there or edge[::-1] in there]
    old, new = before.essential.directed, after.essential.directed
    known = {edge for edge in both if edge in old or edge[::-1] in old}
    return (
        tuple(edge for edge in both if edge in new and edge not in known),
        tuple(edge for edge in both if edge in known and edge not in new),
    )
