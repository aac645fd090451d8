"""The paper in ten minutes, as a page: a run stays on the screen while one reads."""

from dataclasses import replace
from html import escape

from marvel_widgets.site.asia import asia_film
from marvel_widgets.site.layout import Page
from marvel_widgets.site.markdown import markdown_html
from marvel_widgets.site.player import player
from marvel_widgets.site.scenes.asked import asked_html
from marvel_widgets.site.scenes.chapters import Chapter, chapters


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
