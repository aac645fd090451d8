"""The answers of a vote as HTML: rows of cards, words and bars; at the end, by belief."""

from collections.abc import Sequence

from marvel_widgets.pictures.voting_cards import card_svg
from marvel_widgets.text import capitalized, escaped
from marvel_widgets.widgets.vote.model import Round


def answers_html(votes: Sequence[Round], *, told: bool) -> str:
    """Return the answers of the last vote with what is counted, as bars once it is closed.

    Told, the right one is ticked; a wrong one opens to the belief behind it, and shows the count of
    that belief the first time.
    """
    first, last = votes[0], votes[-1]
    beliefs = [option.belief for option in first.ballot.options]
    before = dict(zip(beliefs, first.counts, strict=True))
    twice = told and len(votes) > 1
    rows = '<div><p></p><p></p><p></p><span class="mw-place">1st → 2nd</span></div>' * twice
    for option, n in zip(last.ballot.options, last.counts, strict=True):
        was = before.get(option.belief, 0)
        bars = (_bar("i", was, first) if twice else "") + _bar("span", n, last)
        bars = f'<div class="mw-grow">{bars}</div>' if last.closed else ""
        words = escaped(option.words.replace(" -> ", "\u00a0→\u00a0"))  # an arrow does not break
        cells = f"{card_svg(option.card, named=False)}<span>{words}</span><span>{bars}</span>"
        count = n if any(last.counts) else ""
        cells += f"<span>{f'{was} → ' if twice else ''}<b>{count}</b></span>"
        if not told:
            rows += f"<div>{cells}</div>"
        elif option.belief:
            cells += '<span><span class="mw-sr">wrong</span></span>'
            rows += f'<details name="mw-vote"><summary>{cells}</summary>'
            rows += f"{escaped(option.named)}</details>"
        else:
            rows += f'<div class="mw-right">{cells}<b>✓ right</b></div>'
    longest = max(len(option.words) for option in last.ballot.options)
    look = "mw-vote mw-told" if told else "mw-vote"
    return f'<div class="{look}" style="--mw-longest:{longest}ch">{rows}</div>'


def _bar(tag: str, n: int, vote: Round) -> str:
    return f'<{tag} style="width:{round(100 * n / max(1, sum(vote.counts)))}%"></{tag}>'


def vote_lines(vote: Round, *, told: bool) -> list[str]:
    """Return the answers of a vote in lines, with their counts and perhaps beliefs."""
    return [
        f"{capitalized(option.card)}: {option.words}{f': {n}' if any(vote.counts) else ''}"
        f"{f'; {option.named}' if told else ''}"
        for option, n in zip(vote.ballot.options, vote.counts, strict=True)
    ]
