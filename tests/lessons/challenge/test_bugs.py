"""The bug game: par is attained, and by no smaller graph in any order of the names."""

from itertools import permutations

import pytest

from marvel_widgets import Dag, bug_hunt, bugs_shown, essential_graph, record
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.lessons.challenge.bugs import FEWEST_GRAPHS
from marvel_widgets.lessons.challenge.changes import PLANTED
from marvel_widgets.lessons.challenge.hidden import classes

NUMBERS = range(1, len(PLANTED) + 1)
# The graphs on which each bug shows at par, and three that show all.
AT_PAR = {
    1: "A -> B; A -> C; B -> D; C -> D",
    2: "{A B C D}; A -> C; A -> D; B -> C; C -> D",
    3: "A -> B; A -> C; B -> D; C -> D",
    5: "A -> B; A -> C",
    6: "{A B C D}; A -> C; A -> D; B -> C; C -> D",
    7: "{A B C D E}; A -> C; A -> D; B -> C; B -> E; C -> D; C -> E; D -> E",
    8: "{A B C D}; A -> C; B -> C; C -> D",
    9: "{A B}",
    12: "A -> B; A -> C; A -> D; B -> D; C -> D",
    13: "A -> B; A -> C; A -> D; B -> E; C -> E; D -> E",
    14: "{A B C D E}; A -> B; A -> E; C -> B; D -> E",
}
ALL_SHOWN = [AT_PAR[12], "{A B C D E}; A -> B; A -> C; A -> E; B -> D; C -> D; D -> E", AT_PAR[7]]


def in_all_names(dag):
    """One graph of each class that a graph's class becomes when its variables are renamed."""
    found = {}
    for names in permutations(dag.nodes):
        new = dict(zip(dag.nodes, names, strict=True))
        graph = Dag([(new[a], new[b]) for a, b in dag.edges], nodes=dag.nodes)
        found.setdefault(essential_graph(graph), graph)
    return found.values()


def size(dag):
    return len(dag), dag.edge_count


def smallest(bug, most=5):
    """The size of the first graph on which a bug shows, of all classes in all names by size."""
    small = sorted((dag for dag in classes() if len(dag) <= most), key=size)
    shown = (size(dag) for dag in small if any(map(bug, in_all_names(dag))))
    return next(shown, None)


@pytest.mark.parametrize("number", NUMBERS)
def test_par_is_the_smallest_of_all_graphs_with_up_to_four_variables(number):
    bug = bug_hunt(number)
    assert smallest(bug, 4) == (bug.par if bug.par[0] < 5 else None)


@pytest.mark.night
@pytest.mark.parametrize("number", [n for n in NUMBERS if bug_hunt(n).par[0] == 5])
def test_par_is_the_smallest_of_all_graphs_with_five_variables(number):
    assert smallest(bug_hunt(number)) == bug_hunt(number).par


@pytest.mark.parametrize("number", AT_PAR)
def test_par_is_attained(number):
    tried = bug_hunt(number)(AT_PAR[number])
    assert tried
    assert size(tried.call.dag) == bug_hunt(number).par
    assert repr(tried).endswith("That is par.")


def test_three_graphs_show_all_bugs():
    assert bugs_shown(*ALL_SHOWN)
    assert repr(bugs_shown(*ALL_SHOWN)) == "All 14 bugs show on 3 graphs. That is par."
    for left_out in ALL_SHOWN:
        assert not bugs_shown(*(graph for graph in ALL_SHOWN if graph != left_out))


@pytest.mark.night
def test_no_two_graphs_show_all_bugs():
    """Two bugs show on few graphs, none of which shows both: one graph of each would be needed."""
    every = [graph for dag in classes() for graph in in_all_names(dag)]
    rare = [[graph for graph in every if bug_hunt(number)(graph)] for number in (7, 14)]
    assert list(map(len, rare)) == [90, 177]
    shown = [[set(bugs_shown(graph).numbers) for graph in graphs] for graphs in rare]
    assert not any({7, 14} <= numbers for graphs in shown for numbers in graphs)
    assert all(len(one | other) < len(PLANTED) for one in shown[0] for other in shown[1])
    assert FEWEST_GRAPHS == 3


def test_a_graph_that_shows_nothing_and_one_above_par_are_told_apart():
    bug = bug_hunt(5)
    assert repr(bug("A -> B")).startswith("Right here: it returns A - B.")
    assert repr(bug("A -> B; A -> C; A -> D")).endswith("Par is 3 variables and 2 edges.")
    assert bug("A -> B; A -> C")._repr_html_().count("<svg") == 1
    assert bug.reveal() == "Bug 5, in MARVEL: every open triple counts as a v-structure."
    assert record(bug.program, Dag("A -> B; A -> C")).result.complete


def test_what_is_no_bug_or_too_large_is_refused():
    with pytest.raises(ValueError, match="numbered 1 to 14; got 15"):
        bug_hunt(15)
    with pytest.raises(GraphError, match="draw 1 to 5 variables; this graph has 6"):
        bug_hunt(1)("A -> B -> C -> D -> E -> F")
