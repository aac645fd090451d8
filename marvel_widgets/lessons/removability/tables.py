"""The removability lab's tables as HTML; every name is escaped."""

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.removability.definition_view import DefinitionReport, change_words
from marvel_widgets.lessons.removability.view import condition_verdicts
from marvel_widgets.text import escaped, table_html


def conditions_html(dag: Dag, x: Label, *, answers: bool = True) -> str:
    """Return both conditions of Theorem 1 at each child of a variable as a table.

    Without `answers` it shows what is asked in place of verdicts and reasons; with them, that is
    said on pointing at the condition.
    """
    rows = condition_verdicts(dag, x)
    if not rows:
        name = escaped(str(x))
        return f"<p>{name} has no children, so both conditions have nothing to check.</p>"
    heads = ["child", "condition", *(("holds?", "why") if answers else ("what it asks",))]
    body = []
    for row in rows:
        asked, found = escaped(row.asked), escaped(row.found)
        verdict = "✓\u00a0holds" if row.holds else "✗\u00a0fails"
        cells = f'<td>{escaped(str(row.child))}</td><td title="{asked}">{row.condition}</td>'
        body.append(
            cells + (f"<td>{verdict}</td><td>{found}</td>" if answers else f"<td>{asked}</td>")
        )
    caption = f"The conditions of Theorem 1 at each child of {x}"
    return table_html(caption, heads, (f"<tr>{cells}</tr>" for cells in body), "mw-words")


def changes_html(dag: Dag, report: DefinitionReport, first: int = 0, rows: int = 10) -> str:
    """Return d-separations that a removal changes as a numbered list, from row `first`."""
    x = report.variable
    text = f"The d-separations that removing {x} changes: {report.words(first, rows)}"
    shown = report.changes[first : first + rows]
    if not shown:
        return f"<p>{escaped(text)}</p>"
    items = "".join(f"<li>{escaped(change_words(dag, change))}</li>" for change in shown)
    return f'<p>{escaped(text)}</p><ol start="{first + 1}" class="mw-list">{items}</ol>'
