"""The marks of a drawing as a canvas takes them: pieces of SVG around each variable's own place."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from marvel_widgets.lessons.living_graph.lenses import Sight
from marvel_widgets.lessons.removability.view import middles
from marvel_widgets.pictures.drawing import Drawing, NodeMark, out_words
from marvel_widgets.pictures.grammar import NODE_STYLES
from marvel_widgets.pictures.marks import node_svg
from marvel_widgets.pictures.palette import text_width
from marvel_widgets.pictures.pills import PILL_HEIGHT, pill_width
from marvel_widgets.pictures.svg import edge_fragments, hull_svg
from marvel_widgets.replay.film import Frame
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.replay.stage_layers import arc_between, arc_svg

Marks = dict[str, Any]
NO_MARKS: Final[Mapping[str, Any]] = {"variables": [], "open": []}
HIGHEST: Final = 20  # px of an answer above the topmost variable: the canvas ends there
MOST_NAMED: Final = 2  # of the missing edges; more are a plain "+" each


def sight_marks(sight: Sight) -> Marks:
    """Return the marks of a lens."""
    drawing = sight.drawing
    above = []
    if sight.arc is not None:
        x, y, separated = sight.arc
        highest = min(mark.y for mark in drawing.nodes) - HIGHEST
        arc = arc_between(drawing, str(x), str(y), independent=separated, highest=highest)
        above.append(arc)
    return drawing_marks(drawing, above) | {"add": _additions(sight)}


def frame_marks(pictures: RunPictures, frame: Frame) -> Marks:
    """Return the marks of a position of a run, with what it has learned so far."""
    drawing = pictures.stage_drawing(frame)
    witness = replace(drawing, edges=pictures.witness(frame))
    among = [svg for _, svg in (*edge_fragments(drawing), *edge_fragments(witness))]
    marks = drawing_marks(replace(drawing, edges=()), [arc_svg(pictures, frame, drawing)])
    return marks | {"among": among, "film": True}


def drawing_marks(drawing: Drawing, above: Iterable[str] = ()) -> Marks:
    """Return all in a drawing that the plain graph does not have."""
    marked = tuple(mark for mark in drawing.edges if mark.state != "true")
    return {
        "variables": [row for mark in drawing.nodes if (row := variable_row(mark))],
        "open": [],
        "below": [piece for piece in (hull_svg(drawing),) if piece],
        "among": [svg for _, svg in edge_fragments(replace(drawing, edges=marked))],
        "above": [piece for piece in above if piece],
    }


def variable_row(mark: NodeMark, looks: Sequence[str] = (), said: str = "") -> list[Any]:
    """Return a variable's name, looks, glyph and words; nothing of one without any mark."""
    plain = mark.state == "idle" and not mark.note and not mark.out
    if plain and not looks:
        return []
    parts = () if mark.state == "idle" else (NODE_STYLES[mark.state].meaning,)
    words = ", ".join(part for part in (said, *parts, out_words(mark.out), mark.note) if part)
    return [mark.name, list(looks), "" if plain else _glyph(replace(mark, x=0.0, y=0.0)), words]


@lru_cache(maxsize=4096)
def _glyph(mark: NodeMark) -> str:
    return node_svg(mark)


def _additions(sight: Sight) -> list[list[Any]]:
    """Return the missing edges with the middles of their lines, and the words of their buttons."""
    found: list[list[Any]] = []
    for repair, (x, y) in middles(sight.drawing, sight.repairs):
        tail, head = map(str, repair.edge)
        words = f"+ {tail} → {head}"
        if len(sight.repairs) > MOST_NAMED or _covers_a_pill(x, y, words, sight.drawing):
            words = "+"
        found.append([tail, head, x, y, words])
    return found


def _covers_a_pill(x: float, y: float, words: str, drawing: Drawing) -> bool:
    half = text_width(words) / 2 + 12
    return any(
        abs(mark.y - y) < PILL_HEIGHT and abs(mark.x - x) < half + pill_width(mark.name) / 2
        for mark in drawing.nodes
    )
