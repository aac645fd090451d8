"""Charts as SVG text: the same for the same content, readable without color."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import floor
from operator import itemgetter
from statistics import fmean
from typing import Final

from marvel_widgets.pictures.card import LINE, PAD, SAMPLE, card, fitting, title_line
from marvel_widgets.pictures.charts import chart as ch
from marvel_widgets.pictures.marks import box, line, px, text_line
from marvel_widgets.pictures.palette import CARD, GRAY, INK, printable, text_width

BAR: Final = 18.0  # thickness of a bar


def bars_svg(chart: ch.BarChart) -> tuple[list[str], float]:
    """Return the elements of a bar chart below its title, and its height."""
    rows = 1 if chart.stacked else max(1, len(chart.bars))
    group = rows * BAR + 14.0
    top = LINE + 2 * PAD + (LINE if chart.limits else 0)
    bottom = top + max(1, len(chart.categories)) * group
    widest = max((text_width(printable(c)) for c in chart.categories), default=0.0)
    left = PAD + min(widest, chart.width * 0.38) + 10
    ends = [sum(v) for v in zip(*(b.values for b in chart.bars), strict=True)]
    longest = ends if chart.stacked else [v for b in chart.bars for v in b.values]
    longest = [*longest, *(limit.value for limit in chart.limits), 1]
    high = max(ch.log10_of(n) for n in longest if n > 0) if chart.log else float(max(longest))
    numbers = max(text_width(ch.number_words(n)) for n in longest)
    across = ch.Axis(0.0, high or 1.0, chart.log, left, chart.width - 16 - numbers)
    body = _bar_frame(chart, across, top, bottom)
    for at, category in enumerate(chart.categories):
        y = top + at * group + 7
        name = fitting(category, left - PAD - 8)
        body.append(text_line(name, left - 8, y + rows * BAR / 2 + 4, INK, anchor="end"))
        body += _group(chart, at, across, y)
    entries = [
        (bars.name, bar(style, 0, -6, SAMPLE - 8, 12))
        for bars, style in zip(chart.bars, ch.SERIES_STYLES, strict=False)
    ]
    legend, height = ch.chart_legend(entries, chart.width, bottom + 46)
    return [*body, *legend], height


def _bar_frame(chart: ch.BarChart, across: ch.Axis, top: float, bottom: float) -> list[str]:
    parts = []
    for x, words in across.ticks():
        parts.append(line((x, top), (x, bottom), ch.GRID, 1))
        parts.append(text_line(words, x, bottom + 16, INK, size=ch.SMALL))
    parts.append(line((across.start, top), (across.start, bottom), GRAY, 1.5))
    label = fitting(chart.x_label, across.end - across.start)
    parts.append(text_line(label, (across.start + across.end) / 2, bottom + 34, INK))
    for limit in chart.limits:
        if across.holds(limit.value):
            x = across.place(limit.value)
            parts.append(line((x, top - 2), (x, bottom), INK, 2, dash="6 3 1 3"))
            parts.append(text_line(ch.limit_words(limit), x, top - 7, INK, anchor="end", halo=True))
    return parts


def _group(chart: ch.BarChart, at: int, across: ch.Axis, y: float) -> list[str]:
    parts, start, total = [], across.start, 0.0
    for place, (bars, style) in enumerate(zip(chart.bars, ch.SERIES_STYLES, strict=False)):
        value = bars.values[at]
        above = 0.0 if chart.stacked else place * BAR
        length = total + float(value) if chart.stacked else value
        # alone, one below 1 has no length on a logarithmic axis
        none = across.log and value < 1 and not chart.stacked
        end = across.start if none else across.place(length)
        if end > start:
            parts.append(bar(style, start, y + above, end - start, BAR - 3))
        if chart.stacked:
            start, total = end, total + float(value)
        else:
            parts.append(_number(value, end, y + above))
    if chart.stacked:
        parts.append(_number(sum(b.values[at] for b in chart.bars), start, y))
    return parts


def _number(value: ch.Number, x: float, y: float) -> str:
    return text_line(ch.number_words(value), x + 5, y + BAR / 2 + 3, INK, anchor="start", halo=True)


def bar(style: ch.SeriesStyle, x: float, y: float, width: float, height: float) -> str:
    """Return a bar with the hatch of its series."""
    fill = style.color if style.hatch == "full" else CARD
    frame = box((x, y, width, height), fill, style.color)
    strokes = "".join(
        f"M{px(a)} {px(b)}L{px(c)} {px(d)}"
        for a, b, c, d in _hatch(style.hatch, x, y, width, height)
    )
    if not strokes:
        return frame
    return f'{frame}<path d="{strokes}" fill="none" stroke="{style.color}" stroke-width="1.5"/>'


def _hatch(
    kind: str, x: float, y: float, width: float, height: float
) -> Iterable[tuple[float, float, float, float]]:
    gap = 6.0
    if kind in ("rising", "falling", "crossed"):
        for k in range(int((width + height) / gap) + 1):
            start = k * gap - height  # where the stroke meets the lower side
            a, b = max(0.0, start), min(width, start + height)
            if b > a:
                if kind != "falling":
                    yield x + a, y + height - (a - start), x + b, y + height - (b - start)
                if kind != "rising":
                    yield x + a, y + (a - start), x + b, y + (b - start)
    if kind in ("upright", "grid"):
        for k in range(1, int(width / gap) + 1):
            if k * gap < width:
                yield x + k * gap, y, x + k * gap, y + height
    if kind in ("level", "grid"):
        for k in (1, 2):
            yield x, y + k * height / 3, x + width, y + k * height / 3


def lines_svg(chart: ch.LineChart) -> tuple[list[str], float]:
    """Return the elements of a line chart below its title, and its height."""
    top, bottom = LINE + 2 * PAD, chart.height - 46.0
    ys = [y for series in chart.series for _, y in series.points]
    ys += [y for series in chart.series for ends in series.spread for y in ends]
    ys += [limit.value for limit in chart.limits]
    low, high = _range(ys, chart.log_y, chart.from_zero)
    up = ch.Axis(low, high, chart.log_y, bottom, top)
    left = PAD + LINE + max(text_width(words, ch.SMALL) for _, words in up.ticks()) + 6
    xs = [x for series in chart.series for x, _ in series.points]
    joined = [s.name for s in chart.series if s.joined and not chart.legend]
    room = max(
        (text_width(row, ch.SMALL) for name in joined for row in name.split(", ")), default=0.0
    )
    across = ch.Axis(
        *_range(xs, chart.log_x, from_zero=False), chart.log_x, left, chart.width - 22.0 - room
    )
    body = _frame(chart, across, up)
    for series, style in zip(chart.series, ch.SERIES_STYLES, strict=False):
        body += _series(series, style, across, up)
    if chart.here is not None:
        body += _numbers(chart, across, up)
    if not chart.legend:
        return [*body, *_named_curves(chart, across, up)], float(chart.height)
    styled = zip(chart.series, ch.SERIES_STYLES, strict=False)
    entries = [(series.name, _line_sample(series, style)) for series, style in styled]
    legend, height = ch.chart_legend(entries, chart.width, chart.height)
    return [*body, *legend], height


def _named_curves(chart: ch.LineChart, across: ch.Axis, up: ch.Axis) -> list[str]:
    """Return the name of each curve at its end, in its color; at a comma it goes on below."""
    joined = [each for each in zip(chart.series, ch.SERIES_STYLES, strict=False) if each[0].joined]
    ends = sorted((up.place(s.points[-1][1]), s.name, style.letters) for s, style in joined)
    parts, right = [], across.end
    high = LINE * max((name.count(", ") + 1.2 for _, name, _ in ends), default=1)
    for (y, name, color), level in zip(ends, _apart([end[0] for end in ends], high), strict=True):
        parts.append(line((right + 2, y), (right + 9, level), color, 1.5))
        for at, row in enumerate(name.split(", ")):
            down = level + 4 + at * LINE
            parts.append(text_line(row, right + 12, down, color, anchor="start", size=ch.SMALL))
    return parts


# where a number may be, in px across and down from its marker, after its distance: nearest first
_NEAR: Final = sorted(
    (far**2 + rise**2, far, rise) for far in range(13, 190, 8) for rise in range(-120, 121, 8)
)
Box = tuple[float, float, float, float]


def _numbers(chart: ch.LineChart, across: ch.Axis, up: ch.Axis) -> list[str]:
    """Return the numbers where the chart is, and of single points, each led to from its marker."""
    heights: dict[int, list[float]] = {}  # of the curves, at each px across
    found = []
    for series, style in zip(chart.series, ch.SERIES_STYLES, strict=False):
        at = [(across.place(x), up.place(y), x, y) for x, y in series.points if up.holds(y)]
        for (a, b, *_), (c, d, *_) in pairwise(at):
            for px_ in range(round(a), round(c) + 1):
                heights.setdefault(px_, []).append(b + (d - b) * (px_ - a) / (c - a))
        for x, y, number, value in at:
            if number == chart.here or not series.joined:
                name = "" if series.joined or chart.legend else f", {series.name}"
                found.append(((x - 7, y - 7, x + 7, y + 7), ch.number_words(value) + name, style))
    here, right = across.place(chart.here or 0), round(across.end)
    names = across.end, 0.0, chart.width, max(heights.get(right, [0.0])) + 2 * LINE
    taken: list[Box] = [names, (here - 3, up.end, here + 3, up.start), *(box for box, *_ in found)]
    room = across.start + 4, up.end, chart.width - PAD, up.start
    parts = []
    for mark, words, style in sorted(found, key=itemgetter(0)):
        x, y = mark[0] + 7, mark[1] + 7
        box = _beside(mark, text_width(words, ch.SMALL), taken, heights, room)
        taken.append(box)
        left, level = box[0], box[1] + 7
        end = left - 3 if left > x else box[2] + 3
        parts += [line((x, y), (end, level), style.color, 1), marker(style, x, y)]
        words_at = left, level + 4, style.letters
        parts.append(text_line(words, *words_at, anchor="start", size=ch.SMALL, halo=True))
    return parts


def _beside(
    mark: Box, wide: float, taken: Sequence[Box], heights: Mapping[int, list[float]], room: Box
) -> Box:
    """Return the box of a number of a marker: as near as it is clear of curves and numbers.

    The line to it is clear of the numbers as well, if that can be.
    """
    x, y, clearest, best = mark[0] + 7, mark[1] + 7, (False, False), mark
    others = [box for box in taken[2:] if box != mark]
    for _, far, rise in _NEAR:
        for left, end in ((x + far, x + far - 3), (x - far - wide, x - far + 3)):
            right, top, low = left + wide, y + rise - 7, y + rise + 7
            free = room[0] < left and right < room[2] and room[1] < top and low < room[3]
            if not free or any(
                left < c and a < right and top < d and b < low for a, b, c, d in taken
            ):
                continue
            under = (h for at in range(int(left), int(right) + 1) for h in heights.get(at, ()))
            way = [(x + (end - x) * k / 6, y + rise * k / 6) for k in range(1, 7)]
            led = not any(a < u < c and b < v < d for a, b, c, d in others for u, v in way)
            clear = not any(top - 2 < h < low + 2 for h in under), led
            if best == mark or clear > clearest:
                clearest, best = clear, (left, top, right, low)
            if all(clear):
                return best
    return best


def _apart(ys: Sequence[float], gap: float) -> list[float]:
    """Return heights in the same order, as near as can be, of which no two are closer."""
    runs: list[list[float]] = []
    for at, y in enumerate(ys):
        runs.append([y - at * gap])
        while len(runs) > 1 and fmean(runs[-2]) > fmean(runs[-1]):
            last = runs.pop()
            runs[-1] += last
    return [at * gap + y for at, y in enumerate(fmean(run) for run in runs for _ in run)]


def _range(numbers: Sequence[ch.Number], log: bool, from_zero: bool = True) -> tuple[float, float]:
    """Return the ends of an axis that has a place for all numbers."""
    values = [ch.log10_of(n) for n in numbers if n > 0] if log else [float(n) for n in numbers]
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    if log and from_zero:
        low, high = floor(low + 1e-9), high + 0.05 * max(high - low, 1.0)
    elif from_zero:
        low, high = min(0.0, low), high + 0.05 * (high - min(0.0, low))
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _frame(chart: ch.LineChart, across: ch.Axis, up: ch.Axis) -> list[str]:
    left, right, bottom, top = across.start, across.end, up.start, up.end
    parts = []
    for y, words in up.ticks():
        parts.append(line((left, y), (right, y), ch.GRID, 1))
        parts.append(text_line(words, left - 6, y + 4, INK, anchor="end", size=ch.SMALL))
    for x, words in across.ticks():
        parts.append(line((x, bottom), (x, bottom + 5), GRAY, 1))
        parts.append(text_line(words, x, bottom + 18, INK, size=ch.SMALL))
    parts.append(line((left, bottom), (right, bottom), GRAY, 1.5))
    parts.append(line((left, top), (left, bottom), GRAY, 1.5))
    label = fitting(chart.x_label, right - left)
    parts.append(text_line(label, (left + right) / 2, bottom + 36, INK))
    turned = text_line(fitting(chart.y_label, bottom - top + 40), 0, 0, INK)
    upright = f"translate({px(PAD + 9)} {px((top + bottom) / 2)}) rotate(-90)"
    parts.append(f'<g transform="{upright}">{turned}</g>')
    if chart.here is not None and across.holds(chart.here):
        x = across.place(chart.here)
        parts.append(line((x, top), (x, bottom), GRAY, 1.5, dash="3 3"))
    for limit in chart.limits:
        y = up.place(limit.value)
        parts.append(line((left, y), (right, y), INK, 2, dash="6 3 1 3"))
        parts.append(
            text_line(ch.limit_words(limit), right - 4, y - 5, INK, anchor="end", halo=True)
        )
    return parts


def _series(series: ch.Series, style: ch.SeriesStyle, across: ch.Axis, up: ch.Axis) -> list[str]:
    """Return the line, the whiskers and the markers of one series."""
    shown = [(x, y) for x, y in series.points if across.holds(x) and up.holds(y)]
    places = [(across.place(x), up.place(y)) for x, y in shown]
    parts = []
    if series.joined and len(places) > 1:
        path = "L".join(f"{px(x)} {px(y)}" for x, y in places)
        dash = f' stroke-dasharray="{style.dash}"' if style.dash else ""
        parts.append(
            f'<path d="M{path}" fill="none" stroke="{style.color}" stroke-width="2.5"{dash}/>'
        )
    for (x, _), (low, high) in zip(series.points, series.spread, strict=False):
        if across.holds(x) and up.holds(low) and up.holds(high):
            at = across.place(x)
            parts.append(line((at, up.place(low)), (at, up.place(high)), style.color, 1.5))
    if series.markers or not series.joined or len(places) == 1:
        parts += [marker(style, *place) for place in places]
    return parts


def marker(style: ch.SeriesStyle, x: float, y: float, radius: float = 5.0) -> str:
    """Return the mark of a point of a series."""
    r, paint = radius, f'fill="{style.color}" stroke="{CARD}" stroke-width="1"'
    hollow = f'fill="none" stroke="{style.color}" stroke-width="2.5"'
    if style.marker in ("circle", "ring"):
        how = paint if style.marker == "circle" else hollow
        return f'<circle cx="{px(x)}" cy="{px(y)}" r="{px(r)}" {how}/>'
    if style.marker in ("cross", "plus"):
        d = r * (0.8 if style.marker == "cross" else 1.1)
        ends = [(-d, -d, d, d), (-d, d, d, -d)] if style.marker == "cross" else []
        ends = ends or [(-d, 0, d, 0), (0, -d, 0, d)]
        path = "".join(f"M{px(x + a)} {px(y + b)}L{px(x + c)} {px(y + e)}" for a, b, c, e in ends)
        return f'<path d="{path}" {hollow}/>'
    corners = {
        "square": [(-r, -r), (r, -r), (r, r), (-r, r)],
        "diamond": [(0, -1.3 * r), (1.3 * r, 0), (0, 1.3 * r), (-1.3 * r, 0)],
        "triangle": [(0, -1.2 * r), (1.2 * r, r), (-1.2 * r, r)],
        "down": [(0, 1.2 * r), (1.2 * r, -r), (-1.2 * r, -r)],
    }[style.marker]
    points = " ".join(f"{px(x + dx)},{px(y + dy)}" for dx, dy in corners)
    return f'<polygon points="{points}" {paint}/>'


def _line_sample(series: ch.Series, style: ch.SeriesStyle) -> str:
    """Return the sample before a name in the legend, around the origin's right."""
    parts = []
    if series.joined:
        parts.append(line((0, 0), (SAMPLE - 6, 0), style.color, 2.5, dash=style.dash))
    if series.markers or not series.joined:
        parts.append(marker(style, SAMPLE / 2 - 3, 0))
    return "".join(parts)


def chart_svg(chart: ch.Chart, *, scale: float = 1.0) -> str:
    """Return a chart as one SVG element with a title and a description.

    Parameters
    ----------
    chart : LineChart or BarChart
    scale : float
        1.5 suits a projector.

    Returns
    -------
    str
        Well-formed XML whatever the names are; equal charts give equal text.

    Examples
    --------
    >>> from marvel_widgets.pictures.charts.chart import BarChart, Bars
    >>> "<desc>" in chart_svg(BarChart("Tests", "tests", ("pc",), (Bars("made", (3,)),)))
    True
    """
    body, height = _drawn(chart)
    size = (float(chart.width), height)
    return card(size, scale, printable(chart.title), chart.description, body)


def charts_svg(charts: Sequence[Sequence[ch.Chart]], title: str) -> str:
    """Return charts in rows as one SVG element."""
    body: list[str] = []
    y = widest = 0.0
    for row in charts:
        x = lowest = 0.0
        for chart in row:
            drawn, height = _drawn(chart)
            body += [f'<g transform="translate({px(x)} {px(y)})">', *drawn, "</g>"]
            x, lowest = x + chart.width, max(lowest, height)
        y, widest = y + lowest, max(widest, x)
    words = " ".join(f"{chart.title}. {chart.description}" for row in charts for chart in row)
    return card((widest, y), 1.0, title, words, body)


def _drawn(chart: ch.Chart) -> tuple[list[str], float]:
    """Return a chart with its title, and its height."""
    body, height = lines_svg(chart) if isinstance(chart, ch.LineChart) else bars_svg(chart)
    return [title_line(chart.title, chart.width), *body], height
