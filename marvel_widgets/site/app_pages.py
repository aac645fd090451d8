"""A page for each app: what it is for, how it looks, where the course uses it, and its cell."""

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from typing import Any, Final

from marvel_widgets.classroom.workshop.notebooks import code_cell, notebook_of
from marvel_widgets.pictures.svg import without_words
from marvel_widgets.site.films import last_name
from marvel_widgets.site.layout import Page
from marvel_widgets.site.markdown import highlighted, markdown_html, markdown_line
from marvel_widgets.site.notebook_page import WIDGET, thumb
from marvel_widgets.site.scenes.app_films import app_films, opened, told_html
from marvel_widgets.site.scenes.frame import kind_of
from marvel_widgets.text import capitalized
from marvel_widgets.widgets.app_spec import AppSpec, every_app

# Where a state goes that somebody was sent as a token.
PASTE: Final = """<form class="paste" data-paste><h2>A state that you were sent</h2>
<label for="token">State token, or a link with one</label>
<input id="token" name="token" required autocomplete="off" spellcheck="false">
<button type="submit">Show it</button></form>"""


@dataclass(frozen=True)
class Moment:
    """A moment of an app, as a page shows it; one that steps a run has a film in its place."""

    picture: str
    told: str
    graph: str


@cache
def moment_of(name: str) -> Moment:
    """Return the moment that stands for an app."""
    scene = every_app()[name].scene
    app = opened(name, scene)
    with without_words():  # they stand beside it
        picture = app.svg()
    told = told_html(app, scene)
    graph = app.shell.subtitle
    app.close()
    return Moment(picture, told, graph)


@dataclass
class App:
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
    def moment(self) -> Moment:
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


def apps_of(notebooks: Mapping[str, Mapping[str, Any]]) -> list[App]:
    """Return the apps in their order, each with the notebooks that show it."""
    apps = {name: App(spec) for name, spec in every_app().items()}
    for file, notebook in notebooks.items():
        title = "".join(notebook["cells"][0]["source"]).partition("\n")[0].removeprefix("# ")
        for name in _shown(notebook["cells"]):
            if name in apps and (file, title) not in apps[name].lessons:
                apps[name].lessons.append((file, title))
    return list(apps.values())


def _shown(cells: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the name of each app that cells show."""
    made: dict[str, str] = {}
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        lines = ast.parse("".join(cell["source"])).body
        for line in lines:
            if isinstance(line, ast.Assign):
                made |= {last_name(target): _called(line.value) for target in line.targets}
        last = lines[-1] if lines else None
        shows = any(WIDGET in output.get("data", {}) for output in cell["outputs"])
        if shows and isinstance(last, ast.Expr):
            yield _called(last.value) or made.get(last_name(last.value), "")


def _called(value: ast.expr) -> str:
    return last_name(value.func) if isinstance(value, ast.Call) else ""


def app_page(app: App, live: str, film: str = "", beside: Sequence[App | None] = ()) -> Page:
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


def _used(app: App) -> str:
    if not app.lessons:
        return ""
    lessons = "".join(
        f'<li><a href="../course/{file}.html">{escape(title)}</a></li>'
        for file, title in app.lessons
    )
    return f'<section class="used"><h2>In the course</h2><ul>{lessons}</ul></section>'


def _around(beside: Sequence[App | None]) -> str:
    words = ("before", "The app before"), ("after", "The next app")
    links = "".join(
        f'<a class="{kind}" href="{app.name}.html"><small>{told}</small>{app.words}</a>'
        for (kind, told), app in zip(words, beside, strict=False)
        if app is not None
    )
    return f'<nav class="around" aria-label="Other apps">{links}</nav>' if links else ""


def scene_html(app: App) -> str:
    """Return a moment of an app in the frame that its live self has: a bar, a picture, words."""
    moment = app.moment
    wide = kind_of(moment.picture)
    graph = f"<span>{escape(moment.graph)}</span>" if moment.graph else ""
    return f"""<figure class="scene film{wide}"><figcaption class="film-head">
<strong>{app.words}</strong>{graph}</figcaption><div class="film-body">
<div class="film-picture">{moment.picture}</div>
<div class="film-words">{moment.told}</div></div>
</figure>"""


def apps_index(apps: Sequence[App]) -> Page:
    cards = "".join(app_card(app, f"{app.name}.html") for app in apps)
    body = f"""<main id="main" class="wide-page"><h1>The apps</h1>
<p class="lead">Each is one call in a cell, and opens on any graph. <a href="about.html">What all of
them can do, and settings for a room</a>.</p><div class="cards">{cards}</div>{PASTE}</main>"""
    return Page("apps/index.html", "Apps · marvel_widgets", body)


def app_card(app: App, address: str) -> str:
    """Return a link to an app: its picture, its name, and what is done in it."""
    return (
        f'<a class="card" href="{address}">{thumb(app.moment.picture)}'
        f"<b>{app.words}</b><span>{escape(_plain(app.spec.does))}</span></a>"
    )


def _plain(text: str) -> str:
    return capitalized(text).replace("`", "").replace("*", "")


def cover_of(notebook: str, apps: Sequence[App]) -> str:
    """Return the picture of the app of a notebook that fewest others show, if any."""
    mine = [app for app in apps if notebook in (file for file, _ in app.lessons)]
    rarest = min(mine, key=lambda app: len(app.lessons), default=None)
    return "" if rarest is None else rarest.moment.picture


def app_notebooks(apps: Sequence[App]) -> dict[str, str]:
    """Return the live notebook of each app, by its file's name."""
    return {f"{app.name}.ipynb": json.dumps(app.notebook(), indent=1) for app in apps}
