"""Facts on numbers from data: Fisher-Z, scores of a skeleton, paths that cancel."""

import re
from fractions import Fraction
from itertools import combinations, permutations
from math import atanh, erf, erfc, log, sqrt

from marvel_widgets.assessment.facts import Case
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.experiments.linear_gaussian import LinearGaussian
from marvel_widgets.lessons.counting.facts import AMOUNTS
from marvel_widgets.lessons.upper_bound.amounts import NAMES_OF

Triple = tuple[Label, Label, Label]
_Z_80 = 1.2815515655  # 80 % of a normal distribution are at most so many deviations from its mean
Weights = tuple[float, float, float]  # to the middle, from it, and past it


def _statistic(size: int, r: float, numbers: tuple[float, float, float]) -> str:
    root, statistic, critical = (f"{number:.3f}" for number in numbers)
    still = "still" if numbers[1] > numbers[2] else "not"
    return (
        f"With s = {size} the root is {root}; times {atanh(r):.3f} that is {statistic}, {still} "
        f"above {critical}."
    )


@kind(_statistic)
def Statistic(
    case: Case, n: int, size: int, r: float, alpha: float, numbers: tuple[float, float, float]
) -> bool:
    """The root, the statistic of Fisher-Z and the critical value; by p-value and level."""
    root, statistic, critical = numbers
    p = fisher_z(n, size, r)
    levels = abs(erfc(critical / sqrt(2)) - alpha), abs(erfc(statistic / sqrt(2)) - p)
    squared = abs(root**2 - max(0, n - size - 3)) < 1e-9
    next_to = size - case.answer in (0, 1)
    return squared and max(levels) < 1e-9 and (p < alpha) == (statistic > critical) and next_to


@kind(
    lambda path, weights: (
        f"Along {', '.join(map(str, path))} we get {weights[0] * weights[1]:g}, directly "
        f"{weights[2]:g}: together {weights[0] * weights[1] + weights[2]:g}."
    )
)
def TwoPaths(case: Case, path: Triple, weights: Weights) -> bool:
    """What two paths between the ends of a triple add up to, as the covariance matrix has it."""
    covariance = triple(case.graph, path, weights).covariance()
    x, _, z = map(case.graph.position, path)
    total = covariance[x, z] / covariance[x, x]  # as the variance of x is that of its noise
    return bool(abs(total - weights[0] * weights[1] - weights[2]) < 1e-9)


def triple(dag: Dag, path: Triple, weights: Weights) -> LinearGaussian:
    """Return the model of two paths from the first name to the last, with noise of deviation 1."""
    x, y, z = path
    first, second, direct = weights
    coefficients = {(x, y): first, (y, z): second, (x, z): direct}
    return LinearGaussian(dag, coefficients, dict.fromkeys(dag.nodes, 1.0))


def fisher_z(n: int, size: int, r: float) -> float:
    """Return the p-value of Fisher-Z, two-sided, by the error function."""
    return erfc(sqrt(max(0, n - size - 3)) * log((1 + r) / (1 - r)) / 2 / sqrt(2))


def learned(case: Case, path: Triple, weights: Weights) -> set[str]:
    """Return what PC, which asks other questions than MARVEL, learns of a triple."""
    graph = record("pc", triple(case.graph, path, weights).exact_test()).result.essential_graph
    pairs = combinations(case.graph.nodes, 2)
    lines = {f"{a} - {b}" for a, b in pairs if frozenset((a, b)) in graph.undirected}
    return lines | {f"{a} -> {b}" for a, b in graph.directed}


def _turned(case: Case, path: Triple, weights: Weights) -> list[str]:
    """Return the first edge of which the opposite is learned."""
    found, nodes = learned(case, path, weights), case.graph.nodes
    edges = ((a, b) for b, a in permutations(nodes, 2) if (a, b) in case.graph.edges)
    return [f"{a} -> {b}" for a, b in edges if f"{b} -> {a}" in found][:1]


def _f1(case: Case, name: str) -> float:
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
