"""A second question on beliefs about removable variables, for a placement test."""

import random
from collections.abc import Iterator
from itertools import permutations
from typing import Final

from marvel_widgets.assessment.exercise import Exercise, by_name, random_dag
from marvel_widgets.assessment.true_or_false import Statement, which_hold
from marvel_widgets.core.boundary.removability import is_removable
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.removability.beliefs import (
    apart,
    missing_pairs,
    passes_condition_one,
    with_arrows,
)
from marvel_widgets.lessons.removability.facts import Satisfies
from marvel_widgets.lessons.removability.facts_answers import With
from marvel_widgets.lessons.removability.witnesses import in_order, nothing_asks, verdict_of


def who_can_leave(rng: random.Random) -> Exercise | None:
    """Ask which sentences on which can leave are true of a graph."""
    dag = random_dag(rng, 6, rng.randint(7, 9))
    leaving = [x for x in dag.nodes if is_removable(dag, x)]
    loose = [x for x in leaving if apart(dag, dag.neighbors(x))]
    arrows = list(_misleading_arrows(dag))
    stuck = [x for x in dag.nodes if x not in leaving]
    half = [x for x in stuck if passes_condition_one(dag, x)]
    with_children = [x for x in leaving if dag.children(x)]
    if not (loose and arrows and half and with_children):
        return None
    statements = [
        _not_adjacent(dag, rng.choice(loose)),
        _new_arrow(dag, *rng.choice(arrows)),
        _condition_one(dag, rng.choice(half)),
        _sinks(dag, rng.choice(with_children), rng.random() < 0.5),
        _plain(dag, rng.choice(stuck)),
    ]
    rng.shuffle(statements)
    return which_hold(
        "Which can leave?",
        "Which sentences are true of this graph?",
        statements,
        "Both conditions of Theorem 1 speak of the children of the variable that leaves, and a new "
        "arrow gives its head a new parent.",
        dag,
    )


def _misleading_arrows(dag: Dag) -> Iterator[tuple[Label, tuple[Label, Label]]]:
    """Yield a variable, and an arrow that fulfills Condition 1 for it, but breaks Condition 2."""
    for x in dag.nodes:
        pairs = missing_pairs(dag, x, 1)
        if len(pairs) != 1 or pairs != missing_pairs(dag, x):
            continue
        for arrow in permutations(in_order(dag, next(iter(pairs)))):
            a, b = arrow
            graph = with_arrows(dag, [(a, b)])
            if graph is None or is_removable(graph, x):
                continue
            if passes_condition_one(graph, x):
                yield x, (a, b)


def _not_adjacent(dag: Dag, x: Label) -> Statement:
    one, other = in_order(dag, min(apart(dag, dag.neighbors(x)), key=sorted))
    text = f"{x} is removable, although no edge joins its neighbors {one} and {other}."
    why = *verdict_of(dag, x), nothing_asks(dag, x, (one, other))
    return Statement(text, True, why, "M24")


def _new_arrow(dag: Dag, x: Label, arrow: tuple[Label, Label]) -> Statement:
    after = Dag([*dag.edges, arrow], nodes=dag.nodes)
    why = With((arrow,), (Satisfies(x, 1, True), *verdict_of(after, x)))
    tail, head = arrow
    text = f"With a new arrow {tail} -> {head}, {x} would be removable."
    return Statement(text, False, (why,), "M26")


def _condition_one(dag: Dag, x: Label) -> Statement:
    text = f"Each child of {x} is adjacent to all other neighbors of {x}, so {x} is removable."
    return Statement(text, False, (Satisfies(x, 1, True), *verdict_of(dag, x)), "M6")


def _sinks(dag: Dag, x: Label, positive: bool) -> Statement:
    if positive:
        text = "Some removable variable has a child."
    else:
        text = "Only variables without children are removable."
    return Statement(text, positive, verdict_of(dag, x), "M4")


def _plain(dag: Dag, x: Label) -> Statement:
    return Statement(f"{x} is not removable.", True, verdict_of(dag, x))


SECOND_QUESTIONS: Final = by_name(who_can_leave)
