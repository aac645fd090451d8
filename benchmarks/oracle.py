"""How fast the d-separation oracle is: `python benchmarks/oracle.py [--quick]`.

1. The subset searches of real MARVEL runs (boundaries given), against networkx making the
   same tests one by one. Cost per performed test; searches that find nothing included.
2. The same tests as single queries.
"""

from collections.abc import Callable
from itertools import islice
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
    table,
)

from marvel_widgets import Dag, DSeparation, marvel
from marvel_widgets.core.graphs import separation
from marvel_widgets.core.graphs.bits import members
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
        searching, singles, theirs = (median(row[i] for row in per_seed) for i in range(3))
        tests = median(row[3] for row in per_seed)
        gains = [row[2] / row[0] for row in per_seed]
        search_rows.append(
            (
                p,
                seeds,
                f"{tests:,.0f}",
                micro(searching),
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


def main() -> None:
    quick = is_quick()
    machine("networkx")
    if quick:
        against_networkx({25: (2, 300), 100: (1, 100)})
        return
    against_networkx({25: (10, 2000), 100: (6, 2000), 1000: (4, 400)})


if __name__ == "__main__":
    main()
