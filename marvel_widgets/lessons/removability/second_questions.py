"""A second question on beliefs about removable variables, for a placement test."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import permutations
from types import MappingProxyType
from typing import Final

from marvel_widgets.assessment.exercise import Builder, Exercise, random_dag
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
from marvel_widgets.lessons.removability.witnesses import in_order
from marvel_widgets.text import listed


def who_can_leave(rng: random.Random) -> Exercise | None:
    """Ask which sentences on which can leave are true of a graph.

    Typical errors: all neighbors must be adjacent, a new arrow only helps, sinks only, Condition 1
    only.

    Theorem 1. Cost: a removability report for each variable and each new arrow.
    """
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
        _new_arrow(*rng.choice(arrows)),
        _condition_one(rng.choice(half)),
        _sinks(rng.choice(with_children), dag, rng.random() < 0.5),
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
    return Statement(
        f"{x} is removable, although no edge joins its neighbors {one} and {other}.",
        True,
        f"{x} is removable: only pairs with a child of {x} must be joined, and neither {one} nor "
        f"{other} is its child.",
        "M24",
    )


def _new_arrow(x: Label, arrow: tuple[Label, Label]) -> Statement:
    tail, head = arrow
    return Statement(
        f"With a new arrow {tail} -> {head}, {x} would be removable.",
        False,
        f"The new arrow fulfills Condition 1 for {x}, and gives {head} the parent {tail}: now "
        f"Condition 2 fails for {x}.",
        "M26",
    )


def _condition_one(x: Label) -> Statement:
    return Statement(
        f"Each child of {x} is adjacent to all other neighbors of {x}, so {x} is removable.",
        False,
        f"Condition 1 holds for {x}, but Condition 2 does not: {x} is not removable.",
        "M6",
    )


def _sinks(x: Label, dag: Dag, positive: bool) -> Statement:
    children = listed(in_order(dag, dag.children(x)))
    why = f"{x} is removable, and it has the child {children}."
    if len(dag.children(x)) > 1:
        why = f"{x} is removable, and it has the children {children}."
    if positive:
        return Statement("Some removable variable has a child.", True, why, "M4")
    return Statement("Only variables without children are removable.", False, why, "M4")


def _plain(dag: Dag, x: Label) -> Statement:
    missing = " and ".join(in_order(dag, min(missing_pairs(dag, x), key=sorted)))
    why = f"{x} is not removable: {missing} are not adjacent, and would have to be."
    return Statement(f"{x} is not removable.", True, why)


SECOND_QUESTIONS: Final[Mapping[str, Builder]] = MappingProxyType({"who_can_leave": who_can_leave})
