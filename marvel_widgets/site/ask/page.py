"""The page of one question, which is also the list of all; and where a page of the course asks."""

import re
from collections.abc import Mapping
from html import escape
from typing import Any, Final

from marvel_widgets.site.layout import Page

_ASKING: Final = re.compile(r"^ExerciseBox\(check\.(\w+)\)", re.MULTILINE)


def ask_page(asked: Mapping[str, tuple[str, str, Mapping[str, Any]]]) -> Page:
    """Return the page: of each notebook its title, the way to its Python, and its cases."""
    lists = "".join(_section(name, *found) for name, found in asked.items())
    body = f"""<main id="main" class="narrow-page" data-kind="exercise-box">
<div data-state></div><div class="ask" data-asking hidden></div>
<div class="ask" data-vote hidden></div>
<p class="way" data-way hidden><a href="#all">All exercises</a> ·
<a href="course/index.html">Course</a></p>
<div data-asked-list id="all"><h1>All exercises</h1>
<p class="lead">Each is asked and judged in this page, also without a network. Answers are kept in
this browser alone.</p><p class="ask-keep" data-kept role="status"></p>
<p class="live ask-keep"><button type="button" data-export>Export as my-progress.jsonl</button>
<label>Import <input type="file" accept=".jsonl" data-import></label>
<button type="button" data-forget>Forget</button></p>
<p>The file is the journal that the notebooks keep: <code>marvel-widgets progress --import</code>
takes it.</p><noscript><p>The questions need JavaScript.</p></noscript>{lists}</div></main>"""
    return Page("ask.html", "Exercises · marvel_widgets", body, sheet="ask.css")


def _section(notebook: str, title: str, live: str, cases: Mapping[str, Any]) -> str:
    number = notebook.partition("-")[0]
    items = "".join(
        f'<li><a href="#q={number}/{name}">{escape(found[0]["title"])}</a></li>'
        for name, found in cases.items()
    )
    return (
        f'<section data-notebook="{number}" data-live="{escape(live)}"><h2>'
        f'<a href="course/{notebook}.html">{number} · {escape(title)}</a></h2>'
        f'<ul class="ask-all">{items}</ul></section>'
    )


def asked_in(source: str) -> str:
    """Return the name of the exercise that a cell asks; empty for other cells."""
    found = _ASKING.search(source)
    return found[1] if found else ""


def place_html(number: str, name: str, live: str) -> str:
    """Return where a page of the course asks an exercise; without JavaScript it stays empty."""
    way = f' data-live="{escape(live)}"' if live else ""
    return f'<div class="ask" data-ask="{number}/{name}"{way}></div>'
