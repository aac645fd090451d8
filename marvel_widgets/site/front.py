"""The front page: what this is, in one screen, with a run that steps and one question."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Final

from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs import networks
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.pictures.marks import node_svg
from marvel_widgets.pictures.palette import NodeState
from marvel_widgets.pictures.positions import Positions
from marvel_widgets.pictures.stage import Stage, stage_of
from marvel_widgets.pictures.svg import edge_fragments
from marvel_widgets.replay.film import Film
from marvel_widgets.replay.prediction_questions import next_question
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.site.errors import SiteError
from marvel_widgets.site.films import CellFilm
from marvel_widgets.site.layout import Page
from marvel_widgets.site.player import Player, player

# Where the variables stand: broader than high, so that picture and words share one screen.
PLACES: Final[Positions] = {
    "asia": (0, 0), "tub": (0, 78), "smoke": (165, 0), "lung": (118, 78), "bronc": (235, 108),
    "either": (70, 160), "xray": (14, 238), "dysp": (172, 238),
}  # fmt: skip


def asia_film() -> tuple[CellFilm, RunPictures]:
    """Return the film of the front page, at the position before its question."""
    dag = networks.load("asia")
    film = Film(record("marvel", dag), dag)
    pictures = RunPictures(film, stage=stage_of(dag, PLACES))
    return CellFilm(film, telling_test(film) - 1, "decision"), pictures


def front_film(root: str) -> Player:
    """Return the player of the front page; `root` is the way from a page to the site's top."""
    film, pictures = asia_film()
    return player("asia", film, root, "MARVEL on Asia", pictures)


def telling_test(film: Film) -> int:
    """Return the position of the last test that a given collider alone makes dependent.

    Most people guess wrong there; after it nothing is needed but the picture.

    Raises
    ------
    SiteError
        The run has no such test.
    """
    for position in range(film.last, 0, -1):
        frame = film.frame(position)
        path = None if frame.reason is None else frame.reason.path
        if frame.test is None or path is None or not path.is_open or len(frame.test.given) != 1:
            continue
        if any(vertex.role == "collider" for vertex in path.vertices[1:-1]):
            return position
    msg = "no test of the run is decided by a given collider; the front page has nothing to ask"
    raise SiteError(msg)


def front_page() -> tuple[Page, dict[str, str]]:
    """Return the front page, and the scripts of its films by name."""
    film, _ = asia_film()
    shown = front_film("")
    tests, p = len(film.film.trace.tests), len(film.film.trace.names)
    gone = len(film.film.frame(film.begin).state.removal_order)
    body = f"""<main id="main" class="front">
<section class="pitch"><h1>Learn a causal graph, one variable less at a time</h1>
<p class="lead"><b>MARVEL</b> asks which variables are independent, and lets one after the other
leave. Of these {p}, {gone} are gone; {tests} questions find every arrow that data can tell.</p>
{_question(film)}</section>
<section class="show" aria-label="A run that steps">{shown.html}</section>
<nav class="doors" aria-label="Where to go">{_doors()}</nav>
</main>"""
    description = "MARVEL, a method of causal discovery, as a course that steps in the browser"
    page = Page("index.html", "marvel_widgets: learn causal discovery", body, "home", description)
    return page, {"asia": shown.script}


def _question(film: CellFilm) -> str:
    """Return the question that the next step answers; its answer is folded without JavaScript."""
    question = next_question(film.film, film.begin, "test")
    assert question is not None  # the next step is a test
    why = question.because.partition("? ")[2].partition(": ")[2]
    shown = film.positions().index(film.begin + 1)
    buttons = "".join(
        f'<button type="button" value="{escape(option)}">{escape(option)}</button>'
        for option in question.options
    )
    verdicts = f'data-right="Right: {escape(why)}" data-wrong="Not so: {escape(why)}"'
    return f"""<div class="predict" data-predict="#film-asia" data-position="{shown}"
 data-answer="{escape(str(question.answer))}" {verdicts}>
<p class="ask"><span>Predict</span> {escape(question.text)}</p>
<div class="options">{buttons}</div><p data-verdict role="status"></p>
<noscript><details><summary>Answer</summary><p>{escape(str(question.answer))}: {escape(why)}</p>
</details></noscript></div>"""


DOORS: Final[tuple[tuple[str, str, str, dict[Label, NodeState]], ...]] = (
    ("course/index.html", "Take the course", "Fourteen notebooks, from the first test to the"
     " lower bound.", {"X": "visited", "Y": "given"}),
    ("apps/index.html", "Play with the apps", "Build a graph, break a lemma, be the"
     " algorithm.", {"X": "tested", "T": "tested", "Y": "opened"}),
    ("teach/index.html", "Teach it", "Talk track, exercises with computed answers,"
     " exams.", {"X": "parent", "Y": "child", "T": "co_parent"}),
)  # fmt: skip


def _doors() -> str:
    return "".join(
        f'<a class="door" href="{address}">{small_graph(states)}'
        f"<span><b>{title}</b>{words}</span></a>"
        for address, title, words, states in DOORS
    )


def small_graph(states: Mapping[Label, NodeState]) -> str:
    """Return a picture of three variables in some states, for decoration."""
    dag = Dag("X -> Y <- T")
    stage: Stage = stage_of(dag, {"X": (0, 0), "T": (92, 0), "Y": (46, 62)})
    drawing = stage.drawing("", states)
    # the corner of the pill at the left, and below the one in the middle
    x, y = drawing.nodes[0].x - 22, drawing.nodes[0].y - 17
    pieces = [svg for _, svg in edge_fragments(drawing)] + [node_svg(m) for m in drawing.nodes]
    return (
        f'<svg viewBox="{x} {y} 136 98" width="88" height="64" aria-hidden="true" '
        f'font-family="Arial, Helvetica, sans-serif" font-size="12">{"".join(pieces)}</svg>'
    )
