"""The film of an app: what it shows at each position of its run, or after each choice.

The app itself is stepped while the site is built, and what it shows is packed as differences.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any, Final

from marvel_widgets.pictures.svg import without_words
from marvel_widgets.replay.export.reels import block_of, with_texts
from marvel_widgets.site.errors import SiteError
from marvel_widgets.site.player import Player
from marvel_widgets.site.scenes.frame import Shown, Transport, frame_html
from marvel_widgets.widgets.app_spec import Scene, every_app

MOST_POSITIONS: Final = 120  # of a film in full; of a longer run, the steps of a level
LONG_VERDICT: Final = 160  # letters; of a longer one the first sentence is set off


@dataclass(frozen=True)
class Positions:
    """The moments of a film: how to get to each, and how they are named."""

    go: Callable[[int], object]
    last: int
    begin: int
    place: Callable[[int], str]
    ticks: tuple[tuple[int, str], ...] = ()
    taps: tuple[str, ...] = ()
    stops: tuple[tuple[str, list[int]], ...] = ()


def opened(name: str, scene: Scene) -> Any:
    """Return an app at the moment of a scene."""
    from marvel_widgets import widgets

    app = getattr(widgets, name)(**scene.begin())
    scene.act(app)
    return app


@cache
def app_films(name: str) -> tuple[Player, ...]:
    """Return the films of an app; none where it has neither a run nor choices."""
    spec = every_app()[name]
    numbered = enumerate((spec.scene, *spec.further))
    made = (_film(name, f"{name}{'-' * n}{n or ''}", scene) for n, scene in numbered)
    return tuple(film for film in made if film is not None)


def _film(name: str, film: str, scene: Scene) -> Player | None:
    app = opened(name, scene)
    try:
        positions = _positions(app, scene)
        return None if positions is None else _player(app, film, scene, positions)
    finally:
        app.close()


def _positions(app: Any, scene: Scene) -> Positions | None:
    choices = scene.choices(app)
    if not choices:
        run = run_of(app)
        return None if run is None else _of_run(app.model, run)
    names, acts = list(choices), list(choices.values())
    first = shown_by(app, scene).told
    begin = 0
    for at, act in enumerate(acts):
        act()
        begin = at if shown_by(app, scene).told == first else begin
    drawn = {str(v) for v in app.model.graph.dag.nodes}
    return Positions(
        lambda at: acts[at](), len(acts) - 1, begin, lambda at: names[at],
        tuple(enumerate(names)), tuple(name for name in names if name in drawn),
    )  # fmt: skip


def run_of(app: Any) -> Any:
    """Return the run that an app would step in a notebook's page; None where it has none."""
    run = getattr(app, "run", None)
    return run if getattr(getattr(run, "reel", None), "last", 0) > 0 else None


def _of_run(model: Any, run: Any) -> Positions:
    """Return all positions of a run, or those of its coarsest level that is long enough."""
    levels, last = run.stops, model.film.last
    kept = [0, *next((at for at in levels.values() if len(at) <= MOST_POSITIONS), [last])]
    kept = list(range(last + 1)) if last <= MOST_POSITIONS else kept
    number = {at: i for i, at in enumerate(kept)}
    ticks = [(number[mark[0]], mark[2]) for mark in model.marks
             if len(mark) > 2 and mark[0] in number]  # fmt: skip
    stops = [(level, [0, *(number[at] for at in found)]) for level, found in levels.items()
             if set(found) <= set(kept)]  # fmt: skip
    # a film does not begin with its end
    begin = number.get(model.position, 0) % len(kept) if model.position < last else 0
    return Positions(
        lambda at: model.seek(kept[at]), len(kept) - 1, begin,
        lambda at: run.said(kept[at]), tuple(ticks), stops=tuple(stops),
    )  # fmt: skip


# -- what an app shows -----------------------------------------------------------------------


def shown_by(app: Any, scene: Scene, place: str = "") -> Shown:
    """Return what an app shows now: its pictures, and its words beside them."""
    run = run_of(app)
    with without_words():  # they stand beside it
        if run is None or scene.choices(app):
            return Shown(app.svg(), told_html(app, scene), place)
        parts = run.told(app.parts, app.spec.places)
        return Shown(parts["picture"], parts["words"], place, parts["legend"])


def told_html(app: Any, scene: Scene) -> str:
    """Return the lines of an app's text that a scene says: a question, a verdict, reasons."""
    if not scene.says:
        return ""
    lines = app.text().splitlines()
    asked = scene.asked.replace("{x}", getattr(app.model, "x", ""))
    asked = next((line for line in lines if line.startswith(asked)), asked)
    first, *others = _said(app, scene, lines)
    if len(first) > LONG_VERDICT:
        first, why = re.split(r"(?<=\.) ", first, maxsplit=1)
        others.insert(0, why)
    tone = scene.tone(app) if callable(scene.tone) else scene.tone
    verdict = f'<p class="told-by-app {tone}">{escape(first)}</p>'
    more = "".join(f"<p>{escape(line)}</p>" for line in others)
    return f'<p class="sentence">{escape(asked)}</p>{verdict}{more}'


def _said(app: Any, scene: Scene, lines: Sequence[str]) -> Iterator[str]:
    for begins in scene.says:
        line = next((each for each in lines if each.startswith(tuple(begins.split("|")))), None)
        if line is None:
            name = app.spec.name
            msg = f"the scene of {name} says no line that begins with {begins!r}, but {lines}"
            raise SiteError(msg)
        yield line


# -- the film --------------------------------------------------------------------------------


def _player(app: Any, film: str, scene: Scene, positions: Positions) -> Player:
    moments = []
    for at in range(positions.last + 1):
        positions.go(at)
        moments.append(shown_by(app, scene, positions.place(at)))
    texts = {part: [getattr(moment, part) for moment in moments] for part in ("picture", "told")}
    if any(moment.legend for moment in moments):
        texts["legend"] = [moment.legend for moment in moments]
    rows, places = with_texts([[moment.place] for moment in moments], texts)
    data = {
        "block": block_of(rows.__getitem__, range(len(rows))), "pictures": [],
        "texts": {"place": 0, **places},
        "stops": dict(positions.stops), "taps": positions.taps, "begin": positions.begin,
    }  # fmt: skip
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    html = frame_html(film, app, moments, positions.begin, _controls(app, positions))
    return Player(film, html, f"marvelFilm({json.dumps(film)},{text});\n")


def _controls(app: Any, positions: Positions) -> Transport:
    levels = [level for level, _ in positions.stops] if len(positions.stops) > 1 else []
    return Transport(
        [(at / max(1, positions.last), words) for at, words in positions.ticks],
        levels,
        app.run.transport.words[app.model.level] if levels else "",
        positions.taps,
    )
