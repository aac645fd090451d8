"""Exercises of notebook 11 on tables of p-values: which answers are wrong, at which level?"""

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from random import Random
from typing import Any, Final, NamedTuple

from marvel_widgets.assessment.answers import Parts
from marvel_widgets.assessment.exercise import Exercise, names_of
from marvel_widgets.assessment.facts import Fact, Facts
from marvel_widgets.assessment.variable_answers import Names
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.independence.gaussian import FisherZ
from marvel_widgets.experiments.linear_gaussian import LinearGaussian
from marvel_widgets.lessons.counting.facts import Stated
from marvel_widgets.lessons.finite_samples.facts import DataAnswer
from marvel_widgets.lessons.race.cohort import (
    collider_itself_opens,
    cut,
    different_mistakes,
    drawn_dag,
)
from marvel_widgets.lessons.upper_bound.amounts import Found
from marvel_widgets.lessons.upper_bound.counts import first_wrong
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import counted, listed, rounded

Oracle = Callable[[Dag, Any, Any, frozenset[Any]], bool]

HIGH, LOW = 0.05, 0.005
"""The two levels at which a table of p-values is read."""

KINDS: Final = "False dependence: {}. False independence: {}."
CHANGES: Final = (
    "The smaller level cures {}, false dependence, and makes {} wrong, false independence."
)


class DataTest(NamedTuple):
    """A CI test on data: what was asked, and its p-value."""

    x: str
    y: str
    given: frozenset[str]
    p: float

    def is_wrong(self, dag: Dag, level: float, oracle: Oracle = d_separated) -> bool:
        """Return whether the answer at a level differs from the oracle's."""
        return (self.p > level) != oracle(dag, self.x, self.y, self.given)

    @property
    def words(self) -> str:
        """The question and the p-value."""
        return f"{self.x} and {self.y} {given_names(sorted(self.given))}: p = {rounded(self.p, 2)}"


def _asked(dag: Dag, n: int, rng: Random) -> list[DataTest]:
    """Return every CI test on n samples of a random linear-Gaussian model."""
    import numpy as np

    draw = np.random.default_rng(rng.randrange(2**32))
    test = FisherZ(LinearGaussian.random(dag, draw).sample(n, draw))
    names = names_of(dag)
    return [
        DataTest(x, y, frozenset(given), test.p_value(x, y, given))
        for x, y in combinations(names, 2)
        for size in range(3)
        for given in combinations([v for v in names if v not in (x, y)], size)
    ]


def _clear(test: DataTest) -> bool:
    """Return whether the p-value is clear of both levels, so that rounding changes no answer."""
    return all(abs(test.p - level) > level / 20 for level in (HIGH, LOW))


def _table(rng: Random, dag: Dag, tests: list[DataTest], level: float) -> dict[str, DataTest]:
    """Return eight tests as a table, with errors of both kinds at a level where there are."""
    apart = {True: [t for t in tests if t.is_wrong(dag, level)]}
    apart[False] = [t for t in tests if not t.is_wrong(dag, level)]
    wrong = []
    for independent in (True, False):  # independent, dependent
        kind = [t for t in apart[True] if (t.p > level) == independent]
        wrong += rng.sample(kind, min(len(kind), 2))
    chosen = wrong + rng.sample(apart[False], 8 - len(wrong))
    rng.shuffle(chosen)
    return {str(i): test for i, test in enumerate(chosen, 1)}


def _wrong(
    dag: Dag, table: Mapping[str, DataTest], level: float, oracle: Oracle = d_separated
) -> frozenset[str]:
    return frozenset(k for k, test in table.items() if test.is_wrong(dag, level, oracle))


def _lines(table: Mapping[str, DataTest]) -> str:
    return "\n".join(f"{key}. {test.words}" for key, test in table.items())


def _answer(dag: Dag, key: str, table: Mapping[str, DataTest], level: float) -> Fact:
    test = table[key]
    apart = d_separated(dag, test.x, test.y, test.given)
    given = tuple(sorted(test.given))
    return DataAnswer(int(key), test.x, test.y, given, test.p, level, apart)


def _found(keys: Iterable[str], separated: bool, right_at: float | None = None) -> Found:
    """Return the tests with a kind of error at one level, and none at the other."""
    level = LOW if right_at == HIGH else HIGH
    return Found("wrong_at", (level, separated, right_at), tuple(sorted(keys)))


def wrong_answers(rng: Random) -> Exercise | None:
    """Ask for the wrong answers in a table of p-values, by d-separation in the true graph."""
    dag = drawn_dag(rng, 5, 2)
    tests = [test for test in _asked(dag, rng.choice((30, 50, 80)), rng) if _clear(test)]
    table = _table(rng, dag, tests, HIGH)
    solution = _wrong(dag, table, HIGH)
    proved = frozenset(key for key in solution if table[key].p <= HIGH)
    mistakes = different_mistakes(
        [
            (proved, "M13"),
            (frozenset(), "M47"),
            (_wrong(dag, table, HIGH, cut), "M2"),
            (_wrong(dag, table, HIGH, collider_itself_opens), "M3"),
        ],
        solution,
    )
    if mistakes[0].answer != proved or not proved:
        return None
    return Exercise(
        title="Which answers are wrong?",
        question=(
            f"Data from this graph gave these p-values:\n{_lines(table)}\n"
            f"At level {HIGH}, a test says independent when p is above it. Give the numbers of "
            "the tests whose answer is wrong in the graph."
        ),
        kind=Names(tuple(table)),
        solution=solution,
        mistakes=mistakes,
        shows=lambda value: (_answer(dag, min(value ^ solution), table, HIGH),),
        reasons=(Stated(KINDS, (_found(proved, True), _found(solution - proved, False))),),
        hints=(
            f"{counted(len(solution), 'answer')} of the eight.",
            f"Begin with test {min(solution)}.",
            "Compare the answer of each test with d-separation; both kinds of error occur.",
        ),
        dag=dag,
    )


def two_levels(rng: Random) -> Exercise | None:
    """Ask for the wrong answers at two levels: a smaller level corrects some and adds others."""
    dag = drawn_dag(rng, 5, 2)
    tests = [test for test in _asked(dag, rng.choice((30, 50, 80)), rng) if _clear(test)]
    between = [test for test in tests if LOW < test.p <= HIGH]
    rest = [test for test in tests if test not in between]
    if len(between) < 3:
        return None
    chosen = rng.sample(between, 3) + rng.sample(rest, 5)
    rng.shuffle(chosen)
    table = {str(i): test for i, test in enumerate(chosen, 1)}
    high, low = _wrong(dag, table, HIGH), _wrong(dag, table, LOW)
    cured, fresh = high - low, low - high
    if not cured or not fresh:
        return None

    def both(one: frozenset[str], other: frozenset[str]) -> dict[str, frozenset[str]]:
        return {f"wrong at {HIGH}": one, f"wrong at {LOW}": other}

    def found(oracle: Oracle) -> dict[str, frozenset[str]]:
        return both(_wrong(dag, table, HIGH, oracle), _wrong(dag, table, LOW, oracle))

    solution = both(high, low)
    proved = [frozenset(k for k in wrong if table[k].p <= HIGH) for wrong in (high, low & high)]
    mistakes = different_mistakes(
        [
            (both(high, low & high), "M47"),
            (both(*proved), "M13"),
            (found(cut), "M2"),
            (found(collider_itself_opens), "M3"),
        ],
        solution,
    )

    def shows(value: Mapping[str, frozenset[str]]) -> Facts:
        key = first_wrong(value, solution)
        level = HIGH if key == next(iter(solution)) else LOW
        return (_answer(dag, min(value[key] ^ solution[key]), table, level),)

    return Exercise(
        title="Two levels",
        question=(
            f"Data from this graph gave these p-values:\n{_lines(table)}\n"
            f"Give the numbers of the tests that are answered wrong at level {HIGH}, and of those "
            f"that are answered wrong at level {LOW}."
        ),
        kind=Parts({key: Names(tuple(table)) for key in solution}),
        solution=solution,
        mistakes=mistakes,
        shows=shows,
        reasons=(Stated(CHANGES, (_found(cured, True, LOW), _found(fresh, False, HIGH))),),
        hints=(
            f"{len(high)} at level {HIGH}, {len(low)} at level {LOW}.",
            f"Only the answers of {listed(k for k, t in table.items() if t in between)} change.",
            "A smaller level says independent more often: less false dependence, more false "
            "independence.",
        ),
        dag=dag,
    )
