"""A QR code as a picture: an address that a room reads from the screen."""

from html import escape
from importlib.util import find_spec
from typing import Final

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
