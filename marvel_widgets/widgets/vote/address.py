"""Where the phones of a room find their cards."""

from typing import Final
from urllib.parse import urlsplit

from marvel_widgets.assessment.vote import Ballot
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.course.checks import Check

SITE: Final = "MARVEL_WIDGETS_SITE_URL"
LONGEST: Final = 200  # letters; a longer code can't be read from the last row
NO_SITE: Final = (
    f'Give site="https://..." or set {SITE}. '
    "Without phones: marvel-widgets quiz 03 --cards FILE writes cards to print."
)


def site_address(text: str) -> str:
    """Return the address of a site, ending in a slash; empty where there is none."""
    text = text.strip()
    if not text:
        return ""
    whole = text.removesuffix("index.html").rstrip("/") + "/"
    try:
        parts = urlsplit(whole)
        fits = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:  # [ without its other bracket
        fits = False
    plain = whole.isascii() and whole.isprintable() and not set(whole) & set(" <>\"'#?")
    if not (fits and plain and len(whole) <= LONGEST):
        msg = (
            f"site={shown(text)} is not the address of a site: give one such as "
            "https://example.org/marvel/"
        )
        raise ValueError(msg)
    return whole


def card_link(check: Check, turn: int, ballot: Ballot) -> str:
    """Return the page of a vote's cards in the site; cases that it does not have get bare cards."""
    if check.student or check.draw or check.notebook.startswith("PRE"):
        return f"ask.html#v={len(ballot.options)}"
    return f"ask.html#v={check.notebook}/{check.name}{'/2' if turn else ''}"
