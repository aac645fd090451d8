"""The model of the editor: edits, refusals, undo and redo, without a screen."""

import json
from itertools import combinations
from math import hypot

import networkx as nx
import pytest
import traitlets
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from marvel_widgets import Dag
from marvel_widgets.core.graphs import formats, networks
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.pictures import editor_positions
from marvel_widgets.pictures.editor_positions import MOST_EDGES
from marvel_widgets.widgets.editor.model import MOST_UNDONE, GraphModel
from tests.graph_texts import WRITERS
from tests.strategies import named_dags, names


def snapshot(model):
    return model.dag.nodes, frozenset(model.dag.edges), dict(model.positions)


def undo_all(model):
    while model.can_undo:
        assert model.undo()


def redo_all(model):
    while model.can_redo:
        assert model.redo()


class Editing(RuleBasedStateMachine):
    """Any sequence of edits: always a DAG with places, refusals change nothing, undo goes back."""

    def __init__(self):
        super().__init__()
        self.model = GraphModel("A -> B; C")
        # what was there, step by step, kept apart from the model's own history
        self.shown = [snapshot(self.model)]
        self.at = 0

    def do(self, act):
        before, could = snapshot(self.model), (self.model.can_undo, self.model.can_redo)
        worked = act(self.model)
        after = snapshot(self.model)
        assert worked is (self.model.error == "")
        if not worked:
            assert after == before
            assert (self.model.can_undo, self.model.can_redo) == could
        elif after != before:
            self.at += 1
            self.shown[self.at :] = [after]

    def some(self, data, extra=("nobody",)):
        return data.draw(st.sampled_from([*self.model.dag.nodes, *extra]))

    @rule(name=st.none() | names)
    def add_variable(self, name):
        self.do(lambda model: model.add_variable(name))

    @rule(data=st.data())
    def remove_variable(self, data):
        name = self.some(data)
        self.do(lambda model: model.remove_variable(name))

    @rule(data=st.data(), new=names | st.sampled_from(["", "A", "B"]))
    def rename(self, data, new):
        name = self.some(data)
        self.do(lambda model: model.rename(name, new))

    @rule(data=st.data(), what=st.sampled_from(["add_edge", "reverse_edge", "remove_edge"]))
    def change_edge(self, data, what):
        tail, head = self.some(data), self.some(data)
        self.do(lambda model: getattr(model, what)(tail, head))

    @rule(data=st.data(), x=st.floats(), y=st.floats())
    def move(self, data, x, y):
        name = self.some(data)
        self.do(lambda model: model.move(name, x, y))

    @rule(dag=named_dags())
    def load(self, dag):
        self.do(lambda model: model.load(dag))

    @rule(text=st.sampled_from(["X -> Y <- T", "A -> B; B -> A", "dag { A -> D }", "", "->"]))
    def load_text(self, text):
        self.do(lambda model: model.load_text(text))

    @rule()
    def tidy(self):
        self.do(GraphModel.tidy)

    @precondition(lambda self: self.at > 0)
    @rule()
    def undo(self):
        assert self.model.undo()
        self.at -= 1

    @precondition(lambda self: self.at < len(self.shown) - 1)
    @rule()
    def redo(self):
        assert self.model.redo()
        self.at += 1

    @invariant()
    def shows_what_it_should(self):
        model = self.model
        assert snapshot(model) == self.shown[self.at]
        assert model.can_undo is (self.at > 0)
        assert model.can_redo is (self.at < len(self.shown) - 1)
        assert list(model.positions) == list(model.dag.nodes)
        assert nx.is_directed_acyclic_graph(nx.DiGraph(model.dag.edges))
        width, height = model.box
        assert all(0 <= x <= width and 0 <= y <= height for x, y in model.positions.values())

    def teardown(self):
        last = self.shown[-1]
        undo_all(self.model)
        assert snapshot(self.model) == self.shown[0]
        redo_all(self.model)
        assert snapshot(self.model) == last


TestEditing = Editing.TestCase
TestEditing.settings = settings(stateful_step_count=25)  # half of the usual: undone and redone too


REFUSALS = {
    "cycle": (
        lambda m: m.add_edge("C", "A"),
        "the edge C -> A would close the cycle C -> A -> B -> C; a DAG has none",
    ),
    "turned": (
        lambda m: m.load_text("A -> B -> C; A -> C; D") and m.reverse_edge("A", "C"),
        "the edge C -> A would close the cycle C -> A -> B -> C; a DAG has none",
    ),
    "duplicate": (lambda m: m.add_edge("A", "B"), "given twice"),
    "self-edge": (lambda m: m.add_edge("A", "A"), "joins A to itself"),
    "unknown tail": (lambda m: m.add_edge("E", "A"), "no variable 'E'"),
    "unknown head": (lambda m: m.remove_edge("A", "E"), "no variable 'E'"),
    "unknown moved": (lambda m: m.move("E", 1, 1), "no variable 'E'"),
    "no edge": (lambda m: m.remove_edge("A", "D"), "no edge A -> D"),
    "no edge to turn": (lambda m: m.reverse_edge("A", "D"), "no edge A -> D"),
    "empty name": (lambda m: m.add_variable("  "), "empty"),
    "empty new name": (lambda m: m.rename("A", ""), "empty"),
    "taken": (lambda m: m.rename("A", "B"), "'B' already"),
    "taken too": (lambda m: m.add_variable("A"), "'A' already"),
    "no place": (lambda m: m.move("A", float("nan"), 1), "two numbers"),
    "nothing to redo": (lambda m: m.redo(), "nothing to redo"),
    "bad text": (lambda m: m.load_text("A -> "), "line 1, column 6"),
    "cycle in a text": (lambda m: m.load_text("A -> B -> A"), "A -> B -> A"),
    "a table": (lambda m: m.load_file("a.csv", b"A,B\nB,C"), "these lines have commas"),
    "a latent": (lambda m: m.load_text("dag { U [l] }"), "measured: take that out of the text"),
    "empty text": (lambda m: m.load_text(" \n"), "empty"),
    "no such example": (lambda m: m.load_gallery("chian"), "did you mean 'chain'"),
    "no such network": (lambda m: m.load_network("asai"), "did you mean 'asia'"),
    "too many": (lambda m: m.load_random(10**9, 2, 1), "up to 250"),
    "less than none": (lambda m: m.load_random(-1, 2, 1), "-1"),
    "no number": (lambda m: m.load_random("x", 2, 1), ""),
    "no state": (
        lambda m: m.load_state({"graph": "A"}),
        "not the state of a graph: it needs variables",
    ),
    "places for others": (lambda m: m.load_state({"graph": "A", "places": []}), ""),
}


@pytest.mark.parametrize("what", REFUSALS)
def test_a_refusal_says_why_and_changes_nothing(what):
    act, lines = REFUSALS[what]
    model = GraphModel("A -> B -> C; D")
    if what == "turned":
        model.load_text("A -> B -> C; A -> C; D")
    before, could_undo = snapshot(model), model.can_undo
    assert act(model) is False
    assert model.error
    assert lines in model.error
    if what != "turned":
        assert snapshot(model) == before
        assert model.can_undo is could_undo
    assert model.add_variable()  # and the next thing that works takes the sentence away
    assert model.error == ""


def test_undo_at_the_beginning_is_refused():
    model = GraphModel("A")
    assert model.undo() is False
    assert model.error == "there is nothing to undo"


def changes(model):
    """Count the notifications of each trait from now on."""
    seen = []
    model.observe(lambda change: seen.append(change.name))
    return seen


@pytest.mark.parametrize(
    "act",
    [
        lambda m: m.add_variable(),
        lambda m: m.add_edge("A", "C"),
        lambda m: m.rename("A", "Z"),
        lambda m: m.load_text("X -> Y <- T; B"),
        lambda m: m.load(Dag("A -> B -> C", nodes="CBA")),  # equal, but for the order
        lambda m: m.remove_variable("A"),
    ],
)
def test_a_change_notifies_once_and_all_is_in_place(act):
    model = GraphModel("A -> B -> C")
    assert model.add_edge("C", "A") is False
    seen, met = changes(model), []
    model.observe(lambda _: met.append((model.dag.nodes, tuple(model.positions), model.can_undo)))
    assert act(model)
    assert seen.count("dag") == 1
    assert len(seen) == len(set(seen))
    assert set(met) == {(model.dag.nodes, model.dag.nodes, True)}
    assert model.error == ""


def test_a_move_leaves_the_graph_alone():
    model = GraphModel("A -> B")
    dag, seen = model.dag, changes(model)
    assert model.move("A", 100, 200)
    assert model.dag is dag
    assert model.positions["A"] == (100, 200)
    assert "dag" not in seen
    assert model.undo()
    assert model.positions["A"] != (100, 200)


def test_what_changes_nothing_leaves_no_trace_in_the_history():
    model = GraphModel("A -> B")
    assert model.rename("A", " A ")
    assert model.load(model.dag)
    assert model.move("A", *model.positions["A"])
    assert not model.can_undo


def test_the_traits_cannot_be_assigned():
    model = GraphModel("A")
    for name, value in (("dag", Dag("B")), ("positions", {}), ("can_undo", True)):
        with pytest.raises(traitlets.TraitError):
            setattr(model, name, value)


def test_labels_that_are_not_strings_become_strings():
    model = GraphModel(Dag([(0, 1), (1, 2)], nodes=range(3)))
    assert model.dag == Dag("0 -> 1 -> 2")
    assert model.add_edge("0", "2")
    assert model.load(Dag([(0, "0")])) is False
    assert "both written" in model.error


def test_half_characters_are_refused():
    model = GraphModel("A")
    assert model.load_text('"\ud800" -> B') is False
    assert model.error == r"the name '\ud800' contains an unpaired surrogate; choose another"
    assert model.add_variable("\udfff") is False


def test_a_bad_source_is_an_error_of_the_caller():
    with pytest.raises(GraphError):
        GraphModel("A -> A")


@pytest.mark.parametrize("form", formats.FORMATS, ids=lambda form: form.name)
@given(dag=named_dags(1))
def test_texts_of_all_formats_are_loaded(form, dag):
    try:
        text = WRITERS[form.name](dag)
    except GraphError:  # a format can't hold every name
        return
    model = GraphModel("old")
    if text.strip():
        assert model.load_text(text), model.error
        assert model.dag == Dag(form.read(text))


@pytest.mark.parametrize("name", gallery)
def test_gallery(name):
    model = GraphModel()
    assert model.load_gallery(name)
    assert model.dag.nodes == gallery[name].nodes
    assert model.dag == gallery[name]


@pytest.mark.parametrize("name", ["cancer", "insurance", "link"])
def test_networks(name):
    model = GraphModel()
    assert model.load_network(name)
    assert model.dag == networks.load(name)
    assert len(set(model.positions.values())) == len(model.dag)


def test_random_graphs_are_the_same_for_the_same_seed():
    one, two, other = GraphModel(), GraphModel(), GraphModel()
    assert one.load_random(8, 2, 1)
    assert two.load_random(8, 2, 1)
    assert other.load_random(8, 2, 2)
    assert snapshot(one) == snapshot(two) != snapshot(other)
    assert one.dag.nodes == tuple(f"V{i}" for i in range(8))
    assert max(d for _, d in nx.DiGraph(one.dag.edges).in_degree) <= 2


def test_a_text_keeps_the_places_of_the_variables_that_stay():
    model = GraphModel("A -> B")
    model.move("A", 77, 88)
    assert model.load_text("A -> B -> C")
    assert model.positions["A"] == (77, 88)


def test_new_variables_do_not_cover_others():
    model = GraphModel("A -> B")
    for _ in range(40):
        assert model.add_variable()
    for one, two in combinations(model.positions.values(), 2):
        assert hypot(one[0] - two[0], one[1] - two[1]) >= 36  # two radii


def test_one_state_is_one_text_however_it_came_about():
    model, again = GraphModel("A -> B"), GraphModel("A -> B")
    model.add_variable()
    assert again.load_state(json.loads(json.dumps(model.state())))
    assert json.dumps(again.state()) == json.dumps(model.state())


@given(named_dags())
def test_the_state_goes_through_json(dag):
    model = GraphModel(dag)
    model.add_variable()
    copy = GraphModel()
    assert copy.load_state(json.loads(json.dumps(model.state())))
    assert snapshot(copy) == snapshot(model)


def test_the_history_keeps_so_many_changes_and_the_last_ones():
    model = GraphModel("A -> B")
    for _ in range(MOST_UNDONE // 2 + 10):
        assert model.add_edge("B", "A") or model.reverse_edge("A", "B")
        assert model.reverse_edge("B", "A")
    assert len(model._past) == MOST_UNDONE
    for done in range(MOST_UNDONE):
        assert model.undo()
        assert model.dag.edges == ((("B", "A"), ("A", "B"))[done % 2],)
    assert not model.can_undo
    assert len(model._future) == MOST_UNDONE


def test_more_edges_than_can_be_looked_at_are_refused_and_nothing_is_laid_out(monkeypatch):
    laid_out = []
    monkeypatch.setattr(editor_positions, "first_positions", lambda *on: laid_out.append(on))
    one, other = (" ".join(f"{letter}{i}" for i in range(100)) for letter in "ab")
    text = f"{{{one}}} -> {{{other}}}"
    words = "10,000 edges are too many to look at in an app; take a graph of at most 2,000"
    with pytest.raises(GraphError, match=words):
        GraphModel(text)
    assert laid_out == []


def test_a_graph_that_may_have_no_more_edges_says_so_and_stays():
    names = [f"V{i}" for i in range(64)]
    pairs = list(combinations(names, 2))
    full = Dag(pairs[:MOST_EDGES], nodes=names)
    model = GraphModel(full, positions=dict.fromkeys(names, (50.0, 50.0)))
    assert not model.add_edge(*pairs[MOST_EDGES])
    assert model.error.startswith("2,001 edges are too many to look at in an app")
    assert model.dag.edge_count == MOST_EDGES
    assert not model.load(Dag(pairs))
    assert model.dag.edge_count == MOST_EDGES


def test_what_was_moved_by_hand_stays_until_it_is_tidied_twice():
    model = GraphModel("A -> B -> C")
    first = model.positions
    model.move("B", 400, 300)
    model.add_variable("D", (60, 60))
    model.tidy()
    assert model.positions["B"] == (400, 300)
    assert model.positions["D"] != (60, 60)
    model.tidy()
    assert model.positions["B"] == GraphModel("A -> B -> C; D").positions["B"]
    model.remove_variable("D")
    model.tidy()
    assert model.positions == first
    model.undo()
    model.move("B", 400, 300)
    model.load_text("E -> B")
    model.load(model.dag)
    model.tidy()  # of another graph nothing was moved
    assert model.positions == GraphModel("E -> B").positions


def test_a_token_is_the_same_from_every_pane():
    model = GraphModel(networks.load("asia"))
    wide = model.state()
    assert model.lay_out("tall")
    assert model.positions != dict(zip(model.dag.nodes, map(tuple, wide["places"]), strict=True))
    assert model.state() == wide
    model.move("asia", 10, 10)
    assert model.state() != wide
