"""More wrong programs, each written before it was judged: all are caught."""

import inspect
import re
from functools import cache

import pytest

from marvel_widgets import challenge
from marvel_widgets.lessons.challenge.changes import RIGHT
from tests.by_networkx import separated
from tests.lessons.challenge import more_programs

# Variables and edges of the smallest graph on which each goes wrong.
FOUND = [
    ("neighbors_up_to_two", 6, 8),
    ("neighbors_one_set_of_each_size", 4, 4),
    ("neighbors_turned", 2, 1),
    ("neighbors_and_itself", 1, 0),
    ("neighbors_by_name", 2, 1),
    ("neighbors_that_leave_at_once", 5, 6),
    ("removable_never", 1, 0),
    ("removable_marginal", 3, 2),
    ("removable_whole_boundary", 4, 5),
    ("update_parts_all", 2, 0),
    ("update_given_all", 3, 2),
    ("separate_up_to_one", 4, 4),
    ("separate_all_or_nothing", 4, 4),
    ("boundaries_one_sided", 2, 1),
    ("skeleton_marginal", 3, 2),
    ("v_structures_turned", 3, 2),
    ("meek_by_name", 2, 1),
]
WRITTEN = {
    name: function
    for name, function in vars(more_programs).items()
    if inspect.isfunction(function) and function.__module__ == more_programs.__name__
}


def step_of(name):
    return "v_structures" if name[1] == "_" else name.partition("_")[0]


@cache
def judged_of(name):
    return challenge(step_of(name))(WRITTEN[name])


@pytest.mark.parametrize(("name", "p", "edges"), FOUND)
def test_each_is_caught_on_a_small_graph(name, p, edges):
    judged = judged_of(name)
    dag = judged.counterexample
    assert not judged.right
    assert judged.rival is None
    assert not judged.call.trouble
    assert judged.said != judged.truth
    assert (len(dag), dag.edge_count) == (p, edges), judged.text


ARE = re.compile(r"(\w) and (\w) are (in)?dependent given \{(.*?)\}")
ASKED = re.compile(r"asked (\w) and (\w) given \{(.*?)\}, the answer was (in)?dependent")


def statements(text):
    """The tests that a verdict tells of: two variables, what is given, and "in" or nothing."""
    found = [(x, y, given, no) for x, y, no, given in ARE.findall(text)] + ASKED.findall(text)
    return [(x, y, given.split(", ") if given else [], no) for x, y, given, no in found]


@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_wrong_is_shown_and_what_is_said_of_tests_is_true(name):
    judged = judged_of(name)
    why = judged.text.partition("right is ")[2].partition(". ")[2]
    assert why.replace(judged.belief.told if judged.belief else "", ""), judged.text
    for x, y, given, no in statements(why):
        assert separated(judged.counterexample, x, y, given) == bool(no), why


def joined(edges):
    """All triples whose middle an edge joins to both ends, which an edge may join too."""
    names = sorted({name for edge in edges for name in edge})
    near = {name: [v for v in names if frozenset((v, name)) in edges] for name in names}
    return {(a, c, b) for c in names for a in near[c] for b in near[c] if a < b}


TRIPLES = {
    "not in {}": lambda edges, _: set(),
    "is in {": lambda edges, _: joined(edges) if len(edges) == 2 else set(),
    "An edge joins": lambda edges, sets: (
        RIGHT["v_structures"](edges, sets) if sets else joined(edges)
    ),
    "No edge joins": lambda edges, sets: {("A", "C", "B")} if len(sets) == 3 else set(),
}


@pytest.mark.parametrize("says", TRIPLES)
def test_what_is_said_of_a_v_structure_is_true(says):
    judged = challenge("v_structures")(TRIPLES[says])
    assert says in judged.text
    dag = judged.counterexample
    if found := re.search(r"(\w) is (not )?in \{(.*?)\}, .* separates (\w) and (\w)", judged.text):
        c, out, given, a, b = found.groups()
        given = given.split(", ") if given else []
        assert separated(dag, a, b, given)
        assert (c not in given) == bool(out)
        assert {*dag.neighbors(c)} >= {a, b}
    else:
        no, a, b = re.search(r"(An|No) edge joins (\w) and (\w)", judged.text).groups()
        assert (b in dag.neighbors(a)) == (no == "An")


def test_who_is_its_own_neighbor_is_said():
    judged = challenge("neighbors")(more_programs.neighbors_and_itself)
    assert "A is not a neighbor of itself." in judged.text
