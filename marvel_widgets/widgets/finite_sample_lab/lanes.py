"""What the finite-sample lab says beside its pictures, as HTML."""

from collections.abc import Iterable

from marvel_widgets.replay.stage_words import parted
from marvel_widgets.text import escaped, folded, paragraphs

BY_PATHS = " in the true graph: "  # after it comes what each path does


def lane_html(sentence: str, more: Iterable[str], mark: str) -> str:
    """Return what happens in a run, its reason below it, then a paragraph for each line more."""
    told, sign, paths = sentence.partition(BY_PATHS)
    what, why = map(escaped, parted(told + sign.rstrip(": ")))
    if paths:  # folded below what they decide
        happens = f"{what} {folded(why, f' {escaped(paths)}', '')}"
    else:
        happens = what + (f' <div class="mw-said mw-because">{why}</div>' if why else "")
    run = '<span class="mw-sr">Data run: </span>'
    text = paragraphs(more)
    text = f'<div class="mw-sentence">{run}{happens}</div>{text}'
    return f'<div class="mw-lane-words {mark}" role="status" aria-live="polite">{text}</div>'


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
