"""Single marks as SVG elements: the glyph of a variable, the line of an edge, a line of text.

Arrowheads are polygons and not markers, so that a picture needs no ids at all: any number
of them can stand on one page without clashing.
"""

from __future__ import annotations

from html import escape
from math import cos, hypot, pi, sin
from typing import Final

from marvel_widgets.teaching.drawing import EdgeMark, NodeMark
from marvel_widgets.teaching.layout import Point, control_point
from marvel_widgets.teaching.palette import (
    CARD,
    EDGE_STYLES,
    FONT_SIZE,
    GRAY,
    INK,
    LABEL_HEIGHT,
    NODE_RADIUS,
    NODE_STYLES,
    NOTE_GAP,
    EdgeStyle,
    NodeStyle,
    fits_inside,
    printable,
    short_name,
)

DASHES: Final = {"solid": "", "dashed": "9 5", "dotted": "2 4", "dash_dot": "12 4 2 4"}


# -- variables --------------------------------------------------------------------------------


def node_svg(mark: NodeMark) -> str:
    """Return a variable: its glyph, label and note, and a tooltip with its whole name.

    Examples
    --------
    >>> node_svg(NodeMark("X", 30, 30)).startswith("<g><title>X, remaining variable</title><circle")
    True
    """
    style, label = NODE_STYLES[mark.state], short_name(mark.name)
    tip = ", ".join(
        text for text in (printable(mark.name), style.meaning, printable(mark.note)) if text
    )
    parts = [f"<g><title>{escape(tip)}</title>", glyph(style, mark.x, mark.y)]
    if fits_inside(label):
        parts.append(text_line(label, mark.x, mark.y + 4.3, style.text, weight="bold"))
    else:
        color = style.text if mark.state == "removed" else INK
        bottom = max((dy for _, dy in _corners(style.shape, NODE_RADIUS)), default=NODE_RADIUS)
        y = mark.y + max(NODE_RADIUS, bottom) + LABEL_HEIGHT
        parts.append(text_line(label, mark.x, y, color, halo=True))
    if mark.note and mark.beside:
        left = mark.x + NODE_RADIUS + NOTE_GAP
        parts.append(
            text_line(short_name(mark.note), left, mark.y + 4.3, GRAY, anchor="start", halo=True)
        )
    elif mark.note:
        parts.append(
            text_line(short_name(mark.note), mark.x, mark.y - NODE_RADIUS - 6, GRAY, halo=True)
        )
    return "".join([*parts, "</g>"])


def glyph(style: NodeStyle, x: float, y: float, radius: float = NODE_RADIUS) -> str:
    """Return the shape of a variable around a center.

    Examples
    --------
    >>> glyph(NODE_STYLES["visited"], 30, 30).count("<circle")  # one in the other
    2
    """
    dash = ' stroke-dasharray="4 3"' if style.border_dash else ""
    paint = f'fill="{style.fill}" stroke="{style.border}" stroke-width="{px(style.border_width)}"'
    corners = _corners(style.shape, radius)
    if corners:
        points = " ".join(f"{px(x + dx)},{px(y + dy)}" for dx, dy in corners)
        return f'<polygon points="{points}" {paint} stroke-linejoin="round"{dash}/>'
    ring = f'<circle cx="{px(x)}" cy="{px(y)}" r="{px(radius)}" {paint}{dash}/>'
    if style.shape == "double":
        ring += (
            f'<circle cx="{px(x)}" cy="{px(y)}" r="{px(radius - 3.5)}" fill="none" '
            f'stroke="{style.border}" stroke-width="{px(style.border_width)}"/>'
        )
    return ring


def _corners(shape: str, radius: float) -> list[Point]:
    """Return the corners of a glyph around its center; none for circles."""
    sides, turn, size = {
        "square": (4, pi / 4, 1.25),
        "diamond": (4, 0.0, 1.25),
        "hexagon": (6, 0.0, 1.15),
        "octagon": (8, pi / 8, 1.1),
    }.get(shape, (0, 0.0, 0.0))
    angles = [turn + 2 * pi * i / sides for i in range(sides)]
    return [(radius * size * cos(a), radius * size * sin(a)) for a in angles]


def _border_distance(style: NodeStyle, towards: Point) -> float:
    """Return how far the border of a glyph is from its center in a direction."""
    corners = _corners(style.shape, NODE_RADIUS)
    length = hypot(*towards) or 1.0
    dx, dy = towards[0] / length, towards[1] / length
    reach = NODE_RADIUS
    if corners:
        # the first side that the ray leaves through; sides of a convex shape around 0
        sides = zip(corners, [*corners[1:], corners[0]], strict=True)
        exits = []
        for (ax, ay), (bx, by) in sides:
            nx, ny = by - ay, ax - bx
            if nx * dx + ny * dy > 1e-9:
                exits.append((nx * ax + ny * ay) / (nx * dx + ny * dy))
        reach = min(exits)
    return reach + style.border_width / 2


# -- edges ------------------------------------------------------------------------------------


def edge_svg(mark: EdgeMark, tail: NodeMark, head: NodeMark) -> str:
    """Return an edge from border to border, with a tooltip that says what it is.

    Examples
    --------
    >>> ends = NodeMark("X", 30, 30), NodeMark("Y", 90, 30)
    >>> edge_svg(EdgeMark("X", "Y"), *ends).startswith("<g><title>X → Y, edge of the true graph<")
    True
    """
    style = EDGE_STYLES[mark.state]
    middle = control_point((tail.x, tail.y), (head.x, head.y), mark.bend)
    start = _stop((tail.x, tail.y), middle, NODE_STYLES[tail.state])
    end = _stop((head.x, head.y), middle, NODE_STYLES[head.state])
    joint = " → " if mark.directed else " - "
    tip = f"{printable(mark.tail)}{joint}{printable(mark.head)}, {style.meaning}"
    curve = middle if mark.bend else None
    return f"<g><title>{escape(tip)}</title>{stroke(style, start, end, curve, mark.directed)}</g>"


def _stop(center: Point, middle: Point, style: NodeStyle) -> Point:
    """Return where an edge that leaves a center towards `middle` meets the border."""
    dx, dy = middle[0] - center[0], middle[1] - center[1]
    length = hypot(dx, dy) or 1.0
    reach = min(_border_distance(style, (dx, dy)), length)
    return (center[0] + dx / length * reach, center[1] + dy / length * reach)


def stroke(style: EdgeStyle, start: Point, end: Point, middle: Point | None, directed: bool) -> str:
    """Return the line, which ends where its arrowhead begins, and the arrowhead.

    Examples
    --------
    >>> "<polygon" in stroke(EDGE_STYLES["true"], (0, 0), (50, 0), None, directed=True)
    True
    """
    head = ""
    if directed and style.arrow:
        origin = middle or start
        dx, dy = end[0] - origin[0], end[1] - origin[1]
        length = hypot(dx, dy) or 1.0
        dx, dy = dx / length, dy / length
        long, half = 7 + 1.6 * style.width, 2.6 + 1.15 * style.width
        base = (end[0] - long * dx, end[1] - long * dy)
        corners = [end, (base[0] - half * dy, base[1] + half * dx)]
        corners.append((base[0] + half * dy, base[1] - half * dx))
        points = " ".join(f"{px(x)},{px(y)}" for x, y in corners)
        head = f'<polygon points="{points}" fill="{style.color}"/>'
        end = (end[0] - (long - 1) * dx, end[1] - (long - 1) * dy)
    return line(start, end, style.color, style.width, middle, DASHES[style.dash]) + head


def line(
    a: Point, b: Point, color: str, width: float, middle: Point | None = None, dash: str = ""
) -> str:
    """Return a plain line, or a curve with `middle` as its control point.

    Examples
    --------
    >>> line((0, 0), (50, 0), INK, 2)
    '<path d="M0 0L50 0" fill="none" stroke="#1A1A1A" stroke-width="2"/>'
    """
    bow = f"Q{px(middle[0])} {px(middle[1])} " if middle else "L"
    pattern = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="M{px(a[0])} {px(a[1])}{bow}{px(b[0])} {px(b[1])}" fill="none" '
        f'stroke="{color}" stroke-width="{px(width)}"{pattern}/>'
    )


# -- text -------------------------------------------------------------------------------------


def text_line(
    text: str,
    x: float,
    y: float,
    color: str,
    *,
    anchor: str = "middle",
    size: float = FONT_SIZE,
    weight: str = "",
    halo: bool = False,
) -> str:
    """Return one line of text, escaped; with a halo it can be read across edges.

    Examples
    --------
    >>> text_line("a < b", 10, 20, INK)
    '<text x="10" y="20" fill="#1A1A1A" text-anchor="middle">a &lt; b</text>'
    """
    # painted twice in place: a wide white stroke below the letters keeps lines off them
    white = f' stroke="{CARD}" stroke-width="4" paint-order="stroke" stroke-linejoin="round"'
    return (
        f'<text x="{px(x)}" y="{px(y)}" fill="{color}" text-anchor="{anchor}"'
        + (f' font-size="{px(size)}"' if size != FONT_SIZE else "")
        + (f' font-weight="{weight}"' if weight else "")
        + (white if halo else "")
        + f">{escape(text)}</text>"
    )


def px(number: float) -> str:
    """Return a coordinate with at most one decimal, and no minus zero.

    Examples
    --------
    >>> px(12.34), px(5), px(-0.01)
    ('12.3', '5', '0')
    """
    return f"{round(number, 1) + 0.0:.1f}".removesuffix(".0")
