"""The workshop on the site: the room's slides, and the page that all open by one link.

Apps are pictures here, and live one click away; exercises ask and judge in the page.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from typing import Any, Final

from marvel_widgets._notebooks import bundled_guides
from marvel_widgets.classroom.workshop.acts import ACTS, OPENING, Act, begins
from marvel_widgets.classroom.workshop.notebooks import (
    guide_page,
    pitfalls,
    talk_track,
)
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.course.checks import Check, exercises
from marvel_widgets.replay.film import Film
from marvel_widgets.site.ask.page import place_html
from marvel_widgets.site.ask.votes import ballots
from marvel_widgets.site.films import CellFilm
from marvel_widgets.site.layout import Page
from marvel_widgets.site.links import links_from
from marvel_widgets.site.markdown import markdown_html
from marvel_widgets.site.notebook_page import picture
from marvel_widgets.site.player import Player, player
from marvel_widgets.widgets.vote.address import card_link

FOLDER: Final = "workshop"
SVG: Final = "image/svg+xml"
_LINKS: Final = links_from("docs/guide.md", {})


def ending() -> tuple[CellFilm, Player]:
    """Return the run with which the game ends, and its player on the slides."""
    (name,) = (act.ending for act in ACTS if act.ending)
    dag = gallery[name]
    film = CellFilm(Film(record("marvel", dag), dag), 0, "round")
    return film, player(FOLDER, film, "../")


def workshop_pages(
    notebooks: Iterable[Mapping[str, Any]], end: str, room: str, students: str
) -> list[Page]:
    """Return both pages, with the pictures that the notebooks have, and a film as `end`.

    The ways to the notebooks that run are empty without Python.
    """
    cells = (cell for notebook in notebooks for cell in notebook["cells"])
    outputs = {c["id"]: o["data"] for c in cells for o in c.get("outputs", ()) if "data" in o}
    drawn = {name: picture(data[SVG]) for name, data in outputs.items() if SVG in data}
    return [_students_page(students, drawn), _slides(room, drawn, end)]


def _students_page(live: str, drawn: Mapping[str, str]) -> Page:
    sections = "".join(
        f'<section id="{act.key}"><h2>{number}. {escape(act.title)}</h2>'
        f"{_act(act, live, drawn)}{_exercise(act, live)}"
        f"{_card(act, 'Become a card for the vote')}</section>"
        for number, act in enumerate(ACTS, start=1)
    )
    body = f"""<main id="main" class="narrow-page"><h1>A workshop on MARVEL</h1>
<p class="lead">Questions for all, exercises for each: they are asked and judged in this page, and
nothing is installed. A wrong guess that was made is worth more than a right one that was heard.</p>
{_open(live, "Open all apps live")}{sections}
<p class="way">For the room: <a href="slides.html">the slides</a></p></main>"""
    return Page(f"{FOLDER}/index.html", "A workshop on MARVEL", body, sheet="ask.css")


def _slides(live: str, drawn: Mapping[str, str], end: str) -> Page:
    slides = "".join(
        f'<section class="slide" id="{act.key}"><h2>{number}. {escape(act.title)} '
        f"<small>minutes {at} to {at + act.minutes}</small></h2>{_act(act, live, drawn)}"
        f"{_talk(act, at)}</section>{_below(act, live, drawn, end)}"
        for number, (act, at) in enumerate(zip(ACTS, begins(), strict=True), start=1)
    )
    body = f"""<main id="main" class="wide-page slides"><section class="slide"><h1>MARVEL in 90
minutes</h1><p class="lead">All open this page, and leave it open:</p>
<p class="address"><a href="index.html" data-address>the students' page</a></p>
{drawn.get("link-code", "")}
<p>Page Down goes on. The talk track of each slide is folded below it; the room opens apps live,
and <b>F</b> shows one alone. The first {OPENING} minutes are for the link.</p>
{_open(live, "Open the room's notebook live")}</section>{slides}<section class="slide">
<h2>Closing</h2><p class="lead">What did you not expect? One sentence from some.</p>
<p>Where to go on: <a href="../course/index.html">the course</a>,
<a href="../ask.html">all exercises</a>.</p></section></main>"""
    return Page(f"{FOLDER}/slides.html", "The workshop's slides", body, sheet="ask.css")


def _act(act: Act, live: str, drawn: Mapping[str, str]) -> str:
    """Return the question of an act, and its app as a picture."""
    shown = drawn.get(f"{act.key}-app", "")
    asked = markdown_html(act.asked, _LINKS)
    return f"{asked}{shown}{_open(live, 'Open it live')}"


def _exercise(act: Act, live: str) -> str:
    return place_html(act.notebook, act.exercise, live) if act.exercise else ""


def _below(act: Act, live: str, drawn: Mapping[str, str], end: str) -> str:
    """Return the slides that follow an act: the room's vote, its exercise, the end of its game."""
    parts = {
        "The room votes": _vote(act, drawn),
        "Each alone": _exercise(act, live),
        "The whole run": end if act.ending else "",
    }
    return "".join(
        f'<section class="slide"><h2>{title}</h2>{inside}</section>'
        for title, inside in parts.items()
        if inside
    )


def _vote(act: Act, drawn: Mapping[str, str]) -> str:
    if not act.vote:
        return ""
    shown = drawn.get(f"{act.key}-vote", "")
    return f"{shown}<p>Phones become cards at</p>{_card(act)}{_key(act)}"


@cache
def _check(act: Act) -> Check:
    """Return the exercise of an act's vote, drawn once for both pages."""
    found: Check = getattr(exercises(act.notebook), act.vote)
    return found


def _card(act: Act, words: str = "") -> str:
    """Return the link to the cards of an act's vote; without words its address is read out."""
    if not act.vote:
        return ""
    check = _check(act)
    link = f"../{card_link(check, 0, check.ballot())}"
    if words:
        return f'<p class="live"><a href="{link}">{words}</a></p>'
    return f'<p class="address"><a href="{link}" data-address>this page</a></p>'


def _key(act: Act) -> str:
    """Return the right cards of an act's votes and their digits, folded."""
    said = [
        f"- Vote {turn}: {each.right.letter} is right, the digits for phones are {each.digits}."
        for turn, each in enumerate(ballots(_check(act)), start=1)
    ]
    words = "\n".join(["<details><summary>After the vote</summary>", "", *said, "", "</details>"])
    return markdown_html(words, _LINKS)


def _open(live: str, words: str) -> str:
    return f'<p class="live"><a href="{escape(live)}">{words}</a></p>' if live else ""


def _talk(act: Act, at: int) -> str:
    often = act.often or pitfalls(guide_page(bundled_guides(), act.notebook))
    return markdown_html(talk_track(act, at, often), _LINKS)
