"""What is said to a move is read back and confirmed by the definitions."""

import re
from dataclasses import replace
from itertools import islice

from hypothesis import example, given
from hypothesis import strategies as st

from marvel_widgets import Dag
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.equivalence import equivalent_dags, essential_graph
from marvel_widgets.lessons.algorithm_game.game import Game, Grade, PlayedTest
from marvel_widgets.lessons.algorithm_game.grading import grade
from marvel_widgets.lessons.algorithm_game.moves import Ask, Direct, Finish, Judge, Verdict, Visit
from marvel_widgets.lessons.algorithm_game.session import new_game
from tests.by_networkx import separated
from tests.lessons.algorithm_game.games import canonical, is_true, played
from tests.reference import equivalence
from tests.reference.checks import counterexample, dag_of, graph_of, named_graph
from tests.reference.dags import small_dags, v_structures
from tests.slices import one_in
from tests.strategies import dags

NAME = r"(\d+)"
SET = r"(\{[^}]*\})"


def numbers(text: str) -> frozenset[int]:
    return frozenset(map(int, re.findall(r"\d+", text)))


# -- readers: each returns whether a sentence is true of a position and a move ------------------


def count_left(game: Game) -> int:
    """CI tests until the round is over, the canonical moves made one by one."""
    before = len(game.known.state.removal_order)
    target = before + (game.phase != "update")
    at = game
    while at.phase in ("visit", "questions", "verdict", "update"):
        if len(at.known.state.removal_order) == target and at.phase != "update":
            break
        at = at.after(at.next_move())
    return at.tests - game.tests


def cost_is(game, move, said: int) -> bool:
    after = game.after(move)
    over = game.phase == "update" and after.phase != "update"
    left = 0 if over else count_left(after)
    return after.tests - game.tests + left == said


def costs(m, game, move):
    return cost_is(game, move, int(m[1])) and count_left(game) == int(m[2])


def same_cost(m, game, move):
    return cost_is(game, move, count_left(game))


def statement(m, game, move):
    x, y, verdict, text = int(m[1]), int(m[2]), m[3], numbers(m[4])
    return separated(game.dag, x, y, text) == (verdict == "independent")


def would_change(m, game, move):
    """Without x they would be independent: taken together with the statement before it."""
    at = grade(game, move).witness
    return not at.independent and separated(game.dag.without(int(m[1])), at.x, at.y, at.given)


def asked(game: Game, question, given: frozenset[int]):
    """What the tests so far said, from the entries alone."""
    for entry in game.entries:
        if not isinstance(entry, PlayedTest) or {*entry.pair} != {*question.pair}:
            continue
        if set(members(entry.given)) == given:
            return entry.independent
    return None


def separates(m, game, move):
    question = game.question(move.purpose, move.key)
    return {int(m[2]), int(m[3])} == {*question.pair} and asked(game, question, numbers(m[1]))


def untried(m, game, move):
    question = game.question(move.purpose, move.key)
    sets = [frozenset(members(s)) for s in question.sets()]
    left = [s for s in sets if asked(game, question, s) is None]
    number = 1 if m[1] == "one allowed set is" else int(m[1].split()[0])
    return len(left) == number and numbers(m[2]) in left


def answer_is_true(m, game, move):
    return is_true(game, move)


def answer_is_false(m, game, move):
    return not is_true(game, move)


def no_hit_yet(m, game, move):
    question = game.question(move.purpose, move.key)
    return not any(asked(game, question, frozenset(members(s))) for s in question.sets())


def saves(m, game, move):
    return cost_is(game, move, count_left(game) - int(m[1]))


def an_arrow(m, game, move):
    wanted = equivalence.essential_graph(graph_of(game.dag))[0]
    return (int(m[1]), int(m[2])) in wanted


def another_member(m, game, move):
    edges = frozenset(Dag(m[3]).edges)
    return (m[1], m[2]) in edges and edges in equivalence.members(named_graph(game.dag))


def fits(game: Game) -> set[tuple[int, int]]:
    graph = game.graph
    return set(equivalence.fitting(set(graph.directed), set(graph.undirected), "1234"))


def no_rule_fits(m, game, move):
    a, b = int(m[1]), int(m[2])
    return not {(a, b), (b, a)} & fits(game)


def a_rule_fits(m, game, move):
    a, b = int(m[1]), int(m[2])
    return bool({(a, b), (b, a)} & fits(game))


def free_edges(m, game, move):
    return len(equivalence.essential_graph(graph_of(game.dag))[1]) == int(m[1]) and not fits(game)


def smaller_sizes(m, game, move):
    sizes = [b.bit_count() for b in game.known.state.boundaries]
    other, small, large = int(m[1]), int(m[2]), int(m[3])
    return sizes[other] == small < large == sizes[move.x]


def equal_sizes(m, game, move):
    sizes = [b.bit_count() for b in game.known.state.boundaries]
    return sizes[int(m[1])] == sizes[move.x] and int(m[1]) < move.x


def smallest(m, game, move):
    sizes = [b.bit_count() for b in game.known.state.boundaries]
    return all(sizes[move.x] <= sizes[v] for v in game.known.to_visit())


def has_left(m, game, move):
    return not game.known.state.remaining >> int(m[1]) & 1


def open_questions(m, game, move):
    return len(game.questions()) == int(m[1])


def repeated(m, game, move):
    lines = [
        e.independent
        for e in game.entries
        if isinstance(e, PlayedTest)
        and {*e.pair} == {move.x, move.y}
        and tuple(members(e.given)) == move.given
    ]
    return lines and lines[-1] == (m[1] == "independent")


def no_v_structure(m, game, move):
    a, c, b = int(m[1]), int(m[2]), int(m[3])
    return (frozenset((a, b)), c) not in v_structures(graph_of(game.dag))


def is_missing(m, game, move):
    lines = [tuple(map(int, t)) for t in re.findall(r"(\d+) → (\d+) ← (\d+)", m[1])]
    true = v_structures(graph_of(game.dag))
    kept = {(frozenset((a, b)), c) for a, c, b in move.v_structures}
    return {(frozenset((a, b)), c) for a, c, b in lines} == true - kept


def conditions_fail(m, game, move):
    """A condition fails exactly where an answer so far says so; the answers are checked apart."""
    return game.known.broken is not None and game.known.visited == int(m[1])


def conditions_hold(m, game, move):
    return game.phase == "verdict" and game.known.broken is None


def rules(m, game, move):
    return True  # a rule of Algorithm 1, whatever the graph is


V = rf"{NAME} → {NAME} ← {NAME}"
READERS = [
    (
        rf"{NAME} and {NAME} are (in?dependent|independent|dependent) (given nothing|given {SET}): "
        r"[^.]*\.",
        statement,
    ),
    (rf"Without {NAME} they would be independent\.", would_change),
    (r"From here this round takes (\d+) tests? instead of (\d+)\.", costs),
    (r"It costs no test more\.", same_cost),
    (rf"Right: {SET} separates {NAME} and {NAME}\.", separates),
    (r"Right: (?:no allowed set|an edge joins)[^.]*\.", answer_is_true),
    (r"Right, and without a test: [^.]*\.", answer_is_true),
    (r"MARVEL would spend (\d+) more tests? on what we know already\.", saves),
    (
        rf"Not shown yet: (one allowed set is|\d+ allowed sets are) untried, {SET}(?: for one)?\.",
        untried,
    ),
    (
        rf"Not shown yet: no test so far found {NAME} and {NAME} independent with an allowed set\.",
        no_hit_yet,
    ),
    (r"A set does separate them\.", answer_is_false),
    (r"No allowed set separates them\.", answer_is_false),
    (
        rf"{NAME} is in the set that separates {NAME} and {NAME}, so it is not their "
        r"common child\.",
        answer_is_false,
    ),
    (rf"Rule R\d fits: {NAME} → {NAME}, since [^.]*\.", an_arrow),
    (rf"Rule R\d says the opposite: {NAME} → {NAME}, since [^.]*\.", an_arrow),
    (
        rf"No rule fits {NAME} - {NAME}(?: now; one fits another edge|: graphs with the same "
        r"d-separations point it either way)\.",
        no_rule_fits,
    ),
    (rf"One with {NAME} → {NAME}: ([^.]*)\.", another_member),
    (rf"A rule still fits: look at the edge {NAME} - {NAME}\.", a_rule_fits),
    (r"No rule fits any more; (\d+) edges? may point either way\.", free_edges),
    (rf"Allowed, but {NAME} has a smaller boundary: (\d+) against (\d+)\.", smaller_sizes),
    (
        rf"Allowed: its boundary is as large as that of {NAME}, which stands before it\.",
        equal_sizes,
    ),
    (rf"None that is left in this round has a smaller boundary than {NAME}\.", smallest),
    (rf"{NAME} has left(?:; tests speak of those that remain)?\.", has_left),
    (rf"Line 15 comes first: {NAME} has left[^.]*\.", has_left),
    (
        rf"Not shown yet: (\d+) questions? about (?:Condition 1|lines 10 to 12) of {NAME} still "
        r"open\.",
        open_questions,
    ),
    (
        r"Not shown yet: no condition has failed for \d+ so far, and (\d+) questions? still open\.",
        open_questions,
    ),
    (r"We have asked this already: they are (independent|dependent)\.", repeated),
    (
        rf"{V} is no v-structure: line 10 did not find it, and [^.]* had left before \d+\.",
        no_v_structure,
    ),
    (
        rf"((?:{V.replace('(', '(?:')}(?:, | and )?)+) (?:is missing|are missing; of the first): "
        r"[^.]*\.",
        is_missing,
    ),
    (rf"Condition \d fails, so {NAME} is not removable(?: now)?\.", conditions_fail),
    (
        r"Both conditions hold(?: for \d+: Theorem 1 says that it is removable|, so \d+ is "
        r"removable by Theorem 1)\.",
        conditions_hold,
    ),
    (
        r"These are the v-structures that lines 10 and 13 know as facts\.",
        lambda m, g, move: (
            {(frozenset((a, b)), c) for a, c, b in move.v_structures}
            == v_structures(graph_of(g.dag))
        ),
    ),
    (
        r"This is the test that is due(?:; \d+ allowed sets? would be left)?\.",
        lambda m, g, move: {*g.next_move().given} == {*move.given},
    ),
    *(
        (pattern, rules)
        for pattern in (
            r"A test needs two different variables[^.]*\.",
            r"(?:No test is due|No test is needed): [^.]*\.",
            r"All variables have left\.",
            r"MARVEL asks no test any more\.",
            r"The run is over\.",
            r"(?:Line (?:7|10|15)|Condition [12]) (?:compares|tests|is about) [^.]*\.",
            r"\{[^}]*\} lies outside: [^.]*\.",
            r"One test decides, [^.]*\.",
            r"Given all the rest of its boundary, every member depends on \d+[^.]*\.",
            r"Proper subsets can\.",
            r"Allowed, but in the canonical order [^.]*\.",
            r"A separating set is found already\.",
            r"In the canonical order [^.]* come first\.",
            r"The visit of \d+ is not over\.",
            r"\d+ failed in this round, and nothing has changed since\.",
            r"Line 7 comes first: [^?]*\?",
            r"A verdict is about [^.]*\.",
            r"Meek's rules come last[^.]*\.",
            r"A rule directs an edge that has no direction yet\.",
            r"The run is not over: [^.]*\.",
            r"Line 17 comes when[^.]*\.",
            r"This question is not open now\.",
            r"Perhaps a wrong belief is behind it: [^.]*\. Look[^.?]*[.?]",
        )
    ),
]


def unread(game, move, told: Grade):
    """The rest of a text that no reader confirms, or None."""
    text = told.sentences()
    while text:
        for pattern, check in READERS:
            m = re.match(pattern, text)
            if m is not None:
                if not check(m, game, move):
                    return f"refuted: {m[0]}"
                text = text[m.end() :].lstrip()
                break
        else:
            return f"not read: {text}"
    return None


def refuted(dag: Dag, seed: int):
    for game, move, told in played(dag, seed, steps=120):
        wrong = unread(game, move, told)
        if wrong is not None:
            return wrong, move
    return None


@one_in(47)
def test_what_is_said_on_small_dags(every):
    assert counterexample(lambda g: refuted(dag_of(g), 3), small_dags(3)) is None
    some = islice(small_dags(4), 0, None, every)
    assert counterexample(lambda g: refuted(dag_of(g), 4), some) is None


@given(dags(min_size=2, max_size=5), st.integers(0, 10**6))
def test_what_is_said_on_random_dags(dag, seed):
    assert refuted(dag, seed) is None


# -- without the hidden graph -------------------------------------------------------------------


@given(dags(min_size=2, max_size=5), st.integers(0, 10**6))
def test_a_grade_that_reveals_nothing_follows_from_the_tests_alone(dag, seed):
    """Two hidden graphs with the same answers so far get the same words."""
    for game, move, told in played(dag, seed, steps=80):
        blind = grade(game, move, reveal=False)
        assert (blind.kind, blind.possible) == (told.kind, told.possible)
        if isinstance(move, Judge | Verdict) and blind.kind == "wrong":
            assert blind.witness is None or game.answers.of(
                blind.witness.x, blind.witness.y, sum(1 << v for v in blind.witness.given)
            )


@example(Dag("{0 1 2 3 4}; 1 -> 3; 2 -> 1"), 1_000_000)  # its pair stood in the arrows' order
@example(Dag("{0 1 2 3 4}; 2 -> 0; 2 -> 1; 2 -> 3; 3 -> 0"), 10_000)  # a child's parents
@given(dags(min_size=2, max_size=5), st.integers(0, 10**6))
def test_what_is_said_of_a_hidden_graph_is_said_of_each_equivalent_one(dag, seed):
    """A test's answer is all that may be told: equivalent graphs answer every test alike."""
    others = list(equivalent_dags(essential_graph(dag)))
    for game, move, told in played(dag, seed, steps=60):
        for other in others[:3]:
            same = grade(replace(game, dag=other), move)
            assert same.sentences(hidden=True) == told.sentences(hidden=True)


def test_what_is_said_of_a_graph_that_is_seen_may_differ():
    game = new_game(Dag("{A B C}; A -> B -> C")).after(Visit(0))
    move = Judge("neighbors", (1,), True)
    told = [
        grade(replace(game, dag=dag), move)
        for dag in (game.dag, Dag("{A B C}; C -> B -> A"))
    ]  # fmt: skip
    assert told[0].sentences(hidden=True) == told[1].sentences(hidden=True)
    assert told[0].sentences() != told[1].sentences()


# -- mistaken beliefs ---------------------------------------------------------------------------


def walk(dag: Dag, until) -> Game:
    return next(game for game, _ in canonical(new_game(dag)) if until(game))


def the_answer(game: Game, separated: bool) -> Judge:
    question = game.questions()[0]
    return Judge(question.purpose, question.key, separated)


TRAP = Dag("{0 1 2 3}; 0 -> {1 2}; 1 -> 2; 3 -> 1")


def beliefs():
    collider = Dag("{A B C}; A -> B <- C")
    start = new_game(collider).after(Visit(0))
    yield "only_neighbors", start, Judge("neighbors", (2,), False)
    yield "give_all", start, Ask(0, 2, (1,))
    yield "no_empty_set", start.after(Ask(0, 2, ())), Judge("neighbors", (2,), False)
    both = new_game(Dag("{A B C}; A -> B; A -> C; B -> C")).after(Visit(2))
    pair = walk_from(both, lambda g: g.known.split)
    yield "parents_apart", pair, the_answer(pair, True)
    apart = walk_from(new_game(collider).after(Visit(1)), lambda g: g.known.split)
    yield "more_blocks", apart, the_answer(apart, True)
    yield "small_leaves", pair, Verdict(True)
    yield "first_leaves", new_game(collider).after(Visit(0)), Verdict(True)
    small = walk(Dag("{C A B}; A -> C <- B"), lambda g: g.phase == "update")
    yield "only_deletes", small, Visit(1)
    yield "only_deletes", small, the_answer(small, False)
    one = new_game(TRAP).after(Visit(0))
    yield (
        "condition_1_is_enough",
        walk_from(one, lambda g: g.known.searched and g.phase == "questions"),
        Verdict(True),
    )
    yield ("only_sinks", walk(Dag("A -> B"), lambda g: g.phase == "verdict"), Verdict(False))
    end = walk(Dag("A -> B"), lambda g: g.phase == "direct")
    yield "whole_graph", end, Direct(0, 1)
    fork = new_game(Dag("{A B C}; B -> {A C}")).after(Visit(1))
    yield "", walk_from(fork, lambda g: g.phase == "questions" and g.known.split), Verdict(True)


def walk_from(game: Game, until) -> Game:
    while not until(game):
        game = game.after(game.next_move())
    return game


def test_mistaken_beliefs_are_named():
    seen = set()
    for belief, game, move in beliefs():
        told = grade(game, move)
        assert (told.kind, told.misconception) == ("wrong", belief), (belief, move, told)
        seen.add(belief)
    assert len(seen) >= 10


def test_every_belief_has_its_words():
    assert all(each.words.endswith(".") for each in Belief)


def test_an_early_end_is_not_taken_for_right():
    game = walk(Dag("A -> B <- C; B -> D"), lambda g: g.phase == "direct")
    assert grade(game, Finish()).kind == "wrong"
    assert grade(game.after(game.next_move()), Finish()).kind == "correct"


def test_the_sets_that_are_left_are_counted():
    """A has three neighbors: given proper subsets of the other two, three tests at most."""
    game = new_game(Dag("A -> {B C D}")).after(Visit(0))
    for left in ("; 2 allowed sets would be left.", "; 1 allowed set would be left.", " is due."):
        due = game.next_move()
        assert grade(game, due).text.endswith(left)
        game = game.after(due)
