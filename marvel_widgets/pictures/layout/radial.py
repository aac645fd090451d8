"""A star is drawn as one: its center in the middle, the others around it."""

from itertools import combinations
from math import cos, pi, sin

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.pictures.pills import HALF, PILL_HEIGHT, Point, distance_to_pill, pill_width

LEAST_RAYS = 5  # fewer stand well in a row
_GAP = 14.0
_GROWTH = 1.06
# With so many rays no side of the center is free any more: then they leave one free, at the upper
# right, for the number that the center carries once it is removed.
_CROWDED = 8
_FREE_FROM, _FREE_TO = 0.1, 1.75  # radians, clockwise from the top


def radial_places(dag: Dag) -> list[Point] | None:
    """Return places around (0, 0) for the variables of a star, as close as they have room.

    None for any other graph. A star has one variable that is the parent of all others, or
    the child of all others.
    """
    center = _center(dag)
    if center is None:
        return None
    wide = [pill_width(str(name)) for name in dag.nodes]
    rays = len(dag) - 1
    across, down = max(wide) + 50.0, 80.0
    while True:
        turns = iter(_turns(rays))
        places = [
            (0.0, 0.0) if v == center else (across * sin(turn), -down * cos(turn))
            for v, turn in ((v, 0.0 if v == center else next(turns)) for v in range(len(dag)))
        ]
        if _has_room(places, wide, center):
            return [(round(x, 1) + 0.0, round(y, 1)) for x, y in places]
        across, down = across * _GROWTH, down * _GROWTH


def _turns(rays: int) -> list[float]:
    """Return where the rays point, clockwise from the top."""
    if rays < _CROWDED:
        return [2 * pi * i / rays for i in range(rays)]
    step = (2 * pi + _FREE_FROM - _FREE_TO) / (rays - 1)
    return [_FREE_TO + step * i for i in range(rays)]


def _center(dag: Dag) -> int | None:
    """Return the center of a star with enough rays, all of which point the same way."""
    rays = len(dag) - 1
    if rays < LEAST_RAYS or dag.edge_count != rays:
        return None
    for masks in (dag.child_masks, dag.parent_masks):
        for v, mask in enumerate(masks):
            if mask.bit_count() == rays:
                return v
    return None


def _has_room(places: list[Point], wide: list[float], center: int) -> bool:
    pills = list(zip(places, wide, strict=True))
    for ((ax, ay), one), ((bx, by), other) in combinations(pills, 2):
        if abs(ax - bx) < (one + other) / 2 + _GAP and abs(ay - by) < PILL_HEIGHT + _GAP:
            return False
    return all(
        distance_to_pill(places[center], spot, *pill) >= HALF / 2
        for ray, spot in enumerate(places)
        for at, pill in enumerate(pills)
        if ray != center and at not in (ray, center)
    )
