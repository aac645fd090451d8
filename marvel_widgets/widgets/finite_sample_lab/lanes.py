"""What the finite-sample lab says beside its pictures, as HTML."""

from collections.abc import Iterable

from marvel_widgets.text import paragraphs


def tally_html(rows: Iterable[tuple[str, int, int]]) -> str:
    """Return what the two runs have come to, beside each other; what differs is bold."""
    head = "".join(f"<th scope='col'>{words}</th>" for words in ("So far", "data", "oracle"))
    lines = "".join(
        f"<tr class='{'' if data == oracle else 'mw-newest'}'><th scope='row'>{words}</th>"
        f"<td class='mw-number'>{data:,}</td><td class='mw-number'>{oracle:,}</td></tr>"
        for words, data, oracle in rows
    )
    return f"<table class='mw-table mw-tally'><tr>{head}</tr>{lines}</table>" if lines else ""


def sentence_html(words: Iterable[str]) -> str:
    """Return a paragraph for each line that says something."""
    text = paragraphs(filter(None, words))
    return f'<div class="mw-sentence">{text}</div>' if text else ""
