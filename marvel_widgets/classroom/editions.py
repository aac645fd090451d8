"""Two editions of the course from one source: the reader's and the learner's.

The reader's edition is what the repository holds: executed, so that a page without a kernel shows
everything, and compared with a fresh run by the tests. The learner's edition is made from it: what
is asked is nowhere on the page before it is answered, an app waits untouched, and the claims that
a cell proves by asserts are out of sight. Tags on the reader's cells say where, as CONTRIBUTING
has them. An exercise is shown as its box; the cell for an answer as code waits collapsed below it.
Notebooks are read and written as JSON: only the standard library is needed.
"""

import json
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from marvel_widgets.assessment.results import library_version
from marvel_widgets.classroom.learners_notebook import (
    ANSWER,
    Cell,
    notebooks_in,
    read_notebook,
    student_copy,
)
from marvel_widgets.classroom.statements import (
    has_asserts,
    names_bound,
    names_needed,
    without_asserts,
    without_left_over,
    without_presses,
)
from marvel_widgets.classroom.workshop.slides import with_slides
from marvel_widgets.course.registry import NOT_LEARNERS, NOTEBOOKS

EDITIONS: Final = ("learner", "reader")
WIDGET_VIEW: Final = "application/vnd.jupyter.widget-view+json"
SUMMARY: Final = "Answered? Unfold to compare"
# JupyterLab shows the first line of a collapsed cell on its bar.
RUN: Final = "# Answered? Run this cell to compare"
CODE: Final = "# Click here to see the code"
BY_CODE: Final = "# The same answer as code: click here"
LEARNED: Final = "what we learned"
DEEPER: Final = "deeper"
FOLDED: Final = "jp-MarkdownHeadingCollapsed"  # what JupyterLab knows a folded heading by

_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")
_SECTION = re.compile(r"## (.*)")
_VERSION = re.compile(r"[\w.+-]{1,40}")
_STAMP = re.compile(r',\s{0,9}"marvel_widgets": \{\s{0,9}"version": "[\w.+-]{0,40}"\s{0,9}\}')


def write_edition(edition: str, notebooks: Path, folder: Path, *, slides: bool = False) -> None:
    """Write an edition of the notebooks that it has into a folder, with the files beside them."""
    paths, learners = notebooks_in(notebooks), edition == "learner"
    others = [n for n, each in NOTEBOOKS.items() if each.place in NOT_LEARNERS and learners]
    left_out = shutil.ignore_patterns(".*", *(f"{number}-*" for number in others))
    shutil.copytree(notebooks, folder, ignore=left_out, dirs_exist_ok=True)
    for path in paths if learners or slides else ():
        if not (folder / path.name).exists():
            continue
        made = read_notebook(path)
        made = stamped(learners_edition(made)) if learners else made
        write_notebook(with_slides(made) if slides else made, folder / path.name)


def write_student_copies(notebooks: Path, folder: Path, student: str) -> None:
    """Write each notebook of a folder with the cases of one student."""
    for path in notebooks_in(notebooks):
        write_notebook(student_copy(read_notebook(path), student), folder / path.name)


def stamped(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return a notebook that says in its metadata for which version of the library it was made."""
    stamp = {"version": library_version()}
    return {**notebook, "metadata": {**notebook.get("metadata", {}), "marvel_widgets": stamp}}


def version_in(text: bytes) -> str:
    """Return the version that a notebook's file was made for; empty where it does not say so."""
    try:
        version = json.loads(text)["metadata"]["marvel_widgets"]["version"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return ""
    return version if isinstance(version, str) and _VERSION.fullmatch(version) else ""


def without_version(text: bytes) -> bytes:
    """Return a notebook's file as it would be if it did not say for which version it was made."""
    return _STAMP.sub("", text.decode("latin-1")).encode("latin-1")  # byte by byte


def write_notebook(notebook: dict[str, Any], path: Path) -> None:
    """Write a notebook in the form in which Jupyter itself writes it."""
    text = json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True)
    path.write_text(f"{text}\n", encoding="utf-8")


def learners_edition(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return the learner's edition of a notebook; the given one is not changed."""
    tagged_cells = _closing_told(notebook["cells"])
    cells = [made for cell, tags in tagged_cells for made in _for_learners(cell, tags)]
    return {**notebook, "cells": _needed(cells)}


def _needed(cells: list[Cell]) -> list[Cell]:
    """Return the cells without what was there for an assert alone."""
    kept: list[Cell] = []
    used: set[str] = set()
    for cell in reversed(cells):
        silent, edited = cell.pop("silent", False), cell.pop("edited", False)
        if cell["cell_type"] == "code":
            if silent and not used & names_bound(cell["source"]):
                continue
            if edited:
                cell["source"] = without_left_over(cell["source"], used)
            used = names_needed(cell["source"], used)
        kept.insert(0, cell)
    return kept


def without_dead_views(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return a notebook whose outputs show their pictures, not the view of an app that is gone.

    A view without its kernel and state says "model not found". The same output has the picture as
    SVG and as text; JupyterLab shows these where no view is.
    """
    return {**notebook, "cells": [_with_living_outputs(cell) for cell in notebook["cells"]]}


def tagged(cell: Cell, word: str) -> bool:
    """Return whether a whole cell has one of the tags of this module."""
    return word in cell["metadata"].get("tags", ())


def _closing_told(cells: Iterable[Cell]) -> Iterator[tuple[Cell, set[str]]]:
    """Yield each cell with its tags; of "What we learned", what does not ask is an answer."""
    inside = False
    for cell in cells:
        tags = set(cell["metadata"].get("tags", ()))
        if cell["cell_type"] == "markdown":
            source = "".join(cell["source"]).strip("\n")
            if heading := _SECTION.match(source):
                inside = heading[1].lower().startswith(LEARNED)
            places = range(1, len(_PARAGRAPH.split(source)) + 1 if inside else 1)
            tags |= {f"answers:{n}" for n in places if not {"asks", f"asks:{n}"} & tags}
        yield cell, tags


def _for_learners(cell: Cell, tags: set[str]) -> Iterator[Cell]:
    """Yield what the learner's edition has in the place of a cell: one cell, or none."""
    if tagged(cell, "reader"):
        return
    source = "".join(cell["source"])
    if cell["cell_type"] == "code":
        yield _code(_with_living_outputs(cell), source)
    elif cell["cell_type"] == "markdown":
        made = {**cell, "source": folded(source, tags)}
        yield _deeper(made) if tagged(cell, DEEPER) else made
    else:
        yield cell


def _code(cell: Cell, source: str) -> Cell:
    shows = bool(cell["outputs"])
    if tagged(cell, "plays"):
        return _unrun(cell, without_presses(source))
    if tagged(cell, "answers"):
        made = _collapsed(_unrun(cell, without_asserts(source)), RUN if shows else CODE)
        return {**made, "silent": not shows}
    if tagged(cell, "shows"):
        return {**_collapsed({**cell, "source": source}, CODE), "silent": not shows}
    if ANSWER.fullmatch(source.strip()):
        return _collapsed(_unrun(cell, source), BY_CODE)
    if not has_asserts(source):
        return {**cell, "source": source}
    made = {**cell, "source": without_asserts(source), "edited": True}
    return made if shows else {**_collapsed(made, CODE), "silent": True}


def _deeper(cell: Cell) -> Cell:
    """Return a heading that says that it is not of the core, and with which a fold begins."""
    heading, *rest = cell["source"].split("\n")
    source = "\n".join([f"{heading} ({DEEPER})", *rest])
    return {**cell, "source": source, "metadata": {**cell["metadata"], FOLDED: True}}


def _unrun(cell: Cell, source: str) -> Cell:
    return {**cell, "source": source, "outputs": [], "execution_count": None, "edited": True}


def _collapsed(cell: Cell, bar: str) -> Cell:
    """Return a cell of whose code JupyterLab shows one line on a bar; it runs like any other."""
    jupyter = {**cell["metadata"].get("jupyter", {}), "source_hidden": True}
    source = f"{bar}\n{cell['source']}" if cell["source"] else ""
    return {**cell, "source": source, "metadata": {**cell["metadata"], "jupyter": jupyter}}


def _with_living_outputs(cell: Cell) -> Cell:
    if cell["cell_type"] != "code":
        return cell
    return {**cell, "outputs": [_without_view(output) for output in cell.get("outputs", [])]}


def _without_view(output: Any) -> Any:
    data = output.get("data", {}) if isinstance(output, dict) else {}
    if WIDGET_VIEW not in data or len(data) == 1:
        return output
    return {**output, "data": {kind: data[kind] for kind in data if kind != WIDGET_VIEW}}


def folded(source: str, tags: Iterable[str]) -> str:
    """Return a text with the paragraphs that answer folded, and those for readers left out."""
    paragraphs = _PARAGRAPH.split(source.strip("\n"))
    places = range(1, len(paragraphs) + 1)
    tags = set(tags)
    kept = [n for n in places if f"reader:{n}" not in tags]
    answers = {n for n in kept if "answers" in tags or f"answers:{n}" in tags}
    answers -= {n for n in answers if paragraphs[n - 1].startswith("#")}
    if len(kept) == len(paragraphs) and not answers:
        return source
    said: list[str] = []
    for n in kept:
        if n in answers and n - 1 not in answers:
            said.append(f"<details><summary>{SUMMARY}</summary>")
        said.append(paragraphs[n - 1])
        if n in answers and n + 1 not in answers:
            said.append("</details>")
    return "\n\n".join(said)
