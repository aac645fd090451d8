"""11, tables and ledgers of tests on data: which answers are wrong, and where a run gets stuck."""

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from random import Random
from typing import Any, Final, NamedTuple

from marvel_widgets.assessment.answers import Number, Parts
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.exercise import FEWEST_MISTAKES, Exercise, names_of
from marvel_widgets.assessment.facts import Fact, Facts, Principle, kind
from marvel_widgets.assessment.variable_answers import Names
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.boundary.removability import removable_variables
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.independence.gaussian import FisherZ
from marvel_widgets.experiments.linear_gaussian import LinearGaussian
from marvel_widgets.lessons.counting.facts import Amount, Found, Stated, as_named
from marvel_widgets.lessons.finite_samples.runs import OracleAndDataRuns, paired_runs
from marvel_widgets.lessons.race.cohort import collider_itself_opens, drawn_dag, ways_cut
from marvel_widgets.lessons.removability.exercises import BELIEVED, misjudged
from marvel_widgets.lessons.separation.facts import OPPOSITE, Labels, why_separated
from marvel_widgets.lessons.upper_bound.exercises import first_error as first_wrong_part
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import counted, listed, rounded


def _data_answer(
    number: int, x: Label, y: Label, given: Labels, p: float, level: float, separated: bool
) -> str:
    truth = "d-separated" if separated else OPPOSITE["d-separated"]
    right, said = (p > level) == separated, "independent" if p > level else "dependent"
    return (
        f"Test {number} {'answers' if right else 'does not answer'} as the graph does: {x} and {y} "
        f"{given_names(given)} have p = {rounded(p, 2)}, so at level {rounded(level, 2)} the data "
        f"say {said}; in the graph they are {truth}."
    )


DataAnswer = kind("number x y given p level separated", _data_answer)

Oracle = Callable[[Dag, Any, Any, frozenset[Any]], bool]

HIGH, LOW = 0.05, 0.005
"""The two levels at which a table of p-values is read."""

KINDS: Final = "False dependence: {}. False independence: {}."
CHANGES: Final = (
    "The smaller level cures {}, false dependence, and makes {} wrong, false independence."
)


class DataTest(NamedTuple):
    """A CI test on data: what was asked, its p-value, and the level where a run had one."""

    x: str
    y: str
    given: frozenset[str]
    p: float
    level: float = HIGH

    def is_wrong(self, dag: Dag, level: float, oracle: Oracle = d_separated) -> bool:
        """Return whether the answer at a level differs from the oracle's."""
        return (self.p > level) != oracle(dag, self.x, self.y, self.given)

    @property
    def words(self) -> str:
        return f"{self.x} and {self.y} {given_names(sorted(self.given))}"


def _asked(dag: Dag, n: int, rng: Random) -> list[DataTest]:
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


def _clear_ones(dag: Dag, rng: Random) -> list[DataTest]:
    """Return those whose p-values are clear of both levels, so that rounding changes no answer."""
    tests = _asked(dag, rng.choice((30, 50, 80)), rng)
    return [t for t in tests if all(abs(t.p - level) > level / 20 for level in (HIGH, LOW))]


def _table(rng: Random, dag: Dag, tests: list[DataTest], level: float) -> dict[str, DataTest]:
    """Return eight tests as a table, with errors of both kinds at a level where there are."""
    chosen: list[DataTest] = []
    for independent in (True, False):
        kind = [t for t in tests if t.is_wrong(dag, level) and (t.p > level) == independent]
        chosen += rng.sample(kind, min(len(kind), 2))
    right = [t for t in tests if not t.is_wrong(dag, level)]
    return _numbered(rng, chosen + rng.sample(right, 8 - len(chosen)))


def _numbered(rng: Random, tests: list[DataTest]) -> dict[str, DataTest]:
    rng.shuffle(tests)
    return {str(i): test for i, test in enumerate(tests, 1)}


def _wrong(
    dag: Dag, table: Mapping[str, DataTest], level: float, oracle: Oracle = d_separated
) -> frozenset[str]:
    return frozenset(k for k, test in table.items() if test.is_wrong(dag, level, oracle))


def _lines(table: Mapping[str, DataTest]) -> str:
    return "\n".join(f"{key}. {t.words}: p = {rounded(t.p, 2)}" for key, t in table.items())


def _answer(dag: Dag, key: str | int, test: DataTest, level: float) -> Facts:
    """Return whether an answer is right, and the path that shows it."""
    x, y, given = test.x, test.y, tuple(sorted(test.given))
    answer = DataAnswer(int(key), x, y, given, test.p, level, d_separated(dag, x, y, given))
    return answer, *why_separated(dag, x, y, given)[1:]


def _found(keys: Iterable[str], separated: bool, right_at: float | None = None) -> Fact:
    """Return the tests with a kind of error at one level, and none at the other."""
    level = LOW if right_at == HIGH else HIGH
    return Found("wrong_at", (level, separated, right_at), tuple(sorted(keys)))


def wrong_answers(rng: Random) -> Exercise | None:
    dag = drawn_dag(rng, 5, 2)
    table = _table(rng, dag, _clear_ones(dag, rng), HIGH)
    solution = _wrong(dag, table, HIGH)
    proved = frozenset(key for key in solution if table[key].p <= HIGH)
    if proved in (frozenset(), solution):
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
        believed=(
            (proved, Belief.high_p_proves),
            (frozenset(), Belief.alpha_of_all),
            (_wrong(dag, table, HIGH, ways_cut), Belief.more_blocks),
            (_wrong(dag, table, HIGH, collider_itself_opens), Belief.collider_alone),
        ),
        beliefs=1,
        shows=lambda value: _answer(dag, k := min(value ^ solution), table[k], HIGH),
        reasons=(Stated(KINDS, (_found(proved, True), _found(solution - proved, False))),),
        count=f"{counted(len(solution), 'answer')} of the eight.",
        place=f"Begin with test {min(solution)}.",
        rule="Compare the answer of each test with d-separation; both kinds of error occur.",
        dag=dag,
    )


def two_levels(rng: Random) -> Exercise | None:
    dag = drawn_dag(rng, 5, 2)
    tests = _clear_ones(dag, rng)
    between = [test for test in tests if LOW < test.p <= HIGH]
    rest = [test for test in tests if test not in between]
    if len(between) < 3:
        return None
    table = _numbered(rng, rng.sample(between, 3) + rng.sample(rest, 5))
    high, low = _wrong(dag, table, HIGH), _wrong(dag, table, LOW)
    cured, fresh = high - low, low - high
    if not cured or not fresh:
        return None

    both = Parts({f"wrong at {level}": Names(tuple(table)) for level in (HIGH, LOW)})

    def found(oracle: Oracle) -> dict[str, frozenset[str]]:
        return both.of(*(_wrong(dag, table, level, oracle) for level in (HIGH, LOW)))

    solution = both.of(high, low)
    proved = [frozenset(k for k in wrong if table[k].p <= HIGH) for wrong in (high, low & high)]

    def shows(value: Mapping[str, frozenset[str]]) -> Facts:
        key = first_wrong_part(value, solution)
        level = HIGH if key == next(iter(solution)) else LOW
        return _answer(dag, k := min(value[key] ^ solution[key]), table[k], level)

    return Exercise(
        title="Two levels",
        question=(
            f"Data from this graph gave these p-values:\n{_lines(table)}\n"
            f"Give the numbers of the tests that are answered wrong at level {HIGH}, and of those "
            f"that are answered wrong at level {LOW}."
        ),
        kind=both,
        solution=solution,
        believed=(
            (both.of(high, low & high), Belief.alpha_of_all),
            (both.of(*proved), Belief.high_p_proves),
            (found(ways_cut), Belief.more_blocks),
            (found(collider_itself_opens), Belief.collider_alone),
        ),
        beliefs=1,
        shows=shows,
        reasons=(Stated(CHANGES, (_found(cured, True, LOW), _found(fresh, False, HIGH))),),
        count=f"{len(high)} at level {HIGH}, {len(low)} at level {LOW}.",
        place=f"Only the answers of {listed(k for k, t in table.items() if t in between)} change.",
        rule="A smaller level says independent more often: less false dependence, more false "
        "independence.",
        dag=dag,
    )


FEWEST_SHOWN, TESTS_SHOWN = 12, 20
NOT_SHOWN: Final = "The question has the tests 1 to {}, and no test {}."
LATER: Final = "There is a wrong answer before test {}: look at tests 1 to {}."
WRONG_ANSWERS: Final = Principle("The dead end is the work of wrong answers.")


def first_wrong(rng: Random) -> Exercise | None:
    dag = drawn_dag(rng, 5, 2)
    runs = paired_runs(dag, rng.choice((30, 40, 50)), 0.1, seed=rng.randrange(10**6))
    names, tests = names_of(dag), {}
    for n, t in enumerate(runs.data.tests[:TESTS_SHOWN], start=1):
        given = frozenset(names[v] for v in t.given)
        tests[n] = DataTest(names[t.x], names[t.y], given, t.p_value or 0.0, t.alpha or 0.0)

    def wrong_to(oracle: Oracle) -> list[int]:
        return [n for n, t in tests.items() if t.is_wrong(dag, t.level, oracle)]

    def independent(n: int) -> bool:
        return tests[n].p > tests[n].level

    wrong = wrong_to(d_separated)
    if len(tests) < FEWEST_SHOWN or not wrong or not independent(wrong[0]):
        return None
    solution = wrong[0]
    ways = [
        ([n for n in wrong if not independent(n)], Belief.high_p_proves),
        (wrong_to(ways_cut), Belief.more_blocks),
        (wrong_to(_no_co_parents), Belief.only_neighbors),
        (wrong_to(collider_itself_opens), Belief.collider_alone),
        ([min(tests, key=lambda n: abs(tests[n].p - tests[n].level))], Belief.alpha_of_all),
    ]

    def shows(value: int) -> Facts:
        if not 1 <= value <= len(tests):
            amount = Amount("outside", (1, len(tests)), value)
            return (Stated(NOT_SHOWN, (as_named(len(tests)), amount)),)
        if value > solution:
            return (Stated(LATER, (Amount("after_wrong", (), value), as_named(value - 1))),)
        return _answer(dag, value, tests[value], tests[value].level)

    return Exercise(
        title="The first wrong test",
        question=(
            "MARVEL ran on data from this graph. Its first tests, at level 0.1 or the one named:\n"
            + "\n".join(
                f"{n}. {t.words}: {'independent' if independent(n) else 'dependent'} "
                f"(p = {rounded(t.p, 2)}{f', level {t.level:g}' if t.level > 0.1 else ''})"
                for n, t in tests.items()
            )
            + "\nWhich is the first with a wrong answer? Give its number."
        ),
        kind=Number(1, 40),
        solution=solution,
        believed=[(way[0], belief) for way, belief in ways if way],
        beliefs=1,
        shows=shows,
        reasons=(
            *_answer(dag, solution, tests[solution], tests[solution].level),
            Stated("The answers before it are right.", (Amount("first_wrong", (), solution),)),
        ),
        count=f"{counted(len(wrong), 'answer')} of these {len(tests)} are wrong.",
        place="Look at the tests that say independent.",
        rule="Judge each answer by d-separation in the graph; a p-value proves nothing.",
        dag=dag,
    )


def _no_co_parents(dag: Dag, x: str, y: str, given: frozenset[str]) -> bool:
    """Return what an oracle would say if total conditioning found neighbors only."""
    if len(given) == len(dag) - 2:
        return y not in dag.neighbors(x)
    return d_separated(dag, x, y, given)


def dead_end(rng: Random) -> Exercise | None:
    dag = drawn_dag(rng, 6, 3)
    if (
        len({answer for answer, _ in _believed_removable(dag)} - {_removable(dag)})
        < FEWEST_MISTAKES
    ):
        return None  # no run is needed
    remaining = _at_dead_end(paired_runs(dag, 500, 0.01, None, seed=rng.randrange(10**6)))
    if remaining is None or len(remaining) < 5:
        return None
    names = names_of(remaining)
    solution = _removable(remaining)
    return Exercise(
        title="At a dead end",
        question=(
            f"500 samples, level 0.01 for all tests: of the {len(names)} variables that remain, "
            "none passes. Here is the true graph of those that remain. Which variables are truly "
            "removable?"
        ),
        kind=Names(names),
        solution=solution,
        believed=_believed_removable(remaining),
        beliefs=1,
        shows=lambda value: misjudged(remaining, value, solution),
        reasons=(
            Stated("Removable: {}.", (Found("removable", (), tuple(sorted(solution)), "{}"),)),
            WRONG_ANSWERS,
        ),
        count=f"{counted(len(solution), 'variable')}.",
        place=(
            f"Look at {min(solution ^ frozenset(names))}: it is not removable."
            if solution != frozenset(names)
            else "Look at all of them."
        ),
        rule="Every DAG has a removable variable; its sinks are, and others may be.",
        dag=remaining,
    )


def _removable(dag: Dag) -> frozenset[str]:
    return frozenset(map(str, removable_variables(dag)))


def _believed_removable(dag: Dag) -> list[tuple[frozenset[str], Belief]]:
    beliefs = Belief.only_sinks, Belief.small_leaves, Belief.condition_1_is_enough
    named = [(frozenset(str(v) for v in dag if BELIEVED[b](dag, v)), b) for b in beliefs]
    return [(frozenset(), Belief.none_leaves), *named]


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
