"""Recall against precision: the counts again, from the ledgers alone."""

from statistics import fmean

import numpy as np
import pytest

from marvel_widgets import ALGORITHMS, Dag, FisherZ, networks, record
from marvel_widgets.core.boundary.discovery import markov_boundaries
from marvel_widgets.experiments.cells import usable_data
from marvel_widgets.experiments.linear_gaussian import SCENARIO_3
from marvel_widgets.lessons.finite_samples.figures import (
    asked_about_edges,
    recall_precision_chart,
    survival,
    survival_chart,
)

NETWORK = "asia"


@pytest.fixture(scope="module")
def found():
    return {each.algorithm: each for each in survival(NETWORK, repetitions=3, seed=4)}


def ledger(trace):
    """What a learner sees of a run, without boundary discovery."""
    return [row for row in trace.ledger() if row["purpose"] != "boundary-discovery"]


def test_all_five_are_there(found):
    assert list(found) == list(ALGORITHMS)


def test_hurdles_are_the_oracle_runs_tests_about_edges(found):
    dag = networks.load(NETWORK)
    truth = {v: dag.markov_boundary(v) for v in dag.nodes}
    for name, each in found.items():
        rows = ledger(record(name, dag, truth))
        edges = {frozenset(edge) for edge in dag.edges}
        about = [row for row in rows if {row["x"], row["y"]} in edges]
        assert each.hurdles == pytest.approx(len(about) / dag.edge_count)


def test_scores_are_those_of_the_same_data_counted_by_hand(found):
    dag = networks.load(NETWORK)
    there = {frozenset(edge) for edge in dag.edges}
    rng = np.random.default_rng(4)
    scores = {name: [] for name in ALGORITHMS}
    for _ in range(3):
        test = FisherZ(usable_data(dag, SCENARIO_3, 15 * len(dag), rng))
        boundaries = markov_boundaries(test, "tc")
        for name, run in ALGORITHMS.items():
            learned = run(test, boundaries).essential_graph
            kept = {frozenset(e) for e in [*learned.directed, *learned.undirected]}
            scores[name].append((len(kept & there) / len(there), len(kept & there) / len(kept)))
    for name, each in found.items():
        assert each.recall == pytest.approx(fmean(recall for recall, _ in scores[name]))
        assert each.precision == pytest.approx(fmean(precision for _, precision in scores[name]))


def test_tests_of_boundary_discovery_are_no_hurdles():
    collider = Dag("X -> Y <- Z")
    truth = {v: collider.markov_boundary(v) for v in collider.nodes}
    both = [asked_about_edges(record("pc", collider, b), collider) for b in (None, truth)]
    assert both == [2.0, 2.0]


def test_the_charts_show_the_numbers(found):
    figure = survival_chart(found.values())
    drawn = {line.name: line.points for line in figure.chart.series}
    assert drawn["PC"] == ((found["pc"].hurdles, found["pc"].recall),)
    assert figure._repr_svg_().startswith("<svg")


def test_a_point_for_each_network():
    row = {"algorithm": "pc", "status": "done", "recall": 0.5, "precision": 1.0}
    rows = [row | {"network": "asia"}, row | {"network": "alarm", "recall": 0.25}]
    (line,) = recall_precision_chart(rows).chart.series
    assert (line.name, line.points) == ("PC", ((0.25, 1.0), (0.5, 1.0)))
    with pytest.raises(ValueError, match="no run has scores"):
        recall_precision_chart([row | {"status": "over budget"}])


@pytest.mark.parametrize("bad", [{"repetitions": 0}, {"repetitions": 51}, {"times": 1}])
def test_settings_that_make_no_sense(bad):
    with pytest.raises(ValueError, match=f"{next(iter(bad))}={next(iter(bad.values()))}"):
        survival("cancer", **bad)
    with pytest.raises(ValueError, match="no network"):
        survival("nowhere")
