"""The lanes of a race: a bar for each racer that grows with its tests, and a flag at its finish.

Nothing here looks ahead unless the race may be told: the axis follows the clock alone, and a
racer's total shows when it has finished.
"""

from collections.abc import Iterable
from math import log1p
from typing import Final

from marvel_widgets.core.algorithms.own import OWN
from marvel_widgets.core.algorithms.registry import DESCRIBED
from marvel_widgets.lessons.race.charts import Scale
from marvel_widgets.lessons.race.runs import Race, Racer
from marvel_widgets.lessons.race.standing import Standing, racer_title
from marvel_widgets.lessons.race.words import answer_words
from marvel_widgets.replay.option_words import option_words
from marvel_widgets.text import counted, escaped

SHORTEST: Final = 10  # tests that the axis is long at least
_LONG: Final = 0.5  # of a lane: a longer bar has its words inside


def idea_words(name: str) -> str:
    """Return what a racer does, beside its name: the first clause of its words."""
    words = option_words("algorithm", name if name in DESCRIBED else OWN)
    idea = words.partition(":")[0].partition(",")[0].removesuffix(".")
    return idea.removeprefix(f"{racer_title(name)} ")


def ideas_html(names: Iterable[str]) -> str:
    """Return what each racer does as a list: a bet is on one of them."""
    rows = (f"<li><b>{escaped(racer_title(name))}</b> {idea_words(name)}</li>" for name in names)
    return f'<ul class="mw-racers">{"".join(rows)}</ul>'


def axis_end(tick: int, scale: Scale = "log") -> int:
    """Return how many tests the lanes are long while the clock shows a tick.

    A round number beyond the clock: it depends on nothing else, so that it reveals no total.
    """
    end = SHORTEST
    while end <= tick:
        steps = (1,) if scale == "log" else (5, 2, 1)
        end = next((end * 10 // n for n in steps if end * 10 // n > tick), end * 10)
    return end


def share(tests: int, end: int, scale: Scale = "log") -> float:
    """Return which part of a lane some tests fill."""
    return log1p(tests) / log1p(end) if scale == "log" else tests / end


def lanes_html(race: Race, tick: int, scale: Scale = "log", *, told: bool = False) -> str:
    """Return the lanes as a table: bar and tests so far; place, total, answer once finished.

    Those of a race that is `told` are as long as it is from the beginning.
    """
    end = axis_end(race.last if told else tick, scale)
    lanes = sorted(  # those that are done by place, then the running, the stopped
        zip(race.racers, race.standing(tick), strict=True),
        key=lambda lane: (lane[1].state, lane[1].place or 0),
    )
    kind = "logarithmic" if scale == "log" else "linear"
    rows = "".join(
        _lane(racer, standing, share(standing.tests, end, scale)) for racer, standing in lanes
    )
    return (
        f'<table class="mw-table mw-lanes" style="--mw-racers:{len(lanes)}">'
        f"<caption>CI tests by now, on a {kind} scale</caption>"
        f'<thead><tr><th scope="col">Racer</th><th scope="col" class="mw-lane">{_axis(end, scale)}'
        f"</th></tr></thead><tbody>{rows}</tbody></table>"
    )


def _axis(end: int, scale: Scale) -> str:
    """Return the numbers above the lanes: every second power of ten, or the half and the whole."""
    powers = (10**n for n in range(len(str(end)) - 1, 0, -2))
    marks = sorted((0, *powers) if scale == "log" else (0, end // 2, end))
    spans = (
        f'<span style="--mw-part:{share(mark, end, scale):.4f}">{mark:,}</span>' for mark in marks
    )
    return f'<div class="mw-axis">{"".join(spans)}</div>'


def _lane(racer: Racer, standing: Standing, part: float) -> str:
    name, at = escaped(racer_title(racer.name)), f'style="--mw-part:{part:.4f}"'
    return (
        f'<tr class="mw-{standing.state}"><th scope="row">{name}</th><td class="mw-lane">'
        f'<div class="mw-track{" mw-long" if part > _LONG else ""}" {at}>'
        f'<span class="mw-runner" {at} aria-hidden="true"></span>'
        f'<span class="mw-count">{_count(racer, standing)}</span></div></td></tr>'
    )


def _count(racer: Racer, standing: Standing) -> str:
    if standing.state == "running":
        idea = "" if standing.tests else f"<small>{idea_words(racer.name)}</small>"
        return f"<b>{standing.tests:,}</b>{idea}"
    tests = counted(standing.tests, "test")
    if standing.state == "stopped":
        head = f"stopped by the budget after {tests}"
    else:
        head = f'<span aria-hidden="true">{"⚑"}</span> place {standing.place}: {tests}'
    return f"<b>{head}</b><small>{answer_words(racer)}</small>"
