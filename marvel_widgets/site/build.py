"""Write the site: every page into one folder, with links that hold wherever the folder lies."""

import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

from marvel_widgets._data import bytes_of, text_of
from marvel_widgets._notebooks import bundled_docs, bundled_notebooks
from marvel_widgets.classroom.editions import learners_edition
from marvel_widgets.classroom.start_notebook import START, waiting_notebook
from marvel_widgets.course.registry import LESSONS, NOT_LEARNERS, NOTEBOOKS
from marvel_widgets.pictures.palette import FACES, face_rules, with_palette
from marvel_widgets.replay.export.programs import FILM, STAGE
from marvel_widgets.site import app_pages, reference, search
from marvel_widgets.site import films as site_films
from marvel_widgets.site import markdown as md
from marvel_widgets.site.ask.cases import (
    ask_program,
    card_program,
    cases_of,
    cases_script,
    votes_script,
)
from marvel_widgets.site.ask.forms import ask_page, asking_page
from marvel_widgets.site.course_pages import course_index, course_page, next_script, page_number
from marvel_widgets.site.errors import SiteError, written
from marvel_widgets.site.front import front_film, front_page
from marvel_widgets.site.notebook_page import NotebookPage, for_a_page, notebook_page, picture
from marvel_widgets.site.player import player
from marvel_widgets.site.scenes.story import story_page
from marvel_widgets.writing.own_folder import is_free, own_folder

Live = Literal["", "local", "cdn"]
MARK = ".marvel-site"  # a file that says that a folder is a site of ours, and lists its files
ASSETS = {
    "site.css": "site/static/site.css",
    "apps.css": "site/static/apps.css",
    "ask.css": "site/static/ask.css",
    "story.css": "site/static/story.css",
    "story.js": "site/static/story.js",
    "site.js": "site/static/site.js",
    "search.js": "site/static/search.js",
    "mark.svg": "site/static/mark.svg",
}


@dataclass
class Site:
    """What a site is made of, and its files by their paths."""

    notebooks: dict[str, dict[str, Any]]
    docs: dict[str, str]
    live: Live
    files: dict[str, str] = field(default_factory=dict)
    lite: dict[str, str] = field(default_factory=dict)
    forms: dict[str, dict[str, str]] = field(default_factory=dict)
    runs: dict[str, site_films.CellFilm] = field(default_factory=dict)

    @cached_property
    def apps(self) -> list[app_pages.ShownApp]:
        """The apps, each with the notebooks that show it."""
        return app_pages.apps_of(self.notebooks)

    def links(self, source: str) -> md.Links:
        """Return what turns the links of a file of the repository to the site's."""
        there = {f"notebooks/{name}.ipynb" for name in self.notebooks} | {*self.docs}
        return md.links_from(source, dict.fromkeys([*there, *_pictures()], None))

    def add(self, page: md.Page) -> None:
        self.files[page.path] = page.html()

    def way_to(self, notebook: str) -> str:
        """Return where a notebook runs, from a page one folder down; empty without Python."""
        if self.live == "cdn":  # the reader is told first that another host will be asked
            return f"../run.html#{notebook}"
        return f"../lite/notebooks/index.html?path={notebook}" if self.live else ""


def pages_of_the_site(live: Live = "") -> Site:
    """Return all pages, without writing any."""
    site = Site(_notebooks(), _docs(), live)
    front, films = front_page()
    site.add(front)
    if live == "cdn":
        site.add(asking_page())
    site.add(story_page())
    _add_films(site, films)
    site.runs["asia"] = site_films.asia_film()[0]
    _add_course(site)
    _add_apps(site)
    _add_docs(site)
    for page in reference.reference_pages():
        site.add(page)
    site.files[f"assets/{reference.SHEET}"] = reference.reference_sheet()
    for name, place in ASSETS.items():
        site.files[f"assets/{name}"] = with_palette(text_of(place))
    site.files["assets/site.css"] += STAGE + face_rules(beside=True)
    site.files["assets/apps.css"] += with_palette(text_of("widgets/kit/static/band.css"))
    site.files["404.html"] = md.missing_page()
    site.files |= {md.page_of(place): text for place, text in _pictures().items()}
    _add_states(site)
    for name in ("assets/film.js", "assets/site.js"):  # the front page loads them
        site.files[name] = re.sub(r"(?m)^ *(//.*\n)?", "", site.files[name])
    _add_search(site)
    return site


def write_pages(folder: Path, site: Site) -> None:
    """Write the files of a site into a folder that holds nothing else."""
    faces = {f"assets/{path.rpartition('/')[2]}": bytes_of(path) for path in FACES.values()}
    for path, whole in ({p: text.encode() for p, text in site.files.items()} | faces).items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(whole)
    (folder / ".nojekyll").touch()  # GitHub Pages then serves the folder as it is


@contextmanager
def new_site(target: Path) -> Iterator[Path]:
    """Give a new folder whose files become the site at the end of the block."""
    check_target(target)
    with written("the site", target), own_folder(target, MARK) as made:
        yield made


def check_target(target: Path) -> None:
    """Raise if a folder may not be written into: a site replaces what is there."""
    with written("the site", target):
        above = next(each for each in (target, *target.absolute().parents) if each.exists())
        if not above.is_dir():
            where = "it" if above == target else str(above)
            msg = (
                f"Cannot write the site into {target}: {where} is a file; choose another directory."
            )
            raise SiteError(msg)
        if not os.access(above, os.W_OK | os.X_OK):
            msg = f"Cannot write the site into {target}: {above} may not be written into."
            raise SiteError(msg)
        if not is_free(target, MARK):
            msg = f"{target} contains something other than a site; choose a new, empty directory."
            raise SiteError(msg)


def _notebooks() -> dict[str, dict[str, Any]]:
    """Return the notebooks by their names, in the order of the course."""
    folder = bundled_notebooks()
    paths = [path for number in NOTEBOOKS for path in folder.glob(f"{number}-*.ipynb")]
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in paths}


def _docs() -> dict[str, str]:
    folder = bundled_docs()
    pages = sorted([*folder.glob("*.md"), *folder.glob("guide/*.md")])
    return {
        f"docs/{path.relative_to(folder).as_posix()}": path.read_text(encoding="utf-8")
        for path in pages
    }


def _pictures() -> dict[str, str]:
    paths = sorted(bundled_docs().glob("*.svg"))
    return {f"docs/{path.name}": path.read_text(encoding="utf-8") for path in paths}


def _add_films(site: Site, films: Mapping[str, str]) -> None:
    site.files |= {f"films/{name}.js": script for name, script in films.items()}


def _add_course(site: Site) -> None:
    made: dict[str, NotebookPage] = {}
    for name, notebook in site.notebooks.items():
        links, live = site.links(f"notebooks/{name}.ipynb"), site.way_to(f"{name}.ipynb")
        made[name] = notebook_page(name, notebook, links, live)
        _add_films(site, made[name].films)
        site.runs |= made[name].runs
        mine = _joined(learners_edition(notebook))
        site.lite[f"{name}.ipynb"] = json.dumps(mine, indent=1, ensure_ascii=False)
    site.lite[START] = waiting_notebook(bundled_notebooks())
    theirs = [n for n in made if NOTEBOOKS[page_number(n)].place not in NOT_LEARNERS]
    after = dict(pairwise(theirs))
    before = {there: name for name, there in after.items()}
    for name, page in made.items():
        around = [before.get(name, ""), after.get(name, "")]
        guide = f"docs/guide/{name}.md" in site.docs
        site.add(course_page(name, page, site.way_to(f"{name}.ipynb"), made, around, guide))
    apps = site.apps
    _add_questions(site, {name: page.title for name, page in made.items()})
    site.files["assets/next.js"] = next_script({name: made[name] for name in theirs})
    covers = {name: app_pages.cover_of(name, apps) for name in made}
    site.add(course_index(made, covers, site.way_to(START)))


def _add_questions(site: Site, titles: Mapping[str, str]) -> None:
    asked = {}
    for name, title in titles.items():
        if (number := page_number(name)) not in LESSONS:
            continue
        cases = cases_of(number)
        site.files[f"asked/{number}.js"] = cases_script(number, cases)
        site.files[f"votes/{number}.js"] = votes_script(number)
        if NOTEBOOKS[number].place not in NOT_LEARNERS:  # those have their boxes in their page
            asked[name] = (title, site.way_to(f"{name}.ipynb").removeprefix("../"), cases)
    site.files["assets/ask.js"] = ask_program()
    site.files["assets/card.js"] = card_program()
    site.add(ask_page(asked))


def _joined(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return a notebook whose outputs are whole strings, as a server hands them to JupyterLab.

    JupyterLite hands over the file as it is, and the contents list of the notebook fails at lines.
    """
    cells = [dict(cell) for cell in notebook["cells"]]
    for cell in cells:
        if "outputs" in cell:
            cell["outputs"] = [_with_whole_texts(output) for output in cell["outputs"]]
    return {**notebook, "cells": cells}


def _with_whole_texts(output: Mapping[str, Any]) -> dict[str, Any]:
    whole = {
        kind: "".join(said) if isinstance(said, list) else said
        for kind, said in output.get("data", {}).items()
    }
    return {**output, "data": whole} if whole else dict(output)


def _add_apps(site: Site) -> None:
    apps = site.apps
    site.lite |= {f"apps/{app.name}.ipynb": json.dumps(app.notebook(), indent=1) for app in apps}
    site.forms |= {f"apps/{app.name}.ipynb": app.forms() for app in apps}
    site.add(app_pages.apps_index(apps))
    for before, app, after in zip([None, *apps], apps, [*apps[1:], None], strict=False):
        film = front_film("../").html if app.name == site_films.PLAYER else ""
        films = () if film else app_pages.app_films(app.name)
        _add_films(site, {each.name: each.script for each in films})
        live = site.way_to(f"apps/{app.name}.ipynb")
        site.add(app_pages.app_page(app, live, film, (before, after)))


def _add_states(site: Site) -> None:
    """Add what a state token needs: films of the graphs that learners choose, and the scripts."""
    films = site_films.well_known_films(site.runs.values())
    _add_films(site, {name: player(name, film, "../").script for name, film in films.items()})
    site.files["assets/runs.js"] = site_films.runs_script(site.runs | films)
    site.files["assets/token.js"] = site_films.token_script()
    site.files["assets/film.js"] = FILM


def _add_search(site: Site) -> None:
    read = {name: for_a_page(notebook) for name, notebook in site.notebooks.items()}
    entries = [*search.entries_of(read, site.docs)]
    for app in site.apps:
        does = f"{app.name}. A learner {search.searched_words(app.spec.does)}."
        entries.append(search.PageEntry(app.words, "", f"apps/{app.name}.html", "App", does))
    entries += reference.reference_entries()
    site.files["assets/search-index.js"] = search.index_script(entries)
    site.add(search.search_page())


def _add_docs(site: Site) -> None:
    skipped = "docs/guide/README.md"  # docs/guide.md has the same links, and more
    for source, text in site.docs.items():
        if source != skipped:
            site.add(_docs_page(source, text, site.links(source)))
    cards = "".join(  # each page about the kit with its first sentence
        f'<a class="card" href="{md.root_of("docs/")}{md.page_of(source)}">'
        f"<b>{escape(_title(text))}</b><span>{escape(first_sentence(text))}</span></a>"
        for source, text in site.docs.items()
        if source.count("/") == 1
    )
    body = f"""<main id="main" class="wide-page"><h1>Pages about the kit</h1>
<div class="cards">{cards}</div></main>"""
    site.add(md.Page("docs/index.html", "Docs · marvel_widgets", body))


def first_sentence(text: str) -> str:
    """Return the first sentence of a Markdown page, below its title."""
    blocks = text.split("\n\n")[1:]
    # neither a list, a table, a picture, code nor a heading
    told = (each for each in blocks if not each.startswith(("-", "|", "!", "<", "#", "```")))
    return re.split(r"(?<=[.])\s", search.searched_words(next(told, "")), maxsplit=1)[0]


def _docs_page(source: str, text: str, links: md.Links) -> md.Page:
    words = [each for level, each in md.headings(text) if level == 2]
    listed = md.contents([(md.anchor(each), each) for each in words])
    html = md.markdown_html(text, links)  # wide pictures in a frame that can be scrolled
    html = re.sub(r"<p>(<img [^>]*>)</p>", lambda found: picture(found[1]), html)
    if source.startswith("docs/guide/"):
        name = source.removeprefix("docs/guide/").removesuffix(".md")
        html = (
            f'<p class="way"><a href="index.html">Teach it</a> · {page_number(name)} · '
            f'<a href="../course/{name}.html">the lesson</a></p>{html}'
        )
    body = f'<div class="reading">{listed}<main id="main" class="notebook">{html}</main></div>'
    return md.Page(md.page_of(source), f"{_title(text)} · marvel_widgets", body)


def _title(text: str) -> str:
    return next((words for _, words in md.headings(text)), "A page")
