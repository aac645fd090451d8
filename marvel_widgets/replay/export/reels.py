"""A film as data for a page: each picture once, and for each step what changes."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Final, Protocol

from marvel_widgets.core.algorithms.run import Trace
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.independence.coercion import as_ci_test
from marvel_widgets.core.independence.oracle import DSeparation
from marvel_widgets.pictures.drawing import ITS_TURN, Drawing, LegendEntry, legend
from marvel_widgets.pictures.marks import node_svg
from marvel_widgets.pictures.svg import edge_fragments, hull_svg
from marvel_widgets.replay.film import LEVELS, Film
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.replay.stage_layers import arc_svg, truth_svg, witness_svg
from marvel_widgets.replay.stage_words import breadcrumb, code_html, progress_words, statement_html
from marvel_widgets.replay.static_views import headline

Values = Callable[[int], Sequence[Any]]  # what each slot of a screen shows at a position
Block = dict[str, Any]


class Steppable(Protocol):
    """What can be stepped through, at one level or another."""

    @property
    def last(self) -> int:
        """The last position; the first is 0."""

    def next(self, position: int, level: Any, /) -> int:
        """Return where the next step goes."""


def stops_of(film: Steppable, level: Any) -> list[int]:
    """Return the positions at which the steps of a level stop, the first position left out."""
    found, at = [], 0
    while at < film.last:
        at = film.next(at, level)
        found.append(at)
    return found


def block_of(values: Values, positions: Sequence[int]) -> Block:
    """Return what some positions show."""
    return next(block for block in telling(values, positions) if block is not None)


def telling(values: Values, positions: Sequence[int]) -> Iterator[Block | None]:
    """Yield None after each position, so that others get their turn, and then the block."""
    numbers: dict[str, int] = {}
    of_texts: dict[str, int] = {}  # most values are texts that were told before

    def number_of(value: Any) -> int:
        if isinstance(value, str) and value in of_texts:
            return of_texts[value]
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        number = numbers.setdefault(text, len(numbers))
        if isinstance(value, str):
            of_texts[value] = number
        return number

    start = now = [number_of(value) for value in values(positions[0])]
    changes = []
    for position in positions[1:]:
        before, now = now, [number_of(value) for value in values(position)]
        slots = enumerate(zip(before, now, strict=True))
        found = [(slot, new) for slot, (old, new) in slots if old != new]
        changes.append([part for change in found for part in change])
        yield None
    told = [json.loads(text) for text in numbers]
    yield {"first": positions[0], "values": told, "start": start, "changes": changes}


CUTS: Final = re.compile(r"(?<=>)(?=\s*<)|(?<=[,.;] )")  # between tags, and within sentences


def aligned_drawings(texts: Sequence[str]) -> list[list[str]]:
    """Return each text in as many pieces as the others; a piece that stays keeps its number."""
    places: list[int] = []  # their keys, in order
    rows: list[dict[int, str]] = []
    before: list[tuple[int, str]] = []
    for text in texts:
        before = _placed(CUTS.split(text), before, places)
        rows.append(dict(before))
    return [[row.get(key, "") for key in places] for row in rows]


def with_texts(
    rows: Sequence[Sequence[Any]], texts: Mapping[str, Sequence[str]]
) -> tuple[list[list[Any]], dict[str, tuple[int, int]]]:
    """Add texts of each position, in pieces, to its row of slots; return where each text is."""
    longer, places = [[*row] for row in rows], {}
    for name, each in texts.items():
        pieces = aligned_drawings(each)
        places[name] = (len(longer[0]), len(longer[0]) + len(pieces[0]))
        longer = [[*row, *more] for row, more in zip(longer, pieces, strict=True)]
    return longer, places


def _placed(
    pieces: Sequence[str], before: Sequence[tuple[int, str]], places: list[int]
) -> list[tuple[int, str]]:
    """Give each piece a place, new ones where none is free."""
    found: list[tuple[int, str]] = []
    matcher = SequenceMatcher(None, [piece for _, piece in before], pieces, autojunk=False)
    for what, i, i_end, j, j_end in matcher.get_opcodes():
        if what == "equal":
            keys = [key for key, _ in before[i:i_end]]
        else:
            begin = places.index(before[i - 1][0]) + 1 if i else 0
            end = places.index(before[i_end][0]) if i_end < len(before) else len(places)
            lacking = max(0, j_end - j - (end - begin))
            places[end:end] = range(len(places), len(places) + lacking)
            keys = places[begin : begin + j_end - j]
        found += zip(keys, pieces[j:j_end], strict=True)
    return found


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
class FilmReel:
    """What a page needs to show a film."""

    block: Block
    texts: Mapping[str, Place]
    pictures: list[dict[str, Any]]
    stops: dict[str, list[int]]
    samples: list[Drawing]

    def data(self) -> dict[str, Any]:
        """Return all of it as JSON can write it."""
        return {key: value for key, value in vars(self).items() if key != "samples"}


def stops_by_level(film: Film, positions: Iterable[int]) -> dict[str, list[int]]:
    """Return where each level stops, by the numbers of the positions kept."""
    index = {position: i for i, position in enumerate(positions)}
    return {
        level: [0, *(index[at] for at in stops_of(film, level) if at in index)] for level in LEVELS
    }


class Slots:
    """Where in a page each edge and each variable is drawn; the same in all positions.

    `first` is the drawing of a position; it gets what a run learns.
    """

    def __init__(self, first: Drawing, pictures: RunPictures) -> None:
        lines = (*first.edges, *pictures.all_learned_edges())
        pairs = dict.fromkeys(frozenset((mark.tail, mark.head)) for mark in lines)
        self._edges = {pair: slot for slot, pair in enumerate(pairs)}
        self._nodes = {mark.name: slot for slot, mark in enumerate(first.nodes, len(pairs))}
        self.count = len(pairs) + len(first.nodes)

    def filled(self, drawing: Drawing, *, named: bool = True) -> list[str]:
        """Return the content of each slot for a drawing; its marks may say their states."""
        found = [""] * self.count
        for line, (pair, fragment) in zip(drawing.edges, edge_fragments(drawing), strict=True):
            found[self._edges[pair]] = _named(fragment, "edge", line.state) if named else fragment
        for mark in drawing.nodes:
            state = f"{mark.state} turn" if mark.note == ITS_TURN else mark.state
            glyph = node_svg(mark)
            found[self._nodes[mark.name]] = _named(glyph, "node", state) if named else glyph
        return found


def _named(fragment: str, kind: str, state: str) -> str:
    """Return a mark that says which state it is in: what moves depends on it."""
    return fragment.replace("<g>", f'<g data-{kind}="{state}">', 1)


MARGIN = 15  # px around the picture, for the hull and the badges
UNDER = 3  # slots below the learned graph: the hull, the true graph, the path that decides
# What is told at each position; "statement" and "code" are HTML, the others are text.
STAGE_TEXTS = ("place", "sentence", "line", "crumb", "progress")
LONG = ("statement", "code", "words")  # in pieces: much of them stays


def stage_reel_of(film: Film, positions: Sequence[int], pictures: RunPictures) -> FilmReel:
    """Return the reel of some positions of a film, in their order."""
    if len(positions) > MOST_POSITIONS:
        msg = (
            f"{len(positions):,} positions are too many for one page (at most "
            f'{MOST_POSITIONS:,}); export the decisions only with level="decision", or a '
            "smaller graph"
        )
        raise ValueError(msg)
    first = pictures.stage_drawing(film.frame(0))
    slots = Slots(first, pictures)
    samples: dict[tuple[LegendEntry, ...], Drawing] = {}
    truth = truth_svg(pictures)

    def values(position: int) -> list[Any]:
        frame = film.frame(position)
        drawing = pictures.stage_drawing(frame)
        samples.setdefault(legend(drawing), drawing)
        # an edge that was found shows when it is drawn: a film has to be light
        path = "" if frame.test is None else witness_svg(pictures, frame, drawing)
        hull = hull_svg(drawing)
        arc = arc_svg(pictures, frame, drawing)
        statement = "" if frame.test is None else statement_html(film, frame.test)
        told.append((statement, code_html(film, frame), drawing.description))
        why, place = frame.explanation, headline(film, frame)
        texts = place, why.text, why.line, breadcrumb(film, frame), progress_words(film, frame)
        return [hull, truth, path, *slots.filled(drawing), arc, *texts]

    told: list[tuple[str, ...]] = []
    rows = [values(position) for position in positions]
    rows, long_texts = with_texts(rows, dict(zip(LONG, zip(*told, strict=True), strict=True)))
    end = UNDER + slots.count + 1
    picture = {"width": first.width, "height": first.height, "begin": 0, "end": end}
    texts: dict[str, Place] = {name: end + i for i, name in enumerate(STAGE_TEXTS)}
    block = block_of(dict(zip(positions, rows, strict=True)).__getitem__, positions)
    stops = stops_by_level(film, positions)
    return FilmReel(block, texts | long_texts, [picture], stops, [*samples.values()])
