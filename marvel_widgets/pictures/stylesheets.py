"""The palette as custom properties of CSS, for stylesheets that are not written in Python."""

import re
from typing import Final

from marvel_widgets.pictures import palette

MARK: Final = "/* palette */"
COLORS: Final = {
    name.lower().replace("_", "-"): value.lower()
    for name, value in vars(palette).items()
    if name.isupper() and isinstance(value, str) and value.startswith("#")
}


def with_palette(sheet: str) -> str:
    """Return a stylesheet, or an SVG that has one, with the colors that it uses defined at MARK.

    >>> with_palette("/* palette */ a { color: var(--mw-palette-sky-blue) }")
    ':root { --mw-palette-sky-blue: #56b4e9; } a { color: var(--mw-palette-sky-blue) }'
    """
    used = sorted(set(re.findall(r"var\(--mw-palette-([a-z-]+)\)", sheet)))
    definitions = " ".join(f"--mw-palette-{name}: {COLORS[name]};" for name in used)
    return sheet.replace(MARK, f":root {{ {definitions} }}", 1)
