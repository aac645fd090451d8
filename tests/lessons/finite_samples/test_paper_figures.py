"""Figures and tables for a class: cells of the full runs, and means worked out a second time."""

import re
from statistics import fmean, stdev

import pytest

from marvel_widgets.experiments.cells import run_cell
from marvel_widgets.experiments.designs import Design, Point, design
from marvel_widgets.experiments.printed import PRINTED
from marvel_widgets.experiments.rows import OVER_BUDGET
from marvel_widgets.lessons.finite_samples.figures import (
    ChartFigure,
    beside_printed,
    class_design,
    class_rows,
    figure_3,
    figure_4,
    intervals_table,
)
from marvel_widgets.pictures.charts.svg import chart_svg
from tests.class_table import without_times

CODES = {"MARVEL": "marvel", "PC": "pc", "GS": "grow_shrink", "CS": "collider_set", "MMPC": "mmpc"}
SMALL = Design(
    "fig3",
    (*(Point(8, panel="a", in_degree=d) for d in (2, 3)), Point(7, panel="b", density=0.3)),
    3,
)


@pytest.fixture(scope="module")
def rows():
    return class_rows(SMALL)


@pytest.mark.parametrize("name", ["fig3", "scenario1", "scenario2", "scenario3"])
def test_a_class_runs_cells_of_the_full_design(name):
    small = class_design(name, 3, seed=5)
    full = design(name, full=True, seed=5)
    assert {c.key for c in small.cells()} < {c.key for c in full.cells()}
    assert (small.experiment, small.seed, small.budget) == (name, 5, full.budget)


def test_every_panel_and_network_is_there():
    assert {point.panel for point in class_design("fig3", 2).points} == set("abcd")
    assert len({point.network for point in class_design("scenario1", 2).points}) == 4
    assert len(class_design("scenario3", 2).points) == 6


def test_some_rows_of_figure_3_are_those_of_the_whole():
    whole = class_design("fig3", 5).points
    some = [class_design("fig3", 5, panels=panels).points for panels in ("ad", "bc", "")]
    assert [{point.panel for point in points} for points in some] == [{"a", "d"}, {"b", "c"}, set()]
    assert sorted(map(whole.index, some[0] + some[1])) == list(range(len(whole)))


@pytest.mark.parametrize("repetitions", [0, 21])
def test_repetitions_out_of_range_are_refused(repetitions):
    with pytest.raises(ValueError, match="from 1 to 20"):
        class_design("fig3", repetitions)


@pytest.fixture(scope="module")
def asia():
    points = tuple(Point(8, network="asia", n=n) for n in (40, 160))
    return class_rows(Design("scenario1", points, 3))


@pytest.mark.parametrize("measure", ["f1", "performed", "seconds"])
def test_curves_of_figure_4_are_means(asia, measure):
    chart = figure_4(asia, "asia", measure).chart
    assert [series.name.partition(" ")[0] for series in chart.series] == ["MARVEL", *CODES]
    for series in chart.series:
        name, _, level = series.name.partition(" ")
        for n, mean in series.points:
            values = [
                row[measure] for row in asia
                if (row["n"], row["algorithm"]) == (n, CODES[name])
                and (row["removal_alpha"] or "") == level
            ]  # fmt: skip
            assert len(values) == 3
            assert mean == pytest.approx(fmean(values))


def test_a_point_whose_runs_all_stopped_has_no_f1(asia):
    stopped = [
        row | {"status": OVER_BUDGET, "f1": None} if row["algorithm"] == "pc" else row
        for row in asia
    ]
    assert "PC" not in {s.name for s in figure_4(stopped, "asia").chart.series if s.points}
    with pytest.raises(ValueError, match="performed, seconds, f1"):
        figure_4(asia, "asia", "asc")


def test_rows_are_those_of_the_cells(rows):
    again = [row for cell in SMALL.cells() for row in run_cell(cell)]
    assert without_times(rows) == without_times(again)


@pytest.mark.parametrize("measure", ["performed", "asc"])
def test_a_line_is_means_with_intervals(rows, measure):
    chart = figure_3(rows, "a", measure).chart
    assert [s.name for s in chart.series][:5] == list(CODES)
    for series in chart.series[:5]:
        assert [x for x, _ in series.points] == [2, 3]
        for (x, mean), (low, high) in zip(series.points, series.spread, strict=True):
            values = [
                row[measure] for row in rows
                if row["in_degree"] == x and row["algorithm"] == CODES[series.name]
            ]  # fmt: skip
            half = 1.2815515655446004 * stdev(values) / 3**0.5
            assert mean == pytest.approx(fmean(values))
            assert high == pytest.approx(mean + half)
            assert low == pytest.approx(max(mean - half, mean / 10))


@pytest.mark.parametrize(("measure", "digits"), [("performed", 0), ("asc", 2)])
def test_the_table_of_intervals(rows, measure, digits):
    head, *body = (
        re.split(r"\s{2,}", line.strip()) for line in intervals_table(rows, measure).split("\n")
    )
    assert head == list(CODES)
    places = ["(a) in-degree 2", "(a) in-degree 3", "(b) density 0.3"]
    assert [line[0] for line in body] == places
    values = [r[measure] for r in rows if r["panel"] == "b" and r["algorithm"] == "collider_set"]
    half = 1.2815515655446004 * stdev(values) / 3**0.5
    assert body[2][4] == f"{fmean(values):,.{digits}f}±{half:,.{digits}f}"
    stopped = [row | {"status": OVER_BUDGET} for row in rows]
    assert intervals_table(stopped, measure).split()[-5:] == ["NA"] * 5


def test_the_table_of_intervals_of_figure_4():
    small = Design("scenario1", (Point(8, network="asia", n=80),), 3)
    made = class_rows(small)
    head, line = (re.split(r"\s{2,}", t.strip()) for t in intervals_table(made, "f1").split("\n"))
    values = [row["f1"] for row in made if row["algorithm"] == "pc"]
    half = 1.2815515655446004 * stdev(values) / 3**0.5
    assert head == ["MARVEL 0.7", "as printed", "PC", "GS", "CS", "MMPC"]
    assert line[0] == "asia 80"
    assert line[3] == f"{fmean(values):.3f}±{half:.3f}"


def test_the_bound_stands_where_the_in_degree_is_fixed(rows):
    def printed(p, d):
        return p * d * (d - 1) / 2 + p / 2 * d * (1 + 0.45 * d) * 2**d

    bound = figure_3(rows, "a").chart.series[-1]
    assert bound.name == "upper bound"
    assert dict(bound.points) == pytest.approx({d: printed(8, d) for d in (2, 3)})
    assert "upper bound" not in [s.name for s in figure_3(rows, "b").chart.series]
    assert "upper bound" not in [s.name for s in figure_3(rows, "a", "asc").chart.series]


def test_the_budget_is_drawn_where_it_stopped_a_run(rows):
    assert not figure_3(rows, "a").chart.limits
    stopped = [row | {"status": OVER_BUDGET} for row in rows]
    assert [limit.value for limit in figure_3(stopped, "a").chart.limits] == [150_000]


@pytest.mark.parametrize(("panel", "measure"), [("e", "asc"), ("a", "seconds")])
def test_an_unknown_panel_or_measure_is_refused(rows, panel, measure):
    with pytest.raises(ValueError, match="panels are a, b, c, d"):
        figure_3(rows, panel, measure)


def test_a_figure_is_its_picture_and_its_numbers(rows):
    figure = figure_3(rows, "b")
    assert isinstance(figure, ChartFigure)
    assert figure._repr_svg_() == chart_svg(figure.chart)
    assert "Figure 3 (b)" in repr(figure)


def result(p, algorithm, performed, *, status="done", f1=0.5, level=None):
    return {
        "p": p, "network": None, "algorithm": algorithm, "removal_alpha": level,
        "status": status, "performed": performed, "distinct": performed, "asc": 1.5,
        "f1": f1, "precision": f1, "recall": f1, "seconds": 1.0,
    }  # fmt: skip


def test_ours_stands_beside_what_is_printed():
    made = [result(50, "marvel", n, level="0.7") for n in (1000, 1200)]
    made += [result(50, "pc", 100), result(50, "pc", 150_000, status=OVER_BUDGET)]
    made += [result(100, "grow_shrink", 150_000, status=OVER_BUDGET, f1=None)] * 2
    head, marvel, pc, gs = (
        re.split(r"\s{2,}", line.strip()) for line in beside_printed("scenario2", made).split("\n")
    )
    assert head == ["tests", "printed", "ASC", "printed", "F1", "printed"]
    entry = PRINTED["scenario2"]["marvel", 50]
    half = 1.2815515655446004 * stdev([1000, 1200]) / 2**0.5
    assert marvel[:2] == ["p=50", "MARVEL 0.7"]
    assert marvel[2:4] == [f"1,100 ± {half:,.0f}", f"{entry.performed:,.0f}"]
    assert marvel[4:] == ["1.50 ± 0.00", "2.00", "0.50 ± 0.00", "0.93"]
    assert pc[2].startswith(">75,050")
    assert gs[2:] == ["NA"] * 6


def test_an_experiment_without_a_printed_table_is_refused():
    with pytest.raises(ValueError, match="has no table of 'fig3'"):
        beside_printed("fig3", [])
