"""What a state token opens on the site: kinds, films of runs, and the script that reads it."""

import json
import re
import shutil
import subprocess
from importlib.resources import files

import pytest

from marvel_widgets import Dag, gallery, record, widgets
from marvel_widgets.replay.film import Film
from marvel_widgets.replay.state_token import PlayerSettings, to_token
from marvel_widgets.site.app_pages import ShownApp
from marvel_widgets.site.films import (
    CellFilm,
    cell_films,
    run_of,
    runs_script,
    token_script,
    well_known_films,
)
from marvel_widgets.tokens import unpack
from tests.fuzz.tokens import written
from tests.widgets.every_app import APPS, SPECS


def test_the_script_knows_every_kind_and_its_page():
    table = json.loads(re.search(r"const APPS = (\{.*?^\});", token_script(), re.M | re.S)[1])
    assert {kind: name for kind, (name, *_) in table.items()} == {
        SPECS[name].kind: name for name in APPS
    }
    assert [name for name, *_, hidden in table.values() if hidden] == ["BeMarvel", "BePC"]


@pytest.mark.parametrize("name", APPS)
def test_the_words_for_a_state_name_fields_that_it_has(name):
    _, state, _ = written(name)
    for path in re.findall(r"\{([\w.]+)[#+^]?\}", SPECS[name].state[0]):
        found = state
        for field in path.split("."):
            found = found[field]


@pytest.mark.parametrize("given", [False, True])
def test_a_film_is_found_by_what_a_players_token_says(given):
    dag = Dag("X -> Y <- T")
    options = {"boundaries": {x: dag.markov_boundary(x) for x in dag.nodes}} if given else {}
    film = CellFilm(Film(record("marvel", dag, **options), dag), 0, "test", options=options)
    player = widgets.MarvelPlayer(dag, **options)
    state = unpack(player.token, "mw1.")
    assert run_of(film) == {key: state[key] for key in ("graph", "algorithm", "options")}


def test_a_program_of_a_notebook_is_filmed_with_its_source_and_is_in_no_list_of_runs():
    source = """def pairs(ask, names):
    x, y = names
    return ([] if ask(x, y) else [(x, y)], [])


player = MarvelPlayer(Dag("A -> B"), algorithm=pairs)
player"""
    said = {
        "application/vnd.jupyter.widget-view+json": {},
        "text/plain": "Position 0 of 2: the beginning",
    }
    cells = [
        {"cell_type": "code", "source": "from marvel_widgets import Dag", "outputs": []},
        {"cell_type": "code", "source": source, "outputs": [{"data": said}]},
    ]
    (film,) = cell_films(cells).values()
    rows = film.film.trace.result.options["source"]
    assert [row[2] for row in rows][:2] == ["def pairs(ask, names):", "x, y = names"]
    assert runs_script({"own": film}) == "marvelRunsAre([]);\n"
    asia = CellFilm(Film(record("marvel", gallery["asia"]), gallery["asia"]), 0, "decision")
    assert '"asia"' in runs_script({"asia": asia})


def test_the_known_graphs_have_films_once():
    asia = CellFilm(Film(record("marvel", gallery["asia"]), gallery["asia"]), 0, "decision")
    films = well_known_films([asia])
    assert "of-asia" not in films
    assert "of-sachs" in films
    assert "of-collider-star-12" not in films  # 45,000 positions
    runs = [json.dumps(run_of(film), sort_keys=True) for film in films.values()]
    assert len(runs) == len(set(runs))


def test_the_live_cell_takes_a_token_and_nothing_else_is_run():
    app = ShownApp(SPECS["RemovabilityLab"])
    forms = app.forms()
    token = widgets.RemovabilityLab("X -> Y", x="X").token
    names = {}
    exec(forms["token"].replace("TOKEN", token).rpartition("\n")[0], names)
    shown = eval(forms["token"].replace("TOKEN", token).rpartition("\n")[2], names)
    assert shown.token == token


needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="no node to run the script")
READ = """
globalThis.window = globalThis;
globalThis.document = { querySelector: () => ({ dataset: {} }), querySelectorAll: () => [] };
(0, eval)(require("fs").readFileSync(0, "utf-8"));
marvelToken(process.argv[1], "../").then((found) => console.log(JSON.stringify(found)));
"""


def read_by_the_page(token):
    command = ["node", "-e", READ, token]
    run = subprocess.run(
        command, input=token_script(), capture_output=True, text=True, timeout=60, check=True
    )
    return json.loads(run.stdout)


@needs_node
def test_the_page_leads_every_token_to_its_app():
    token = to_token(PlayerSettings(Dag("A -> B"), position=3))
    assert read_by_the_page(token) == {"page": f"../apps/MarvelPlayer.html#t={token}"}


def test_the_plugin_runs_only_what_the_site_wrote():
    plugin = files("marvel_widgets").joinpath("site/static/live/static/remoteEntry.js")
    text = plugin.read_text(encoding="utf-8")
    assert "innerHTML" not in text
    assert "eval" not in text
