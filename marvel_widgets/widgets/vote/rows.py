"""The answers of a vote as HTML: cards and words, then a bar for each belief."""

from collections.abc import Sequence

from marvel_widgets.assessment.vote import Option
from marvel_widgets.pictures.voting_cards import card_svg
from marvel_widgets.text import escaped
from marvel_widgets.widgets.kit.controls import signed
from marvel_widgets.widgets.vote.model import Round


def answers_html(vote: Round) -> str:
    """Return the answers under their letters, with the cards that are counted."""
    rows = zip(vote.ballot.options, vote.counts, strict=True)
    return f'<ul class="mw-vote">{"".join(_answer(option, n) for option, n in rows)}</ul>'


def _answer(option: Option, n: int) -> str:
    told = f" <b>{n}</b>" if n else ""
    return f"<li>{card_svg(option.letter)}<span>{escaped(option.words)}</span>{told}</li>"


def beliefs_html(votes: Sequence[Round]) -> str:
    """Return the closed votes side by side: a row for each belief, a bar for each card."""
    named = {option.belief: option.named for option in votes[0].ballot.options}
    rows = "".join(
        f"<li>{_named(belief, words)}"
        f"<div>{''.join(_bars(vote, belief) for vote in votes)}</div></li>"
        for belief, words in named.items()
    )
    return f'<ul class="mw-vote-beliefs">{rows}</ul>'


def _named(belief: str, words: str) -> str:
    """Return the name of a belief; the right one has a sign and a color of its own."""
    if belief:
        return f"<strong>{escaped(words)}</strong>"
    return f'<strong class="mw-vote-right">{signed("✓", words)}</strong>'


def _bars(vote: Round, belief: str) -> str:
    counted_here = zip(vote.ballot.options, vote.counts, strict=True)
    bars = [_bar(each, n, vote) for each, n in counted_here if each.belief == belief]
    return f"<div>{''.join(bars)}</div>"


def _bar(option: Option, n: int, vote: Round) -> str:
    share = round(100 * n / max(1, sum(vote.counts)))
    return (
        f'<div class="mw-vote-bar">{card_svg(option.letter)}<span>{escaped(option.words)}</span>'
        f'<div class="mw-grow"><span style="width:{share}%"></span></div><b>{n}</b></div>'
    )


def vote_lines(votes: Sequence[Round], *, told: bool) -> list[str]:
    """Return the answers of the last vote in lines, with their counts and perhaps beliefs."""
    now = votes[-1]
    lines = []
    for at, option in enumerate(now.ballot.options):
        cards = f": {now.counts[at]}" if any(now.counts) else ""
        belief = f"; {option.named}" if told else ""
        lines.append(f"Card {option.letter}: {option.words}{cards}{belief}")
    return lines
