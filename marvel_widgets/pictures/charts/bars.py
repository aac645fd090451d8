"""Bar charts: series told apart by color and hatch, every bar with its number."""

from collections.abc import Iterable
from html import escape
from typing import Final

from marvel_widgets.pictures.card import LINE, PAD, SAMPLE
from marvel_widgets.pictures.charts.axes import GRID, SMALL, Axis, chart_legend, limit_words
from marvel_widgets.pictures.charts.chart import (
    SERIES_STYLES,
    BarChart,
    Number,
    SeriesStyle,
    log10_of,
    number_words,
)
from marvel_widgets.pictures.marks import line, px, text_line
from marvel_widgets.pictures.palette import CARD, GRAY, INK, printable, text_width
from marvel_widgets.pictures.wrapping import fitting

BAR: Final = 18.0  # thickness of a bar


def bars_svg(chart: BarChart) -> tuple[list[str], float]:
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
    high = max(log10_of(n) for n in longest if n > 0) if chart.log else float(max(longest))
    numbers = max(text_width(number_words(n)) for n in longest)
    across = Axis(0.0, high or 1.0, chart.log, left, chart.width - 16 - numbers)
    body = _bar_frame(chart, across, top, bottom)
    for at, category in enumerate(chart.categories):
        y = top + at * group + 7
        name = fitting(category, left - PAD - 8)
        body.append(text_line(name, left - 8, y + rows * BAR / 2 + 4, INK, anchor="end"))
        body += _group(chart, at, across, y)
    if not chart.legend:
        return body, bottom + 46
    legend, height = chart_legend(_entries(chart), chart.width, bottom + 46)
    return [*body, *legend], height


def _entries(chart: BarChart) -> list[tuple[str, str]]:
    """Return the name of each series and the sample of its bars."""
    return [(b.name, bar(st, 0, -6, SAMPLE - 8, 12)) for b, st in zip(chart.bars, SERIES_STYLES)]  # noqa: B905 - more styles than series


def bars_key_html(chart: BarChart) -> str:
    """Return the legend of a chart as a table, a row for each series."""
    rows = "".join(
        f'<tr><td><svg viewBox="0 -8 {SAMPLE} 16" width="{SAMPLE}" height="16" aria-hidden="true">'
        f'{sample}</svg></td><th scope="row">{escape(name)}</th></tr>'
        for name, sample in _entries(chart)
    )
    return f'<table class="mw-table mw-chart-key">{rows}</table>'


def _bar_frame(chart: BarChart, across: Axis, top: float, bottom: float) -> list[str]:
    parts = []
    for x, words in across.ticks():
        parts.append(line((x, top), (x, bottom), GRID, 1))
        parts.append(text_line(words, x, bottom + 16, INK, size=SMALL))
    parts.append(line((across.start, top), (across.start, bottom), GRAY, 1.5))
    middle = (across.start + across.end) / 2
    parts.append(
        text_line(fitting(chart.x_label, across.end - across.start), middle, bottom + 34, INK)
    )
    for limit in chart.limits:
        if across.holds(limit.value):
            x = across.place(limit.value)
            parts.append(line((x, top - 2), (x, bottom), INK, 2, dash="6 3 1 3"))
            parts.append(text_line(limit_words(limit), x, top - 7, INK, anchor="end", halo=True))
    return parts


def _group(chart: BarChart, at: int, across: Axis, y: float) -> list[str]:
    parts, start, total = [], across.start, 0.0
    for place, (bars, style) in enumerate(zip(chart.bars, SERIES_STYLES, strict=False)):
        value = bars.values[at]
        above = 0.0 if chart.stacked else place * BAR
        end = across.place(total + float(value)) if chart.stacked else _end(across, value)
        if end > start:
            parts.append(bar(style, start, y + above, end - start, BAR - 3))
        if chart.stacked:
            start, total = end, total + float(value)
        else:
            parts.append(_number(value, end, y + above))
    if chart.stacked:
        parts.append(_number(sum(b.values[at] for b in chart.bars), start, y))
    return parts


def _end(across: Axis, value: Number) -> float:
    """Return where a bar ends; one below 1 has no length on a logarithmic axis."""
    return across.start if across.log and value < 1 else across.place(value)


def _number(value: Number, x: float, y: float) -> str:
    return text_line(number_words(value), x + 5, y + BAR / 2 + 3, INK, anchor="start", halo=True)


def bar(style: SeriesStyle, x: float, y: float, width: float, height: float) -> str:
    """Return a bar with the hatch of its series."""
    fill = style.color if style.hatch == "full" else CARD
    frame = (
        f'<rect x="{px(x)}" y="{px(y)}" width="{px(width)}" height="{px(height)}" '
        f'fill="{fill}" stroke="{style.color}" stroke-width="1.5"/>'
    )
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
