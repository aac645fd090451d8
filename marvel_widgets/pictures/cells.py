"""A grid of cells as SVG: what an app has as buttons, for a page without a kernel."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from marvel_widgets.pictures.card import LINE, PAD, TITLE_SIZE, card, fitting, title_line
from marvel_widgets.pictures.marks import box, text_line
from marvel_widgets.pictures.palette import BLACK, INK, printable, text_width

HEIGHT: Final = 36.0  # of a cell
GAP: Final = 4.0
WIDEST: Final = 900.0
_WIDEST_CELL: Final = 240.0
_WIDEST_NAME: Final = 480.0

Row = tuple[str, Sequence[tuple[str, str, str, str]]]  # of a cell its text, look, word, sentence
Look = tuple[str, str, float, str]  # fill, border, its width and its dashes


def cells_svg(title: str, description: str, rows: Sequence[Row], looks: Mapping[str, Look]) -> str:
    """Return rows of cells, each with its name; one that is too long goes on below.

    A look that ends with " chosen" has a second frame.
    """
    names = [fitting(name, _WIDEST_NAME) for name, _ in rows]
    texts = [text for _, cells in rows for cell in cells for text in (cell[0], cell[2])]
    wide = max(map(text_width, map(printable, texts)), default=48.0) + 12
    wide = min(wide, _WIDEST_CELL)
    left = PAD + max(map(text_width, names), default=0.0) + 10
    right, y, body = left + wide + GAP, LINE + 2 * PAD, []
    for name, (_, cells) in zip(names, rows, strict=True):
        body.append(text_line(name, PAD, y + HEIGHT / 2 + 4, INK, anchor="start"))
        x = left
        for text, look, word, spoken in cells:
            if x > left and x + wide > WIDEST - PAD:
                x, y = left, y + HEIGHT + GAP
            fill, border, width, dash = looks[look.removesuffix(" chosen")]
            frame = box((x, y, wide, HEIGHT), fill, border, width, round_by=4, dash=dash)
            if look.endswith(" chosen"):
                inside = x + 3, y + 3, wide - 6, HEIGHT - 6
                frame += box(inside, "none", INK, 1, round_by=3, dash="3 3")
            shown, middle = fitting(text, wide - 12), x + wide / 2
            body.append(
                f"<g><title>{escape(printable(spoken))}</title>{frame}"
                f"{text_line(shown, middle, y + 15, BLACK)}"
                f"{text_line(word, middle, y + 30, BLACK, weight='bold')}</g>"
            )
            x += wide + GAP
            right = max(right, x)
        y += HEIGHT + GAP
    width = max(right + PAD, min(WIDEST, PAD * 2 + text_width(printable(title), TITLE_SIZE)))
    return card((width, y + PAD), 1.0, title, description, [title_line(title, width), *body])
