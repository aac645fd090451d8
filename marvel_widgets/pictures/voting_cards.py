"""The cards that a room holds up: each a shape with its name, and a color of its own."""

from html import escape
from importlib.util import find_spec
from math import cos, pi, sin
from typing import Final

from marvel_widgets.pictures import palette
from marvel_widgets.pictures.marks import px

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
# The shape alone tells a card, in grey as well; the color helps who can use it. Letters would be
# taken for variables. Each has its colors and its corners; a circle has none.
_CARDS: Final = {
    "circle": (palette.BLUE, palette.CARD, 0),
    "square": (palette.ORANGE, palette.BLACK, 4),
    "triangle": (palette.GREEN, palette.BLACK, 3),
    "star": (palette.VERMILLION, palette.BLACK, 10),
    "diamond": (palette.SKY_BLUE, palette.BLACK, 4),
    "pentagon": (palette.PURPLE, palette.BLACK, 5),
}
CARDS: Final = tuple(_CARDS)
RADIUS: Final = 150.0


def card_svg(card: str, *, named: bool = True) -> str:
    """Return a card as SVG; without its name, the square with its shape alone."""
    color, ink, _ = _CARDS[card]
    height = HEIGHT if named else WIDTH
    name = (
        f'<text x="{WIDTH // 2}" y="440" font-family="Arial, Helvetica, sans-serif" '
        f'font-size="72" font-weight="700" text-anchor="middle" fill="{ink}">{card}</text>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="{card}"><rect width="{WIDTH}" height="{height}" fill="{color}"/>'
        f"{_shape(card, ink)}{name if named else ''}</svg>"
    )


def _shape(card: str, ink: str) -> str:
    x = y = WIDTH / 2
    corners = _CARDS[card][2]
    if not corners:
        return f'<circle cx="{px(x)}" cy="{px(y)}" r="{px(RADIUS)}" fill="{ink}"/>'
    turn = pi / 4 if card == "square" else 0
    points = " ".join(
        f"{px(x + far * sin(2 * pi * i / corners + turn))},"
        f"{px(y - far * cos(2 * pi * i / corners + turn))}"
        for i in range(corners)
        for far in [RADIUS * (0.45 if card == "star" and i % 2 else 1)]
    )
    return f'<polygon points="{points}" fill="{ink}"/>'
