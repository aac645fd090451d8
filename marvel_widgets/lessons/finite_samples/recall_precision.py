"""Recall against precision on finite data, and the reason: how many tests an edge has to survive.

An edge of the skeleton stays only if every test that is asked about it says dependent. One false
independence takes it away, so each further test is one more chance to lose it. A pair that is no
edge is taken away by any independence, so fewer tests are also fewer chances to notice it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final

from marvel_widgets.core.algorithms.registry import ALGORITHMS, record
from marvel_widgets.core.algorithms.run import Trace
from marvel_widgets.core.boundary.discovery import markov_boundaries
from marvel_widgets.core.graphs import networks
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.core.independence.gaussian import FisherZ
from marvel_widgets.experiments.cells import usable_data
from marvel_widgets.experiments.linear_gaussian import SCENARIO_3
from marvel_widgets.experiments.metrics import skeleton_scores
from marvel_widgets.experiments.rows import Row
from marvel_widgets.experiments.summary import averages, label
from marvel_widgets.lessons.finite_samples.paper_figures import ChartFigure
from marvel_widgets.pictures.charts.chart import LineChart, Series

MOST_REPETITIONS: Final = 50


@dataclass(frozen=True, slots=True)
class Survival:
    """What became of the true edges of a network in the runs of one algorithm on data."""

    algorithm: str
    hurdles: float
    tests: float
    recall: float
    precision: float


def survival(
    network: str, times: int = 15, repetitions: int = 5, seed: int = 0
) -> tuple[Survival, ...]:
    """Return what the five algorithms make of the true edges of a network, on the same data.

    Parameters
    ----------
    network : str
        A bundled one.
    times : int
        Samples for each variable; 15 as in the paper's Scenario 3, whose coefficients are taken.
    repetitions : int
        Data sets.
    seed : int

    Raises
    ------
    ValueError
        The network is unknown (GraphError), or a number is out of range.

    Notes
    -----
    All get the boundaries of total conditioning on the data; MARVEL tests Conditions 1 and 2 at
    level 0.7. Cost: a second or so for a network of 30 variables and 5 data sets.

    Examples
    --------
    >>> found = {each.algorithm: each for each in survival("cancer", repetitions=2)}
    >>> found["marvel"].hurdles < found["pc"].hurdles
    True
    """
    import numpy as np

    if not 1 <= repetitions <= MOST_REPETITIONS or times < 2:
        msg = (
            f"take 1 to {MOST_REPETITIONS} repetitions and 2 samples or more for each variable, "
            f"not repetitions={repetitions!r} and times={times!r}"
        )
        raise ValueError(msg)
    dag = networks.load(network)
    rng = np.random.default_rng(seed)
    tests = [
        FisherZ(usable_data(dag, SCENARIO_3, times * len(dag), rng)) for _ in range(repetitions)
    ]
    found = [(test, markov_boundaries(test, "tc")) for test in tests]
    return tuple(_survival(name, dag, found) for name in ALGORITHMS)


def _survival(name: str, dag: Dag, found: Sequence[tuple[Any, Any]]) -> Survival:
    truth = {v: dag.markov_boundary(v) for v in dag.nodes}
    runs = [record(name, test, boundaries) for test, boundaries in found]
    scores = [skeleton_scores(run.result.essential_graph, dag) for run in runs]
    return Survival(
        name,
        hurdles=asked_about_edges(record(name, dag, truth), dag),
        tests=fmean(asked_about_edges(run, dag) for run in runs),
        recall=fmean(score.recall for score in scores),
        precision=fmean(score.precision for score in scores),
    )


def asked_about_edges(trace: Trace, dag: Dag) -> float:
    """Return how many tests after boundary discovery ask about a true edge, on average."""
    asked = Counter(
        frozenset((trace.names[test.x], trace.names[test.y]))
        for test in trace.tests
        if test.purpose != BOUNDARY_DISCOVERY
    )
    return fmean(asked[frozenset(edge)] for edge in dag.edges)


def survival_chart(found: Iterable[Survival]) -> ChartFigure:
    """Return recall against the tests that a true edge has to survive: a point for each algorithm.

    Examples
    --------
    >>> figure = survival_chart([Survival("pc", 9, 3, 0.5, 0.9)])
    >>> [(line.name, line.points) for line in figure.chart.series]
    [('PC', ((9, 0.5),))]
    """
    return ChartFigure(
        LineChart(
            "The more tests an edge has to survive, the fewer edges stay",
            "tests about a true edge, with the oracle",
            "recall",
            tuple(
                Series(label(each.algorithm), ((each.hurdles, each.recall),), joined=False)
                for each in found
            ),
            log_x=True,
        )
    )


def survival_table(found: Iterable[Survival]) -> str:
    """Return the same numbers as a text table.

    Examples
    --------
    >>> print(survival_table([Survival("pc", 9.04, 3.2, 0.5, 0.9)]))
            to survive  on data  recall  precision
    PC             9.0      3.2    0.50       0.90
    """
    head = f"{'':6}  to survive  on data  recall  precision"
    return "\n".join(
        [
            head,
            *(
                f"{label(each.algorithm):6}  {each.hurdles:10.1f}  {each.tests:7.1f}  "
                f"{each.recall:6.2f}  {each.precision:9.2f}"
                for each in found
            ),
        ]
    )


def recall_precision_chart(rows: Sequence[Row]) -> ChartFigure:
    """Return precision over recall: a point for each algorithm and network.

    Parameters
    ----------
    rows : sequence of Row
        Of an experiment on data, such as "scenario3".

    Raises
    ------
    ValueError
        No run has scores.
    """
    points: dict[str, list[tuple[float, float]]] = {}
    for average in averages(rows):
        recall, precision = average.mean("recall"), average.mean("precision")
        if recall is not None and precision is not None:
            points.setdefault(average.label, []).append((recall, precision))
    if not points:
        msg = "no run has scores; give rows of an experiment on data, such as scenario3"
        raise ValueError(msg)
    return ChartFigure(
        LineChart(
            "Recall against precision",
            "recall: share of the true edges that are found",
            "precision: share of the found that are true",
            tuple(Series(name, tuple(sorted(at)), joined=False) for name, at in points.items()),
            from_zero=False,
        )
    )
