"""A race to look at: small pictures of what each racer knows, the counts, and the text twin."""

from collections.abc import Callable
from functools import partial
from typing import Final

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.race.runs import Race, Racer
from marvel_widgets.lessons.race.standing import Standing, racer_title
from marvel_widgets.lessons.race.words import (
    budget_words,
    clock_words,
    mean_word,
    result_lines,
    state_word,
    state_words,
    tick_words,
)
from marvel_widgets.pictures.card import legend_svg
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.stage import Stage, stage_of
from marvel_widgets.pictures.svg import grid, side_by_side
from marvel_widgets.replay.run_pictures import learned_edges, node_states
from marvel_widgets.text import counted, row_html, table_html

# More variables than this can't be distinguished in a small picture.
MOST_DRAWN: Final = 20
_SMALL: Final = 8  # up to so many variables, three pictures stand beside each other
_SHORT: Final = 8  # letters of a name; three longer ones would cover each other's arrows
_NARROW, _WIDE = 270, 410  # of a small picture, in px


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
        truth = self._remembered("", 0, lambda: (truth_drawing(self.stage), size))
        made = [truth]
        for racer, standing in zip(race.racers, race.standing(tick), strict=True):
            draw = partial(self._known, racer, standing, tick)
            made.append(self._remembered(racer.name, standing.tests, draw))
        drawings = [drawing for drawing, _ in made]
        legend = legend_svg(drawings, width=2 * self.stage.width, scale=self.scale)
        return (*(svg for _, svg in made), legend)

    def _known(self, racer: Racer, standing: Standing, tick: int) -> tuple[Drawing, str]:
        return known_drawing(self.race, racer, self.stage, tick), _caption(standing)

    def _remembered(
        self, slot: str, tests: int, draw: Callable[[], tuple[Drawing, str]]
    ) -> tuple[Drawing, str]:
        """Return a drawing and its SVG, as before where no test has been made since."""
        old = self._drawn.get(slot)
        if old is None or old[0] != tests:
            drawing, caption = draw()
            svg = side_by_side([drawing], caption=caption, scale=self.scale, legend=False)
            old = self._drawn[slot] = (tests, drawing, svg)
        return old[1], old[2]


def pictures_svg(race: Race, stage: Stage, tick: int) -> str:
    """Return the small pictures in one SVG element; empty for more than `MOST_DRAWN` variables."""
    if len(race.dag) > MOST_DRAWN:
        return ""
    drawings, captions = _drawn(race, stage, tick)
    lines = [f"{d.title}: {words}" for d, words in zip(drawings, captions, strict=True)]
    words = " ".join(drawing.description for drawing in drawings)
    columns = 3 if _is_small(race.dag) else 2
    title = "What each racer knows by now"
    return grid(drawings, lines, columns=columns, title=title, description=words)


def _drawn(race: Race, stage: Stage, tick: int) -> tuple[list[Drawing], list[str]]:
    """Return the small drawings with their captions."""
    drawings = [truth_drawing(stage)]
    drawings += [known_drawing(race, racer, stage, tick) for racer in race.racers]
    captions = [_caption(standing) for standing in race.standing(tick)]
    return drawings, [counted(race.dag.edge_count, "edge"), *captions]


def truth_drawing(stage: Stage) -> Drawing:
    """Return the graph that all race on."""
    return stage.drawing("True graph")


def _caption(standing: Standing) -> str:
    return f"{counted(standing.tests, 'test')}, {state_word(standing)}"


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
        shown = [f"{standing.tests:,}", f"{racer.counts.distinct(standing.tests):,}"]
        shown += [mean_word(standing), f"{standing.discovery:,}"]
        shown += [f"{standing.by_size.get(size, 0):,}" for size in sizes]
        rows.append(row_html(racer_title(racer.name), shown, range(len(shown))))
    caption = "CI tests by now, by the number of given variables"
    return table_html(caption, ("Racer", *columns), rows)


def race_lines(race: Race, tick: int) -> list[str]:
    """Return a race at a tick as lines of text; at the end with the rankings."""
    lines = [tick_words(race, tick), clock_words(race)]
    lines += [state_words(standing) for standing in race.standing(tick)]
    if tick >= race.last:
        lines += [*result_lines(race), budget_words(race)]
    return lines
