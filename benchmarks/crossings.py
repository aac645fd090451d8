"""Crossings of the edges as drawn, ours beside Graphviz dot's: `python benchmarks/crossings.py`.

Both get pills of the same size. Curves are followed as they are drawn: ours with their bends,
dot's along their splines. A crossing at a common end does not count.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from random import Random
from shutil import which

from marvel_widgets import Dag
from marvel_widgets.core.graphs import networks
from marvel_widgets.pictures.layout.bends import curve_points, edge_bends
from marvel_widgets.pictures.pills import PILL_HEIGHT, pill_width
from marvel_widgets.pictures.positions import WIDEST, positions_of

LARGEST = 40  # variables
_INCH = 72.0

Point = tuple[float, float]
Lines = dict[tuple[str, str], list[Point]]


def graphs() -> Iterator[tuple[str, Dag]]:
    """Yield the bundled networks that are not too large, and twenty random graphs."""
    for name in networks.names():
        dag = networks.load(name)
        if len(dag) <= LARGEST:
            yield name, dag
    for edges, seeds in ((30, range(10)), (38, range(10, 20))):
        for seed in seeds:
            dag = Dag.random_erdos_renyi(25, Random(seed), m=edges)
            names = {v: f"X{v}" for v in dag.nodes}
            arrows = [(names[a], names[b]) for a, b in dag.edges]
            yield f"random 25, {edges} edges", Dag(arrows, nodes=names.values())


def ours(dag: Dag) -> Lines:
    """Return the edges of our picture, as points."""
    positions, _, _ = positions_of(dag, WIDEST)
    return {
        (str(a), str(b)): list(curve_points(positions[a], positions[b], bend))
        for (a, b), bend in edge_bends(dag, positions).items()
    }


def dots(dag: Dag) -> Lines:
    """Return the edges of dot's picture, as points."""
    lines = ["digraph {", 'node [shape=box, style=rounded, fixedsize=true, label=""];']
    number = {name: f"v{i}" for i, name in enumerate(dag.nodes)}
    for name, i in number.items():
        wide, high = pill_width(str(name)) / _INCH, PILL_HEIGHT / _INCH
        lines.append(f"{i} [width={wide:.3f}, height={high:.3f}];")
    lines += [f"{number[a]} -> {number[b]};" for a, b in dag.edges]
    text = "\n".join([*lines, "}"])
    done = subprocess.run(
        ["dot", "-Tplain"], input=text, capture_output=True, text=True, check=True
    )
    names = {i: str(name) for name, i in number.items()}
    found: Lines = {}
    for words in (line.split() for line in done.stdout.splitlines()):
        if words[0] == "edge":
            flat = [float(word) for word in words[4 : 4 + 2 * int(words[3])]]
            spots = list(zip(flat[::2], flat[1::2], strict=True))
            found[names[words[1]], names[words[2]]] = list(_along(spots))
    return found


def _along(controls: Sequence[Point]) -> Iterator[Point]:
    """Yield points along cubic curves that hang together."""
    for at in range(0, len(controls) - 1, 3):
        a, b, c, d = controls[at : at + 4]
        for t in (i / 10 for i in range(11)):
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            x, y = (
                sum(w * spot[i] for w, spot in zip(weights, (a, b, c, d), strict=True))
                for i in (0, 1)
            )
            yield x, y


def crossings(lines: Lines) -> int:
    """Return how many pairs of edges without a common end cross, each time they do."""
    return sum(
        _times(lines[one], lines[other])
        for one, other in combinations(lines, 2)
        if not set(one) & set(other)
    )


def _times(one: Iterable[Point], other: Iterable[Point]) -> int:
    second = list(pairwise(other))
    return sum(_cross(a, b, c, d) for a, b in pairwise(one) for c, d in second)


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _timed(draw: Callable[[Dag], Lines], dag: Dag) -> tuple[int, float]:
    start = time.process_time()
    lines = draw(dag)
    seconds = time.process_time() - start
    return crossings(lines), seconds


def main() -> None:
    """Print a table with one row for each network and for each kind of random graphs."""
    if which("dot") is None:
        print("Graphviz dot is not installed; there is nothing to compare with.")
        return
    rows: dict[str, list[tuple[int, int, float]]] = {}
    for name, dag in graphs():
        mine, seconds = _timed(ours, dag)
        rows.setdefault(name, []).append((mine, crossings(dots(dag)), seconds))
    print(f"{'graph':28}{'graphs':>8}{'ours':>8}{'dot':>8}{'CPU s':>8}")
    for name, found in rows.items():
        mine, theirs, seconds = (sum(column) for column in zip(*found, strict=True))
        many = len(found)
        print(
            f"{name:28}{many:8}{mine / many:8.1f}{theirs / many:8.1f}{seconds / many:8.2f}",
            flush=True,
        )
    totals = [sum(row[i] for found in rows.values() for row in found) for i in (0, 1)]
    print(f"{'all':28}{'':8}{totals[0]:8}{totals[1]:8}   {totals[0] / totals[1] - 1:+.0%}")


if __name__ == "__main__":
    sys.exit(main())
