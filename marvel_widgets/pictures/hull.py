"""The soft hull of a boundary: one shape around the subject and the members."""

from collections.abc import Iterable

from marvel_widgets.pictures.drawing import Drawing, NodeMark
from marvel_widgets.pictures.marks import px
from marvel_widgets.pictures.palette import HULL
from marvel_widgets.pictures.pills import PILL_HEIGHT, Point, pill_width


def hull_svg(drawing: Drawing) -> str:
    """Return the hull of a drawing; empty without one."""
    corners = [spot for mark in drawing.nodes if mark.name in drawing.hull for spot in _box(mark)]
    if not corners:
        return ""
    points = " ".join(f"{px(a)},{px(b)}" for a, b in convex_hull(corners))
    paint = f'fill="{HULL}" stroke="{HULL}" stroke-width="26" stroke-linejoin="round"'
    return f'<polygon class="mw-hull" points="{points}" {paint}/>'


def convex_hull(points: Iterable[Point]) -> list[Point]:
    """Return the corners of the convex hull of some points, in turn (Andrew's chain)."""
    ordered = sorted(set(points))

    def chain(these: Iterable[Point]) -> list[Point]:
        found: list[Point] = []
        for p in these:
            while len(found) > 1 and _turn(found[-2], found[-1], p) <= 0:
                found.pop()
            found.append(p)
        return found

    return [*chain(ordered)[:-1], *chain(reversed(ordered))[:-1]]


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _box(mark: NodeMark) -> list[Point]:
    across, down = pill_width(mark.name) / 2, PILL_HEIGHT / 2
    return [(mark.x + a * across, mark.y + b * down) for a in (-1, 1) for b in (-1, 1)]
