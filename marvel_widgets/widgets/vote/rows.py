"""The answers of a vote as HTML: a table of cards, words and bars; at the end, by belief."""

from collections.abc import Sequence

from marvel_widgets.assessment.vote import Option
from marvel_widgets.pictures.voting_cards import card_svg
from marvel_widgets.text import capitalized, escaped
from marvel_widgets.widgets.kit.controls import signed
from marvel_widgets.widgets.vote.model import Round


def answers_html(votes: Sequence[Round], *, told: bool) -> str:
    """Return the answers of the last vote with what is counted, as bars once it is closed.

    Told, the answers of all votes are under the belief behind them, and all bars on one line.
    """
    shown = votes if told else votes[-1:]
    rows: dict[str, str] = {}
    for vote, name in zip(shown, ("1st", "2nd") if len(shown) > 1 else ("",), strict=True):
        for option, n in zip(vote.ballot.options, vote.counts, strict=True):
            key = option.belief if told else option.card
            look = "" if not told else "wrong" if option.belief else "right"
            held = signed("✗" if option.belief else "✓", option.named)
            head = f'<tr class="mw-vote-{look}"><th colspan="4">{held}</th></tr>'
            rows.setdefault(key, head if told else "")
            rows[key] += f'<tr class="mw-vote-{look}">{_cells(option, n, vote, name)}</tr>'
    return f'<table class="mw-vote">{"".join(rows.values())}</table>'


def _cells(option: Option, n: int, vote: Round, name: str) -> str:
    share = round(100 * n / max(1, sum(vote.counts)))
    bar = f'<div class="mw-grow"><span style="width:{share}%"></span></div>' if vote.closed else ""
    words = escaped(option.words.replace(" -> ", "\u00a0→\u00a0"))  # an arrow does not break
    return (
        f"<td>{card_svg(option.card, named=False)}<b>{option.card}</b></td><td>{words}</td>"
        f"<td>{bar}</td><td>{name} <b>{n if any(vote.counts) else ''}</b></td>"
    )


def vote_lines(vote: Round, *, told: bool) -> list[str]:
    """Return the answers of a vote in lines, with their counts and perhaps beliefs."""
    return [
        f"{capitalized(option.card)}: {option.words}{f': {n}' if any(vote.counts) else ''}"
        f"{f'; {option.named}' if told else ''}"
        for option, n in zip(vote.ballot.options, vote.counts, strict=True)
    ]
