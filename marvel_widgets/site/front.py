"""The front page: what this is, in one screen, with a run that steps and one question."""

from collections.abc import Mapping
from typing import Final

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.course.registry import LESSONS, NOT_LEARNERS, NOTEBOOKS, lesson_exercises
from marvel_widgets.pictures.marks import node_svg
from marvel_widgets.pictures.palette import NodeState
from marvel_widgets.pictures.stage import Stage, stage_of
from marvel_widgets.pictures.svg import edge_fragments
from marvel_widgets.site.app_pages import ShownApp
from marvel_widgets.site.films import asia_film
from marvel_widgets.site.markdown import Page
from marvel_widgets.site.notebook_page import thumb
from marvel_widgets.site.player import Player, player
from marvel_widgets.site.scenes.asked import asked_html, question_at
from marvel_widgets.widgets.app_spec import every_app


def front_film(root: str) -> Player:
    """Return the player of the front page; `root` is the way from a page to the site's top."""
    film, pictures = asia_film()
    return player("asia", film, root, "MARVEL on Asia", pictures)


def front_page() -> tuple[Page, dict[str, str]]:
    """Return the front page, and the scripts of its films by name."""
    film, _ = asia_film()
    shown = front_film("")
    tests, p = len(film.film.trace.tests), len(film.film.trace.names)
    gone = len(film.film.frame(film.begin).state.removal_order)
    asked = question_at(film.film, film.begin, "test")
    question = asked_html(asked, "asia", film.positions().index(asked.position))
    doors = "".join(
        f'<a class="door" href="{address}">{small_graph(states)}'
        f"<span><b>{title}</b>{words}</span></a>"
        for address, title, words, states in DOORS
    )
    body = f"""<main id="main" class="front">
<section class="pitch"><h1>Learn a causal graph, one variable less at a time</h1>
<p class="lead"><b>MARVEL</b> asks which variables are independent, and lets one after the other
leave. Of these {p}, {gone} are gone; {tests} questions find every arrow that data can tell.</p>
{question}
<p class="live"><a class="main" href="story.html">The paper in ten minutes</a></p></section>
<section class="show" aria-label="A run that steps">{shown.html}</section>
<nav class="doors" aria-label="Where to go">{doors}</nav>
{_for_a_course()}</main>"""
    description = "MARVEL, a method of causal discovery, as a course that steps in the browser"
    page = Page("index.html", "marvel_widgets: learn causal discovery", body, "home", description)
    return page, {"asia": shown.script}


DOORS: Final[tuple[tuple[str, str, str, dict[Label, NodeState]], ...]] = (
    ("course/index.html", "Take the course", "From the first test to the lower bound.",
     {"X": "subject", "Y": "given"}),
    ("course/P1-the-skeleton.html", "Learn PC", "Its levels, from the complete graph on.",
     {"X": "subject", "T": "object"}),
    ("apps/index.html", "Try the apps", "Break a lemma, be the algorithm.",
     {"X": "subject", "T": "object", "Y": "opened"}),
    ("teach/index.html", "Teach it", "Talk track, exercises with answers, exams.",
     {"X": "parent", "Y": "child", "T": "co_parent"}),
)  # fmt: skip


# Apps whose pictures tell something at a glance, and weigh little.
SHOWN: Final = ("RemovabilityLab", "DSeparationLab", "OrientationLab", "BoundaryLab")


def _for_a_course() -> str:
    """Return what a lecturer wants to know before the first click, below the first screen."""
    theirs = (number for number in LESSONS if NOTEBOOKS[number].place not in NOT_LEARNERS)
    drawn = sum(len(lesson_exercises(number)) for number in theirs)
    facts = "".join(
        f"<li><b>{title}</b>{words}</li>"
        for title, words in (
            ("Nothing to install", "Pages and runs open in any browser, on a phone too, and stay "
             "there without a network. Python, where a notebook runs, is in the page."),
            (f"{drawn} exercises, graded", "Each draws a new graph for each student, and computes "
             "its answer. A wrong one gets a counterexample, and the belief behind it."),
            ("Ready for your room", "For each notebook the minutes, a talk track and the pitfalls; "
             "a workshop of 90 minutes, a projector's mode, tests before and after."),
            ("Checked, and free", "A sentence with a number, an <em>every</em> or a "
             "<em>none</em> is backed by a check that runs with the tests. Code MIT, texts CC BY."),
        )
    )  # fmt: skip
    cards = "".join(
        f'<a class="card" href="apps/{app.name}.html">{thumb(app.moment.picture)}'
        f"<b>{app.words}</b></a>"
        for app in (ShownApp(every_app()[name]) for name in SHOWN)
    )
    return f"""<section class="why" aria-labelledby="why"><h2 id="why">For a course of yours</h2>
<ul class="facts">{facts}</ul><div class="cards">{cards}</div></section>"""


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
        f'font-size="12">{"".join(pieces)}</svg>'
    )
