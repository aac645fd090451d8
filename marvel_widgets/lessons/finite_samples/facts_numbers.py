"""Facts on numbers from data: Fisher-Z, scores of a skeleton, paths that cancel."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations
from math import atanh, erf, erfc, log, sqrt
from typing import Literal

from marvel_widgets.assessment.facts import Case, Fact
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.experiments.linear_gaussian import LinearGaussian
from marvel_widgets.lessons.counting.facts import AMOUNTS
from marvel_widgets.lessons.race.facts import Z_80, row
from marvel_widgets.lessons.upper_bound.amounts import NAMES_OF

Pair = tuple[Label, Label]
Triple = tuple[Label, Label, Label]
Weights = tuple[float, float, float]  # to the middle, from it, and past it
Score = Literal["precision", "recall", "F1", "all"]


@dataclass(frozen=True)
class Statistic(Fact):
    """The statistic of Fisher-Z with some given variables, beside the critical value."""

    n: int
    size: int
    r: float
    alpha: float
    numbers: tuple[float, float, float]  # the root, the statistic, the critical value

    @property
    def above(self) -> bool:
        """Whether the test says dependent."""
        return self.numbers[1] > self.numbers[2]

    def say(self) -> str:
        root, statistic, critical = (f"{number:.3f}" for number in self.numbers)
        return (
            f"With s = {self.size} the root is {root}; times {atanh(self.r):.3f} that is "
            f"{statistic}, {'still' if self.above else 'not'} above {critical}."
        )

    def holds(self, case: Case) -> bool:
        root, statistic, critical = self.numbers
        p = fisher_z(self.n, self.size, self.r)
        levels = abs(erfc(critical / sqrt(2)) - self.alpha), abs(erfc(statistic / sqrt(2)) - p)
        squared = abs(root**2 - max(0, self.n - self.size - 3)) < 1e-9
        next_to = self.size - case.answer in (0, 1)
        return squared and max(levels) < 1e-9 and (p < self.alpha) == self.above and next_to


@dataclass(frozen=True)
class SkeletonScore(Fact):
    """The edges that a run found, counted: for one score that the answer misses, or for all."""

    found: tuple[Pair, ...]
    right: int
    extra: int
    missing: int
    part: Score
    value: int = 0  # of the answer, in percent

    def say(self) -> str:
        found, true = self.right + self.extra, self.right + self.missing
        if self.part == "all":
            return (
                f"{self.right} edges are right, {self.extra} extra, {self.missing} missing; F1 is "
                f"{2 * self.right} / {found + true}."
            )
        parts = {
            "precision": f"{self.right} of the {found} found edges are true",
            "recall": f"{self.right} of the {true} true edges are found",
            "F1": f"twice {self.right} over {found} found plus {true} true edges",
        }
        name = self.part[0].upper() + self.part[1:]
        return f"{name} is not {self.value} %: {parts[self.part]}."

    def holds(self, case: Case) -> bool:
        found, true = (set(map(frozenset, e)) for e in (self.found, case.graph.edges))
        counts = len(found & true), len(found - true), len(true - found)
        if self.part == "all":
            return counts == (self.right, self.extra, self.missing)
        precision, recall = Fraction(counts[0], len(found)), Fraction(counts[0], len(true))
        f1 = 2 / (1 / precision + 1 / recall)
        score = 100 * {"precision": precision, "recall": recall, "F1": f1}[self.part]
        off = abs(score - self.value) > Fraction(1, 2) and case.answer[self.part] == self.value
        return off and counts == (self.right, self.extra, self.missing)


@dataclass(frozen=True)
class TwoPaths(Fact):
    """What two paths between the ends of a triple add up to."""

    path: Triple
    weights: Weights

    def say(self) -> str:
        first, second, direct = self.weights
        return (
            f"Along {', '.join(map(str, self.path))} we get {first * second:g}, directly "
            f"{direct:g}: together {first * second + direct:g}."
        )

    def holds(self, case: Case) -> bool:
        # the covariance matrix of the model has the sum
        covariance = triple(case.graph, self.path, self.weights).covariance()
        x, _, z = map(case.graph.position, self.path)
        first, second, direct = self.weights
        total = covariance[x, z] / covariance[x, x]  # as the variance of x is that of its noise
        return bool(abs(total - first * second - direct) < 1e-9)


def triple(dag: Dag, path: Triple, weights: Weights) -> LinearGaussian:
    """Return the model of two paths from the first name to the last, with noise of deviation 1."""
    x, y, z = path
    first, second, direct = weights
    coefficients = {(x, y): first, (y, z): second, (x, z): direct}
    return LinearGaussian(dag, coefficients, dict.fromkeys(dag.nodes, 1.0))


def fisher_z(n: int, size: int, r: float) -> float:
    """Return the p-value of Fisher-Z, two-sided, by the error function.

    >>> round(fisher_z(30, 2, 0.4), 3)
    0.034
    """
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
AMOUNTS.update(
    f1=_f1,
    p_value=lambda _, n, size, r: fisher_z(n, size, r),
    # how many percent of normally distributed runs the interval of their mean contains
    percent_inside=lambda _, runs: round(100 * erf(Z_80 / sqrt(2 * runs))),
)
