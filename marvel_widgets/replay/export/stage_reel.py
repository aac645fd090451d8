"""A film as data for a page that shows it as the player does: one picture with its layers."""

from collections.abc import Sequence
from typing import Any

from marvel_widgets.pictures.drawing import Drawing, LegendEntry, legend
from marvel_widgets.pictures.hull import hull_svg
from marvel_widgets.replay.export.aligned import with_texts
from marvel_widgets.replay.export.reels import Place, Reel, Slots, stops_by_level
from marvel_widgets.replay.film import Film
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.replay.stage_layers import arc_svg, truth_svg, witness_svg
from marvel_widgets.replay.stage_words import breadcrumb, code_html, progress_words, statement_html
from marvel_widgets.replay.static_views import headline
from marvel_widgets.replay.told_once import block_of

UNDER = 3  # slots below the learned graph: the hull, the true graph, the path that decides
# What is told at each position; "statement" and "code" are HTML, the others are text.
TEXTS = ("place", "sentence", "line", "crumb", "progress")
LONG = ("statement", "code", "words")  # in pieces: much of them stays


def stage_reel_of(film: Film, positions: Sequence[int], pictures: RunPictures) -> Reel:
    """Return the reel of some positions of a film, drawn as one picture."""
    slots = Slots([pictures.stage_drawing(film.frame(0))], pictures)
    samples: dict[tuple[LegendEntry, ...], Drawing] = {}
    truth = truth_svg(pictures)

    def values(position: int) -> list[Any]:
        frame = film.frame(position)
        drawing = pictures.stage_drawing(frame)
        samples.setdefault(legend(drawing), drawing)
        hull, path = hull_svg(drawing), witness_svg(pictures, frame, drawing)
        arc = arc_svg(pictures, frame, drawing)
        statement = "" if frame.test is None else statement_html(film, frame.test)
        told.append((statement, code_html(film, frame), drawing.description))
        explanation = frame.explanation
        texts = [
            headline(film, frame),
            explanation.text,
            explanation.line,
            breadcrumb(film, frame),
            progress_words(film, frame),
        ]
        return [hull, truth, path, *slots.filled([drawing]), arc, *texts]

    told: list[tuple[str, ...]] = []
    rows = [values(position) for position in positions]
    rows, long_texts = with_texts(rows, dict(zip(LONG, zip(*told, strict=True), strict=True)))
    end = UNDER + slots.count + 1
    picture = slots.pictures[0] | {"begin": 0, "end": end}
    texts: dict[str, Place] = {name: end + i for i, name in enumerate(TEXTS)}
    block = block_of(dict(zip(positions, rows, strict=True)).__getitem__, positions)
    return Reel(
        block,
        texts | long_texts,
        [picture],
        stops_by_level(film, positions),
        list(samples.values()),
    )
