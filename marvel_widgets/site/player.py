"""The player of a page: a still picture at once, and with JavaScript a film that steps."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from marvel_widgets.pictures.card import legend_svg
from marvel_widgets.pictures.palette import text_width
from marvel_widgets.replay.export.reels import MARGIN, FilmReel, stage_reel_of
from marvel_widgets.replay.export.run_page import levels_html
from marvel_widgets.replay.film import LEVELS
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.site.films import CellFilm

SEEK_BAR = 660  # px, about, of which the names below it get their share
GAP = 0.008  # of the seek bar, between two names
LARGE = 460  # px of a picture that gets more of the page, and on a phone is scrolled
# Text of a film is told in these parts; the first are plain, the last are HTML of our own.
PLAIN, MARKUP = ("crumb", "progress", "sentence", "place"), ("statement", "code")


@dataclass(frozen=True)
class Player:
    """A film as a page shows it."""

    name: str
    html: str
    script: str


def player(
    name: str, film: CellFilm, root: str, title: str = "", pictures: RunPictures | None = None
) -> Player:
    pictures = RunPictures(film.film) if pictures is None else pictures
    positions = film.positions()
    reel = stage_reel_of(film.film, positions, pictures)
    begin = positions.index(film.begin)
    data = json.dumps(reel.data() | {"begin": begin}, ensure_ascii=False, separators=(",", ":"))
    levels: list[str] = [level for level in LEVELS if len(reel.stops[level]) > 1]
    if len(positions) <= film.film.last:
        levels.remove("test")  # the single tests are not in this page
    chosen = film.level if film.level in levels else levels[0]
    places = {position: i / max(1, len(positions) - 1) for i, position in enumerate(positions)}
    removals = [(at, film.film.context.name(x)) for at, x in film.film.removals()]
    ticks = [(places[at], variable) for at, variable in removals if at in places]
    foot = transport(name, ticks, levels, chosen)
    html = _shell(name, f"{root}films/{name}.js", reel, begin, title, foot)
    return Player(name, html, f"marvelFilm({json.dumps(name)},{data});\n")


def _shell(name: str, source: str, reel: FilmReel, begin: int, title: str, foot: str) -> str:
    values = values_at(reel, begin)
    said = {}
    for part in (*PLAIN, *MARKUP, "words"):
        at = reel.texts[part]
        said[part] = str(values[at]) if isinstance(at, int) else "".join(values[slice(*at)])
    told = {part: escape(said[part]) for part in PLAIN} | {part: said[part] for part in MARKUP}
    head = f"<strong>{escape(title)}</strong>" if title else ""
    label = f"{escape(title or 'A run')}, step by step: arrow keys step, Space plays"
    sentence = f'<p class="sentence" data-part="sentence" role="status">{told["sentence"]}</p>'
    large = " large" if max(reel.pictures[0]["width"], reel.pictures[0]["height"]) > LARGE else ""
    reach = ' tabindex="0"' if large else ""  # for keys where it has to be scrolled
    return f"""<div class="film{large}" id="film-{name}" data-film="{source}" data-name="{name}"
 role="group" aria-label="{label}">
<div class="film-head">{head}<span data-part="crumb">{told["crumb"]}</span>
<span class="progress" data-part="progress">{told["progress"]}</span></div>
<div class="film-body">
<div class="film-picture"{reach}>{_picture(reel, values, said["words"])}</div>
<div class="film-words">{sentence}
<div data-part="statement">{told["statement"]}</div>
<div class="lines" data-part="code">{told["code"]}</div>
<p class="place" data-part="place">{told["place"]}</p></div></div>
{foot}
<details class="legend"><summary>What the marks mean</summary>
<div class="picture">{legend_svg(reel.samples, width=640)}</div></details></div>"""


def values_at(reel: FilmReel, index: int) -> list[Any]:
    """Return the content of each slot of a reel at one of the positions kept."""
    state = dict(enumerate(reel.block["start"]))
    for changes in reel.block["changes"][:index]:
        state |= dict(zip(changes[::2], changes[1::2], strict=True))
    return [reel.block["values"][state[slot]] for slot in range(len(state))]


def _picture(reel: FilmReel, values: list[Any], words: str) -> str:
    (picture,) = reel.pictures
    width, height = picture["width"] + 2 * MARGIN, picture["height"] + 2 * MARGIN
    drawn = "".join(values[picture["begin"] : picture["end"]])
    return (
        f'<svg data-part="picture" role="img" aria-label="{escape(words)}" '
        f'viewBox="{-MARGIN} {-MARGIN} {width} {height}" style="max-width:{1.6 * width:.0f}px" '
        'font-size="12">'
        f"<g data-slots>{drawn}</g></svg>"
    )


def transport(
    name: str, ticks: Sequence[tuple[float, str]], levels: Sequence[str], chosen: str
) -> str:
    """Return the seek bar of a film with its ticks, at shares of it, its buttons and its levels."""
    buttons = "".join(
        f'<button type="button" data-part="{part}"{look}>{words}</button>'
        for part, words, look in (
            ("back", "Back", ""),
            ("step", "Step", ' class="main"'),
            ("play", "Play", ""),
        )
    )
    return (
        '<div class="film-foot"><div class="seek"><input type="range" data-part="seek" min="0" '
        f'value="0" aria-label="Position in the run">{_ticks(ticks)}</div>'
        f'<div class="buttons">{buttons}{levels_html(name, levels, chosen)}</div></div>'
    )


def _ticks(marks: Sequence[tuple[float, str]]) -> str:
    """Mark places on the seek bar, with their names while there is room."""
    ticks, free = [], -0.02
    for at, name in marks:
        half = text_width(name) / 2 / SEEK_BAR
        words = escape(name) if at - half >= free and at + half <= 1.02 else ""
        free = at + half + GAP if words else free
        ticks.append(f'<span class="tick" style="--at:{at:.4f}" aria-hidden="true">{words}</span>')
    return "".join(ticks)
