"""The player as a widget: the same content everywhere, few messages, nothing left behind."""

import re
from html import unescape
from random import Random
from xml.etree import ElementTree

import ipywidgets
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marvel_widgets import ALGORITHMS, Dag, DSeparation
from marvel_widgets.core.graphs import networks
from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.core.independence.protocol import FunctionTest
from marvel_widgets.replay.film import LEVELS
from marvel_widgets.replay.option_words import option_words
from marvel_widgets.replay.pseudocode import pseudocode
from marvel_widgets.replay.static_views import headline
from marvel_widgets.widgets import MarvelPlayer
from marvel_widgets.widgets.editor.loading import FILE, GALLERY, NETWORK, RANDOM
from marvel_widgets.widgets.kit.transport import SeekBar
from tests.slices import one_in, some_of
from tests.strategies import dags
from tests.widgets.cascade import styles
from tests.widgets.every_app import live

SMALL = "X -> Y <- T; Y -> Z; X -> Z"
DETAILS = range(3)
COUNTS, LEDGER, OPTIONS = DETAILS
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def player():
    return MarvelPlayer(SMALL)


@pytest.fixture
def asia():
    return MarvelPlayer(networks.load("asia"))


def plain(html):
    """Return the text of HTML."""
    return unescape(re.sub(r"<[^>]*>", "", html))


def says(player):
    """Return whether the stage says what the run does: of a CI test its answer, then why."""
    frame, shown = player.model.frame, plain(player.said.value).lower()
    if frame.test is None:  # in two sentences, the second with a capital
        words = re.sub(r"[:;.] ?", "", frame.explanation.text.lower())
        return words in re.sub(r"[:;.] ?", "", shown)
    x, y = (player.model.film.trace.names[i] for i in (frame.test.x, frame.test.y))
    answer = "independent" if frame.test.independent else "dependent"
    _, _, why = frame.explanation.text.rpartition("? ")[2].partition(": ")
    brief = re.search(r"each path(?: left)? is blocked, at (.*)\.$", shown)
    if brief:  # in place of the paths themselves: what blocks them
        assert "blocked" in why
        assert all(name in why.lower() for name in re.split(r", | and ", brief[1])[:2])
        why = ""
    return f"{x} and {y} are {answer}".lower() in shown and why.lower() in shown


def all_parts(widget):
    """Return a widget and everything in it."""
    found = [widget]
    for child in getattr(widget, "children", ()):
        found += all_parts(child)
    return found


def screen(player):
    """Return what a reader sees, apart from how it came about."""
    transport = player.transport
    if player.details.selected_index is None:
        player.details.selected_index = 0  # the counts
    buttons = ("begin", "back", "step", "end")
    return {
        "sentence": player.said.value,
        "details": [player.counters.value, player.ledger_table.value, player.token_field.value][
            player.details.selected_index
        ],
        "seek": (transport.seek.value, transport.seek.last, transport.seek.value_text),
        "marks": transport.seek.marks,
        "disabled": [getattr(transport, name).disabled for name in buttons],
        "level": transport.level.value,
        "lit": lit(player),
        "reached": [n for n, line in player.code.lines.items() if not line.disabled],
        "graphs": [(view.drawing, looks(view)) for view in player.picture.views],
        "alt": player.picture.words,
        "trouble": (player.refusal.value, player.error.value),
        "svg": player.svg(),
        "text": player.text(),
    }


def lit(player):
    """Return the lines of the pseudo-code that are lit."""
    return [n for n, line in player.code.lines.items() if "mw-lit" in line._dom_classes]


def looks(view):
    """Return how each node and each edge that shows looks, whatever its direction and number."""
    shown = styles(view)
    nodes = [shown[node.data["id"]] for node in view.graph.nodes]
    edges = {}
    for edge in view.graph.edges:
        look = dict(shown[edge.data["id"]])
        if look["display"] == "none":
            continue
        ends = [(edge.data[at], look.pop(f"{at}-arrow-shape")) for at in ("source", "target")]
        look.pop("control-point-distances")
        edges[tuple(sorted(ends))] = look
    return nodes, edges


@one_in(11)
def test_the_sentence_is_the_same_in_widget_text_and_picture(asia, every):
    for position in range(0, asia.model.film.last + 1, every):
        asia.seek(position)
        text = asia.model.frame.explanation.text
        assert says(asia)
        assert text in " ".join(asia.text().split())
        picture = ElementTree.fromstring(asia.svg())
        assert text in picture.find(f"{SVG}desc").text
        assert headline(asia.model.film, asia.model.frame) in asia.transport.seek.value_text


def test_too_many_variables_to_draw_leave_the_words():
    player = MarvelPlayer("; ".join(f"v{i}" for i in range(251)), boundaries="given")
    assert player.picture.views == []
    assert player.svg() == ""
    assert "image/svg+xml" not in player._repr_mimebundle_()
    assert "too many to draw" in player.batch.notice.value
    player.step()
    assert player.model.graph.load_text("A -> B")
    assert len(player.picture.views) == 1


def test_buttons_move(player):
    transport, film = player.transport, player.model.film
    transport.step.click()
    assert player.model.position == film.next(0, "decision")
    transport.back.click()
    assert player.model.position == 0
    assert transport.begin.disabled
    assert transport.back.disabled
    transport.end.click()
    assert player.model.position == film.last
    assert transport.step.disabled
    assert transport.end.disabled
    transport.begin.click()
    assert player.model.position == 0
    transport.level.value = "round"
    transport.step.click()
    assert player.model.position == film.next(0, "round")
    transport.seek.value = 9
    assert player.model.position == 9
    player.code.lines[14].click()
    assert player.model.position == film.next_of_line(9, 14)
    transport.speed.value = 4
    assert player.model.speed == 4


def test_the_seek_bar_has_a_mark_for_each_removal(player):
    film = player.model.film
    marks = player.transport.seek.marks
    assert [position for position, _, _ in marks] == [position for position, _ in film.removals()]
    order = player.trace.result.removal_order
    assert [words for _, words, _ in marks] == [f"{name} leaves" for name in order]
    first, *others = order  # the first says what all are
    assert [name for _, _, name in marks] == [f"{first} leaves", *others]
    assert player.picture.views[0]._nodes["Y"].data["corner_y"] > 0  # both its arrows are above


def test_where_removals_are_asked_for_no_mark_tells_them():
    player = MarvelPlayer("X -> Y <- T; Y -> Z", predict=True, level="round")
    assert player.transport.seek.marks == []
    first, second = (position for position, *_ in player.model.film.removals()[:2])
    player.seek(first)
    assert [position for position, *_ in player.transport.seek.marks] == [first]
    player.seek(second)
    player.begin()  # what was seen stays marked
    assert [position for position, *_ in player.transport.seek.marks] == [first, second]
    player.model.graph.load_text("A -> B -> C")
    assert player.transport.seek.marks == []


# Their runs reach different lines; all other graphs of the gallery reach those of one of them.
DIFFERENT_LINES = (
    *("one-edge", "collider", "triangle", "condition-2-trap", "lost-co-parent", "cancer"),
    "collider-star-12",
)


@pytest.mark.parametrize("options", [{}, {"boundaries": "given"}, {"orientation": "printed"}])
@pytest.mark.parametrize(
    "names", [DIFFERENT_LINES, pytest.param(gallery, marks=pytest.mark.night)], ids=["few", "all"]
)
def test_exactly_the_lines_without_events_are_disabled(names, options):
    player = MarvelPlayer(SMALL, **options)
    all_reached = set()
    for name in names:
        assert player.model.graph.load(gallery[name])
        reached = frozenset(step.event.line for step in player.trace.steps)
        all_reached.add(reached)
        for number, line in player.code.lines.items():
            assert line.disabled == (number not in reached), (name, number)
    assert len(all_reached) == len(DIFFERENT_LINES)


def test_the_wording_of_the_lines_follows_the_orientation(player):
    assert "v-structures the facts" in player.code.lines[17].description
    player.options_row.menus["orientation"].value = "printed"
    assert "arrows form" in player.code.lines[17].description


def test_bad_text_is_reported_beside_its_field_and_the_graph_stays(player):
    player.seek(7)
    before = screen(player)
    player.chooser.pasted.value = "X -> Y; Y -> Z; Z -> X"
    player.chooser.use.click()
    assert "X -> Y -> Z -> X" in plain(player.refusal.value)
    assert player.error.value == ""
    after = screen(player)
    assert {k: v for k, v in after.items() if k != "trouble"} == {
        k: v for k, v in before.items() if k != "trouble"
    }
    player.step()
    assert player.model.position > 7
    player.model.graph.move("X", 200, 100)  # another place, the same graph
    assert player.refusal.value == ""
    player.chooser.use.click()
    assert player.refusal.value
    player.chooser.pasted.value = "A -> B"
    player.chooser.use.click()
    assert player.refusal.value == ""


def test_the_token_field_restores_and_tells_of_damage(player):
    player.details.selected_index = OPTIONS
    player.transport.level.value = "test"
    player.seek(9)
    token = player.token
    assert player.token_field.value == token
    player.model.graph.load_text("A -> B")
    player.token_field.value = token
    assert player.model.position == 9
    assert player.model.dag == Dag(SMALL)
    assert player.transport.level.value == "test"
    player.token_field.value = token[:-5]
    assert "copy it whole" in plain(player.error.value)
    assert player.refusal.value == ""
    assert player.model.position == 9
    player.step()
    assert player.token_field.value == player.token


def test_the_options_show_how_the_run_was_made(player):
    row = player.options_row.menus
    other = MarvelPlayer(SMALL, boundaries="given", bookkeeping="none", orientation="printed")
    player.model.load_token(other.token)
    assert (row["boundaries"].value, row["bookkeeping"].value) == ("given", "none")
    assert row["orientation"].value == "printed"
    row["bookkeeping"].value = "full"
    assert player.model.options["bookkeeping"] == "full"


def shown_menus(player):
    """Return the menus that show, with their values."""
    row = player.options_row
    return {
        name: menu.value
        for name, menu in row.menus.items()
        if row.rows[name].layout.display != "none"
    }


MENUS = {
    "marvel": {
        "bookkeeping": "full",
        "orientation": "recorded",
        "no_removable": "smallest-boundary",
    },
    "pc": {"variant": "original", "start": "moral", "conflicts": "keep-first"},
    "grow_shrink": {},
    "collider_set": {},
    "mmpc": {"symmetry": "and", "start": "moral"},
}


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_each_algorithm_has_its_lines_menus_and_sentences(player, algorithm):
    player.options_row.menus["algorithm"].value = algorithm
    assert player.trace.result.algorithm == algorithm
    expected = {"algorithm": algorithm, "boundaries": "found", **MENUS[algorithm]}
    assert shown_menus(player) == expected
    for name, value in expected.items():
        assert plain(player.options_row.words[name].value) == option_words(name, value)
    lines = {line.number: line.text for line in pseudocode(algorithm=algorithm)}
    assert {n: b.description.split("  ", 1)[1] for n, b in player.code.lines.items()} == lines
    assert tuple(player.code.children) == tuple(player.code.lines.values())
    for position in range(0, player.model.film.last + 1, 5):
        player.seek(position)
        explanation = player.model.frame.explanation
        assert says(player)
        assert lit(player) == [explanation.line]
    assert screen(MarvelPlayer.from_token(player.token)) == screen(player)
    fresh = MarvelPlayer(SMALL, algorithm=algorithm, position=player.model.position)
    assert screen(fresh) == screen(player)


def test_the_wording_of_the_lines_follows_the_start(player):
    menus = player.options_row.menus
    menus["algorithm"].value = "pc"
    assert "moral graph" in player.code.lines[2].description
    menus["start"].value = "complete"
    assert "complete graph" in player.code.lines[2].description
    assert player.code.lines[1].disabled
    assert "boundaries" not in shown_menus(player)
    menus["algorithm"].value = "mmpc"
    assert menus["start"].value == "complete"
    assert "Mb(X)" not in player.code.lines[4].description
    menus["symmetry"].value = "or"
    assert player.code.lines[8].description.endswith("where one was found for the other")


def test_a_change_of_algorithm_leaves_nothing_behind(player):
    menu = player.options_row.menus["algorithm"]
    menu.value = "pc"
    menu.value = "marvel"
    before = set(live())
    for name in (*ALGORITHMS, "marvel"):
        menu.value = name
    assert len(live()) == len(before)


def test_a_long_run_of_a_rival_runs_to_its_end():
    player = MarvelPlayer(networks.load("asia"), algorithm="pc", step_limit=30)
    assert player.batch.progress.layout.display == "none"
    player.batch.run.click()
    assert "essential graph of the true DAG" in plain(player.batch.outcome.value)


def test_boundaries_of_ones_own_can_be_left_and_taken_again():
    mine = {"A": [], "B": []}
    player = MarvelPlayer("A -> B", boundaries=mine)
    choice = player.options_row.menus["boundaries"]
    assert choice.value == "mapping"
    choice.value = "given"
    assert player.model.boundaries == "given"
    choice.value = "mapping"
    assert player.model.boundaries is mine
    player.model.graph.load_text("X -> Y")
    assert "mapping" not in [value for _, value in choice.options]


def test_a_function_has_no_true_graph_boundaries_or_token():
    def ask(x, y, given):
        return oracle(x, y, given)

    oracle = DSeparation(Dag(SMALL))
    player = MarvelPlayer(FunctionTest(oracle.names, ask))
    assert [value for _, value in player.options_row.menus["boundaries"].options] == [
        "found",
        "gs",
        "iamb",
        "inter-iamb",
    ]
    assert [view.drawing.title for view in player.picture.views] == ["Learned graph"]
    assert player.token_field.value == ""
    player.end()
    player.model.graph.load_text("A -> B")
    assert "given" in [value for _, value in player.options_row.menus["boundaries"].options]
    assert len(player.picture.views) == 1


def test_every_control_says_what_it_is(player):
    controls = [part for part in all_parts(player) if isinstance(part, ipywidgets.DOMWidget)]
    for kind in (GALLERY, NETWORK, RANDOM, FILE):
        player.chooser.kind.value = kind
        controls += all_parts(player.chooser)
    seen = set()
    for control in controls:
        if isinstance(
            control, ipywidgets.Button | ipywidgets.widgets.widget_description.DescriptionWidget
        ):
            if isinstance(control, ipywidgets.HTML | ipywidgets.Label):
                continue
            seen.add(type(control).__name__)
            text = control.description or control.tooltip or getattr(control, "tooltips", "")
            assert text, control
            if isinstance(control, ipywidgets.Button):
                assert control.description  # a word, not an icon
                assert control.tooltip
    assert {"Button", "Menu", "Textarea", "Text", "Toggles", "BoundedIntText"} <= seen


def test_a_run_too_long_offers_its_beginning_and_a_batch():
    player = MarvelPlayer(networks.load("asia"), step_limit=40)
    batch = player.batch
    assert "more than 40 CI tests" in plain(batch.notice.value)
    assert (batch.layout.display, batch._row.layout.display) == (None, None)
    assert batch.cancel.disabled
    player.end()
    assert player.transport.step.disabled
    batch.run.click()
    assert "8 variables left" in plain(batch.outcome.value)
    assert "It is the essential graph of the true DAG" in plain(batch.outcome.value)
    assert batch.progress.value == batch.progress.max == 8
    player.model.graph.load_text("A -> B")
    assert batch.layout.display == "none"
    assert plain(batch.outcome.value) == ""


def test_a_step_sends_only_what_differs(asia, sent):
    for _ in range(40):
        sent.take()
        asia.step()
        messages = sent.take()
        drawn = sum(type(widget).__name__ in ("Node", "Edge") for widget, _ in messages)
        # the bar's two, sentence, code, bars, seek bar, counts, legend, alternative text, two
        # layers, the reel's place, two lines, two buttons
        assert len(messages) <= drawn + 16
        assert drawn < len(asia.model.dag)  # of a step few are about
        for widget, state in messages:
            assert "children" not in state, widget
            if isinstance(widget, SeekBar):
                assert set(state) <= {"value", "value_text"}


def test_an_unchanged_view_sends_nothing(asia, sent):
    asia.seek(50)
    sent.take()
    asia.seek(50)
    assert sent.take() == []
    asia._show()
    assert sent.take() == []


def test_panes_that_nobody_sees_are_not_sent(asia, sent):
    for pane, owner in enumerate((asia.counters, asia.ledger_table, asia.token_field)):
        asia.details.selected_index = pane
        sent.take()
        asia.step()
        talked = {widget for widget, _ in sent.take()}
        details = {asia.counters, asia.ledger_table, asia.token_field}
        assert talked & details <= {owner}
    asia.details.selected_index = LEDGER
    assert f"to {asia.model.frame.tests_done} of" in plain(asia.ledger_table.value)
    asia.details.selected_index = None
    asia.step()


def test_loading_graphs_one_after_the_other_leaves_no_widgets():
    player = MarvelPlayer(networks.load("asia"))
    counts = set()
    for i in range(4):
        assert player.model.graph.load_text("A -> B <- C; B -> D")
        player.end()
        assert player.model.graph.load(networks.load("asia"))
        player.seek(i)
        counts.add(len(live()))
    assert len(counts) == 1


commands = st.one_of(
    st.tuples(st.sampled_from(["step", "back", "begin", "end"])),
    st.tuples(st.just("seek"), st.integers(-3, 200)),
    st.tuples(st.just("level"), st.sampled_from(LEVELS)),
    st.tuples(st.just("line"), st.integers(1, 19)),
    st.tuples(st.just("pane"), st.sampled_from(DETAILS)),
    st.tuples(st.just("bad")),
)


def obey(player, command, *values):
    if command == "level":
        player.transport.level.value = values[0]
    elif command == "line":
        player.model.go_to_line(values[0])
    elif command == "pane":
        player.details.selected_index = values[0]
    elif command == "bad":
        player.model.graph.load_text("A -> A")
    else:
        getattr(player, command)(*values)


@settings(max_examples=6)
@given(dags(max_size=6), st.lists(commands, min_size=4, max_size=12))
def test_the_way_to_a_position_leaves_no_trace(dag, ways):
    player = MarvelPlayer(dag)
    for command in ways:
        obey(player, *command)
    fresh = MarvelPlayer(dag, level=player.model.level, position=player.model.position)
    fresh.details.selected_index = player.details.selected_index
    if player.model.error:
        fresh.model.graph.load_text("A -> A")
    assert screen(player) == screen(fresh)
    player.close()
    fresh.close()


@some_of(1, 12)
def test_the_way_through_a_large_graph_leaves_no_trace(count):
    dag = networks.load("insurance")
    player = MarvelPlayer(dag)
    rng = Random(5)
    for _ in range(count):
        position = rng.randint(0, player.model.film.last)
        player.seek(position)
        player.step()
        player.back()
        player.step()
        fresh = MarvelPlayer(dag, position=player.model.position)
        assert screen(player) == screen(fresh)
        fresh.close()


def test_a_prediction_comes_before_the_step():
    player = MarvelPlayer("X -> Y <- T", level="test", predict=True)
    assert "Are X and Y independent given {T}?" in player.parts["predict"].text.value
    player.predictions.answer("dependent")
    assert player.predictions.score.right == 1
    player.step()
    assert "Are X and T independent given {Y}?" in player.parts["predict"].text.value
    player.back()
    assert player.predictions.question.text == "Are X and Y independent given {T}?"
    assert player.predictions.revealed  # answered before


def test_a_player_is_taken_along(tmp_path):
    player = MarvelPlayer("X -> Y <- T")
    assert player.export_run(tmp_path / "run.html").read_text(encoding="utf-8").count("<h1>") == 1
    assert player.filmstrip(columns=2).words.count("\n") == 3


def test_labels_that_are_no_text_stay_until_an_edit():
    player = MarvelPlayer(Dag([(0, 1)]))
    player.parts["editor"].opened = True
    assert player.model.dag.nodes == (0, 1)
    assert player.parts["editor"].graph.add_variable("2")
    assert player.model.dag.nodes == ("0", "1", "2")


def test_data_has_no_graph_to_edit():
    oracle = DSeparation(Dag("X -> Y"))
    player = MarvelPlayer(FunctionTest(oracle.names, lambda x, y, given: oracle(x, y, given)))
    assert player.parts["editor"].layout.display == "none"
    player.chooser.pasted.value = "A -> B"
    player.chooser.use.click()
    assert player.model.dag == Dag("A -> B")
    assert player.parts["editor"].layout.display is None


def test_a_graph_without_variables_leaves_the_last_run():
    player = MarvelPlayer("A -> B", position=3)
    assert player.model.graph.remove_variable("A")
    assert player.model.graph.remove_variable("B")
    assert "no variables" in plain(player.refusal.value)
    assert player.model.dag.nodes == ("B",)
    assert player.model.graph.undo()
    assert player.refusal.value == ""


def test_a_refusal_is_said_again_after_something_else(player):
    player.chooser.pasted.value = "X -> X"
    player.chooser.use.click()
    text = player.refusal.value
    assert "itself" in text
    player.options_row.menus["bookkeeping"].value = "none"
    assert player.refusal.value == ""
    player.chooser.use.click()
    assert player.refusal.value == text


def test_which_variable_leaves_next_is_answered_by_a_click_on_the_graph():
    player = MarvelPlayer("X -> Y <- T", level="round", predict=True)
    view = player.picture.views[0]
    data = {"data": {"id": "n0"}}
    view._handle_custom_msg({"event": "tap", "widget": "node", "data": data}, [])
    assert player.prediction.options.value == "X"
    player.prediction.check.click()
    assert player.predictions.score.right == 1  # ties leave by index
