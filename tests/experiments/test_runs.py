"""The experiments: same seeds, same rows, whatever happens on the way."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace

import pytest

from marvel_widgets import Dag, DSeparation, FisherZ, LinearGaussian, networks
from marvel_widgets.core.independence.table import DataError
from marvel_widgets.experiments import cells
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
from marvel_widgets.experiments.journal import Journal, journal_path
from marvel_widgets.experiments.linear_gaussian import SCENARIO_3
from marvel_widgets.experiments.rows import (
    COLUMNS,
    OVER_BUDGET,
    TIMES,
    read_rows,
    to_frame,
    without_times,
    write_rows,
)
from marvel_widgets.experiments.runner import run_experiment

SMALL = Design(
    "scenario2",
    (Point(12, in_degree=2, n=300), Point(8, in_degree=3, n=200)),
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


def test_marvel_makes_the_fewest_tests_with_the_smallest_sets_in_figure_3():
    points = tuple(Point(16, panel="a", in_degree=d) for d in (2, 3, 4, 5))
    rows = [row for cell in Design("fig3", points, 2).cells() for row in run_cell(cell)]
    for point in points:
        here = [row for row in rows if row["in_degree"] == point.in_degree]
        for measure in ("performed", "distinct", "asc"):
            sums = {}
            for row in here:
                sums[row["algorithm"]] = sums.get(row["algorithm"], 0) + row[measure]
            assert min(sums, key=sums.get) == "marvel", (point, measure, sums)


def test_the_star(monkeypatch):
    star = Dag([(0, leaf) for leaf in range(1, 10)])
    monkeypatch.setattr(cells, "true_graph", lambda point, rng: star)
    rows = {row["algorithm"]: row for row in run_cell(Cell("fig3", Point(10), 0))}
    p = len(star)
    assert rows["marvel"]["performed"] == 0  # p - 1 with plain subsets, which are not printed
    assert rows["pc"]["distinct"] == (p - 1) * 2 ** (p - 2)
    assert rows["mmpc"]["distinct"] >= 2 ** (p - 2)
    assert rows["grow_shrink"]["performed"] == p * (p - 1) / 2
    assert rows["collider_set"]["performed"] == 0
    assert DSeparation(star)(1, 2, given={0})


# -- files -----------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_tables_come_back_as_they_were(expected, tmp_path, suffix):
    if suffix == ".parquet":
        pytest.importorskip("pyarrow")
    stopped = run_cell(Cell("fig3", Point(12, panel="a", in_degree=4), 0), budget=5)
    out = tmp_path / f"rows{suffix}"
    write_rows([*expected, *stopped], out)
    assert read_rows(out) == [*expected, *stopped]
    assert [path.name for path in tmp_path.iterdir()] == [out.name]


def test_pandas_reads_the_table(expected, tmp_path):
    pandas = pytest.importorskip("pandas")
    write_rows(expected, tmp_path / "rows.csv")
    read = pandas.read_csv(tmp_path / "rows.csv")
    assert list(read.columns) == list(COLUMNS)
    assert (read["status"] == "done").all()
    assert list(to_frame(expected)["performed"]) == list(read["performed"])


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


# -- the journal -----------------------------------------------------------------------


def test_journal_gives_back_what_was_kept(tmp_path, expected):
    path = tmp_path / "j"
    with Journal(path, SMALL.identity) as journal:
        journal.append("a", expected[:2])
        journal.append("b", expected[2:4])
        journal.append("a", expected[4:])  # already there
    with Journal(path, SMALL.identity) as journal:
        assert journal.cells == {"a": expected[:2], "b": expected[2:4]}
    assert len(path.read_text().splitlines()) == 3


@pytest.mark.parametrize("keep", ["header", "line", "some"])
def test_journal_survives_a_torn_last_line(tmp_path, expected, keep):
    path = tmp_path / "j"
    with Journal(path, SMALL.identity) as journal:
        journal.append("a", expected[:1])
        journal.append("b", expected[1:2])
    text = path.read_bytes()
    lines = text.splitlines(keepends=True)
    cut = {"header": 5, "line": len(text) - 1, "some": len(lines[0] + lines[1]) + 7}[keep]
    path.write_bytes(text[:cut])
    with Journal(path, SMALL.identity) as journal:
        assert list(journal.cells) == ([] if keep == "header" else ["a"])
        journal.append("c", expected[2:3])
    with Journal(path, SMALL.identity) as journal:
        assert list(journal.cells) == (["c"] if keep == "header" else ["a", "c"])


def test_journal_names_a_damaged_line(tmp_path, expected):
    path = tmp_path / "j"
    with Journal(path, SMALL.identity) as journal:
        journal.append("a", expected[:1])
    path.write_bytes(path.read_bytes() + b"half a li\n")
    with pytest.raises(ExperimentError, match="line 3 is damaged; delete the file"):
        Journal(path, SMALL.identity)


@pytest.mark.parametrize("change", ["design", "seed", "budget", "experiment"])
def test_journal_of_another_design_is_refused_and_stays(tmp_path, change):
    path = tmp_path / "j"
    Journal(path, SMALL.identity).close()
    before = path.read_bytes()
    with pytest.raises(ExperimentError, match=f"has rows of {change}"):
        Journal(path, {**SMALL.identity, change: 77})
    assert path.read_bytes() == before


FOREIGN = {
    "text": b"my notes",
    "text with lines": b"my notes\nand more",
    "a table": b"experiment,panel\nscenario1,a",
    "JSON": b'{"format": 1}',
    "JSON with lines": b'{"cells": []}\n{"a"',
    "bytes": b"\x89PNG\0\xff",
    "brackets": b"[" * 100_000,
    "brackets with lines": b"[" * 100_000 + b"\n",
}


@pytest.mark.parametrize("content", FOREIGN.values(), ids=FOREIGN)
def test_a_file_of_another_kind_is_refused_and_keeps_every_byte(tmp_path, content):
    path = tmp_path / "j"
    path.write_bytes(content)
    with pytest.raises(ExperimentError, match=r"is not the journal of this run|is damaged"):
        Journal(path, SMALL.identity)
    assert path.read_bytes() == content


def test_a_torn_first_line_is_no_file_of_another_kind(tmp_path):
    path = tmp_path / "j"
    Journal(path, SMALL.identity).close()
    whole = path.read_bytes()
    for kept in (0, 1, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:kept])
        Journal(path, SMALL.identity).close()
        assert path.read_bytes() == whole


@pytest.mark.parametrize(
    "line",
    [
        '{"cell": ["a"], "rows": []}',
        '{"cell": 1, "rows": []}',
        '{"cell": "a", "rows": {}}',
        '{"cell": "a", "rows": "zzz"}',
        '{"cell": "a", "rows": ["zzz", null]}',
        '{"cell": "a", "rows": [{"colour": 1}]}',
        '{"cell": "a", "rows": [{"p": [1]}]}',
        '{"cell": "a"}',
        "[" * 100_000,
        "9" * 5_000,
        "null",
        "",
    ],
    ids=lambda line: line[:30],
)
def test_a_line_that_no_run_writes_is_named(tmp_path, line):
    path = tmp_path / "j"
    Journal(path, SMALL.identity).close()
    before = path.read_bytes() + line.encode() + b'\n{"cell": "torn'
    path.write_bytes(before)
    with pytest.raises(ExperimentError, match="line 2 is damaged; delete the file"):
        Journal(path, SMALL.identity)
    assert path.read_bytes() == before


def test_a_folder_in_place_of_a_journal_is_named(tmp_path):
    with pytest.raises(ExperimentError, match="it is a folder"):
        Journal(tmp_path, SMALL.identity)


def test_a_long_identity_is_shortened(tmp_path):
    path = tmp_path / "j"
    path.write_text(json.dumps({"format": "x" * 100_000}) + "\n")
    with pytest.raises(ExperimentError) as caught:
        Journal(path, SMALL.identity)
    assert len(str(caught.value)) < 500


def test_a_full_disk_is_told_also_when_the_journal_is_closed(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    journal = Journal(tmp_path / "rows.csv.journal", SMALL.identity)
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(ExperimentError, match=r"cannot write .*journal: No space left"):
        journal.close()


def test_a_journal_that_is_a_link_is_refused_and_its_target_kept(tmp_path):
    (tmp_path / "mine.txt").touch()
    (tmp_path / "rows.csv.journal").symlink_to("mine.txt")
    with pytest.raises(ExperimentError, match="it is a link"):
        Journal(tmp_path / "rows.csv.journal", SMALL.identity)
    assert (tmp_path / "mine.txt").read_bytes() == b""


def test_journal_takes_one_writer_at_a_time(tmp_path):
    pytest.importorskip("fcntl")
    with (
        Journal(tmp_path / "j", SMALL.identity),
        pytest.raises(ExperimentError, match="in use by another run"),
    ):
        Journal(tmp_path / "j", SMALL.identity)


# -- the runner ------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [None, 1, 2])
def test_same_rows_whatever_the_number_of_jobs(expected, jobs):
    pytest.importorskip("joblib")
    lines = []
    rows = run_experiment(SMALL, jobs=jobs, progress=lambda *at: lines.append(at))
    assert without_times(rows) == without_times(expected)
    assert lines == [(i, 6) for i in range(7)]


def test_only_missing_cells_are_run(expected, tmp_path, monkeypatch):
    pytest.importorskip("joblib")
    from marvel_widgets.experiments import runner

    journal = tmp_path / "j"
    first = run_experiment(Design("scenario2", SMALL.points, 2), journal=journal)
    ran = []

    def spy(cell, seed, budget):
        ran.append(cell.repetition)
        return run_cell(cell, seed, budget)

    monkeypatch.setattr(runner, "run_cell", spy)
    rows = run_experiment(SMALL, journal=journal)
    assert ran == [2, 2]
    assert without_times(rows) == without_times(expected)
    kept = {(row["p"], row["repetition"], row["algorithm"], row["removal_alpha"]): row
            for row in rows}  # fmt: skip
    for row in first:  # times too: nothing was run again
        assert kept[row["p"], row["repetition"], row["algorithm"], row["removal_alpha"]] == row
    ran.clear()
    assert run_experiment(SMALL, journal=journal) == rows
    assert ran == []


# The command on the two small networks of four: 12 cells that take a second.
FEW = """
import sys
from marvel_widgets.cli import main
from marvel_widgets.experiments import designs
points = [point for point in designs._POINTS["scenario1"](False) if point.p < 40]
designs._POINTS["scenario1"] = lambda full: points
designs._QUICK["scenario1"] = 2
sys.exit(main(sys.argv[1:]))
"""


def test_a_killed_run_goes_on_with_nothing_lost_or_doubled(tmp_path):
    pytest.importorskip("joblib")
    out = tmp_path / "rows.csv"
    command = [sys.executable, "-c", FEW, "experiment", "scenario1", "--jobs", "1"]
    points = tuple(point for point in design("scenario1").points if point.p < 40)
    few = replace(design("scenario1"), points=points, repetitions=2)
    journal = journal_path(out)
    for wanted in (2, 6):
        with subprocess.Popen(
            [*command, "--out", str(out)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            until = time.monotonic() + 60
            while time.monotonic() < until and process.poll() is None:
                if journal.exists() and journal.read_bytes().count(b"\n") > wanted:
                    break
                time.sleep(0.005)
            os.kill(process.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        assert not out.exists()
    before = journal.read_bytes()
    whole = before[: before.rfind(b"\n") + 1]
    again = [*command, "--out", str(out), "--quick"]
    run = subprocess.run(again, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    after = journal.read_bytes()
    assert after.startswith(whole)
    keys = [json.loads(line)["cell"] for line in after.splitlines()[1:]]
    assert sorted(keys) == sorted(cell.key for cell in few.cells())
    straight = run_experiment(few, jobs=1)
    assert without_times(read_rows(out)) == without_times(straight)
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["rows.csv", "rows.csv.journal"]


def workers_of(group):
    """Return the processes of a group that are alive, by the system's own list."""
    psutil = pytest.importorskip("psutil")
    found = []
    for process in psutil.process_iter(["pid", "status"]):
        with suppress(ProcessLookupError):
            if os.getpgid(process.pid) == group and process.info["status"] != "zombie":
                found.append(process.pid)
    return found


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps the number of a parent that has gone")
def test_workers_end_with_a_run_that_was_killed(tmp_path):
    pytest.importorskip("joblib")
    out = tmp_path / "rows.csv"
    command = [sys.executable, "-c", FEW, "experiment", "scenario1", "--jobs", "2"]
    with subprocess.Popen(
        [*command, "--out", str(out)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # its number is then that of the group
    ) as process:
        journal = journal_path(out)
        while process.poll() is None:
            if journal.exists() and journal.read_bytes().count(b"\n") > 2:
                break
            time.sleep(0.005)
        assert len(workers_of(process.pid)) > 2
        process.kill()
    until = time.monotonic() + 60
    while workers_of(process.pid) and time.monotonic() < until:
        time.sleep(0.05)
    left = workers_of(process.pid)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert left == []


LATE = """
import time
from multiprocessing import current_process
from marvel_widgets.experiments.runner import _end_with
current_process().name = "LokyProcess-1"
_end_with(-1)
time.sleep(60)
"""


def test_a_worker_that_comes_to_its_first_cell_too_late_ends():
    run = subprocess.run([sys.executable, "-c", LATE], timeout=50, check=False)
    assert run.returncode == 1


@pytest.mark.filterwarnings("default")  # those of dask and distributed are not ours
def test_a_dask_cluster_takes_over(expected, tmp_path):
    joblib = pytest.importorskip("joblib")
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
        joblib.parallel_config(backend="dask"),
    ):
        before = client.run(lambda dask_worker: dask_worker.state.task_counter.current_count)
        rows = run_experiment(SMALL, journal=tmp_path / "j")
        done = client.run(lambda dask_worker: len(dask_worker.state.log))
    assert without_times(rows) == without_times(expected)
    assert before
    assert sum(done.values()) > 0  # the cluster's worker did something


def test_times_are_the_only_columns_left_out():
    assert set(TIMES) == {"seconds", "boundary_seconds"}


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
