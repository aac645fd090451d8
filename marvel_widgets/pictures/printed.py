"""Any picture of ours for LaTeX and for print: what the SVG shows, in the same places."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any, Final

from marvel_widgets.pictures.layout import Point
from marvel_widgets.pictures.palette import CARD, FONT_FAMILY
from marvel_widgets.pictures.shapes import Box, Disk, Line, Paint, Shape, Sheet, Words, shapes_of
from marvel_widgets.pictures.tikz import escaped_for_tex

PT: Final = 0.75  # points in a px
_ANCHORS: Final = {"start": "base west", "middle": "base", "end": "base east"}
_SIDES: Final = {"start": "left", "middle": "center", "end": "right"}
_HEAD: Final = r"""% In the preamble: \usepackage{tikz}
% Letters outside ASCII may need XeLaTeX or LuaLaTeX and a font that has them.
"""


# -- TikZ -------------------------------------------------------------------------------------


def svg_to_tikz(svg: str) -> str:
    """Return an SVG of ours as a TikZ picture; one px is drawn as 0.75 pt."""
    sheet = shapes_of(svg)
    colors = _Colors()
    drawn = [f"  {_tikz(shape, colors)}" for shape in sheet.shapes]
    lines = [rf"\begin{{tikzpicture}}[x={PT}pt, y=-{PT}pt, line join=round]"]
    lines += [rf"  \definecolor{{{name}}}{{HTML}}{{{hexed}}}" for name, hexed in colors.listed()]
    return "\n".join([_HEAD + lines[0], *lines[1:], *drawn, r"\end{tikzpicture}"]) + "\n"


class _Colors:
    """The colors of a picture and the names that LaTeX knows them by."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def name(self, color: str) -> str:
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        count = len(self._names)
        return self._names.setdefault(color, f"marvel{letters[count // 26]}{letters[count % 26]}")

    def listed(self) -> Iterator[tuple[str, str]]:
        for color, name in self._names.items():
            yield name, color.removeprefix("#").upper()


def _tikz(shape: Shape, colors: _Colors) -> str:
    if isinstance(shape, Words):
        return _tikz_words(shape, colors)
    options = _tikz_paint(shape.paint, colors)
    if isinstance(shape, Box):
        radius = min(shape.radius, shape.width / 2, shape.height / 2)
        rounded = [f"rounded corners={_n(PT * radius)}pt"] if radius else []
        across = _at(shape.x + shape.width, shape.y + shape.height)
        way = f"{_at(shape.x, shape.y)} rectangle {across}"
        return rf"\path[{', '.join([*options, *rounded])}] {way};"
    if isinstance(shape, Disk):
        way = f"{_at(shape.x, shape.y)} circle[radius={_n(PT * shape.radius)}pt]"
    elif shape.control is not None:
        (ax, ay), (bx, by) = shape.points[0], shape.points[-1]
        cx, cy = shape.control  # a quadratic curve as a cubic one
        one, two = (
            _at(x + 2 / 3 * (cx - x), y + 2 / 3 * (cy - y)) for x, y in ((ax, ay), (bx, by))
        )
        way = f"{_at(ax, ay)} .. controls {one} and {two} .. {_at(bx, by)}"
    else:
        way = " -- ".join(_at(x, y) for x, y in shape.points) + (" -- cycle" * shape.closed)
    return rf"\path[{', '.join(options)}] {way};"


def _tikz_paint(paint: Paint, colors: _Colors) -> list[str]:
    options = [f"fill={colors.name(paint.fill)}"] if paint.fill else []
    if paint.stroke:
        options += [f"draw={colors.name(paint.stroke)}", f"line width={_n(PT * paint.width)}pt"]
        if paint.dash:
            words = ("on", "off") * len(paint.dash)
            pattern = zip(words, paint.dash, strict=False)
            options.append(f"dash pattern={' '.join(f'{w} {_n(PT * d)}pt' for w, d in pattern)}")
    return options


def _tikz_words(words: Words, colors: _Colors) -> str:
    size = PT * words.size
    font = rf"\sffamily\fontsize{{{_n(size)}}}{{{_n(1.2 * size)}}}\selectfont"
    if words.bold:
        font += r"\bfseries"
    options = [f"anchor={_ANCHORS[words.anchor]}", "inner sep=0pt"]
    if words.halo:
        options[1] = f"inner sep=1pt, fill={colors.name(CARD)}"
    options += [f"text={colors.name(words.color)}", f"font={font}"]
    place, text = _at(words.x, words.y), escaped_for_tex(words.text)
    return rf"\node[{', '.join(options)}] at {place} {{{text}}};"


def _at(x: float, y: float) -> str:
    return f"({_n(x)},{_n(y)})"


def _n(number: float) -> str:
    return f"{round(number, 2) + 0.0:g}"


# -- PDF --------------------------------------------------------------------------------------


def svg_to_pdf(svg: str) -> bytes:
    """Return an SVG of ours as a PDF of one page, vectors and letters; equal input, equal bytes."""
    try:
        import matplotlib
        from matplotlib.backends.backend_pdf import FigureCanvasPdf
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        msg = 'PDF needs matplotlib: pip install "marvel-widgets[print]"; or save as .svg'
        raise ModuleNotFoundError(msg, name="matplotlib") from error
    sheet = shapes_of(svg)
    with matplotlib.rc_context({"pdf.fonttype": 42, "font.family": _families()}):
        figure = Figure(figsize=(sheet.width * PT / 72, sheet.height * PT / 72))
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set_xlim(0, sheet.width)
        axes.set_ylim(sheet.height, 0)
        for order, shape in enumerate(sheet.shapes):
            _paint_on(axes, shape, order)
        return _saved(FigureCanvasPdf(figure), sheet)


def _saved(canvas: Any, sheet: Sheet) -> bytes:
    file = BytesIO()
    canvas.print_pdf(file, metadata={"Title": sheet.title, "CreationDate": None})
    return file.getvalue()


def _families() -> Sequence[str]:
    """Return those of our typefaces that are installed; the last one comes with matplotlib."""
    from matplotlib.font_manager import fontManager

    there = {font.name for font in fontManager.ttflist}
    ours = [name.strip("' ") for name in FONT_FAMILY.split(",")]
    return [*(name for name in ours if name in there), "DejaVu Sans"]


def _paint_on(axes: Any, shape: Shape, order: int) -> None:
    from matplotlib import patches
    from matplotlib.path import Path

    if isinstance(shape, Words):
        _write_on(axes, shape, order)
        return
    look = {**_look(shape.paint), "zorder": order}
    if isinstance(shape, Disk):
        axes.add_patch(patches.Circle((shape.x, shape.y), shape.radius, **look))
    elif isinstance(shape, Line) and shape.closed:
        axes.add_patch(patches.Polygon(shape.points, closed=True, joinstyle="round", **look))
    else:
        axes.add_patch(patches.PathPatch(Path(*_outline(shape)), **look))


def _outline(shape: Box | Line) -> tuple[list[Point], list[int] | None]:
    """Return the points of a line or a box, and what matplotlib shall do at each."""
    if isinstance(shape, Line):
        if shape.control is None:
            return list(shape.points), None
        return [shape.points[0], shape.control, shape.points[-1]], [1, 3, 3]  # MOVETO, CURVE3
    return _rounded(shape)


def _rounded(box: Box) -> tuple[list[Point], list[int]]:
    """Return the way around a box; a quarter of a circle is a cubic curve."""
    r = min(box.radius, box.width / 2, box.height / 2)
    left, top, k = box.x, box.y, 0.5523 * r
    right, low = left + box.width, top + box.height
    points: list[Point] = [(left + r, top)]
    for (x, y), (ax, ay), (bx, by) in (
        ((right, top), (-1, 0), (0, 1)), ((right, low), (0, -1), (-1, 0)),
        ((left, low), (1, 0), (0, -1)), ((left, top), (0, 1), (1, 0)),
    ):  # fmt: skip
        points.append((x + r * ax, y + r * ay))
        points += [(x + (r - k) * dx, y + (r - k) * dy) for dx, dy in ((ax, ay), (bx, by))]
        points.append((x + r * bx, y + r * by))
    return [*points, points[0]], [1, *[2, 4, 4, 4] * 4, 79]  # MOVETO, LINETO, CURVE4, CLOSEPOLY


def _look(paint: Paint) -> dict[str, Any]:
    # matplotlib counts dashes in widths of the line
    dash = (0, [each / paint.width for each in paint.dash]) if paint.dash else "solid"
    return {
        "facecolor": paint.fill or "none",
        "edgecolor": paint.stroke or "none",
        "linewidth": PT * paint.width if paint.stroke else 0,
        "linestyle": dash,
        "capstyle": "butt",
    }


def _write_on(axes: Any, words: Words, order: int) -> None:
    from matplotlib.patheffects import Stroke

    look = {
        "fontsize": PT * words.size,
        "fontweight": "bold" if words.bold else "normal",
        "ha": _SIDES[words.anchor],
        "va": "baseline",
        "zorder": order,
        "parse_math": False,
    }
    if words.halo:  # below the letters, and apart from them: with an effect they would be curves
        around = [Stroke(linewidth=4 * PT, foreground=CARD)]
        axes.text(words.x, words.y, words.text, color=CARD, path_effects=around, **look)
    axes.text(words.x, words.y, words.text, color=words.color, **look)
