"""How fast MARVEL is: `python benchmarks/marvel_speed.py [--quick]`.

1. `marvel(DSeparation(dag))` as the variables grow: boundary discovery and essential graph
   included, nothing about the DAG worked out before. Its split into d-separation and the rest.
2. What recording costs: `record(marvel, test)` against `marvel(test)`.
3. Time and memory of large graphs, boundaries given.
4. What `import marvel_widgets` adds to a bare interpreter.
"""

import subprocess
import sys
from functools import partial
from statistics import median
from time import perf_counter

from _timing import DEGREE, fresh_dag, interleaved, is_quick, machine, milli, ratio, seconds, table

from marvel_widgets import Dag, DSeparation, essential_graph, marvel, record
from marvel_widgets.core.graphs.search import Search


class Timed(DSeparation):
    """An oracle that measures itself. The clock costs about 0.1 µs a call."""

    def __init__(self, dag: Dag) -> None:
        super().__init__(dag)
        self.seconds = 0.0
        self.calls = 0

    def independent(self, x: int, y: int, given: int) -> bool:
        start = perf_counter()
        answer = super().independent(x, y, given)
        self.seconds += perf_counter() - start
        self.calls += 1
        return answer

    def first_separating(self, search: Search, limit: int | None = None) -> tuple[int | None, int]:
        start = perf_counter()
        answer = super().first_separating(search, limit)
        self.seconds += perf_counter() - start
        self.calls += 1
        return answer

    def total_conditioning(self) -> tuple[int, ...]:
        start = perf_counter()
        answer = super().total_conditioning()
        self.seconds += perf_counter() - start
        return answer


def growth(sizes: list[int], seeds: int, repeats: int) -> None:
    rows = []
    before = None
    for p in sizes:
        plain, inside, whole, tests = [], [], [], []
        for seed in range(seeds):
            result = marvel(DSeparation(fresh_dag(p, seed)))
            assert result.essential_graph == essential_graph(fresh_dag(p, seed))
            tests.append((result.counts.performed, result.counts.after_boundaries))
            for _ in range(repeats):
                dag = fresh_dag(p, seed)
                plain.append(seconds(partial(marvel, DSeparation(dag))))
                test = Timed(fresh_dag(p, seed))
                whole.append(seconds(partial(marvel, test)))
                inside.append(test.seconds)
        total = median(plain)
        share = median(a / b for a, b in zip(inside, whole, strict=True))
        rows.append(
            (
                f"{p:,}",
                f"{median(t for t, _ in tests):,.0f}",
                f"{median(t for _, t in tests):,.0f}",
                milli(total),
                f"{milli(share * total)} ({100 * share:.0f} %)",
                milli((1 - share) * total),
                "" if before is None else ratio(total / before),
            )
        )
        before = total
    table(
        f"marvel(DSeparation(dag)), maximum in-degree 4, medians over {seeds} seeds",
        (
            "p",
            "tests",
            "after boundaries",
            "time",
            "in d-separation",
            "rest",
            "times the row above",
        ),
        rows,
    )


def recording(sizes: list[int], seeds: int, repeats: int) -> None:
    rows = []
    for p in sizes:
        plain, kept = [], []
        for seed in range(seeds):
            dag = fresh_dag(p, seed)
            test = DSeparation(dag)
            marvel(test)  # what belongs to the DAG is worked out once
            a, b = interleaved((partial(marvel, test), partial(record, marvel, test)), repeats)
            plain.append(a)
            kept.append(b)
        gains = [b / a for a, b in zip(plain, kept, strict=True)]
        rows.append(
            (
                p,
                f"{1e3 * median(plain):,.2f} ms",
                f"{1e3 * median(kept):,.2f} ms",
                f"{median(gains):.2f}",
                f"{min(gains):.2f} to {max(gains):.2f}",
            )
        )
    table(
        f"What recording costs, medians over {seeds} seeds",
        ("p", "marvel", "record", "ratio", "over the seeds"),
        rows,
    )


def largest(p: int) -> None:
    """One run, in a process of its own so that the memory is its own."""
    code = (
        "import resource, sys; from random import Random; from time import perf_counter\n"
        "from marvel_widgets import Dag, DSeparation, marvel\n"
        "from marvel_widgets.core.algorithms.events import Visited\n"
        f"dag = Dag.random_fixed_in_degree({p}, {DEGREE}, Random(0))\n"
        "known = {x: dag.markov_boundary(x) for x in dag.nodes}\n"
        "mb = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024\n"
        "before, start = mb(), perf_counter()\n"
        "found = marvel(DSeparation(dag), known)\n"
        "took = perf_counter() - start\n"
        "counts = found.counts\n"
        "print(took, before, mb(), counts.performed, sum(counts.reused.values()))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    took, before, after, tests, reused = map(float, done.stdout.split())
    table(
        f"marvel(DSeparation(dag), boundaries), p = {p:,}",
        ("time", "memory before", "at most", "tests", "searches answered from memory"),
        [
            (
                f"{took:.1f} s",
                f"{before:.0f} MB",
                f"{after:.0f} MB",
                f"{tests:,.0f}",
                f"{reused:,.0f}",
            )
        ],
    )


def import_time(repeats: int) -> None:
    def started(code: str) -> None:
        subprocess.run([sys.executable, "-c", code], check=True)

    bare, ours, both = interleaved(
        (
            lambda: started("pass"),
            lambda: started("import marvel_widgets"),
            lambda: started("import numpy"),
        ),
        repeats,
    )
    table(
        "Start of an interpreter",
        ("code", "time", "above the bare interpreter"),
        [
            ("pass", milli(bare), ""),
            ("import marvel_widgets", milli(ours), milli(ours - bare)),
            ("import numpy, for comparison", milli(both), milli(both - bare)),
        ],
    )


def main() -> None:
    quick = is_quick()
    machine()
    if quick:
        growth([100, 200], seeds=1, repeats=1)
        recording([25], seeds=2, repeats=5)
        largest(500)
        import_time(3)
        return
    growth([100, 200, 500, 1000, 2000], seeds=3, repeats=3)
    recording([25, 50, 100], seeds=7, repeats=31)
    for p in (1000, 3000, 10_000):
        largest(p)
    import_time(21)


if __name__ == "__main__":
    main()
