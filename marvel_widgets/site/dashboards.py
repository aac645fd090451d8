"""Dashboards for Voila: one for each app and the exercises of each notebook, and a list of them."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from html import escape
from pathlib import Path
from typing import Any, Final

from marvel_widgets._data import text_of
from marvel_widgets._notebooks import bundled_notebooks
from marvel_widgets.classroom.files import path_argument
from marvel_widgets.classroom.workshop.notebooks import code_cell, notebook_of
from marvel_widgets.course.registry import LESSONS
from marvel_widgets.pictures.palette import with_palette
from marvel_widgets.site.app_pages import App, app_card, apps_of
from marvel_widgets.site.errors import SiteError, written
from marvel_widgets.writing.own_folder import is_free, own_folder

# Voila ends a kernel when its page is left; one whose page only went to sleep is ended by this.
SETTINGS: Final[Mapping[str, Any]] = {
    "MappingKernelManager": {
        "cull_idle_timeout": 1800,
        "cull_interval": 60,
        "cull_connected": True,
    },
    "VoilaConfiguration": {
        "show_tracebacks": False,
        "strip_sources": True,
        "file_allowlist": ["index[.]html"],
    },
    # Seconds. When a class comes at once, what a cell shows may be later than the 4 seconds that
    # Voila waits for it; the page was then served without its app.
    "VoilaExecutor": {"iopub_timeout": 300, "startup_timeout": 300},
}
# Voila's own first page has the names of the files; this one is beside it, and needs no kernel.
HOME: Final = "voila/files/index.html"
MARK: Final = ".marvel-dashboards"  # says whose folder it is, and lists the files
STATE: Final = """import os
from urllib.parse import parse_qs

{imports}

# .../{name}.ipynb?t=TOKEN opens the app in the state of a token
asked = parse_qs(os.environ.get("QUERY_STRING", "")).get("t", [""])[0]
try:
    app = {name}.from_token(asked) if asked else {call}
except ValueError as error:
    print(f"This link can't be opened: {{error}}")
    app = {call}
app"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command `marvel-widgets dashboards`."""
    parser.add_argument("dir", type=path_argument, metavar="DIR", help="where the dashboards go")


def run_command(options: Namespace, say: Callable[[str], object]) -> int:
    """Write the dashboards, say how to serve them, and return the exit code."""
    names = write_dashboards(options.dir)
    say(f"{len(names)} dashboards are in {options.dir.absolute()}. Voila serves them:")
    say(f"  cd {options.dir} && python -m voila")
    say(f"Their list with pictures is at {HOME} there, by default http://localhost:8866/{HOME}")
    return 0


def write_dashboards(folder: Path) -> list[str]:
    """Write a notebook for each app and each exercise sheet, and Voila's settings."""
    made = {f"{name}.ipynb": _notebook(cells) for name, cells in _dashboards()}
    with written("dashboards", folder):
        if not is_free(folder, MARK):
            msg = f"{folder} contains something other than dashboards; choose a new directory."
            raise SiteError(msg)
        with own_folder(folder, MARK) as place:
            beside = {
                "index.html": home_page(list(made)),
                "voila.json": json.dumps(SETTINGS, indent=1),
            }
            for name, text in {**made, **beside}.items():
                (place / name).write_text(text, encoding="utf-8")
    return list(made)


def _dashboards() -> list[tuple[str, list[str]]]:
    apps = [(app.name, [app_cell(app)]) for app in apps_of({})]
    sheets = [(f"exercises-{number}", _sheet(number)) for number in LESSONS]
    return apps + [(name, cells) for name, cells in sheets if len(cells) > 1]


def home_page(names: list[str]) -> str:
    """Return the list of all dashboards as a page, with a card for each app and each sheet."""
    apps = "".join(
        app_card(app, f"../render/{app.name}.ipynb")
        for app in apps_of({})
        if f"{app.name}.ipynb" in names
    )
    sheets = "".join(
        f'<a class="card" href="../render/exercises-{number}.ipynb"><b><small>{number}</small> '
        f"{escape(_title(number))}</b></a>"
        for number in LESSONS
        if f"exercises-{number}.ipynb" in names
    )
    css = with_palette(text_of("site/static/site.css"))
    return f"""<!DOCTYPE html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Dashboards · marvel_widgets</title>
<style>{css}</style><main class="wide-page"><h1>The apps</h1><div class="cards">{apps}</div>
<h1>Exercises</h1><div class="cards">{sheets}</div></main></html>
"""


def _title(number: str) -> str:
    (path,) = bundled_notebooks().glob(f"{number}-*.ipynb")
    first = json.loads(path.read_text(encoding="utf-8"))["cells"][0]
    return "".join(first["source"]).partition("\n")[0].removeprefix("# ")


def app_cell(app: App) -> str:
    """Return the cell of an app's dashboard."""
    if not app.spec.kind:
        return app.cell()
    imports, _, call = app.cell().partition("\n\n")
    return STATE.format(name=app.name, imports=imports, call=call)


def _sheet(number: str) -> list[str]:
    from marvel_widgets.course.checks import exercises

    first = (
        "from marvel_widgets import exercises\nfrom marvel_widgets.widgets import ExerciseBox\n\n"
        f"check = exercises({number!r})"
    )
    return [first, *(f"ExerciseBox(check.{check.name})" for check in exercises(number))]


def _notebook(cells: list[str]) -> str:
    made = [code_cell(f"cell-{i}", source) for i, source in enumerate(cells)]
    return json.dumps(notebook_of(made), indent=1)
