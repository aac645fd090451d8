"""Charts as values: lines over numbers, bars over words, with their alternative text.

:func:`marvel_widgets.pictures.charts.svg.chart_svg` draws them. A number may be a
fraction or a whole number of any size: a logarithmic axis takes 200**199 as well as 3.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, isfinite, log10
from typing import Final

from marvel_widgets.pictures import palette
from marvel_widgets.pictures.card import LINE, PAD, SAMPLE, fitting
from marvel_widgets.pictures.marks import px, text_line

Number = int | float | Fraction

MOST_POINTS_READ: Final = 8  # of a series in the alternative text; its ends are always read
_SUPERSCRIPT: Final = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class SeriesStyle:
    """How the series at one place of a chart is drawn; no two agree in anything."""

    color: str
    dash: str
    marker: str
    hatch: str
    letters: str  # the color of words about it, on a white card


SERIES_STYLES: Final = (
    SeriesStyle(palette.BLUE, "", "circle", "full", palette.BLUE),
    SeriesStyle(palette.VERMILLION, "9 5", "square", "rising", palette.BROWN),
    SeriesStyle(palette.GREEN, "4 3", "diamond", "empty", "#007A59"),
    SeriesStyle(palette.PLUM, "12 4 2 4", "triangle", "upright", palette.PLUM),
    SeriesStyle(palette.BLACK, "5 2", "cross", "level", palette.BLACK),
    SeriesStyle("#8A6500", "1 2", "plus", "falling", "#8A6500"),
    SeriesStyle("#00718F", "14 3", "ring", "crossed", "#00718F"),
    SeriesStyle(palette.GRAY, "9 2 1 2 1 2", "down", "grid", palette.GRAY),
)


@dataclass(frozen=True, slots=True)
class Series:
    """Numbers over numbers in a `LineChart`."""

    name: str
    points: tuple[tuple[Number, Number], ...]
    joined: bool = True
    spread: tuple[tuple[Number, Number], ...] = ()
    markers: bool = True

    def __post_init__(self) -> None:
        if self.spread and len(self.spread) != len(self.points):
            msg = f"{self.name!r} has {len(self.points)} points and {len(self.spread)} whiskers"
            raise ValueError(msg)


@dataclass(frozen=True, slots=True)
class Limit:
    """A reference line at a value, such as a budget, across the chart."""

    name: str
    value: Number


@dataclass(frozen=True, slots=True)
class LineChart:
    """Lines and points over numbers.

    >>> chart = LineChart("Pairs", "p", "tests", (Series("TC", ((2, 1), (3, 3), (4, 6))),))
    >>> print(chart.description)
    Pairs. Across: p. Up: tests. TC: 1 at 2, 3 at 3, 6 at 4.
    """

    title: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    log_x: bool = False
    log_y: bool = False
    from_zero: bool = True
    limits: tuple[Limit, ...] = ()
    here: Number | None = None
    width: int = 580
    height: int = 340
    legend: bool = True  # below it; without, names stand at the curves

    def __post_init__(self) -> None:
        _refuse_too_many(self.title, len(self.series))
        numbers = [n for s in self.series for point in s.points for n in point]
        numbers += [n for s in self.series for ends in s.spread for n in ends]
        _refuse_infinite(self.title, [*numbers, *(limit.value for limit in self.limits)])

    @property
    def description(self) -> str:
        """The alternative text: axes, and the numbers of each series (of long ones, some)."""
        scales = [" (logarithmic)" if log else "" for log in (self.log_x, self.log_y)]
        parts = [
            f"{self.title}. Across: {self.x_label}{scales[0]}. Up: {self.y_label}{scales[1]}.",
            *(f"{series.name}: {_points_in_words(series)}." for series in self.series),
            *(f"Line at {number_words(limit.value)}: {limit.name}." for limit in self.limits),
        ]
        return palette.printable(" ".join(parts))


@dataclass(frozen=True, slots=True)
class Bars:
    """One value for each category of a `BarChart`."""

    name: str
    values: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class BarChart:
    """Horizontal bars over categories, beside each other or stacked.

    >>> chart = BarChart("Tests", "tests", ("pc", "marvel"), (Bars("performed", (12, 4)),))
    >>> print(chart.description)
    Tests. Across: tests. pc: performed 12. marvel: performed 4.
    """

    title: str
    x_label: str
    categories: tuple[str, ...]
    bars: tuple[Bars, ...]
    stacked: bool = False
    log: bool = False
    limits: tuple[Limit, ...] = ()
    width: int = 580

    def __post_init__(self) -> None:
        _refuse_too_many(self.title, len(self.bars))
        if self.stacked and self.log:
            msg = f"{self.title!r}: lengths on a logarithmic axis do not add up; choose one"
            raise ValueError(msg)
        for bars in self.bars:
            if len(bars.values) != len(self.categories):
                msg = f"{bars.name!r}: {len(bars.values)} values, {len(self.categories)} categories"
                raise ValueError(msg)
            if any(value < 0 for value in bars.values):
                msg = f"{bars.name!r} has a negative value; bars start at 0"
                raise ValueError(msg)
            _refuse_infinite(self.title, bars.values)

    @property
    def description(self) -> str:
        """The alternative text: every number."""
        scale = " (logarithmic)" if self.log else ""
        parts = [f"{self.title}. Across: {self.x_label}{scale}."]
        for at, category in enumerate(self.categories):
            numbers = [f"{b.name} {number_words(b.values[at])}" for b in self.bars]
            parts.append(f"{category}: {', '.join(numbers)}.")
        parts += [f"Line at {number_words(limit.value)}: {limit.name}." for limit in self.limits]
        return palette.printable(" ".join(parts))


Chart = LineChart | BarChart


def number_words(value: Number) -> str:
    """Return a number as people read it: exact where short, else two digits and a power of ten."""
    if value == 0:
        return "0"
    size = abs(Fraction(value))
    if 0.01 <= size < 1_000_000:
        near = round(float(value), 3 if size < 1 else 2)
        return f"{near:,.3f}".rstrip("0").rstrip(".") if near % 1 else f"{near:,.0f}"
    power = floor(log10_of(size) + 1e-12)
    digits = round(float(Fraction(value) / Fraction(10) ** power), 1)
    if digits >= 10:
        power, digits = power + 1, 1.0
    factor = f"{digits:.1f}".removesuffix(".0")
    ten = power_of_ten(power)
    return ten if factor == "1" else f"{factor} × {ten}"


def power_of_ten(power: int) -> str:
    return f"10{str(power).translate(_SUPERSCRIPT)}"


def log10_of(value: Number) -> float:
    """Return the logarithm of a positive number, however large."""
    if isinstance(value, Fraction):
        return log10(value.numerator) - log10(value.denominator)
    return log10(value)


def _points_in_words(series: Series) -> str:
    points = series.points
    if len(points) > MOST_POINTS_READ:
        every = -(-len(points) // MOST_POINTS_READ)
        points = (*points[:-1:every], points[-1])
    return ", ".join(f"{number_words(y)} at {number_words(x)}" for x, y in points) or "no points"


def _refuse_too_many(title: str, series: int) -> None:
    if series > len(SERIES_STYLES):
        msg = (
            f"{title!r} has {series} series; a reader can distinguish {len(SERIES_STYLES)}: "
            "split it into several charts"
        )
        raise ValueError(msg)


def _refuse_infinite(title: str, numbers: list[Number] | tuple[Number, ...]) -> None:
    for number in numbers:
        if isinstance(number, float) and not isfinite(number):
            msg = f"{title!r} has the value {number}, which cannot be charted"
            raise ValueError(msg)


GRID: Final = "#D9D9D9"
TICKS: Final = 6  # about so many numbers on an axis
SMALL: Final = 12.0  # size of the numbers


@dataclass(frozen=True, slots=True)
class Axis:
    """Where numbers lie between two places in px."""

    low: float
    high: float
    log: bool
    start: float
    end: float

    def place(self, value: Number) -> float:
        """Return where a number lies; None of its like lies outside."""
        number = log10_of(value) if self.log else float(value)
        return self.start + (number - self.low) / (self.high - self.low) * (self.end - self.start)

    def holds(self, value: Number) -> bool:
        """Return whether a number has a place: on a logarithmic axis those above 0."""
        return value > 0 or not self.log

    def ticks(self) -> list[tuple[float, str]]:
        """Return (place, number in words) for the numbers to write."""
        values = log_ticks(self.low, self.high) if self.log else even_ticks(self.low, self.high)
        return [(self.place(value), words) for value, words in values]


def even_ticks(low: float, high: float) -> list[tuple[Number, str]]:
    """Return round numbers from low to high."""
    rough = (high - low) / TICKS
    power = 10.0 ** floor(log10(rough))
    step = next(n * power for n in (1, 2, 5, 10) if n * power >= rough * 0.999)
    values = [n * step for n in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]
    return [(value, number_words(round(value, 9))) for value in values]


def log_ticks(low: float, high: float) -> list[tuple[Number, str]]:
    """Return powers of ten between two logarithms; with their doubles and fives if few."""
    if high - low < 1.6:
        fine = [n * 10**k for k in range(floor(low), ceil(high) + 1) for n in (1, 2, 5)]
        return [(n, number_words(n)) for n in fine if low <= log10_of(n) + 1e-9 <= high + 2e-9]
    every = max(1, ceil((high - low) / (TICKS + 2)))
    powers = range(ceil(low - 1e-9), floor(high + 1e-9) + 1)
    return [
        (10**k, f"{10**k:,}" if 0 <= k <= 4 else power_of_ten(k)) for k in powers if k % every == 0
    ]


def chart_legend(
    entries: Sequence[tuple[str, str]], width: float, y: float
) -> tuple[list[str], float]:
    """Return the legend in rows below `y`, and where it ends."""
    parts, x, row = [], PAD, y + LINE / 2
    for name, sample in entries:
        room = SAMPLE + palette.text_width(palette.printable(name)) + 18
        if x > PAD and x + room > width:
            x, row = PAD, row + LINE + 4
        words = fitting(name, width - PAD - x - SAMPLE)
        parts.append(f'<g transform="translate({px(x)} {px(row)})">{sample}</g>')
        parts.append(text_line(words, x + SAMPLE, row + 4.3, palette.INK, anchor="start"))
        x += room
    return parts, row + LINE


def limit_words(limit: Limit) -> str:
    """Return the label of a reference line."""
    return f"{palette.printable(limit.name)} {number_words(limit.value)}"
