"""The editor's widgets without a browser: what they send, and what the page's messages do."""

import json

import ipywidgets as w
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import Dag
from marvel_widgets.core.graphs import networks
from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.pictures.graph_export import SAVE_AS
from marvel_widgets.widgets.editor.canvas import GraphCanvas, canvas_data
from marvel_widgets.widgets.editor.loading import FILE, GALLERY, NETWORK, PASTED, RANDOM
from marvel_widgets.widgets.editor.model import GraphModel
from marvel_widgets.widgets.editor.part import GraphEditor, GraphPart, listed
from marvel_widgets.widgets.kit.widget_tree import close_tree
from marvel_widgets.widgets.separation_lab.widget import DSeparationLab
from tests.strategies import named_dags, names
from tests.widgets.every_app import SHARING, made

AWKWARD = ["a name with spaces", 'say "hi"', "<script>alert(1)</script>", "🎲", 300 * "x", "&amp;"]


@pytest.fixture
def bench():
    return GraphEditor(GraphModel("A -> B -> C; D"))


def page(canvas, **message):
    """Do what the page asks for."""
    canvas._handle_custom_msg(message, [])


def shown_everywhere(bench):
    """Return the graph as each of the three views shows it."""
    data = bench.canvas.graph
    canvas = Dag([tuple(edge[:2]) for edge in data["edges"]], nodes=[v[0] for v in data["nodes"]])
    lists = Dag(
        [value for _, value in bench.lists.edges.options],
        nodes=[value for _, value in bench.lists.variables.options],
    )
    return canvas, lists, Dag(bench.line.text.value)


def check_in_step(bench):
    for dag in shown_everywhere(bench):
        assert dag.nodes == bench.graph.dag.nodes
        assert dag == bench.graph.dag
    assert bench.undo.disabled is not bench.graph.can_undo
    assert bench.redo.disabled is not bench.graph.can_redo


# -- the canvas --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({"do": "add"}, "A -> B; B -> C; D; E"),
        ({"do": "add", "x": 30, "y": 40.5}, "A -> B; B -> C; D; E"),
        ({"do": "remove", "name": "B"}, "A; C; D"),
        ({"do": "rename", "name": "A", "now": "cause"}, "cause -> B; B -> C; D"),
        ({"do": "connect", "tail": "D", "head": "A"}, "{A B C D}; A -> B; B -> C; D -> A"),
        ({"do": "reverse", "tail": "A", "head": "B"}, "{A B C D}; B -> A; B -> C"),
        ({"do": "disconnect", "tail": "A", "head": "B"}, "{A B C D}; B -> C"),
        ({"do": "move", "name": "A", "x": 99, "y": 88}, "A -> B; B -> C; D"),
    ],
)
def test_what_the_page_asks_for_is_done_and_undone(bench, message, text):
    wanted = Dag(text)
    positions = dict(bench.graph.positions)
    page(bench.canvas, **message)
    assert bench.graph.dag.nodes == wanted.nodes
    assert bench.graph.dag == wanted
    check_in_step(bench)
    if "x" in message:
        moved = bench.graph.positions[message.get("name", "E")]
        assert moved == (message["x"], message["y"])
    page(bench.canvas, do="undo")
    assert bench.graph.dag == Dag("A -> B -> C; D")
    assert bench.graph.positions == positions
    page(bench.canvas, do="redo")
    assert bench.graph.dag == wanted
    check_in_step(bench)


NO_REQUESTS = [
    {},
    {"do": "format the disk"},
    {"do": ["add"]},
    {"do": "rename"},
    {"do": "connect", "tail": "A"},
    {"do": "connect", "tail": {"A": 1}, "head": "B"},
    {"do": "move", "name": "A", "x": "left", "y": 1},
    {"do": "move", "name": "A", "x": None, "y": 1},
    {"do": "move", "name": "A", "x": float("inf"), "y": 1},
    {"do": "add", "x": 1},
    {"do": "remove", "name": None},
]


def test_what_no_page_should_ask_for_does_nothing(bench):
    before = bench.graph.state()
    for message in (*NO_REQUESTS, "add"):
        bench.canvas._handle_custom_msg(message, [])
        assert bench.graph.state() == before, message
        assert not bench.graph.can_undo


def test_a_refused_cycle_is_shown_on_the_canvas_and_in_words(bench):
    page(bench.canvas, do="connect", tail="C", head="A")
    assert bench.canvas.graph["closing"] == ["C", "A", "B", "C"]
    assert "would close the cycle C -&gt; A -&gt; B -&gt; C" in bench.error.value
    assert 'role="alert"' in bench.error.value
    page(bench.canvas, do="add")
    assert bench.canvas.graph["closing"] == []
    assert bench.error.value == ""


@given(named_dags())
def test_the_canvas_draws_the_whole_graph_inside_its_size(dag):
    model = GraphModel(dag)
    data = json.loads(json.dumps(canvas_data(model)))
    assert [row[0] for row in data["nodes"]] == list(model.dag.nodes)
    assert {(tail, head) for tail, head, _ in data["edges"]} == set(model.dag.edges)
    for _, _, _, x, y in data["nodes"]:
        assert 0 < x < data["width"]
        assert 0 < y < data["height"]


def test_what_is_too_much_to_draw_is_said():
    bench = GraphEditor(GraphModel(networks.load("link")))
    assert bench.canvas.graph["nodes"] == []
    assert bench.canvas.graph["note"].startswith("724 variables are too many to draw")
    assert len(bench.lists.variables.options) == 724


def test_a_move_sends_one_message_to_the_canvas_and_none_to_the_lists(bench, sent):
    page(bench.canvas, do="move", name="A", x=100, y=100)
    changed = [widget for widget, state in sent.take() if "disabled" not in state]
    assert changed == [bench.canvas]


# -- lists and line ----------------------------------------------------------------------------


def test_everything_can_be_done_in_the_lists(bench):
    lists, model = bench.lists, bench.graph
    lists.name.value = " effect "
    lists.add.click()
    assert "effect" in model.dag
    assert lists.name.value == ""
    lists.add.click()
    assert model.dag.nodes[-1] == "E"  # the next free name
    lists.tail.value, lists.head.value = "D", "effect"
    lists.connect.click()
    assert ("D", "effect") in model.dag.edges
    lists.edges.value = ("D", "effect")
    lists.reverse.click()
    assert ("effect", "D") in model.dag.edges
    assert lists.edges.value == ("effect", "D")  # still chosen
    lists.disconnect.click()
    assert model.dag.neighbors("D") == frozenset()
    lists.variables.value, lists.name.value = "effect", "result"
    lists.rename.click()
    assert model.dag.nodes == ("A", "B", "C", "D", "result", "E")
    assert lists.variables.value == "result"
    lists.remove.click()
    assert "result" not in model.dag
    check_in_step(bench)
    while model.can_undo:
        bench.undo.click()
        check_in_step(bench)
    assert model.dag == Dag("A -> B -> C; D")
    while model.can_redo:
        bench.redo.click()
        check_in_step(bench)
    assert model.dag.nodes == ("A", "B", "C", "D", "E")


def test_a_refusal_in_the_lists_keeps_what_was_typed(bench):
    bench.lists.name.value = "A"
    bench.lists.add.click()
    assert "already" in bench.error.value
    assert bench.lists.name.value == "A"


@pytest.mark.parametrize("name", ["rename", "remove", "reverse", "disconnect"])
def test_a_button_without_a_choice_says_so(bench, name):
    getattr(bench.lists, name).click()
    assert "in the list first" in bench.error.value
    assert not bench.graph.can_undo
    bench.lists.edges.value, bench.lists.variables.value = ("A", "B"), "C"
    bench.lists.name.value = "new"
    getattr(bench.lists, name).click()
    assert bench.error.value == ""
    assert bench.graph.can_undo


def test_a_choice_that_has_gone_is_no_choice(bench):
    bench.lists.edges.value = ("A", "B")
    bench.graph.remove_variable("A")
    assert bench.lists.edges.value is None


def test_an_empty_graph_and_a_single_variable_are_no_error():
    bench = GraphEditor(GraphModel(""))
    check_in_step(bench)
    bench.lists.connect.click()
    assert "choose a variable" in bench.error.value
    assert bench.tidy.disabled
    bench.lists.add.click()
    bench.lists.connect.click()
    assert "joins A to itself" in bench.error.value
    bench.lists.variables.value = "A"
    bench.lists.remove.click()
    check_in_step(bench)
    bench.graph.tidy()


def test_the_line_is_the_graph(bench):
    bench.line.text.value = "dag { X -> Y }"  # another format
    assert bench.graph.dag == Dag("X -> Y")
    assert bench.line.text.value == "X -> Y"


def test_a_bad_line_stays_and_its_error_is_reported(bench):
    bench.line.text.value = "A -> -> B"
    assert bench.line.text.value == "A -> -> B"
    assert "line 1, column 6" in bench.error.value
    assert bench.graph.dag == Dag("A -> B -> C; D")
    bench.line.text.value = "A -> B"
    assert bench.error.value == ""


@pytest.mark.parametrize("name", AWKWARD)
def test_awkward_names_go_through_all_views(bench, name):
    bench.lists.name.value = name
    bench.lists.add.click()
    assert name in bench.graph.dag
    page(bench.canvas, do="connect", tail=name, head="A")
    check_in_step(bench)
    page(bench.canvas, do="connect", tail="C", head=name)
    assert "<script" not in bench.error.value
    assert "would close the cycle" in bench.error.value


@given(st.lists(names, max_size=6))
def test_names_in_a_list_are_distinguished_and_short(given_names):
    labels = listed([name + tail for name in given_names for tail in ("", 100 * "x")])
    assert len(set(labels)) == len(labels)
    assert all(0 < len(label) < 70 and "\n" not in label for label in labels)


# -- loading -----------------------------------------------------------------------------------


def test_loading_from_everywhere_and_back(bench):
    load, model = bench.loading, bench.graph
    start = model.state()
    load.example.value = "collider"
    load.load.click()
    assert model.dag == gallery["collider"]
    load.kind.value = NETWORK
    load.network.value = "asia"
    assert networks.info("asia").note in load.point.value
    assert "License: CC BY-SA 3.0." in load.point.value
    load.load.click()
    assert model.dag == networks.load("asia")
    load.kind.value = RANDOM
    load.draw.click()
    first = model.dag
    assert len(first) == load.p.value
    load.next.click()
    assert load.seed.value == 2
    assert model.dag != first
    load.kind.value = PASTED
    load.pasted.value = "digraph { X -> Y }"
    load.use.click()
    assert model.dag == Dag("X -> Y")
    load.kind.value = FILE
    upload(load, "net.graphml", b"X -> Z")
    assert model.dag == Dag("X -> Z")
    check_in_step(bench)
    for _ in range(6):
        bench.undo.click()
    assert model.state() == start


def upload(load, name, content):
    load.file.value = (
        {
            "name": name,
            "type": "",
            "size": len(content),
            "content": memoryview(content),
            "last_modified": w.widget_upload.dt.datetime.now(w.widget_upload.dt.timezone.utc),
        },
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"\xff\xfe\x00", "is not UTF-8 text"), (b"A -> A", "itself"), (b"\x89PNG\r\n", "not UTF-8")],
)
def test_a_bad_file_is_reported(bench, content, said):
    upload(bench.loading, "photo.png", content)
    assert said in bench.error.value
    assert bench.graph.dag == Dag("A -> B -> C; D")
    upload(bench.loading, "good.txt", b"\xef\xbb\xbfA -> B")
    assert bench.graph.dag == Dag("A -> B")


# -- saving ------------------------------------------------------------------------------------


def test_saving_follows_the_graph_while_it_is_open(bench, sent):
    bench.save_panel.opened = True
    assert bench.saving.bar.text == "{A B C D}; A -> B; B -> C\n"
    bench.graph.add_edge("C", "D")
    assert bench.saving.bar.text == "A -> B; B -> C; C -> D\n"
    bench.save_panel.opened = False
    sent.take()
    bench.graph.remove_edge("C", "D")
    assert all(widget is not bench.saving.bar for widget, _ in sent.take())
    bench.save_panel.opened = True
    assert bench.saving.bar.text == "{A B C D}; A -> B; B -> C\n"


def test_every_form_is_offered(bench):
    bench.save_panel.opened = True
    bar = bench.saving.bar
    for form in SAVE_AS:
        bench.saving.form.value = form.title
        assert bar.text == form.written(bench.graph.dag, bench.graph.positions)
        assert (bar.file_name, bar.media_type) == (form.file_name, form.media_type)


# -- the whole ---------------------------------------------------------------------------------


def test_a_locked_editor_shows_and_saves_but_does_not_change():
    bench = GraphEditor(GraphModel("A -> B"))
    bench.lock()
    page(bench.canvas, do="add")
    bench.line.text.value = "X -> Y"
    controls = [bench.lists.add, bench.line.use, bench.loading.draw, bench.loading.file, bench.tidy]
    assert all(control.disabled for control in controls)
    assert bench.canvas.disabled
    assert "can't be changed" in bench.canvas.help
    bench.save_panel.opened = True
    assert bench.saving.bar.text == "A -> B\n"
    assert not bench.saving.form.disabled
    bench.graph.add_variable()  # the teacher's cell still can
    assert bench.undo.disabled


def test_two_editors_of_one_model_stay_in_step():
    one = GraphEditor(GraphModel("A -> B"))
    two = GraphEditor(one.graph, big=True)
    page(one.canvas, do="reverse", tail="A", head="B")
    check_in_step(two)
    assert two.canvas.scale == 1.5
    close_tree(two)
    page(one.canvas, do="add")
    assert len(two.canvas.graph["nodes"]) == 2  # closed: no longer told
    check_in_step(one)


@pytest.mark.parametrize("name", sorted({*SHARING} - {"LiveBoard"}))
def test_each_app_has_an_editor_once_it_is_opened_and_locks_it(name):
    app = made(name)
    (key, part) = next(it for it in app.parts.items() if isinstance(it[1], GraphPart))
    assert part.editor is None
    part.button.value = True
    assert part.editor.graph is app.model.graph
    for late in (False, True):
        part = made(name, lock=() if late else key).parts[key]
        part.opened = True
        if late:
            part.lock()
        locked = part.editor.undo, part.editor.canvas, part.editor.line.children[0]
        assert all(control.disabled for control in locked)
        assert not part.button.disabled


def test_closing_closes_everything(bench):
    close_tree(bench)
    for control in (*bench.loading.controls, bench.lists.add, bench.canvas, bench.saving.bar):
        assert control.comm is None, control
    assert bench.graph.add_variable()  # nobody is left to be told, and that is no trouble


def test_a_canvas_alone_is_enough():
    canvas = GraphCanvas(GraphModel("A -> B"))
    page(canvas, do="add")
    assert len(canvas.graph["nodes"]) == 3


def test_the_kinds_of_sources_are_all_offered(bench):
    assert list(bench.loading.kind.options) == [GALLERY, NETWORK, RANDOM, FILE, PASTED]
    for kind in bench.loading.kind.options:
        bench.loading.kind.value = kind
        assert bench.loading.kind in bench.loading._row.children


def test_a_rename_while_no_page_shows_the_lists():
    lab = DSeparationLab("A -> B")
    lab.parts["graph"].opened = True
    bench = lab.parts["graph"].editor
    lab.suspend()
    bench.lists.variables.value, bench.lists.name.value = "A", "C"
    bench.lists.rename.click()
    assert bench.graph.dag.edges == (("C", "B"),)
    lab.resume()
    assert [name for _, name in bench.lists.variables.options] == ["C", "B"]


def test_the_text_to_replace_is_that_of_the_edited_graph(bench):
    bench.loading.kind.value = PASTED
    bench.graph.add_edge("A", "C")
    assert bench.loading.pasted.value == bench.graph.dag.to_text()
