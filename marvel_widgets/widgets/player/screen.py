"""What a position of a run sets on the screen: the one list that kernel and page follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marvel_widgets.pictures.band import band_html
from marvel_widgets.replay import stage_words as say
from marvel_widgets.replay.stage_layers import over_svg, under_svg
from marvel_widgets.widgets import kit as k

if TYPE_CHECKING:
    from marvel_widgets.widgets.player.widget import MarvelPlayer


def screen_of(player: MarvelPlayer, position: int) -> list[tuple[k.Target, Any]]:
    """Return all that a step changes on the screen: which trait of which widget, and its value."""
    film, pictures = player.model.film, player.model.pictures
    frame = film.frame(position)
    found: list[tuple[k.Target, Any]] = [
        ((player.shell, "subtitle"), say.breadcrumb(film, frame)),
        ((player.shell, "count"), say.progress_words(film, frame)),
        ((player.near, "value"), say.code_html(film, frame)),
        ((player.bars, "value"), say.bars_html(film, frame)),
        *player.code.lit(frame.explanation.line),
    ]
    drawings = []
    if pictures is not None:
        drawing = pictures.stage_drawing(frame)
        layers = [layer(pictures, frame, drawing) for layer in (under_svg, over_svg)]
        drawings = [drawing]
        values = player.picture.values(drawing, layers=layers)
        found += zip(player.picture.targets, values, strict=True)
    return [*found, ((player.said, "value"), band_html(say.said_of(film, frame), *drawings))]
