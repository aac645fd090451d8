"""What the benchmarks share: interleaved timing, medians, tables in markdown."""

import os
import platform
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from marvel_widgets import Dag

DEGREE = 4  # the maximum in-degree of all random graphs


def fresh_dag(p: int, seed: int) -> Dag:
    """Return a random DAG of the paper's second model, with nothing worked out yet."""
    return Dag.random_fixed_in_degree(p, DEGREE, Random(seed))


def seconds(call: Callable[[], object]) -> float:
    start = perf_counter()
    call()
    return perf_counter() - start


def interleaved(calls: Sequence[Callable[[], object]], repeats: int) -> list[float]:
    """Return the median seconds of each call; they take turns, so that all see the same load."""
    times: list[list[float]] = [[] for _ in calls]
    for turn in range(repeats):
        order = list(zip(calls, times, strict=True))
        for call, row in order if turn % 2 == 0 else reversed(order):
            row.append(seconds(call))
    return [median(row) for row in times]


def table(title: str, head: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Print a table in markdown."""
    print(f"\n### {title}\n")
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(map(str, row)) + " |", flush=True)


def machine(*packages: str, times: str = "medians of interleaved repeats") -> None:
    """Print what the numbers depend on."""
    others = "".join(f", {name} {version(name)}" for name in packages)
    print(
        f"{platform.python_implementation()} {platform.python_version()}{others}; "
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores; {times}"
    )


def micro(t: float) -> str:
    return f"{1e6 * t:,.2f} µs"


def milli(t: float) -> str:
    return f"{1e3 * t:,.0f} ms"


def ratio(r: float) -> str:
    return f"{r:,.2f}" if r < 10 else f"{r:,.0f}"


def is_quick() -> bool:
    """Read the command line: ``--quick`` takes seconds and shows that the program works."""
    unknown = [word for word in sys.argv[1:] if word != "--quick"]
    if unknown:
        sys.exit(f"{Path(sys.argv[0]).name} takes --quick or nothing, not {' '.join(unknown)}")
    return "--quick" in sys.argv
