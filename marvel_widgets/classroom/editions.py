"""Two editions of the course from one source: the reader's and the learner's.

The reader's edition is what the repository holds: executed, so that a page without a kernel shows
everything, and compared with a fresh run by the tests. The learner's edition is made from it: what
is asked is nowhere on the page before it is answered, an app waits untouched, and the claims that
a cell proves by asserts are out of sight. Tags on the reader's cells say where, as CONTRIBUTING
has them. An exercise is shown as its box; the cell for an answer as code waits collapsed below it.
Notebooks are read and written as JSON: only the standard library is needed.
"""

import ast
import json
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal

from marvel_widgets._made_for import library_version
from marvel_widgets.course.checks import Check, Checks, exercises
from marvel_widgets.course.registry import NOT_LEARNERS, NOTEBOOKS

Cell = dict[str, Any]

# A cell that waits for an answer: the call stands alone in it, but for the line on a collapsed bar.
ANSWER: Final = re.compile(r"(?:#.*\n)?check\.(\w+)\(\.\.\.\)")
# An exercise as its box, at the end of a cell, or its question alone.
BOX: Final = re.compile(r"^(?:ExerciseBox\(check\.(\w+)\)|check\.(\w+))\Z", re.MULTILINE)
START: Final = re.compile(r'exercises\("(\w+)", student=""\)')
USES_CHECK: Final = re.compile(r"\bcheck\b")
# What has names of its own.
OWN_NAMES: Final = (
    ast.FunctionDef,
    ast.ClassDef,
    ast.Lambda,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)
# In a copy for a student: to draw the cases of a class takes two seconds for each of them.
WAITING: Final = {"text/plain": "Run this cell: it asks about a case of your own."}


class CopyError(Exception):
    """A copy of a notebook cannot be made; the message is a sentence for the teacher."""


def notebooks_in(folder: Path) -> list[Path]:
    """Return the notebooks of a folder, in order."""
    paths = sorted(folder.glob("*.ipynb"))
    if not paths:
        msg = f"There are no notebooks in {folder}."
        raise CopyError(msg)
    return paths


def read_notebook(path: Path) -> dict[str, Any]:
    """Return a notebook as it is in its file."""
    try:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        _ = [(cell["source"], cell["metadata"], cell["cell_type"]) for cell in notebook["cells"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        msg = f"{path} cannot be read as a notebook."
        raise CopyError(msg) from error
    return dict(notebook)


def checks_of(notebook: str, student: str) -> Checks:
    """Return the exercises of a notebook for a student."""
    try:
        return exercises(notebook, student)
    except ValueError as error:
        msg = f"The exercises cannot be drawn: {error}."
        raise CopyError(msg) from error


def check_in(checks: Checks | None, name: str) -> Check:
    """Return an exercise by its name; None stands for a cell before ``check`` is made."""
    if checks is None:
        msg = f'check.{name} is used before check = exercises("NN", student="").'
        raise CopyError(msg)
    found: Check | None = getattr(checks, name, None)
    if found is None:
        msg = f"There is no exercise {name!r} in notebook {checks.notebook}."
        raise CopyError(msg)
    return found


def for_student(cell: Cell, source: str, student: str, question: Mapping[str, str]) -> Cell:
    """Return a cell that shows something else to this student: a question, or nothing yet."""
    given = f"student={block_quote(student)}"
    theirs = START.sub(lambda start: f'exercises("{start[1]}", {given})', source)
    if BOX.search(source):
        return with_output(cell, theirs, question)
    return {**cell, "source": theirs, "outputs": [], "execution_count": None}


def with_output(cell: Cell, source: str, data: Mapping[str, str]) -> Cell:
    """Return a code cell with another source, and what it shows then."""
    output = output_of(data, "execute_result", execution_count=cell.get("execution_count"))
    return {**cell, "source": source, "outputs": [output]}


def question_of(check: Check) -> dict[str, str]:
    """Return what an exercise shows before it is answered."""
    return {"text/plain": repr(check), "image/svg+xml": check._repr_svg_()}


def output_of(data: Mapping[str, str], kind: str = "display_data", **more: Any) -> dict[str, Any]:
    """Return an output with the same content in several forms."""
    return {"output_type": kind, "metadata": {}, "data": data, **more}


def block_quote(text: str) -> str:
    """Return a text as Python in a cell."""
    return json.dumps(text, ensure_ascii=False)


def student_copy(notebook: dict[str, Any], student: str) -> dict[str, Any]:
    """Return a learner's notebook for one student, whose cases are drawn where it runs."""
    cells = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"]).strip()
        mine = cell["cell_type"] == "code" and USES_CHECK.search(source)
        cells.append(for_student(cell, source, student, WAITING) if mine else cell)
    return {**notebook, "cells": cells}


def without_asserts(source: str) -> str:
    """Return the code without its asserts; a loop that holds nothing else goes with them."""
    return _without(source, _asserts(_parsed(source)))


def without_presses(source: str) -> str:
    """Return the code that makes an app and shows it, without what operates it.

    Imports, definitions and assignments to plain names stay, and the expression at the end, which
    is what the cell shows. Calls, loops, and assignments to an attribute go, and asserts too.
    """
    body = _parsed(source)
    return _without(source, [each for each in body if not _makes(each) and each is not body[-1]])


def names_bound(source: str) -> set[str]:
    """Return the names that a cell defines, by an assignment, a loop, an import or `def`."""
    return bound_by(_parsed(source))


def bound_by(body: Iterable[ast.AST]) -> set[str]:
    """Return the names that statements bind for those after them."""
    nodes = list(outside_functions(body))
    found = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    found |= {(n.asname or n.name).partition(".")[0] for n in nodes if isinstance(n, ast.alias)}
    return found | {n.name for n in nodes if isinstance(n, ast.FunctionDef | ast.ClassDef)}


def outside_functions(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield the nodes of code, but not those in what has names of its own."""
    for node in nodes:
        yield node
        if not isinstance(node, OWN_NAMES):
            yield from outside_functions(ast.iter_child_nodes(node))


def names_needed(source: str, later: set[str]) -> set[str]:
    """Return the names that must be there before a cell, for itself and for the `later` ones."""
    return _before(_steps_of(source), later)


# Of all notebooks: the site asks for each of them three times, a class once for each unit.
@lru_cache(2_000)
def _steps_of(source: str) -> tuple[tuple[set[str], set[str]], ...]:
    """Return what each statement binds, and what it needs; the last one first."""
    return tuple(_steps(_parsed(source)))


def _before(steps: Iterable[tuple[set[str], set[str]]], later: set[str]) -> set[str]:
    needed = set(later)
    for bound, used in steps:
        needed = (needed - bound) | used
    return needed


def _steps(body: Sequence[ast.stmt]) -> Iterator[tuple[set[str], set[str]]]:
    for each in reversed(body):
        read: ast.AST = each
        bound: set[str] = set()
        inside: set[str] = set()
        if isinstance(each, ast.For):
            inside = _before(_steps([*each.body, *each.orelse]), set()) - _names([each.target])
            read = each.iter
        elif not isinstance(each, ast.While | ast.If | ast.AugAssign):
            bound = bound_by([each])
        yield bound, inside | _read(read)


def _read(node: ast.AST) -> set[str]:
    """Return the names that a node reads, without those that loops and functions in it bind."""
    found = {name for child in ast.iter_child_nodes(node) for name in _read(child)}
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store):
        found.add(node.id)
    elif isinstance(node, ast.AugAssign):
        found |= bound_by([node.target])
    elif isinstance(node, ast.For):
        found -= _names([node.target])
    elif isinstance(node, ast.FunctionDef):
        found -= bound_by(node.body)
    found -= _names(each.target for each in getattr(node, "generators", ()))
    arguments = getattr(node, "args", None)
    own = ast.walk(arguments) if isinstance(arguments, ast.arguments) else ()
    return found - {each.arg for each in own if isinstance(each, ast.arg)}


def _names(nodes: Iterable[ast.AST]) -> set[str]:
    return {n.id for each in nodes for n in ast.walk(each) if isinstance(n, ast.Name)}


def without_left_over(source: str, later: set[str]) -> str:
    """Return the code without what only binds names that nothing reads, here or `later`."""
    gone, needed = [], set(later)
    for each in reversed(_parsed(source)):
        if _only_binds(each) and not bound_by([each]) & needed:
            gone.append(each)
        else:
            needed = names_needed(ast.unparse(each), needed)
    return _without(source, gone)


def _only_binds(each: ast.stmt) -> bool:
    return all(map(_only_binds, each.body)) if isinstance(each, ast.For) else _makes(each)


def _parsed(source: str) -> Sequence[ast.stmt]:
    flags = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    tree: ast.Module = compile(source, "<cell>", "exec", flags)
    return tree.body


def _asserts(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Return the asserts, and the compound statements of which nothing would be left."""
    gone: list[ast.stmt] = []
    for each in body:
        inside = getattr(each, "body", None)
        if isinstance(each, ast.Assert):
            gone.append(each)
        elif inside and isinstance(each, ast.For | ast.While | ast.If | ast.With):
            lost = _asserts(inside)
            if any(one not in lost for one in inside):
                gone += lost
            elif not getattr(each, "orelse", None):
                gone.append(each)  # with an `else`, an empty body would be no code
    return gone


def _makes(each: ast.stmt) -> bool:
    if isinstance(each, ast.Assign):
        names = [node for target in each.targets for node in ast.walk(target)]
        return all(isinstance(n, ast.Name | ast.Tuple | ast.Store) for n in names)
    return isinstance(each, ast.Import | ast.ImportFrom | ast.FunctionDef)


def _without(source: str, statements: Iterable[ast.stmt]) -> str:
    gone = {n for each in statements for n in range(each.lineno, (each.end_lineno or 0) + 1)}
    lines = [line for n, line in enumerate(source.split("\n"), 1) if n not in gone]
    # What is left may begin or end with an empty line, or have two where statements were.
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")


Slide = Literal["slide", "subslide", "notes", "skip", ""]
_HEADING = re.compile(r"#{1,2} ")
_FOLDED = re.compile(r"\s*<details>.*</details>\s*", re.DOTALL)


def with_slides(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return a notebook in which each cell says whether a slide begins with it."""
    cells = []
    for cell in notebook["cells"]:
        kind = slide_of(cell)
        slideshow = {**cell["metadata"].get("slideshow", {}), "slide_type": kind}
        metadata = {**cell["metadata"], "slideshow": slideshow}
        cells.append({**cell, "metadata": metadata} if kind else cell)
    return {**notebook, "cells": cells}


def slide_of(cell: Cell) -> Slide:
    """Return the slide type of a cell; empty for one that continues the slide before.

    A heading begins a slide, another text one below it; what is folded is the speaker's alone, and
    a cell that shows nothing but collapsed code is left out.
    """
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        if _HEADING.match(source):
            return "slide"
        return "notes" if _FOLDED.fullmatch(source) else "subslide"
    hidden = cell["metadata"].get("jupyter", {}).get("source_hidden", False)
    return "skip" if hidden and not cell.get("outputs") else ""


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
    inside = False  # of "What we learned", where what does not ask is an answer
    cells: list[Cell] = []
    for cell in notebook["cells"]:
        tags = set(cell["metadata"].get("tags", ()))
        if cell["cell_type"] == "markdown":
            source = "".join(cell["source"]).strip("\n")
            if heading := _SECTION.match(source):
                inside = heading[1].lower().startswith(LEARNED)
            places = range(1, len(_PARAGRAPH.split(source)) + 1 if inside else 1)
            tags |= {f"answers:{n}" for n in places if not {"asks", f"asks:{n}"} & tags}
        cells += _for_learners(cell, tags)
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


def _for_learners(cell: Cell, tags: set[str]) -> Iterator[Cell]:
    """Yield what the learner's edition has in the place of a cell: one cell, or none."""
    if tagged(cell, "reader"):
        return
    source = "".join(cell["source"])
    if cell["cell_type"] == "code":
        yield _code(_with_living_outputs(cell), source)
    elif cell["cell_type"] == "markdown":
        made = {**cell, "source": with_folds(source, tags)}
        if tagged(cell, DEEPER):  # a heading with which a fold begins
            made["metadata"] = {**cell["metadata"], FOLDED: True}
        yield made
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
    if not any(isinstance(n, ast.Assert) for each in _parsed(source) for n in ast.walk(each)):
        return {**cell, "source": source}
    made = {**cell, "source": without_asserts(source), "edited": True}
    return made if shows else {**_collapsed(made, CODE), "silent": True}


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


def with_folds(source: str, tags: Iterable[str]) -> str:
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
