"""A page for each app: what it is for, how it looks, where the course uses it, and its cell."""

import ast
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from typing import Any, Final

from marvel_widgets.classroom.editions import WIDGET_VIEW
from marvel_widgets.classroom.workshop.notebooks import code_cell, notebook_of
from marvel_widgets.pictures.svg import without_words
from marvel_widgets.replay.export.reels import block_of, with_texts
from marvel_widgets.site.errors import SiteError
from marvel_widgets.site.films import last_name, shown_call
from marvel_widgets.site.markdown import Page, highlighted, markdown_html, markdown_line
from marvel_widgets.site.notebook_page import thumb, width_of
from marvel_widgets.site.player import Player, transport
from marvel_widgets.text import capitalized
from marvel_widgets.widgets.app_spec import AppSpec, Scene, every_app

MOST_LETTERS: Final = 32  # of a place that stands in the bar
SCENE_WIDE: Final = 420  # px of pictures that get a row of their own, their words below


@dataclass(frozen=True)
class Shown:
    """What an app shows at one moment, as HTML, and where that is."""

    picture: str
    told: str
    place: str
    legend: str = ""


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


def kind_of(picture: str) -> str:
    """Return the classes of a frame that holds a picture."""
    if "<div" in picture:
        return " broad"
    return " wide-scene" if width_of(picture) > SCENE_WIDE else ""


def frame_html(name: str, app: Any, moments: Sequence[Shown], positions: Positions) -> str:
    """Return the frame of a film before its script runs: at the moment with which it begins."""
    at = positions.begin
    moment, title = moments[at], escape(app.spec.title or app.spec.name)
    tapped = " tapped" if positions.taps else ""
    how = "tap a variable, or " if positions.taps else ""
    status = "" if 'role="status"' in moment.picture + moment.told else ' role="status"'
    wide = kind_of(moment.picture)
    reach = ' tabindex="0"' if wide == " wide-scene" else ""  # on a phone it has to be scrolled
    levels = [level for level, _ in positions.stops] if len(positions.stops) > 1 else []
    chosen = app.run.transport.words[app.model.level] if levels else ""
    ticks = [(place / max(1, positions.last), words) for place, words in positions.ticks]
    foot = transport(name, ticks, levels, chosen)
    return f"""<div class="film scene{wide}{tapped}" id="film-{name}" data-name="{name}"
 data-film="../films/{name}.js" role="group"
 aria-label="{title}: {how}arrow keys step, Space plays">
{_head(title, app, moments, at)}<div class="film-body">
<div class="film-picture" data-part="picture"{reach}>{moment.picture}</div>
<div class="film-words" data-part="told"{status}>{moment.told}</div></div>
{foot}{_legend(moments, at)}</div>"""


def _head(title: str, app: Any, moments: Sequence[Shown], at: int) -> str:
    graph = escape(app.shell.subtitle)
    place = f'<span class="progress" data-part="place">{escape(moments[at].place)}</span>'
    short = all(len(moment.place) <= MOST_LETTERS for moment in moments)
    return (
        f'<div class="film-head"><strong>{title}</strong><span>{graph}</span>'
        f"{place if short else ''}</div>"
    )


def _legend(moments: Sequence[Shown], at: int) -> str:
    if not any(moment.legend for moment in moments):
        return ""
    return (
        '<details class="legend"><summary>What the marks mean</summary>'
        f'<div class="picture" data-part="legend">{moments[at].legend}</div></details>'
    )


MOST_POSITIONS: Final = 120  # of a film in full; of a longer run, the steps of a level
LONG_VERDICT: Final = 160  # letters; of a longer one the first sentence is set off


def opened_scene(name: str, scene: Scene) -> Any:
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
    app = opened_scene(name, scene)
    try:
        positions = _positions(app, scene)
        return None if positions is None else _player(app, film, scene, positions)
    finally:
        app.close()


def _positions(app: Any, scene: Scene) -> Positions | None:
    choices = scene.choices(app)
    if not choices:
        run = _run_of(app)
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


def _run_of(app: Any) -> Any:
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
    run = _run_of(app)
    with without_words():  # they stand beside it
        if run is None or scene.choices(app):
            return Shown(app.svg(), _told_html(app, scene), place)
        parts = run.told(app.parts, app.spec.places, app.spec.folds)
        return Shown(parts["picture"], parts["words"], place, parts["legend"])


def _told_html(app: Any, scene: Scene) -> str:
    """Return the sentence over the picture, or lines of the app's text that a scene says."""
    if not scene.says:
        parts, places = app.shown.parts, app.shown.spec.places
        said = (parts[name] for name, at in places.items() if at == "said")
        inside = (each for part in said for each in (part, *getattr(part, "children", ())))
        return "".join(getattr(each, "value", "") for each in inside)
    lines = app.text().splitlines()
    asked = next((line for line in lines if line.startswith(scene.asked)), scene.asked)
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
    html = frame_html(film, app, moments, positions)
    return Player(film, html, f"marvelFilm({json.dumps(film)},{text});\n")


# Where a state goes that somebody was sent as a token.
PASTE: Final = """<form class="paste" data-paste><h2>A state that you were sent</h2>
<label for="token">State token, or a link with one</label>
<input id="token" name="token" required autocomplete="off" spellcheck="false">
<button type="submit">Show it</button></form>"""


@dataclass(frozen=True)
class _Moment:
    """A moment of an app, as a page shows it; one that steps a run has a film in its place."""

    picture: str
    told: str
    graph: str


@cache
def moment_of(name: str) -> _Moment:
    """Return the moment that stands for an app."""
    scene = every_app()[name].scene
    app = opened_scene(name, scene)
    with without_words():  # they stand beside it
        picture = app.svg()
    told = _told_html(app, scene)
    graph = app.shell.subtitle
    app.close()
    return _Moment(picture, told, graph)


@dataclass
class ShownApp:
    """An app as the site shows it, and where the course does."""

    spec: AppSpec
    lessons: list[tuple[str, str]] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Its name in code."""
        return self.spec.name

    @property
    def words(self) -> str:
        """The name as two or more words."""
        words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", self.name)
        return words.replace("Marvel", "MARVEL").replace("DSep", "D-Sep")

    @property
    def moment(self) -> _Moment:
        """A characteristic moment of it; the player has a film in its place."""
        return moment_of(self.name)

    def cell(self) -> str:
        """Return the code that opens the app."""
        arguments = self.spec.example
        needs = re.findall(r"\b(networks|exercises)\b", arguments)
        first = f"from marvel_widgets import {needs[0]}\n" if needs else ""
        return f"{first}from marvel_widgets.widgets import {self.name}\n\n{self.name}({arguments})"

    def forms(self) -> dict[str, str]:
        """Return the code without a token and with one, ``TOKEN``: all that its page runs."""
        opens = f'from marvel_widgets.widgets import {self.name}\n\n{self.name}.from_token("TOKEN")'
        return {"plain": self.cell(), "token": opens}

    def notebook(self) -> dict[str, Any]:
        """Return a notebook with this one cell."""
        return notebook_of([code_cell("app", self.cell())])


def apps_of(notebooks: Mapping[str, Mapping[str, Any]]) -> list[ShownApp]:
    """Return the apps in their order, each with the notebooks that show it."""
    apps = {name: ShownApp(spec) for name, spec in every_app().items()}
    for file, notebook in notebooks.items():
        title = "".join(notebook["cells"][0]["source"]).partition("\n")[0].removeprefix("# ")
        for name in _shown(notebook["cells"]):
            if name in apps and (file, title) not in apps[name].lessons:
                apps[name].lessons.append((file, title))
    return list(apps.values())


def _shown(cells: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the name of each app that cells show."""
    before: list[ast.stmt] = []
    for cell in cells:
        if cell["cell_type"] == "code":
            before += ast.parse("".join(cell["source"])).body
            shows = any(WIDGET_VIEW in output.get("data", {}) for output in cell["outputs"])
            if shows and (call := shown_call(before)) is not None:
                yield last_name(call.func)


def app_page(
    app: ShownApp, live: str, film: str = "", beside: Sequence[ShownApp | None] = ()
) -> Page:
    """Return the page of an app: what it is, what to do first, and how it looks."""
    button = f'<a class="main" data-live href="{live}">Open it live</a>' if live else ""
    steps = "".join(f"<li>{markdown_line(step)}</li>" for step in app.spec.steps)
    film = film or "".join(each.html for each in app_films(app.name))
    body = f"""<main id="main" class="app-page" data-kind="{app.spec.kind}">
<div class="title"><p class="way"><a href="index.html">Apps</a></p><h1>{app.words}</h1></div>
<section class="show" data-state aria-label="A moment of it">{film or scene_html(app)}</section>
<section class="pitch"><div class="lead">{markdown_html(f"A learner {app.spec.does}.")}</div>
<p class="here">{here_words(film, live, app.spec.kind)}</p><p class="live">{button}</p>
<h2 id="first-steps">First steps, with Python</h2><ol class="steps">{steps}</ol></section>
{_used(app)}<section class="cell"><h2>In a notebook of yours</h2>
<pre class="code" tabindex="0"><code>{highlighted(app.cell())}</code></pre></section>
{_around(beside)}</main>"""
    return Page(f"apps/{app.name}.html", f"{app.words} · marvel_widgets", body, sheet="apps.css")


def here_words(film: str, live: str, kind: str = "") -> str:
    """Return what a page can do by itself, and where Python does the rest."""
    where = "<b>Open it live</b>" if live else "in a notebook, by the cell below"
    if not film:
        asks = ' <a href="../ask.html">All exercises</a> are answered in the site.'
        more = asks if kind == "exercise-box" else ""
        return f"The picture here is a still.{more} The app itself runs with Python: {where}."
    how = "tap a variable, or press" if " tapped" in film else "press"
    return (
        f"It steps in this page: {how} <b>Step</b> or an arrow key. With a graph of your own it "
        f"runs with Python: {where}."
    )


def _used(app: ShownApp) -> str:
    if not app.lessons:
        return ""
    lessons = "".join(
        f'<li><a href="../course/{file}.html">{escape(title)}</a></li>'
        for file, title in app.lessons
    )
    return f'<section class="used"><h2>In the course</h2><ul>{lessons}</ul></section>'


def _around(beside: Sequence[ShownApp | None]) -> str:
    words = ("before", "The app before"), ("after", "The next app")
    links = "".join(
        f'<a class="{kind}" href="{app.name}.html"><small>{told}</small>{app.words}</a>'
        for (kind, told), app in zip(words, beside, strict=False)
        if app is not None
    )
    return f'<nav class="around" aria-label="Other apps">{links}</nav>' if links else ""


def scene_html(app: ShownApp) -> str:
    """Return a moment of an app in the frame that its live self has: a bar, a picture, words."""
    moment = app.moment
    wide = kind_of(moment.picture)
    graph = f"<span>{escape(moment.graph)}</span>" if moment.graph else ""
    return f"""<figure class="scene film{wide}"><figcaption class="film-head">
<strong>{app.words}</strong>{graph}</figcaption><div class="film-body">
<div class="film-picture">{moment.picture}</div>
<div class="film-words">{moment.told}</div></div>
</figure>"""


def apps_index(apps: Sequence[ShownApp]) -> Page:
    cards = "".join(
        f'<a class="card" href="{app.name}.html">{thumb(app.moment.picture)}'
        f"<b>{app.words}</b><span>{escape(_plain(app.spec.does))}</span></a>"
        for app in apps
    )
    body = f"""<main id="main" class="wide-page"><h1>The apps</h1>
<p class="lead">Each is one call in a cell, and opens on any graph. <a href="about.html">What all of
them can do, and settings for a room</a>.</p><div class="cards">{cards}</div>{PASTE}</main>"""
    return Page("apps/index.html", "Apps · marvel_widgets", body)


def _plain(text: str) -> str:
    return capitalized(text).replace("`", "").replace("*", "")


def cover_of(notebook: str, apps: Sequence[ShownApp]) -> str:
    """Return the picture of the app of a notebook that fewest others show, if any."""
    mine = [app for app in apps if notebook in (file for file, _ in app.lessons)]
    rarest = min(mine, key=lambda app: len(app.lessons), default=None)
    return "" if rarest is None else rarest.moment.picture
