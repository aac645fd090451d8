"""The cards that a room holds up: each a letter with a shape and a color of its own."""

from html import escape
from importlib.util import find_spec
from math import cos, pi, sin
from typing import Final

from marvel_widgets.pictures.marks import px
from marvel_widgets.pictures.palette import (
    BLACK,
    BLUE,
    CARD,
    GREEN,
    ORANGE,
    PURPLE,
    SKY_BLUE,
    VERMILLION,
)

WITHOUT_SEGNO: Final = 'a QR code needs segno: python -m pip install "marvel-widgets[widgets]"'
TOO_LONG: Final = "the link is too long for a QR code; a smaller graph has a shorter one"


class QrCode:
    """A QR code that a notebook shows as SVG."""

    def __init__(self, address: str) -> None:
        if find_spec("segno") is None:
            raise ModuleNotFoundError(WITHOUT_SEGNO, name="segno")
        import segno

        try:
            code = segno.make(address, micro=False, error="l")  # raised where there is room
        except segno.DataOverflowError as error:
            raise ValueError(TOO_LONG) from error
        svg = code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True)
        role = f'role="img" aria-label="{escape(f"QR code of {address}")}"'
        self.address, self.svg = address, svg.replace("<svg ", f"<svg {role} ", 1)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"QR code of {self.address}"


WIDTH, HEIGHT = 360, 510  # of A5, and no wider than a phone
# Letter and shape alone tell a card, in grey as well; the color helps who can use it.
_COLORS: Final = {
    "A": (BLUE, CARD), "B": (ORANGE, BLACK), "C": (GREEN, BLACK),
    "D": (VERMILLION, BLACK), "E": (SKY_BLUE, BLACK), "F": (PURPLE, BLACK),
}  # fmt: skip
_CORNERS: Final = {"B": 4, "C": 3, "D": 4, "E": 5, "F": 12}
SHAPES: Final = {
    "A": "circle", "B": "square", "C": "triangle", "D": "diamond", "E": "pentagon", "F": "star",
}  # fmt: skip


def card_svg(letter: str) -> str:
    color, ink = _COLORS[letter]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{letter}, {SHAPES[letter]}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{color}"/>'
        f'<text x="{WIDTH // 2}" y="320" font-family="Arial, Helvetica, sans-serif" '
        f'font-size="400" font-weight="700" text-anchor="middle" fill="{ink}">{letter}</text>'
        f"{_shape(letter, ink)}</svg>"
    )


def _shape(letter: str, ink: str) -> str:
    x, y, r = WIDTH / 2, 425.0, 70.0
    if letter not in _CORNERS:
        return f'<circle cx="{px(x)}" cy="{px(y)}" r="{px(r)}" fill="{ink}"/>'
    corners = _CORNERS[letter]
    turn = pi / 4 if letter == "B" else 0
    points = " ".join(
        f"{px(x + far * sin(2 * pi * i / corners + turn))},"
        f"{px(y - far * cos(2 * pi * i / corners + turn))}"
        for i in range(corners)
        for far in [r * (0.5 if letter == "F" and i % 2 else 1)]
    )
    return f'<polygon points="{points}" fill="{ink}"/>'
