"""Theorem 1 beside the definition that it characterizes: words, tables, pictures of one variable.

Everything that the removability lab shows comes from these; in HTML every name is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import dist, hypot
from typing import Any, Final

from marvel_widgets.assessment.facts import Facts, Role, kind, said
from marvel_widgets.assessment.prediction import Question
from marvel_widgets.core.boundary import removability as conditions
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.separation.by_arrows import in_order
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.pictures.band import Said
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.marks import edge_point
from marvel_widgets.pictures.pills import HALF, Point, pill_width
from marvel_widgets.pictures.positions import Positions
from marvel_widgets.pictures.stage import Joined, stage_of
from marvel_widgets.text import counted, escaped, folded, in_braces, listed, table_html

Edge = tuple[Label, Label]

# The definition is compared while the reader waits: beyond this it takes too long for that.
MOST_COMPARED: Final = 12
MOST_SHOWN: Final = 2  # reasons; more are folded
MOST_PLACES: Final = 3  # by name, where more edges are missing; more are counted

# -- the conditions at a child -----------------------------------------------------------------


def _joining(x: Label, child: Label, members: Labels, joined: bool) -> Mapping[Role, Any]:
    pairs = tuple((v, child) for v in members)
    return {"subject": x, "place": child, "edge" if joined else "missing": pairs}


NeighborsAtChild = kind(
    "x child members joined",
    "{members} {joined:{members:is a neighbor|are neighbors} of {child}|{members:is a neighbor|"
    "are neighbors} of {x}, and no edge joins {members} to {child}}.",
    "{child} is the only neighbor of {x}: nothing to check.",
    draws=_joining,
)


def _above(x: Label, child: Label, through: Labels, parents: tuple[Labels, ...]) -> str:
    if not through:
        return f"No child of {x} is a parent of {child}: nothing to check."
    pairs = zip(through, parents, strict=True)
    groups = listed(f"of {y} {in_braces(above)}" for y, above in pairs)
    return f"The parents {groups} are parents of {child}."


ParentsAtChild = kind("x child through parents", _above)
MissingArrow = kind(
    "x through missing",
    "{missing[0]} is a parent of {through}, a child of {x} and parent of {missing[1]}; "
    "{missing[0]} → {missing[1]} is missing.",
)


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
    found: list[ConditionVerdict] = []
    violations = conditions.explain_removability(dag, x).violations
    for z in in_order(dag, dag.children(x)):
        others = dag.neighbors(x) - {z}
        apart = in_order(dag, others - dag.neighbors(z))
        why: Facts = (NeighborsAtChild(x, z, apart or in_order(dag, others), not apart),)
        asked = f"Each neighbor of {x} is {z} or a neighbor of {z}."
        found.append(ConditionVerdict(1, z, not apart, asked, why))

        between = in_order(dag, dag.children(x) & dag.parents(z))
        failing = [v for v in violations if v.condition == 2 and v.child == z]
        parents = tuple(in_order(dag, dag.parents(y)) for y in between)
        why = tuple(MissingArrow(x, v.through, v.missing) for v in failing)
        why = why or (ParentsAtChild(x, z, between, parents),)
        asked = f"Where a child of {x} is a parent of {z}, all its parents are parents of {z}."
        found.append(ConditionVerdict(2, z, not failing, asked, why))
    return tuple(found)


def leaving(dag: Dag, x: Label) -> Said:
    """Return whether a variable is removable, in one sentence, and why in another.

    Missing edges are told where they are first asked for; of the others, only how many and where.
    """
    report = conditions.explain_removability(dag, x)
    missing = report.missing_edges
    if report.removable:
        why = "Both conditions of Theorem 1 hold at each of its children."
        return Said(f"{x} is removable.", why if dag.children(x) else "It has no children.", "yes")
    told = told_first(dag, report)
    first = next(v for v in condition_verdicts(dag, x) if not v.holds)
    z, why = first.child, f"Condition 2: {first.asked[0].lower()}{first.asked[1:]} {first.found}"
    if first.condition == 1:
        apart = in_order(dag, dag.neighbors(x) - {z} - dag.neighbors(z))
        why = f"Condition 1: each neighbor of {x} must be joined to its child {z}."
        if len(apart) <= MOST_PLACES:
            why += f" Not joined: {listed(map(str, apart))}."
    what = f"{x} is not removable: {len(told)} edges are missing at {z}."
    if len(told) == 1:
        what = "{} is not removable: no edge joins {} to {}.".format(x, *min(told))
    if more := len(set(missing) - told):
        places = {v.child for v in report.violations if v.missing not in told}
        where = f"{len(places)} children"
        where = listed(map(str, in_order(dag, places))) if len(places) <= MOST_PLACES else where
        why += f" {more} more {'is' if more == 1 else 'are'} missing at {where}."
    return Said(what, why, "no")


def told_first(dag: Dag, report: conditions.RemovabilityReport) -> set[Edge]:
    """Return the edges that one condition misses at one child, the first at which one fails."""
    places = [(dag.position(v.child), v.condition) for v in report.violations]
    pairs = zip(report.violations, places, strict=True)
    return {v.missing for v, place in pairs if place == min(places)}


def theorem_words(dag: Dag, x: Label) -> str:
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


# -- the definition ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DefinitionReport:
    """What the definition of removable finds for a variable."""

    variable: Label
    changes: tuple[conditions.ChangedSeparation, ...]
    compared: int

    @property
    def removable(self) -> bool:
        return not self.changes

    def words(self, first: int, rows: int) -> str:
        """Return how many changed, and which of them a page of the list has.

        >>> definition_report(Dag("A -> B -> C; A -> D"), "B").words(0, 2)
        '6 statements compared, 3 change. Here: 1 to 2.'
        """
        compared, total = counted(self.compared, "statement"), len(self.changes)
        if not total:
            return f"{compared} compared, none changes."
        last = min(total, first + rows)
        page = "" if first == 0 and last == total else f" Here: {first + 1} to {last}."
        return f"{compared} compared, {total:,} {'changes' if total == 1 else 'change'}.{page}"


def too_large_words(dag: Dag) -> str:
    """Return why the definition is not compared for a graph; empty where it is."""
    if len(dag) <= MOST_COMPARED:
        return ""
    return (
        "The definition compares every pair given every set of the others. "
        f"For {len(dag)} variables that is more than we do while you wait: up to {MOST_COMPARED} "
        "variables. Theorem 1 needs only a look at the neighbors."
    )


def definition_report(dag: Dag, x: Label) -> DefinitionReport:
    """Return every d-separation that removing a variable changes, and how many were compared.

    Parameters
    ----------
    dag : Dag
        Of at most 14 variables.
    x : Label

    Raises
    ------
    ValueError
        The graph is too large.
    UnknownVariableError
        There is no such variable.

    Notes
    -----
    By the definition alone, never by Theorem 1. Cost: all (p-1 choose 2) 2^(p-3) statements,
    before and after.

    Examples
    --------
    >>> report = definition_report(Dag("A -> B -> C; A -> D"), "B")
    >>> print(len(report.changes), "of", report.compared, "|", report.changes[0])
    3 of 6 | A and C given nothing: not separated before, separated after
    """
    others = len(dag) - 1
    compared = others * (others - 1) // 2 * 2 ** max(0, others - 2)
    return DefinitionReport(x, tuple(conditions.changed_separations(dag, x)), compared)


def comparison_words(dag: Dag, x: Label, report: DefinitionReport | None = None) -> str:
    """Return the verdicts of theorem and definition beside each other.

    The two are computed in different ways: the theorem from the neighbors, the definition
    from all d-separations with and without the variable.
    """
    words = {True: "removable", False: "not removable"}
    removable = conditions.explain_removability(dag, x).removable
    if too_large_words(dag):
        how = "The definition is not compared for a graph of this size."
        return f"The theorem says: {words[removable]}. {how}"
    found = definition_report(dag, x) if report is None else report
    total, compared = len(found.changes), counted(found.compared, "statement")
    seen = f"{total:,} of {compared} {'changes' if total == 1 else 'change'}"
    if not total:
        seen = f"none of {compared} changes"
    return (
        f"The theorem says: {words[removable]}. The definition says: {words[found.removable]} "
        f"({seen}). They {'agree' if removable == found.removable else 'do not agree'}."
    )


# -- pictures ------------------------------------------------------------------------------


_PARTS = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74)  # of a line, where its "+" may be
_ROOM = 20.0  # px that a "+" has around its middle


def middles(drawing: Drawing, missing: Iterable[Edge]) -> Iterator[tuple[Edge, Point]]:
    """Yield missing edges with a place on each line in a drawing: its middle, where it is free."""
    at = {mark.name: mark for mark in drawing.nodes}
    lines = {frozenset((mark.tail, mark.head)): mark for mark in drawing.edges}
    taken: list[Point] = []
    for edge in missing:
        mark = lines.get(frozenset(map(str, edge)))
        if mark is None:
            continue
        places = [edge_point(mark, at[mark.tail], at[mark.head], part) for part in _PARTS]
        taken.append(max(places, key=lambda place: _free(place, drawing, taken)))
        yield edge, taken[-1]


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
    all_missing: bool = True,
) -> Drawing:
    """Return a DAG with one variable under test and, in red and dashed, its missing edges.

    Parameters
    ----------
    dag : Dag
    x : Label
    positions : mapping of Label to (x, y), optional
    answers : bool
        Whether the missing edges show.
    all_missing : bool
        Whether all of them do, or those at the child of which `leaving` speaks.

    Examples
    --------
    >>> drawing = removability_drawing(Dag("X -> Y <- T; Y -> Z; X -> Z"), "X")
    >>> [(e.tail, e.head) for e in drawing.edges if e.state == "missing"]
    [('T', 'Z')]
    """
    report = conditions.explain_removability(dag, x)
    # in the paper's Figure 2 an edge that may point either way has no arrowhead
    one_way = {v.missing for v in report.violations if not v.either_direction}
    found = [e for e in report.missing_edges if all_missing or e in told_first(dag, report)]
    missing: list[Joined] = [(a, b, (a, b) in one_way, "missing") for a, b in found]
    return stage_of(dag, positions).drawing(
        f"Is {x} removable?", {x: "subject"}, more=missing if answers else ()
    )


# -- the lab -----------------------------------------------------------------------------------


def removability_question(dag: Dag, x: Label) -> Question:
    removable = conditions.explain_removability(dag, x).removable
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
    lines = [dag.to_text(), f"Is {x} removable?"]
    if not answers:  # an opening of notebook 03 asks before the conditions are taught
        return "\n".join(lines)
    for v in condition_verdicts(dag, x):
        how = "holds" if v.holds else "fails"
        lines.append(f"Condition {v.condition} at {v.child} {how}. {v.asked} {v.found}")
    large = too_large_words(dag)
    found = definition_report(dag, x) if report is None and not large else report
    lines += [theorem_words(dag, x), comparison_words(dag, x, found)]
    if found is None:
        lines.append(large)
    else:
        lines += map(str, found.changes[first : first + rows])
    return "\n".join(lines)


def conditions_html(dag: Dag, x: Label, *, answers: bool = True) -> str:
    """Return both conditions of Theorem 1 as a table, a row for each child, and their reasons.

    Those that fail come first. Without `answers` it shows what is asked in place of verdicts and
    reasons; with them, that is said on pointing at a verdict.
    """
    rows = condition_verdicts(dag, x)
    if not rows:
        name = escaped(str(x))
        return f"<p>{name} has no children, so both conditions have nothing to check.</p>"
    if not answers:
        body = [
            f"<tr><td>{escaped(str(row.child))}</td><td>{row.condition}</td>"
            f"<td>{escaped(row.asked)}</td></tr>"
            for row in rows
        ]
        heads = ("child", "condition", "what it asks")
        title = f"The conditions of Theorem 1 at each child of {x}"
        return table_html(title, heads, body, "mw-words")
    cells = {True: "✓\u00a0holds", False: "<b>✗\u00a0fails</b>"}
    marks = [f'<td title="{escaped(row.asked)}">{cells[row.holds]}</td>' for row in rows]
    body = [
        f"<tr><td>{escaped(str(row.child))}</td>{one}{two}</tr>"
        for row, one, two in zip(rows[::2], marks[::2], marks[1::2], strict=True)
    ]
    table = table_html(f"At each child of {x}", ("child", "Condition 1", "Condition 2"), body)
    reasons = [
        f"<p>Condition {row.condition} at {escaped(str(row.child))}: {escaped(row.found)}</p>"
        for row in sorted(rows, key=lambda row: row.holds)
    ]
    others = folded("The other reasons", "".join(reasons[MOST_SHOWN:]), "")
    return f'{table}<div class="mw-reasons">{"".join(reasons[:MOST_SHOWN])}{others}</div>'


def changes_html(report: DefinitionReport, first: int = 0, rows: int = 10) -> str:
    """Return d-separations that a removal changes as a numbered list, from row `first`."""
    x = report.variable
    text = f"The d-separations that removing {x} changes: {report.words(first, rows)}"
    shown = report.changes[first : first + rows]
    if not shown:
        return f"<p>{escaped(text)}</p>"
    items = "".join(f"<li>{escaped(str(change))}</li>" for change in shown)
    return f'<p>{escaped(text)}</p><ol start="{first + 1}" class="mw-list">{items}</ol>'
