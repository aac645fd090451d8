"""When what is said in the lesson finite_samples is true."""

import re
from fractions import Fraction
from itertools import combinations, permutations
from math import erf, erfc, log, sqrt

from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.boundary.removability import is_removable_by_definition
from marvel_widgets.core.graphs.moral import moral_certificate
from marvel_widgets.lessons.finite_samples.exercises import Statistic, TwoPaths, triple
from marvel_widgets.lessons.finite_samples.exercises_tables import DataAnswer
from marvel_widgets.replay.wording import given_names
from tests.truths import true_when
from tests.truths.counting import AMOUNTS
from tests.truths.upper_bound import NAMES_OF


@true_when(DataAnswer)
def _(case, number, x, y, given, p, level, separated):
    question = f"{number}. {x} and {y} {given_names(given)}: "
    asked = any(line.startswith(question) for line in case.asked)
    return asked and moral_certificate(case.graph, x, y, given).separated == separated


def removable(dag):
    """Return the removable variables, by the definition."""
    return {v for v in dag.nodes if is_removable_by_definition(dag, v)}


def _tests(case):
    """Yield the tests of the question: the number, the truth in the graph, and the rest."""
    for line in case.asked:
        if test := re.match(r"(\d+)\. (\w+) and (\w+) given (.+): (.+)", line):
            number, x, y, given, rest = test.groups()
            inside = re.findall(r"\w+", given.replace("nothing", ""))
            yield int(number), moral_certificate(case.graph, x, y, inside).separated, rest


def wrong_at(case, level, separated, right_at=None):
    """Return the tests of the question with one kind of error at a level, and not at another."""
    found = [(n, apart, float(rest.split()[-1])) for n, apart, rest in _tests(case)]
    wrong = [test for test in found if test[1] == separated != (test[2] > level)]
    return {str(n) for n, apart, p in wrong if right_at is None or (p > right_at) == apart}


def _first_wrong(case):
    tests = _tests(case)
    return next(n for n, apart, rest in tests if rest.startswith("independent") != apart)


NAMES_OF.update(wrong_at=wrong_at, removable=lambda case: set(map(str, removable(case.graph))))


AMOUNTS.update(
    # the first test whose answer is wrong; the number of the answer, where it comes later
    first_wrong=_first_wrong,
    after_wrong=lambda case: case.answer if case.answer > _first_wrong(case) else -1,
)


_Z_80 = 1.2815515655  # 80 % of a normal distribution are at most so many deviations from its mean


@true_when(Statistic)
def _(case, n, size, r, alpha, numbers):
    root, statistic, critical = numbers
    p = fisher_z(n, size, r)
    levels = abs(erfc(critical / sqrt(2)) - alpha), abs(erfc(statistic / sqrt(2)) - p)
    squared = abs(root**2 - max(0, n - size - 3)) < 1e-9
    next_to = size - case.answer in (0, 1)
    return squared and max(levels) < 1e-9 and (p < alpha) == (statistic > critical) and next_to


@true_when(TwoPaths)
def _(case, path, weights):
    x, y, z = path
    ways = zip(weights, ((x, y), (y, z), (x, z)), strict=True)
    return all(f"{weight:g} from {a} to {b}" in case.asked[0] for weight, (a, b) in ways)


def fisher_z(n, size, r):
    """Return the p-value of Fisher-Z, two-sided, by the error function."""
    return erfc(sqrt(max(0, n - size - 3)) * log((1 + r) / (1 - r)) / 2 / sqrt(2))


def learned(case, path, weights):
    """Return what PC, which asks other questions than MARVEL, learns of a triple."""
    graph = record("pc", triple(case.graph, path, weights).exact_test()).result.essential_graph
    pairs = combinations(case.graph.nodes, 2)
    lines = {f"{a} - {b}" for a, b in pairs if frozenset((a, b)) in graph.undirected}
    return lines | {f"{a} -> {b}" for a, b in graph.directed}


def _turned(case, path, weights):
    """Return the first edge of which the opposite is learned."""
    found, nodes = learned(case, path, weights), case.graph.nodes
    edges = ((a, b) for b, a in permutations(nodes, 2) if (a, b) in case.graph.edges)
    return [f"{a} -> {b}" for a, b in edges if f"{b} -> {a}" in found][:1]


def _f1(case, name):
    """Return the harmonic mean of precision and recall, by the edges in the question."""
    line = next((line for line in case.asked if line.startswith(f"{name}: ")), "")
    right, extra, missing = map(int, re.findall(r"\d+", line)[-3:])
    return float(2 / (Fraction(right + extra, right) + Fraction(right + missing, right)))


NAMES_OF.update(learned=learned, turned=_turned)


AMOUNTS.update(
    f1=_f1,
    p_value=lambda _, n, size, r: fisher_z(n, size, r),
    # how many percent of normally distributed runs the interval of their mean contains
    percent_inside=lambda _, runs: round(100 * erf(_Z_80 / sqrt(2 * runs))),
)
