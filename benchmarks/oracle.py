"""How fast the d-separation oracle is: `python benchmarks/oracle.py [--quick]`.

1. The subset searches of real MARVEL runs (boundaries given), against networkx making the
   same tests one by one. Cost per performed test; searches that find nothing included.
2. The same tests as single queries.
3. Where `separated_lanes` overtakes one query after the other: `_LANES_PAY_FROM`.
4. Hard searches, whose separating set is large: whole searches under other constants.
"""

from collections.abc import Callable
from itertools import combinations, islice
from math import comb
from random import Random
from statistics import median
from typing import NamedTuple

import networkx as nx
from _timing import (
    fresh_dag,
    interleaved,
    is_quick,
    machine,
    micro,
    ratio,
    seconds,
    table,
)

from marvel_widgets import Dag, DSeparation, marvel
from marvel_widgets.core.graphs import separation
from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.search import Search

Query = tuple[int, int, int]


class Answered(NamedTuple):
    """One subset search of a run, with its answer."""

    search: Search
    found: int | None
    tests: int

    def queries(self) -> list[Query]:
        """Return the tests that a one-by-one search makes."""
        x, y, *_ = self.search
        return [(x, y, given) for given in islice(self.search.sets(), self.tests)]


class Listening(DSeparation):
    """An oracle that keeps every search."""

    def __init__(self, dag: Dag) -> None:
        super().__init__(dag)
        self.searches: list[Answered] = []

    def first_separating(self, search: Search, limit: int | None = None) -> tuple[int | None, int]:
        found, tests = super().first_separating(search, limit)
        self.searches.append(Answered(search, found, tests))
        return found, tests


def searches_of_a_run(dag: Dag) -> list[Answered]:
    """Return the searches with at least one test that MARVEL makes on a DAG."""
    test = Listening(dag)
    marvel(test, {x: dag.markov_boundary(x) for x in dag.nodes})
    return [search for search in test.searches if search.tests]


def ours(dag: Dag, searches: list[Answered]) -> Callable[[], object]:
    find = separation.first_separating
    asked = [search for search, _, _ in searches]

    def run() -> None:
        for search in asked:
            find(dag, search)

    return run


def one_by_one(dag: Dag, queries: list[Query]) -> Callable[[], object]:
    ask = separation.is_separated
    return lambda: [ask(dag, *query) for query in queries]


def by_networkx(dag: Dag, queries: list[Query]) -> Callable[[], object]:
    graph = dag.to_networkx()
    written_out = [(x, y, set(members(given))) for x, y, given in queries]
    return lambda: [nx.is_d_separator(graph, {x}, {y}, given) for x, y, given in written_out]


def against_networkx(sizes: dict[int, tuple[int, int]]) -> None:
    """`sizes` maps p to the seeds and the most tests that networkx makes for each."""
    search_rows, found_rows, query_rows = [], [], []
    for p, (seeds, most) in sizes.items():
        per_seed = [measured(p, seed, most) for seed in range(seeds)]
        lanes, singles, theirs = (median(row[i] for row in per_seed) for i in range(3))
        tests = median(row[3] for row in per_seed)
        gains = [row[2] / row[0] for row in per_seed]
        search_rows.append(
            (
                p,
                seeds,
                f"{tests:,.0f}",
                micro(lanes),
                micro(theirs),
                ratio(median(gains)),
                f"{ratio(min(gains))} to {ratio(max(gains))}",
            )
        )
        found = [measured(p, seed, most, only_found=True) for seed in range(seeds)]
        found_rows.append(
            (
                p,
                f"{median(row[3] for row in found):,.0f}",
                micro(median(row[0] for row in found)),
                micro(median(row[2] for row in found)),
                ratio(median(row[2] / row[0] for row in found)),
            )
        )
        single_gains = [row[2] / row[1] for row in per_seed]
        query_rows.append((p, micro(singles), micro(theirs), ratio(median(single_gains))))
    table(
        "Subset searches of MARVEL, per performed test",
        ("p", "seeds", "tests of a run", "ours", "networkx", "times as fast", "over the seeds"),
        search_rows,
    )
    table(
        "Of these, the searches that find a set (the others take one query each)",
        ("p", "tests of a run", "ours", "networkx", "times as fast"),
        found_rows,
    )
    table(
        "The same tests as single queries",
        ("p", "ours", "networkx", "times as fast"),
        query_rows,
    )


def measured(
    p: int, seed: int, most: int, *, only_found: bool = False
) -> tuple[float, float, float, int]:
    """Return seconds per test of our searches, our single queries and networkx; and the tests."""
    dag = fresh_dag(p, seed)
    searches = searches_of_a_run(dag)
    if only_found:
        searches = [search for search in searches if search.found is not None]
    total = sum(search.tests for search in searches)
    rng = Random(seed)
    sample, tests = [], 0
    for search in rng.sample(searches, len(searches)):
        if tests >= most:
            break
        sample.append(search)
        tests += search.tests
    queries = [query for search in sample for query in search.queries()]
    answers = [answer for search in sample for answer in _answers(search)]
    networkx = by_networkx(dag, queries)
    single = one_by_one(dag, queries)
    assert answers == networkx() == single()  # the same work, or the ratio means nothing
    times = interleaved((ours(dag, sample), single, networkx), repeats=5)
    a, b, c = (t / len(queries) for t in times)
    return a, b, c, total


def _answers(search: Answered) -> list[bool]:
    return [False] * (search.tests - 1) + [search.found is not None]


def crossover(sizes: list[int], widths: list[int], repeats: int) -> None:
    """Time the sets of one level of a search, in lanes and one by one."""
    rows = []
    for p in sizes:
        cases = [case for seed in range(10) for case in separable_pairs(fresh_dag(p, seed))][:60]
        for n in widths:
            lanes, singles = [], []
            for dag, x, y, items in cases:
                k = next(k for k in range(len(items)) if comb(len(items), k) >= n)
                subsets = list(combinations(items, k))[:n]
                masks = [(x, y, mask_of(subset)) for subset in subsets]
                calls = in_lanes(dag, x, y, subsets), one_by_one(dag, masks)
                a, b = interleaved(calls, repeats)
                lanes.append(a)
                singles.append(b)
            gains = [b / a for a, b in zip(lanes, singles, strict=True)]
            rows.append((p, n, micro(median(lanes)), micro(median(singles)), ratio(median(gains))))
    table(
        "Sets at once, against one after the other",
        ("p", "sets", "in lanes", "one by one", "times as fast"),
        rows,
    )


def in_lanes(dag: Dag, x: int, y: int, subsets: list[tuple[int, ...]]) -> Callable[[], object]:
    return lambda: separation.separated_lanes(dag, x, y, subsets)


def separable_pairs(dag: Dag, most: int = 20) -> list[tuple[Dag, int, int, list[int]]]:
    """Return co-parents with ten other members of the first one's boundary."""
    found = []
    for x, boundary in enumerate(dag.boundary_masks):
        for y in members(boundary & ~dag.adjacency_masks[x]):
            rest = boundary & ~(1 << y)
            if rest.bit_count() >= 10 and separation.is_separable(dag, x, y, rest, 0):
                found.append((dag, x, y, list(members(rest))[:10]))
    return Random(0).sample(found, min(most, len(found)))


def bottleneck(k: int, around: int, seed: int) -> tuple[Dag, int, int, int]:
    """Return a search of 2**k sets whose only separating set is the full one.

    x and y share k causes; `around` more variables above them make the ancestral part large.
    """
    rng = Random(seed)
    causes = range(2, k + 2)
    above = range(k + 2, k + 2 + around)
    edges = [(cause, end) for cause in causes for end in (0, 1)]
    edges += [(v, w) for v in above for w in rng.sample([*causes, *range(k + 2, v)], 2)]
    return Dag(edges, nodes=range(k + 2 + around)), 0, 1, mask_of(causes)


def whole_search(dag: Dag, x: int, y: int, candidates: int) -> Callable[[], object]:
    search = Search(x, y, candidates)
    return lambda: separation.first_separating(dag, search)


def hard_searches(cases: list[tuple[int, int]], settings: list[tuple[int, int]]) -> None:
    rows = []
    kept = separation._LANES_PAY_FROM, separation._BLOCK
    for k, around in cases:
        dag, x, y, candidates = bottleneck(k, around, 0)
        whole = range(min(2**k, 4096))
        items = list(members(candidates))
        sets = (s for size in range(k + 1) for s in combinations(items, size))
        some = [(x, y, mask_of(s)) for s, _ in zip(sets, whole, strict=False)]
        single = seconds(one_by_one(dag, some)) / len(some) * 2**k
        times = []
        for pay_from, block in settings:
            separation._LANES_PAY_FROM, separation._BLOCK = pay_from, block
            again = range(15 if k < 14 else 5)
            times.append(min(seconds(whole_search(dag, x, y, candidates)) for _ in again))
        separation._LANES_PAY_FROM, separation._BLOCK = kept
        best = min(times)
        rows.append(
            (
                k,
                len(dag),
                f"{2**k:,}",
                f"{1e3 * single:,.1f} ms",
                *(f"{1e3 * t:,.1f} ms ({ratio(t / best)})" for t in times),
            )
        )
    table(
        "Hard searches: all subsets up to the full set; times the best in brackets",
        (
            "candidates",
            "p",
            "tests",
            "one by one",
            *(f"from {pay_from}, block {block}" for pay_from, block in settings),
        ),
        rows,
    )


def main() -> None:
    quick = is_quick()
    machine("networkx")
    if quick:
        against_networkx({25: (2, 300), 100: (1, 100)})
        crossover([25], [8, 24, 64], repeats=3)
        hard_searches([(10, 0)], [(48, 2048)])
        return
    against_networkx({25: (10, 2000), 100: (6, 2000), 1000: (4, 400)})
    crossover([25, 100, 1000], [4, 8, 12, 16, 24, 32, 48, 96, 192], repeats=7)
    cases = [(10, 0), (10, 100), (12, 0), (12, 100), (14, 0), (14, 100), (16, 0), (16, 100)]
    hard_searches(cases, [(48, block) for block in (256, 1024, 2048, 4096, 16384)])
    hard_searches(cases[:4], [(n, 2048) for n in (8, 24, 32, 48, 96, 192)])


if __name__ == "__main__":
    main()
