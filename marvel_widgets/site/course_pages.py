"""The pages of the course: one for each notebook, and the list of all."""

import re
from collections.abc import Mapping
from html import escape
from typing import Final

from marvel_widgets.course.registry import NOTEBOOKS, Place
from marvel_widgets.site.ask.forms import as_json
from marvel_widgets.site.markdown import Page
from marvel_widgets.site.notebook_page import NotebookPage, thumb
from marvel_widgets.text import capitalized


def course_page(
    name: str,
    page: NotebookPage,
    live: str,
    made: Mapping[str, NotebookPage],
    around: list[str],
    guide: bool,
) -> Page:
    run = f'<a class="main" href="{live}">Run it live</a>' if live else ""
    teach = f'<a href="../teach/{name}.html">For the teacher</a>' if guide else ""
    before, after = (
        f'<a class="{way}" href="{other}.html"><small>{words}</small>'
        f"{escape(made[other].title)}</a>"
        if other
        else "<span></span>"
        for way, words, other in zip(("before", "after"), ("Before", "Next"), around, strict=True)
    )
    number = page_number(name)
    body = f"""<div class="reading">{page.contents}<main id="main" class="notebook">
<p class="way"><a href="index.html">Course</a> · {number}</p><h1>{escape(page.title)}</h1>
<div class="about">{page.about}</div><p class="live">{run} {teach}</p>
{page.html}
<nav class="around" aria-label="The course">{before}{after}</nav></main></div>"""
    return Page(f"course/{name}.html", f"{page.title} · marvel_widgets", body, sheet="ask.css")


def next_script(made: Mapping[str, NotebookPage]) -> str:
    """Return what the front page asks next: the questions of the notebooks' apps, as a script."""
    asked = [
        f'{html.removesuffix("</div>")}<p class="way"><a href="course/{name}.html">'
        f"{page_number(name)} · {escape(page.title)}</a></p></div>"
        for name, page in made.items()
        for html in page.asked
    ]
    return f"marvelNext({as_json(asked)});\n"


def page_number(name: str) -> str:
    """Return how a notebook is called in short."""
    return name.partition("-")[0]


_PLACES: Final[Mapping[Place, str]] = {
    "core": "The core", "theory": "Theory", "writing": "Your own program", "pc": "PC",
    "reference": "To look things up",
}  # fmt: skip


def course_index(made: Mapping[str, NotebookPage], covers: Mapping[str, str], start: str) -> Page:
    """Return the list of the notebooks but for teachers' ones, by their places.

    Each has a picture and what can be done afterwards. `start` leads to where a learner is, live;
    it is empty where no Python runs.
    """
    where = f' · <a href="{start}">Where you are</a>' if start else ""
    cards: dict[Place, str] = dict.fromkeys(_PLACES, "")
    for name, page in made.items():
        if (place := NOTEBOOKS[page_number(name)].place) in cards:
            words = re.sub(r"<[^<>]+>", "", page.about).strip()
            able = capitalized(words.partition("You will be able to: ")[2] or words)
            cards[place] += (
                f'<a class="card" href="{name}.html">{thumb(covers[name])}'
                f"<b><small>{page_number(name)}</small> {escape(page.title)}</b>"
                f"<span>{escape(able)}</span></a>"
            )
    listed = "".join(
        f'<h2>{_PLACES[place]}</h2><div class="cards">{each}</div>' for place, each in cards.items()
    )
    body = f"""<main id="main" class="wide-page"><h1>The course</h1>
<p class="lead">From the first independence test to the lower bound and real data. Every claim is
shown, every exercise is judged, and every run can be stepped.</p>
<p class="live"><a href="../ask.html">All exercises</a>{where}</p>{listed}</main>"""
    return Page("course/index.html", "The course · marvel_widgets", body)
