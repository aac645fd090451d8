"""The experiments: same seeds, same rows, whatever happens on the way."""

import random

import pytest

from marvel_widgets import FisherZ, LinearGaussian, networks
from marvel_widgets.core.independence.table import DataError
from marvel_widgets.experiments.cells import run_cell, usable_data
from marvel_widgets.experiments.designs import (
    EXPERIMENTS,
    NETWORK_SIZES,
    Cell,
    Design,
    Point,
    design,
)
from marvel_widgets.experiments.errors import ExperimentError
from marvel_widgets.experiments.linear_gaussian import SCENARIO_3
from marvel_widgets.experiments.rows import (
    COLUMNS,
    OVER_BUDGET,
    read_rows,
    write_rows,
)
from marvel_widgets.experiments.runner import run_experiment
from tests.class_table import without_times
from tests.slices import in_each_run

SMALL = Design(
    "scenario2",
    (Point(8, in_degree=3, n=200), Point(12, in_degree=2, n=300)),  # the larger one is run first
    repetitions=3,
)


@pytest.fixture(scope="module")
def expected():
    """The rows of `SMALL`, cell by cell without the runner."""
    return [row for cell in SMALL.cells() for row in run_cell(cell)]


@pytest.mark.parametrize("experiment", EXPERIMENTS)
@pytest.mark.parametrize("full", [False, True])
def test_cells_are_different_and_quick_is_a_part_of_full(experiment, full):
    keys = [cell.key for cell in design(experiment, full=full).cells()]
    assert len(set(keys)) == len(keys)
    assert set(keys) <= {cell.key for cell in design(experiment, full=True).cells()}


def test_full_designs_have_what_the_paper_says():
    assert all(design(name, full=True).repetitions == 20 for name in EXPERIMENTS)
    assert {point.panel for point in design("fig3").points} == set("abcd")
    assert [(point.p, point.in_degree) for point in design("scenario2", full=True).points] == [
        (p, 4) for p in (50, 60, 70, 80, 90, 100, 150, 200)
    ]
    assert all(point.n == 50 * point.p for point in design("scenario2", full=True).points)
    assert all(point.n == 15 * point.p for point in design("scenario3").points)
    for name, size in NETWORK_SIZES.items():
        assert len(networks.load(name)) == size


def test_every_cell_has_its_own_seed():
    cell = Cell("fig3", Point(9, panel="a", in_degree=2), 0)
    others = [
        Cell("fig3", Point(9, panel="a", in_degree=2), 1),
        Cell("fig3", Point(9, panel="d", in_degree=2), 0),
        Cell("scenario2", Point(9, panel="a", in_degree=2), 0),
    ]
    first = cell.rng(0).integers(2**60)
    assert cell.rng(0).integers(2**60) == first
    assert cell.rng(1).integers(2**60) != first
    assert all(other.rng(0).integers(2**60) != first for other in others)


def test_rows_of_a_cell_do_not_depend_on_what_ran_before(expected):
    shuffled = list(SMALL.cells())
    random.Random(3).shuffle(shuffled)
    found = {cell.key: run_cell(cell) for cell in shuffled}
    again = [row for cell in SMALL.cells() for row in found[cell.key]]
    assert without_times(again) == without_times(expected)


def test_rows_hold_every_column_and_are_tidy(expected):
    for row in expected:
        assert set(row) == set(COLUMNS)
        assert all(value is None or type(value) is COLUMNS[name] for name, value in row.items())
    variants = [(row["algorithm"], row["removal_alpha"]) for row in expected[:6]]
    assert variants == [
        ("marvel", "0.7"),
        ("marvel", "as printed"),
        ("pc", None),
        ("grow_shrink", None),
        ("collider_set", None),
        ("mmpc", None),
    ]


def test_settings_of_the_scenarios(monkeypatch):
    seen = []
    real = LinearGaussian.random.__func__

    def spy(cls, dag, rng, setting):
        seen.append(setting)
        return real(cls, dag, rng, setting)

    monkeypatch.setattr(LinearGaussian, "random", classmethod(spy))
    for experiment in ("scenario1", "scenario2", "scenario3"):
        run_cell(Cell(experiment, Point(6, in_degree=2, n=100), 0))
    assert [setting.coefficients for setting in seen] == [(0.5, 1), (0.5, 1), (0.5, 2)]
    assert [round(setting.noise_sd[1] ** 2) for setting in seen] == [3, 3, 2]


def test_data_that_no_arithmetic_can_tell_apart_are_drawn_again():
    # The seventh cell of the paper's Diabetes: its noise drowns along the chain of slices.
    cell = Cell("scenario3", Point(104, network="diabetes-paper", n=1560), 6)
    dag = networks.load("diabetes-paper")
    rng = cell.rng(0)
    first = LinearGaussian.random(dag, rng, SCENARIO_3).sample(1560, rng)
    with pytest.raises(DataError, match="'V101' and 'V103' are opposite up to scale"):
        FisherZ(first)
    second = LinearGaussian.random(dag, rng, SCENARIO_3).sample(1560, rng)
    drawn = usable_data(dag, SCENARIO_3, 1560, cell.rng(0))
    assert (drawn.to_numpy() == second.to_numpy()).all()
    usable = Cell("scenario3", Point(104, network="diabetes-paper", n=1560), 4)
    rng = usable.rng(0)
    first = LinearGaussian.random(dag, rng, SCENARIO_3).sample(1560, rng)
    drawn = usable_data(dag, SCENARIO_3, 1560, usable.rng(0))
    assert (drawn.to_numpy() == first.to_numpy()).all()


def test_a_run_over_its_budget_says_what_it_did():
    cell = Cell("fig3", Point(12, panel="a", in_degree=4), 0)
    free = {row["algorithm"]: row for row in run_cell(cell, budget=None)}
    assert all(row["status"] == "done" and row["f1"] == 1.0 for row in free.values())
    tight = {row["algorithm"]: row for row in run_cell(cell, budget=60)}
    for name, row in tight.items():
        if free[name]["performed"] <= 60:
            assert row["status"] == "done"
        else:
            assert (row["status"], row["performed"]) == (OVER_BUDGET, 60)
            assert row["f1"] is row["precision"] is row["recall"] is None
    assert OVER_BUDGET in {row["status"] for row in tight.values()}


def test_tables_come_back_as_they_were(expected, tmp_path):
    stopped = run_cell(Cell("fig3", Point(12, panel="a", in_degree=4), 0), budget=5)
    out = tmp_path / "rows.csv"
    write_rows([*expected, *stopped], out)
    assert read_rows(out) == [*expected, *stopped]
    assert [path.name for path in tmp_path.iterdir()] == [out.name]


def test_pandas_reads_the_table(expected, tmp_path):
    pandas = pytest.importorskip("pandas")
    write_rows(expected, tmp_path / "rows.csv")
    read = pandas.read_csv(tmp_path / "rows.csv")
    assert list(read.columns) == list(COLUMNS)
    assert (read["status"] == "done").all()
    assert list(read["performed"]) == [row["performed"] for row in expected]


def test_unfinished_tables_are_never_seen(expected, tmp_path, monkeypatch):
    out = tmp_path / "rows.csv"
    out.write_text("before")

    def full(self, other):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(type(out), "replace", full)
    with pytest.raises(ExperimentError, match="No space left on device"):
        write_rows(expected, out)
    assert [path.name for path in tmp_path.iterdir()] == ["rows.csv"]
    assert out.read_text() == "before"


@pytest.mark.parametrize("jobs", in_each_run([None, 1, 2], [None, 2]))
def test_same_rows_whatever_the_number_of_jobs(expected, jobs):
    pytest.importorskip("joblib")
    lines = []
    rows = run_experiment(SMALL, jobs=jobs, progress=lambda *at: lines.append(at))
    assert without_times(rows) == without_times(expected)
    assert lines == [(i, 6) for i in range(7)]


@pytest.mark.parametrize(
    "wrong", [{"experiment": "fig4"}, {"seed": -1}, {"budget": 0}], ids=lambda w: next(iter(w))
)
def test_wrong_designs_are_named(wrong):
    with pytest.raises(ExperimentError, match=r"no experiment|must be an integer"):
        design(**{"experiment": "fig3", **wrong})


@pytest.mark.parametrize("jobs", [0, -2, -5])
def test_no_jobs_are_refused(jobs):
    pytest.importorskip("joblib")
    with pytest.raises(ExperimentError, match=f"jobs must be .* got {jobs}"):
        run_experiment(SMALL, jobs=jobs)
