"""What a Breaker says beside its picture, as HTML."""

from marvel_widgets.lessons.lemmas.breaker_words import NO_GRAPH, claim_sentences, found_words
from marvel_widgets.lessons.lemmas.pictures import pairs_svg
from marvel_widgets.text import counted, escaped, folded, paragraphs
from marvel_widgets.theory.counterexamples import Counterexample, Progress, graphs_with


def sizes_html(largest: int, progress: Progress | None, *, done: bool, drawn: bool = False) -> str:
    """Return the numbers of variables, and how far the search came among graphs of each.

    Where they are `drawn`, each is a card with its pairs of variables and its number of graphs.
    """
    at = 0 if progress is None else progress.variables
    found = progress is not None and progress.found is not None
    items = []
    for size in range(1, largest + 1):
        graphs = counted(graphs_with(size), "graph") if drawn else ""
        look, words = ("", graphs) if size > at else (' class="mw-passed"', "✓ none")
        if progress is not None and size == at and (found or not done):
            look, words = ' class="mw-now"', f"{progress.done:,} of {progress.of:,}"
            if found:
                look, words = ' class="mw-broken"', f"✗ no. {progress.done:,}"
        items.append(f"<li{look}>{pairs_svg(size) if drawn else ''}<b>{size}</b> {words}</li>")
    if drawn and progress is None and not done:
        items.append(f"<li><b>{NO_GRAPH}</b> breaks it</li>")
    row = f'<p>Variables</p><ol aria-label="Number of variables">{"".join(items)}</ol>'
    return f'<div class="mw-sizes{" mw-cards" if drawn else ""}">{row}</div>'


def claim_html(claim: str, dropped: str | None) -> str:
    """Return what is left to break, and the whole claim folded below it."""
    whole, *weaker = claim_sentences(claim, dropped)
    fold = folded("The whole claim", escaped(whole), "") if weaker else ""
    return f'<div class="mw-claim">{paragraphs(weaker or (whole,))}{fold}</div>'


def found_html(found: Counterexample) -> str:
    """Return what goes wrong in a counterexample: first the contradiction, last the size."""
    size, contradiction, *reasons = map(escaped, found_words(found))
    says, _, truth = contradiction.partition(". In truth ")
    lines = [
        f'<div class="mw-said">{says}.</div><div>In truth {truth}</div>',
        *(f'<div class="mw-said">{reason}</div>' for reason in reasons),
        folded("How small it is", size),
    ]
    return f'<div class="mw-sentence" role="status">{"".join(lines)}</div>'
