"""The tests of the five algorithms beside both bounds: as bars, and as a table."""

from fractions import Fraction
from math import log10
from typing import Final

from marvel_widgets.lessons.living_graph.words import (
    CAPTION,
    counting_words,
    delta_word,
    number_word,
)
from marvel_widgets.pictures.charts.chart import number_words
from marvel_widgets.replay.option_words import algorithm_name
from marvel_widgets.replay.tables import numbers_html
from marvel_widgets.text import escaped
from marvel_widgets.theory.graph_survey import BUDGET, Survey
from marvel_widgets.theory.survey_changes import changes

# Of the axis: the same for most graphs, so that a bar that is shorter stands for fewer tests.
_LEAST_END: Final = 1_000


def bars_html(found: Survey, before: Survey | None = None) -> str:
    """Return the tests of the algorithms as bars beside both bounds, changes marked.

    >>> from marvel_widgets import Dag
    >>> from marvel_widgets.theory.graph_survey import survey
    >>> trap = Dag("X -> Y <- T; Y -> Z; X -> Z")
    >>> html = bars_html(survey(trap.with_edge("T", "Z")), survey(trap))
    >>> "+16, was 8" in html, html.count("<li")
    (True, 7)
    """
    values = [BUDGET if n is None else n for n in found.tests.values()]
    end = _end([*values, found.upper, found.lower])
    rows = "".join(_bar(found, before, name, end) for name in found.tests)
    was = None if before is None else changes(before, found)
    rows += _bound("Upper bound, MARVEL", found.upper, None if was is None else was.upper, end)
    rows += _bound("Lower bound, all tests", found.lower, None if was is None else was.lower, end)
    return (
        f'<div class="mw-live-chart"><div class="mw-live-title">{CAPTION}</div>'
        f'<ul class="mw-live-bars" aria-label="{CAPTION}, beside both bounds">{rows}</ul>'
        f"{_axis(end)}</div>"
    )


def _end(values: list[int | Fraction]) -> int:
    """Return the power of ten at which the axis ends."""
    end = _LEAST_END
    while end < max(values):
        end *= 10
    return end


def _percent(value: float | Fraction, end: int) -> float:
    """Return the length of a bar: logarithmic, and nothing for no test."""
    return round(100 * log10(1 + float(value)) / log10(1 + end), 1)


def _bar(found: Survey, before: Survey | None, name: str, end: int) -> str:
    tests = found.tests[name]
    was = tests if before is None else before.tests[name]
    known = [n for n in found.tests.values() if n is not None]
    looks = ["mw-over"] if tests is None else ["mw-fewest"] if tests == min(known) else []
    length, old = (_percent(BUDGET if n is None else n, end) for n in (tests, was))
    change = ""
    if tests != was:
        looks.append("mw-fell" if length < old else "mw-rose")
        change = delta_word(was, tests)
        if was is not None:
            change += f", was {was:,}"
    words = f"> {BUDGET:,}" if tests is None else f"{tests:,}"
    return _row(algorithm_name(name), looks, length, old, words, change)


def _bound(name: str, value: int | Fraction, was: int | Fraction | None, end: int) -> str:
    length = _percent(value, end)
    old = length if was is None else _percent(was, end)
    change = "" if was is None else f"was {number_words(was)}"
    return _row(name, ["mw-bound"], length, old, number_words(value), change)


def _row(name: str, looks: list[str], length: float, old: float, words: str, change: str) -> str:
    classes = " ".join(["mw-live-row", *looks, *(["mw-changed"] if change else [])])
    return (
        f'<li class="{classes}"><span class="mw-live-name">{escaped(name)}</span>'
        f'<span class="mw-live-track" aria-hidden="true">'
        f'<span style="--mw-was:{min(old, 100)}%;width:{length}%"></span></span>'
        f'<span class="mw-live-number">{escaped(words)}</span>'
        f'<span class="mw-live-change">{escaped(change)}</span></li>'
    )


def _axis(end: int) -> str:
    ticks: list[str] = []
    value = end
    while value >= 1:  # from the end, each second power of ten: more would stand on each other
        ticks.insert(0, f'<span style="left:{_percent(value, end)}%">{value:,}</span>')
        value //= 100
    return (
        '<div class="mw-live-row mw-live-axis" aria-hidden="true"><span class="mw-live-name">'
        f'logarithmic</span><span class="mw-live-track">{"".join(ticks)}</span>'
        '<span class="mw-live-number"></span><span class="mw-live-change"></span></div>'
    )


def table_html(found: Survey, before: Survey | None = None) -> str:
    """Return the same numbers as a table, and what they count.

    >>> from marvel_widgets import Dag
    >>> from marvel_widgets.theory.graph_survey import survey
    >>> table_html(survey(Dag("X -> Y <- T"))).count("<tr>")
    8
    """
    old = found if before is None else before
    rows = [
        (algorithm_name(name), number_word(tests), number_word(old.tests[name]))
        for name, tests in found.tests.items()
    ]
    rows.append(("Upper bound, MARVEL", number_words(found.upper), number_words(old.upper)))
    rows.append(("Lower bound, all tests", f"{found.lower:,}", f"{old.lower:,}"))
    head = ("", "now", "before the last edit")
    notes = "".join(f"<p>{escaped(line)}</p>" for line in counting_words(found))
    return numbers_html(CAPTION, head, rows) + notes
