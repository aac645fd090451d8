"""The player of a function that the learner wrote: on every graph, and back from the menu."""

from itertools import combinations

import pytest

from marvel_widgets.core.algorithms.own_events import ProgramStopped
from marvel_widgets.replay.export.run_page import export_run
from marvel_widgets.widgets import MarvelPlayer
from tests.core.algorithms.test_own import method


def only_four(ask, names):
    pairs = combinations(sorted(names)[:4], 2)
    lines = [pair for pair in pairs if not ask(*pair)]
    return (lines, []) if len(names) < 5 else last_resort(lines)


def last_resort(lines):
    return lines, []


@pytest.fixture
def player():
    made = MarvelPlayer("X -> Y <- T; Y -> Z", algorithm=only_four)
    yield made
    made.close()


def texts(player):
    return [line.description.split(maxsplit=1)[1] for line in player.code.lines.values()]


def test_the_lines_beside_the_picture_are_those_that_ran_on_this_graph(player):
    assert texts(player)[0] == "def only_four(ask, names):"
    assert "def last_resort(lines):" not in texts(player)
    assert player.model.graph.load_text("A -> B; C -> D; E -> A")
    assert texts(player)[-1] == "return lines, []"
    assert "def last_resort(lines):" in texts(player)
    player.end()
    assert "Done: the program returns" in player.text()
    assert "<svg" in player.svg()


def test_each_step_lights_the_line_that_asked(player):
    player.model.level = "test"
    player.step()
    first = only_four.__code__.co_firstlineno
    assert f"Line {first + 2}, your program (as you wrote it): Are T and X" in player.text()
    lit = [n for n, line in player.code.lines.items() if "mw-lit" in line._dom_classes]
    assert lit == [first + 2]


def test_the_menu_comes_back_to_the_program(player):
    menu = player.options_row.menus["algorithm"]
    assert menu.value == "own"
    menu.value = "pc"
    assert player.trace.result.algorithm == "pc"
    assert player.token
    menu.value = "own"
    assert player.trace.result.options["program"] == "only_four"
    assert (player.token, player.error.value) == ("", "")


def test_no_other_player_offers_an_own_program():
    player = MarvelPlayer("A -> B")
    assert "own" not in dict(player.options_row.menus["algorithm"].options).values()
    player.close()


def test_a_program_that_stops_is_shown_up_to_there():
    def stops(ask, names):
        return ask(names[0], names[1], ["rain"])

    player = MarvelPlayer("A -> B", algorithm=stops)
    assert isinstance(player.trace.steps[-1].event, ProgramStopped)
    player.end()
    assert "There is no answer: UnknownVariableError at line" in player.text()
    player.close()


def test_an_own_film_is_exported(tmp_path):
    player = MarvelPlayer("X -> Y <- T; Y -> Z", algorithm=method)
    page = export_run(tmp_path / "own.html", player.model.film).read_text("utf-8")
    assert "def separating_set(ask, " in page  # the rest is in pieces of their own
    player.close()
