"""The answers of a vote as HTML: a table of cards, words and bars; at the end, by belief."""

from collections.abc import Sequence

from marvel_widgets.assessment.vote import Option
from marvel_widgets.pictures.voting_cards import card_svg
from marvel_widgets.text import capitalized, escaped
from marvel_widgets.widgets.kit.controls import signed
from marvel_widgets.widgets.vote.model import Round


def answers_html(votes: Sequence[Round], *, told: bool) -> str:
    """Return the answers of the last vote with what is counted, as bars once it is closed.

    Told, each stands under the belief behind it, with the count of that belief the first time.
    """
    first, last = votes[0], votes[-1]
    before = {
        option.belief: n for option, n in zip(first.ballot.options, first.counts, strict=True)
    }
    rows = ""
    for option, n in zip(last.ballot.options, last.counts, strict=True):
        look, was = "", ""
        if told:
            look = "wrong" if option.belief else "right"
            held = signed("✗" if option.belief else "✓", option.named)
            rows += f'<tr class="mw-vote-{look}"><th colspan="4">{held}</th></tr>'
            was = f"{before.get(option.belief, 0)} → " if len(votes) > 1 else ""
        rows += f'<tr class="mw-vote-{look}">{_cells(option, n, last, was)}</tr>'
    return f'<table class="mw-vote">{rows}</table>'


def _cells(option: Option, n: int, vote: Round, was: str) -> str:
    share = round(100 * n / max(1, sum(vote.counts)))
    bar = f'<div class="mw-grow"><span style="width:{share}%"></span></div>' if vote.closed else ""
    words = escaped(option.words.replace(" -> ", "\u00a0→\u00a0"))  # an arrow does not break
    return (
        f"<td>{card_svg(option.card, named=False)}<b>{option.card}</b></td><td>{words}</td>"
        f"<td>{bar}</td><td>{was}<b>{n if any(vote.counts) else ''}</b></td>"
    )


def vote_lines(vote: Round, *, told: bool) -> list[str]:
    """Return the answers of a vote in lines, with their counts and perhaps beliefs."""
    return [
        f"{capitalized(option.card)}: {option.words}{f': {n}' if any(vote.counts) else ''}"
        f"{f'; {option.named}' if told else ''}"
        for option, n in zip(vote.ballot.options, vote.counts, strict=True)
    ]
