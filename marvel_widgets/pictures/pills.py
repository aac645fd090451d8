"""The glyph of a variable: a pill as wide as its name, and what it means to meet its border.

Every picture takes its pills from here: SVG, cytoscape, the editor and the layout, so that an
arrow ends at the same border everywhere.
"""

from math import cos, hypot, inf, pi, sin
from typing import Final

from marvel_widgets.pictures.palette import Shape, short_name, text_width

Point = tuple[float, float]

PILL_HEIGHT: Final = 30.0
HALF: Final = PILL_HEIGHT / 2
LEAST_PILL: Final = 44.0
NAME_SIZE: Final = 13.0
_PADDING: Final = 11.0  # from the name to the end of its pill
_BOLD: Final = 1.05  # how much wider bold letters are
_ROUND: Final = 10  # sides of each round end, where a pill must be a polygon


def pill_width(name: str) -> float:
    """Return how many px wide the pill of a variable is."""
    wide = _BOLD * text_width(short_name(name), NAME_SIZE) + 2 * _PADDING
    return max(LEAST_PILL, float(round(wide)))


def outline(shape: Shape, width: float, height: float = PILL_HEIGHT) -> list[Point]:
    """Return the corners of a glyph around its center, clockwise from the upper left."""
    x, y, cut = width / 2, height / 2, 0.3 * height
    match shape:
        case "square":
            return [(-x, -y), (x, -y), (x, y), (-x, y)]
        case "hexagon":
            return [(cut - x, -y), (x - cut, -y), (x, 0.0), (x - cut, y), (cut - x, y), (-x, 0.0)]
        case "octagon":
            left, right, up, down = cut - x, x - cut, cut - y, y - cut
            top, low = [(left, -y), (right, -y)], [(right, y), (left, y)]
            return [*top, (x, up), (x, down), *low, (-x, down), (-x, up)]
        case "notched":
            return [(-x, -y), (x, -y), (x - 0.7 * cut, 0.0), (x, y), (-x, y), (0.7 * cut - x, 0.0)]
        case _:
            ends = []
            for middle, turn in ((x - y, -pi / 2), (y - x, pi / 2)):
                angles = (turn + pi * i / _ROUND for i in range(_ROUND + 1))
                ends += [(middle + y * cos(a), y * sin(a)) for a in angles]
            return ends


def border_distance(corners: list[Point], towards: Point) -> float:
    """Return how far the border is from the center in a direction."""
    length = hypot(*towards) or 1.0
    dx, dy = towards[0] / length, towards[1] / length
    reach = inf
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        nx, ny = by - ay, ax - bx
        facing = nx * dx + ny * dy
        if facing > 1e-9:
            out = (nx * ax + ny * ay) / facing
            # the ray must leave through this side, and not through what it continues
            along = (out * dx - ax) * (bx - ax) + (out * dy - ay) * (by - ay)
            if -1e-6 <= along <= (bx - ax) ** 2 + (by - ay) ** 2 + 1e-6:
                reach = min(reach, out)
    return reach if reach < inf else 0.0


def distance_to_pill(a: Point, b: Point, center: Point, width: float) -> float:
    """Return how far the line from `a` to `b` stays away from a pill; negative inside it."""
    core = width / 2 - HALF
    left, right = (center[0] - core, center[1]), (center[0] + core, center[1])
    if _cross(a, b, left, right):
        return -HALF
    return (
        min(
            distance_to_line(a, left, right),
            distance_to_line(b, left, right),
            distance_to_line(left, a, b),
            distance_to_line(right, a, b),
        )
        - HALF
    )


def _cross(a: Point, b: Point, left: Point, right: Point) -> bool:
    """Return whether a line crosses a level one."""
    (ax, ay), (bx, by), y = a, b, left[1]
    if (ay > y) == (by > y):
        return False
    return left[0] <= (ax + (bx - ax) * (y - ay) / (by - ay)) <= right[0]


def distance_to_line(spot: Point, a: Point, b: Point) -> float:
    """Return how far a point is from the line between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = (spot[0] - a[0]) * dx + (spot[1] - a[1]) * dy
    share = min(1.0, max(0.0, along / (dx * dx + dy * dy))) if dx or dy else 0.0
    return hypot(spot[0] - a[0] - share * dx, spot[1] - a[1] - share * dy)
