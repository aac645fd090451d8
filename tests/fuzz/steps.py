"""How much work long names make: making, describing and drawing each app, in lines of Python.

Work that is not about the letters of names, such as a run of MARVEL, is measured by short names on
the same graph and taken off. What is left may grow with the letters, and with nothing else.
"""

import itertools
import random
from functools import cache

import ipywidgets

from marvel_widgets import Dag
from marvel_widgets.core.graphs.limits import MOST_LETTERS
from marvel_widgets.pictures.editor_positions import first_positions
from marvel_widgets.pictures.graph_export import SAVE_AS
from marvel_widgets.replay.export.filmstrip import filmstrip
from tests.reference.work import lines_run
from tests.widgets.every_app import ON_GRAPH, live, made, unfold

SHORT = 20
LENGTHS = (100, 700, MOST_LETTERS)
LETTERS = ("x", "W", "é", "名", "e\u0301", "\u0301", "<", '"', "\\", "a ", "\u202e", "👩‍👩‍👧")
MOST = 15  # lines for a letter of all names; LemmaBench, whose captions are longest, takes 3
LEAST = 60_000  # lines that what is made at its first use may take, however long the names are


def show_app(name, dag):
    """Make an app with all that is folded away, and everything it says and draws."""
    app = unfold(made(name, dag))
    app.text(), app.svg()
    for widget in live():
        widget.get_state()
    ipywidgets.Widget.close_all()


def save(dag):
    places = first_positions(dag)
    return [form.written(dag, places) for form in SAVE_AS]


SHOWS = {
    **{name: lambda dag, name=name: show_app(name, dag) for name in ON_GRAPH},
    "filmstrip": filmstrip,
    "save": save,
}


def named(variables, letter, length):
    """Return a graph in which all names have a length."""
    names = [f"{i}{letter * length}"[: length - 1] + "z" for i in range(variables)]
    pairs = itertools.combinations(range(variables), 2)
    return Dag([(names[i], names[j]) for i, j in pairs if j - i < 3])


def lines_of(show, dag):
    return lines_run(lambda: SHOWS[show](dag))


@cache
def of_short_names(show, variables):
    dag = named(variables, "x", SHORT)
    SHOWS[show](dag)  # what is made once for all is made now
    return lines_of(show, dag)


def draw_names(rng: random.Random):
    """Return what shows names, how many there are, of which letters, and how long."""
    show, variables = rng.choice(list(SHOWS)), rng.choice([2, 4, 5, 8])
    return show, variables, rng.choice(LETTERS), rng.choice(LENGTHS)


def check_steps(case) -> None:
    """Raise where the work grows faster than the letters of the names."""
    show, variables, letter, length = case
    before = of_short_names(show, variables)
    more = lines_of(show, named(variables, letter, length)) - before
    assert more < LEAST + MOST * variables * length, more
