"""Fisher-Z tests per second, single and inside searches, beside other packages in the same run.

    python benchmarks/fisher_z.py [--variables 200] [--samples 10000] [--statements 1500] [--quick]

Work: linear-Gaussian data of a random DAG of in-degree 4 (the paper's parameters), correlation
matrices made beforehand wherever a package can. *Statements*: x, y and up to four given variables,
each size alike, none asked twice. *Searches*: those that MARVEL makes on these data with sets of up
to four variables, and full searches of all subsets of 2 to 12 candidates. Every number is the best
of several passes; peers that are not installed are left out:

    pip install causal-learn rcd pgmpy pybnesian pandas
"""

import argparse
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from marvel_widgets import Dag, FisherZ, LinearGaussian, marvel, record
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.independence.log import SearchEntry

Statement = tuple[int, int, tuple[int, ...]]
TARGETS = {"causal-learn": 10, "rcd": 40, "pgmpy": 200}


def best_of(passes: int, work: Callable[[], object]) -> float:
    """Return the seconds of the fastest pass."""
    times = []
    for _ in range(passes):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


def statements(p: int, count: int, rng: np.random.Generator) -> list[Statement]:
    found: dict[Statement, None] = {}
    while len(found) < count:
        x, y, *given = rng.permutation(p)[: 2 + len(found) % 5].tolist()
        found[x, y, tuple(sorted(given))] = None
    return list(found)


# -- peers: each returns a function of a statement that gives the answer ---------------


def causal_learn(data: np.ndarray, alpha: float) -> Callable[[Statement], bool]:
    from causallearn.utils.cit import CIT

    test = CIT(data, "fisherz")

    def ask(s: Statement) -> bool:
        return bool(test(s[0], s[1], s[2]) > alpha)

    return ask


def rcd(data: np.ndarray, alpha: float) -> Callable[[Statement], bool]:
    from rcd.utilities.ci_tests import fisher_z

    return lambda s: bool(fisher_z(s[0], s[1], list(s[2]), data, significance_level=alpha))


def pgmpy(data: np.ndarray, alpha: float) -> Callable[[Statement], bool]:
    import pandas as pd
    from pgmpy.ci_tests import FisherZ as Peer

    test = Peer(data=pd.DataFrame(data))
    return lambda s: bool(test(X=s[0], Y=s[1], Z=list(s[2]), significance_level=alpha))


def pybnesian(data: np.ndarray, alpha: float) -> Callable[[Statement], bool]:
    import pandas as pd
    from pybnesian import LinearCorrelation

    names = [f"V{i}" for i in range(data.shape[1])]
    test = LinearCorrelation(pd.DataFrame(data, columns=names))

    def ask(s: Statement) -> bool:
        x, y, given = names[s[0]], names[s[1]], [names[v] for v in s[2]]
        # Its signatures: a pair, one name, or a list of names.
        value = test.pvalue(x, y, given) if given else test.pvalue(x, y)
        return bool(value > alpha)

    return ask


PEERS = {"causal-learn": causal_learn, "rcd": rcd, "pgmpy": pgmpy, "pybnesian": pybnesian}


# -- ours ------------------------------------------------------------------------------


def searches_of_marvel(test: FisherZ) -> list[Search]:
    """Return the searches of a run that give at most four variables."""
    entries = record(marvel, test).tests.entries
    return [
        e.search
        for e in entries
        if isinstance(e, SearchEntry)
        and e.search.candidates
        and (e.search.candidates | e.search.forced).bit_count() <= 4
    ]


def replay(test: FisherZ, searches: list[Search]) -> int:
    """Search again for each; return the number of tests."""
    find = test.first_separating
    return sum(find(search)[1] for search in searches)


def full_search(test: FisherZ, k: int) -> tuple[int, Callable[[], object]]:
    """Return the tests of a search of all subsets of k candidates, and the search."""
    never = test.at_level(1 - 1e-12)
    search = Search(0, 1, ((1 << k) - 1) << 2)
    tests = never.first_separating(search)[1]
    return tests, lambda: never.first_separating(search)


def report(name: str, seconds: float, ratio: str = "") -> None:
    print(f"  {name:<44}{seconds * 1e6:>10.2f} us a test{1 / seconds:>14,.0f} a second  {ratio}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--variables", type=int, default=200)
    parser.add_argument("--samples", type=int, default=10_000)
    parser.add_argument("--statements", type=int, default=1_500)
    parser.add_argument("--quick", action="store_true", help="seconds, to show that it works")
    options = parser.parse_args()
    if options.quick:
        options.variables, options.samples, options.statements = 30, 1_000, 60
    rng = np.random.default_rng(0)
    dag = Dag.random_fixed_in_degree(options.variables, 4, rng)
    data = LinearGaussian.random(dag, rng).sample(options.samples, rng).to_numpy()
    start = perf_counter()
    test = FisherZ(data)
    seconds = perf_counter() - start
    print(f"p = {options.variables}, n = {options.samples}: FisherZ(data) takes {seconds:.3f} s")

    asked = statements(options.variables, options.statements, rng)
    masked = [(x, y, sum(1 << v for v in given)) for x, y, given in asked]
    searches = searches_of_marvel(test)
    tests = replay(test, searches)

    print("marvel_widgets")
    by_label = best_of(5, lambda: [test(*s) for s in asked]) / len(asked)
    single = best_of(5, lambda: [test.independent(*s) for s in masked]) / len(asked)
    searching = best_of(9, lambda: replay(test, searches)) / tests
    report("single, by label", by_label)
    report("single, by number and mask", single)
    report(f"in MARVEL's searches ({tests:,} tests)", searching)
    for k in (2, 4) if options.quick else (2, 3, 4, 6, 8, 10, 12):
        count, search = full_search(test, k)
        report(f"in a full search of {k} candidates", best_of(9, search) / count)

    print("single tests of others; ratios to ours: inside a search, single")
    expected = [test.independent(*s) for s in masked]
    for name, make in PEERS.items():
        try:
            ask = make(data, test.alpha)
        except ImportError:
            print(f"  {name}: not installed")
            continue
        some = asked[:200] if name in ("rcd", "pgmpy") else asked
        begin = perf_counter()  # one pass: causal-learn and pgmpy remember what they were asked
        answers = [ask(s) for s in some]
        seconds = (perf_counter() - begin) / len(some)
        same = sum(a == b for a, b in zip(answers, islice(expected, len(some)), strict=True))
        target = f" (target {TARGETS[name]}x)" if name in TARGETS else ""
        ratio = f"{seconds / searching:,.0f}x{target}, {seconds / single:,.1f}x"
        report(name, seconds, f"{ratio}; {same} of {len(some)} answers alike")


if __name__ == "__main__":
    main()
