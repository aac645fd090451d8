"""Boundary discovery side by side as tables: each lane, and what the whole runs cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from marvel_widgets.lessons.markov_boundary.lanes import Lane, Lanes
from marvel_widgets.lessons.markov_boundary.steps import (
    false_words,
    lane_place,
    lane_sentence,
    set_rows,
    set_title,
)
from marvel_widgets.pictures.band import Said, band_html
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.replay.option_words import algorithm_name
from marvel_widgets.replay.stage_words import said_of
from marvel_widgets.replay.static_views import numbers_html
from marvel_widgets.text import counted, escaped


@dataclass(frozen=True, slots=True)
class Comparison:
    """What one method has cost."""

    method: str
    tests: int
    distinct: int
    largest: int
    mean: float
    complete: bool


def comparisons(lanes: Lanes) -> tuple[Comparison, ...]:
    """Return the cost of each whole run, as counted in its log of tests."""
    if lanes not in _COMPARED:  # at every tick of the clock the same
        _COMPARED[lanes] = _compared(lanes)
    return _COMPARED[lanes]


_COMPARED: WeakKeyDictionary[Lanes, tuple[Comparison, ...]] = WeakKeyDictionary()


def _compared(lanes: Lanes) -> tuple[Comparison, ...]:
    found = []
    for film in lanes.films:
        log, sizes = film.trace.tests, film.counters(film.last).by_size
        total = sum(size * n for size, n in sizes.items())
        mean = total / len(log) if len(log) else 0.0
        complete = film.trace.result.complete
        method = film.context.algorithm
        largest = max(sizes, default=0)
        found.append(Comparison(method, len(log), film.distinct, largest, mean, complete))
    return tuple(found)


# -- words ----------------------------------------------------------------------------------


def formula_words(p: int) -> str:
    """Return what total conditioning costs, as a formula."""
    tests = p * (p - 1) // 2
    others = f"the other {counted(p - 2, 'variable')}" if p > 2 else "nothing"
    return (
        f"Total conditioning tests each pair once: p(p - 1)/2 = {p} · {max(0, p - 1)}/2 = "
        f"{counted(tests, 'CI test')}, each given {others}."
    )


def counting_words() -> str:
    """Return how tests are counted."""
    return (
        "CI tests are counted one by one as they are asked; different ones count each statement "
        "once."
    )


def comparison_lines(lanes: Lanes) -> list[str]:
    """Return the cost of the whole runs as text."""
    return [
        f"{algorithm_name(row.method)} in all: {counted(row.tests, 'CI test')}"
        f"{'' if row.complete else ' and more'}, {row.distinct:,} different, largest set "
        f"{row.largest}, mean set {row.mean:.2f}"
        for row in comparisons(lanes)
    ]


# -- tables ---------------------------------------------------------------------------------


def lane_html(lane: Lane, *drawings: Drawing, answers: bool = True) -> str:
    """Return what happens in a lane as HTML, with the statement that it tests; all escaped."""
    if not answers:
        return band_html(Said(lane_sentence(lane, answers=False)), *drawings)
    said = said_of(lane.film, lane.frame)
    if lane.flaw:
        said = Said(said.what, lane.flaw, "no")
    return band_html(said, *drawings)


def bars_html(now: Sequence[Lane], watched: str) -> str:
    """Return the tests of all lanes as bars: the track is the whole run, all on one scale."""
    whole = [len(lane.film.trace.tests) for lane in now]
    most = max(1, *whole)
    rows = (
        f"<li{' aria-current=true' if lane.method == watched else ''}>"
        f'<span class="mw-lane-name">{escaped(algorithm_name(lane.method))}: '
        f"{escaped(lane_place(lane))}</span>"
        f'<div class="mw-grow" style="width:{100 * tests / most:.1f}%">'
        f'<span style="width:{100 * lane.frame.tests_done / max(1, tests):.1f}%"></span></div>'
        + _two(
            f"{lane.frame.tests_done:,} of {tests:,}{false_words(lane)}",
            f"{lane.known:,} of {len(lane.film.trace.names):,}",
        )
        + "</li>"
        for lane, tests in zip(now, whole, strict=True)
    )
    head = _two("CI tests", "boundaries")
    return f'{head}<ul class="mw-lane-bars" aria-label="CI tests by method">{"".join(rows)}</ul>'


def _two(tests: str, boundaries: str) -> str:
    """Return the numbers of a method, or their heads; a lane's name has both in words."""
    spans = f"<span>{tests}</span><span>{boundaries}</span>"
    return f'<div class="mw-place mw-two" aria-hidden="true">{spans}</div>'


def set_html(lane: Lane, *, answers: bool = True) -> str:
    """Return the set of a lane as a table; empty if no variable is selected."""
    rows = "".join(
        f'<tr><th scope="row">{head}</th><td>{escaped(words)}</td></tr>'
        for head, words in set_rows(lane, answers=answers)
    )
    if not rows:
        return ""
    title = f"{algorithm_name(lane.method)}: {set_title(lane)}"
    return (
        f'<table class="mw-table"><caption>{escaped(title)}</caption><tbody>{rows}</tbody></table>'
    )


def comparison_html(lanes: Lanes) -> str:
    """Return the cost of the whole runs as a table, with how it was counted."""
    head = ["method", "CI tests", "different", "largest set", "mean set"]
    rows = [
        [
            algorithm_name(row.method),
            f"{row.tests:,}{'' if row.complete else ' and more'}",
            f"{row.distinct:,}",
            str(row.largest),
            f"{row.mean:.2f}",
        ]
        for row in comparisons(lanes)
    ]
    return numbers_html("The whole runs", head, rows)


def sizes_html(lanes: Lanes, now: Sequence[Lane]) -> str:
    """Return the tests so far by the size of their sets, a column for each method."""
    whole = [film.counters(film.last).by_size for film in lanes.films]
    head = ["size of the set", *(algorithm_name(lane.method) for lane in now)]
    rows = [
        [
            f"{size} given",
            *(
                f"{lane.sizes.get(size, 0):,} of {w.get(size, 0):,}"
                for lane, w in zip(now, whole, strict=True)
            ),
        ]
        for size in sorted(set().union(*whole))
    ]
    rows.append(
        [
            "all",
            *(
                f"{lane.frame.tests_done:,} of {sum(w.values()):,}"
                for lane, w in zip(now, whole, strict=True)
            ),
        ]
    )
    return numbers_html("CI tests by the size of the set, so far and in all", head, rows)
