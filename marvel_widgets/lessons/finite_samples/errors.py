"""How often tests on data are wrong, by the size of their sets, and what the order changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from statistics import median
from typing import Final

from marvel_widgets.core.graphs.equivalence import essential_graph
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.experiments.metrics import skeleton_scores, structural_hamming_distance
from marvel_widgets.lessons.finite_samples.oracle_and_data import (
    OracleAndDataRuns,
    data_test,
    paired_runs,
    recorded,
)
from marvel_widgets.lessons.finite_samples.paired_judging import Judged

MOST_REPEATS: Final = 100


@dataclass(frozen=True, slots=True)
class SizeErrors:
    """The tests at one level with sets of one size, judged by the d-separation oracle."""

    alpha: float | None
    size: int
    independent: int = 0
    false_dependence: int = 0
    dependent: int = 0
    false_independence: int = 0

    @property
    def tests(self) -> int:
        """How many tests were performed."""
        return self.independent + self.dependent

    @property
    def type_one(self) -> float | None:
        """Share of false dependence among true independences (type I); None without any."""
        return self.false_dependence / self.independent if self.independent else None

    @property
    def type_two(self) -> float | None:
        """Share of false independence among true dependences (type II); None without any."""
        return self.false_independence / self.dependent if self.dependent else None


def error_rates(judged: Iterable[Judged]) -> tuple[SizeErrors, ...]:
    """Return the errors of tests by level and size of set, smallest level and set first.

    Parameters
    ----------
    judged : iterable of Judged
        Of one run, or of several.

    Notes
    -----
    The tests are those that a run performed: a search stops at its first independence, so
    they are not a random sample of all statements, and a rate may differ from alpha.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> rows = error_rates(paired_runs(Dag("X -> Y <- T"), n=None).judged)
    >>> [(row.size, row.tests, row.false_dependence) for row in rows]
    [(0, 3, 0), (1, 4, 0)]
    """
    counts: dict[tuple[float, int], Counter[str]] = {}
    for each in judged:
        level = -1.0 if each.test.alpha is None else each.test.alpha
        here = counts.setdefault((level, len(each.test.given)), Counter())
        here["independent" if each.truth else "dependent"] += 1
        if each.kind:
            here[each.kind.replace(" ", "_")] += 1
    return tuple(
        SizeErrors(None if level < 0 else level, size, **found)
        for (level, size), found in sorted(counts.items())
    )


def repeated(runs: OracleAndDataRuns, repeats: int) -> Iterator[OracleAndDataRuns]:
    """Yield twin runs with the same dials and the seeds that follow.

    Each seed is another model on the same graph, and other samples.

    Raises
    ------
    ValueError
        `repeats` is out of range.
    """
    _check_repeats(repeats)
    dials = runs.dials
    for seed in range(dials.seed, dials.seed + repeats):
        yield paired_runs(runs.dag, **asdict(replace(dials, seed=seed)))


@dataclass(frozen=True, slots=True)
class Ordering:
    """What a run on the same data finds with the variables in another order."""

    order: tuple[Label, ...]
    graph: Pdag
    f1: float
    distance: int
    tests: int


@dataclass(frozen=True, slots=True)
class Stability:
    """What several orders of the variables have in common."""

    graphs: tuple[tuple[Pdag, int], ...]
    edges: dict[frozenset[Label], float]
    f1: tuple[float, float, float]
    tests: tuple[int, int]

    @property
    def always(self) -> int:
        """How many edges every order found."""
        return sum(share == 1 for share in self.edges.values())


def orderings(runs: OracleAndDataRuns, repeats: int) -> Iterator[Ordering]:
    """Yield what runs on the same data find in random orders, the graph's own first."""
    import numpy as np

    _check_repeats(repeats)
    p = len(runs.dag)
    rng = np.random.default_rng([runs.dials.seed, p])
    yield _ordered(runs, list(range(p)))
    for _ in range(repeats - 1):
        yield _ordered(runs, rng.permutation(p).tolist())


def _ordered(runs: OracleAndDataRuns, order: list[int]) -> Ordering:
    names = tuple(runs.dag.nodes[v] for v in order)
    table, covariance = runs.table, runs.covariance
    if table is not None:
        table = replace(table, columns=names, values=table.values[:, order])
    else:
        covariance = covariance[order][:, order]
    result = recorded(data_test(names, runs.dials, table, covariance), runs.dials).result
    learned = result.essential_graph
    graph = Pdag.from_edges(
        runs.dag.nodes, directed=learned.directed, undirected=map(tuple, learned.undirected)
    )
    truth = essential_graph(runs.dag)
    return Ordering(
        names,
        graph,
        skeleton_scores(graph, truth).f1,
        structural_hamming_distance(graph, truth),
        result.counts.performed,
    )


def stability(found: Iterable[Ordering]) -> Stability:
    """Return what several orders of the variables have in common."""
    runs = list(found)
    if not runs:
        msg = "stability needs at least one order"
        raise ValueError(msg)
    graphs = Counter(run.graph for run in runs)
    edges = Counter(edge for run in runs for edge in run.graph.skeleton)
    scores = [run.f1 for run in runs]
    tests = [run.tests for run in runs]
    return Stability(
        tuple(graphs.most_common()),
        {edge: n / len(runs) for edge, n in edges.items()},
        (min(scores), median(scores), max(scores)),
        (min(tests), max(tests)),
    )


def _check_repeats(repeats: int) -> None:
    if not 1 <= repeats <= MOST_REPEATS:
        msg = f"the number of runs must be from 1 to {MOST_REPEATS}; got {shown(repeats)}"
        raise ValueError(msg)
