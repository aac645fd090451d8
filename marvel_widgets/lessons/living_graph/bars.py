"""The tests of the five algorithms: as bars in a strip, and beside both bounds in a table."""

from fractions import Fraction
from math import log10
from typing import Final

from marvel_widgets.lessons.living_graph.words import (
    CAPTION,
    counting_words,
    delta_word,
    number_word,
    published_name,
)
from marvel_widgets.pictures.charts.chart import number_words
from marvel_widgets.replay.option_words import algorithm_name
from marvel_widgets.replay.static_views import numbers_html
from marvel_widgets.text import escaped, paragraphs
from marvel_widgets.theory.graph_survey import BUDGET, Survey

# Of the axis: the same for most graphs, so that a bar that is shorter stands for fewer tests.
_LEAST_END: Final = 1_000
MARVEL: Final = "marvel"


def bars_html(found: Survey, before: Survey | None = None) -> str:
    """Return the tests of the algorithms as bars, changes marked, and both bounds in words."""
    known = (*found.tests.values(), *found.published.values())
    end, most = _LEAST_END, max(found.upper, *(BUDGET if n is None else n for n in known))
    while end < most:  # the axis ends at a power of ten
        end *= 10
    rows = "".join(_bar(found, before, name, end) for name in found.tests)
    rows += "".join(_bar(found, before, name, end, published=True) for name in found.published)
    return (
        f'<div class="mw-live-chart"><ul class="mw-live-bars" aria-label="{CAPTION}">{rows}</ul>'
        f'<div class="mw-live-note">{escaped(_note(found))}</div></div>'
    )


def _note(found: Survey) -> str:
    """Return what the bars count, and both bounds."""
    whole = "".join(f" {published_name(name)}: all of its tests." for name in found.published)
    return (
        f"{CAPTION}, on a log scale. Dashed: upper bound for MARVEL {number_words(found.upper)}. "
        f"Lower bound on all tests, worst graph: {number_words(found.lower)}.{whole}"
    )


def _percent(value: float | Fraction, end: int) -> float:
    """Return the length of a bar: logarithmic, and nothing for no test."""
    return round(100 * log10(1 + float(value)) / log10(1 + end), 1)


def _bar(
    found: Survey, before: Survey | None, name: str, end: int, *, published: bool = False
) -> str:
    now, old = (
        each.published if published else each.tests
        for each in (found, found if before is None else before)
    )
    tests, was = now[name], old.get(name, now[name])
    known = [n for n in found.tests.values() if n is not None]
    fewest = not published and tests == min(known, default=None)
    looks = ["mw-over"] if tests is None else ["mw-fewest"] if fewest else []
    length, former = (_percent(BUDGET if n is None else n, end) for n in (tests, was))
    title = published_name(name) if published else algorithm_name(name)
    change = ""
    if tests != was:
        looks += ["mw-changed", "mw-fell" if length < former else "mw-rose"]
        change = delta_word(was, tests)
        if was is not None:
            change += f'<span class="mw-live-was">, was {was:,}</span>'
    words = f"> {BUDGET:,}" if tests is None else f"{tests:,}"
    ticks = "".join(
        f'<i style="left:{_percent(10**k, end)}%"></i>' for k in range(1, len(str(end)) - 1)
    )
    if name == MARVEL and not published:
        ticks += f'<i class="mw-bound" style="left:{_percent(found.upper, end)}%"></i>'
    return (
        f'<li class="{" ".join(["mw-live-row", *looks])}">'
        f'<span class="mw-live-name">{escaped(title)}</span>'
        f'<span class="mw-live-number">{escaped(words)}</span>'
        f'<span class="mw-live-change">{change}</span>'
        f'<span class="mw-live-track" aria-hidden="true">'
        f'<span style="--mw-was:{min(former, 100)}%;width:{length}%"></span>{ticks}</span></li>'
    )


def table_html(found: Survey, before: Survey | None = None) -> str:
    """Return the same numbers as a table, and what they count."""
    old = found if before is None else before
    rows = [
        (algorithm_name(name), number_word(tests), number_word(old.tests[name]))
        for name, tests in found.tests.items()
    ]
    rows += [
        (published_name(name), number_word(tests), number_word(old.published.get(name, tests)))
        for name, tests in found.published.items()
    ]
    rows.append(("Upper bound, MARVEL", number_words(found.upper), number_words(old.upper)))
    rows.append(("Lower bound, all tests", f"{found.lower:,}", f"{old.lower:,}"))
    head = ("", "now", "before the last edit")
    notes = paragraphs(counting_words(found))
    return numbers_html(CAPTION, head, rows) + notes
