"""How the cost of MARVEL grows, as a plot: `python benchmarks/growth.py [--quick] [--out FILE]`.

Tests after boundary discovery and seconds of everything (on data the correlation matrix included),
with the oracle and on data, against the variables p, the maximum in-degree and the samples n. Each
point is the median of several random DAGs of the paper's second model, with data of its first
scenario; the time of each is its fastest repeat, the least disturbed by other work. Fitted by least
squares: y = c x^e against p and n, on the logarithms of both; y = c b^d against the in-degree d, on
the logarithm of y.

Writes docs/growth.svg, and prints the values, the fits, and what the time of one run on data goes
to. With --quick it takes seconds, shows only that it works, and writes nothing without --out.
"""

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["OMP_NUM_THREADS"] = "1"

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
from _timing import DEGREE, machine, seconds, table

from marvel_widgets import Dag, DSeparation, FisherZ, LinearGaussian, markov_boundaries, marvel
from marvel_widgets.pictures.palette import BLUE, INK, VERMILLION
from marvel_widgets.writing.whole import whole

PICTURE = Path(__file__).resolve().parents[1] / "docs" / "growth.svg"
STYLES = {"oracle": (BLUE, "s", "--"), "data": (VERMILLION, "o", "-")}  # told apart without color
POWER, BASE = "power", "base"
Case = tuple[Dag, np.ndarray | None]


@dataclass(frozen=True)
class Axis:
    """What is varied: its name, its values, which law is fitted, and the case of each value."""

    name: str
    values: tuple[int, ...]
    law: str
    fixed: str
    make: Callable[[int, int, bool], Case]
    kinds: tuple[str, ...] = ("oracle", "data")


@dataclass(frozen=True)
class Line:
    """One measure of one kind along an axis, and its fit: y = c x^e or y = c b^x."""

    axis: Axis
    kind: str
    measure: str
    ys: tuple[float, ...]
    rate: float
    constant: float

    def fitted(self, x: float) -> float:
        return self.constant * (x**self.rate if self.axis.law == POWER else self.rate**x)

    @property
    def formula(self) -> str:
        """The fit without its constant, as matplotlib writes mathematics."""
        short = {"variables p": "p", "maximum in-degree": "d", "samples n": "n"}[self.axis.name]
        rate = f"{self.rate:.2f}"
        return f"${short}^{{{rate}}}$" if self.axis.law == POWER else f"${rate}^{short}$"


def case(p: int, degree: int, n: int | None, seed: int) -> Case:
    """Return a random DAG, and data of it where n is given."""
    dag = Dag.random_fixed_in_degree(p, degree, Random(seed))
    if n is None:
        return dag, None
    rng = np.random.default_rng(seed)
    return dag, LinearGaussian.random(dag, rng).sample(n, rng).to_numpy()


def axes(quick: bool) -> list[Axis]:
    """Return the three axes; n stands still in the first two at 50 p."""
    sizes = (20, 40, 80) if quick else (25, 50, 100, 200, 400, 800)
    degrees = (1, 2, 3) if quick else (1, 2, 3, 4, 5, 6)
    lengths = (500, 2000) if quick else (500, 1000, 2000, 4000, 8000, 16000, 32000)
    return [
        Axis("variables p", sizes, POWER, f"in-degree {DEGREE}, n = 50p",
             lambda p, seed, data: case(p, DEGREE, 50 * p if data else None, seed)),
        Axis("maximum in-degree", degrees, BASE, "p = 50, n = 2,500",
             lambda d, seed, data: case(50, d, 2_500 if data else None, seed)),
        Axis("samples n", lengths, POWER, f"p = 100, in-degree {DEGREE}",
             lambda n, seed, _: case(100, DEGREE, n, seed), kinds=("data",)),
    ]  # fmt: skip


def measured(one: Case, repeats: int) -> tuple[int, float]:
    """Return the tests after boundary discovery, and the seconds of everything."""
    dag, data = one
    times, results = [], []
    for _ in range(repeats):
        graph = Dag(dag.edges, nodes=dag.nodes)  # remembers nothing of the run before
        begin = perf_counter()
        results.append(marvel(DSeparation(graph) if data is None else FisherZ(data)))
        times.append(perf_counter() - begin)
    return results[-1].counts.after_boundaries, min(times)


def lines_of(axis: Axis, seeds: int, repeats: int) -> list[Line]:
    lines = []
    for kind in axis.kinds:
        points = [
            [measured(axis.make(x, seed, kind == "data"), repeats) for seed in range(seeds)]
            for x in axis.values
        ]
        for at, measure in enumerate(("tests", "seconds")):
            ys = tuple(median(sample[at] for sample in point) for point in points)
            lines.append(Line(axis, kind, measure, ys, *fit(axis, ys)))
    return lines


def fit(axis: Axis, ys: Sequence[float]) -> tuple[float, float]:
    """Return the exponent or the base, and the constant; points with no test are left out."""
    kept = [(x, y) for x, y in zip(axis.values, ys, strict=True) if y > 0]
    xs = np.array([x for x, _ in kept], dtype=float)
    slope, offset = np.polyfit(
        np.log(xs) if axis.law == POWER else xs, np.log([y for _, y in kept]), 1
    )
    return float(slope if axis.law == POWER else np.exp(slope)), float(np.exp(offset))


def draw(lines: Sequence[Line], path: Path) -> None:
    """Write the six panels: tests above, seconds below, one column for each axis."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    columns = list(dict.fromkeys(line.axis.name for line in lines))
    with rc_context({"svg.hashsalt": "marvel-widgets", "font.size": 10}):
        figure = Figure(figsize=(11, 6), layout="constrained")
        grid = figure.subplots(2, len(columns), sharey="row")
        for row, measure in enumerate(("tests", "seconds")):
            for panel, name in zip(grid[row], columns, strict=True):
                panel_of(panel, [x for x in lines if (x.axis.name, x.measure) == (name, measure)])
            grid[row][0].set_ylabel(
                "CI tests after boundary discovery" if measure == "tests" else "seconds, everything"
            )
        metadata = {"Date": None} if path.suffix == ".svg" else {}
        with whole(path) as beside:
            figure.savefig(beside, metadata=metadata, dpi=150)


def panel_of(panel: Any, lines: Sequence[Line]) -> None:
    """Draw the medians as markers, and each fit as a line; the legend says its formula."""
    axis = lines[0].axis
    panel.set_yscale("log")
    if axis.law == POWER:
        panel.set_xscale("log")
    for line in lines:
        color, marker, dash = STYLES[line.kind]
        face = color if line.kind == "data" else "none"
        look = {"color": color, "marker": marker, "markerfacecolor": face, "linestyle": dash}
        look["markersize"] = 5 if line.kind == "data" else 9
        panel.plot(axis.values, line.ys, **look | {"linestyle": "none"})
        ends = np.linspace(axis.values[0], axis.values[-1], 60)
        panel.plot(ends, [line.fitted(x) for x in ends], **look, linewidth=1.3, markevery=[],
                   label=f"{line.kind}: {line.formula}")  # fmt: skip
    slant = 30 if max(axis.values) >= 1000 else 0
    panel.set_xticks(axis.values, [f"{x:,}" for x in axis.values], rotation=slant)
    panel.minorticks_off()
    panel.set_xlabel(f"{axis.name}   ({axis.fixed})", color=INK)
    panel.grid(color="#D9D9D9", linewidth=0.6)
    panel.legend(frameon=False, loc="upper left")


def shares(p: int, repeats: int) -> None:
    """Print what the time of runs on data goes to, step by step, on one problem."""
    _, data = case(p, DEGREE, 50 * p, 0)
    test = FisherZ(data)
    boundaries = markov_boundaries(test, "tc")
    steps = {
        "the matrix product of the data": lambda: data.T @ data,
        "FisherZ(data), with checks": lambda: FisherZ(data),
        "and boundaries": lambda: markov_boundaries(FisherZ(data), "tc"),
        "MARVEL, boundaries given": lambda: marvel(test, boundaries),
        "everything": lambda: marvel(FisherZ(data)),
    }
    times = {k: min(seconds(call) for _ in range(repeats)) for k, call in steps.items()}
    rows = [(k, f"{1e3 * t:.1f}", f"{t / times['everything']:.0%}") for k, t in times.items()]
    table(f"One run on data, p = {p}, n = {50 * p:,}", ("step", "ms", "of everything"), rows)


def report(lines: Sequence[Line]) -> None:
    table(
        "Medians and fits",
        ("against", "with", "kind", "measure", "values", "fit"),
        [
            (x.axis.name, x.axis.fixed, x.kind, x.measure,
             ", ".join(f"{y:,.0f}" if x.measure == "tests" else f"{y:.4f}" for y in x.ys),
             x.formula.strip("$").replace("{", "").replace("}", ""))
            for x in lines
        ],
    )  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--quick", action="store_true", help="seconds, to show that it works")
    parser.add_argument("--out", type=Path, help="the picture: .svg or .png")
    options = parser.parse_args()
    machine("numpy", "matplotlib", times="fastest repeats")
    seeds, repeats = (1, 1) if options.quick else (7, 5)
    lines = [line for axis in axes(options.quick) for line in lines_of(axis, seeds, repeats)]
    report(lines)
    shares(*((50, 1) if options.quick else (200, 25)))
    path = options.out or (None if options.quick else PICTURE)
    if path is not None:
        draw(lines, path)
        print(f"\nWrote {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
