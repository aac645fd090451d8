"""Drawings as SVG text: self-contained, the same for the same content, readable anywhere.

Arrowheads are polygons and not markers, so that a picture needs no ids at all: any number
of them can stand on one page without clashing.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from marvel_widgets.teaching.drawing import Drawing, EdgeMark, LegendEntry, NodeMark
from marvel_widgets.teaching.drawing import legend as legend_of
from marvel_widgets.teaching.layout import Point, control_point
from marvel_widgets.teaching.palette import (
    CARD,
    CARD_BORDER,
    EDGE_STYLES,
    FONT_FAMILY,
    FONT_SIZE,
    GRAY,
    INK,
    LABEL_HEIGHT,
    NODE_RADIUS,
    NODE_STYLES,
    EdgeStyle,
    NodeStyle,
    fits_inside,
    printable,
    short_name,
    text_width,
)

TITLE_SIZE: Final = 14.0
LINE: Final = 18.0  # of titles, legends and captions
PAD: Final = 12.0
SAMPLE: Final = 34.0  # room of a sample in the legend
DASHES: Final = {"solid": "", "dashed": "9 5", "dotted": "2 4"}


def to_svg(drawing: Drawing, *, scale: float = 1.0, legend: bool = True) -> str:
    """Return a drawing as one SVG element.

    Parameters
    ----------
    drawing : Drawing
    scale : float
        1.5 suits a projector.
    legend : bool
        Explain the states below the picture, unless none is special.

    Returns
    -------
    str
        Well-formed XML whatever the names are; equal drawings give equal text.

    Examples
    --------
    >>> picture = Drawing("Two", 120, 60, (NodeMark("X", 30, 30), NodeMark("<Y>", 90, 30)), ())
    >>> "&lt;Y&gt;" in to_svg(picture)
    True
    """
    return _document([drawing], "", scale=scale, legend=legend)


def side_by_side(
    drawings: Sequence[Drawing], *, caption: str = "", scale: float = 1.0, legend: bool = True
) -> str:
    """Return several drawings beside each other in one SVG element, with one legend.

    Parameters
    ----------
    drawings : sequence of Drawing
        At least one; each keeps its title.
    caption : str
        Wrapped below the pictures.
    scale : float
    legend : bool

    Raises
    ------
    ValueError
        There is no drawing.

    Examples
    --------
    >>> before = Drawing("Before", 60, 60, (NodeMark("X", 30, 30),), ())
    >>> after = Drawing("After", 60, 60, (NodeMark("X", 30, 30, "removed"),), ())
    >>> side_by_side([before, after], caption="X has left.").count("<circle")
    4
    """
    if not drawings:
        msg = "side_by_side needs at least one drawing"
        raise ValueError(msg)
    return _document(drawings, caption, scale=scale, legend=legend)


def _document(drawings: Sequence[Drawing], caption: str, *, scale: float, legend: bool) -> str:
    width = sum(drawing.width for drawing in drawings)
    top = LINE + PAD if any(printable(drawing.title) for drawing in drawings) else 0.0
    body, left = [], 0.0
    for drawing in drawings:
        if left:
            body.append(_line((left, PAD), (left, top + drawing.height), CARD_BORDER, 1))
        body.append(f'<g transform="translate({_n(left)} 0)">{_title(drawing)}</g>')
        body.append(f'<g transform="translate({_n(left)} {_n(top)})">')
        body += [*_panel(drawing), "</g>"]
        left += drawing.width
    height = top + max(drawing.height for drawing in drawings)
    if legend:
        lines, height = _legend(_entries(drawings), width, height)
        body += lines
    if printable(caption):
        lines, height = _caption(printable(caption), width, height)
        body += lines
    words = " ".join(drawing.description for drawing in drawings)
    title = "; ".join(printable(d.title) for d in drawings if printable(d.title)) or "A graph"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" '
            f'width="{_n(width * scale)}" height="{_n(height * scale)}" role="img" '
            f'style="max-width:100%;height:auto" '
            f'font-family={quoteattr(FONT_FAMILY)} font-size="{_n(FONT_SIZE)}" fill="{INK}">',
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(printable(f'{words} {caption}'))}</desc>",
            f'<rect x="0.5" y="0.5" width="{_n(width - 1)}" height="{_n(height - 1)}" rx="8" '
            f'fill="{CARD}" stroke="{CARD_BORDER}"/>',
            *body,
            "</svg>",
        ]
    )


def _panel(drawing: Drawing) -> list[str]:
    """Return edges, then labels, then glyphs: what matters more lies on top."""
    nodes = {mark.name: mark for mark in drawing.nodes}
    # marked edges over plain ones
    edges = sorted(drawing.edges, key=lambda mark: EDGE_STYLES[mark.state].width)
    return [
        *(_edge(mark, nodes[mark.tail], nodes[mark.head]) for mark in edges),
        *(_node(mark) for mark in drawing.nodes),
    ]


# -- nodes ------------------------------------------------------------------------------------


def _node(mark: NodeMark) -> str:
    style, label = NODE_STYLES[mark.state], short_name(mark.name)
    tip = ", ".join(
        text for text in (printable(mark.name), style.meaning, printable(mark.note)) if text
    )
    parts = [f"<g><title>{escape(tip)}</title>", _glyph(style, mark.x, mark.y)]
    if fits_inside(label):
        parts.append(_text(label, mark.x, mark.y + 4.3, style.text, weight="bold"))
    else:
        color = style.text if mark.state == "removed" else INK
        bottom = max((dy for _, dy in _corners(style.shape, NODE_RADIUS)), default=NODE_RADIUS)
        y = mark.y + max(NODE_RADIUS, bottom) + LABEL_HEIGHT
        parts.append(_text(label, mark.x, y, color, halo=True))
    if mark.note:
        parts.append(
            _text(short_name(mark.note), mark.x, mark.y - NODE_RADIUS - 6, GRAY, halo=True)
        )
    return "".join([*parts, "</g>"])


def _glyph(style: NodeStyle, x: float, y: float, radius: float = NODE_RADIUS) -> str:
    dash = ' stroke-dasharray="4 3"' if style.border_dash else ""
    paint = f'fill="{style.fill}" stroke="{style.border}" stroke-width="{_n(style.border_width)}"'
    corners = _corners(style.shape, radius)
    if corners:
        points = " ".join(f"{_n(x + dx)},{_n(y + dy)}" for dx, dy in corners)
        return f'<polygon points="{points}" {paint} stroke-linejoin="round"{dash}/>'
    ring = f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" {paint}{dash}/>'
    if style.shape == "double":
        ring += (
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius - 3.5)}" fill="none" '
            f'stroke="{style.border}" stroke-width="{_n(style.border_width)}"/>'
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


def _edge(mark: EdgeMark, tail: NodeMark, head: NodeMark) -> str:
    style = EDGE_STYLES[mark.state]
    middle = control_point((tail.x, tail.y), (head.x, head.y), mark.bend)
    start = _stop((tail.x, tail.y), middle, NODE_STYLES[tail.state])
    end = _stop((head.x, head.y), middle, NODE_STYLES[head.state])
    joint = " → " if mark.directed else " - "
    tip = f"{printable(mark.tail)}{joint}{printable(mark.head)}, {style.meaning}"
    curve = middle if mark.bend else None
    return f"<g><title>{escape(tip)}</title>{_stroke(style, start, end, curve, mark.directed)}</g>"


def _stop(center: Point, middle: Point, style: NodeStyle) -> Point:
    """Return where an edge that leaves a center towards `middle` meets the border."""
    dx, dy = middle[0] - center[0], middle[1] - center[1]
    length = hypot(dx, dy) or 1.0
    reach = min(_border_distance(style, (dx, dy)), length)
    return (center[0] + dx / length * reach, center[1] + dy / length * reach)


def _stroke(
    style: EdgeStyle, start: Point, end: Point, middle: Point | None, directed: bool
) -> str:
    """Return the line, which ends where its arrowhead begins, and the arrowhead."""
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
        points = " ".join(f"{_n(x)},{_n(y)}" for x, y in corners)
        head = f'<polygon points="{points}" fill="{style.color}"/>'
        end = (end[0] - (long - 1) * dx, end[1] - (long - 1) * dy)
    return _line(start, end, style.color, style.width, middle, DASHES[style.dash]) + head


def _line(
    a: Point, b: Point, color: str, width: float, middle: Point | None = None, dash: str = ""
) -> str:
    bow = f"Q{_n(middle[0])} {_n(middle[1])} " if middle else "L"
    pattern = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="M{_n(a[0])} {_n(a[1])}{bow}{_n(b[0])} {_n(b[1])}" fill="none" '
        f'stroke="{color}" stroke-width="{_n(width)}"{pattern}/>'
    )


# -- title, legend, caption -------------------------------------------------------------------


def _title(drawing: Drawing) -> str:
    words = _wrapped(printable(drawing.title), drawing.width - 2 * PAD, TITLE_SIZE)
    if not words:
        return ""
    text = words[0] + ("…" if len(words) > 1 else "")
    return _text(text, PAD, PAD + TITLE_SIZE, INK, anchor="start", size=TITLE_SIZE, weight="bold")


def _entries(drawings: Sequence[Drawing]) -> list[LegendEntry]:
    """Return the entries of all drawings; none if no state is special."""
    found = dict.fromkeys(entry for drawing in drawings for entry in legend_of(drawing))
    if all(entry.state in ("idle", "true") for entry in found):
        return []
    nodes: list[str] = list(NODE_STYLES)
    edges: list[str] = list(EDGE_STYLES)
    return sorted(
        found,
        key=lambda e: (e.kind == "edge", (nodes if e.kind == "node" else edges).index(e.state)),
    )


def _legend(entries: Sequence[LegendEntry], width: float, y: float) -> tuple[list[str], float]:
    """Return the legend in rows below `y`, and where it ends."""
    if not entries:
        return [], y
    lines, x, row = [], PAD, y + LINE / 2
    for entry in entries:
        room = SAMPLE + text_width(entry.meaning) + 18
        if x > PAD and x + room > width:
            x, row = PAD, row + LINE + 4
        lines.append(_sample(entry, x, row))
        lines.append(_text(entry.meaning, x + SAMPLE, row + 4.3, INK, anchor="start"))
        x += room
    return lines, row + LINE


def _sample(entry: LegendEntry, x: float, y: float) -> str:
    for state, node in NODE_STYLES.items():
        if (entry.kind, entry.state) == ("node", state):
            return _glyph(node, x + SAMPLE / 2 - 3, y, radius=7.5)
    edge = next(style for state, style in EDGE_STYLES.items() if state == entry.state)
    return _stroke(edge, (x, y), (x + SAMPLE - 6, y), None, directed=True)


def _caption(caption: str, width: float, y: float) -> tuple[list[str], float]:
    lines = []
    for words in _wrapped(caption, width - 2 * PAD, FONT_SIZE + 1):
        y += LINE
        lines.append(_text(words, PAD, y, INK, anchor="start", size=FONT_SIZE + 1))
    return lines, y + PAD


def _wrapped(text: str, width: float, size: float) -> list[str]:
    """Return the lines of a text; a word longer than a line is cut."""
    lines: list[str] = []
    for word in text.split():
        rest = word
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
            continue
        while text_width(rest, size) > width and len(rest) > 1:
            fit = next(
                n
                for n in range(len(rest) - 1, 0, -1)
                if n == 1 or text_width(rest[:n], size) <= width
            )
            lines.append(rest[:fit])
            rest = rest[fit:]
        lines.append(rest)
    return lines


def _text(
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
    # painted twice in place: a wide white stroke below the letters keeps lines off them
    white = f' stroke="{CARD}" stroke-width="4" paint-order="stroke" stroke-linejoin="round"'
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" fill="{color}" text-anchor="{anchor}"'
        + (f' font-size="{_n(size)}"' if size != FONT_SIZE else "")
        + (f' font-weight="{weight}"' if weight else "")
        + (white if halo else "")
        + f">{escape(text)}</text>"
    )


def _n(number: float) -> str:
    """Return a coordinate with at most one decimal, and no minus zero."""
    return f"{round(number, 1) + 0.0:.1f}".removesuffix(".0")
