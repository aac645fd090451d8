"""The definition of removable beside Theorem 1: every d-separation that a removal changes."""

from __future__ import annotations

from dataclasses import dataclass

from marvel_widgets.core.boundary.removability import (
    ChangedSeparation,
    changed_separations,
    explain_removability,
)
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.replay.wording import braces
from marvel_widgets.text import counted

# The definition is compared while the reader waits: beyond this it takes too long for that.
MOST_COMPARED = 12


@dataclass(frozen=True, slots=True)
class DefinitionReport:
    """What the definition of removable finds for a variable."""

    variable: Label
    changes: tuple[ChangedSeparation, ...]
    compared: int

    @property
    def removable(self) -> bool:
        """Whether no d-separation changes."""
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
    3 of 6 | A and C given nothing: not separated before, separated after the removal
    """
    others = len(dag) - 1
    compared = others * (others - 1) // 2 * 2 ** max(0, others - 2)
    return DefinitionReport(x, tuple(changed_separations(dag, x)), compared)


def change_words(dag: Dag, change: ChangedSeparation) -> str:
    """Return a changed d-separation in one line, its set in the order of the graph."""
    given = f"given {braces(dag, change.given)}" if change.given else "given nothing"
    before, after = (
        "separated" if so else "not separated"
        for so in (change.separated_before, change.separated_after)
    )
    return f"{change.y} and {change.z} {given}: {before} before, {after} after"


def comparison_words(dag: Dag, x: Label, report: DefinitionReport | None = None) -> str:
    """Return the verdicts of theorem and definition beside each other.

    The two are computed in different ways: the theorem from the neighbors, the definition
    from all d-separations with and without the variable.
    """
    removable = explain_removability(dag, x).removable
    text = _verdict(removable)
    if too_large_words(dag):
        return f"The theorem says: {text}. The definition is not compared for a graph of this size."
    found = definition_report(dag, x) if report is None else report
    total, compared = len(found.changes), counted(found.compared, "statement")
    seen = f"{total:,} of {compared} {'changes' if total == 1 else 'change'}"
    if not total:
        seen = f"none of {compared} changes"
    agree = "They agree." if removable == found.removable else "They do not agree."
    return (
        f"The theorem says: {text}. The definition says: {_verdict(found.removable)} ({seen}). "
        f"{agree}"
    )


def _verdict(removable: bool) -> str:
    return "removable" if removable else "not removable"
