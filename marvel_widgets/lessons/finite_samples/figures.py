"""The paper's figures and tables again, in a setting that a class runs in seconds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from importlib.resources import as_file, files
from math import atanh, sqrt
from statistics import NormalDist, fmean
from typing import Any, Final

from marvel_widgets.core.algorithms.registry import ALGORITHMS, record
from marvel_widgets.core.algorithms.run import Trace
from marvel_widgets.core.boundary.discovery import markov_boundaries
from marvel_widgets.core.graphs import networks
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.core.independence.gaussian import FisherZ
from marvel_widgets.experiments.cells import run_cell, usable_data
from marvel_widgets.experiments.comparison import place_of
from marvel_widgets.experiments.designs import PAPER_BUDGET, Cell, Design, Point, design
from marvel_widgets.experiments.edge_frequencies import EdgeFrequencies
from marvel_widgets.experiments.linear_gaussian import SCENARIO_3, LinearGaussian
from marvel_widgets.experiments.metrics import skeleton_scores
from marvel_widgets.experiments.plots import PANELS, network_chart, panel_chart
from marvel_widgets.experiments.printed import PRINTED
from marvel_widgets.experiments.rows import Row, read_rows
from marvel_widgets.experiments.summary import Average, averages, label
from marvel_widgets.lessons.finite_samples.runs import OracleAndDataRuns, error_rates, orderings
from marvel_widgets.pictures.charts.chart import BarChart, Bars, Chart, LineChart, Series
from marvel_widgets.pictures.charts.svg import chart_svg
from marvel_widgets.pictures.figure import Figure
from marvel_widgets.text import aligned, counted

_MOST: Final = {"a": 5, "b": 0.2, "c": 20, "d": 40}
"""Where a panel ends in class: beyond, a rival's run takes a second."""
_MOST_RANDOM: Final = 60
"""Where Table 2 ends in class: beyond, most runs of GS are stopped by the budget."""


@dataclass(frozen=True, slots=True)
class ChartFigure:
    """A chart that a notebook shows as SVG, and a terminal as its numbers."""

    chart: Chart

    def _repr_svg_(self) -> str:
        return chart_svg(self.chart)

    def __repr__(self) -> str:
        return self.chart.description


def class_design(
    experiment: str, repetitions: int, seed: int = 0, panels: str | None = None
) -> Design:
    """Return a design with the cheaper points of an experiment, for a class.

    Its cells are cells of ``marvel-widgets experiment NAME --full`` with the same seed.

    Parameters
    ----------
    experiment : {"fig3", "scenario1", "scenario2", "scenario3"}
    repetitions : int
        At most the paper's 20.
    seed : int
    panels : str, optional
        Of Figure 3 these rows alone, such as "ad".

    Raises
    ------
    ValueError
        The experiment is unknown (ExperimentError), or the repetitions are out of range.

    Examples
    --------
    >>> small = class_design("scenario2", 3)
    >>> [point.p for point in small.points], len(list(small.cells()))
    ([50, 60], 6)
    """
    whole = design(experiment, full=True, seed=seed)
    if not 1 <= repetitions <= whole.repetitions:
        msg = f"repetitions must be from 1 to {whole.repetitions}; got {shown(repetitions)}"
        raise ValueError(msg)
    quick = design(experiment, seed=seed)
    points = whole.points if experiment == "fig3" else quick.points
    if panels is not None:
        points = tuple(point for point in points if point.panel and point.panel in panels)
    return replace(quick, points=tuple(filter(_is_cheap, points)), repetitions=repetitions)


def _is_cheap(point: Point) -> bool:
    if point.panel is None:
        return point.network is not None or point.p <= _MOST_RANDOM
    along = getattr(point, PANELS[point.panel][0])
    return bool(along <= _MOST[point.panel]) and (point.panel, along) != ("d", 30)


def class_rows(chosen: Design) -> list[Row]:
    """Return the rows of a design, cell after cell in this process.

    Examples
    --------
    >>> small = Design("fig3", (Point(6, panel="d", in_degree=2),), 2)
    >>> len(class_rows(small))
    10
    """
    return [row for cell in chosen.cells() for row in run_cell(cell, chosen.seed, chosen.budget)]


def figure_3(rows: Sequence[Row], panel: str, measure: str = "performed") -> ChartFigure:
    """Return one half of a panel of Figure 3: tests, or the mean size of their sets.

    Whiskers are 80 % normal intervals of the means; where the in-degree is fixed, the upper
    bound of Section 4 is a further line.

    Parameters
    ----------
    rows : sequence of Row
        Of the experiment "fig3".
    panel : {"a", "b", "c", "d"}
    measure : {"performed", "asc"}

    Raises
    ------
    ValueError
        There is no such panel or measure.
    """
    return ChartFigure(panel_chart(rows, panel, measure))


def figure_4(rows: Iterable[Row], network: str, measure: str = "f1") -> ChartFigure:
    """Return a chart of Figure 4, Scenario 1: F1, tests or seconds by n, on one network.

    Whiskers are 80 % normal intervals of the means. Where every run of a point ran out of its
    budget there is no F1.

    Parameters
    ----------
    rows : iterable of Row
        Of the experiment "scenario1".
    network : str
    measure : {"performed", "seconds", "f1"}
    """
    return ChartFigure(network_chart(rows, network, measure))


def errors_chart(runs: Iterable[OracleAndDataRuns]) -> ChartFigure:
    """Return the tests of data runs by level and size of set: right, and wrong in either way.

    Parameters
    ----------
    runs : iterable of OracleAndDataRuns
        Such as `repeated` makes: other models and samples, everything else the same.

    Examples
    --------
    >>> from marvel_widgets.lessons.finite_samples.runs import paired_runs
    >>> errors_chart([paired_runs(Dag("X -> Y <- T"), n=None)])
    Tests of 1 data run. Across: CI tests. exact, size 0: right 3, false independence 0, \
false dependence 0. exact, size 1: right 4, false independence 0, false dependence 0.
    """
    pooled = list(runs)
    rows = error_rates(judged for run in pooled for judged in run.judged)
    levels = ("exact" if row.alpha is None else f"level {row.alpha:.3g}" for row in rows)
    bars = {
        "right": [r.tests - r.false_independence - r.false_dependence for r in rows],
        "false independence": [r.false_independence for r in rows],
        "false dependence": [r.false_dependence for r in rows],
    }
    return ChartFigure(
        BarChart(
            f"Tests of {counted(len(pooled), 'data run')}",
            "CI tests",
            tuple(f"{level}, size {row.size}" for level, row in zip(levels, rows, strict=True)),
            tuple(Bars(name, tuple(values)) for name, values in bars.items()),
            stacked=True,
            width=720,
        )
    )


def orders_figure(runs: OracleAndDataRuns, orders: int = 20) -> Figure:
    """Return what the same data lead to in random orders of the variables: shares of edges.

    With an oracle each share is 100 %: the order breaks ties between boundaries of one size,
    and does not change the graph.

    Examples
    --------
    >>> from marvel_widgets.lessons.finite_samples.runs import paired_runs
    >>> orders_figure(paired_runs(Dag("X -> Y <- T"), n=None), 5)
    Share in 5 orders of the variables: X to Y 100%, T to Y 100%.
    """
    graphs = orderings(runs, orders)
    return EdgeFrequencies.of(runs.dag.nodes, graphs).draw(0, of="orders of the variables")


def intervals_table(rows: Sequence[Row], measure: str = "performed") -> str:
    """Return the means of Figure 3 or 4 with half of their 80 % intervals, as a text table.

    ``>``: some runs were stopped by the budget, so that the mean is larger; ``NA``: most were.

    Parameters
    ----------
    rows : sequence of Row
        Of the experiments "fig3" or "scenario1".
    measure : {"performed", "asc", "f1"}

    Examples
    --------
    >>> small = Design("fig3", (Point(6, panel="d", in_degree=2),), 2)
    >>> intervals_table(class_rows(small)).split()[:5]
    ['MARVEL', 'PC', 'GS', 'CS', 'MMPC']
    """
    table: dict[str, dict[str, str]] = {}
    for average in averages(rows):
        digits = {"performed": 0, "asc": 2}.get(measure, 3)
        name = average.label.removeprefix("MARVEL as ").replace("printed", "as printed")
        entry = _ours(average, measure, digits).replace(" ", "")  # seven columns fit a page
        table.setdefault(_place(average), {})[name] = entry
    names = list(next(iter(table.values()), {}))
    return aligned([("", *names), *((place, *line.values()) for place, line in table.items())])


def _place(average: Average) -> str:
    point = average.point
    if point["panel"] is None:
        return f"{str(point['network']).removesuffix('-paper')} {point['n']:,}"
    column, words, _ = PANELS[str(point["panel"])]
    return f"({point['panel']}) {words.removeprefix('maximum ')} {point[column]}"


def beside_printed(experiment: str, rows: Sequence[Row]) -> str:
    """Return our means with their 80 % intervals beside the printed ones, as a text table.

    Columns: tests and half of their interval, then what the paper prints; the same for the
    mean set size (ASC) and F1. ``>``: some runs were stopped by the budget, so that the mean
    is larger; ``NA``: most were.

    Parameters
    ----------
    experiment : {"scenario2", "scenario3"}
    rows : sequence of Row

    Raises
    ------
    ValueError
        The paper prints no table of this experiment.
    """
    if experiment not in PRINTED:
        msg = f"the paper has no table of {shown(experiment)}; choose one of {', '.join(PRINTED)}"
        raise ValueError(msg)
    head = ("", "", "tests", "printed", "ASC", "printed", "F1", "printed")
    body = [_row(experiment, average) for average in averages(rows)]
    return aligned([head, *body], left=2)


def _row(experiment: str, average: Average) -> tuple[str, ...]:
    place = place_of(average)
    entry = PRINTED[experiment].get((average.algorithm, place))
    cells = [f"p={place}" if isinstance(place, int) else place.removesuffix("-paper")]
    cells.append(average.label)
    for measure, digits in (("performed", 0), ("asc", 2), ("f1", 2)):
        cells.append(_ours(average, measure, digits))
        cells.append("NA" if entry is None else f"{getattr(entry, measure):,.{digits}f}")
    return tuple(cells)


def _ours(average: Average, measure: str, digits: int) -> str:
    mean = average.mean(measure)
    if mean is None or average.is_na:
        return "NA"
    sign = ">" if average.stopped and measure == "performed" else ""
    return f"{sign}{mean:,.{digits}f} ± {average.half_width(measure):,.{digits}f}"


STORED: Final = {"fig3": 5, "scenario1": 4, "scenario2": 3, "scenario3": 3}
"""How many repetitions of each class design the table has; the root seed is 0."""

_POINT: Final = ("p", "panel", "network", "in_degree", "density", "n")


def stored_rows(chosen: Design) -> list[Row]:
    """Return the rows of a design from the table that comes with the package.

    They are the rows that `class_rows` makes, but for the seconds, which another machine took.

    Parameters
    ----------
    chosen : Design
        A class design with the seed 0 and at most as many repetitions as `STORED` says.

    Raises
    ------
    ValueError
        The table does not hold all cells of the design.

    Examples
    --------
    >>> from marvel_widgets.lessons.finite_samples import class_design
    >>> rows = stored_rows(class_design("scenario2", 3))
    >>> len(rows), rows[0]["algorithm"], rows[0]["performed"]
    (36, 'marvel', 892)
    """
    known = _by_cell() if (chosen.seed, chosen.budget) == (0, PAPER_BUDGET) else {}
    cells = list(chosen.cells())
    if missing := [cell for cell in cells if cell.key not in known]:
        msg = (
            f"the table has the class designs with seed 0 and the repetitions {STORED}, but no "
            f"{shown(missing[0].key)} with seed {chosen.seed}: class_rows(...) makes such rows"
        )
        raise ValueError(msg)
    return [dict(row) for cell in cells for row in known[cell.key]]


def _by_cell() -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    source = files("marvel_widgets").joinpath("lessons", "finite_samples", "class_rows.csv")
    with as_file(source) as path:
        for row in read_rows(path):
            values: dict[str, Any] = dict(row)
            point = Point(**{name: values[name] for name in _POINT})
            cell = Cell(values["experiment"], point, values["repetition"])
            found.setdefault(cell.key, []).append(row)
    return found


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
    >>> print(survival_table([Survival("marvel", 9.04, 3.2, 0.5, 0.9)]))
            to survive  on data  recall  precision
    MARVEL         9.0      3.2    0.50       0.90
    """
    lines = [("", "to survive", "on data", "recall", "precision")]
    for each in found:
        tests = f"{each.hurdles:.1f}", f"{each.tests:.1f}"
        lines.append((label(each.algorithm), *tests, f"{each.recall:.2f}", f"{each.precision:.2f}"))
    return aligned(lines)


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


TRIPLE: Final = Dag("X -> Y -> Z; X -> Z")
_STEPS: Final = 200  # of a curve


def triple_model(direct: float, first: float = 1.0, second: float = 1.0) -> LinearGaussian:
    """Return the linear model of ``X -> Y -> Z`` and ``X -> Z``, its noise of deviation 1.

    Parameters
    ----------
    direct : float
        The coefficient of ``X -> Z``; ``-first * second`` cancels the other path.
    first, second : float
        Those of ``X -> Y`` and ``Y -> Z``.

    Examples
    --------
    >>> test = triple_model(-1).exact_test()
    >>> test("X", "Z"), test("X", "Z", given={"Y"})
    (True, False)
    """
    weights: dict[tuple[Label, Label], float] = {
        ("X", "Y"): first,
        ("Y", "Z"): second,
        ("X", "Z"): direct,
    }
    return LinearGaussian(TRIPLE, weights, dict.fromkeys("XYZ", 1.0))


def end_correlation(direct: float, first: float = 1.0, second: float = 1.0) -> float:
    """Return the correlation of X and Z in `triple_model`, given nothing.

    Examples
    --------
    >>> end_correlation(-1), round(end_correlation(0), 3)
    (0.0, 0.577)
    """
    through = direct + first * second
    return through / sqrt(through**2 + second**2 + 1)


def chance_of_independent(correlation: float, n: int, alpha: float) -> float:
    """Return how probable it is that Fisher-Z, given nothing, says independent.

    The statistic is nearly normal with variance 1 around ``sqrt(n - 3) * atanh(correlation)``.

    Parameters
    ----------
    correlation : float
        The true one, between -1 and 1.
    n : int
        Samples; at least 4.
    alpha : float
        The level.

    Examples
    --------
    >>> round(chance_of_independent(0, 100, 0.05), 2)
    0.95
    >>> round(chance_of_independent(0.3, 100, 0.05), 2)
    0.14
    """
    critical = NormalDist().inv_cdf(1 - alpha / 2)
    center = sqrt(n - 3) * atanh(correlation)
    return NormalDist().cdf(critical - center) - NormalDist().cdf(-critical - center)


def cancellation_chart(
    sizes: Iterable[int] = (100, 1000, 10_000), alpha: float = 2 / 9
) -> ChartFigure:
    """Return how often data call X and Z independent, over the direct coefficient.

    The other path contributes 1, so that -1 cancels it.

    Examples
    --------
    >>> at, share = cancellation_chart((100,)).chart.series[0].points[100]
    >>> at, round(share, 2)
    (-1.0, 0.78)
    """
    steps = [-2 + 2 * step / _STEPS for step in range(_STEPS + 1)]
    ends = [(c, end_correlation(c)) for c in steps]
    curves = {n: tuple((c, chance_of_independent(r, n, alpha)) for c, r in ends) for n in sizes}
    return ChartFigure(
        LineChart(
            "X and Z, where two paths nearly cancel",
            "coefficient of X → Z; the path through Y adds 1",
            "data sets that say independent",
            tuple(Series(f"{n:,} samples", at, markers=False) for n, at in curves.items()),
        )
    )
