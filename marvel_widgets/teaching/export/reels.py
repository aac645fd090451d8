"""A film as data for a page: each picture is told once, each step tells what changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from marvel_widgets.algorithms.run import Trace
from marvel_widgets.graphs.dag import Dag
from marvel_widgets.independence.given import as_ci_test
from marvel_widgets.independence.oracle import DSeparation
from marvel_widgets.teaching.drawing import Drawing, LegendEntry, legend
from marvel_widgets.teaching.frames import LEVELS, Film
from marvel_widgets.teaching.pictures import Scene
from marvel_widgets.teaching.svg import edge_fragments
from marvel_widgets.teaching.svg_marks import node_svg
from marvel_widgets.teaching.twins import counts_words, headline

# Beyond this a page is no longer something to open from a slide.
MOST_POSITIONS = 6_000


def film_of(run: Any, dag: Dag | None = None) -> Film:
    """Return the film of a run.

    Parameters
    ----------
    run : Film, Trace, Dag or CITest
        MARVEL is recorded on a graph or a test.
    dag : Dag, optional
        The true graph of a trace.

    Raises
    ------
    TypeError
        `run` is none of these.
    """
    from marvel_widgets.algorithms.registry import record

    if isinstance(run, Film):
        return run
    if isinstance(run, Trace):
        return Film(run, dag)
    test = as_ci_test(run)
    return Film(record("marvel", test), test.dag if isinstance(test, DSeparation) else dag)


@dataclass
class Reel:
    """What a page needs to show a film.

    Attributes
    ----------
    strings : list of str
        Every sentence and every piece of SVG, once.
    pictures : list of dict
        Title, width, height, and the numbers of the first slot and the one after the last.
    frames : list of list
        For each position kept: position, place, sentence, line, counts, words for each
        picture, and the changes as slot, string, slot, string, ...
    stops : dict of str to list of int
        For each level, the indices into `frames` at which a step stops.
    samples : list of Drawing
        Drawings that show every state of the reel; for its legend.
    """

    strings: list[str] = field(default_factory=list)
    pictures: list[dict[str, Any]] = field(default_factory=list)
    frames: list[list[Any]] = field(default_factory=list)
    stops: dict[str, list[int]] = field(default_factory=dict)
    samples: list[Drawing] = field(default_factory=list)

    def data(self) -> dict[str, Any]:
        """Return all of it as JSON can write it."""
        return {key: value for key, value in vars(self).items() if key != "samples"}


def reel_of(film: Film, positions: Sequence[int]) -> Reel:
    """Return the reel of some positions of a film, in their order.

    Cost: one frame with its pictures for each position, as in the player.

    Raises
    ------
    ValueError
        There are more positions than a page can hold.

    Examples
    --------
    >>> from marvel_widgets import record
    >>> dag = Dag("X -> Y <- T")
    >>> film = Film(record("marvel", dag), dag)
    >>> reel = reel_of(film, range(film.last + 1))
    >>> len(reel.frames), [picture["title"] for picture in reel.pictures]
    (38, ['True graph', 'Learned graph'])
    """
    if len(positions) > MOST_POSITIONS:
        msg = (
            f"{len(positions):,} positions are too many for one page (at most "
            f'{MOST_POSITIONS:,}); export the decisions only with level="decision", or a '
            "smaller graph"
        )
        raise ValueError(msg)
    scene = Scene(film)
    slots = _Slots(film, scene)
    reel = Reel(pictures=slots.pictures)
    numbers: dict[str, int] = {}

    def number(text: str) -> int:
        return numbers.setdefault(text, len(numbers))

    before: dict[int, str] = {}
    samples: dict[tuple[LegendEntry, ...], Drawing] = {}
    for position in positions:
        frame = film.frame(position)
        drawings = [d for d in (scene.true_drawing(frame), scene.learned_drawing(frame)) if d]
        now = slots.filled(drawings)
        samples |= {legend(drawing): drawing for drawing in drawings}
        changes = [
            part
            for slot in sorted(before.keys() | now.keys())
            if before.get(slot, "") != now.get(slot, "")
            for part in (slot, number(now.get(slot, "")))
        ]
        said = frame.explanation
        reel.frames.append(
            [
                position,
                number(headline(film, frame)),
                number(said.text),
                said.line,
                number(counts_words(film, frame)),
                [number(drawing.description) for drawing in drawings],
                changes,
            ]
        )
        before = now
    reel.strings = list(numbers)
    reel.samples = list(samples.values())
    _add_stops(reel, film, positions)
    return reel


def _add_stops(reel: Reel, film: Film, positions: Iterable[int]) -> None:
    """Add where each level stops."""
    index = {position: i for i, position in enumerate(positions)}
    for level in LEVELS:
        found, position = [0], 0
        while position < film.last:
            position = film.next(position, level)
            if position in index:
                found.append(index[position])
        reel.stops[level] = found


class _Slots:
    """Where in a page each edge and each variable is drawn; the same in all positions."""

    def __init__(self, film: Film, scene: Scene) -> None:
        frame = film.frame(0)
        first = [d for d in (scene.true_drawing(frame), scene.learned_drawing(frame)) if d]
        pairs = [[(m.tail, m.head) for m in drawing.edges] for drawing in first]
        pairs[-1] += [(m.tail, m.head) for m in scene.all_learned_edges()]
        self._edges: list[dict[frozenset[str], int]] = []
        self._nodes: list[dict[str, int]] = []
        self.pictures: list[dict[str, Any]] = []
        free = 0
        for drawing, known in zip(first, pairs, strict=True):
            begin = free
            self._edges.append({})
            for pair in known:
                if frozenset(pair) not in self._edges[-1]:
                    self._edges[-1][frozenset(pair)] = free
                    free += 1
            self._nodes.append({mark.name: free + i for i, mark in enumerate(drawing.nodes)})
            free += len(drawing.nodes)
            self.pictures.append(
                {
                    "title": drawing.title,
                    "width": drawing.width,
                    "height": drawing.height,
                    "begin": begin,
                    "end": free,
                }
            )

    def filled(self, drawings: Sequence[Drawing]) -> dict[int, str]:
        """Return what stands in each slot for these drawings; empty slots are left out."""
        found: dict[int, str] = {}
        for drawing, edges, nodes in zip(drawings, self._edges, self._nodes, strict=True):
            for pair, fragment in edge_fragments(drawing):
                found[edges[pair]] = fragment
            for mark in drawing.nodes:
                found[nodes[mark.name]] = node_svg(mark)
        return found
