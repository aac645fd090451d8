"""Every command that writes, on content that is quick to make: all else is the command's own.

Each has two versions of its content, so that a run finds what an older one has left.
"""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from marvel_widgets import cli, exercises
from marvel_widgets.classroom import paper_form, quiz, reports
from marvel_widgets.classroom.commands import quiz as quiz_command
from marvel_widgets.classroom.commands import report as report_command
from marvel_widgets.classroom.units import writing as exam
from marvel_widgets.classroom.units import writing as units
from marvel_widgets.classroom.units.plans import Home, Part, Plan
from marvel_widgets.classroom.workshop import notebooks as workshop
from marvel_widgets.experiments import command as experiment
from marvel_widgets.experiments import designs, plots, runner
from marvel_widgets.site import build, lite

CLASS = "17\nanna\n"


@dataclass(frozen=True)
class Command:
    """A command as a user gives it, in a folder of its own.

    It writes into the folder `out`; `made` puts the quick content of a version in place.
    """

    name: str
    arguments: str
    made: Callable[[int], None]
    edits: str = ""  # a file that the user changes between two versions
    older: bool = True  # whether it goes on from another version

    def run(self, version: int, begin: Callable[[], None]) -> int:
        """Run it as the user does, in the present folder, after `begin` has been called."""
        self.made(version)
        Path("class.txt").write_text(CLASS)
        begin()
        return cli.main([word.format(version=version) for word in self.arguments.split()])


def _notebook(words: str) -> str:
    code = {"cell_type": "code", "id": "a", "metadata": {}, "outputs": [], "execution_count": None}
    cells = [
        {**code, "source": 'check = exercises("03", student="")'},
        {**code, "id": "b", "source": "check.removable"},
        {"cell_type": "markdown", "id": "c", "metadata": {}, "source": words},
    ]
    whole = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1, sort_keys=True) + "\n"


def _bundle(version: int) -> None:
    """Let the commands find two notebooks, a picture and the guides of a version."""
    root = Path(os.environ["FAULTS_BUNDLES"], str(version))
    names = {"00-a.ipynb": "zero", "06-b.ipynb": "six", "images/star.svg": "<svg/>"}
    for name, words in names.items():
        place = root / "notebooks" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        text = f"{words}, version {version}" * 9
        place.write_text(_notebook(text) if name.endswith(".ipynb") else text)
    (root / "guides").mkdir(exist_ok=True)
    for name in ("00-a.md", "06-b.md"):
        (root / "guides" / name).write_text(f"# Guide, version {version}\n")
    cli.bundled_notebooks = lambda: root / "notebooks"
    cli.bundled_guides = lambda: root / "guides"
    cli._start = lambda command, environment: 0
    cli.not_installed = lambda *_: ""


def _workshop(version: int) -> None:
    workshop._HOW = f"As in version {version}."
    workshop._FOR_STUDENTS = f"For you, version {version}."
    workshop.with_pictures = lambda notebook: notebook
    workshop.guide_page = lambda guides, notebook: ""


def _course(version: int) -> None:
    _bundle(version)
    _form(version)
    units.form_html = quiz_command.form_html
    part = Part(5, "Begin", ("00",), f"as in version {version}", cues=((0, "Say it."),))
    units.plan_of = lambda name: Plan(
        "A unit", (part,), home=(Home("03", ("missing",)),), exam=("03",)
    )
    units._shown = lambda number, part, notebooks: number
    (Path(os.environ["FAULTS_BUNDLES"], str(version)) / "notebooks/03-c.ipynb").write_text(
        _notebook(f"three, version {version}")
    )


def _cards(version: int) -> None:
    page = f"{quiz_command.CARDS_BEGIN}, {version}</title>" + "cards " * 99
    quiz_command.cards_html = lambda: page


def _exam(version: int) -> None:
    exam.showing = lambda cell, data: cell


def _site(version: int) -> None:
    pages = ["index.html", "course/00.html", "docs/site.html", f"films/film-{version}.js"]
    made = build.Site({}, {}, "cdn", files={name: f"{name} {version}" * 99 for name in pages})
    build.pages_of_the_site = lambda *_: made
    lite.write_lite = lambda target, *rest: _lite(target, version)


def _lite(target: Path, version: int) -> str:
    for name in ("index.html", f"build/{version}.js", "service-worker.js"):
        place = target / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f"{name} {version}" * 99)
    return "Python is in the site."


def _quiz(version: int) -> None:
    quiz_command.questions = lambda checks: _questions(str(version))


@cache
def _questions(student: str):
    return quiz.questions(exercises("03", student))


def _report(version: int) -> None:
    report_command.reports.report = lambda *_, **__: _rows(str(version))
    Path("in").mkdir(exist_ok=True)


READ = reports.report  # before it is replaced


@cache
def _rows(student: str):
    check = exercises("T", student)
    check.gain(0)
    folder = Path(os.environ["FAULTS_BUNDLES"], f"in-{student}")
    folder.mkdir()
    (folder / "1.txt").write_text(check.result().string)
    return READ(folder)


def _form(version: int) -> None:
    page = f"{paper_form.FIRST_LINES}{version}</title>" + "words " * 99
    quiz_command.form_html = lambda form, key, student, *_, **__: f"{page} {student}"


def _experiment(version: int) -> None:
    points = [designs.Point(8, panel=panel, in_degree=2) for panel in "ab"]
    tiny = designs.Design("fig3", tuple(points), 1, seed=0, budget=1_000)
    experiment.design = lambda *_, **__: tiny
    experiment.run_experiment = lambda *_, **__: [
        row for cell in tiny.cells() for row in _cell(cell)
    ]
    plots.draw_plot = lambda *_: "<svg/>" * 99


_cell = cache(lambda cell: runner.run_cell(cell, 0, 1_000))


COMMANDS = {
    each.name: each
    for each in (
        Command("copy", "copy out", _bundle, edits="00-a.ipynb"),
        Command("copy --students", "copy out --students class.txt", _bundle, edits="17/06-b.ipynb"),
        Command("lab", "lab --dir out", _bundle, edits="06-b.ipynb"),
        Command("instructor", "instructor out", _bundle),
        Command("instructor --nbgrader", "instructor out --nbgrader", _bundle),
        Command("course workshop", "course workshop out", _workshop),
        Command("course", "course pc out", _course, edits="students/00-a.ipynb"),
        Command("course --students", "course pc out --students class.txt", _course,
                edits="17/homework.ipynb"),
        Command("quiz --cards", "quiz 03 --cards out/cards.html", _cards),
        Command("quiz --exam", "quiz A --key {version} --exam out", _exam),
        Command("quiz --exam --students", "quiz A --students class.txt --key {version} --exam out",
                _exam),
        Command("site", "site out", _site),
        Command("quiz --qti", "quiz 03 --qti out/q.zip", _quiz),
        Command(
            "report",
            "report in --output out/r.csv --moodle out/m.csv --canvas out/c.csv",
            _report,
        ),
        Command("quiz --paper", "quiz A --paper out/f.html", _form),
        Command("quiz --paper --students", "quiz 03 --students class.txt --paper out", _form),
        Command("experiment", "experiment fig3 --out out/r.csv --plot out/r.svg", _experiment,
                older=False),
    )
}  # fmt: skip
