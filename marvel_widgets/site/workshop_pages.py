"""The workshop on the site: the room's slides, and the page that all open by one link.

Apps are pictures here, and live one click away; exercises ask and judge in the page.
"""

from collections.abc import Mapping
from html import escape
from typing import Any, Final

from marvel_widgets._notebooks import bundled_guides
from marvel_widgets.classroom.workshop.acts import ACTS, OPENING, Act, begins
from marvel_widgets.classroom.workshop.notebooks import (
    guide_page,
    pitfalls,
    talk_track,
)
from marvel_widgets.site.ask.page import place_html
from marvel_widgets.site.layout import Page
from marvel_widgets.site.links import links_from
from marvel_widgets.site.markdown import markdown_html
from marvel_widgets.site.notebook_page import picture

FOLDER: Final = "workshop"
SVG: Final = "image/svg+xml"
_LINKS: Final = links_from("docs/guide.md", {})


def workshop_pages(notebook: Mapping[str, Any], room: str, students: str) -> list[Page]:
    """Return both pages, with the pictures that the students' notebook has.

    The ways to the notebooks that run are empty without Python.
    """
    outputs = {
        c["id"]: o["data"] for c in notebook["cells"] for o in c.get("outputs", ()) if "data" in o
    }
    drawn = {name: picture(data[SVG]) for name, data in outputs.items() if SVG in data}
    return [_students_page(students, drawn), _slides(room, drawn)]


def _students_page(live: str, drawn: Mapping[str, str]) -> Page:
    sections = "".join(
        f'<section id="{act.key}"><h2>{number}. {escape(act.title)}</h2>'
        f"{_act(act, live, drawn)}</section>"
        for number, act in enumerate(ACTS, start=1)
    )
    body = f"""<main id="main" class="narrow-page"><h1>A workshop on MARVEL</h1>
<p class="lead">Questions for all, exercises for each: they are asked and judged in this page, and
nothing is installed. A wrong guess that was made is worth more than a right one that was heard.</p>
{_open(live, "Open all apps live")}{sections}
<p class="way">For the room: <a href="slides.html">the slides</a></p></main>"""
    return Page(f"{FOLDER}/index.html", "A workshop on MARVEL", body, sheet="ask.css")


def _slides(live: str, drawn: Mapping[str, str]) -> Page:
    slides = "".join(
        f'<section class="slide" id="{act.key}"><h2>{number}. {escape(act.title)} '
        f"<small>minutes {at} to {at + act.minutes}</small></h2>{_act(act, live, drawn)}"
        f"{_talk(act, at)}</section>"
        for number, (act, at) in enumerate(zip(ACTS, begins(), strict=True), start=1)
    )
    body = f"""<main id="main" class="wide-page slides"><section class="slide"><h1>MARVEL in 90
minutes</h1><p class="lead">All open this page, and leave it open:</p>
<p class="address"><a href="index.html" data-address>the students' page</a></p>
<p>Page Down goes on. The talk track of each slide is folded below it; the room opens apps live,
and <b>F</b> shows one alone. The first {OPENING} minutes are for the link.</p>
{_open(live, "Open the room's notebook live")}</section>{slides}<section class="slide">
<h2>Closing</h2><p class="lead">What did you not expect? One sentence from some.</p>
<p>Where to go on: <a href="../course/index.html">the course</a>,
<a href="../ask.html">all exercises</a>.</p></section></main>"""
    return Page(f"{FOLDER}/slides.html", "The workshop's slides", body, sheet="ask.css")


def _act(act: Act, live: str, drawn: Mapping[str, str]) -> str:
    """Return the question of an act, its app as a picture, and its exercise."""
    shown = drawn.get(f"{act.key}-app", "")
    exercise = place_html(act.notebook, act.exercise, live) if act.exercise else ""
    asked = markdown_html(act.asked, _LINKS)
    return f"{asked}{shown}{_open(live, 'Open it live')}{exercise}"


def _open(live: str, words: str) -> str:
    return f'<p class="live"><a href="{escape(live)}">{words}</a></p>' if live else ""


def _talk(act: Act, at: int) -> str:
    often = act.often or pitfalls(guide_page(bundled_guides(), act.notebook))
    return markdown_html(talk_track(act, at, often), _LINKS)
