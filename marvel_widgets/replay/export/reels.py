"""A film as data for a page: each picture once, and for each step what changes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from marvel_widgets.core.algorithms.run import Trace
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.independence.coercion import as_ci_test
from marvel_widgets.core.independence.oracle import DSeparation
from marvel_widgets.pictures.drawing import ITS_TURN, Drawing, LegendEntry, legend
from marvel_widgets.pictures.marks import node_svg
from marvel_widgets.pictures.svg import edge_fragments
from marvel_widgets.replay.film import LEVELS, Film, Frame
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.replay.static_views import counts_words, headline
from marvel_widgets.replay.told_once import Block, block_of, stops_of

# Beyond this a page is no longer something to open from a slide.
MOST_POSITIONS = 6_000


def film_of(run: Any, dag: Dag | None = None) -> Film:
    from marvel_widgets.core.algorithms.registry import record

    if isinstance(run, Film):
        return run
    if isinstance(run, Trace):
        return Film(run, dag)
    test = as_ci_test(run)
    return Film(record("marvel", test), test.dag if isinstance(test, DSeparation) else dag)


Place = int | tuple[int, int]  # of a text: its slot; where it is in pieces, the first and the end


@dataclass
class Reel:
    """What a page needs to show a film."""

    block: Block
    texts: Mapping[str, Place]
    pictures: list[dict[str, Any]]
    stops: dict[str, list[int]]
    samples: list[Drawing]

    def data(self) -> dict[str, Any]:
        """Return all of it as JSON can write it."""
        return {key: value for key, value in vars(self).items() if key != "samples"}


def reel_of(film: Film, positions: Sequence[int], pictures: RunPictures | None = None) -> Reel:
    """Return the reel of some positions of a film, in their order."""
    if len(positions) > MOST_POSITIONS:
        msg = (
            f"{len(positions):,} positions are too many for one page (at most "
            f'{MOST_POSITIONS:,}); export the decisions only with level="decision", or a '
            "smaller graph"
        )
        raise ValueError(msg)
    pictures = RunPictures(film) if pictures is None else pictures
    slots = Slots(_drawings(pictures, film.frame(0)), pictures)
    samples: dict[tuple[LegendEntry, ...], Drawing] = {}

    def values(position: int) -> list[Any]:
        frame = film.frame(position)
        drawings = _drawings(pictures, frame)
        samples.update({legend(drawing): drawing for drawing in drawings})
        words = [drawing.description for drawing in drawings]
        explanation = frame.explanation
        place = headline(film, frame)
        texts = place, explanation.text, explanation.line, counts_words(film, frame)
        return [*slots.filled(drawings), *texts, *words]

    block = block_of(values, positions)
    texts = {name: slots.count + i for i, name in enumerate(TEXTS)}
    return Reel(
        block, texts, slots.pictures, stops_by_level(film, positions), list(samples.values())
    )


TEXTS = ("place", "sentence", "line", "counts", "words")


def _drawings(pictures: RunPictures, frame: Frame) -> list[Drawing]:
    return [d for d in (pictures.true_drawing(frame), pictures.learned_drawing(frame)) if d]


def stops_by_level(film: Film, positions: Iterable[int]) -> dict[str, list[int]]:
    """Return where each level stops, by the numbers of the positions kept."""
    index = {position: i for i, position in enumerate(positions)}
    return {
        level: [0, *(index[at] for at in stops_of(film, level) if at in index)] for level in LEVELS
    }


class Slots:
    """Where in a page each edge and each variable is drawn; the same in all positions.

    `first` are the drawings of a position; of them the last one gets what a run learns.
    """

    def __init__(self, first: Sequence[Drawing], pictures: RunPictures) -> None:
        pairs = [[(m.tail, m.head) for m in drawing.edges] for drawing in first]
        pairs[-1] += [(m.tail, m.head) for m in pictures.all_learned_edges()]
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

        self.count = free

    def filled(self, drawings: Sequence[Drawing], *, named: bool = True) -> list[str]:
        """Return the content of each slot for these drawings; its marks may say their states."""
        found = [""] * self.count
        for drawing, edges, nodes in zip(drawings, self._edges, self._nodes, strict=True):
            for line, (pair, fragment) in zip(drawing.edges, edge_fragments(drawing), strict=True):
                found[edges[pair]] = _named(fragment, "edge", line.state) if named else fragment
            for mark in drawing.nodes:
                state = f"{mark.state} turn" if mark.note == ITS_TURN else mark.state
                glyph = node_svg(mark)
                found[nodes[mark.name]] = _named(glyph, "node", state) if named else glyph
        return found


def _named(fragment: str, kind: str, state: str) -> str:
    """Return a mark that says which state it is in: what moves depends on it."""
    return fragment.replace("<g>", f'<g data-{kind}="{state}">', 1)
