"""Places of notes and badges at a pill: on a side without an edge."""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import Final, get_args

from marvel_widgets.pictures.drawing import Side
from marvel_widgets.pictures.layout import curve_points
from marvel_widgets.pictures.palette import FONT_SIZE, short_name, text_width
from marvel_widgets.pictures.pills import HALF, Point

BADGE_RADIUS: Final = 9.0
_NOTE_GAP: Final = 4.0  # from a pill to a note
_NOTE_HALF: Final = 0.6 * FONT_SIZE
_HEAD: Final = 22.0  # px of an edge at its ends that must stay free
_AIR: Final = 6.0  # half the width of an arrowhead
_STEP: Final = 4.0

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
    """An edge as spots between two borders: near its ends, where arrowheads are, and between."""

    ends: tuple[Point, ...]
    middle: tuple[Point, ...]


def way(tail: Pill, head: Pill, bend: float) -> Way:
    """Return the way of an edge between two pills."""
    outside: list[Point] = []
    for a, b in pairwise(curve_points(tail[0], head[0], bend)):
        steps = max(1, round(hypot(b[0] - a[0], b[1] - a[1]) / _STEP))
        for i in range(steps):
            spot = (a[0] + i / steps * (b[0] - a[0]), a[1] + i / steps * (b[1] - a[1]))
            if not _inside(spot, tail) and not _inside(spot, head):
                outside.append(spot)
    head_room = round(_HEAD / _STEP)
    if len(outside) < 2 * head_room:
        return Way(tuple(outside), ())
    ends = (*outside[:head_room], *outside[-head_room:])
    return Way(ends, tuple(outside[head_room:-head_room]))


def free_side(
    own: Pill,
    note: str,
    others: Collection[Pill],
    ways: Collection[Way],
    size: tuple[float, float],
) -> Side:
    """Return the side of a pill where a note, or a badge without one, covers least."""
    (x, y), wide = own
    sides = NOTE_SIDES if note else BADGE_SIDES
    boxes = [
        note_box(note, x, y, wide, side) if note else _badge_box(x, y, wide, side) for side in sides
    ]
    lefts, rights, tops, lows = zip(*boxes, strict=True)
    room = min(lefts), max(rights), min(tops), max(lows)
    ends = [spot for one in ways for spot in one.ends if _covers(room, spot, _AIR)]
    middles = [spot for one in ways for spot in one.middle if _covers(room, spot, 2.0)]
    best, least = BADGE_SIDES[0], float("inf")
    for side, box in zip(sides, boxes, strict=True):
        cost = 10.0 * sum(_covers(box, spot, _AIR) for spot in ends)
        cost += sum(_covers(box, spot, 2.0) for spot in middles)
        cost += 100.0 * sum(_meets(box, pill) for pill in others)
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
