"""One cell of an experiment: draw a model, find boundaries, run the five algorithms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from time import perf_counter
from typing import TYPE_CHECKING, Any

from marvel_widgets.core.algorithms.registry import ALGORITHMS, options_of, start
from marvel_widgets.core.boundary.discovery import markov_boundaries
from marvel_widgets.core.graphs import networks
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import essential_graph
from marvel_widgets.core.independence.counting import BudgetExceededError
from marvel_widgets.core.independence.gaussian import FisherZ
from marvel_widgets.core.independence.log import TestLog
from marvel_widgets.core.independence.oracle import DSeparation
from marvel_widgets.core.independence.table import DataError, Table
from marvel_widgets.experiments import linear_gaussian as models
from marvel_widgets.experiments.designs import PAPER_BUDGET, Cell, Point
from marvel_widgets.experiments.metrics import skeleton_scores
from marvel_widgets.experiments.rows import OVER_BUDGET, Row

if TYPE_CHECKING:
    import numpy as np

REMOVAL_LEVELS: Mapping[str, float | None] = {"0.7": 0.7, "as printed": None}
"""MARVEL's level of Conditions 1 and 2 on data: the authors' code, and the paper."""


def run_cell(cell: Cell, seed: int = 0, budget: int | None = PAPER_BUDGET) -> list[Row]:
    """Run all algorithms on one model; return one row for each.

    All get the same boundaries: the true ones with the oracle, those of total conditioning
    (the same test, p(p-1)/2 tests) on data. Counts are of what comes after.
    """
    rng = cell.rng(seed)
    dag = true_graph(cell.point, rng)
    begin = perf_counter()
    if cell.point.n is None:
        test: Any = DSeparation(dag)
        boundaries = {v: dag.markov_boundary(v) for v in dag.nodes}
    else:
        setting = models.SCENARIO_3 if cell.experiment == "scenario3" else models.SCENARIOS_1_2
        data = usable_data(dag, setting, cell.point.n, rng)
        begin = perf_counter()
        test = FisherZ(data)  # alpha = 2 / p**2
        boundaries = markov_boundaries(test, "tc")
    common: Row = {
        "boundary_seconds": perf_counter() - begin,
        "experiment": cell.experiment,
        **asdict(cell.point),
        "repetition": cell.repetition,
        "edges": dag.edge_count,
        "max_in_degree": dag.max_in_degree,
    }
    rows = []
    for name in ALGORITHMS:  # the level has no effect with an oracle
        has_levels = cell.point.n is not None and "removal_alpha" in options_of(name)
        for level in REMOVAL_LEVELS if has_levels else [None]:
            rows.append(common | _run(name, level, dag, test, boundaries, budget))
    return rows


def usable_data(dag: Dag, setting: models.Setting, n: int, rng: np.random.Generator) -> Table:
    """Draw a model and its data; draw both again where Fisher-Z refuses the data.

    Noise drowns along a chain with large coefficients: two columns of the paper's Diabetes can
    agree to 13 digits, and no arithmetic tells them apart. That happens in a few draws of a
    hundred, so that the loop ends soon.
    """
    while True:
        data = models.LinearGaussian.random(dag, rng, setting).sample(n, rng)
        try:
            FisherZ(data)
        except DataError:
            continue
        return data


def true_graph(point: Point, rng: np.random.Generator) -> Dag:
    """Return the graph of a point: a network, or drawn from a random model."""
    if point.network is not None:
        return networks.load(point.network)
    if point.in_degree is not None:
        return Dag.random_fixed_in_degree(point.p, point.in_degree, rng)
    return Dag.random_erdos_renyi(point.p, rng, density=point.density)


def _run(
    name: str,
    level: str | None,
    dag: Dag,
    test: Any,
    boundaries: Mapping[Any, frozenset[Any]],
    budget: int | None,
) -> Row:
    options = {} if level is None else {"removal_alpha": REMOVAL_LEVELS[level]}
    run = start(name, test, boundaries, budget=budget, **options)
    run.tally.log = TestLog()  # one entry for each search: `distinct` is counted afterwards
    begin, complete = perf_counter(), True
    try:
        for _ in run.events():
            pass
    except BudgetExceededError:
        complete = False
    result = run.result(complete=complete)
    seconds, counts = perf_counter() - begin, result.counts
    scores = skeleton_scores(result, essential_graph(dag)) if result.complete else None
    return {
        "algorithm": name,
        "removal_alpha": level,
        "seconds": seconds,
        "status": "done" if result.complete else OVER_BUDGET,
        "performed": counts.after_boundaries,
        "distinct": counts.distinct,
        "asc": counts.mean_size_after_boundaries,
        "dead_ends": result.dead_ends,
        "precision": None if scores is None else scores.precision,
        "recall": None if scores is None else scores.recall,
        "f1": None if scores is None else scores.f1,
    }
