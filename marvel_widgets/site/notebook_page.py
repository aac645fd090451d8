"""A notebook as a page: its text and pictures at once, and its players as films that step."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from marvel_widgets.site.ask.page import asked_in, place_html
from marvel_widgets.site.films import CellFilm, cell_films
from marvel_widgets.site.layout import contents
from marvel_widgets.site.markdown import Links, anchor, headings, highlighted, markdown_html
from marvel_widgets.site.player import player

FOLDED = 14  # lines of code from which a cell is folded
WIDE = 460  # px from which a picture keeps its size on a small screen and can be scrolled
WIDGET = "application/vnd.jupyter.widget-view+json"
Cell = Mapping[str, Any]
# A page has no cells to run; its boxes ask as those of the notebook do. What a notebook says of
# cells, and what its page says instead; tests/site/test_pages.py holds that each is in use, and
# that none is left.
ON_A_PAGE: Final = (
    ("Click on the picture below, press Shift and Enter, and say", "Before you read on, say"),
    ("Run the next cell and choose", "Where the notebook runs, choose"),
    ("Run the cell, tick them, and press **Check**.", "Tick them, and press **Check**."),
    ("efore you run the next cells", "efore you read on"),
    ("efore you run the next cell", "efore you read on"),
    ("efore you run the cell", "efore you read on"),
    (", then run the cell below them.", ", then read on."),
    (", then run the cell below.", ", then read on."),
    (", then run the next cell.", ", where the notebook runs."),
    ("Run a cell with a box: it asks, and your", "A box asks, and your"),
    (" Prefer code? Open the cell below a box and put your answer in place of the dots.", ""),
    (" The cell below a box takes the same answer as code.", ""),
    (" The cell below it takes the same answer as code.", ""),
    (" The code cell below it takes the same answer as code.", ""),
    (" The cell below takes the answer as code.", ""),
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


def for_a_page(notebook: Cell) -> dict[str, Any]:
    """Return a notebook worded for reading, without cells that run."""
    return {**notebook, "cells": [_worded(cell) for cell in notebook["cells"]]}


def _worded(cell: Cell) -> Cell:
    if cell["cell_type"] != "markdown":
        return cell
    text = "".join(cell["source"])
    for told, instead in ON_A_PAGE:
        text = text.replace(told, instead)
    return {**cell, "source": text}


def notebook_page(name: str, notebook: Cell, links: Links, live: str = "") -> NotebookPage:
    """Return a notebook as a page of the folder ``course``."""
    cells = for_a_page(notebook)["cells"]
    head, *rest = "".join(cells[0]["source"]).split("\n\n", 1)
    films = cell_films(cells)
    parts, scripts = [], {}
    for number, cell in enumerate(cells[1:], start=1):
        if number in films:
            film = player(f"{name}-{number}", films[number], "../")
            scripts[f"{name}-{number}"] = film.script
            parts += [*_code(cell), film.html, _open_live(live)]
        elif asked := asked_in("".join(cell["source"])):
            code, still = list(_code(cell)), list(_cell(cell, links, live))
            place = place_html(name.partition("-")[0], asked, live)
            parts += [*code, f'<div class="ask-still">{"".join(still[len(code) :])}</div>', place]
        else:
            parts += _cell(cell, links, live)
    words = [title for level, title in _headings(cells[1:]) if level == 2]
    return NotebookPage(
        title=head.removeprefix("# ").strip(),
        about=markdown_html(rest[0] if rest else "", links),
        html="\n".join(parts),
        films=scripts,
        contents=contents([(anchor(each), each) for each in words]),
        runs={f"{name}-{number}": film for number, film in films.items()},
    )


def _headings(cells: Sequence[Cell]) -> Iterator[tuple[int, str]]:
    for cell in cells:
        if cell["cell_type"] == "markdown":
            yield from headings("".join(cell["source"]))


def _cell(cell: Cell, links: Links, live: str) -> Iterator[str]:
    if cell["cell_type"] != "code":
        yield markdown_html("".join(cell["source"]), links)
        return
    yield from _code(cell)
    for output in cell["outputs"]:
        yield _output(output, links)
        if WIDGET in output.get("data", {}):
            yield _open_live(live)


def _code(cell: Cell) -> Iterator[str]:
    code = "".join(cell["source"]).strip("\n")
    lines = code.count("\n") + 1
    block = f'<pre class="code" tabindex="0"><code>{highlighted(code)}</code></pre>'
    if lines < FOLDED:
        yield block
    else:
        yield f'<details class="folded"><summary>Code, {lines} lines</summary>{block}</details>'


def _output(output: Cell, links: Links) -> str:
    """Return what a cell shows: its picture, or else its text."""
    if output["output_type"] == "stream":
        return _text("".join(output["text"]))
    if output["output_type"] == "error":
        return _text("\n".join(output["traceback"]))
    data = {kind: "".join(said) for kind, said in output["data"].items() if kind != WIDGET}
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
    """Return a picture for a card."""
    return f'<div class="thumb" aria-hidden="true">{svg}</div>' if svg else ""


def _text(text: str) -> str:
    return f'<pre class="said" tabindex="0">{escape(text.rstrip())}</pre>' if text.strip() else ""


def _open_live(live: str) -> str:
    return f'<p class="live"><a href="{escape(live)}">Open it live</a></p>' if live else ""
