"""The notebook of the start page: first in a working copy, and written again at each start.

It is ours as long as its cells are: a learner who writes into it keeps it, and it is not written
again. Its outputs are those of the present journal, so that it can be read before it is run.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from marvel_widgets._made_for import library_version
from marvel_widgets.classroom.editions import Cell, output_of, question_of
from marvel_widgets.classroom.for_jupyterlab import sign
from marvel_widgets.classroom.workshop.notebooks import code_cell, notebook_of, text_cell
from marvel_widgets.course import start_page
from marvel_widgets.course.journal import NAME, Journal, note_begun
from marvel_widgets.writing.whole import content_of, write

START: Final = "0-begin-here.ipynb"  # before 00 in every list of files
# On a phone the question of recall is on the first screen, so what is above it is brief.
_TITLE: Final = "# Where you are"
_SPACED: Final = """## Recall

A wrong belief is asked about again, until right answers on two days settle it. Results stay."""
_EACH: Final = """## Each topic

*This page comes up to date when you open it, and when you come back to it. If it does not, run all
cells.*"""
_SOURCES: Final = (_TITLE, start_page.WHERE, _SPACED, start_page.RECALL, _EACH, start_page.TOPICS)
WAITING: Final = "Where you are appears here once Python has started, which can take half a minute."


def begin(folder: Path, *, here: bool = True) -> str:
    """Put a journal into a learner's folder that has none, and its start page, if not edited.

    With `here` this user is the learner, else a student on another machine. Returns a sentence
    where something is odd; else nothing.
    """
    if here and not os.path.lexists(folder / NAME):
        note_begun(folder)
    odd = Journal.begin(folder)
    found, page = content_of(folder / START), start_notebook(folder).encode()
    if found != page and (found is None or _is_ours(found)):
        write(folder / START, page)
        if here:
            sign([folder / START])
    return odd


def start_notebook(folder: Path) -> str:
    """Return the start page of a folder with notebooks as the text of a notebook."""
    page = start_page.StartPage(Journal(folder / NAME))
    nothing = {"output_type": "stream", "name": "stdout", "text": f"{start_page.NOTHING_DUE}\n"}
    outputs = {
        start_page.WHERE: [_result(page, 1)],
        start_page.RECALL: [output_of(question_of(check)) for check in page.recall] or [nothing],
        start_page.TOPICS: [_result(page.topics, 3)],
    }
    return _written(outputs)


def waiting_notebook(folder: Path) -> str:
    """Return the start page of the site, where the journal is known once Python has started."""
    waits = {"output_type": "stream", "name": "stdout", "text": f"{WAITING}\n"}
    topics = start_page.StartPage(Journal(folder / NAME)).topics
    return _written({start_page.WHERE: [waits], start_page.TOPICS: [_result(topics, 3)]})


def has_begun(folder: Path) -> bool:
    """Return whether the start page is there and has something to say."""
    return (folder / START).is_file() and bool(Journal(folder / NAME).entries)


def _is_ours(content: bytes) -> bool:
    """Return whether a start page has the cells with which some version wrote it."""
    try:
        notebook = json.loads(content)
        sources = ["".join(cell["source"]) for cell in notebook["cells"]]
        return bool(notebook["metadata"]["marvel_widgets"]["start"] == _mark(sources))
    except (ValueError, LookupError, TypeError, RecursionError):
        return False


def _mark(sources: Any) -> str:
    return hashlib.sha256("\0".join(sources).encode()).hexdigest()[:16]


def _result(shown: start_page.StartPage | start_page.Topics, count: int) -> dict[str, Any]:
    data = {"text/plain": repr(shown), "text/html": shown._repr_html_()}
    return output_of(data, "execute_result", execution_count=count)


def _written(outputs: Mapping[str, list[dict[str, Any]]]) -> str:
    """Return the notebook with these outputs, as its text."""
    cells = [_cell(n, source, outputs.get(source, [])) for n, source in enumerate(_SOURCES)]
    stamp = {"start": _mark(_SOURCES), "version": library_version()}
    made = notebook_of(cells)
    made["metadata"] = {**made["metadata"], "marvel_widgets": stamp}
    return json.dumps(made, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _cell(number: int, source: str, outputs: list[dict[str, Any]]) -> Cell:
    name = f"start-{number}"
    if source not in (start_page.WHERE, start_page.RECALL, start_page.TOPICS):
        return text_cell(name, source)
    ran = {"metadata": {"jupyter": {"source_hidden": True}}, "outputs": outputs}
    count = (number + 1) // 2 if outputs else None
    return {**code_cell(name, source), **ran, "execution_count": count}
