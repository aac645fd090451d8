"""The elements of an SVG of ours with their places, for writers of other formats.

Our pictures are made of few elements (see `pictures.marks`); an element or a command that is not
among them is an error, so that nothing can get lost on the way into another format.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal
from xml.etree import ElementTree

from marvel_widgets.pictures.layout import Point

_SVG: Final = "{http://www.w3.org/2000/svg}"
_SILENT: Final = ("title", "desc")
_DECIMAL: Final = re.compile(r"-?\d+(?:\.\d+)?")
_COMMAND: Final = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_POINTS_OF: Final = {"M": 1, "L": 1, "Q": 2}


@dataclass(frozen=True, slots=True)
class Paint:
    """How a shape is painted; an empty color stands for none."""

    fill: str
    stroke: str
    width: float
    dash: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle; `radius` rounds its corners."""

    x: float
    y: float
    width: float
    height: float
    radius: float
    paint: Paint


@dataclass(frozen=True, slots=True)
class Disk:
    """A circle."""

    x: float
    y: float
    radius: float
    paint: Paint


@dataclass(frozen=True, slots=True)
class Line:
    """Corners in their order, closed or not; with `control`, one curve from first to last."""

    points: tuple[Point, ...]
    closed: bool
    control: Point | None
    paint: Paint


@dataclass(frozen=True, slots=True)
class Words:
    """One line of text, on its baseline; with `halo`, what lies below keeps off."""

    x: float
    y: float
    text: str
    anchor: Literal["start", "middle", "end"]
    size: float
    bold: bool
    color: str
    halo: bool


Shape = Box | Disk | Line | Words


@dataclass(frozen=True, slots=True)
class Sheet:
    """A picture as a list of shapes, the lowest first; all in px, y downwards."""

    width: float
    height: float
    title: str
    shapes: tuple[Shape, ...]


def shapes_of(svg: str) -> Sheet:
    """Return what an SVG of ours consists of."""
    root = ElementTree.fromstring(svg)
    _, _, width, height = (float(n) for n in root.attrib["viewBox"].split())
    around = {name: root.attrib[name] for name in ("fill", "font-size")}
    found = tuple(_shapes(root, around, 0.0, 0.0))
    return Sheet(width, height, root.findtext(f"{_SVG}title", ""), found)


def _shapes(
    element: ElementTree.Element, around: dict[str, str], dx: float, dy: float
) -> Iterator[Shape]:
    for child in element:
        kind, has = child.tag.removeprefix(_SVG), {**around, **child.attrib}
        if kind == "g":
            right, down = _numbers(child.get("transform", "0 0"))
            yield from _shapes(child, around, dx + right, dy + down)
        elif kind not in _SILENT:
            yield _shape(kind, has, child.text or "", dx, dy)


def _shape(kind: str, has: dict[str, str], text: str, dx: float, dy: float) -> Shape:
    def number(name: str) -> float:
        return float(has.get(name, "0"))

    if kind == "text":
        return _words(has, text, dx, dy)
    if kind == "rect":
        corner = number("x") + dx, number("y") + dy
        return Box(*corner, number("width"), number("height"), number("rx"), _paint(has))
    if kind == "circle":
        return Disk(number("cx") + dx, number("cy") + dy, number("r"), _paint(has))
    if kind == "polygon":
        flat = _numbers(has["points"])
        return Line(_pairs(flat, dx, dy), True, None, _paint(has))
    if kind == "path":
        return _path(has, dx, dy)
    msg = f"a picture of ours has no element {kind!r}"
    raise ValueError(msg)


def _words(has: dict[str, str], text: str, dx: float, dy: float) -> Words:
    anchor = has["text-anchor"]
    assert anchor in ("start", "middle", "end")
    x, y = float(has["x"]) + dx, float(has["y"]) + dy
    bold, halo = has.get("font-weight", "") in ("bold", "600"), "paint-order" in has
    return Words(x, y, text, anchor, float(has["font-size"]), bold, has["fill"], halo)  # type: ignore[arg-type]


def _path(has: dict[str, str], dx: float, dy: float) -> Line:
    points: list[Point] = []
    control: Point | None = None
    for command, rest in _COMMAND.findall(has["d"]):
        flat = _numbers(rest)
        if 2 * _POINTS_OF.get(command, 0) != len(flat) or not flat:
            msg = f"a path of ours has no command {command}{rest}"
            raise ValueError(msg)
        given = _pairs(flat, dx, dy)
        points.append(given[-1])
        control = given[0] if command == "Q" else control
    return Line(tuple(points), False, control, _paint(has))


def _paint(has: dict[str, str]) -> Paint:
    fill, stroke = (has.get(name, "").removeprefix("none") for name in ("fill", "stroke"))
    dash = tuple(_numbers(has.get("stroke-dasharray", "")))
    return Paint(fill, stroke, float(has.get("stroke-width", "1")), dash)


def _numbers(text: str) -> list[float]:
    return [float(found) for found in _DECIMAL.findall(text)]


def _pairs(flat: list[float], dx: float, dy: float) -> tuple[Point, ...]:
    return tuple((x + dx, y + dy) for x, y in zip(flat[::2], flat[1::2], strict=True))
