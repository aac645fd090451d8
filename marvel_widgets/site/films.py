"""The films of a notebook: for each cell that shows a player, the run that it steps.

Nothing of a front end runs for this: the lines that make the player's graph are run, and the run
is recorded again. What the committed cell says of its position must be what the film says there.
"""

import ast
import builtins
import json
import linecache
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from marvel_widgets._data import text_of
from marvel_widgets.classroom.editions import WIDGET_VIEW, bound_by, names_needed
from marvel_widgets.core.algorithms.own import Program
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs import networks
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.core.graphs.limits import MOST_LETTERS
from marvel_widgets.core.independence.coercion import as_ci_test
from marvel_widgets.core.independence.oracle import DSeparation
from marvel_widgets.pictures.grammar import EDGE_STYLES, NODE_STYLES
from marvel_widgets.pictures.positions import Positions
from marvel_widgets.pictures.stage import stage_of
from marvel_widgets.replay.export.reels import stops_of
from marvel_widgets.replay.film import LEVELS, Film, Level
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.replay.static_views import headline
from marvel_widgets.site.errors import SiteError
from marvel_widgets.widgets.app_spec import every_app

PLAYER = "MarvelPlayer"
USER_INTERFACE = "marvel_widgets.widgets"
MOST_POSITIONS = 700  # of one film; a longer run is shown by its decisions, or by its rounds
ASIDE = {"level", "position", "predict", "hide"}  # arguments that are not about the run


@dataclass(frozen=True)
class CellFilm:
    """What a cell with a player shows."""

    film: Film
    begin: int
    level: Level
    algorithm: str | Program = "marvel"
    options: Mapping[str, Any] = field(default_factory=dict)
    asks: bool = False  # before it shows what comes next

    def positions(self) -> list[int]:
        """Return the positions of the page: all of them, or those of a coarser level."""
        for level in LEVELS:
            found = [0, *stops_of(self.film, level)]
            if len(found) <= MOST_POSITIONS:
                return sorted({*found, self.begin})
        msg = f"a run with {self.film.last:,} positions is too long for a page"
        raise SiteError(msg)


def cell_films(cells: Sequence[Mapping[str, Any]]) -> dict[int, CellFilm]:
    """Return the films of a notebook's cells, by the number of the cell."""
    found, before = {}, list[ast.stmt]()
    for number, cell in enumerate(cells):
        if cell["cell_type"] != "code":
            continue
        before += ast.parse("".join(cell["source"])).body
        call = shown_call(before)
        said = _said(cell)
        if call is not None and last_name(call.func) == PLAYER and said:
            try:
                found[number] = _film(call, before, said)
            except Exception as error:
                msg = f"cell {number} shows a player, and no film of it can be made: {error}"
                raise SiteError(msg) from error
    return found


def shown_call(statements: Sequence[ast.stmt]) -> ast.Call | None:
    """Return the call that made what the last line shows."""
    last = statements[-1] if statements else None
    if not isinstance(last, ast.Expr):
        return None
    value: ast.expr | None = last.value
    if isinstance(value, ast.Name):
        given = (each for each in reversed(statements) if isinstance(each, ast.Assign))
        named = (each.value for each in given if value.id in map(last_name, each.targets))
        value = next(named, None)
    return value if isinstance(value, ast.Call) else None


def last_name(value: ast.expr | None) -> str:
    """Return the name that an expression is; empty if it is something else."""
    return value.id if isinstance(value, ast.Name) else ""


def _said(cell: Mapping[str, Any]) -> str:
    """Return the first line of the text that stands for an app; empty for other cells."""
    for output in cell["outputs"]:
        data = output.get("data", {})
        if WIDGET_VIEW in data:
            return "".join(data.get("text/plain", "")).partition("\n")[0]
    return ""


def _film(call: ast.Call, before: Sequence[ast.stmt], said: str) -> CellFilm:
    names = names_for(call, before)
    arguments = {
        keyword.arg: _value(keyword.value, names) for keyword in call.keywords if keyword.arg
    }
    options = {name: value for name, value in arguments.items() if name not in ASIDE}
    algorithm, source = options.pop("algorithm", "marvel"), _value(call.args[0], names)
    test = as_ci_test(Dag(source) if isinstance(source, str) else source)
    trace = record(algorithm, test, **options)
    film = Film(trace, test.dag if isinstance(test, DSeparation) else None)
    place = re.match(r"Position ([\d,]+) of", said)
    begin = int(place[1].replace(",", "")) if place else 0
    told = headline(film, film.frame(begin))
    if told != said:
        msg = f"the cell says {said!r}, and the film {told!r}; run the notebook again"
        raise SiteError(msg)
    level, asks = arguments.get("level", "decision"), "predict" in arguments
    return CellFilm(film, begin, level, algorithm, options, asks)


def names_for(call: ast.Call, before: Sequence[ast.stmt]) -> dict[str, Any]:
    """Return the names that a call uses, by running the lines above it that make them."""
    names: dict[str, Any] = {}
    text = ast.unparse(ast.Module(_needed(call, before[:-1]), []))
    # the film of a program in the notebook shows its source, which is looked up here
    linecache.cache["<notebook>"] = (len(text), None, text.splitlines(keepends=True), "<notebook>")
    exec(compile(text, "<notebook>", "exec"), names)
    return names


def _needed(call: ast.Call, before: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Return the statements, in their order, that give values to the names of a call."""
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    wanted = names_needed(ast.unparse(ast.Tuple(given)), set())
    kept = []
    for statement in reversed(before):
        if getattr(statement, "module", "") != USER_INTERFACE and bound_by([statement]) & wanted:
            kept.append(statement)
            wanted = names_needed(ast.unparse(statement), wanted)
    missing = wanted - set(dir(builtins))
    if missing:
        msg = f"{', '.join(sorted(missing))} cannot be found in the cells before"
        raise SiteError(msg)
    return kept[::-1]


def _value(expression: ast.expr, names: dict[str, Any]) -> Any:
    return eval(compile(ast.Expression(expression), "<notebook>", "eval"), names)


# Runs that are long: a page of their films would be slow to load on a phone.
MOST_OF_A_RUN: Final = 250
DRAWN: Final = ("idle", "subject", "object", "given")  # the marks of a state's picture


def token_script() -> str:
    """Return the script that reads a token and draws its graph, in the colors of all pictures."""
    styles: dict[str, Any] = {
        name: {
            "fill": style.fill, "border": style.border, "text": style.text,
            "width": style.border_width, "shape": style.shape,
        }
        for name, style in NODE_STYLES.items() if name in DRAWN
    }  # fmt: skip
    styles["edge"] = EDGE_STYLES["true"].color
    script = text_of("site/static/token.js").replace('"STYLES"', json.dumps(styles), 1)
    apps = {spec.kind: [spec.name, *spec.state, spec.hides_graph]
            for spec in every_app().values()}  # fmt: skip
    script = script.replace('"APPS"', json.dumps(apps, indent=2), 1)
    return script.replace('"MOST_LETTERS"', str(MOST_LETTERS), 1)


def well_known_films(known: Iterable[CellFilm]) -> dict[str, CellFilm]:
    """Return films of MARVEL on the graphs that learners choose by name."""
    had = {film.film.dag for film in known if (film.algorithm, film.options) == ("marvel", {})}
    found = {}
    for name, dag in gallery.items():
        film = CellFilm(Film(record("marvel", dag), dag), 0, "decision")
        if film.film.last <= MOST_OF_A_RUN and dag not in had:
            had.add(dag)
            found[f"of-{name}"] = film
    return found


def run_of(film: CellFilm) -> dict[str, Any]:
    """Return what a player's token says of a run, but for where it is."""
    dag, options = film.film.dag, dict(film.options)
    given = options.get("boundaries", "found")
    if not isinstance(given, str):
        options["boundaries"] = {str(x): sorted(map(str, given[x])) for x in given}
    return {
        "graph": "" if dag is None else dag.to_text(),
        "algorithm": film.algorithm,
        "options": options,
    }


def runs_script(films: Mapping[str, CellFilm]) -> str:
    """Return the list of all runs that have a film and a token, as a script; a program has none."""
    runs = [run_of(film) | {"name": name, "positions": film.positions()}
            for name, film in films.items()
            if film.film.dag is not None and isinstance(film.algorithm, str)]  # fmt: skip
    return f"marvelRunsAre({json.dumps(runs, separators=(',', ':'))});\n"


# Where the variables stand: broader than high, so that picture and words share one screen.
PLACES: Final[Positions] = {
    "asia": (0, 0), "tub": (0, 78), "smoke": (165, 0), "lung": (118, 78), "bronc": (235, 108),
    "either": (70, 160), "xray": (14, 238), "dysp": (172, 238),
}  # fmt: skip


def asia_film() -> tuple[CellFilm, RunPictures]:
    """Return the film of the front page, at the position before its question."""
    dag = networks.load("asia")
    film = Film(record("marvel", dag), dag)
    pictures = RunPictures(film, stage=stage_of(dag, PLACES))
    return CellFilm(film, telling_test(film) - 1, "decision"), pictures


def telling_test(film: Film) -> int:
    """Return the position of the last test that a given collider alone makes dependent.

    Most people guess wrong there; after it nothing is needed but the picture.
    """
    for position in range(film.last, 0, -1):
        frame = film.frame(position)
        path = frame.path
        if frame.test is None or path is None or not path.is_open or len(frame.test.given) != 1:
            continue
        if any(vertex.role == "collider" for vertex in path.vertices[1:-1]):
            return position
    msg = "no test of the run is decided by a given collider; the front page has nothing to ask"
    raise SiteError(msg)
