"""A page for each app: what it is for, how it looks, where the course uses it, and its cell."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from marvel_widgets.core.graphs import networks
from marvel_widgets.pictures.figure import draw
from marvel_widgets.site.app_pictures import PICTURES
from marvel_widgets.site.layout import Page
from marvel_widgets.site.markdown import highlighted, markdown_html
from marvel_widgets.site.notebook_page import WIDGET, picture, thumb
from marvel_widgets.site.states import kind_of

# The cell that opens each app, where its name alone would not do.
ARGUMENTS: Final = {
    "ExerciseBox": 'exercises("03").removable',
    "MarvelPlayer": 'networks.load("asia")',
    "Race": 'networks.load("asia")',
    "LiveBoard": 'networks.load("asia")',
}

# Where a state goes that somebody was sent as a token.
PASTE: Final = """<form class="paste" data-paste><h2>A state that you were sent</h2>
<label for="token">State token, or a link with one</label>
<input id="token" name="token" required autocomplete="off" spellcheck="false">
<button type="submit">Show it</button></form>"""


@dataclass
class App:
    """An app as the site shows it.

    Attributes
    ----------
    name : str
    does : str
        What a learner does in it, as docs/apps.md says.
    svg : str
        A picture from the course; of a graph where the course shows none.
    lessons : list of (str, str)
        File and title of the notebooks that use it.
    """

    name: str
    does: str
    svg: str
    lessons: list[tuple[str, str]]

    @property
    def words(self) -> str:
        """The name as two or more words."""
        return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", self.name)

    def cell(self) -> str:
        """Return the code that opens the app."""
        arguments = ARGUMENTS.get(self.name, "")
        needs = re.findall(r"\b(networks|exercises)\b", arguments)
        first = f"from marvel_widgets import {needs[0]}\n" if needs else ""
        return f"{first}from marvel_widgets.widgets import {self.name}\n\n{self.name}({arguments})"

    def cell_of_token(self) -> str:
        """Return the code that opens the app in a state; ``TOKEN`` stands for its token."""
        if not kind_of(self.name):
            return ""
        return f"""from marvel_widgets.widgets import {self.name}

{self.name}.from_token("TOKEN")"""

    def notebook(self) -> dict[str, Any]:
        """Return a notebook with this one cell.

        Its metadata says what the cell is with and without a token, for the page that runs it.
        """
        code: dict[str, Any] = {
            "cell_type": "code", "id": "app", "metadata": {}, "outputs": [],
            "execution_count": None, "source": self.cell(),
        }  # fmt: skip
        kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
        metadata = {
            "kernelspec": kernel,
            "language_info": {"name": "python"},
            "marvel": {"plain": self.cell(), "token": self.cell_of_token()},
        }
        return {"cells": [code], "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def apps_of(table: str, notebooks: Mapping[str, Mapping[str, Any]]) -> list[App]:
    """Return the apps in the order of a table, with their pictures from the course.

    Parameters
    ----------
    table : str
        Markdown whose rows begin with an app's name in backticks and what is done in it.
    notebooks : mapping of str to dict
        By the name of the file.

    Examples
    --------
    >>> [app] = apps_of("| `Race` | bets, then races | `x` |", {})
    >>> app.name, app.does
    ('Race', 'bets, then races')
    """
    rows = re.findall(r"^\| `([A-Z]\w+)` \| (.+?) \| .* \|$", table, re.MULTILINE)
    apps = {name: App(name, does, "", []) for name, does in rows}
    graph = draw(networks.load("asia")).svg
    for file, notebook in notebooks.items():
        title = "".join(notebook["cells"][0]["source"]).partition("\n")[0].removeprefix("# ")
        for name, svg in _shown(notebook["cells"]):
            app = apps.get(name)
            if app is not None:
                app.svg = app.svg or svg
                if (file, title) not in app.lessons:
                    app.lessons.append((file, title))
    for app in apps.values():
        if not app.svg:  # the course does not show it
            app.svg = PICTURES[app.name]() if app.name in PICTURES else graph
    return list(apps.values())


def _shown(cells: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Yield the name and the picture of each app that cells show."""
    made: dict[str, str] = {}
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        code = "".join(cell["source"]).strip()
        made |= dict(re.findall(r"\b(\w+) = ([A-Z]\w+)\(", code))
        last = code.rpartition("\n")[2]
        for output in cell["outputs"]:
            data = output.get("data", {})
            if WIDGET in data and "image/svg+xml" in data:
                name = made.get(last, last.partition("(")[0])
                yield name, "".join(data["image/svg+xml"])


def app_page(app: App, live: str, film: str = "") -> Page:
    """Return the page of an app.

    Parameters
    ----------
    app : App
    live : str
        The address of its notebook; empty without Python.
    film : str
        A film as HTML, which takes the place of the still picture.
    """
    button = (
        f'<p class="live"><a class="main" data-live href="{live}">Open it live</a></p>'
        if live
        else ""
    )
    lessons = "".join(
        f'<li><a href="../course/{file}.html">{escape(title)}</a></li>'
        for file, title in app.lessons
    )
    used = f"<h2>In the course</h2><ul>{lessons}</ul>" if lessons else ""
    does = markdown_html(f"A learner {app.does}.")
    body = f"""<main id="main" class="app-page" data-kind="{kind_of(app.name)}">
<p class="way"><a href="index.html">Apps</a></p>
<h1>{app.words}</h1><div class="lead">{does}</div>{button}
<div data-state>{film or picture(app.svg)}</div>
<h2>In a notebook of yours</h2>
<pre class="code" tabindex="0"><code>{highlighted(app.cell())}</code></pre>{used}</main>"""
    return Page(f"apps/{app.name}.html", f"{app.words} · marvel_widgets", body)


def apps_index(apps: Sequence[App]) -> Page:
    """Return the page of all apps."""
    cards = "".join(
        f'<a class="card" href="{app.name}.html">{thumb(app.svg)}'
        f"<b>{app.words}</b><span>{escape(_plain(app.does))}</span></a>"
        for app in apps
    )
    body = f"""<main id="main" class="wide-page"><h1>The apps</h1>
<p class="lead">Each is one call in a cell, and opens on any graph. <a href="about.html">What all of
them can do, and settings for a room</a>.</p><div class="cards">{cards}</div>{PASTE}</main>"""
    return Page("apps/index.html", "Apps · marvel_widgets", body)


def _plain(text: str) -> str:
    return (text[0].upper() + text[1:]).replace("`", "").replace("*", "")


def app_notebooks(apps: Sequence[App]) -> dict[str, str]:
    """Return the live notebook of each app, by its file's name."""
    return {f"{app.name}.ipynb": json.dumps(app.notebook(), indent=1) for app in apps}
