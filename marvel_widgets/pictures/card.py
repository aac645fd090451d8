"""The card that every picture is drawn on, and its measures."""

from collections.abc import Sequence
from html import escape
from typing import Final

from marvel_widgets.pictures.marks import px
from marvel_widgets.pictures.palette import (
    CARD,
    CARD_BORDER,
    FONT_FAMILY,
    FONT_SIZE,
    INK,
    printable,
)

TITLE_SIZE: Final = 14.0


LINE: Final = 18.0  # of titles, legends and captions


PAD: Final = 12.0


def card(
    size: tuple[float, float], scale: float, title: str, description: str, body: Sequence[str]
) -> str:
    """Return the whole SVG element: a white card with a title and a description.

    >>> card((40, 20), 1.0, "a < b", "", []).count("a &lt; b")
    1
    """
    width, height = size
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {px(width)} {px(height)}" '
            f'width="{px(width * scale)}" height="{px(height * scale)}" role="img" '
            f'style="max-width:100%;height:auto" '
            f'font-family="{escape(FONT_FAMILY)}" font-size="{px(FONT_SIZE)}" fill="{INK}">',
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(printable(description))}</desc>",
            f'<rect x="0.5" y="0.5" width="{px(width - 1)}" height="{px(height - 1)}" rx="8" '
            f'fill="{CARD}" stroke="{CARD_BORDER}"/>',
            *body,
            "</svg>",
        ]
    )
