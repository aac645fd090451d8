"""The notebooks of a workshop, composed from its acts: the room's, the students', and a demo."""

import ast
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import Any, Final

from marvel_widgets.classroom.editions import Cell, CopyError, with_slides, write_notebook
from marvel_widgets.classroom.units import plans

NEEDED: Final = ("ipywidgets", "ipycytoscape", "anywidget")
SHOWN: Final = ("text/plain", "image/svg+xml")


def can_draw() -> bool:
    """Return whether the packages are there that apps need."""
    return all(find_spec(name) is not None for name in NEEDED)


def with_pictures(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return a notebook whose code cells show what they show when all are run for the first time.

    Where the packages for apps are missing, the notebook is returned as it is. Only pictures and
    texts are kept: a view of an app is nothing without its kernel.
    """
    if not can_draw():
        return notebook
    names: dict[str, Any] = {"__name__": "__main__"}
    shown: list[Any] = []
    cells = [_run(cell, names, shown) for cell in notebook["cells"]]
    for each in shown:
        if hasattr(each, "close"):
            each.close()
    return {**notebook, "cells": cells}


def _run(cell: Cell, names: dict[str, Any], shown: list[Any]) -> Cell:
    if cell["cell_type"] != "code":
        return cell
    tree = ast.parse(cell["source"])
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = StringIO()
    with redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)
        value = None
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    outputs: list[Any] = []
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": printed.getvalue()})
    if value is not None:
        shown.append(value)
        make: Callable[[], Any] | None = getattr(value, "_repr_mimebundle_", None)
        bundle = make() if make is not None else {"text/plain": repr(value)}
        if make is None and hasattr(value, "_repr_svg_"):
            bundle["image/svg+xml"] = value._repr_svg_()
        seen = {kind: bundle[kind] for kind in SHOWN if kind in bundle}
        outputs.append({"output_type": "display_data", "metadata": {}, "data": seen})
    return {**cell, "outputs": outputs}


PRESENTER: Final = "workshop.ipynb"
STUDENTS: Final = "workshop-students.ipynb"
DEMONSTRATION: Final = "demo.ipynb"
MOST_PITFALLS: Final = 4  # of those that the guide lists; more nobody reads while talking

_METADATA: Final = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
_HOW: Final = (
    "Run all cells before the room comes (Run, Run All Cells). In an app press **F** to show it "
    "alone on the screen, **P** to blank it, Esc to leave. The talk track of each act is folded "
    "under its question; as slides (`jupyter nbconvert --to slides`) it is in the speaker's notes."
)
_FOR_STUDENTS: Final = (
    "Click into a cell and press Shift and Enter to run it. Answer each question before you go "
    "on: a wrong guess that was made is worth more than a right one that was heard."
)
_RUN: Final = (
    "from marvel_widgets import filmstrip, gallery\n"
    "from marvel_widgets.widgets import MarvelPlayer\n\n"
    'MarvelPlayer(gallery["{}"], level="round", big=True)'
)
BOXES: Final = (
    "from marvel_widgets import exercises\nfrom marvel_widgets.widgets import ExerciseBox"
)
_HAND_IN: Final = (
    "Run the next cell when you are done. It shows what you answered, and the letters to hand in."
)


def write_workshop(guides: Path, folder: Path, student: str = "", site: str = "") -> list[str]:
    """Write the three notebooks into a folder; return their names."""
    made = {STUDENTS: students_notebook(student)}
    if not student:
        made |= {PRESENTER: presenters_notebook(guides, site), DEMONSTRATION: demonstration()}
    for name, notebook in made.items():
        write_notebook(with_slides(with_pictures(notebook)), folder / name)
    return list(made)


def presenters_notebook(guides: Path, site: str = "") -> dict[str, Any]:
    """Return the notebook for the projector: each act large, with its talk track folded.

    With the address of a site, it begins with the link that all open.
    """
    plan, address = plans.timetable(), f"{site}ask.html"
    code = "from marvel_widgets.pictures.voting_cards import QrCode\n\n"
    link = [
        text_cell("link", f"## All open this page\n\n[{address}]({address})"),
        code_cell("link-code", f"{code}QrCode({json.dumps(address)})"),
    ]
    cells = [
        text_cell("title", f"# MARVEL in {plan.minutes} minutes\n\n{_HOW}"),
        *(link if site else []),
        text_cell("timetable", f"## Timetable\n\n{plan._repr_markdown_()}"),
    ]
    for number, (act, at) in enumerate(zip(plans.ACTS, plans.begins(), strict=True), start=1):
        often = act.often or pitfalls(guide_page(guides, act.notebook))
        cells += _act(act, number, at, often, site)
        if act.key == plans.BREAK_AFTER:
            cells.append(text_cell("break", f"## Break\n\n{plans.BREAK} minutes."))
    last = (
        f"## Closing ({plans.CLOSING} minutes)\n\nOne sentence from some: what did you not expect? "
        "Results are handed in; `marvel-widgets report` reads them. Where to go on: notebook 00 "
        "of the course, `marvel-widgets lab`."
    )
    return notebook_of([*cells, text_cell("closing", last)])


def students_notebook(student: str = "") -> dict[str, Any]:
    """Return a student's twin: the same questions and own cases, no talk track, no answers."""
    cells = [text_cell("title", f"# A workshop on MARVEL\n\n{_FOR_STUDENTS}")]
    for number, act in enumerate(plans.ACTS, start=1):
        cells.append(text_cell(f"{act.key}-question", f"## {number}. {act.title}\n\n{act.asked}"))
        cells += _code_cells(act, student=student)
    return notebook_of([*cells, *hand_in_cells(act.key for act in plans.ACTS if act.exercise)])


def demonstration() -> dict[str, Any]:
    """Return the notebook for five minutes in front of strangers."""
    plan = plans.timetable(plans.DEMO)
    cells = [text_cell("title", f"# MARVEL in {plan.minutes} minutes\n\n{_HOW}")]
    at = 0
    for number, act in enumerate(plans.DEMO, start=1):
        cells += _act(act, number, at, [])
        at += act.minutes
    return notebook_of(cells)


def _act(
    act: plans.Act, number: int, at: int, often: Sequence[str], site: str = ""
) -> Iterator[Cell]:
    """Yield the cells of an act that begins after `at` minutes."""
    minutes = f"minutes {at} to {at + act.minutes}"
    yield text_cell(f"{act.key}-question", f"## {number}. {act.title} ({minutes})\n\n{act.asked}")
    lines = [f"- **Minute {at + after}.** {said}" for after, said in act.cues]
    if often:
        lines += ["", "What learners often say:", "", *often]
    words = "\n".join(["<details><summary>Talk track</summary>", "", *lines, "", "</details>"])
    yield text_cell(f"{act.key}-talk", words, tags=["talk"])
    yield from _code_cells(act, room=", big=True", site=site)
    if act.ending:  # to step through, and at once, as slides show it
        yield code_cell(f"{act.key}-ending", _RUN.format(act.ending))
        yield text_cell(f"{act.key}-whole", "### The whole run")
        yield code_cell(f"{act.key}-strip", f'filmstrip(gallery["{act.ending}"])')


def guide_page(guides: Path, number: str) -> str:
    """Return the page for the teacher of a notebook."""
    (page,) = sorted(guides.glob(f"{number}-*.md")) or [guides / f"{number}.md"]
    try:
        return page.read_text(encoding="utf-8")
    except OSError as error:
        msg = f"The page for the teacher cannot be read: {page}."
        raise CopyError(msg) from error


def pitfalls(guide: str) -> list[str]:
    """Return what learners often say, the first items of that section of a guide's page."""
    section = guide.partition("## Pitfalls")[2].partition("\n## ")[0]
    items = re.findall(r"^(?:\||- ).*(?:\n  \S.*)*", section, re.MULTILINE)
    heading = 2 if items and items[0].startswith("|") else 0  # of a table
    return items[: heading + MOST_PITFALLS]


def _code_cells(
    act: plans.Act, *, room: str = "", student: str = "", site: str = ""
) -> Iterator[Cell]:
    yield code_cell(f"{act.key}-app", act.code.replace(plans.ROOM, room))
    if act.vote and room:
        yield text_cell(f"{act.key}-cards", "### The room votes\n\nEach alone, with a card.")
        yield vote_cell(f"{act.key}-vote", act.notebook, act.vote, site)
    if act.exercise:
        check, whose = f"check_{act.key}", json.dumps(student, ensure_ascii=False)
        yield code_cell(
            f"{act.key}-exercise",
            f"{BOXES}\n\n"
            f'{check} = exercises("{act.notebook}", student={whose})\n'
            f"ExerciseBox({check}.{act.exercise}{room})",
        )


def vote_cell(name: str, notebook: str, exercise: str, site: str) -> Cell:
    """Return the cell in which a room votes on an exercise, with cards or by a site's link."""
    where = f", site={json.dumps(site)}" if site else ""
    imports = "from marvel_widgets import exercises\nfrom marvel_widgets.widgets import Vote\n\n"
    return code_cell(name, f'{imports}Vote(exercises("{notebook}").{exercise}{where}, big=True)')


def hand_in_cells(keys: Iterable[str]) -> Iterator[Cell]:
    """Yield the cells with which a student hands in what ``check_KEY`` has, of each key."""
    names = "".join(f"check_{key}.result(), " for key in keys)
    yield text_cell("closing", f"## Hand in\n\n{_HAND_IN}")
    yield code_cell("hand-in", f"for result in ({names.rstrip()}):\n    print(result)")


def text_cell(name: str, source: str, tags: Iterable[str] = ()) -> Cell:
    """Return a cell with a text in Markdown; its name is its id."""
    metadata = {"tags": list(tags)} if tags else {}
    return {"cell_type": "markdown", "id": name, "metadata": metadata, "source": source}


def code_cell(name: str, source: str) -> Cell:
    """Return a cell with code that has not run; its name is its id."""
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": name,
        "metadata": {},
        "outputs": [],
        "source": source,
    }


def notebook_of(cells: list[Cell]) -> dict[str, Any]:
    return {"cells": cells, "metadata": _METADATA, "nbformat": 4, "nbformat_minor": 5}
