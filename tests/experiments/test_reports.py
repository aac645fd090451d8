"""Averages, the printed numbers, the text beside them, the plots and the command."""

import argparse
import re
import sys
from xml.etree import ElementTree

import pytest

from marvel_widgets import _lazy, cli
from marvel_widgets.core.graphs import networks
from marvel_widgets.experiments import command
from marvel_widgets.experiments.cells import run_cell
from marvel_widgets.experiments.comparison import report
from marvel_widgets.experiments.designs import NETWORK_SIZES, Design, Point, design
from marvel_widgets.experiments.plots import draw_plot, save_plot
from marvel_widgets.experiments.printed import PRINTED, Printed
from marvel_widgets.experiments.rows import OVER_BUDGET, read_rows
from marvel_widgets.experiments.summary import averages

SVG = "{http://www.w3.org/2000/svg}"


def rows_of(experiment, *points, repetitions=2, budget=150_000):
    cells = Design(experiment, points, repetitions).cells()
    return [row for cell in cells for row in run_cell(cell, budget=budget)]


def test_printed_tables_are_complete():
    assert len(PRINTED["scenario2"]) == 5 * 8
    assert len(PRINTED["scenario3"]) == 5 * 6
    na = {key for key, entry in PRINTED["scenario2"].items() if entry is None}
    assert na == {("grow_shrink", p) for p in (70, 80, 90, 100, 150, 200)} | {
        ("collider_set", p) for p in (90, 100, 150, 200)
    }
    assert None not in PRINTED["scenario3"].values()
    assert {place for _, place in PRINTED["scenario3"]} == set(NETWORK_SIZES)
    assert {place for _, place in PRINTED["scenario2"]} == {
        point.p for point in design("scenario2", full=True).points
    }


def test_printed_f1_is_near_what_precision_and_recall_give():
    # Means of ratios and rounded: near, not equal. A slipped column would be far off.
    for table in PRINTED.values():
        for key, entry in table.items():
            if entry is not None:
                harmonic = 2 * entry.precision * entry.recall / (entry.precision + entry.recall)
                assert abs(harmonic - entry.f1) < 0.021, key


def test_some_printed_entries():
    assert PRINTED["scenario2"]["marvel", 200] == Printed(4087, 3.93, 1.62, 0.98, 0.96, 0.99)
    assert PRINTED["scenario2"]["mmpc", 50] == Printed(2818, 0.28, 2.08, 0.92, 0.99, 0.85)
    assert PRINTED["scenario3"]["grow_shrink", "win95pts-paper"].performed == 32_821


def average_of(*performed, stopped=0):
    rows = [
        {"p": 5, "algorithm": "pc", "status": OVER_BUDGET if i < stopped else "done",
         "performed": n, "f1": None if i < stopped else 1.0}
        for i, n in enumerate(performed)
    ]  # fmt: skip
    (average,) = averages(rows)
    return average


def test_intervals_are_normal_ones():
    average = average_of(1, 2, 3, 4)
    assert average.half_width("performed") == pytest.approx(1.2816 * 1.29099 / 2, rel=1e-4)
    assert average_of(3).half_width("performed") == 0


def test_stopped_runs_count_with_what_they_did_but_have_no_scores():
    average = average_of(100, 100, 40, stopped=1)
    assert (average.mean("performed"), average.mean("f1")) == (80, 1.0)
    assert not average.is_na
    assert average_of(100, 100, 40, stopped=2).is_na
    assert average_of(100, stopped=1).mean("f1") is None


def test_tables_stand_beside_the_printed_numbers():
    rows = rows_of("scenario3", Point(27, network="insurance-paper", n=405))
    text = report("scenario3", rows)
    (line,) = [line for line in text.splitlines() if "  MARVEL 0.7 " in line]
    assert "| 138" in line
    assert "| 0.78" in line
    mean = sum(row["performed"] for row in rows if row["removal_alpha"] == "0.7") / 2
    assert f"MARVEL 0.7: {mean / 138:.2f} times the printed number of tests" in text
    assert re.search(r"MARVEL 0.7: .*, within our 80 % interval at [01] of 1 points, ASC", text)
    for name in ("MARVEL as printed", "PC", "GS", "CS", "MMPC"):
        assert f"\n{name}: " in text


def test_na_says_what_was_done():
    rows = rows_of("scenario2", Point(50, in_degree=4, n=2500), repetitions=1, budget=1400)
    text = report("scenario2", rows)
    assert re.search(r"GS +NA \(1,400\) \| 61,887", text)
    assert "GS: stopped by the budget at 1 of 1 points." in text


def test_figure_3_says_at_how_many_points_marvel_is_first():
    rows = rows_of("fig3", Point(15, panel="a", in_degree=4), Point(15, panel="b", density=0.2))
    assert "MARVEL makes the fewest tests at 2 of 2 points" in report("fig3", rows)
    slow = [
        row | {"performed": row["performed"] + 10**6 * (row["algorithm"] == "marvel")}
        for row in rows
    ]
    assert "fewest tests at 0 of 2 points" in report("fig3", slow)


@pytest.fixture(scope="module")
def figure_rows():
    points = [
        Point(8, panel="a", in_degree=2), Point(8, panel="a", in_degree=3),
        Point(8, panel="b", density=0.2), Point(9, panel="c", density=0.25),
        Point(9, panel="d", in_degree=3),
    ]  # fmt: skip
    return rows_of("fig3", *points)


def charts_of(svg):
    """Return the title of each chart, and the words in it."""
    root = ElementTree.fromstring(svg)
    groups = [[e.text for e in g.iter(f"{SVG}text")] for g in root.findall(f"{SVG}g")]
    return {words[0]: words[1:] for words in groups}


def test_figure_3_has_eight_panels_with_labelled_lines(figure_rows):
    charts = charts_of(draw_plot("fig3", figure_rows))
    assert len(charts) == 4  # the two halves of a panel have one title
    svg = ElementTree.fromstring(draw_plot("fig3", figure_rows))
    assert len(svg.findall(f"{SVG}g")) == 8
    for words in charts.values():
        assert {"MARVEL", "PC", "GS", "CS", "MMPC"} <= set(words)
    told = svg.find(f"{SVG}desc").text
    assert told.count("upper bound") == 2  # of the panels a and d, whose in-degree is fixed


def test_figure_4_has_three_charts_for_each_network():
    names = ("insurance-paper", "mildew")
    points = [Point(networks.size(name), network=name, n=n) for name in names for n in (200, 400)]
    charts = charts_of(draw_plot("scenario1", rows_of("scenario1", *points)))
    measures = ("CI tests after boundary discovery", "Seconds", "F1 of the skeleton")
    assert list(charts) == [f"{measure}, {name}" for name in names for measure in measures]
    assert all("MARVEL as printed" in words for words in charts.values())


def test_equal_rows_give_equal_pictures(tmp_path, figure_rows):
    for name in ("a.svg", "b.svg"):
        save_plot("fig3", figure_rows, tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


@pytest.fixture
def tiny(monkeypatch):
    """Let the command run a design of two small cells."""

    def design(experiment, full, seed, budget):
        return Design(experiment, (Point(10, panel="a", in_degree=2),), 2, seed, budget)

    monkeypatch.setattr(command, "design", design)
    pytest.importorskip("joblib")


def test_the_command_writes_table_and_plot_and_says_what_came_out(tiny, tmp_path, capsys):
    out, plot = tmp_path / "t.csv", tmp_path / "t.svg"
    arguments = ["experiment", "fig3", "--quick", "--out", str(out), "--plot", str(plot)]
    assert cli.main(arguments) == 0
    told = capsys.readouterr()
    assert len(read_rows(out)) == 10
    assert plot.read_text().startswith("<svg")
    assert "Wrote 10 rows" in told.out
    assert "2 of 2 cells finished" in told.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["t.csv", "t.svg"]


def test_ctrl_c_is_reported_in_a_sentence(tiny, tmp_path, capsys, monkeypatch):
    def interrupted(*args, **kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "run_experiment", interrupted)
    assert cli.main(["experiment", "fig3", "--out", str(tmp_path / "t.csv")]) == 130
    assert capsys.readouterr().out == "Stopped; nothing was written.\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--out", "t.xls"], "t.xls: the name ends in .csv"),
        (["--out", "t.csv", "--plot", "t.gif"], "t.gif: the name ends in .svg"),
        (["--out", "none/t.csv"], "cannot write none/t.csv: No such file or directory"),
        (["--out", "file/t.csv"], "cannot write file/t.csv: Not a directory"),
        (["--out", "dir.csv"], "cannot write dir.csv: it is a folder"),
        (["--out", "t.csv", "--jobs", "0"], "jobs must be a positive number of processes"),
        (["--out", "t.csv", "--budget", "0"], "budget must be an integer of at least 1"),
    ],
)
def test_errors_are_reported_in_a_sentence(options, sentence, tmp_path, monkeypatch, capsys):
    pytest.importorskip("joblib")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    (tmp_path / "dir.csv").mkdir()
    assert cli.main(["experiment", "fig3", *options]) == 1
    told = capsys.readouterr().err
    assert told.startswith(f"marvel-widgets: {sentence}")
    assert "Traceback" not in told


def test_a_table_of_the_paper_has_no_plot(tiny, tmp_path, capsys):
    files = ["--out", str(tmp_path / "t.csv"), "--plot", str(tmp_path / "t.svg")]
    assert cli.main(["experiment", "scenario2", *files]) == 1
    assert "scenario2 is a table of the paper" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_missing_package_is_named_with_the_command(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    others = object()  # are there, whatever this environment has
    monkeypatch.setattr(_lazy, "find_spec", lambda name: None if name == "joblib" else others)
    assert cli.main(["experiment", "fig3", "--out", "t.csv"]) == 1
    told = capsys.readouterr().err
    assert "joblib cannot be found" in told
    assert f'"{sys.executable}" -m pip install "marvel-widgets[experiments]"' in told
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments", [["fig4", "--out", "t.csv"], ["fig3"], ["fig3", "--quick", "--full"]]
)
def test_wrong_usage_exits_with_2(arguments, capsys):
    with pytest.raises(SystemExit) as exit_:
        cli.main(["experiment", *arguments])
    assert exit_.value.code == 2


@pytest.mark.parametrize(
    ("options", "full"), [([], False), (["--quick"], False), (["--full"], True)]
)
def test_quick_is_the_default(options, full):
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    assert parser.parse_args(["fig3", "--out", "t.csv", *options]).full is full
