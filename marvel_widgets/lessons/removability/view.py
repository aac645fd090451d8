"""Theorem 1 beside the definition that it characterizes: words and pictures for one variable.

Everything that the removability lab shows comes from these functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import dist, hypot

from marvel_widgets.assessment.facts import Facts, said
from marvel_widgets.assessment.prediction import Question
from marvel_widgets.core.boundary.removability import RemovabilityReport, explain_removability
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.removability.definition_view import (
    DefinitionReport,
    change_words,
    comparison_words,
    definition_report,
    too_large_words,
)
from marvel_widgets.lessons.removability.facts import MissingArrow, NeighborsAtChild, ParentsAtChild
from marvel_widgets.lessons.separation.by_arrows import in_order
from marvel_widgets.pictures.band import Said
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.marks import edge_point
from marvel_widgets.pictures.pills import HALF, Point, pill_width
from marvel_widgets.pictures.positions import Positions
from marvel_widgets.pictures.stage import Joined, Stage, stage_of
from marvel_widgets.text import listed


@dataclass(frozen=True, slots=True)
class ConditionVerdict:
    """One condition of Theorem 1 at one child."""

    condition: int
    child: Label
    holds: bool
    asked: str
    why: Facts

    @property
    def found(self) -> str:
        """What it finds there, in sentences."""
        return said(self.why)


def condition_verdicts(dag: Dag, x: Label) -> tuple[ConditionVerdict, ...]:
    """Return both conditions of Theorem 1 at each child of a variable.

    Raises
    ------
    UnknownVariableError
        There is no such variable.

    Notes
    -----
    Theorem 1. Cost: one removability report.

    Examples
    --------
    >>> for row in condition_verdicts(Dag("X -> Y <- T; Y -> Z; X -> Z"), "X"):
    ...     print(row.child, row.condition, row.holds)
    Y 1 True
    Y 2 True
    Z 1 True
    Z 2 False
    """
    report = explain_removability(dag, x)
    children = in_order(dag, dag.children(x))
    return tuple(
        verdict for z in children for verdict in (_one(dag, report, z), _two(dag, report, z))
    )


def _one(dag: Dag, report: RemovabilityReport, z: Label) -> ConditionVerdict:
    x = report.variable
    others = dag.neighbors(x) - {z}
    apart = in_order(dag, others - dag.neighbors(z))
    asked = f"Each neighbor of {x} is {z} or a neighbor of {z}."
    shown = tuple(apart or in_order(dag, others))
    why = NeighborsAtChild(x, z, shown, not apart)
    return ConditionVerdict(1, z, not apart, asked, (why,))


def _two(dag: Dag, report: RemovabilityReport, z: Label) -> ConditionVerdict:
    x = report.variable
    between = in_order(dag, dag.children(x) & dag.parents(z))
    failing = [v for v in report.violations if v.condition == 2 and v.child == z]
    asked = f"Where a child of {x} is a parent of {z}, all its parents are parents of {z}."
    parents = tuple(tuple(in_order(dag, dag.parents(y))) for y in between)
    why: Facts = (ParentsAtChild(x, z, tuple(between), parents),)
    if failing:
        why = tuple(MissingArrow(x, v.through, v.missing) for v in failing)
    return ConditionVerdict(2, z, not failing, asked, why)


def leaving(dag: Dag, x: Label) -> Said:
    """Return whether a variable is removable, in one sentence, and why in another."""
    report = explain_removability(dag, x)
    missing = report.missing_edges
    if report.removable:
        why = "Both conditions of Theorem 1 hold at each of its children."
        return Said(f"{x} is removable.", why if dag.children(x) else "It has no children.", "yes")
    what = f"{x} is not removable: {len(missing)} edges are missing."
    if len(missing) == 1:
        (a, b) = missing[0]
        what = f"{x} is not removable: no edge joins {a} to {b}."
    first = next(v for v in condition_verdicts(dag, x) if not v.holds)
    return Said(what, f"Condition {first.condition} at {first.child}: {first.found}", "no")


def theorem_words(dag: Dag, x: Label) -> str:
    """Return what Theorem 1 says of a variable."""
    verdicts = condition_verdicts(dag, x)
    failing = [v for v in verdicts if not v.holds]
    if not failing:
        why = "both conditions hold at every child" if verdicts else "it has no children"
        return f"Theorem 1: {x} is removable, since {why}."
    parts = []
    for condition in sorted({v.condition for v in failing}):
        at = listed(str(v.child) for v in failing if v.condition == condition)
        parts.append(f"Condition {condition} fails at {at}.")
    return f"Theorem 1: {x} is not removable. {' '.join(parts)}"


# -- repair --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Repair:
    """A missing edge that can be added."""

    edge: tuple[Label, Label]
    words: str


def repairs(dag: Dag, x: Label) -> tuple[Repair, ...]:
    """Return the edges that Theorem 1 misses at a variable, as edges to add.

    Where the missing edge may point either way, both ways are there, the one along the causal
    order first; the other may close a cycle, which the graph then refuses.
    """
    edges: dict[tuple[Label, Label], None] = {}
    for violation in explain_removability(dag, x).violations:
        tail, head = violation.missing
        edges[tail, head] = None
        if violation.either_direction:
            edges[head, tail] = None
    return tuple(Repair((a, b), f"Add {a} → {b}") for a, b in edges)


def additions(dag: Dag, x: Label) -> tuple[Repair, ...]:
    """Return one edge to add for each pair that Theorem 1 misses; none of them closes a cycle."""
    pairs: dict[frozenset[Label], Repair] = {}
    for repair in repairs(dag, x):  # the way along the causal order first
        pairs.setdefault(frozenset(repair.edge), repair)
    return tuple(pairs.values())


# -- pictures ------------------------------------------------------------------------------


_PARTS = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74)  # of a line, where its "+" may be
_ROOM = 16.0  # px that a "+" has around its middle


def middles(drawing: Drawing, found: Iterable[Repair]) -> Iterator[tuple[Repair, Point]]:
    """Yield missing edges with a place on each line in a drawing: its middle, where it is free."""
    at = {mark.name: mark for mark in drawing.nodes}
    lines = {frozenset((mark.tail, mark.head)): mark for mark in drawing.edges}
    taken: list[Point] = []
    for repair in found:
        mark = lines.get(frozenset(map(str, repair.edge)))
        if mark is None:
            continue
        places = [edge_point(mark, at[mark.tail], at[mark.head], part) for part in _PARTS]
        taken.append(max(places, key=lambda place: _free(place, drawing, taken)))
        yield repair, taken[-1]


def _free(place: Point, drawing: Drawing, taken: Iterable[Point]) -> float:
    """Return how far a place is from the nearest pill, or half of that from another place."""
    x, y = place
    pills = (
        hypot(max(abs(x - v.x) - pill_width(v.name) / 2, 0.0), max(abs(y - v.y) - HALF, 0.0))
        for v in drawing.nodes
    )
    others = (dist(place, other) / 2 for other in taken)
    return min(_ROOM, *pills, *others)


def removability_drawing(
    dag: Dag,
    x: Label,
    positions: Positions | None = None,
    *,
    answers: bool = True,
    stage: Stage | None = None,
) -> Drawing:
    """Return a DAG with one variable under test and, in red and dashed, its missing edges.

    Parameters
    ----------
    dag : Dag
    x : Label
    positions : mapping of Label to (x, y), optional
    answers : bool
        Whether the missing edges show.
    stage : Stage, optional
        In place of `positions`.

    Examples
    --------
    >>> drawing = removability_drawing(Dag("X -> Y <- T; Y -> Z; X -> Z"), "X")
    >>> [(e.tail, e.head) for e in drawing.edges if e.state == "missing"]
    [('T', 'Z')]
    """
    report = explain_removability(dag, x)
    # in the paper's Figure 2 an edge that may point either way has no arrowhead
    one_way = {v.missing for v in report.violations if not v.either_direction}
    missing: list[Joined] = [(a, b, (a, b) in one_way, "missing") for a, b in report.missing_edges]
    return (stage or stage_of(dag, positions)).drawing(
        f"Is {x} removable?",
        {x: "subject"},
        more=missing if answers else (),
    )


def removability_question(dag: Dag, x: Label) -> Question:
    """Return "Is X removable?" with its answer and the reason."""
    removable = explain_removability(dag, x).removable
    return Question(
        f"removable {x} in {dag.to_text()}",
        f"Is {x} removable?",
        ("yes", "no"),
        "yes" if removable else "no",
        theorem_words(dag, x),
    )


def removability_text(
    dag: Dag,
    x: Label,
    first: int = 0,
    rows: int = 10,
    *,
    answers: bool = True,
    report: DefinitionReport | None = None,
) -> str:
    """Return all that the removability lab shows, as text."""
    verdicts = condition_verdicts(dag, x)
    lines = [dag.to_text(), f"Is {x} removable?"]
    if not answers:
        lines += [f"Condition {v.condition} at {v.child}: {v.asked}" for v in verdicts]
        return "\n".join(lines)
    for v in verdicts:
        how = "holds" if v.holds else "fails"
        lines.append(f"Condition {v.condition} at {v.child} {how}. {v.asked} {v.found}")
    large = too_large_words(dag)
    found = definition_report(dag, x) if report is None and not large else report
    lines += [theorem_words(dag, x), comparison_words(dag, x, found)]
    if found is None:
        lines.append(large)
    else:
        lines += [change_words(dag, change) for change in found.changes[first : first + rows]]
    return "\n".join(lines)
