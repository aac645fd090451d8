"""11, real data: what finitely many samples do to tests, runs and scores, and the exercises."""

from collections.abc import Iterator, Mapping
from itertools import combinations, permutations
from math import atanh, sqrt
from random import Random
from statistics import NormalDist
from typing import Any, Final

from marvel_widgets.assessment.answers import Number
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.exercise import Exercise, by_name
from marvel_widgets.assessment.facts import Fact, Principle, kind
from marvel_widgets.assessment.true_or_false import Statement, judged, one_of, ticked, which_hold
from marvel_widgets.assessment.variable_answers import Order
from marvel_widgets.core.algorithms.marvel import marvel
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import all_paths
from marvel_widgets.experiments.cells import run_cell
from marvel_widgets.experiments.designs import Cell, Point
from marvel_widgets.experiments.linear_gaussian import LinearGaussian
from marvel_widgets.experiments.metrics import Scores
from marvel_widgets.experiments.printed import PRINTED
from marvel_widgets.experiments.summary import label
from marvel_widgets.lessons.counting.facts import Amount, Found, Ranking, Stated, as_named
from marvel_widgets.lessons.finite_samples import exercises_tables as tables
from marvel_widgets.lessons.race import cohort
from marvel_widgets.lessons.separation.facts import NeverSeparated, PathState
from marvel_widgets.text import counted, listed

Triple = tuple[Label, Label, Label]
Weights = tuple[float, float, float]  # to the middle, from it, and past it


def _statistic_words(n: int, size: int, r: float, numbers: tuple[float, float, float]) -> str:
    if size > n - 3:
        return f"With s = {size} there is no root: n - s - 3 is {n - size - 3}."
    root, statistic, critical = (f"{number:.3f}" for number in numbers)
    still = "still" if numbers[1] > numbers[2] else "not"
    return (
        f"With s = {size} the root is {root}; times {atanh(r):.3f} that is {statistic}, {still} "
        f"above {critical}."
    )


Statistic = kind("n size r alpha numbers", _statistic_words)
TwoPaths = kind(
    "path weights",
    lambda path, weights: (
        f"Along {', '.join(map(str, path))} we get {weights[0] * weights[1]:g}, directly "
        f"{weights[2]:g}: together {weights[0] * weights[1] + weights[2]:g}."
    ),
)


def triple(dag: Dag, path: Triple, weights: Weights) -> LinearGaussian:
    """Return the model of two paths from the first name to the last, with noise of deviation 1."""
    x, y, z = path
    first, second, direct = weights
    coefficients = {(x, y): first, (y, z): second, (x, z): direct}
    return LinearGaussian(dag, coefficients, dict.fromkeys(dag.nodes, 1.0))


DEPENDENT: Final = Principle(
    "Of dependent pairs a test misses the more, the fewer samples it has; the level alone does not "
    "say how many."
)
FEW_SAMPLES: Final = Principle(
    "With few samples a dependence can stay below what the test notices."
)
INDEPENDENT: Final = Principle(
    "A test of an independent pair is wrong with probability alpha, whatever the samples."
)
P_VALUES: Final = "The p-values are {} and {}: each given variable costs one sample."
INSIDE: Final = (
    "The interval says how well the mean is known; about {} % of {} single runs lie in it."
)
SOME_ERR: Final = Principle(
    "Every DAG has a removable variable, so some test has answered wrongly."
)


def largest_set(rng: Random) -> Exercise | None:
    n, alpha = rng.randrange(24, 44), rng.choice((0.01, 0.05))
    r = rng.choice((0.4, 0.5, 0.6))
    z, needed = critical(alpha), (critical(alpha) / atanh(r)) ** 2
    solution = int(n - 3 - needed)
    if solution < 2 or not 0.05 < (n - 3 - needed) % 1 < 0.95:
        return None
    return Exercise(
        title="Room for given variables",
        question=(
            f"X and Y depend on each other: in {n} samples their partial correlation is {r}, "
            f"whatever is given. With s given variables Fisher-Z takes the root of n - s - 3, "
            f"times {atanh(r):.3f}, which is artanh({r}); at level {alpha} it says dependent when "
            f"that is above {z:.3f}. What is the largest s at which it still says dependent?"
        ),
        kind=Number(0, 45),
        solution=solution,
        believed=(
            (n - 4, Belief.given_is_free),
            (0, Belief.more_blocks),
            (int(n - 3 - (critical(2 * alpha) / atanh(r)) ** 2), Belief.alpha_of_all),
        ),
        beliefs=1,
        shows=lambda value: (_statistic(n, value if value > solution else value + 1, r, alpha),),
        reasons=tuple(_statistic(n, size, r, alpha) for size in (solution, solution + 1)),
        count=f"It is below {n - 4}, where the formula would still have a number.",
        place=f"Square {z:.3f} / {atanh(r):.3f} first.",
        rule="Each given variable costs one sample.",
    )


def _statistic(n: int, size: int, r: float, alpha: float) -> Fact:
    root = max(0, n - size - 3) ** 0.5
    return Statistic(n, size, r, alpha, (root, root * atanh(r), critical(alpha)))


def critical(alpha: float) -> float:
    """Return the critical value of the Fisher-Z statistic, two-sided."""
    return NormalDist().inv_cdf(1 - alpha / 2)


def what_data_tell(rng: Random) -> Exercise | None:
    statements = list(_what_data_tell(rng))
    if len({s.is_true for s in statements[:-1]}) < 2:
        return None
    rng.shuffle(statements)
    return which_hold(
        "What data tell",
        "Which sentences are true?",
        statements,
        "Alpha speaks of pairs that are independent, an interval of the mean, and a run on data "
        "of its tests; none of them speaks of the truth about one pair.",
    )


def p_value(n: int, given: int, r: float) -> float:
    return 2 * (1 - NormalDist().cdf(sqrt(n - given - 3) * atanh(r)))


def share_inside(runs: int) -> float:
    """Return which share of normally distributed runs the interval of their mean holds."""
    half = NormalDist().inv_cdf(0.9) / sqrt(runs)
    return 2 * NormalDist().cdf(half) - 1


def _what_data_tell(rng: Random) -> Iterator[Statement]:
    n, r = rng.randrange(20, 40), rng.choice([0.3, 0.4, 0.5])
    few, many = rng.choice([1, 2]), rng.choice([8, 10, 12])
    text = (
        f"In {n} samples, Fisher-Z finds the partial correlation {r} with {few} given "
        f"{'variable' if few == 1 else 'variables'}, and {r} again with {many}: {{}}."
    )
    p = (Amount("p_value", (n, size, r), p_value(n, size, r), ".3g") for size in (few, many))
    versions = "the two p-values are equal", "the second p-value is larger"
    yield one_of(rng, text, versions, False, (Stated(P_VALUES, tuple(p)),), Belief.given_is_free)

    runs = rng.choice([10, 20, 30, 50])
    inside = Amount("percent_inside", (runs,), round(100 * share_inside(runs)))
    text = f"{runs} runs that are normally distributed have a mean with its 80 % interval: {{}}."
    versions = (
        "about 80 % of the runs lie in it",
        "fewer than 60 % of the runs lie in it, as a rule",
    )
    stated = Stated(INSIDE, (inside, as_named(runs)))
    yield one_of(rng, text, versions, False, (stated,), Belief.interval_of_runs)

    left = rng.randrange(4, 9)
    text = f"On data, {left} variables are left, and none of them passes: then {{}}."
    versions = (
        "no variable is removable in the true graph of these",
        "some test has answered wrongly",
    )
    yield one_of(rng, text, versions, False, (SOME_ERR,), Belief.none_leaves)

    found, samples = rng.choice([0.12, 0.2, 0.34]), rng.choice([30, 50, 80])
    text = f"A test with {samples} samples gives p = {found}, above its level 0.05: {{}}."
    versions = (
        "this proves that the two variables are independent",
        "the two variables may be dependent",
    )
    yield one_of(rng, text, versions, False, (FEW_SAMPLES,), Belief.high_p_proves)

    tests, percent = rng.choice([100, 200, 400]), rng.choice([1, 5, 10])
    yield Statement(
        f"In {tests} tests of dependent pairs at level {percent / 100:g}, "
        f"{tests * percent // 100} answers are wrong on average, however many samples there are.",
        False,
        (DEPENDENT,),
        Belief.alpha_of_all,
    )

    tests, percent = rng.choice([100, 200, 400]), rng.choice([1, 5, 10])
    expected = tests * percent // 100
    text = (
        f"In {tests} tests of independent pairs at level {percent / 100:g}, "
        "{} answers are wrong on average."
    )
    yield one_of(rng, text, (f"{expected}", f"{2 * expected}"), True, (INDEPENDENT,))


def rank_accuracy(rng: Random) -> Exercise | None:
    cell = Cell("scenario3", Point(27, network="insurance-paper", n=405), rng.randrange(10**6))
    rows: dict[str, Any] = {
        label(str(row["algorithm"])): row
        for row in run_cell(cell)
        if row["removal_alpha"] in (None, "0.7")
    }
    found = {name: _edges(row) for name, row in rows.items()}
    f1 = {name: -each.f1 for name, each in found.items()}
    elsewhere = {
        name: -entry.f1
        for name, row in rows.items()
        if (entry := PRINTED["scenario3"][row["algorithm"], "mildew"]) is not None
    }
    if len(set(f1.values())) < len(cohort.NAMES):
        return None
    solution = cohort.by_number(f1)
    tests = {name: row["performed"] for name, row in rows.items()}
    precise = {name: -each.precision for name, each in found.items()}
    ways = (
        (tests, Belief.fewer_err_less),
        (precise, Belief.high_p_proves),
        (elsewhere, Belief.always_wins),
    )
    return Exercise(
        title="Which is most accurate?",
        question=(
            "Five runs on one data set from Insurance (51 edges, 405 samples):\n"
            + "\n".join(
                f"{name}: {counted(tests[name], 'test')}; {each.right} edges right, "
                f"{each.extra} extra, {each.missing} missing."
                for name, each in found.items()
            )
            + "\nOn another network, Mildew, the paper's order is "
            f"{listed(cohort.by_number(elsewhere))}.\nPut the five runs in order by F1 of the "
            "skeleton, the best first."
        ),
        kind=Order(cohort.NAMES, first="most", called=cohort.CALLED),
        solution=solution,
        believed=cohort.ranked(ways, solution),
        beliefs=1,
        # the first two of which the one that comes later is better
        shows=lambda value: (
            _by_f1(found, next((a, b) for a, b in combinations(value, 2) if f1[a] > f1[b])),
        ),
        reasons=(_by_f1(found, solution),),
        count=f"The best F1 is {found[solution[0]].f1:.3f}, the last {found[solution[-1]].f1:.3f}.",
        place=f"{solution[1]} comes second.",
        rule="F1 is twice right over twice right plus extra plus missing; tests do not enter.",
    )


def _edges(row: Mapping[str, Any]) -> Scores:
    """Return the edges of a row, from its scores and the number of true ones."""
    right = round(row["recall"] * row["edges"])
    found = round(right / row["precision"]) if row["precision"] and right else 0
    return Scores(right, found - right, row["edges"] - right)


def _by_f1(found: Mapping[str, Scores], names: tuple[str, ...]) -> Fact:
    return Ranking("f1", names, tuple(found[name].f1 for name in names))


REPORTED: Final = "The edge is {}, and MARVEL reports the opposite."
NOT_REPORTED: Final = "No arrow that MARVEL reports points against its edge."
SIZES = (0.5, 0.8, 1.2, 2.0)


def cancelling(rng: Random) -> Exercise | None:
    names = rng.sample("ABCDE", 3)
    first, second = (rng.choice(SIZES) * rng.choice((1, -1)) for _ in range(2))
    direct = -first * second
    if rng.random() < 0.4:
        direct = -direct
    x, y, z = path = names[0], names[1], names[2]
    weights = first, second, direct
    dag = Dag([(x, y), (y, z), (x, z)])
    sentences = _sentences(dag, path, weights)
    rng.shuffle(sentences)
    solution = judged(sentences)
    wrong = [(judged(sentences, s.belief), s.belief) for s in sentences if s.belief]
    edges = {f"{x} to {y}": first, f"{y} to {z}": second, f"{x} to {z}": direct}
    return ticked(
        tuple(sentence.text for sentence in sentences),
        solution,
        [s.why for s in sentences].__getitem__,
        ("sentence is true", "sentences are true"),
        title="Two paths",
        question=(
            "A linear model on this graph has the coefficients "
            f"{listed(f'{w:g} from {edge}' for edge, w in edges.items())}, and noise of "
            "deviation 1. We have infinitely many samples: a test says dependent exactly when "
            "the correlation, or the partial one, is not 0. Which sentences are true?"
        ),
        believed=wrong,
        beliefs=1,
        reasons=tuple(dict.fromkeys(fact for sentence in sentences for fact in sentence.why)),
        place=f"The covariance of {x} and {z} is the sum of two paths: multiply along {x}, {y}, "
        f"{z}.",
        rule="D-separation looks at the graph alone; a test looks at the numbers.",
        dag=dag,
    )


def _sentences(dag: Dag, path: Triple, weights: Weights) -> list[Statement]:
    x, y, z = path
    test = triple(dag, path, weights).exact_test()
    learned = marvel(test).essential_graph
    arrows = tuple(pair for pair in permutations(dag.nodes, 2) if pair in learned.directed)
    against = [(a, b) for a, b in arrows if (b, a) in dag.edges][:1]
    lines = tuple(p for p in combinations(dag.nodes, 2) if frozenset(p) in learned.undirected)
    words = (*(f"{a} -> {b}" for a, b in arrows), *(f"{a} - {b}" for a, b in lines))
    turned = Found("turned", (path, weights), tuple(f"{b} -> {a}" for a, b in against))
    through = all_paths(dag, x, z, {y}).paths[-1]
    return [
        Statement(
            f"In the graph, {x} and {z} are d-separated given nothing.",
            d_separated(dag, x, z),
            (NeverSeparated((x, z)),),
            Belief.high_p_proves,
        ),
        Statement(
            f"The test says: {x} and {z} are independent given nothing.",
            test(x, z),
            (TwoPaths(path, weights),),
        ),
        Statement(
            f"The test says: {x} and {z} are independent given {y}.",
            test(x, z, {y}),
            (PathState(through, (y,)), NeverSeparated((x, z))),
            Belief.more_blocks,
        ),
        Statement(
            "MARVEL with this test reports every edge with its arrow.",
            set(arrows) == set(dag.edges),
            (Stated("MARVEL ends with {}.", (Found("learned", (path, weights), words, ";"),)),),
            Belief.whole_graph,
        ),
        Statement(
            "MARVEL with this test reports an arrow against its edge.",
            bool(against),
            (Stated(REPORTED if against else NOT_REPORTED, (turned,)),),
        ),
    ]


EXERCISES: Final = by_name(
    tables.wrong_answers,
    tables.two_levels,
    largest_set,
    tables.first_wrong,
    tables.dead_end,
    rank_accuracy,
    cancelling,
    what_data_tell,
)
