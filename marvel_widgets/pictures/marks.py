"""Single marks as SVG elements: the glyph of a variable, the line of an edge, a line of text.

Arrowheads are polygons and not markers, so that a picture needs no ids at all: any number
of them can stand on one page without clashing.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape
from itertools import pairwise
from math import hypot
from typing import Final, get_args

from marvel_widgets.pictures.drawing import ITS_TURN, EdgeMark, NodeMark, Side, out_words
from marvel_widgets.pictures.grammar import EDGE_STYLES, NODE_STYLES
from marvel_widgets.pictures.layout.bends import control_point, curve_points
from marvel_widgets.pictures.palette import (
    CARD,
    FADED,
    FONT_SIZE,
    GRAY,
    INK,
    EdgeStyle,
    NodeStyle,
    printable,
    short_name,
    text_width,
)
from marvel_widgets.pictures.pills import (
    HALF,
    NAME_SIZE,
    PILL_HEIGHT,
    Point,
    border_distance,
    outline,
    pill_width,
)

BADGE_RADIUS: Final = 9.0
_NOTE_GAP: Final = 4.0  # from a pill to a note
_NOTE_HALF: Final = 0.6 * FONT_SIZE
_HEAD: Final = 22.0  # px of an edge at its ends that must stay free
_AIR: Final = 6.0  # half the width of an arrowhead
_STEP: Final = 4.0
_WORD_PARTS: Final = (0.5, 0.35, 0.65, 0.2, 0.8)  # of an edge, beside which its word may be

Box = tuple[float, float, float, float]  # left, right, top, bottom
Pill = tuple[Point, float]  # center and width

# Corners first for badges; a note reads best right above its pill or beside it.
BADGE_SIDES: Final[tuple[Side, ...]] = get_args(Side)
NOTE_SIDES: Final[tuple[Side, ...]] = ("n", "e", "w", "s", "ne", "nw", "se", "sw")


def badge_center(x: float, y: float, width: float, side: Side) -> Point:
    """Return the center of a badge at a pill."""
    right, down = _away(side)
    return (x + right * (width / 2 - 3), y + down * (HALF - 2))


def note_box(note: str, x: float, y: float, width: float, side: Side) -> Box:
    """Return the room that a note takes at a pill."""
    half = text_width(short_name(note)) / 2
    right, down = _away(side)
    # at a corner it begins, or ends, beside what comes in above or below the middle
    out = half + 10 if down else width / 2 + _NOTE_GAP + half
    middle = x + right * out
    level = y + down * (HALF + _NOTE_GAP + _NOTE_HALF)
    return (middle - half, middle + half, level - _NOTE_HALF, level + _NOTE_HALF)


def across(side: Side) -> Side:
    """Return the corner of a pill that is away from a side, where a badge is clear of a note."""
    return ("s" if "n" in side else "n") + ("w" if "e" in side else "e")  # type: ignore[return-value]


def _away(side: Side) -> tuple[int, int]:
    """Return the direction of a side: to the right, and down."""
    return ("e" in side) - ("w" in side), ("s" in side) - ("n" in side)


@dataclass(frozen=True, slots=True)
class Way:
    """An edge as spots between two borders: near its head, where the arrow is, and before."""

    head: tuple[Point, ...]
    line: tuple[Point, ...]


def way(tail: Pill, head: Pill, bend: float) -> Way:
    """Return the way of an edge between two pills."""
    outside: list[Point] = []
    for a, b in pairwise(curve_points(tail[0], head[0], bend)):
        steps = max(1, round(hypot(b[0] - a[0], b[1] - a[1]) / _STEP))
        for i in range(steps):
            spot = (a[0] + i / steps * (b[0] - a[0]), a[1] + i / steps * (b[1] - a[1]))
            if not _inside(spot, tail) and not _inside(spot, head):
                outside.append(spot)
    at = -round(_HEAD / _STEP)
    return Way(tuple(outside[at:]), tuple(outside[:at]))


def free_side(
    own: Pill, note: str, others: Collection[Pill], ways: Collection[Way], size: tuple[float, float]
) -> Side:
    """Return the side of a pill where a note, or a badge without one, covers least."""
    (x, y), wide = own
    sides = NOTE_SIDES if note else BADGE_SIDES
    boxes = [
        note_box(note, x, y, wide, side) if note else _badge_box(x, y, wide, side) for side in sides
    ]
    lefts, rights, tops, lows = zip(*boxes, strict=True)
    room = min(lefts), max(rights), min(tops), max(lows)
    heads = [spot for one in ways for spot in one.head if _covers(room, spot, _AIR)]
    lines = [spot for one in ways for spot in one.line if _covers(room, spot, 2.0)]
    best, least = BADGE_SIDES[0], float("inf")
    for side, box in zip(sides, boxes, strict=True):
        cost = 10.0 * sum(_covers(box, spot, _AIR) for spot in heads)
        cost += sum(_covers(box, spot, 2.0) for spot in lines)
        cost += 100.0 * sum(_meets(box, pill) for pill in others)
        cost += 80.0 * (not note and len(side) == 1)  # a badge off the corners is on the name
        cost += 100.0 * (box[0] < 0 or box[1] > size[0] or box[2] < 0 or box[3] > size[1])
        if cost < least:
            best, least = side, cost
    return best


def _badge_box(x: float, y: float, wide: float, side: Side) -> Box:
    a, b = badge_center(x, y, wide, side)
    r = BADGE_RADIUS
    return (a - r, a + r, b - r, b + r)


def _inside(spot: Point, pill: Pill) -> bool:
    (x, y), wide = pill
    beyond = max(0.0, abs(spot[0] - x) - (wide / 2 - HALF))  # the straight part
    return hypot(beyond, spot[1] - y) <= HALF


def _covers(box: Box, spot: Point, air: float) -> bool:
    left, right, top, low = box
    return left - air < spot[0] < right + air and top - air < spot[1] < low + air


def _meets(box: Box, pill: Pill) -> bool:
    (x, y), wide = pill
    left, right, top, low = box
    return left < x + wide / 2 and right > x - wide / 2 and top < y + HALF and low > y - HALF


FAINT: Final = 0.35  # of an edge away from what a picture of a large graph marks
SIGN_RADIUS: Final = 7.5  # of the ring around the sign of an edge
LETTERS: Final = ("M", "?")  # what directs an edge
# Strokes from the middle of a sign that no typeface is sure to have; the others are letters.
RING: Final = 12.0  # px that the ring of a subject adds to a glyph that says something else
BAND: Final = 9.0  # px by which the band below the line of an edge is wider than the line
SIGNS: Final = {"✗": ((-3, -3, 3, 3), (3, -3, -3, 3)), "−": ((-4, 0, 4, 0),)}
DASHES: Final = {"solid": "", "dashed": "9 5", "dotted": "2 4", "dash_dot": "12 4 2 4"}


# -- variables --------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def node_svg(mark: NodeMark) -> str:
    """Return a variable: pill, name, badge and note, and a tooltip with its whole name."""
    style, note = NODE_STYLES[mark.state], printable(mark.note)
    words = (printable(mark.name), style.meaning, out_words(mark.out), note)
    wide = pill_width(mark.name)
    name = text_line(
        short_name(mark.name),
        mark.x,
        mark.y + 0.35 * NAME_SIZE,
        style.text,
        size=NAME_SIZE,
        weight="600",
    )
    parts = [
        f"<g><title>{escape(', '.join(text for text in words if text))}</title>",
        glyph(style, mark.x, mark.y, wide),
        name,
    ]
    if note:
        left, right, top, low = note_box(mark.note, mark.x, mark.y, wide, mark.side)
        away = RING / 2 + 2 if mark.note == ITS_TURN else 0  # clear of the ring
        x = (left + right) / 2 + away * (("e" in mark.side) - ("w" in mark.side))
        y = (top + low) / 2 + away * (("s" in mark.side) - ("n" in mark.side))
        name = short_name(mark.note)
        parts.append(text_line(name, x, y + 0.35 * FONT_SIZE, GRAY, halo=True))
    if mark.note == ITS_TURN:
        ring = replace(NODE_STYLES["subject"], shape=style.shape, border_dash=False)
        ring = replace(ring, shape="pill") if style.shape == "double" else ring
        parts.insert(1, glyph(ring, mark.x, mark.y, wide + RING, PILL_HEIGHT + RING))
    badge = str(mark.out) if mark.out else style.letter
    if badge:
        side = across(mark.side) if note else mark.side
        parts.append(badge_svg(badge, *badge_center(mark.x, mark.y, wide, side)))
    return "".join([*parts, "</g>"])


def badge_svg(text: str, x: float, y: float) -> str:
    """Return a badge: a place in the order of removal, or the letter of a boundary's member."""
    color = FADED if text.isdigit() else NODE_STYLES["member"].border
    return (
        f'<circle cx="{px(x)}" cy="{px(y)}" r="{px(BADGE_RADIUS)}" fill="{color}" '
        f'stroke="{CARD}" stroke-width="1.5"/>'
        + text_line(text, x, y + 0.35 * FONT_SIZE, CARD, weight="600")
    )


def glyph(style: NodeStyle, x: float, y: float, width: float, height: float = PILL_HEIGHT) -> str:
    """Return the shape of a variable around a center."""
    dash = ' stroke-dasharray="5 3"' if style.border_dash else ""
    line_paint = f'stroke="{style.border}" stroke-width="{px(style.border_width)}"'
    paint = f'fill="{style.fill}" {line_paint}{dash}'
    if style.shape not in ("pill", "double"):
        corners = outline(style.shape, width, height)
        points = " ".join(f"{px(x + dx)},{px(y + dy)}" for dx, dy in corners)
        return f'<polygon points="{points}" {paint} stroke-linejoin="round"/>'
    drawn = _pill(x, y, width, height, paint)
    if style.shape == "double":
        drawn += _pill(x, y, width - 7, height - 7, f'fill="none" {line_paint}')
    return drawn


def _pill(x: float, y: float, width: float, height: float, paint: str) -> str:
    return (
        f'<rect x="{px(x - width / 2)}" y="{px(y - height / 2)}" width="{px(width)}" '
        f'height="{px(height)}" rx="{px(height / 2)}" {paint}/>'
    )


# -- edges ------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def edge_svg(mark: EdgeMark, tail: NodeMark, head: NodeMark) -> str:
    """Return an edge from border to border, with a tooltip that says what it is."""
    style = EDGE_STYLES[mark.state]
    middle = control_point((tail.x, tail.y), (head.x, head.y), mark.bend)
    start, end = border_point(tail, middle), border_point(head, middle)
    joint = " ↔ " if style.both else " → " if mark.directed else " - "
    tip = f"{printable(mark.tail)}{joint}{printable(mark.head)}, {style.meaning}"
    curve = middle if mark.bend else None
    told = ""
    if mark.share is not None:
        style = replace(style, width=1 + 4 * mark.share)
        tip = tip.replace(style.meaning, f"in {mark.share:.0%}")
        x, y = edge_point(mark, tail, head)
        told = text_line(f"{mark.share:.0%}", x, y + 4.3, INK, halo=True)
    aside = word_shift(mark, tail, head, (tail, head))
    drawn = stroke(style, start, end, curve, mark.directed, aside)
    faint = f' opacity="{FAINT}"' if mark.faint else ""
    return f"<g{faint}><title>{escape(tip)}</title>{drawn}{told}</g>"


def edge_point(mark: EdgeMark, tail: NodeMark, head: NodeMark, part: float = 0.5) -> Point:
    """Return a point of an edge, at a part of its way between the borders of its ends."""
    control = control_point((tail.x, tail.y), (head.x, head.y), mark.bend)
    (ax, ay), (bx, by) = border_point(tail, control), border_point(head, control)
    cx, cy = control if mark.bend else ((ax + bx) / 2, (ay + by) / 2)
    at, left = part, 1 - part
    return (
        left * left * ax + 2 * left * at * cx + at * at * bx,
        left * left * ay + 2 * left * at * cy + at * at * by,
    )


def word_shift(
    mark: EdgeMark, tail: NodeMark, head: NodeMark, names: Collection[NodeMark]
) -> Point:
    """Return how far the word of an edge is from its middle, so that it covers no name.

    It stands on a line with room for it, beside a short one; a cross is always on its line.
    """
    sign = EDGE_STYLES[mark.state].sign
    half = _sign_half(sign)
    (ax, ay), (bx, by) = (edge_point(mark, tail, head, part) for part in (0.0, 1.0))
    length = hypot(bx - ax, by - ay) or 1.0
    if half == SIGN_RADIUS and (sign not in LETTERS or length > 3 * half + _HEAD):
        return (0.0, 0.0)
    right, down = (by - ay) / length, (ax - bx) / length  # across it
    away = half * abs(right) + SIGN_RADIUS * abs(down) + _AIR
    x, y = edge_point(mark, tail, head)
    pills = [((v.x, v.y), pill_width(v.name)) for v in names]

    def covered(by: Point) -> int:
        left, top = x + by[0] - half, y + by[1] - SIGN_RADIUS
        box = (left, left + 2 * half, top, top + 2 * SIGN_RADIUS)
        return sum(_meets(box, pill) for pill in pills)

    on = [(0.0, 0.0)] if length > 2 * (half + _HEAD) else []
    if on and not covered(on[0]):
        return on[0]
    along = [edge_point(mark, tail, head, part) for part in _WORD_PARTS]
    shifts = [
        (a - x + side * right, b - y + side * down) for a, b in along for side in (away, -away)
    ]
    return min([*on, *shifts], key=covered)


def border_point(mark: NodeMark, middle: Point) -> Point:
    """Return where an edge that leaves a variable towards `middle` meets its border."""
    style = NODE_STYLES[mark.state]
    dx, dy = middle[0] - mark.x, middle[1] - mark.y
    length = hypot(dx, dy) or 1.0
    corners = outline(style.shape, pill_width(mark.name))
    reach = min(border_distance(corners, (dx, dy)) + style.border_width / 2, length)
    return (mark.x + dx / length * reach, mark.y + dy / length * reach)


def stroke(
    style: EdgeStyle,
    start: Point,
    end: Point,
    middle: Point | None,
    directed: bool,
    aside: Point = (0.0, 0.0),
) -> str:
    """Return the line, which ends where its arrowhead begins, the arrowhead, and sign or word."""
    heads = ""
    band = line(start, end, style.under, style.width + BAND, middle) if style.under else ""
    if style.both or (directed and style.arrow):
        origin = middle or start
        if style.both:
            heads, start = _head(style, middle or end, start)
        head, end = _head(style, origin, end)
        heads += head
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    at = (x, y) if middle is None else ((x + middle[0]) / 2, (y + middle[1]) / 2)
    ring = _sign(style, (at[0] + aside[0], at[1] + aside[1])) if style.sign else ""
    return (
        band + line(start, end, style.color, style.width, middle, DASHES[style.dash]) + heads + ring
    )


def _head(style: EdgeStyle, origin: Point, end: Point) -> tuple[str, Point]:
    """Return the arrowhead at an end, and where the line ends below it."""
    dx, dy = end[0] - origin[0], end[1] - origin[1]
    length = hypot(dx, dy) or 1.0
    dx, dy = dx / length, dy / length
    long, half = 7 + 1.6 * style.width, 2.6 + 1.15 * style.width
    base = (end[0] - long * dx, end[1] - long * dy)
    corners = [end, (base[0] - half * dy, base[1] + half * dx)]
    corners.append((base[0] + half * dy, base[1] - half * dx))
    points = " ".join(f"{px(x)},{px(y)}" for x, y in corners)
    fill = f'{CARD}" stroke="{style.color}" stroke-width="1.5' if style.hollow else style.color
    head = f'<polygon points="{points}" fill="{fill}"/>'
    return head, (end[0] - (long - 1) * dx, end[1] - (long - 1) * dy)


def _sign_half(sign: str) -> float:
    """Return half the width of the ring of a sign, which is longer around a word."""
    return SIGN_RADIUS + 3.2 * max(0, len(sign) - 1)


def _sign(style: EdgeStyle, at: Point) -> str:
    """Return the sign of a state in its ring."""
    x, y = at
    half = _sign_half(style.sign)
    box = f'x="{px(x - half)}" y="{px(y - SIGN_RADIUS)}" width="{px(2 * half)}"'
    shape = (
        f'<circle cx="{px(x)}" cy="{px(y)}" r="{SIGN_RADIUS:g}"' if len(style.sign) == 1
        else f'<rect {box} height="{2 * SIGN_RADIUS:g}" rx="{SIGN_RADIUS:g}"'
    )  # fmt: skip
    ring = f'{shape} fill="{CARD}" stroke="{style.color}" stroke-width="1.5"/>'
    if style.sign not in SIGNS:
        return ring + text_line(style.sign, x, y + 4.3, INK, weight="bold")
    strokes = "".join(
        f'<line x1="{px(x + a)}" y1="{px(y + b)}" x2="{px(x + c)}" y2="{px(y + d)}" '
        f'stroke="{INK}" stroke-width="2"/>'
        for a, b, c, d in SIGNS[style.sign]
    )
    return ring + strokes


def line(
    a: Point, b: Point, color: str, width: float, middle: Point | None = None, dash: str = ""
) -> str:
    """Return a plain line, or a curve with `middle` as its control point."""
    bow, fill = (f"Q{px(middle[0])} {px(middle[1])} ", ' fill="none"') if middle else ("L", "")
    pattern = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="M{px(a[0])} {px(a[1])}{bow}{px(b[0])} {px(b[1])}"{fill} '
        f'stroke="{color}" stroke-width="{px(width)}"{pattern}/>'
    )


def box(
    place: tuple[float, float, float, float],
    fill: str,
    color: str,
    width: float = 1.5,
    *,
    round_by: int = 0,
    dash: str = "",
) -> str:
    """Return a frame at a place: left, top, width and height."""
    x, y, wide, high = map(px, place)
    corners = f' rx="{round_by}"' if round_by else ""
    pattern = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<rect x="{x}" y="{y}" width="{wide}" height="{high}"{corners} '
        f'fill="{fill}" stroke="{color}" stroke-width="{px(width)}"{pattern}/>'
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
    """Return one line of text, escaped; with a halo it can be read across edges."""
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
    """Return a coordinate with at most one decimal, and no minus zero."""
    return f"{round(number, 1) + 0.0:.1f}".removesuffix(".0")
