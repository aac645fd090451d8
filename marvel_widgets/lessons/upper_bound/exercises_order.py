"""The exercise on the order of the names: one effect of several causes, listed in two orders."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from marvel_widgets.assessment.answers import Number, Parts
from marvel_widgets.assessment.exercise import Exercise, Mistake, Slip
from marvel_widgets.assessment.facts import Facts
from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.assessment.variable_answers import Names
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.algorithms.run import Trace
from marvel_widgets.core.boundary.lemmas import NEIGHBORS
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.counting.facts import Amount, Stated
from marvel_widgets.lessons.upper_bound.counts import one_for_each
from marvel_widgets.lessons.upper_bound.facts_order import CostsInBoth, LeavesFirst, SearchOf, Why
from marvel_widgets.text import listed

LISTS: Final = ("P", "Q")
MOST: Final = 500  # of a random guess


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of several causes, and two orders of the names, one of which begins with it."""

    effect: str
    causes: tuple[str, ...]
    orders: Mapping[str, tuple[str, ...]]

    def dag(self, name: str | None = None) -> Dag:
        """Return the graph with its variables in one of the orders, or by the alphabet."""
        nodes = self.orders[name] if name else tuple(sorted((self.effect, *self.causes)))
        return Dag([(cause, self.effect) for cause in self.causes], nodes=nodes)

    def first_of(self, name: str) -> str:
        """Return the first variable of a list."""
        return self.orders[name][0]

    def answer(self, first: Mapping[str, str], of_cause: int, of_effect: int) -> dict[str, Any]:
        """Return the answer by which these leave first, at these costs."""
        found: dict[str, Any] = {}
        for name in LISTS:
            found[_leaves(name)] = frozenset((first[name],))
            found[_tests(name)] = of_effect if first[name] == self.effect else of_cause
        return found


def _leaves(name: str) -> str:
    return f"{name} leaves"


def _tests(name: str) -> str:
    return f"{name} tests"


def order_of_names(rng: random.Random) -> Exercise | None:
    """Ask what leaves first, and what its visit costs, when the names are listed in two orders."""
    case = _drawn(rng)
    runs = {name: _run(case.dag(name)) for name in LISTS}
    solution = _first_visits(runs)
    m = len(case.causes)
    subsets = 1 << (m - 1)  # of the other members
    return Exercise(
        title="The order of the names",
        question=(
            f"{case.effect} is the effect of {listed(case.causes)}, and there is no other edge. "
            "MARVEL gets the true Markov boundaries. It visits small boundaries first, and of "
            "equally large ones that of the variable which is listed first; each search tries "
            "small sets first. The variables are listed in one of two orders:\n"
            + "\n".join(f"{name}: {', '.join(case.orders[name])}" for name in LISTS)
            + "\nFor each list: which variable leaves first, and how many CI tests does its visit "
            "make to tell its neighbors from its co-parents (line 7, by the neighbor lemma with "
            "its proper subsets)? Count by hand."
        ),
        kind=Parts(
            {
                key: kind
                for name in LISTS
                for key, kind in (
                    (_leaves(name), Names(sorted(case.orders[name]))),
                    (_tests(name), Number(0, MOST)),
                )
            }
        ),
        solution=solution,
        mistakes=_mistakes(case),
        diagnose=lambda value: _diagnosis(case, value),
        slips=_slips(case),
        shows=lambda value: _shows(case, value, solution),
        reasons=(
            CostsInBoth(case.effect, case.causes, subsets - 1),
            Stated(
                "The whole runs make {} different tests with P and {} different tests with Q after "
                "the boundaries, and learn the same arrows.",
                tuple(
                    Amount("distinct_in_order", case.orders[name], run.result.counts.distinct or 0)
                    for name, run in runs.items()
                ),
            ),
        ),
        hints=(
            f"One of the two numbers is {m} times an odd number.",
            "Write down the boundary of each variable first. Which of them is the smallest?",
            "A search ends with its first independence. Two causes are independent given nothing; "
            "a cause and its effect never are, so that all proper subsets of the other members "
            "are tried.",
        ),
        dag=case.dag(),
    )


def _drawn(rng: random.Random) -> Effect:
    names = list("ABCDEFG"[: rng.randint(5, 7)])
    effect = rng.choice(names)
    causes = [name for name in names if name != effect]
    late = rng.sample(causes, len(causes))
    late.insert(rng.randint(1, len(causes)), effect)
    orders = [tuple(late), (effect, *rng.sample(causes, len(causes)))]
    rng.shuffle(orders)
    return Effect(effect, tuple(causes), dict(zip(LISTS, orders, strict=True)))


def _run(dag: Dag, *, co_parents: bool = True) -> Trace:
    """Return the run with the true boundaries, or with those of M7: neighbors alone."""
    members = dag.markov_boundary if co_parents else dag.neighbors
    return record("marvel", dag, {name: members(name) for name in dag.nodes})


def _first_visits(runs: Mapping[str, Trace]) -> dict[str, Any]:
    """Return what leaves first in some runs, and the tests of line 7 at its visit."""
    found: dict[str, Any] = {}
    for name, trace in runs.items():
        found[_leaves(name)] = frozenset((str(trace.result.removal_order[0]),))
        # neighbors are told apart once for each variable, here at the visit at which it leaves
        left = trace.names.index(trace.result.removal_order[0])
        found[_tests(name)] = sum(
            test.purpose == NEIGHBORS and left in (test.x, test.y) for test in trace.tests
        )
    return found


def _mistakes(case: Effect) -> tuple[Mistake, ...]:
    m = len(case.causes)
    tried = (1 << (m - 1)) - 1
    first = {name: case.first_of(name) for name in LISTS}
    sinks = dict.fromkeys(LISTS, case.effect)
    return (
        Mistake(case.answer(sinks, m * tried, m * tried), "M4"),
        Mistake(case.answer(first, m * tried, m * tried), "M29"),
        Mistake(case.answer(first, one_for_each(m - 1) + m - 1, m * one_for_each(m - 1)), "M38"),
    )


def _diagnosis(case: Effect, value: Mapping[str, Any]) -> Misconception:
    """Return a belief that notebooks 02 and 05 ask about, where an answer comes from it."""
    neighbors_only = {name: _run(case.dag(name), co_parents=False) for name in LISTS}
    if value == _first_visits(neighbors_only):
        return "M7"
    m = len(case.causes)
    one_test_each = case.answer({name: case.first_of(name) for name in LISTS}, m, m)
    return "M28" if value == one_test_each else ""


def _slips(case: Effect) -> tuple[Slip, ...]:
    m = len(case.causes)
    subsets = 1 << (m - 1)
    first = {name: case.first_of(name) for name in LISTS}
    return (
        Slip(
            case.answer(first, subsets + m - 1, m * subsets),
            "Perhaps the whole set was counted: the neighbor lemma asks for proper subsets.",
        ),
        Slip(
            case.answer(first, subsets - 1, m * (subsets - 1)),
            "Perhaps the searches that end at once were left out: each is one test.",
        ),
    )


# -- what is shown of an answer --------------------------------------------------------------------


def _shows(case: Effect, value: Mapping[str, Any], solution: Mapping[str, Any]) -> Facts:
    for name in LISTS:
        first = case.first_of(name)
        if value[_leaves(name)] != solution[_leaves(name)]:
            others = [v for v in case.orders[name] if v in value[_leaves(name)] - {first}]
            said = others[0] if others else None
            return (LeavesFirst(case.effect, first, said, name, case.orders[name]),)
        number, right = value[_tests(name)], solution[_tests(name)]
        if number != right:
            others = [v for v in case.causes if v != first]
            y, rest = (case.effect, others) if first != case.effect else (others[0], others[1:])
            found = _of_a_cause(number, right, 1 << len(others)) if first != case.effect else None
            why = found or ("all but the whole" if number > right else "all tried")
            each = first == case.effect
            return (SearchOf(first, y, tuple(rest), why, name, each and bool(rest)),)
    return ()


def _of_a_cause(number: int, right: int, subsets: int) -> Why | None:
    """Return what a number of tests of a cause overlooks; None where searches were too short."""
    if number == 0:
        return "shares a child"
    if number == right + 1:
        return "not the whole"
    if number > right:
        return "ends at once"
    return "one test" if number == subsets - 1 else "all tried"
