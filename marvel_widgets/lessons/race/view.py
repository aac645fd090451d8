"""A race to look at: small pictures of what each racer knows, lanes, charts, and the text twin.

Nothing here looks ahead unless the race may be told: axes follow the clock alone, and a racer's
total shows when it has finished.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from marvel_widgets.core.algorithms.own import OWN
from marvel_widgets.core.algorithms.registry import DESCRIBED
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.race import words as said
from marvel_widgets.lessons.race.runs import Race, Racer, Standing, racer_title
from marvel_widgets.pictures.card import legend_svg
from marvel_widgets.pictures.charts.chart import SERIES_STYLES, BarChart, Bars
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.stage import Stage, stage_of
from marvel_widgets.pictures.svg import grid, side_by_side
from marvel_widgets.replay.option_words import option_words
from marvel_widgets.replay.run_pictures import learned_edges, node_states
from marvel_widgets.text import counted, escaped, row_html, table_html

# More variables than this can't be distinguished in a small picture.
MOST_DRAWN: Final = 20
_SMALL: Final = 8  # up to so many variables, three pictures stand beside each other
_SHORT: Final = 8  # letters of a name; three longer ones would cover each other's arrows
_NARROW, _WIDE = 270, 410  # of a small picture, in px; a chart is as wide, two on a page
SHORTEST: Final = 10  # tests that the axis is long at least
_TRUTH: Final = "True graph"
_LONG: Final = 0.5  # of a lane: a longer bar has its words inside


def race_stage(dag: Dag) -> Stage:
    """Return the stage of the small pictures, the same for all racers; wider for long names."""
    return stage_of(dag, widest=_NARROW if _is_small(dag) else _WIDE)


def _is_small(dag: Dag) -> bool:
    return len(dag) <= _SMALL and all(len(str(name)) <= _SHORT for name in dag.nodes)


class SmallPictures:
    """The true graph and what each racer knows of it; drawn again only where it changed."""

    def __init__(self, race: Race, stage: Stage, *, scale: float = 1.0) -> None:
        self.race, self.stage, self.scale = race, stage, scale
        self._drawn: dict[str, tuple[int, Drawing, str]] = {}

    def at(self, tick: int) -> tuple[str, ...]:
        """Return each picture as SVG, then their legend; empty for over `MOST_DRAWN` variables."""
        race = self.race
        if len(race.dag) > MOST_DRAWN:
            return ()
        size = counted(race.dag.edge_count, "edge")
        made = [self._remembered("", 0, partial(self.stage.drawing, _TRUTH), size)]
        for racer, standing in zip(race.racers, race.standing(tick), strict=True):
            draw = partial(known_drawing, race, racer, self.stage, tick)
            made.append(self._remembered(racer.name, standing.tests, draw, _caption(standing)))
        drawings = [drawing for drawing, _ in made]
        legend = legend_svg(drawings, width=2 * self.stage.width, scale=self.scale)
        return (*(svg for _, svg in made), legend)

    def _remembered(
        self, slot: str, tests: int, draw: Callable[[], Drawing], caption: str
    ) -> tuple[Drawing, str]:
        """Return a drawing and its SVG, as before where no test has been made since."""
        old = self._drawn.get(slot)
        if old is None or old[0] != tests:
            drawing = draw()
            svg = side_by_side([drawing], caption=caption, scale=self.scale, legend=False)
            old = self._drawn[slot] = (tests, drawing, svg)
        return old[1], old[2]


def pictures_svg(race: Race, stage: Stage, tick: int) -> str:
    """Return the small pictures in one SVG element; empty for more than `MOST_DRAWN` variables."""
    if len(race.dag) > MOST_DRAWN:
        return ""
    drawings = [stage.drawing(_TRUTH), *(known_drawing(race, r, stage, tick) for r in race.racers)]
    captions = [counted(race.dag.edge_count, "edge"), *map(_caption, race.standing(tick))]
    lines = [f"{d.title}: {words}" for d, words in zip(drawings, captions, strict=True)]
    words = " ".join(drawing.description for drawing in drawings)
    columns = 3 if _is_small(race.dag) else 2
    title = "What each racer knows by now"
    return grid(drawings, lines, columns=columns, title=title, description=words)


def _caption(standing: Standing) -> str:
    return f"{counted(standing.tests, 'test')}, {said.state_word(standing)}"


def known_drawing(race: Race, racer: Racer, stage: Stage, tick: int) -> Drawing:
    """Return what a racer knows at a tick, and which variables it tests."""
    film = racer.film
    frame = film.frame(film.position_after_tests(tick))
    over = frame.position == film.last
    states = {} if over else node_states(frame, race.dag.nodes)
    edges = [stage.mark(*edge) for edge in learned_edges(frame.state, race.dag.nodes)]
    return stage.with_edges(racer_title(racer.name), edges, states)


def sizes_html(race: Race, tick: int) -> str:
    """Return the tests so far of each set size as a table, with the distinct ones."""
    standings = race.standing(tick)
    sizes = sorted({size for standing in standings for size in standing.by_size})
    columns = ["performed", "distinct", "mean size", "discovery"]
    columns += [f"{size} given" for size in sizes]
    rows = []
    for racer, standing in zip(race.racers, standings, strict=True):
        shown = [f"{standing.tests:,}", f"{racer.distinct(standing.tests):,}"]
        shown += [said.mean_word(standing), f"{standing.discovery:,}"]
        shown += [f"{standing.by_size.get(size, 0):,}" for size in sizes]
        rows.append(row_html(racer_title(racer.name), shown, range(len(shown))))
    caption = "CI tests by now, by the number of given variables"
    return table_html(caption, ("Racer", *columns), rows)


def race_lines(race: Race, tick: int) -> list[str]:
    lines = [said.tick_words(race, tick), said.clock_words(race)]
    lines += [said.state_words(standing) for standing in race.standing(tick)]
    if tick >= race.last:
        lines += [*said.result_lines(race), said.budget_words(race)]
    return lines


# -- lanes: a bar for each racer that grows with its tests, and a flag at its finish --------------


def idea_words(name: str) -> str:
    """Return what a racer does, beside its name: the first clause of its words."""
    words = option_words("algorithm", name if name in DESCRIBED else OWN)
    idea = words.partition(":")[0].partition(",")[0].removesuffix(".")
    return idea.removeprefix(f"{racer_title(name)} ")


def axis_end(tick: int) -> int:
    """Return how many tests the lanes are long while the clock shows a tick.

    A round number beyond the clock: it depends on nothing else, so that it reveals no total.
    """
    end = SHORTEST
    while end <= tick:
        end = next((end * 10 // n for n in (5, 2, 1) if end * 10 // n > tick), end * 10)
    return end


def lanes_html(race: Race, tick: int, *, bet: str = "") -> str:
    """Return the lanes as a table: bar and tests so far; place, total, answer once finished.

    The axis grows with the clock; `bet` is the racer on which a bet was placed.
    """
    end = axis_end(tick)
    lanes = sorted(  # those that are done by place, then the running, the stopped
        zip(race.racers, race.standing(tick), strict=True),
        key=lambda lane: (lane[1].state, lane[1].place or 0),
    )
    fate = said.fate_words(race, tick, bet)
    newest = 0 if tick >= race.last else max(standing.place or 0 for _, standing in lanes)
    rows = "".join(
        _lane(racer, at, end, fate if racer.name == bet else "", newest=0 < newest == at.place)
        for racer, at in lanes
    )
    marks = "".join(
        f'<span style="--mw-part:{mark / end:.4f}">{mark:,}</span>' for mark in (0, end // 2, end)
    )
    return (
        f'<table class="mw-table mw-lanes" style="--mw-racers:{len(lanes)}">'
        "<caption>CI tests by now; the shortest lane wins</caption>"
        '<thead><tr><th scope="col">Racer</th><th scope="col" class="mw-lane">'
        f'<div class="mw-axis">{marks}</div></th></tr></thead><tbody>{rows}</tbody></table>'
    )


def _lane(racer: Racer, standing: Standing, end: int, fate: str, *, newest: bool) -> str:
    part = standing.tests / end
    found = 100 * standing.discovery / max(1, standing.tests)
    at = f'style="--mw-part:{part:.4f};--mw-found:{found:.1f}%"'
    bet = fate and f"<small>{fate}</small>"
    look = standing.state + " mw-won" * (standing.place == 1) + " mw-yours" * bool(fate)
    look += " mw-named" * newest
    return (
        f'<tr class="mw-{look}"><th scope="row">{escaped(racer_title(racer.name))}{bet}'
        f'</th><td class="mw-lane"><div class="mw-track{" mw-long" if part > _LONG else ""}" {at}>'
        f'<span class="mw-runner" {at} aria-hidden="true"></span>'
        f'<span class="mw-count">{_count(racer, standing)}</span></div></td></tr>'
    )


def _count(racer: Racer, standing: Standing) -> str:
    if standing.state == "running":
        idea = "" if standing.tests else f"<small>{idea_words(racer.name)}</small>"
        return f"<b>{standing.tests:,}</b>{idea}"
    if standing.state == "stopped":
        head = f"stopped by the budget after {counted(standing.tests, 'test')}"
    else:
        flag = '<span aria-hidden="true">⚑</span> ' if standing.place == 1 else ""
        head = f"{flag}place {standing.place}: {said.total_words(racer)}"
    found = said.graph_found(racer)  # what all are after is not said of each
    return f"<b>{head}</b>{'' if found == 'the essential graph' else f'<small>{found}</small>'}"


# -- charts: the tests so far, and the sizes of their conditioning sets ---------------------------


def counts_chart(race: Race, tick: int) -> BarChart:
    """Return the tests of each racer so far; the axis shows nothing of what comes later."""
    standings = race.standing(tick)
    return BarChart(
        "Tests by now",
        "CI tests",
        tuple(f"{racer_title(s.algorithm)}, {said.state_word(s)}" for s in standings),
        (Bars("by now", tuple(s.tests for s in standings)),),
        width=_WIDE,
    )


def sizes_chart(race: Race, tick: int) -> BarChart:
    """Return the tests so far by the size of their conditioning set, a stack for each racer."""
    standings = race.standing(tick)
    largest = max((size for s in standings for size in s.by_size), default=0)
    bars = []
    for low, high in size_groups(largest):
        sizes = range(low, high + 1)
        values = tuple(
            100 * sum(s.by_size.get(n, 0) for n in sizes) / max(1, sum(s.by_size.values()))
            for s in standings
        )
        name = f"{low} given" if low == high else f"{low} to {high} given"
        bars.append(Bars(name, values))
    return BarChart(
        "By now, by size of the set",
        "% of its own tests",
        tuple(f"{racer_title(s.algorithm)}, mean {said.mean_word(s)}" for s in standings),
        tuple(bars),
        stacked=True,
        width=_WIDE,
    )


def size_groups(largest: int) -> tuple[tuple[int, int], ...]:
    """Return the ranges of set sizes that a chart distinguishes: each size, or a few together."""
    step = -(-(largest + 1) // len(SERIES_STYLES))
    lows = range(0, largest + 1, step)
    return tuple((low, min(low + step - 1, largest)) for low in lows)
