"""What cytoscape is given of a variable: its pill in every shape, its badge and its note.

Badge and note are pictures of their own, as a node of cytoscape has one text only.
"""

from html import escape
from typing import Any, Final, get_args
from urllib.parse import quote

from marvel_widgets.pictures.drawing import NodeMark
from marvel_widgets.pictures.marks import (
    BADGE_RADIUS,
    badge_center,
    badge_svg,
    note_box,
    px,
    text_line,
)
from marvel_widgets.pictures.palette import (
    FONT_FAMILY,
    FONT_SIZE,
    GRAY,
    Shape,
    printable,
    short_name,
)
from marvel_widgets.pictures.pills import PILL_HEIGHT, outline, pill_width

_BADGE: Final = 2 * BADGE_RADIUS + 2


def node_data(mark: NodeMark, badge: str = "") -> dict[str, Any]:
    """Return the data of a variable's node, without an id."""
    wide = pill_width(mark.name)
    badge = badge or (str(mark.out) if mark.out else "")
    label = short_name(mark.name)
    return {
        "label": label,
        "whole": "" if label == mark.name else printable(mark.name),  # shown where it is pointed at
        "width": wide,
        **{shape: _points(shape, wide) for shape in get_args(Shape)},
        **_badge_data(mark, badge, wide),
        **note_data(mark),
    }


def note_data(mark: NodeMark) -> dict[str, Any]:
    """Return the picture of a variable's note; none without one."""
    note = printable(mark.note)
    if not note:
        return _no_picture("note")
    box = note_box(note, mark.x, mark.y, pill_width(mark.name), mark.side)
    wide, high = box[1] - box[0] + 8, box[3] - box[2] + 4
    words = text_line(short_name(note), wide / 2, high / 2 + 0.35 * FONT_SIZE, GRAY, halo=True)
    center = (box[0] + box[1]) / 2 - mark.x, (box[2] + box[3]) / 2 - mark.y
    return _picture("note", words, (wide, high), center)


def _badge_data(mark: NodeMark, badge: str, wide: float) -> dict[str, Any]:
    """Return the badge and its corner, where a state may show its letter instead."""
    center = badge_center(0.0, 0.0, wide, mark.side)
    picture = corner_picture(badge) if badge else "none"
    return {"badge": picture} | _placed("corner", (_BADGE, _BADGE), center)


def corner_picture(text: str) -> str:
    """Return a badge as the address of a picture."""
    return _address(badge_svg(text, _BADGE / 2, _BADGE / 2), (_BADGE, _BADGE))


def _points(shape: Shape, wide: float) -> str:
    """Return an outline as cytoscape wants it: between -1 and 1 both ways."""
    corners = [(2 * x / wide, 2 * y / PILL_HEIGHT) for x, y in outline(shape, wide)]
    return " ".join(f"{round(number, 3):g}" for corner in corners for number in corner)


def _picture(
    kind: str, body: str, size: tuple[float, float], center: tuple[float, float]
) -> dict[str, Any]:
    """Return a picture that is placed off the center of a node."""
    return {kind: _address(body, size)} | _placed(kind, size, center)


def _address(body: str, size: tuple[float, float]) -> str:
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{px(size[0])}" height="{px(size[1])}" '
        f'font-family="{escape(FONT_FAMILY)}" font-size="{px(FONT_SIZE)}">{body}</svg>'
    )
    return f"data:image/svg+xml;utf8,{quote(svg)}"


def _placed(kind: str, size: tuple[float, float], center: tuple[float, float]) -> dict[str, Any]:
    wide, high = size
    reach = max(abs(center[0]) + wide / 2, abs(center[1]) + high / 2)
    numbers = {"width": wide, "height": high, "x": center[0], "y": center[1], "reach": reach}
    return {f"{kind}_{name}": round(number, 1) for name, number in numbers.items()}


def _no_picture(kind: str) -> dict[str, Any]:
    return {kind: "none"} | {f"{kind}_{name}": 0 for name in ("width", "height", "x", "y", "reach")}
