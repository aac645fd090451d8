"""The exercises of P1, solved again: PC as it is printed, and what each belief makes of it."""

import re
from itertools import combinations

import pytest

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.pc_skeleton import exercises as facts
from marvel_widgets.lessons.pc_skeleton.exercises import EXERCISES, by_hand
from tests.by_networkx import separated
from tests.drawn_cases import drawn_once, held
from tests.reference import published_pc
from tests.slices import in_each_run

SEEDS = [f"student {n}" for n in range(8)]
each = pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))


def drawn(name, seed):
    return drawn_once(EXERCISES[name], seed)


def printed(dag, order=None, *, stable=False):
    return published_pc.skeleton(
        list(order or dag.nodes), lambda x, y, given: separated(dag, x, y, given), stable=stable
    )


def pairs(names):
    return map(frozenset, combinations(names, 2))


def leave(dag, level):
    """The edges that the printed program takes away at a level."""
    _, sepset, _ = printed(dag, stable=True)
    return {frozenset(pair) for pair, given in sepset.items() if len(given) == level}


@each
def test_level_0(seed):
    exercise = drawn("level_0", seed)
    dag = exercise.dag
    assert exercise.solution == leave(dag, 0)
    assert held(exercise, "no_level_0") == [set()]
    whole = {p for p in pairs(dag.nodes) if separated(dag, *p, {*dag.nodes} - p)}
    assert held(exercise, "give_all") == [whole]
    apart = set(pairs(dag.nodes)) - set(map(frozenset, dag.edges))
    assert held(exercise, "give_nothing") == [apart]


@each
def test_level_1(seed):
    exercise = drawn("level_1", seed)
    dag = exercise.dag
    assert exercise.solution == leave(dag, 1)
    alone = {p for p in pairs(dag.nodes) if any(separated(dag, *p, {z}) for z in {*dag.nodes} - p)}
    assert held(exercise, "no_level_0") == [alone]
    assert held(exercise, "give_nothing") == [set()]


def lines_of(exercise):
    """The neighbors that a question lists, a line for each variable."""
    found = re.findall(r"^(\w): (.+)$", exercise.question, re.MULTILINE)
    return {name: set(row.split(", ")) for name, row in found}


@each
def test_which_sets(seed):
    exercise = drawn("which_sets", seed)
    dag, near = exercise.hidden, lines_of(exercise)
    a, b = re.search(r"separates (\w) and (\w)\.", exercise.question).groups()
    adjacencies, _, asked = printed(dag, stable=True)
    assert b in adjacencies[a]
    tried = {given for x, y, given, _ in asked if {x, y} == {a, b} and len(given) == 2}
    sets = [frozenset(re.findall(r"\w", text)) for text in exercise.kind.sentences]
    assert set(sets) == set(pairs(set(dag.nodes) - {a, b}))
    assert exercise.solution == {n for n, given in enumerate(sets, 1) if given in tried}
    ends = [{n for n, given in enumerate(sets, 1) if given <= near[end]} for end in (a, b)]
    assert all(answer in ends for answer in held(exercise, "one_end"))
    assert ends[0] | ends[1] == exercise.solution
    assert {*held(exercise, "gone_edges_lend")} == {frozenset(range(1, 7))} - {exercise.solution}


@each
def test_how_many_sets(seed):
    exercise = drawn("how_many_sets", seed)
    near = lines_of(exercise)
    a, b = re.search(r"The edge (\w) - (\w) is left", exercise.question).groups()
    size, p = map(int, re.search(r"level (\d) with (\d)", exercise.question).groups())
    ends = [[s for s in combinations(sorted(near[e]), size) if not {a, b} & {*s}] for e in (a, b)]
    assert exercise.solution == len({*ends[0], *ends[1]})
    found = {answer for b in ("one_end", "counted_again") for answer in held(exercise, b)}
    assert found <= {len(ends[0]), len(ends[1]), len(ends[0]) + len(ends[1])}
    assert set(held(exercise, "gone_edges_lend")) <= {len([*combinations(range(p - 2), size)])}
    mixed = (near[a] | near[b]) - {a, b}
    for slip in exercise.slips:
        assert slip.answer == len([*combinations(mixed, size)])


def answers_in(exercise):
    """What the question says of its table, as a test."""
    found = re.findall(
        r"^(\w) and (\w) given (?:nothing|\{(.*)\})$", exercise.question, re.MULTILINE
    )
    known = {(frozenset((a, b)), frozenset(given)) for a, b, given in found}
    return lambda x, y, given: (frozenset((x, y)), frozenset(given)) in known


@each
def test_two_orders(seed):
    exercise = drawn("two_orders", seed)
    test = answers_in(exercise)
    orders = [
        tuple(re.findall(r"\w", row))
        for row in re.findall(r"((?:\w, ){3}\w) \([PQ]\)", exercise.question)
    ]
    left = {}
    for key, order in zip("PQ", orders, strict=True):
        adjacencies, _, _ = published_pc.skeleton(list(order), test)
        left[key] = {frozenset((x, y)) for x in order for y in adjacencies[x]}
    assert exercise.solution == left
    assert {"P": left["P"], "Q": left["P"]} in held(exercise, "any_order")
    assert {"P": left["Q"], "Q": left["Q"]} in held(exercise, "any_order")
    settled = {p for p in pairs("ABCD") if any(test(*p, g) for g in sets_without(p))}
    # whoever takes sets from all takes each listed pair away
    for answer in held(exercise, "gone_edges_lend"):
        assert answer == {"P": set(pairs("ABCD")) - settled, "Q": set(pairs("ABCD")) - settled}


def sets_without(pair):
    others = sorted({*"ABCD"} - pair)
    return [s for size in range(3) for s in combinations(others, size)]


@each
def test_what_pc_asks(seed):
    exercise = drawn("what_pc_asks", seed)
    dag = exercise.dag
    runs = [printed(dag, order)[2] for order in (dag.nodes, dag.nodes[::-1])]
    asked, turned = ({(frozenset((x, y)), given) for x, y, given, _ in run} for run in runs)

    def holds(text):
        if found := re.match(r"PC tests (\w) and (\w) given (.*)\.", text):
            given = frozenset(re.findall(r"\b[A-F]\b", found[3]))
            return (frozenset(found.groups()[:2]), given) in asked
        return "same edges" in text or len(asked) == len(turned)

    true = {n for n, text in enumerate(exercise.kind.sentences, 1) if holds(text)}
    assert exercise.solution == true
    assert {m.misconception for m in exercise.mistakes} == {
        "give_all",
        "no_level_0",
        "one_end",
        "any_order",
        "gone_edges_lend",
    }
    forms = {
        "give_all": r"\w, \w, \w, \w\}",
        "no_level_0": "nothing",
        "any_order": "as many different tests",
    }
    for mistake in exercise.mistakes:  # each belief turns one sentence round
        (number,) = mistake.answer ^ exercise.solution
        assert re.search(
            forms.get(mistake.misconception, r"\{"), exercise.kind.sentences[number - 1]
        )
        assert (number in true) == (mistake.misconception in ("no_level_0", "one_end"))


@each
@pytest.mark.parametrize("stable", [False, True])
def test_by_hand_asks_what_the_printed_program_asks(seed, stable):
    dag = drawn("level_1", seed).dag
    found = by_hand(dag.nodes, lambda *query: separated(dag, *query), stable=stable)
    adjacencies, _, asked = printed(dag, stable=stable)
    assert found.asked == tuple((frozenset((x, y)), given) for x, y, given, _ in asked)
    assert found.edges == {frozenset((x, y)) for x in dag.nodes for y in adjacencies[x]}


def test_a_run_with_a_belief_is_another_one():
    dag = Dag("X -> Y <- T; X -> Z; Y -> Z", nodes="TXYZ")  # T and Z: only {X, Y} separates
    right = by_hand(dag.nodes, lambda *query: separated(dag, *query))

    def run(belief):
        return by_hand(dag.nodes, lambda *query: separated(dag, *query), belief)

    assert run("no_level_0").edges > right.edges  # X and T are separated by the empty set alone
    assert run("one_end").edges > right.edges  # T has not got X any more
    assert {given for _, given in run("give_all").asked} == {
        frozenset(s) for s in combinations("TXYZ", 2)
    }
    assert run("gone_edges_lend").edges == right.edges
    assert {*run("gone_edges_lend").asked} > {*right.asked}


SAID = {
    facts.NoneAlone("X", "Y"): "No single variable separates X and Y.",
    facts.TriedFor("X", "Y", ("A", "B"), "Y"): "{A, B} is tried: all of it are neighbors of Y.",
    facts.TriedFor("X", "Y", ("A", "B"), None): (
        "{A, B} is not tried: neither X nor Y has all of it as neighbors."
    ),
    facts.SetsOfBoth("X", "Y", 2, (3, 6, 1), 8): (
        "The neighbors of X have 3 sets of this size, those of Y 6; 1 of them comes from either "
        "end: 3 + 6 - 1 = 8."
    ),
    facts.LeavesInOrder(("B", "A"), ("A", "B"), ()): (
        "In the order B, A the edge A - B leaves, given nothing."
    ),
    facts.LeavesInOrder(("B", "A"), ("A", "B"), None): (
        "In the order B, A the edge A - B stays: when its turn comes, no set of neighbors of one "
        "end separates the two."
    ),
    facts.PcTests("X", "Y", ("Z",), True, None): (
        "PC tests X and Y given {Z}: all of it are neighbors of one of the two."
    ),
    facts.PcTests("X", "Y", ("Z",), False, ("T",)): (
        "PC does not test X and Y given {Z}: the edge has left before, given {T}."
    ),
    facts.PcTests("X", "Y", ("Z",), False, None): (
        "PC does not test X and Y given {Z}: neither has all of it as neighbors when their turn "
        "comes."
    ),
}


def test_each_fact_is_said_in_its_polarity():
    assert {fact: fact.say() for fact in SAID} == SAID
