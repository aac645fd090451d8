"""What a unit has besides notebooks and pages: slides, votes, solutions, sheets and a table."""

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, Final

from marvel_widgets._data import tables, text_of
from marvel_widgets.classroom.learners_notebook import read_notebook
from marvel_widgets.classroom.paper_form import key_html, question_html, sheet_html
from marvel_widgets.classroom.units.parts import Plan
from marvel_widgets.classroom.workshop.notebooks import notebook_of, text_cell, vote_cell
from marvel_widgets.classroom.workshop.pictures import with_pictures
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.course.checks import exercises
from marvel_widgets.experiments.linear_gaussian import LinearGaussian
from marvel_widgets.replay.export.filmstrip import filmstrip
from marvel_widgets.replay.film import Film

CLINIC: Final = "clinic.csv"
_GRAPH: Final = "Travel -> Malaria -> Fever <- Flu <- Season -> Hayfever -> Tired <- Fever -> Pulse"
_SLIDES: Final = tables("classroom/units/plans.toml")["slides"]
_VOTES: Final = (
    "Run all cells before the room comes. `marvel-widgets quiz P1 --cards FILE` writes "
    "cards A to F to print. Type how many of each letter are held up, such as `12 30 4 2`, "
    "press Enter, then **Close the vote**. **F** shows an app alone on the screen."
)
_SOLUTIONS: Final = (
    "The cases are those of homework.ipynb without a student's number; not for the room."
)


def _shown(place: str, notebooks: Path) -> str:
    """Return as HTML what NOTEBOOK/CELL prints and draws as it is committed; or PC's "film"."""
    if place == "film":
        dag = Dag("A -> C <- B; C -> D; A -> E")
        film = Film(record("pc", dag, start="complete"), dag)
        places = [0]
        for _ in range(4):
            places.append(film.next(places[-1], "round"))
        return re.sub(r"Position \d+ of \d+\. ", "", filmstrip(film, places[2:]).svg)
    number, name = place.split("/")
    (path,) = notebooks.glob(f"{number}-*.ipynb")
    (cell,) = (each for each in read_notebook(path)["cells"] if each["id"] == name)
    printed = "".join("".join(output.get("text", "")) for output in cell["outputs"])
    text = f"<pre>{escape(printed.rstrip())}</pre>" if printed else ""
    drawn = (output.get("data", {}).get("image/svg+xml", "") for output in cell["outputs"])
    return text + "".join(map("".join, drawn))


def slides_html(plan: Plan, notebooks: Path) -> str:
    """Return the slides as a page: a screen for each, a sheet for each in print, no script."""
    screens = [f"<section><h1>{escape(plan.title)}</h1></section>"]
    for name in plan.slides:
        title, *lines, place = _SLIDES[name]
        text = "".join(f"<p>{escape(line)}</p>" for line in lines)
        seen = f"<div>{_shown(place, notebooks)}</div>" if place else ""
        screens.append(f"<section><h1>{escape(title)}</h1>{text}{seen}</section>")
    return sheet_html(plan.title, screens, text_of("classroom/units/slides.css"))


def votes_notebook(plan: Plan, site: str) -> dict[str, Any]:
    """Return the notebook with a plan's votes, ready to be shown."""
    cells = [text_cell("title", f"# Votes\n\n{_VOTES}")]
    for number, vote in enumerate(plan.votes, start=1):
        notebook, name = vote.split("/")
        cells.append(text_cell(f"vote-{number}", f"## Vote {number}"))
        cells.append(vote_cell(f"vote-{number}-app", notebook, name, site))
    return with_pictures(notebook_of(cells))


def solutions_html(plan: Plan) -> str:
    """Return the homework with its answers, why they are right, and what a wrong one shows."""
    title = f"{plan.title}: solutions of the homework"
    body = [f"<h1>{escape(title)}</h1><p>{_SOLUTIONS}</p>"]
    for work in plan.home:
        for number, name in enumerate(work.exercises, start=1):
            check = getattr(exercises(work.notebook), name)
            lines = [*question_html(f"{work.notebook}, {number}", check), *key_html(check)]
            body.append(f"<section>{''.join(lines)}</section>")
    return sheet_html(title, body)


def sheets_of(plan: Plan, notebooks: Path) -> Iterator[tuple[str, str]]:
    """Yield the further sheets for students, each with its name, and the table that they are on."""
    for name in plan.files:
        text = text_of(f"classroom/units/pc/{name}")
        if name.endswith(".html"):
            filled = re.sub(r"\{\{(.+?)\}\}", lambda gap: _shown(gap[1], notebooks), text)
            text = sheet_html(plan.title, [filled])
        yield name, text
    if plan.files:
        yield CLINIC, clinic_csv()


def clinic_csv() -> str:
    """Return the simulated clinic as a table; its first rows are P3's smaller tables."""
    import numpy as np

    rng = np.random.default_rng(7)
    table = LinearGaussian.random(Dag(_GRAPH), rng).sample(2000, rng)
    head = (
        "# simulated: no patient is in this table. Linear, Gaussian noise, seed 7.\n"
        f"# The graph that made it: {_GRAPH}\n{','.join(map(str, table.columns))}\n"
    )
    return head + "".join(f"{','.join(f'{v:.3f}' for v in row)}\n" for row in table.values.tolist())
