"""The notebook of the start page: first in a working copy, and written again at each start.

It is ours as long as its cells are: a learner who writes into it keeps it, and it is not written
again. Its outputs are those of the present journal, so that it can be read before it is run.
"""

import hashlib
import json
from pathlib import Path
from typing import Any, Final

from marvel_widgets.assessment.results import library_version
from marvel_widgets.classroom.for_jupyterlab import sign
from marvel_widgets.classroom.learners_notebook import Cell, output_of, question_of
from marvel_widgets.classroom.workshop.notebooks import code_cell, notebook_of, text_cell
from marvel_widgets.course.journal import NAME, Journal
from marvel_widgets.course.start_page import NOTHING_DUE, StartPage
from marvel_widgets.writing.whole import content_of, write

START: Final = "0-begin-here.ipynb"  # before 00 in every list of files
_WHERE: Final = """# Begin here

*Run All Cells brings this page up to date, and so does a start of `marvel-widgets lab`.*"""
_PAGE: Final = """# Where you are: click here to see the code
from marvel_widgets.course import StartPage
from marvel_widgets.widgets import ExerciseBox

page = StartPage()
page"""
_SPACED: Final = """## Two minutes of recall, then go on

A belief that led to a wrong answer comes back the next day, and three days later, in another
question."""
_RECALL: Final = f"""# Recall: click here to see the code
for check in page.recall:
    display(ExerciseBox(check))
if not page.recall:
    print("{NOTHING_DUE}")"""
_SOURCES: Final = (_WHERE, _PAGE, _SPACED, _RECALL)


def begin(folder: Path) -> None:
    """Put a journal into a learner's folder that has none, and its start page, if not edited."""
    Journal.begin(folder)
    path = folder / START
    found = content_of(path)
    if found is None or _is_ours(found):
        write(path, start_notebook(folder).encode())
        sign([path])


def start_notebook(folder: Path) -> str:
    """Return the start page of a folder with notebooks as the text of a notebook."""
    made = _notebook(StartPage(Journal(folder / NAME)))
    return json.dumps(made, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


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


def _notebook(page: StartPage) -> dict[str, Any]:
    shown = {"text/plain": repr(page), "text/html": page._repr_html_()}
    nothing = {"output_type": "stream", "name": "stdout", "text": f"{NOTHING_DUE}\n"}
    outputs = {
        _PAGE: [output_of(shown, "execute_result", execution_count=1)],
        _RECALL: [output_of(question_of(check)) for check in page.recall] or [nothing],
    }
    cells = [_cell(n, source, outputs.get(source)) for n, source in enumerate(_SOURCES)]
    made, stamp = notebook_of(cells), {"start": _mark(_SOURCES), "version": library_version()}
    return {**made, "metadata": {**made["metadata"], "marvel_widgets": stamp}}


def _cell(number: int, source: str, outputs: list[dict[str, Any]] | None) -> Cell:
    name = f"start-{number}"
    if outputs is None:
        return text_cell(name, source)
    hidden = {"jupyter": {"source_hidden": True}}
    ran = {"metadata": hidden, "outputs": outputs, "execution_count": 1 if source == _PAGE else 2}
    return {**code_cell(name, source), **ran}
