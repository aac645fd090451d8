"""The removability lab's tables as HTML; every name is escaped."""

from collections.abc import Iterable, Sequence
from typing import Final

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.removability.definition_view import DefinitionReport, change_words
from marvel_widgets.lessons.removability.view import ConditionVerdict, condition_verdicts
from marvel_widgets.text import escaped, folded, table_html

MOST_SHOWN: Final = 2  # reasons; more are folded


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
        return _asked_html(x, rows)
    body = (
        f"<tr><td>{escaped(str(one.child))}</td>{_verdict(one)}{_verdict(two)}</tr>"
        for one, two in zip(rows[::2], rows[1::2], strict=True)
    )
    table = table_html(f"At each child of {x}", ("child", "Condition 1", "Condition 2"), body)
    return table + _reasons_html(sorted(rows, key=lambda row: row.holds))


def _asked_html(x: Label, rows: Iterable[ConditionVerdict]) -> str:
    body = (
        f"<tr><td>{escaped(str(row.child))}</td><td>{row.condition}</td>"
        f"<td>{escaped(row.asked)}</td></tr>"
        for row in rows
    )
    heads = ("child", "condition", "what it asks")
    return table_html(f"The conditions of Theorem 1 at each child of {x}", heads, body, "mw-words")


def _verdict(row: ConditionVerdict) -> str:
    holds = "✓\u00a0holds" if row.holds else "<b>✗\u00a0fails</b>"
    return f'<td title="{escaped(row.asked)}">{holds}</td>'


def _reasons_html(rows: Sequence[ConditionVerdict]) -> str:
    """Return why the conditions hold or fail: as many as are read at once, the others folded."""
    said = [
        f"<p>Condition {row.condition} at {escaped(str(row.child))}: {escaped(row.found)}</p>"
        for row in rows
    ]
    shown, others = "".join(said[:MOST_SHOWN]), "".join(said[MOST_SHOWN:])
    return f'<div class="mw-reasons">{shown}{folded("The other reasons", others, "")}</div>'


def changes_html(dag: Dag, report: DefinitionReport, first: int = 0, rows: int = 10) -> str:
    """Return d-separations that a removal changes as a numbered list, from row `first`."""
    x = report.variable
    text = f"The d-separations that removing {x} changes: {report.words(first, rows)}"
    shown = report.changes[first : first + rows]
    if not shown:
        return f"<p>{escaped(text)}</p>"
    items = "".join(f"<li>{escaped(change_words(dag, change))}</li>" for change in shown)
    return f'<p>{escaped(text)}</p><ol start="{first + 1}" class="mw-list">{items}</ol>'
