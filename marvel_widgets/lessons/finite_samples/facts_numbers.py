"""Facts on numbers from data: Fisher-Z, scores of a skeleton, paths that cancel."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import atanh, erf, erfc, log, sqrt
from typing import Literal

from marvel_widgets.assessment.facts import Case, Fact
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.experiments.linear_gaussian import LinearGaussian
from marvel_widgets.text import listed, rounded

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
class TwoPValues(Fact):
    """The p-values of one correlation with few and with many given variables."""

    n: int
    r: float
    sizes: tuple[int, int]
    p: tuple[float, float]

    def say(self) -> str:
        few, many = (rounded(p, 3) for p in self.p)
        return f"The p-values are {few} and {many}: each given variable costs one sample."

    def holds(self, case: Case) -> bool:  # noqa: ARG002
        found = [fisher_z(self.n, size, self.r) for size in self.sizes]
        return all(abs(p - q) < 1e-9 for p, q in zip(found, self.p, strict=True))


@dataclass(frozen=True)
class InsideInterval(Fact):
    """How many of some normally distributed runs the 80 % interval of their mean contains."""

    runs: int
    percent: int

    def say(self) -> str:
        return (
            f"The interval says how well the mean is known; about {self.percent} % of {self.runs} "
            "single runs lie in it."
        )

    def holds(self, case: Case) -> bool:  # noqa: ARG002
        half = 1.2815515655446004 / sqrt(self.runs)  # the 90 % quantile, in deviations
        return abs(100 * erf(half / sqrt(2)) - self.percent) <= 0.5


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
class ByF1(Fact):
    """Runs with their F1, the best first; or two in a wrong order."""

    names: tuple[str, ...]
    edges: tuple[tuple[int, int, int], ...]  # right, extra, missing
    f1: tuple[float, ...]
    ordered: bool

    def say(self) -> str:
        scores = [f"{score:.3f}" for score in self.f1]
        if self.ordered:
            pairs = zip(self.names, scores, strict=True)
            return f"F1: {listed(f'{name} {score}' for name, score in pairs)}."
        one, other = self.names
        return (
            f"{one} comes before {other}, but its F1 is {scores[0]} and that of {other} "
            f"{scores[1]}."
        )

    def holds(self, case: Case) -> bool:
        # from precision and recall
        means = [2 / (Fraction(r + e, r) + Fraction(r + m, r)) for r, e, m in self.edges]
        close = all(abs(mean - score) < 1e-9 for mean, score in zip(means, self.f1, strict=True))
        order = tuple(name for name in case.answer if name in self.names) == self.names
        return close and order and (sorted(means, reverse=True) == means) == self.ordered


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


@dataclass(frozen=True)
class LearnedFrom(Fact):
    """What MARVEL learns of a triple from infinitely many samples."""

    path: Triple
    weights: Weights
    arrows: tuple[Pair, ...]
    lines: tuple[Pair, ...]

    def say(self) -> str:
        found = [*(f"{a} -> {b}" for a, b in self.arrows), *(f"{a} - {b}" for a, b in self.lines)]
        return f"MARVEL ends with {'; '.join(found)}."

    def holds(self, case: Case) -> bool:
        # PC asks other questions, and learns the same
        test = triple(case.graph, self.path, self.weights).exact_test()
        found = record("pc", test).result.essential_graph
        lines = set(map(frozenset, self.lines))
        return found.directed == {*self.arrows} and found.undirected == lines


@dataclass(frozen=True)
class ReportedBack(Fact):
    """An arrow that MARVEL reports against its edge, or that there is none."""

    arrows: tuple[Pair, ...]
    against: Pair | None

    def say(self) -> str:
        if self.against is None:
            return "No arrow that MARVEL reports points against its edge."
        a, b = self.against
        return f"The edge is {b} -> {a}, and MARVEL reports the opposite."

    def holds(self, case: Case) -> bool:
        back = [(a, b) for a, b in self.arrows if (b, a) in case.graph.edges]
        return self.against in back if self.against else not back


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
