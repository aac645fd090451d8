"""The game of Algorithm 1: canonical play is a run of MARVEL, and no wrong step is let through."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import Dag, gallery, record
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.lessons.algorithm_game.grading import grade
from marvel_widgets.lessons.algorithm_game.moves import (
    Collect,
    Direct,
    Judge,
    Verdict,
    Visit,
    move_from_jsonable,
    move_to_jsonable,
)
from marvel_widgets.lessons.algorithm_game.session import MOST_VARIABLES, new_game, trace_of
from tests.lessons.algorithm_game.games import canonical, is_true, played, remaining_graph
from tests.reference import equivalence
from tests.reference.checks import TRAPS, counterexample, dag_of, graph_of, mixed
from tests.reference.dags import Graph, all_dags, small_dags
from tests.reference.theory import is_removable_by_definition
from tests.slices import one_in
from tests.strategies import dags


def canonical_play_differs(g: Graph):
    """What differs between canonical play and a recorded run, in events, tests or result."""
    return differs(dag_of(g))


def differs(dag: Dag):
    game = new_game(dag)
    for position, move in canonical(game):
        worth = grade(position, move)
        if (worth.kind, worth.extra > 0) != ("correct", False):
            return move, worth
        game = position.after(move)
    mine, run = trace_of(game), record("marvel", dag)
    if mine.steps != run.steps:
        return [pair for pair in zip(mine.steps, run.steps, strict=False) if pair[0] != pair[1]][:1]
    if list(mine.tests) != list(run.tests):
        return "tests"
    return None if mine.result == run.result else (mine.result, run.result)


@one_in(29)
def test_canonical_play_is_a_run_of_marvel_on_small_dags(every):
    some = islice(small_dags(4), 0, None, every)
    assert counterexample(canonical_play_differs, some) is None


@one_in(3)
def test_canonical_play_is_a_run_of_marvel_on_the_gallery_and_the_traps(every):
    played_through = 0
    for name in list(gallery)[::every]:
        # of the star with 12 causes a game asks tens of thousands of questions
        if len(gallery[name]) <= MOST_VARIABLES and gallery[name].max_in_degree < 12:
            assert differs(gallery[name]) is None, name
            played_through += 1
    assert played_through > 25 / every
    assert counterexample(canonical_play_differs, TRAPS.values()) is None


@pytest.mark.night
def test_canonical_play_is_a_run_of_marvel_on_five_variables():
    assert counterexample(canonical_play_differs, islice(all_dags(5), 0, None, 9)) is None


def let_through(dag: Dag, seed: int):
    """The first grade that the definitions refute, or None."""
    for game, move, worth in played(dag, seed):
        fine = worth.kind != "wrong"
        if isinstance(move, Judge) and fine and not is_true(game, move):
            return "a false answer stands", move
        if isinstance(move, Verdict) and game.phase == "verdict":
            removable = is_removable_by_definition(remaining_graph(game), game.known.visited)
            if fine != (move.holds == removable):
                return "a verdict against the definition", move
        if isinstance(move, Verdict) and fine and game.phase != "verdict":
            return "an early verdict", move
        if isinstance(move, Collect) and fine:
            triples = {(frozenset((a, b)), c) for a, c, b in move.v_structures}
            if triples != equivalence.v_structures(graph_of(dag)):
                return "wrong v-structures", move
        if isinstance(move, Direct) and fine:
            wanted = equivalence.essential_graph(graph_of(dag))[0]
            if (move.tail, move.head) not in wanted:
                return "a direction that not all members have", move
        last = game if not fine else game.after(move)
    if last.phase == "done" and mixed(last.graph) != equivalence.essential_graph(graph_of(dag)):
        return "another graph", last.graph
    return None


@one_in(29)
def test_no_wrong_move_is_let_through_on_small_dags(every):
    some = islice(small_dags(4), 0, None, every)
    assert counterexample(lambda g: let_through(dag_of(g), 1), some) is None


@given(dags(min_size=2, max_size=6), st.integers(0, 10**6))
def test_no_wrong_move_is_let_through_on_random_dags(dag, seed):
    assert let_through(dag, seed) is None


def test_the_trap_of_condition_2_needs_all_of_lines_9_to_12():
    dag = Dag("{X Y Z T}; X -> {Y Z}; Y -> Z; T -> Y")
    game = new_game(dag).after(Visit(0))
    while not game.known.searched:
        assert grade(game, Verdict(True)).kind == "wrong"
        game = game.after(game.next_move())
    assert game.known.state.condition_one is True
    assert grade(game, Verdict(True)).misconception == "condition_1_is_enough"
    while game.phase == "questions":
        game = game.after(game.next_move())
    assert grade(game, Verdict(True)).kind == "wrong"
    assert grade(game, Verdict(False)).kind == "correct"


def test_a_position_is_a_value():
    game = new_game(Dag("X -> Y <- T"))
    before = (game.known, game.entries)
    later = game.after(Visit(0))
    assert (game.known, game.entries) == before
    assert later.entries[: len(game.entries)] == game.entries
    with pytest.raises(ValueError, match="makes no sense"):
        game.after(Verdict(True))


@pytest.mark.parametrize(
    "dag", [Dag(""), Dag([], nodes=range(MOST_VARIABLES + 1))], ids=["0", "17"]
)
def test_a_game_has_a_size(dag):
    with pytest.raises(GraphError, match=f"1 to {MOST_VARIABLES}"):
        new_game(dag)


@given(dags(min_size=1, max_size=5), st.integers(0, 10**6))
def test_moves_come_back_from_json(dag, seed):
    for _, move, _ in played(dag, seed, steps=60):
        assert move_from_jsonable(move_to_jsonable(move)) == move


@pytest.mark.parametrize(
    "values",
    [
        *(None, [], "visit", ["visit"], ["visit", -1], ["visit", True], ["jump", 1]),
        *(["ask", 0, 1, 2], ["verdict", 1], ["judge", "neighbors", [1], 1]),
        *(["collect", [[0, 1]]], [["visit"], 1]),
    ],
    ids=str,
)
def test_what_is_no_move_is_refused(values):
    with pytest.raises(ValueError, match="move"):
        move_from_jsonable(values)
