"""Which apps of the notebooks show a browser something new: the others are left to `-m night`.

A page runs the same program for an app with another graph, another pair or another lemma; what that
program gets, `tests/widgets` looks at for every app, and nbval for every cell. So an app is new if
it is the first of its class in its notebook, or is made with an argument that no app of its class
had before, in any notebook. An exercise is such an app too; `test_every_exercise.py` has each form.
"""

import ast

from marvel_widgets.classroom.editions import tagged
from tests.browser.needed_cells import shows_an_app


def apps_of(cells):
    """Return the ids of the cells that show an app to learners, each with what makes the app."""
    made: dict[str, ast.Call] = {}
    found = {}
    for cell in cells:
        if cell["cell_type"] != "code" or tagged(cell, "reader"):
            continue
        tree = ast.parse("".join(cell["source"])).body
        for each in tree:
            if isinstance(each, ast.Assign) and isinstance(each.value, ast.Call):
                made |= {t.id: each.value for t in each.targets if isinstance(t, ast.Name)}
        if shows_an_app(cell):
            shown = tree[-1].value
            found[cell["id"]] = made[shown.id] if isinstance(shown, ast.Name) else shown
    return found


def repeated_apps(notebooks):
    """Return, for the cells of each notebook, the ids of those that show an app like another."""
    known: dict[str, set[str]] = {}
    return [_repeated(apps_of(cells), known) for cells in notebooks]


def _repeated(apps, known):
    here, repeated = set(), set()
    for cell, call in apps.items():
        # RemovabilityLab(...) or RemovabilityLab.from_token(...)
        kind = next(each.id for each in ast.walk(call.func) if isinstance(each, ast.Name))
        arguments = {each.arg for each in call.keywords if each.arg}
        if kind in here and arguments <= known[kind]:
            repeated.add(cell)
        here.add(kind)
        known[kind] = known.get(kind, set()) | arguments
    return repeated
