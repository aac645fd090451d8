"""What docs/apps.md says that every app takes, every app takes."""

import inspect
import re
from pathlib import Path
from time import process_time

import networkx as nx
import pytest

from marvel_widgets import Dag, gallery, widgets
from marvel_widgets.core.graphs import formats
from marvel_widgets.core.independence.oracle import DSeparation
from marvel_widgets.pictures.editor_positions import MOST_VARIABLES
from marvel_widgets.widgets import GraphModel, MarvelPlayer
from marvel_widgets.widgets.player.model import PlayerModel
from tests import app_features, apps_page
from tests.graph_texts import to_bif, to_dot, to_gml, to_graphml
from tests.widgets.every_app import APPS, NO_GRAPH, ON_GRAPH, SHARING, SPECS, made

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "apps.md").read_text()
WORDS = " ".join(PAGE.split())
DAG = Dag("X -> Y <- T")
# What the page names, in its words, and one of it: all of the same graph.
SOURCES = {
    "a `Dag`": lambda: DAG,
    "one of the `gallery`": lambda: gallery["collider"],
    'a text such as `"X -> Y <- T"`': lambda: "X -> Y <- T",
    "DAGitty": lambda: formats.to_dagitty(DAG),
    "DOT": lambda: to_dot(DAG),
    "BIF": lambda: to_bif(DAG),
    "GraphML": lambda: to_graphml(DAG),
    "GML": lambda: to_gml(DAG),
    "a list of edges": lambda: list(DAG.edges),
    "a directed graph of networkx": lambda: nx.DiGraph(DAG.edges),
    "a `GraphModel`": lambda: GraphModel(DAG),
}
ARGUMENTS = dict(re.findall(r"^\| `(\w+)=(.*?)` \|", PAGE, re.MULTILINE))
# By which apps an argument is not taken.
NOT_TAKEN = {"predict": [name for name in APPS if not SPECS[name].predicts]}
WITH_SEED = [n for n in APPS if "seed" in inspect.signature(getattr(widgets, n)).parameters]


def graph_of(app):
    """Return the edges of the graph that an app is about."""
    model = app.model
    if hasattr(model, "graph"):
        return set(model.graph.dag.edges)
    return set((model.game.dag if hasattr(model, "game") else model.dag).edges)


@pytest.mark.parametrize("words", SOURCES)
def test_the_page_names_a_source(words):
    assert words in WORDS


def takes(name, words):
    app = made(name, SOURCES[words]())
    assert graph_of(app) == edges_of(words)
    app.close()


def edges_of(words):
    return set(gallery["collider"].edges if "gallery" in words else DAG.edges)


@pytest.mark.night
@pytest.mark.parametrize("name", ON_GRAPH)
@pytest.mark.parametrize("words", SOURCES)
def test_an_app_takes_a_graph_in_every_form(name, words):
    takes(name, words)


def test_apps_take_graphs_in_all_forms():
    """Each app in one form, in turn; what is in the player, which also takes tests, in all."""
    forms = list(SOURCES)
    for at, name in enumerate(ON_GRAPH):
        takes(name, forms[3 * at % len(forms)])
    for words, source in SOURCES.items():
        assert set(PlayerModel(source()).graph.dag.edges) == edges_of(words)


def test_every_app_refuses_at_once_what_no_picture_shows():
    large = Dag([], nodes=range(MOST_VARIABLES + 1))
    for name in ON_GRAPH:
        assert getattr(widgets, name)  # imported before the clock starts
        began = process_time()
        with pytest.raises(ValueError, match=r"1,501 variables are too many|16 variables"):
            made(name, large)
        assert process_time() - began < 1, name


def test_an_edit_in_one_app_is_an_edit_in_all():
    graph = GraphModel(DAG)
    apps = {name: made(name, graph) for name in SHARING}
    apps["LiveBoard"].model.graph.remove_edge("T", "Y")
    for name, app in apps.items():
        assert graph_of(app) == {("X", "Y")}, name


def test_be_marvel_only_begins_with_its_graph():
    graph = GraphModel(DAG)
    app = made("BeMarvel", graph)
    graph.remove_edge("T", "Y")
    assert graph_of(app) == set(DAG.edges)


def test_the_player_takes_a_ci_test_as_well():
    assert "`MarvelPlayer` takes a CI test as well" in WORDS
    assert set(MarvelPlayer(DSeparation(DAG)).model.graph.dag.edges) == set(DAG.edges)


def test_the_page_names_the_apps_about_something_else():
    said = re.search(r"Four apps start from something else: (.*?)\. ", f"{WORDS} ")[1]
    assert sorted(re.findall(r"`(\w+)`", said)) == sorted(NO_GRAPH)


def test_the_page_names_the_apps_that_ask_by_their_nature():
    said = re.search(r"asks by default; (.*?) ask by their nature", WORDS)[1]
    asking = {name for name in NOT_TAKEN["predict"] if SPECS[name].secrets}
    assert set(re.findall(r"`(\w+)`", said)) == asking


def test_the_page_has_a_row_and_first_steps_for_every_app():
    assert apps_page.written(PAGE) == PAGE, "python -m tests.apps_page > docs/apps.md"


def test_nothing_of_an_app_is_gone_without_a_word():
    page = app_features.PAGE.read_text(encoding="utf-8")
    now = app_features.written(page)
    assert app_features.LOST not in now
    assert now == page, "see tests/app_features.py"
    forgotten = page.replace("`Redo change`: **Redo**", "`Redo`: **Redo**")
    assert f"`Redo change`: {app_features.LOST}" in app_features.written(forgotten)


def test_every_app_is_on_the_face():
    shown = {n for n in widgets.__all__ if hasattr(getattr(widgets, n), "from_token")}
    assert shown == set(APPS)
    assert all(getattr(widgets, name).spec is SPECS[name] for name in APPS)


def value_of(argument, app):
    """Return what to give for an argument of the table, for this app."""
    if argument in ("hide", "lock"):
        return tuple(app.parts)
    return {"True": True, "False": False}[ARGUMENTS[argument]]


@pytest.mark.parametrize("name", APPS)
def test_an_app_takes_every_argument_of_the_table(name):
    assert set(ARGUMENTS) == {"predict", "answers", "hide", "lock", "big", "token"}
    plain, taken = made(name), []
    for argument in ARGUMENTS:
        if name not in NOT_TAKEN.get(argument, ()):
            taken.append(argument)
            continue
        with pytest.raises(TypeError, match=f"{name} has no argument '{argument}'; its own are"):
            made(name, **{argument: True})
    again = type(plain).from_token(plain.token)
    assert (again.text(), again.token) == (plain.text(), plain.token)
    bundle = plain._repr_mimebundle_()
    assert (bundle["text/plain"], bundle.get("image/svg+xml", "")) == (plain.text(), plain.svg())
    taken.remove("token")
    for some in (taken[::2], taken[1::2]):  # not at once what is hidden and what is locked
        assert made(name, **{argument: value_of(argument, plain) for argument in some}).text()


@pytest.mark.parametrize("name", APPS)
def test_a_seed_is_taken_where_something_is_drawn_by_chance(name):
    if name in WITH_SEED:
        assert f"`{name}`" in WORDS.partition("there is a `seed=` as well")[2].partition(". ")[0]
        made(name, seed=3)
    else:
        with pytest.raises(TypeError, match=f"{name} has no argument 'seed'; its own are"):
            made(name, seed=3)


def test_a_wrong_source_says_what_a_graph_is_made_from():
    for name in ON_GRAPH:
        with pytest.raises(ValueError, match="text, edges or a networkx graph; got 3"):
            made(name, 3)
