"""MARVEL and PC beside other packages, in one run: `python benchmarks/peers.py [--quick]`.

    pip install -e .[peers]

1. Fisher-Z: a test inside MARVEL's searches against the single tests of the others.
2. `marvel` on data, boundary discovery and essential graph included, against rcd's MARVEL.
3. The same at in-degree 5 and 6, with a time limit for the peer; the boundaries alone.
4. `pc` from the moral graph, boundary discovery included, against the PC of others.
5. `marvel` with the oracle, boundaries given, against rcd's MARVEL fed with networkx.
6. Numbers of tests on the same graphs and data, at each level of bookkeeping.
7. How the time of `marvel` grows, and what it goes to.

Random DAGs of the paper's second model, data of its first scenario with n = 50 p. All packages
take turns in one process, each library with one thread. A peer that reaches its limit has a ratio
"at least". A package that is not installed, or does not work, is named and left out.
"""

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["OMP_NUM_THREADS"] = "1"

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import fisher_z
import numpy as np
from _timing import is_quick, machine, micro, ratio, table

from marvel_widgets import Dag, DSeparation, FisherZ, LinearGaussian, Result, marvel, pc, record
from marvel_widgets.experiments.metrics import skeleton_scores

PACKAGES = ("causal-learn", "rcd", "pgmpy", "pybnesian")
SEEDS = 3


class LateError(Exception):
    """A peer has reached its limit."""


def problem(p: int, degree: int, seed: int, samples: int | None = None) -> tuple[Dag, np.ndarray]:
    """Return a random DAG and data of it, 50 samples a variable unless told."""
    dag = Dag.random_fixed_in_degree(p, degree, Random(seed))
    rng = np.random.default_rng(seed)
    model = LinearGaussian.random(dag, rng)
    return dag, model.sample(50 * p if samples is None else samples, rng).to_numpy()


def installed() -> list[str]:
    found = []
    for name in PACKAGES:
        try:
            version(name)
        except PackageNotFoundError:
            print(f"{name} is not installed")
        else:
            found.append(name)
    return found


@dataclass(frozen=True)
class Timing:
    """Seconds of a call; `late` when it was stopped."""

    seconds: float
    late: bool
    answer: Any


def timed(call: Callable[[], Any]) -> Timing:
    start = perf_counter()
    answer, late = None, False
    try:
        answer = call()
    except LateError:
        late = True
    return Timing(perf_counter() - start, late, answer)


def side_by_side(
    ours: Callable[[], Any], peer: Callable[[], Any], repeats: int
) -> tuple[Timing, Timing]:
    """Time ours before and after each run of the peer; return the median of each."""
    mine, others = [timed(ours) for _ in range(3)], []
    for _ in range(repeats):
        others.append(timed(peer))
        mine += [timed(ours) for _ in range(3)]
    return middle(mine), middle(others)


def middle(timings: Sequence[Timing]) -> Timing:
    at = sorted(timings, key=lambda t: t.seconds)
    return at[len(at) // 2]


def quotient(ours: Timing, peer: Timing) -> str:
    return ("at least " if peer.late else "") + ratio(peer.seconds / ours.seconds)


# -- Fisher-Z ----------------------------------------------------------------------------


def single_tests(p: int, samples: int, count: int, rounds: int) -> None:
    rng = np.random.default_rng(0)
    _, data = problem(p, 4, 0, samples)
    test = FisherZ(data)
    searches = fisher_z.searches_of_marvel(test)
    tests = fisher_z.replay(test, searches)
    asked = fisher_z.statements(p, count * rounds, rng)
    masked = [(x, y, sum(1 << v for v in given)) for x, y, given in asked]
    ask = {n: fisher_z.PEERS[n](data, test.alpha) for n in installed()}
    times: dict[str, list[float]] = {name: [] for name in ("search", "single", *ask)}
    same = dict.fromkeys(ask, 0)
    for turn in range(rounds):  # no statement twice: some peers remember what they were asked
        part = slice(turn * count, (turn + 1) * count)
        for _ in range(5):
            took = timed(partial(fisher_z.replay, test, searches)).seconds
            times["search"].append(took / tests)
        alone = timed(lambda part=part: [test.independent(*s) for s in masked[part]])
        times["single"].append(alone.seconds / count)
        for name, call in ask.items():
            got = timed(lambda call=call, part=part: [call(s) for s in asked[part]])
            times[name].append(got.seconds / count)
            same[name] += sum(a == b for a, b in zip(got.answer, alone.answer, strict=True))
    inside, single = median(times["search"]), median(times["single"])
    table(
        f"Fisher-Z with at most four given, p = {p}, n = {samples}; ours inside a search "
        f"{micro(inside)} ({tests:,} tests), a single one {micro(single)}",
        ("single test of", "time", "to ours inside a search", "to our single one", "same answers"),
        [
            (
                name,
                micro(median(times[name])),
                ratio(median(times[name]) / inside),
                ratio(median(times[name]) / single),
                f"{same[name]} of {count * rounds}",
            )
            for name in ask
        ],
    )


# -- data --------------------------------------------------------------------------------


def our_marvel(data: np.ndarray) -> Result:
    return marvel(FisherZ(data))


def our_pc(data: np.ndarray) -> Result:
    return pc(FisherZ(data))


def rcd_marvel(data: np.ndarray, limit: float) -> int:
    """Run rcd's MARVEL as its own example does: alpha = 2/p², boundaries by its own method."""
    from rcd.marvel.marvel import learn_and_get_skeleton
    from rcd.utilities.ci_tests import fisher_z as rcd_fisher_z

    alpha = 2 / data.shape[1] ** 2
    end = perf_counter() + limit

    def test(x: int, y: int, given: list[int], values: np.ndarray) -> bool:
        if perf_counter() > end:
            raise LateError
        return rcd_fisher_z(x, y, given, values, significance_level=alpha)

    return learn_and_get_skeleton(test, data).number_of_edges()


def causal_learn_pc(data: np.ndarray) -> int:
    from causallearn.search.ConstraintBased.PC import pc as peer

    alpha = 2 / data.shape[1] ** 2
    found = peer(data, alpha, "fisherz", stable=True, show_progress=False)
    return int((found.G.graph != 0).sum()) // 2


def pybnesian_pc(data: np.ndarray) -> int:
    import pandas as pd
    from pybnesian import PC, LinearCorrelation

    names = [f"V{i}" for i in range(data.shape[1])]
    test = LinearCorrelation(pd.DataFrame(data, columns=names))
    found = PC().estimate(test, alpha=2 / data.shape[1] ** 2)
    return found.num_arcs() + found.num_edges()


def marvel_on_data(settings: Sequence[tuple[int, int]], seeds: int, limit: float) -> None:
    rows = []
    for p, degree in settings:
        for seed in range(seeds):
            dag, data = problem(p, degree, seed)
            ours, peer = side_by_side(
                partial(our_marvel, data), partial(rcd_marvel, data, limit), 1
            )
            rows.append(
                (
                    p,
                    degree,
                    seed,
                    f"{ours.seconds:.3f} s",
                    f"{ours.answer.counts.after_boundaries:,}",
                    f"{peer.seconds:.1f} s" + (" and unfinished" if peer.late else ""),
                    quotient(ours, peer),
                    f"{len(dag.edges)}, {len(ours.answer.skeleton)}, {peer.answer or '-'}",
                )
            )
    table(
        "`marvel` on data, everything included, against rcd's (a skeleton)",
        ("p", "in-degree", "seed", "ours", "tests", "rcd", "ratio", "edges: true, ours, rcd's"),
        rows,
    )


def boundaries_on_data(sizes: Sequence[int], repeats: int) -> None:
    from rcd.utilities.utils import compute_mb_gaussian as peer

    rows = []
    for p in sizes:
        data = problem(p, 4, 0)[1]
        ours, rcd = side_by_side(
            lambda data=data: FisherZ(data).total_conditioning(),
            lambda data=data, p=p: peer(data, 2 / p**2),
            repeats,
        )
        rows.append((p, *(f"{1e3 * t.seconds:.1f} ms" for t in (ours, rcd)), quotient(ours, rcd)))
    table("A table to boundaries by total conditioning", ("p", "ours", "rcd", "ratio"), rows)


def pc_on_data(sizes: Sequence[int], slow_to: int, seeds: int) -> None:
    rows = []
    for p, seed, name, peer in _pc_peers(sizes, slow_to, seeds):
        dag, data = problem(p, 4, seed)
        repeats = 1 if peer is causal_learn_pc else 3
        ours, other = side_by_side(partial(our_pc, data), partial(peer, data), repeats)
        rows.append(
            (
                p,
                seed,
                name,
                f"{ours.seconds:.3f} s",
                f"{other.seconds:.2f} s",
                quotient(ours, other),
                f"{len(dag.edges)}, {len(ours.answer.skeleton)}, {other.answer}",
            )
        )
    table(
        "`pc` from the moral graph on data, boundary discovery included, in-degree 4",
        ("p", "seed", "peer", "ours", "peer's", "ratio", "edges: true, ours, peer's"),
        rows,
    )


def _pc_peers(
    sizes: Sequence[int], slow_to: int, seeds: int
) -> Iterator[tuple[int, int, str, Callable[[np.ndarray], int]]]:
    for p in sizes:
        for seed in range(seeds):
            yield p, seed, "pybnesian", pybnesian_pc
            if p <= slow_to:
                yield p, seed, "causal-learn, stable", causal_learn_pc


# -- oracle ------------------------------------------------------------------------------


def rcd_with_networkx(dag: Dag, limit: float) -> int:
    """Run rcd's MARVEL with networkx as the oracle and the true boundaries."""
    import networkx as nx
    from rcd.marvel.marvel import learn_and_get_skeleton

    graph = nx.DiGraph(list(dag.edges))
    graph.add_nodes_from(dag.nodes)
    p = len(dag.nodes)
    boundaries = np.zeros((p, p), dtype=bool)
    for x in dag.nodes:
        boundaries[x, list(dag.markov_boundary(x))] = True
    end = perf_counter() + limit

    def test(x: int, y: int, given: list[int], _: np.ndarray) -> bool:
        if perf_counter() > end:
            raise LateError
        return nx.is_d_separator(graph, {x}, {y}, set(given))

    nothing = np.zeros((2, p))
    return learn_and_get_skeleton(test, nothing, lambda _: boundaries.copy()).number_of_edges()


def marvel_with_oracle(sizes: Sequence[int], limit: float) -> None:
    rows = []
    for p in sizes:
        dag = Dag.random_fixed_in_degree(p, 4, Random(0))
        boundaries = {x: dag.markov_boundary(x) for x in dag.nodes}
        fresh = iter([Dag(dag.edges, nodes=dag.nodes) for _ in range(6)])  # nothing worked out

        def ours(dags: Iterator[Dag] = fresh, known: Any = boundaries) -> Result:
            return marvel(DSeparation(next(dags)), known)

        mine, peer = side_by_side(ours, partial(rcd_with_networkx, dag, limit), 1)
        rows.append(
            (
                f"{p:,}",
                f"{mine.seconds:.3f} s",
                f"{mine.answer.counts.performed:,}",
                f"{peer.seconds:.1f} s" + (" and unfinished" if peer.late else ""),
                quotient(mine, peer),
                f"{len(dag.edges)}, {len(mine.answer.skeleton)}, {peer.answer or '-'}",
            )
        )
    table(
        "`marvel` with the oracle, boundaries given, in-degree 4",
        ("p", "ours", "tests", "rcd and networkx", "ratio", "edges: true, ours, rcd's"),
        rows,
    )


# -- numbers of tests --------------------------------------------------------------------


def rcd_statements(p: int, test: Any, boundaries: dict[int, Any]) -> list[tuple[int, int, int]]:
    """Return the statements that rcd's MARVEL asks a test of ours, with boundaries given."""
    from rcd.marvel.marvel import learn_and_get_skeleton

    matrix = np.zeros((p, p), dtype=bool)
    for x, boundary in boundaries.items():
        matrix[x, list(boundary)] = True
    asked = []

    def ask(x: int, y: int, given: list[int], _: np.ndarray) -> bool:
        mask = sum(1 << int(v) for v in given)
        asked.append((min(x, y), max(x, y), mask))
        return bool(test.independent(int(x), int(y), mask))

    learn_and_get_skeleton(ask, np.zeros((2, p)), lambda _: matrix)
    return asked


def numbers_of_tests(sizes: Sequence[int], seeds: int) -> None:
    rows = []
    for p in sizes:
        for kind in ("oracle", "data"):
            counted: dict[str, list[float]] = {}
            for seed in range(seeds):
                dag, data = problem(p, 4, seed)
                test = DSeparation(dag) if kind == "oracle" else FisherZ(data)
                for name, value in _numbers(p, dag, test):
                    counted.setdefault(name, []).append(value)
            middles = {name: median(values) for name, values in counted.items()}
            rows.append((p, kind, *(f"{value:,.3g}" if value < 1 else f"{value:,.0f}"
                                    for value in middles.values())))  # fmt: skip
    table(
        f"Tests after boundary discovery, in-degree 4, medians over {seeds} seeds (data: n = 50 p)",
        ("p", "on", "full, calls", "full, distinct", "`distinct`", "rcd, calls", "rcd, distinct",
         "pc, calls", "F1 full", "F1 `distinct`"),
        rows,
    )  # fmt: skip


def _numbers(p: int, dag: Dag, test: Any) -> Iterator[tuple[str, float]]:
    boundaries = dict(marvel(test).boundaries)
    full = record(marvel, test, boundaries).result
    least = record(marvel, test, boundaries, bookkeeping="distinct").result
    yield "full", full.counts.performed
    yield "full distinct", full.counts.distinct or 0
    yield "distinct", least.counts.performed
    asked = rcd_statements(p, test, boundaries)
    yield "rcd", len(asked)
    yield "rcd distinct", len(set(asked))
    yield "pc", pc(test, boundaries).counts.performed
    for name, result in (("f1", full), ("least f1", least)):
        yield name, min(skeleton_scores(result.essential_graph, dag).f1, 0.9999)


# -- growth ------------------------------------------------------------------------------


def exponent(xs: Sequence[float], ys: Sequence[float]) -> str:
    return f"{np.polyfit(np.log(xs), np.log(ys), 1)[0]:.2f}"


def growth(sizes: Sequence[int], degrees: Sequence[int], lengths: Sequence[int]) -> None:
    def on_data(p: int, degree: int, n: int) -> float:
        cases = [problem(p, degree, seed, n)[1] for seed in range(3)]
        return median(
            median(timed(partial(our_marvel, d)).seconds for _ in range(3)) for d in cases
        )

    def on_oracle(p: int) -> float:
        dags = [Dag.random_fixed_in_degree(p, 4, Random(seed)) for seed in range(3)]
        return median(timed(partial(marvel, DSeparation(d))).seconds for d in dags)

    series = [
        ("oracle, boundaries found, p", sizes, [on_oracle(p) for p in sizes]),
        ("data, n = 50 p, p", sizes, [on_data(p, 4, 50 * p) for p in sizes]),
        ("data, p = 50, n = 2500, in-degree", degrees, [on_data(50, d, 2500) for d in degrees]),
        ("data, p = 100, n", lengths, [on_data(100, 4, n) for n in lengths]),
    ]
    table(
        "How the time of `marvel` grows",
        ("with", "values", "milliseconds", "exponent"),
        [
            (
                name,
                ", ".join(map(str, xs)),
                ", ".join(f"{1e3 * y:.1f}" for y in ys),
                exponent(xs, ys),
            )
            for name, xs, ys in series
        ],
    )


def shares(p: int) -> None:
    """Print what the time of a run on data goes to, beside the arithmetic alone."""
    _, data = problem(p, 4, 0)
    test = FisherZ(data)
    test.total_conditioning()
    searches = [
        e.search for e in record(marvel, test).tests.entries if isinstance(e, fisher_z.SearchEntry)
    ]
    parts = {
        "FisherZ(data)": lambda: FisherZ(data),
        "one matrix product of the data": lambda: data.T @ data,
        "boundaries: one inversion and its reading": lambda: FisherZ.total_conditioning(
            FisherZ(data)
        ),
        "searches and tests alone": lambda: fisher_z.replay(test, searches),
        "everything": lambda: our_marvel(data),
    }
    times = {name: median(timed(call).seconds for _ in range(9)) for name, call in parts.items()}
    name = "boundaries: one inversion and its reading"
    times[name] -= times["FisherZ(data)"]
    times["events, bookkeeping, orientation"] = times["everything"] - sum(
        times[n] for n in ("FisherZ(data)", name, "searches and tests alone")
    )
    table(
        f"Where the time goes: `marvel` on data, p = {p}, n = {50 * p}",
        ("part", "milliseconds"),
        [(name, f"{1e3 * t:.1f}") for name, t in times.items()],
    )


def main() -> None:
    quick = is_quick()
    warnings.simplefilter("ignore")
    machine("numpy", *installed())
    if quick:
        single_tests(50, 2_500, 100, rounds=2)
        marvel_on_data([(25, 4)], seeds=1, limit=5)
        pc_on_data([25], slow_to=25, seeds=1)
        marvel_with_oracle([50], limit=10)
        numbers_of_tests([20], seeds=1)
        growth([25, 50], [2, 3], [500, 1000])
        shares(50)
        return
    single_tests(200, 10_000, 300, rounds=5)
    marvel_with_oracle([100, 300, 1000], limit=180)
    marvel_on_data([(200, 4)], seeds=5, limit=120)
    marvel_on_data([(50, 5), (50, 6)], seeds=2, limit=40)
    boundaries_on_data([100, 400], repeats=9)
    numbers_of_tests([20, 50, 100], seeds=5)
    growth([50, 100, 200, 400, 800], [2, 3, 4, 5], [500, 2000, 8000, 32000])
    shares(200)
    pc_on_data([100, 200], slow_to=100, seeds=SEEDS)


if __name__ == "__main__":
    main()
