"""Scenario 1 in steps: the same rows as the experiment's, and charts that are their means."""

from itertools import islice
from statistics import fmean

import pytest

from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.experiments.cells import run_cell
from marvel_widgets.experiments.designs import design
from marvel_widgets.experiments.rows import without_times
from marvel_widgets.lessons.finite_samples.scenario_curves import (
    Curves,
    curve_charts,
    curve_steps,
    curve_words,
)


@pytest.fixture(scope="module")
def rows():
    found = [rows for rows in curve_steps(Curves("asia", (5, 20), 3, 2)) if rows]
    assert len(found) == 6
    return [row for cell in found for row in cell]


def test_the_steps_make_the_rows_of_the_cells(rows):
    cells = Curves("asia", (5, 20), 3, 2).cells()
    whole = [row for cell in cells for row in run_cell(cell, 2)]
    assert without_times(rows) == without_times(whole)


def test_the_cells_are_those_of_the_experiment():
    theirs = [c.key for c in design("scenario1").cells() if c.point.network == "mildew"]
    ours = [c.key for c in Curves("mildew", repetitions=5).cells()]
    assert set(theirs) == set(ours)


def test_it_gives_way_often():
    assert sum(item is None for item in islice(curve_steps(Curves("asia")), 60)) == 60


def test_the_curves_are_means(rows):
    for chart, measure in zip(curve_charts(rows, "asia"), ("f1", "performed"), strict=True):
        assert len(chart.series) == 6
        for series in chart.series:
            name, _, level = series.name.partition(" ")
            codes = {"GS": "grow_shrink", "CS": "collider_set"}
            for n, mean in series.points:
                values = [
                    r[measure]
                    for r in rows
                    if r["n"] == n
                    and r["algorithm"] == codes.get(name, name.lower())
                    and (r["removal_alpha"] or "") == level
                ]
                assert len(values) == 3
                assert mean == pytest.approx(fmean(values))


def test_the_sentence_names_the_cheapest_and_the_best(rows):
    (text,) = curve_words(rows)
    last = [r for r in rows if r["n"] == 160]
    groups = {}
    for r in last:
        groups.setdefault((r["algorithm"], r["removal_alpha"]), []).append(r)
    few = min(groups.values(), key=lambda g: fmean(r["performed"] for r in g))
    assert f"{fmean(r['performed'] for r in few):,.0f} on average" in text
    best = max(fmean(r["f1"] for r in g) for g in groups.values())
    assert f"{best:.3f}" in text
    worse = [r | {"f1": 0.1} if r in few else r for r in rows]
    assert "not the most accurate" in curve_words(worse)[0]


def test_a_run_out_of_budget_has_no_f1_and_says_so(rows):
    stopped = [
        r | {"status": "over budget", "f1": None} if r["algorithm"] == "pc" else r for r in rows
    ]
    assert "no F1: PC" in curve_words(stopped)[-1]
    assert next(s for s in curve_charts(stopped, "asia")[0].series if s.name == "PC").points == ()


@pytest.mark.parametrize(
    "bad", [{"network": "asai"}, {"times": ()}, {"repetitions": 0}, {"seed": -1}]
)
def test_settings_that_make_no_sense(bad):
    with pytest.raises((GraphError, ValueError), match=r"asai|times|repetitions|seed"):
        Curves(**bad)
