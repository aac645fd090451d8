"""What a state token opens on the site: which films there are of which runs, and how marks look."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from marvel_widgets._data import text_of
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.core.graphs.limits import MOST_LETTERS
from marvel_widgets.pictures.grammar import EDGE_STYLES, NODE_STYLES
from marvel_widgets.replay.film import Film
from marvel_widgets.site.films import CellFilm
from marvel_widgets.widgets.app_spec import every_app

# Runs that are long: a page of their films would be slow to load on a phone.
MOST_POSITIONS: Final = 250
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
        if film.film.last <= MOST_POSITIONS and dag not in had:
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
