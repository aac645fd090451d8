"""Facts on numbers from data: Fisher-Z, scores of a skeleton, paths that cancel."""

from fractions import Fraction
from itertools import combinations, permutations
from math import atanh, erfc, log, sqrt
from typing import Literal

from marvel_widgets.assessment.facts import Case
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.experiments.linear_gaussian import LinearGaussian
from marvel_widgets.lessons.counting.facts import AMOUNTS
from marvel_widgets.lessons.race.facts import row
from marvel_widgets.lessons.upper_bound.amounts import NAMES_OF
from marvel_widgets.text import capitalized

Pair = tuple[Label, Label]
Triple = tuple[Label, Label, Label]
Weights = tuple[float, float, float]  # to the middle, from it, and past it
Score = Literal["precision", "recall", "F1", "all"]


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


def _score(right: int, extra: int, missing: int, part: Score, value: int) -> str:
    found, true = right + extra, right + missing
    if part == "all":
        return (
            f"{right} edges are right, {extra} extra, {missing} missing; F1 is {2 * right} / "
            f"{found + true}."
        )
    parts = {
        "precision": f"{right} of the {found} found edges are true",
        "recall": f"{right} of the {true} true edges are found",
        "F1": f"twice {right} over {found} found plus {true} true edges",
    }
    return f"{capitalized(part)} is not {value} %: {parts[part]}."


@kind(_score)
def SkeletonScore(
    case: Case,
    found: tuple[Pair, ...],
    right: int,
    extra: int,
    missing: int,
    part: Score,
    value: int = 0,
) -> bool:
    """The edges that a run found, counted: all, or for a score that an answer misses (percent)."""
    one, true = (set(map(frozenset, edges)) for edges in (found, case.graph.edges))
    counts = len(one & true), len(one - true), len(true - one)
    if part == "all":
        return counts == (right, extra, missing)
    precision, recall = Fraction(counts[0], len(one)), Fraction(counts[0], len(true))
    f1 = 2 / (1 / precision + 1 / recall)
    score = 100 * {"precision": precision, "recall": recall, "F1": f1}[part]
    off = abs(score - value) > Fraction(1, 2) and case.answer[part] == value
    return off and counts == (right, extra, missing)


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
    right, extra, missing = map(int, row(case, name)[-3:])
    return float(2 / (Fraction(right + extra, right) + Fraction(right + missing, right)))


NAMES_OF.update(learned=learned, turned=_turned)
AMOUNTS.update(f1=_f1)
