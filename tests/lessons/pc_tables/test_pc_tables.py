"""PC on tables: the exercise read again, the lab's runs, and the notebook's numbers by a peer."""

import csv
import json
import re
from pathlib import Path

import numpy as np
import pytest

from marvel_widgets import Dag, FisherZ, datasets, essential_graph, exercises, pc, read_csv
from marvel_widgets.classroom.units.writing import clinic_csv
from marvel_widgets.experiments import LinearGaussian
from marvel_widgets.lessons.finite_samples.paired_film import PairedFilm
from marvel_widgets.lessons.finite_samples.runs import paired_runs
from marvel_widgets.lessons.finite_samples.words import tally
from marvel_widgets.lessons.pc_tables.exercises import AtLevelZero

NOTEBOOK = Path(__file__).resolve().parents[3] / "notebooks" / "P3-pc-on-a-table.ipynb"
HEIGHTS = Dag("{father mother sex} -> height")
CLINIC = Dag("Travel -> Malaria -> Fever <- Flu <- Season -> Hayfever -> Tired <- Fever -> Pulse")
GALTON = {"table": "galton", "algorithm": "pc"}
PC = {"start": "complete", "variant": "stable", "conflicts": "mark"}


def test_what_leaves_is_read_off_the_first_numbers():
    for student in map(str, range(12)):
        exercise = exercises("P3", student).left_at_alpha.exercise
        alpha = float(re.search(r"at alpha = ([\d.]+)\?", exercise.question)[1])
        lines = re.findall(r"(\w) and (\w): p = (\S+) given nothing", exercise.question)
        assert len(lines) == 10
        left = {frozenset(pair) for *pair, p in lines if float(p) > alpha}
        assert exercise.solution == left


def test_a_fact_is_said_in_its_polarity():
    start = "A and B have p = 0.04 given nothing,"
    above, below = (AtLevelZero("A", "B", 0.04, level).say() for level in (0.01, 0.1))
    assert above == f"{start} above 0.01: the edge A - B leaves at level 0."
    assert below == f"{start} not above 0.1: the edge A - B stays at level 0."


def test_rows_of_a_table_take_the_place_of_samples():
    table = datasets.load("galton")
    graph = Dag("sex -> height <- father; mother -> height")  # its order is not the table's
    places = [table.columns.index(name) for name in graph.nodes]
    rows = sorted(map(tuple, table.values[:, places]))
    for seed in range(5):
        runs = paired_runs(graph, 100, 0.05, seed=seed, **GALTON)
        assert len(runs.table) == 100
        assert {*map(tuple, runs.table.values)} <= {*rows}
        assert runs.oracle.result.essential_graph == essential_graph(graph)
    assert sorted(map(tuple, paired_runs(graph, None, **GALTON).table.values)) == rows


def test_the_run_is_the_one_that_the_notebook_calls():
    backwards = Dag(CLINIC.edges, nodes=CLINIC.nodes[::-1])
    for seed in range(2, 6):
        runs = paired_runs(backwards, 200, 0.05, seed=seed, algorithm="pc")
        ours, alone = runs.data.result, pc(FisherZ(runs.table, 0.05), **PC)
        assert ours.essential_graph == alone.essential_graph
        assert ours.conflicts == alone.conflicts != ()
        assert ours.counts.performed == alone.counts.performed
        film = PairedFilm(runs)
        edges = film.data_drawing(film.data.last, revealed=True).edges
        heads = {frozenset((e.tail, e.head)) for e in edges if e.state == "two_headed"}
        assert heads == {*map(frozenset, ours.conflicts)} & runs.truth.skeleton


def test_an_edge_is_false_only_once_pc_has_done_with_it():
    film = PairedFilm(paired_runs(HEIGHTS, 100, 0.01, seed=1, **GALTON))

    def marks(position):
        edges = film.data_drawing(position, revealed=True).edges
        return {f"{e.tail}-{e.head}": e.state for e in edges if e.state in ("astray", "lost")}

    assert film.runs.first_wrong.kind == "false independence"
    assert all(marks(at) == {} for at in range(film.flag + 1))
    assert marks(film.flag + 1) == marks(film.last) == {"mother-height": "lost"}
    assert tally(film, film.data.last)[2] == ("edges left", 2, 3)


def test_the_lab_runs_pc_and_comes_back():
    from marvel_widgets.widgets import FiniteSampleLab  # numeric tests run where there are none

    lab = FiniteSampleLab(HEIGHTS, n=100, alpha=0.01, seed=1, **GALTON)
    lab.to_flag.click()
    assert "PC, 100 rows, alpha = 0.01, drawn from the table galton, seed 1." in lab.text()
    assert FiniteSampleLab(token=lab.token).text() == lab.text()
    offered = [label for label, _ in lab.dials.n.options]
    assert (offered[-1], "1,000 rows" in offered) == ("all 898 rows", False)
    assert lab.switch.options == ("Twin replay",)
    assert lab.to_dead_end.layout.display == "none"
    lab.dials.alpha.value = 0.2
    assert "alpha = 0.2" in lab.text()
    assert not lab.model.choose(n=1000)
    assert "898 rows: n must be at most that; got 1,000" in lab.model.error
    with pytest.raises(ValueError, match="give a graph of these variables"):
        FiniteSampleLab("A -> B", **GALTON)
    with pytest.raises(ValueError, match="algorithm must be one of 'marvel', 'pc'; got 'gs'"):
        FiniteSampleLab("A -> B", algorithm="gs")


def call():
    """The call of the notebook, as it stands there."""
    cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    (cell,) = (cell for cell in cells if cell["id"] == "calls")
    return re.search(r"```python\n(.*?)```", "".join(cell["source"]), re.DOTALL)[1]


def clinic_of(n):
    rng = np.random.default_rng(7)
    return LinearGaussian.random(CLINIC, rng).sample(n, rng)


@pytest.mark.filterwarnings("ignore")
def test_causal_learn_ends_with_the_same_edges(capsys):
    """On Galton's table; of nine of the clinic arrows differ on two: `docs/benchmarks.md`."""
    pytest.importorskip("causallearn")
    tables, differ = {0: datasets.load("galton")}, set()
    tables |= {n: clinic_of(n) for n in (100, 500, 2000)}
    for n, table in tables.items():
        for alpha in (0.05, 0.01, 0.001):
            names, ours = {"galton": table}, pc(FisherZ(table, alpha), **PC)
            exec(call().replace("alpha=0.01", f"alpha={alpha}"), names)
            graph = names["found"].G.graph  # of [j, i] and [i, j]: 1 at a head, -1 at a tail
            ends = {
                (table.columns[i], table.columns[j]): graph[i, j] for i, j in np.argwhere(graph)
            }
            assert {*map(frozenset, ends)} == ours.skeleton
            arrows = {e for e, mark in ends.items() if (mark, ends[e[::-1]]) == (-1, 1)}
            differ |= {(n, alpha)} if arrows != ours.essential_graph.directed else set()
    assert differ == {(100, 0.05), (2000, 0.05)}
    assert "height" in capsys.readouterr().out


def test_the_table_of_the_course_has_the_clinics_of_the_notebook_as_its_first_rows():
    whole = read_csv(clinic_csv())
    for table in map(clinic_of, (100, 500, 2000)):
        assert whole.columns == table.columns
        assert np.abs(whole.values[: len(table)] - table.values).max() <= 0.0005001


def test_dealt_parents_are_said_to_depend_too_often():
    """The deals of the notebook by scipy: one row for each child, r and its p-value by hand."""
    from scipy.stats import norm

    lines = [line for line in datasets.text("galton").splitlines() if line[0] != "#"]
    homes = {}
    for row in csv.DictReader(lines):
        homes.setdefault(row["family"], []).append((float(row["father"]), float(row["mother"])))
    order = sorted(homes)
    size, parents = [len(homes[name]) for name in order], [homes[name][0] for name in order]
    fathers, rng, said = np.repeat([f for f, _ in parents], size), np.random.default_rng(0), 0
    for _ in range(1000):
        mothers = rng.permutation([m for _, m in parents])
        r = np.corrcoef(fathers, np.repeat(mothers, size))[0, 1]
        said += 2 * norm.sf(abs(np.arctanh(r)) * (sum(size) - 3) ** 0.5) <= 0.01
    assert (len(order), sum(size), said) == (197, 898, 290)
