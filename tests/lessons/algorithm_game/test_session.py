"""Turns, what stands, undo, and the comparison at the end."""

import re
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from marvel_widgets import Dag, gallery, record
from marvel_widgets.lessons.algorithm_game.moves import Ask, Judge, Verdict, Visit
from marvel_widgets.lessons.algorithm_game.pictures import (
    Choice,
    game_stage,
    hidden_drawing,
    learned_drawing,
)
from marvel_widgets.lessons.algorithm_game.session import (
    BOOKS,
    new_game,
    new_session,
    report,
    session_from_jsonable,
    session_to_jsonable,
    trace_of,
)
from marvel_widgets.lessons.algorithm_game.words import move_words, step_sentences
from marvel_widgets.replay.fold import advance
from tests.lessons.algorithm_game.games import canonical, some_moves
from tests.reference import equivalence
from tests.reference.checks import dag_of, graph_of, mixed
from tests.reference.dags import small_dags
from tests.replay.claims import World, is_confirmed
from tests.slices import one_in
from tests.strategies import dags

TRAP = gallery["condition-2-trap"]


def all_by_kit(session):
    while not session.is_over:
        session = session.kit()
    return session


def test_the_kit_plays_marvel():
    watched = all_by_kit(new_session(TRAP, "watch"))
    run = record("marvel", TRAP)
    assert list(trace_of(watched.game).tests) == list(run.tests)
    assert (watched.score.correct, watched.score.wrong) == (0, 0)
    assert report(watched)[0] == (
        f"Tests after boundary discovery: {run.result.counts.after_boundaries} in this run, "
        f"{run.result.counts.after_boundaries} in a run of MARVEL."
    )
    assert watched.kit() == watched


@pytest.mark.parametrize("every", [1, 2, 3, 5])
def test_the_learner_fills_each_kth_step_in(every):
    session = new_session(TRAP, "fill", every=every)
    while not session.is_over:
        assert session.learners_turn
        assert len(session.played) % every == every - 1
        session = session.play(session.game.next_move())
    own = [step.by_learner for step in session.played]
    assert own == [at % every == every - 1 for at in range(len(own))]
    assert session.score.correct == sum(own)


def test_a_wrong_step_is_refused_and_counted():
    session = new_session(TRAP).play(Visit(2))
    wrong = session.play(Verdict(True))
    assert wrong.game == session.game
    assert wrong.last.kind == "wrong"
    assert (wrong.score.wrong, wrong.score.correct) == (1, 1)
    assert wrong.undo().game == new_session(TRAP).game
    assert wrong.undo().score.wrong == 1


def test_at_the_end_a_wrong_step_stands_until_it_is_made_anew():
    numbered = Dag([(0, 1), (0, 2), (1, 2), (3, 1)], nodes=range(4))
    session = new_session(numbered, when="end").play(Visit(0))
    session = session.play(Judge("neighbors", (3,), False))  # a co-parent, taken for a neighbor
    assert session.last.kind == "wrong"
    assert session.game.known.state.neighbors == 1 << 3
    over = all_by_kit(session)
    assert over.first_wrong() == 1
    assert over.score.wrong == 1
    assert mixed(over.game.graph) != equivalence.essential_graph(graph_of(numbered))
    assert "is not the essential graph" in report(over)[-1]
    fixed = over.back_to(over.first_wrong())
    fixed = all_by_kit(fixed.play(Ask(0, 3, ())).play(Judge("neighbors", (3,), True)))
    assert fixed.first_wrong() is None
    assert mixed(fixed.game.graph) == equivalence.essential_graph(graph_of(numbered))
    assert report(fixed)[-1] == "The graph is the essential graph of the hidden one."


@given(dags(min_size=1, max_size=5), st.integers(0, 10**6))
@example(Dag([(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (3, 2), (4, 2), (4, 3)]), 717)
def test_any_play_comes_to_an_end_and_back_from_a_token(dag, seed):
    """Wrong answers that stand lead somewhere, whatever they are."""
    rng = Random(seed)
    session = new_session(dag, when="end")
    for _ in range(150):
        if session.is_over:
            break
        game = session.game
        move = game.next_move() if rng.random() < 0.6 else rng.choice(some_moves(game, rng))
        before = session
        session = session.play(move)
        assert len(session.played) + len(session.refused) == (
            len(before.played) + len(before.refused) + 1
        )
        assert session.game.book.next_words(session.game)
        assert all(step_sentences(before.game, session.game, hidden=True)) or isinstance(move, Ask)
    session = all_by_kit(session)
    again = session_from_jsonable(session_to_jsonable(session))
    assert (again.game.known, again.game.entries) == (session.game.known, session.game.entries)
    assert again.score == session.score
    right = mixed(session.game.graph) == equivalence.essential_graph(graph_of(dag))
    assert ("is the essential graph" in report(session)[-1]) == right


def test_the_report_counts_each_purpose():
    session = new_session(TRAP)
    session = session.play(Visit(3))  # of the same size as the first, so another order
    over = all_by_kit(session)
    lines = report(over)
    mine, theirs = trace_of(over.game).result.counts, record("marvel", TRAP).result.counts
    for purpose, a, b in re.findall(r"([a-zC]+ ?-?[a-z1-2]*) (\d+) and (\d+)", lines[1]):
        key = purpose.lower().replace(" ", "-").removeprefix("marvel:-")
        if key in mine.by_purpose or key in theirs.by_purpose:
            assert (int(a), int(b)) == (
                mine.by_purpose.get(key, 0),
                theirs.by_purpose.get(key, 0),
            ), purpose
    assert ", ".join(map(str, trace_of(over.game).result.removal_order)) in lines[2]


@pytest.mark.parametrize(
    ("argument", "value", "said"),
    [("mode", "play", "mode"), ("when", "never", "grade"), ("every", 0, "every="),
     ("every", 1.5, "every=")],
)  # fmt: skip
def test_a_bad_argument_is_named(argument, value, said):
    with pytest.raises(ValueError, match=said):
        new_session(TRAP, **{argument: value})


@pytest.mark.parametrize(
    "change",
    [
        {"moves": [[True, "visit", 99]]},
        {"moves": [[True, "verdict", True]]},
        {"moves": [[True]]},
        {"moves": 3},
        {"mode": "play"},
        {"every": "3"},
        {"refused": -1},
        {"refused": "many"},
        {"graph": "A -> A"},
        {"graph": 5},
    ],
    ids=str,
)
def test_a_state_that_is_none_is_refused(change):
    state = session_to_jsonable(new_session(TRAP).play(Visit(2)))
    with pytest.raises(ValueError, match=r".+"):
        session_from_jsonable({**state, **change})
    with pytest.raises(ValueError, match="not the state"):
        session_from_jsonable({})


@one_in(29)
def test_the_sentences_on_canonical_play_are_true(every):
    for g in list(small_dags(4))[::every]:
        dag = dag_of(g)
        session = new_session(dag)
        for game, move in canonical(session.game):
            state = game.known.state
            for sentence, entry in zip(
                step_sentences(game, game.after(move)),
                game.after(move).entries[len(game.entries) :],
                strict=True,
            ):  # fmt: skip
                if isinstance(move, Ask):
                    continue  # a witness, confirmed with the grades
                assert is_confirmed(World(dag, state, "recorded"), sentence), sentence
                state = advance(entry, state)


@one_in(29)
def test_pictures_and_tables_show_what_is_known(every):
    for g in list(small_dags(4))[::every]:
        start = new_session(dag_of(g)).game
        stage = game_stage(start)  # one for all positions: what is learned moves no variable
        for game, _ in canonical(start):
            learned = learned_drawing(game, stage, Choice((0,), ()))
            drawn = {frozenset((int(e.tail), int(e.head))) for e in learned.edges}
            assert drawn == set(game.graph.skeleton)
            assert {(int(e.tail), int(e.head)) for e in learned.edges if e.directed} == (
                game.graph.directed
            )
            hidden = hidden_drawing(game, stage, Choice())
            assert {(int(e.tail), int(e.head)) for e in hidden.edges} == g.edges
            left = set(game.known.state.removal_order)
            gone = set() if left == {*g.vertices} else left
            assert {int(m.name) for m in hidden.nodes if m.state == "removed"} == gone
            assert {(int(e.tail), int(e.head)) for e in hidden.edges if e.state == "removed"} == {
                edge for edge in g.edges if gone & {*edge}
            }
            _, _, rows = game.book.table(game)
            assert [row[0] for row in rows] == [str(v) for v in g.vertices]
            assert left == {int(row[0]) for row in rows if row[3].startswith("left")}


@pytest.mark.parametrize("book", BOOKS)
def test_the_places_depend_on_the_names_alone(book):
    """Not on edges, boundaries, or the order in which the variables are listed."""
    rng = Random(25)
    for p in range(2, 9):
        names = [f"V{i}" for i in range(p)]
        graphs = [Dag.random_fixed_in_degree(p, p - 1, rng) for _ in range(5)]
        drawn = [Dag.from_parent_masks(g.parent_masks, rng.sample(names, p)) for g in graphs]
        one, *others = (game_stage(new_game(dag, BOOKS[book])).positions for dag in drawn)
        assert all(other == one for other in others)


def test_the_picture_shows_the_boundary_and_the_co_parents_found():
    session = new_session(TRAP)
    before = learned_drawing(session.game, game_stage(session.game), Choice())
    sizes = {str(name): f"size {len(TRAP.markov_boundary(name))}" for name in TRAP.nodes}
    assert {mark.name: mark.note for mark in before.nodes} == sizes
    assert not before.hull
    session = session.play(Visit(0))

    def state():
        drawing = learned_drawing(session.game, game_stage(session.game), Choice())
        return {mark.name: mark.state for mark in drawing.nodes}

    boundary = {str(name) for name in TRAP.markov_boundary("X")}
    assert {name for name, role in state().items() if role == "member"} == boundary
    visiting = learned_drawing(session.game, game_stage(session.game), Choice())
    assert {*visiting.hull} == boundary | {"X"}
    session = session.play(Ask(0, 3, ())).play(Judge("neighbors", (3,), True))
    assert state()["T"] == "co_parent"
    assert {name for name, role in state().items() if role == "member"} == boundary - {"T"}


def test_sizes_of_numbered_variables_are_said_in_words():
    game = new_session(Dag([(0, 1), (2, 1), (3, 4)])).game
    assert game.book.next_words(game).endswith(
        "2 members for variables 0, 1 and 2; 1 member for variables 3 and 4."
    )


def test_each_move_has_words_to_be_taken_back_by():
    words = [move_words(game, move) for game, move in canonical(new_session(TRAP).game)]
    assert words[0] == "visit Z"
    assert any(text.startswith("test Z and X given") for text in words)
    assert any(text.startswith("Is X a neighbor or a co-parent of Z? ") for text in words)
    assert "Z is removable" in words
    assert words[-1] == "no rule fits any more"
