"""A graph argument of any public function: text and foreign graphs are refused in a sentence."""

from collections.abc import Iterator
from inspect import isclass, signature
from typing import Any

import networkx as nx
import pytest

import marvel_widgets
from marvel_widgets import Dag, Pdag

# What takes more than graphs and labels, and the arguments it is called with besides.
OTHERS: dict[str, dict[str, Any]] = {
    "LinearGaussian": {"coefficients": {}, "noise_sd": {}},
    "separating_set": {"candidates": ()},
}
TEXT_IS_READ = {"Dag", "DSeparation"}  # where text is read and checked: constructors
TAKES_A_GRAPH = ("Dag", "Pdag", "Graph")


def graph_arguments() -> Iterator[tuple[str, list[str]]]:
    """Yield each public function with its arguments that are graphs, by their annotations."""
    for name in marvel_widgets.__all__:
        made = getattr(marvel_widgets, name)
        if not callable(made) or name in TEXT_IS_READ or name in ("Pdag", "Result", "Trace"):
            continue
        if isclass(made) and issubclass(made, Exception):
            continue
        lines = [p for p in signature(made).parameters.values() if p.default is p.empty]
        graphs = [p.name for p in lines if any(k in str(p.annotation) for k in TAKES_A_GRAPH)]
        tests = [p.name for p in lines if p.name == "test"]
        if graphs or tests:
            yield name, graphs + tests


def call(name: str, arguments: list[str], graph: Any) -> Any:
    function = getattr(marvel_widgets, name)
    filled = dict.fromkeys(arguments, graph) | OTHERS.get(name, {})
    for parameter in signature(function).parameters.values():
        if parameter.default is parameter.empty and parameter.name not in filled:
            filled[parameter.name] = {"algorithm": "marvel", "y": "Y"}.get(parameter.name, "X")
    filled.pop("options", None)
    found = function(**filled)
    return list(found) if isinstance(found, Iterator) else found


FUNCTIONS = dict(graph_arguments())


def test_the_functions_are_found():
    assert {"d_separated", "draw", "marvel", "record", "is_removable", "essential_graph"} <= set(
        FUNCTIONS
    )
    assert len(FUNCTIONS) >= 24
    assert [n for n in FUNCTIONS if isclass(getattr(marvel_widgets, n))] == ["LinearGaussian"]


NOT_OF_A_DAG = {"LinearGaussian", "meek_closure", "meek_steps"}
ASKED = {name for name, arguments in FUNCTIONS.items() if "test" in arguments}


@pytest.mark.parametrize("name", sorted(set(FUNCTIONS) - NOT_OF_A_DAG))
def test_a_dag_is_taken(name):
    call(name, FUNCTIONS[name], Dag("X -> Y"))


@pytest.mark.parametrize("name", sorted(ASKED))
def test_where_a_test_is_asked_a_graph_of_networkx_is_taken_as_its_dag(name):
    graph = nx.DiGraph([("X", "Y")])
    assert call(name, FUNCTIONS[name], graph) == call(name, FUNCTIONS[name], Dag(graph))


TEXT = r"needed, not the text 'X -> Y': wrap it, Dag\('X -> Y'\)"
# the functions, what they are given in place of a graph, and what is said of it
REFUSED = [
    (FUNCTIONS, "X -> Y", TypeError, TEXT),
    (ASKED, nx.Graph([("X", "Y")]), marvel_widgets.GraphError, "is undirected; give a DiGraph"),
    ({*FUNCTIONS} - ASKED, nx.DiGraph([("X", "Y")]), TypeError, "needed, not DiGraph"),
    (["d_separated"], Pdag("X - Y"), TypeError, "not Pdag; equivalent_dags"),
    (["meek_closure"], Dag("X -> Y"), TypeError, "a Pdag is needed, not Dag; essential_graph"),
    (["draw"], "X -> Y; " * 30, TypeError, r"not the text \.\.\.: wrap it, Dag\(\.\.\.\)"),
]


@pytest.mark.parametrize(("names", "graph", "error", "words"), REFUSED)
def test_another_thing_is_refused_with_what_to_write(names, graph, error, words):
    for name in names:
        with pytest.raises(error, match=words):
            call(name, FUNCTIONS[name], graph)


def test_the_true_graph_of_a_film_is_a_dag():
    trace = marvel_widgets.record("marvel", Dag("X -> Y"))
    with pytest.raises(TypeError, match="a Dag is needed, not the text 'X -> Y'"):
        marvel_widgets.filmstrip(trace, dag="X -> Y")
