"""Exercises of notebook 11 on runs: the first wrong test, and dead ends."""

from collections.abc import Iterable
from random import Random
from typing import Any, Final

from marvel_widgets.assessment.answers import Number
from marvel_widgets.assessment.exercise import Exercise, Mistake, names_of
from marvel_widgets.assessment.facts import Fact, Principle
from marvel_widgets.assessment.variable_answers import Names
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.boundary.removability import condition_one_holds, removable_variables
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.independence.log import TestRecord
from marvel_widgets.lessons.counting.facts import Amount, Stated, asked
from marvel_widgets.lessons.finite_samples.facts import DataAnswer, removable_are
from marvel_widgets.lessons.finite_samples.oracle_and_data import OracleAndDataRuns, paired_runs
from marvel_widgets.lessons.race.cohort import (
    collider_itself_opens,
    cut,
    different_mistakes,
    drawn_dag,
)
from marvel_widgets.lessons.removability.witnesses import misjudged
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import counted, rounded

FEWEST_SHOWN, TESTS_SHOWN = 12, 20
NOT_SHOWN: Final = "The ledger shows the tests 1 to {}, not {}."
WRONG_ANSWERS: Final = Principle("The dead end is the work of wrong answers.")


def first_wrong(rng: Random) -> Exercise | None:
    """Ask for the first wrong answer in the ledger of a run on data."""
    dag = drawn_dag(rng, 5, 2)
    runs = paired_runs(dag, rng.choice((30, 40, 50)), 0.1, seed=rng.randrange(10**6))
    tests = list(runs.data.tests[:TESTS_SHOWN])
    if len(tests) < FEWEST_SHOWN:
        return None
    wrong = [t for t in tests if t.independent != _oracle(dag, t, d_separated)]
    if not wrong or not wrong[0].independent:
        return None
    solution = wrong[0].number + 1
    extra = next((t.number + 1 for t in wrong if not t.independent), 0)
    near = min(tests, key=lambda t: abs((t.p_value or 0.0) - (t.alpha or 0.0)))
    ways = [
        (extra, "M13"),
        (_first(dag, tests, cut), "M2"),
        (_first(dag, tests, _no_co_parents), "M7"),
        (_first(dag, tests, collider_itself_opens), "M3"),
        (near.number + 1, "M47"),
    ]
    mistakes = different_mistakes([way for way in ways if way[0]], solution)
    return Exercise(
        title="The first wrong test",
        question=(
            "MARVEL ran on data from this graph. Its first tests, at the levels that it used:\n"
            + "\n".join(f"{t.number + 1}. {_test_words(dag, t)}" for t in tests)
            + "\nWhich is the first with a wrong answer? Give its number."
        ),
        kind=Number(1, 40),
        solution=solution,
        mistakes=mistakes,
        shows=lambda value: (_first_witness(dag, tests, value, solution),),
        reasons=(
            _answer(dag, wrong[0]),
            Stated("The answers before it are right.", (Amount("first_wrong", (), solution),)),
        ),
        hints=(
            f"{counted(len(wrong), 'answer')} of these {len(tests)} are wrong.",
            "Look at the tests that say independent.",
            "Judge each answer by d-separation in the graph; a p-value proves nothing.",
        ),
        dag=dag,
    )


def _oracle(dag: Dag, test: TestRecord, oracle: Any) -> bool:
    names = names_of(dag)
    given = frozenset(names[v] for v in test.given)
    return bool(oracle(dag, names[test.x], names[test.y], given))


def _no_co_parents(dag: Dag, x: str, y: str, given: frozenset[str]) -> bool:
    """Return what an oracle would say if total conditioning found neighbors only (M7)."""
    if len(given) == len(dag) - 2:
        return y not in dag.neighbors(x)
    return d_separated(dag, x, y, given)


def _first(dag: Dag, tests: Iterable[TestRecord], oracle: Any) -> int:
    """Return the number of the first answer that an oracle contradicts, or 0."""
    return next((t.number + 1 for t in tests if t.independent != _oracle(dag, t, oracle)), 0)


def _test_words(dag: Dag, test: TestRecord) -> str:
    names = names_of(dag)
    text = "independent" if test.independent else "dependent"
    given = given_names(names[v] for v in test.given)
    p, level = rounded(test.p_value or 0.0, 2), rounded(test.alpha or 0.0, 2)
    return f"{names[test.x]} and {names[test.y]} {given}: {text} (p = {p}, level {level})"


def _answer(dag: Dag, test: TestRecord) -> Fact:
    names = names_of(dag)
    x, y, given = names[test.x], names[test.y], tuple(names[v] for v in test.given)
    level, apart = test.alpha or 0.0, d_separated(dag, x, y, given)
    return DataAnswer(test.number + 1, x, y, given, test.p_value or 0.0, level, apart)


def _first_witness(dag: Dag, tests: list[TestRecord], value: int, solution: int) -> Fact:
    last = len(tests)
    if not 1 <= value <= last:
        return Stated(NOT_SHOWN, (asked(last), Amount("outside", (1, last), value)))
    if value > solution:
        parts = Amount("after_wrong", (), value), asked(value - 1)
        return Stated("There is a wrong answer before test {}: look at tests 1 to {}.", parts)
    return _answer(dag, tests[value - 1])


def dead_end(rng: Random) -> Exercise | None:
    """Ask which variables are removable in the true graph where a run on data found none."""
    dag = drawn_dag(rng, 6, 3)
    _beliefs_on_removal(dag)  # they differ, or no run is needed
    remaining = _at_dead_end(paired_runs(dag, 500, 0.01, None, seed=rng.randrange(10**6)))
    if remaining is None or len(remaining) < 5:
        return None
    mistakes = _beliefs_on_removal(remaining)
    names = names_of(remaining)
    solution = frozenset(map(str, removable_variables(remaining)))
    return Exercise(
        title="At a dead end",
        question=(
            f"500 samples, level 0.01 for all tests: of the {len(names)} variables that remain, "
            "none passes. Here is the true graph of those that remain. Which of them are removable "
            "in it?"
        ),
        kind=Names(names),
        solution=solution,
        mistakes=mistakes,
        shows=lambda value: misjudged(remaining, value, solution),
        reasons=(removable_are(tuple(sorted(solution))), WRONG_ANSWERS),
        hints=(
            f"{counted(len(solution), 'variable')}.",
            f"Look at {min(solution ^ frozenset(names))}: it is not removable."
            if solution != frozenset(names)
            else "Look at all of them.",
            "Every DAG has a removable variable; its sinks are, and others may be.",
        ),
        dag=remaining,
    )


def _beliefs_on_removal(dag: Dag) -> tuple[Mistake, ...]:
    """Return the variables that mistaken beliefs take for removable."""
    names = names_of(dag)
    sizes = {v: len(dag.markov_boundary(v)) for v in names}
    ways = [
        (frozenset(), "M48"),
        (frozenset(v for v in names if not dag.children(v)), "M4"),
        (frozenset(v for v in names if sizes[v] == min(sizes.values())), "M5"),
        (frozenset(v for i, v in enumerate(names) if condition_one_holds(dag, i)), "M6"),
    ]
    return different_mistakes(ways, frozenset(map(str, removable_variables(dag))))


def _at_dead_end(runs: OracleAndDataRuns) -> Dag | None:
    """Return the true graph at the first dead end, where all removals before it were right."""
    if not runs.dead_ends:
        return None
    graph = runs.dag
    for step in runs.data.steps[: runs.dead_ends[0]]:
        if isinstance(step.event, ev.Removed):
            name = runs.dag.nodes[step.event.x]
            if name not in removable_variables(graph):
                return None
            graph = graph.without(name)
    return graph
