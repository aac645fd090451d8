"""What charts share: axes with round numbers, legends, texts that fit."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final

from marvel_widgets.pictures.card import LINE, PAD, SAMPLE
from marvel_widgets.pictures.charts.chart import Limit, Number, log10_of, number_words, power_of_ten
from marvel_widgets.pictures.marks import px, text_line
from marvel_widgets.pictures.palette import INK, printable, text_width
from marvel_widgets.pictures.wrapping import fitting

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
        room = SAMPLE + text_width(printable(name)) + 18
        if x > PAD and x + room > width:
            x, row = PAD, row + LINE + 4
        words = fitting(name, width - PAD - x - SAMPLE)
        parts.append(f'<g transform="translate({px(x)} {px(row)})">{sample}</g>')
        parts.append(text_line(words, x + SAMPLE, row + 4.3, INK, anchor="start"))
        x += room
    return parts, row + LINE


def limit_words(limit: Limit) -> str:
    """Return the label of a reference line."""
    return f"{printable(limit.name)} {number_words(limit.value)}"
