"""The removability lab's tables as HTML; every name is escaped."""

from __future__ import annotations

from html import escape

from marvel_widgets.graphs.dag import Dag
from marvel_widgets.graphs.errors import Label
from marvel_widgets.teaching.removability_view import ChangedPage, change_words, condition_verdicts


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


def changes_html(dag: Dag, x: Label, page: ChangedPage) -> str:
    """Return a page of the d-separations that a removal changes as a numbered list.

    Examples
    --------
    >>> from marvel_widgets.teaching.removability_view import changed_page
    >>> dag = Dag("A -> B -> C")
    >>> changes_html(dag, "B", changed_page(dag, "B")).count("<li>")
    1
    """
    said = escape(f"The d-separations that removing {x} changes. {page.words}")
    if not page.changes:
        return f"<p>{said}</p>"
    items = "".join(f"<li>{escape(change_words(dag, change))}</li>" for change in page.changes)
    return f'<p>{said}</p><ol start="{page.first + 1}" class="mw-list">{items}</ol>'
