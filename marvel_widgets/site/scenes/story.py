"""The paper in ten minutes, as a page: a run stays on the screen while one reads."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from html import escape
from math import comb
from string import Template
from typing import Any

from marvel_widgets._data import text_of
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.boundary.removability import explain_removability
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.lessons.removability.view import theorem_words
from marvel_widgets.replay.film import Film, Frame
from marvel_widgets.site.errors import SiteError
from marvel_widgets.site.films import asia_film
from marvel_widgets.site.markdown import Page, markdown_html
from marvel_widgets.site.player import player
from marvel_widgets.site.scenes.asked import PageQuestion, asked_html, question_at
from marvel_widgets.text import listed
from marvel_widgets.theory.bounds import lower_bound, upper_bound


@dataclass(frozen=True)
class Chapter:
    """A paragraph in Markdown, the position at which it begins, and its question."""

    title: str
    text: str
    begin: int
    asked: PageQuestion
    blind: bool = False  # whether the true graph, drawn faintly, would be the answer


def chapters(film: Film) -> list[Chapter]:
    """Return the chapters of a run of MARVEL whose true graph is known, in the order of the run."""
    if film.dag is None:
        msg = "the story asks what holds in the true graph; give the film its graph"
        raise SiteError(msg)
    prose = text_of("site/static/story.txt")
    written = [_Prose(*each.split("\n", 1)) for each in re.split(r"^## ", prose, flags=re.M)[1:]]
    make = (_question_to_data, _boundary, _removable, _neighbors, _conditions, _update, _arrows,
            _cost)  # fmt: skip
    return [chapter(prose, film, film.dag) for chapter, prose in zip(make, written, strict=True)]


class _Prose:
    """A chapter as it is written: a title, paragraphs, perhaps a question and a reason."""

    def __init__(self, title: str, text: str) -> None:
        self.title, blocks = title, text.strip().split("\n\n")
        told = {block[0]: re.sub(r"^[?>] ", "", block, flags=re.M) for block in blocks}
        self.asked, self.why = told.get("?", ""), told.get(">", "$because")
        self.text = "\n\n".join(block for block in blocks if block[0] not in "?>")

    def chapter(self, begin: int, asked: PageQuestion, **names: Any) -> Chapter:
        """Return the chapter: with the run's own question, or, where it has none, with this one."""
        names |= {"because": asked.why}

        def filled(text: str) -> str:
            return Template(text.replace("\n", " ")).substitute(names)

        question = PageQuestion(
            filled(self.asked) or asked.text, asked.options, asked.answer, filled(self.why),
            asked.position,
        )  # fmt: skip
        return Chapter(self.title, filled(self.text), begin, question)


# -- places in the run -----------------------------------------------------------------------


def _first(film: Film, fits: Callable[[Frame], bool]) -> int:
    """Return the first position of a run that fits."""
    for position in range(1, film.last + 1):
        if fits(film.frame(position)):
            return position
    msg = "the run has no moment for one of the chapters; choose another graph"
    raise SiteError(msg)


def _event(film: Film, kind: type[Any], fits: Callable[[Any], bool] = bool) -> tuple[int, Any]:
    """Return the first position whose event is of a kind, and the event."""
    at = _first(film, lambda frame: isinstance(frame.event, kind) and fits(frame.event))
    return at, film.frame(at).event


# -- the chapters ----------------------------------------------------------------------------


def _question_to_data(prose: _Prose, film: Film, dag: Dag) -> Chapter:
    begin = _first(film, lambda frame: frame.test is not None) - 1
    return prose.chapter(begin, question_at(film, begin, "test"), p=len(dag))


def _boundary(prose: _Prose, film: Film, dag: Dag) -> Chapter:
    name = film.context.name

    def surprises(frame: Frame) -> bool:
        test = frame.test
        if test is None or test.independent:
            return False
        return name(test.y) not in dag.neighbors(name(test.x))

    begin = _first(film, surprises) - 1
    return prose.chapter(begin, question_at(film, begin, "test"), pairs=comb(len(dag), 2))


def _removable(prose: _Prose, film: Film, dag: Dag) -> Chapter:
    begin, _ = _event(film, ev.RoundStarted)
    left, removed = _event(film, ev.Removed)
    reports = ((v, explain_removability(dag, v)) for v in dag.nodes)
    x, changed = next((v, report.changed) for v, report in reports if report.changed is not None)
    return prose.chapter(
        begin, PageQuestion("", ("yes", "no"), "no", "", left), x=x, theorem=theorem_words(dag, x),
        change=str(changed), first=film.context.name(removed.x),
    )  # fmt: skip


def _neighbors(prose: _Prose, film: Film, _dag: Dag) -> Chapter:
    at, decided = _event(film, ev.NeighborDecided, lambda e: e.separating_set is not None)
    begin = film.previous(at, "decision")
    asked = question_at(film, begin, "decision")
    return prose.chapter(begin, asked, x=film.context.name(decided.x))


def _conditions(prose: _Prose, film: Film, _dag: Dag) -> Chapter:
    at, decided = _event(film, ev.PairDecided, lambda e: e.separating_set is not None)
    asked = question_at(film, at - 2, "test")
    return prose.chapter(at - 2, asked, x=film.context.name(decided.x))


def _update(prose: _Prose, film: Film, _dag: Dag) -> Chapter:
    at, tested = _event(film, ev.BoundaryPairTested, lambda e: e.independent)
    names = {each: film.context.name(getattr(tested, each)) for each in "xyz"}
    return prose.chapter(at - 2, question_at(film, at - 2, "test"), **names)


def _arrows(prose: _Prose, film: Film, _dag: Dag) -> Chapter:
    name = film.context.name
    at, directed = _event(film, ev.EdgeDirected)
    _, collected = _event(film, ev.VStructuresCollected)
    shapes = listed(f"{name(a)} → {name(c)} ← {name(b)}" for a, c, b in collected.v_structures)
    tail, head = name(directed.tail), name(directed.head)
    ways: Sequence[str] = sorted((f"{tail} → {head}", f"{head} → {tail}"))
    why = film.frame(at).explanation.text
    asked = PageQuestion("", ways, f"{tail} → {head}", why, film.last)
    return replace(prose.chapter(at - 1, asked, shapes=shapes, tail=tail, head=head), blind=True)


def _cost(prose: _Prose, film: Film, dag: Dag) -> Chapter:
    p, most = len(dag), max(len(dag.parents(v)) for v in dag.nodes)
    made, boundaries = len(film.trace.tests), film.purposes(film.last)[BOUNDARY_DISCOVERY]
    every, pc = comb(p, 2) * 2 ** (p - 2), len(record("pc", dag).tests)
    options = [f"{n:,}" for n in sorted({boundaries, made, pc, every})]
    return prose.chapter(
        film.last, PageQuestion("", options, f"{pc:,}", "", film.last),
        ended=film.frame(film.last).explanation.text.partition("graph has ")[2],
        p=p, most=most, every=f"{every:,}", made=made, boundaries=boundaries, pc=pc,
        after=made - boundaries, distinct=film.distinct_after_boundaries,
        bound=f"{float(upper_bound(p, most)):,.1f}", least=lower_bound(p, most),
    )  # fmt: skip


def story_page() -> Page:
    """Return the page; its film is that of the front page."""
    shown, pictures = asia_film()
    positions = shown.positions()
    told = chapters(shown.film)
    first = replace(shown, begin=told[0].begin)
    film = player("asia", first, "", "MARVEL on Asia", pictures).html
    listed = "".join(
        _chapter(number, chapter, positions) for number, chapter in enumerate(told, start=1)
    )
    body = f"""<main id="main" class="story" data-story>
<div class="told-first"><h1>MARVEL in ten minutes</h1>
<p class="lead">The paper in {len(told)} short chapters, along one run. As you read on, the run
moves with you; each chapter asks you to <b>predict</b> what comes next.</p>
</div><div class="pinned">{film}</div><div class="chapters">{listed}
<section class="chapter end"><h2>That was the paper</h2>
<p data-score="{len(told)}" role="status"></p>
<p>Step the same run yourself, <a href="apps/MarvelPlayer.html">test by test</a>; take
<a href="course/index.html">the course</a>, where each claim is checked; or
<a href="apps/index.html">play with the apps</a>.</p></section></div></main>"""
    words = "The MARVEL paper in eight short chapters, with a prediction in each"
    return Page("story.html", "MARVEL in ten minutes", body, "story-page", words, "story.css")


def _chapter(number: int, chapter: Chapter, positions: list[int]) -> str:
    begin, shown = (positions.index(at) for at in (chapter.begin, chapter.asked.position))
    blind = " data-blind" if chapter.blind else ""
    return f"""<section class="chapter" id="chapter-{number}" data-begin="{begin}"{blind}>
<h2><span>{number}</span> {escape(chapter.title)}</h2>
{markdown_html(chapter.text)}{asked_html(chapter.asked, "asia", shown)}</section>"""
