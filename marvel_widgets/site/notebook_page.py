"""A notebook as a page: what a learner sees of it, asked in the page, and its players as films."""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import chain
from typing import Any, Final

from marvel_widgets.classroom import editions
from marvel_widgets.site.ask.forms import asked_in
from marvel_widgets.site.films import CellFilm, cell_films, last_name, shown_call
from marvel_widgets.site.markdown import (
    Links,
    anchor,
    contents,
    headings,
    highlighted,
    markdown_html,
)
from marvel_widgets.site.player import player
from marvel_widgets.site.scenes.asked import PageQuestion, asked_html, question_at, questions_of
from marvel_widgets.widgets.app_spec import every_app

RESULT, JUDGES = "check.result()", "guesses.judge("
WIDE = 460  # px from which a picture keeps its size on a small screen and can be scrolled
Cell = dict[str, Any]
_KEPT = '<p>This browser keeps your answers: <a href="../ask.html">all exercises</a>.</p>'
_COMPARE = f"<details><summary>{editions.SUMMARY}</summary>"
_DRAWN = re.compile(r"Edges: \w+ to ")  # a graph with arrows, from which an answer can be read
# Answers in a row, texts and what cells say, unfold together.
_ANSWER = rf"{re.escape(_COMPARE)}(?:(?!</?details).)*</details>"
_BETWEEN = re.compile(rf"</details>\s*{re.escape(_COMPARE)}")
_ANSWERS = re.compile(rf"{_ANSWER}(?:\s*{_ANSWER})+", re.DOTALL)
# A page has no cells to run; its boxes ask as those of the notebook do. What a notebook says of
# cells, and what its page says instead; tests/site/test_pages.py holds that each is in use, and
# that none is left.
ON_A_PAGE: Final = (
    ("Click on the picture below, press Shift and Enter, and say", "Before you read on, say"),
    ("Guess how many tests PC makes, and click the lane that you bet on; then press **Play**, or "
     "the End key.", "Guess how many tests PC makes, and which of them makes the fewest."),
    (", press **Check**,", ","),
    (", and press **Check**", ""),
    ("efore you run the next cells", "efore you read on"),
    ("efore you run the next cell", "efore you read on"),
    ("efore you run the cell", "efore you read on"),
    (", then run the cell below them.", ", then read on."),
    (", then run the cell below.", ", then read on."),
    (", then run the next cell.", ", where the notebook runs."),
    ("Run a cell with a box: it asks, and your", "A box asks, and your"),
    (" Prefer code? Open the cell below a box and put your answer in place of the dots.", ""),
)  # fmt: skip


@dataclass(frozen=True)
class NotebookPage:
    """A notebook as HTML."""

    title: str
    about: str
    html: str
    films: dict[str, str]
    contents: str
    runs: dict[str, CellFilm]
    asked: list[str]  # what its apps ask of a graph that is shown, as HTML


def for_a_page(notebook: Cell) -> dict[str, Any]:
    """Return a notebook worded for reading, without cells that run."""
    cells = [dict(cell) for cell in notebook["cells"]]
    for cell in cells:
        if cell["cell_type"] == "markdown":
            text = "".join(cell["source"])
            for told, instead in ON_A_PAGE:
                text = text.replace(told, instead)
            cell["source"] = text
    return {**notebook, "cells": cells}


def notebook_page(name: str, notebook: Cell, links: Links, live: str = "") -> NotebookPage:
    """Return the learner's edition of a notebook as a page of the folder ``course``."""
    cells = for_a_page(editions.learners_edition(notebook))["cells"]
    head, *rest = cells[0]["source"].split("\n\n", 1)
    made = _CodeCells(name, notebook["cells"], links, live)
    html = "\n".join(_in_folds(cells[1:], made))
    told = ("".join(c["source"]) for c in notebook["cells"][1:] if c["cell_type"] == "markdown")
    words = [title for text in told for level, title in headings(text) if level == 2]
    return NotebookPage(
        title=head.removeprefix("# ").strip(),
        about=markdown_html(rest[0] if rest else "", links),
        html=_ANSWERS.sub(lambda run: _BETWEEN.sub("\n", run[0]), html),
        films=made.scripts,
        contents=contents([(anchor(each), each) for each in words]),
        runs={f"{name}-{number}": film for number, film in made.films.items()},
        asked=[asked_html(each) for each in made.asked if _DRAWN.search(each.pictures[0])],
    )


def _in_folds(cells: Iterable[Cell], made: "_CodeCells") -> Iterator[str]:
    """Yield the HTML of cells; what is deeper is folded under its heading."""
    level = 0  # of the heading of the fold; 0 outside
    for cell in cells:
        if cell["cell_type"] != "markdown":
            yield from made.html(cell)
            continue
        source = cell["source"]
        depth = len(source) - len(source.lstrip("#"))
        if level and 0 < depth <= level:
            yield "</details>"
            level = 0
        html = markdown_html(source, made.links)
        if not level and cell["metadata"].get(editions.FOLDED):
            level = depth
            heading, end, rest = html.partition(f"</h{depth}>")
            html = f'<details class="deeper"><summary>{heading}{end}</summary>{rest}'
        yield html
    yield "</details>" if level else ""


class _CodeCells:
    """The code cells of a notebook, and what a page has in their places."""

    def __init__(self, name: str, cells: Sequence[Cell], links: Links, live: str) -> None:
        self.name, self.cells, self.links, self.live = name, cells, links, live
        self.films = cell_films(cells)
        self.code = [
            ast.parse("".join(cell["source"])).body if cell["cell_type"] == "code" else []
            for cell in cells
        ]
        self.numbers = {cell.get("id"): number for number, cell in enumerate(cells)}
        self.scripts: dict[str, str] = {}
        self.asked: list[PageQuestion] = []

    def html(self, cell: Cell) -> Iterator[str]:
        """Yield what a cell of the learner's edition asks or shows, and its code, folded."""
        number, source = self.numbers[cell["id"]], "".join(cell["source"])
        whole = self.cells[number]
        shown = "".join(_output(output, self.links) for output in whole["outputs"])
        if source.startswith(editions.BY_CODE) or "not answered yet" in shown:
            return  # answers are given in the boxes
        if source == RESULT:
            yield _KEPT
        elif name := asked_in(source):
            ask = f'data-ask="{self.name.partition("-")[0]}/{name}"'
            way = f' data-live="{escape(self.live)}"' if self.live else ""
            # without JavaScript the place of the box stays empty
            yield f'<div class="ask-still">{shown}</div><div class="ask" {ask}{way}></div>'
        elif editions.tagged(cell, "answers"):
            yield f"{_COMPARE}{shown}{_code(source)}</details>"
        else:
            yield self._film(number) or self._questions(number) or self._shown(number, shown)
            yield f'<details class="folded"><summary>Code</summary>{_code(source)}</details>'

    def _film(self, number: int) -> str:
        if number not in self.films:
            return ""
        film = self.films[number]
        if editions.tagged(self.cells[number], "plays"):  # it waits at its beginning
            film = replace(film, begin=0)
        made = player(f"{self.name}-{number}", film, "../")
        self.scripts[made.name] = made.script
        if not film.asks:
            return made.html
        asked = question_at(film.film, film.begin, "test")
        self.asked.append(asked)
        return asked_html(asked, made.name, film.positions().index(asked.position)) + made.html

    def _questions(self, number: int) -> str:
        """Return what the app of a cell asks, whose answers may be in the next cell that judges."""
        call, before = self._call(number)
        if call is None or editions.tagged(self.cells[number], "plays"):
            return ""
        later = (c["outputs"][-1] for c in self.cells[number:] if JUDGES in "".join(c["source"]))
        judged = next(later, {"data": {"text/plain": ""}})["data"]["text/plain"]
        asked = [*questions_of(call, before, "".join(judged))]
        self.asked += asked
        return "".join(map(asked_html, asked))

    def _shown(self, number: int, shown: str) -> str:
        """Return what a cell shows; of an app a still, or nothing where it waits untouched."""
        whole = self.cells[number]
        if not any(editions.WIDGET_VIEW in output.get("data", {}) for output in whole["outputs"]):
            return shown
        call, _ = self._call(number)
        name = "" if call is None else last_name(call.func)
        page = f'<a href="../apps/{name}.html">{name}</a>' if name in every_app() else "The app"
        live = f' <a href="{escape(self.live)}">Open it live</a>' if self.live else ""
        needs = f'<p class="way">{page} runs with Python.{live}</p>'
        return needs if editions.tagged(whole, "plays") else shown + needs

    def _call(self, number: int) -> tuple[ast.Call | None, list[ast.stmt]]:
        """Return the call that made what a cell shows, and all statements up to there."""
        statements = [*chain.from_iterable(self.code[: number + 1])]
        return shown_call(statements), statements


def _code(source: str) -> str:
    code = source.partition("\n")[2] if source.startswith((editions.CODE, editions.RUN)) else source
    return f'<pre class="code" tabindex="0"><code>{highlighted(code)}</code></pre>'


def _output(output: Cell, links: Links) -> str:
    """Return what a cell shows: its picture, or else its text."""
    if output["output_type"] == "stream":
        return _text("".join(output["text"]))
    data = {kind: "".join(said) for kind, said in output["data"].items()}
    if "image/svg+xml" in data:
        return picture(data["image/svg+xml"])
    if "text/markdown" in data:
        return f'<div class="shown">{markdown_html(data["text/markdown"], links)}</div>'
    return _text(data.get("text/plain", ""))


def picture(svg: str) -> str:
    """Return a picture in its frame, which scrolls where the picture is wider than the screen."""
    large = ' large" tabindex="0' if width_of(svg) > WIDE else ""
    return f'<figure class="picture{large}">{svg}</figure>'


def width_of(svg: str) -> float:
    """Return the width of a picture in px, 0 where it does not say."""
    width = re.search(r'<svg[^<>]*?\bwidth="([\d.]+)"', svg)
    return float(width[1]) if width else 0.0


def thumb(svg: str) -> str:
    """Return a picture for a card, whose words beside it are read in its place."""
    drawn = re.sub(r"<desc>.*?</desc>\n?", "", svg)
    return f'<div class="thumb" aria-hidden="true">{drawn}</div>' if svg else ""


def _text(text: str) -> str:
    return f'<pre class="said" tabindex="0">{escape(text.rstrip())}</pre>' if text.strip() else ""
