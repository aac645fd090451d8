"""Exercises of notebook P1 on the order of the variables: on wrong answers, and on an oracle."""

import random
from collections.abc import Collection, Iterable, Mapping
from functools import partial
from itertools import combinations
from typing import Any, Final

from marvel_widgets.assessment.answers import Parts
from marvel_widgets.assessment.exercise import Exercise, names_of, random_dag, typical_mistakes
from marvel_widgets.assessment.facts import Fact, Facts, Principle
from marvel_widgets.assessment.true_or_false import Statement, which_hold
from marvel_widgets.assessment.variable_answers import Pairs
from marvel_widgets.core.algorithms.pc import pc
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.algorithms.run import Result, Trace
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.independence.protocol import FunctionTest
from marvel_widgets.lessons.counting.facts import Amount, Stated
from marvel_widgets.lessons.pc_skeleton.by_hand import Independent, by_hand
from marvel_widgets.lessons.pc_skeleton.facts import LeavesInOrder, PcTests
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import counted

NAMES: Final = "ABCD"
Answer = tuple[str, str, tuple[str, ...]]
Test = tuple[frozenset[str], frozenset[str]]
AS_THEY_ARE: Final = Principle(
    "Each edge that leaves takes neighbors from both ends, and with them sets from what comes "
    "later in the level."
)
IN_BOTH: Final = (
    "In the order of the alphabet PC makes {} different tests, in the opposite order {}."
)
SAME_EDGES: Final = Principle(
    "With an oracle PC ends with the edges of the true graph, in any order."
)


def two_orders(rng: random.Random) -> Exercise | None:
    """Ask which edges two orders leave, on answers that come from no graph."""
    said = _drawn_answers(rng)
    orders = [tuple(rng.sample(NAMES, 4)) for _ in "PQ"]
    left: list[frozenset[Any]] = [_run(said, order).skeleton for order in orders]
    if left[0] == left[1]:
        return None
    solution = _answer(*left)
    held = {
        b: _answer(*(by_hand(order, _independent(said), b).edges for order in orders))
        for b in ("M70", "M64", "M65")
    }

    def witness(value: Mapping[str, Any]) -> Facts:
        at = next(n for n, key in enumerate(solution) if value[key] != left[n])
        return (_fate(said, orders[at], min(value["PQ"[at]] ^ left[at], key=sorted)),)

    differs = min(left[0] ^ left[1], key=sorted)
    return Exercise(
        title="Two orders",
        question=(
            "On a table the tests answer that these are independent, and no others:\n"
            + "\n".join(f"{a} and {b} {given_names(given)}" for a, b, given in said)
            + "\nPC goes through the pairs in the order of the variables, and takes the neighbors "
            "as they are when the turn of a pair comes. Which edges are left when the order is "
            f"{', '.join(orders[0])} (P), and which when it is {', '.join(orders[1])} (Q)?"
        ),
        kind=Parts({key: Pairs(NAMES) for key in solution}),
        solution=solution,
        mistakes=typical_mistakes(
            [
                (_answer(left[0], left[0]), "M66"),
                (_answer(left[1], left[1]), "M66"),
                *((answer, b) for b, answer in held.items()),
            ],
            solution.__eq__,
            beliefs=2,
        ),
        shows=witness,
        reasons=(*(_fate(said, order, differs) for order in orders), AS_THEY_ARE),
        hints=(
            f"{counted(len(left[0]), 'edge is', 'edges are')} left with P, {len(left[1])} with Q.",
            f"The two differ at {min(differs)}.",
            "When an edge has left, look at what each of its ends has lost: a set with it may not "
            "be tried any more.",
        ),
    )


def _drawn_answers(rng: random.Random) -> list[Answer]:
    """Return independences of three pairs, with at most one variable given."""
    said = []
    for a, b in sorted(rng.sample([*combinations(NAMES, 2)], 3)):
        others = [v for v in NAMES if v not in (a, b)]
        said.append((a, b, rng.choice([(), *((v,) for v in others)])))
    return said


def _independent(said: list[Answer]) -> Independent:
    known = {(frozenset((a, b)), frozenset(given)) for a, b, given in said}
    return lambda x, y, given: (frozenset((x, y)), given) in known


def _run(said: list[Answer], order: tuple[str, ...]) -> Result:
    independent: Any = _independent(said)
    return pc(FunctionTest(NAMES, independent), start="complete", order=order)


def _answer(one: frozenset[Any], other: frozenset[Any]) -> dict[str, Any]:
    return {"P": one, "Q": other}


def _fate(said: list[Answer], order: tuple[str, ...], pair: frozenset[Any]) -> Fact:
    """Return what becomes of an edge in an order."""
    a, b = sorted(pair)
    kept = _run(said, order).separating_sets.get(pair)
    return LeavesInOrder(order, (a, b), None if kept is None else tuple(sorted(map(str, kept))))


# -- what a run asks -------------------------------------------------------------------------------


def what_pc_asks(rng: random.Random) -> Exercise | None:
    """Ask which statements on the tests of a run are true."""
    dag = random_dag(rng, 6, rng.choice([6, 7, 8]))
    statements = _statements(dag, rng)
    if statements is None:
        return None
    return which_hold(
        "What PC asks",
        "PC learns this graph with an oracle, from the complete graph. It goes through the pairs "
        "in the order of the alphabet, and takes the neighbors as they are when a pair's turn "
        "comes. Which of these statements are true?",
        rng.sample(statements, len(statements)),
        "A set comes from the neighbors that one of the two has left; the smallest come first.",
        dag,
    )


def _statements(dag: Dag, rng: random.Random) -> list[Statement] | None:
    """Return statements on one run and its tests; None where the graph has too few of them."""
    names = names_of(dag)
    run = record("pc", dag, start="complete")
    turned = _tests(record("pc", dag, start="complete", order=names[::-1]))
    asked, kept = _tests(run), run.result.separating_sets
    independent = partial(d_separated, dag)
    one_ended = {*by_hand(names, independent, "M65").asked}
    second = [test for test in asked if test not in one_ended]
    lent = [
        test
        for test in by_hand(names, independent, "M70").asked
        if test not in asked and 0 < len(test[1]) < len(names) - 2
    ]
    pairs = [frozenset(pair) for pair in combinations(names, 2)]
    all_others = [(pair, frozenset(names) - pair) for pair in pairs]
    unasked = [test for test in all_others if test not in asked]
    counts = len({*asked}), len({*turned})
    if not second or not lent or counts[0] == counts[1]:
        return None
    both = zip((False, True), counts, strict=True)
    told = Stated(IN_BOTH, tuple(Amount("pc_tests", (turn,), number) for turn, number in both))
    tested = [
        (rng.choice(pairs), frozenset[str](), "M64"),
        (*rng.choice(unasked), "M8"),
        (*rng.choice(second), "M65"),
        (*rng.choice(lent), "M70"),
    ]
    return [
        *(_tested(p, g, (p, g) in asked, kept.get(p), belief) for p, g, belief in tested),
        Statement("In the opposite order PC makes as many different tests.", False, (told,), "M66"),
        Statement("In the opposite order PC ends with the same edges.", True, (SAME_EDGES,)),
    ]


def _tests(run: Trace) -> list[Test]:
    names = tuple(map(str, run.names))
    return [
        (frozenset((names[t.x], names[t.y])), frozenset(names[v] for v in t.given))
        for t in run.tests
    ]


def _tested(
    pair: Iterable[str],
    members: frozenset[str],
    tested: bool,
    kept: Collection[Any] | None,
    belief: str,
) -> Statement:
    (a, b), given = sorted(pair), tuple(sorted(members))
    early = not tested and kept is not None and len(kept) <= len(given)
    before = tuple(sorted(map(str, kept or ()))) if early else None
    text = f"PC tests {a} and {b} {given_names(given)}."
    return Statement(text, tested, (PcTests(a, b, given, tested, before),), belief)
