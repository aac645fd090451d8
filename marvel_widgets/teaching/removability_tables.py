"""The removability lab's tables as HTML; every name is escaped."""

from __future__ import annotations

from html import escape

from marvel_widgets.graphs.dag import Dag
from marvel_widgets.graphs.errors import Label
from marvel_widgets.teaching.definition_view import DefinitionReport, change_words
from marvel_widgets.teaching.removability_view import condition_verdicts


def conditions_html(dag: Dag, x: Label, *, answers: bool = True) -> str:
    """Return both conditions of Theorem 1 at each child of a variable as a table.

    Parameters
    ----------
    dag : Dag
    x : Label
    answers : bool
        Whether verdicts and reasons show, or only what is asked.

    Examples
    --------
    >>> html = conditions_html(Dag("A -> B -> C"), "B")
    >>> html.count("<tr>"), "fails" in html
    (3, True)
    """
    rows = condition_verdicts(dag, x)
    if not rows:
        name = escape(str(x))
        return f"<p>{name} has no children, so both conditions have nothing to check.</p>"
    heads = ["child", "condition", "what it asks"]
    heads += ["holds?", "why"] if answers else []
    body = []
    for row in rows:
        cells = [str(row.child), str(row.condition), row.asked]
        if answers:
            cells += ["✓\u00a0holds" if row.holds else "✗\u00a0fails", row.found]
        body.append("".join(f"<td>{escape(cell)}</td>" for cell in cells))
    head = "".join(f'<th scope="col">{word}</th>' for word in heads)
    caption = escape(f"The conditions of Theorem 1 at each child of {x}")
    lines = "".join(f"<tr>{cells}</tr>" for cells in body)
    return (
        f'<table class="mw-table mw-words"><caption>{caption}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"
    )


def changes_html(dag: Dag, report: DefinitionReport, first: int = 0, rows: int = 10) -> str:
    """Return a page of the d-separations that a removal changes as a numbered list.

    Parameters
    ----------
    dag : Dag
    report : DefinitionReport
    first : int
        The number of the first row, from 0.
    rows : int

    Examples
    --------
    >>> from marvel_widgets.teaching.definition_view import definition_report
    >>> dag = Dag("A -> B -> C")
    >>> changes_html(dag, definition_report(dag, "B")).count("<li>")
    1
    """
    x = report.variable
    said = f"The d-separations that removing {x} changes: {report.words(first, rows)}"
    shown = report.changes[first : first + rows]
    if not shown:
        return f"<p>{escape(said)}</p>"
    items = "".join(f"<li>{escape(change_words(dag, change))}</li>" for change in shown)
    return f'<p>{escape(said)}</p><ol start="{first + 1}" class="mw-list">{items}</ol>'
