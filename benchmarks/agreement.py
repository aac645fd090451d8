"""Do other packages, fed with our oracle, find what we find? `python benchmarks/agreement.py`.

    pip install -e .[peers]
    python benchmarks/agreement.py [--quick]

Peers: causal-learn's stable PC and pgmpy's PC (original and stable) from the complete graph,
pcalg's PC (original and stable) from the moral graph, rcd's MARVEL with the true boundaries. Each
gets answers of d-separation from `DSeparation` and nothing else. Ours: `marvel`, and `pc` in both
variants, from the moral graph and from the complete one.

Graphs: random DAGs of the paper's two models (5 to 20 variables, maximum in-degree 1 to 4 or
density 0.2), and the bundled networks to 76 variables. Compared with the truth: the skeleton, the
essential graph where there is one, and the separating sets where they are kept. Each disagreement
is printed with its graph; the program returns 1 if one of ours is among them. A peer that needs
longer than its limit on a graph is stopped there, and counted as such.

Then the orders: PC from the complete graph on answers of which one in ten is wrong, each statement
always alike, in several orders of the variables. A stable PC has one skeleton in all orders, and
all stable ones have the same; an original PC need not, and depends on its walk.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from random import Random
from time import perf_counter
from typing import Any

import numpy as np
from _timing import is_quick, machine, table

from marvel_widgets import Dag, DSeparation, FunctionTest, essential_graph, marvel, networks, pc
from marvel_widgets.core.graphs.bits import mask_of

Pair = frozenset[int]
LIMIT = 30.0  # seconds for a peer on one graph
NO_DATA = 100  # rows of zeros, for peers that look at the shape of the data
WRONG, ORDERS = 0.1, 4  # share of wrong answers, and orders of the variables
Source = Dag | FunctionTest


class LateError(Exception):
    """A peer has reached its limit."""


@dataclass
class Answer:
    """What a method says of a graph; None where it does not say.

    `directed` and `undirected` are the essential graph, `sets` the separating sets.
    """

    skeleton: set[Pair]
    directed: set[tuple[int, int]] | None = None
    undirected: set[Pair] | None = None
    sets: dict[Pair, list[frozenset[int]]] = field(default_factory=dict)


class Oracle:
    """Our oracle, as other packages call it: numbers, any collection, a p-value or a bool."""

    def __init__(self, source: Source) -> None:
        self.test = DSeparation(source) if isinstance(source, Dag) else source
        self.p = len(self.test.names)
        self.end = perf_counter() + LIMIT

    def independent(self, x: Any, y: Any, given: Any) -> bool:
        if perf_counter() > self.end:
            raise LateError
        return self.test.independent(int(x), int(y), mask_of(map(int, given)))


# -- the methods: each takes a DAG on 0, 1, ..., p - 1 ---------------------------------------


def true_answer(dag: Dag) -> Answer:
    graph = essential_graph(dag)
    return Answer(set(graph.skeleton), set(graph.directed), set(graph.undirected))


def ours(result: Any) -> Answer:
    graph = result.essential_graph
    sets = {pair: [kept] for pair, kept in result.separating_sets.items()}
    return Answer(set(graph.skeleton), set(graph.directed), set(graph.undirected), sets)


def our_marvel(dag: Dag) -> Answer:
    return ours(marvel(DSeparation(dag)))


def our_pc(dag: Dag) -> Answer:
    return ours(pc(DSeparation(dag)))


def our_stable_pc(dag: Dag) -> Answer:
    return ours(pc(DSeparation(dag), variant="stable"))


def our_complete_pc(source: Source) -> Answer:
    return ours(pc(Oracle(source).test, start="complete"))


def our_complete_stable_pc(source: Source) -> Answer:
    return ours(pc(Oracle(source).test, start="complete", variant="stable"))


def causal_learn_pc(source: Source, *, stable: bool = True) -> Answer:
    from causallearn.search.ConstraintBased.PC import pc as peer
    from causallearn.utils.cit import CIT_Base, register_ci_test

    oracle = Oracle(source)

    class Fed(CIT_Base):  # type: ignore[misc]
        method = "fed"

        def __call__(self, x: Any, y: Any, given: Any = ()) -> float:
            return float(oracle.independent(x, y, given))

    register_ci_test("fed", Fed)
    p = oracle.p
    found = peer(np.zeros((NO_DATA, p)), 0.5, "fed", stable=stable, show_progress=False)
    marks = found.G.graph  # -1 a tail and 1 an arrowhead, at the end named first
    pairs = [(x, y) for x in range(p) for y in range(x) if marks[x, y] or marks[y, x]]
    directed = {(x, y) for x in range(p) for y in range(p) if marks[y, x] == 1 > marks[x, y]}
    return Answer(
        {frozenset(pair) for pair in pairs},
        directed,
        {frozenset((x, y)) for x, y in pairs if marks[x, y] == marks[y, x] == -1},
        {
            frozenset((x, y)): [frozenset(map(int, s)) for s in found.sepset[x, y] or ()]
            for x in range(p)
            for y in range(x)
        },
    )


def pgmpy_pc(source: Source, variant: str = "orig") -> Answer:
    import pandas as pd
    from pgmpy.estimators import PC

    oracle = Oracle(source)

    def test(x: int, y: int, given: Any, *_: Any, **__: Any) -> bool:
        return oracle.independent(x, y, given)

    estimator = PC(pd.DataFrame(np.zeros((NO_DATA, oracle.p)), columns=range(oracle.p)))
    graph, sets = estimator.build_skeleton(
        ci_test=test, max_cond_vars=oracle.p, variant=variant, show_progress=False
    )
    kept = {frozenset(map(int, pair)): [frozenset(map(int, s))] for pair, s in sets.items()}
    return Answer({frozenset(map(int, edge)) for edge in graph.edges}, sets=kept)


def pcalg_complete_pc(source: Source, **options: str) -> Answer:
    from pcalg import estimate_skeleton

    oracle = Oracle(source)

    def p_value(_: Any, x: int, y: int, given: set[int], **__: Any) -> float:
        return float(oracle.independent(x, y, given))

    graph, _ = estimate_skeleton(p_value, np.zeros((NO_DATA, oracle.p)), 0.5, **options)
    return Answer({frozenset(edge) for edge in graph.edges})


def pcalg_pc(dag: Dag, **options: str) -> Answer:
    import networkx as nx
    from pcalg import estimate_cpdag, estimate_skeleton

    oracle = Oracle(dag)
    moral = nx.Graph((x, y) for x in dag.nodes for y in dag.markov_boundary(x))
    start = nx.Graph()
    start.add_nodes_from(dag.nodes)  # in this order: it is the order in which pcalg works
    start.add_edges_from(moral.edges)

    def p_value(_: Any, x: int, y: int, given: set[int], **__: Any) -> float:
        return float(oracle.independent(x, y, given))

    nothing = np.zeros((NO_DATA, len(dag)))
    graph, sets = estimate_skeleton(p_value, nothing, 0.5, init_graph=start, **options)
    skeleton = {frozenset(edge) for edge in graph.edges}
    found = estimate_cpdag(graph, sets)
    directed = {(x, y) for x, y in found.edges if not found.has_edge(y, x)}
    kept = {
        frozenset((x, y)): [frozenset(sets[x][y])]
        for x, y in moral.edges
        if frozenset((x, y)) not in skeleton
    }
    return Answer(skeleton, directed, skeleton - {frozenset(edge) for edge in directed}, kept)


def pcalg_stable_pc(dag: Dag) -> Answer:
    return pcalg_pc(dag, method="stable")


def rcd_marvel(dag: Dag) -> Answer:
    from rcd.marvel.marvel import learn_and_get_skeleton

    oracle = Oracle(dag)
    p = len(dag)
    boundaries = np.zeros((p, p), dtype=bool)
    for x in dag.nodes:
        boundaries[x, list(dag.markov_boundary(x))] = True

    def test(x: int, y: int, given: list[int], _: Any) -> bool:
        return oracle.independent(x, y, given)

    found = learn_and_get_skeleton(test, np.zeros((NO_DATA, p)), lambda _: boundaries)
    return Answer({frozenset(edge) for edge in found.edges})


Method = Callable[[Dag], Answer]
OURS: dict[str, Method] = {
    "our marvel": our_marvel,
    "our pc": our_pc,
    "our pc, stable": our_stable_pc,
    "our pc, complete graph": our_complete_pc,
    "our pc, complete graph, stable": our_complete_stable_pc,
}
PEERS: dict[str, tuple[str, Method]] = {
    "causal-learn PC, stable": ("causal-learn", causal_learn_pc),
    "pgmpy PC": ("pgmpy", pgmpy_pc),
    "pgmpy PC, stable": ("pgmpy", partial(pgmpy_pc, variant="stable")),
    "pcalg PC": ("pcalg", pcalg_pc),
    "pcalg PC, stable": ("pcalg", pcalg_stable_pc),
    "rcd MARVEL": ("rcd", rcd_marvel),
}


# Skeletons from the complete graph, each in two variants: the original one, and the stable one.
WALKS: dict[str, tuple[str, tuple[Callable[[FunctionTest], Answer], ...]]] = {
    "our pc": ("", (our_complete_pc, our_complete_stable_pc)),
    "causal-learn": (
        "causal-learn",
        (partial(causal_learn_pc, stable=False), causal_learn_pc),
    ),
    "pcalg": ("pcalg", (pcalg_complete_pc, partial(pcalg_complete_pc, method="stable"))),
    "pgmpy": ("pgmpy", (pgmpy_pc, partial(pgmpy_pc, variant="stable"))),
}


# -- graphs and comparison -------------------------------------------------------------------


def random_graphs(each: int) -> Iterator[tuple[str, Dag]]:
    for p in (5, 8, 12, 20):
        for seed in range(each):
            for degree in (1, 2, 3, 4):
                name = f"p={p} in-degree {degree} seed {seed}"
                yield name, Dag.random_fixed_in_degree(p, degree, Random(seed))
            yield (
                f"p={p} density 0.2 seed {seed}",
                Dag.random_erdos_renyi(p, Random(seed), density=0.2),
            )


def bundled(largest: int) -> Iterator[tuple[str, Dag]]:
    """Yield the networks with numbers for names, in an order that says nothing of the edges."""
    for name in networks.names():
        dag = networks.load(name)
        if len(dag) <= largest:
            shuffled = sorted(dag.nodes, key=str)
            number = {label: i for i, label in enumerate(shuffled)}
            edges = [(number[x], number[y]) for x, y in dag.edges]
            yield name, Dag(edges, nodes=range(len(dag)))


def wrong_sets(dag: Dag, answer: Answer) -> list[frozenset[int]]:
    """Return the first kept set of each pair that does not separate it, if there is one."""
    test = DSeparation(dag)
    first = (
        next((s for s in kept if not test.independent(*sorted(pair), mask_of(s))), None)
        for pair, kept in answer.sets.items()
    )
    return [s for s in first if s is not None]


def compare(dag: Dag, method: Method, count: Counter[str]) -> list[str]:
    """Count what agrees with the truth; return what does not, as words."""
    try:
        answer = method(dag)
    except LateError:
        count["stopped"] += 1
        return [f"stopped after {LIMIT:.0f} s"]
    truth = true_answer(dag)
    troubles = []
    count["graphs"] += 1
    extra, missing = answer.skeleton - truth.skeleton, truth.skeleton - answer.skeleton
    count["skeletons"] += not extra and not missing
    if extra or missing:
        troubles.append(f"skeleton: extra {as_text(extra)}, missing {as_text(missing)}")
    if answer.directed is not None:
        same = (answer.directed, answer.undirected) == (truth.directed, truth.undirected)
        count["with essential graph"] += 1
        count["essential graphs"] += same
        if not same:
            troubles.append(f"essential graph: arrows {as_text(answer.directed ^ truth.directed)}")
    pairs = sum(map(bool, answer.sets.values()))
    wrong = wrong_sets(dag, answer)
    count["sets"] += pairs
    count["wrong sets"] += len(wrong)
    count["empty"] += sum(not s for s in wrong)
    if wrong:
        count["graphs with wrong sets"] += 1
        troubles.append(f"{len(wrong)} of {pairs} pairs have a set that does not separate them")
    return troubles


def as_text(pairs: Any) -> str:
    return " ".join("-".join(map(str, sorted(p) if isinstance(p, frozenset) else p))
                    for p in sorted(pairs, key=sorted)) or "none"  # fmt: skip


def available() -> Mapping[str, Method]:
    """Return our methods and those of the peers that are installed."""
    found = dict(OURS)
    for name, (package, method) in PEERS.items():
        if _has(package):
            found[name] = method
        else:
            print(f"{package} is not installed: {name} is left out")
    return found


def run(
    title: str, graphs: list[tuple[str, Dag]], methods: Mapping[str, Method], shown: int
) -> dict[str, Counter[str]]:
    """Run all methods on all graphs, print a table and the disagreements; return the counts."""
    counts: dict[str, Counter[str]] = {name: Counter() for name in methods}
    troubles = []
    for label, dag in graphs:
        for name, count in counts.items():
            found = compare(dag, methods[name], count)
            troubles += [(name, label, dag, text) for text in found]
    rows = [(name, count["graphs"], count["skeletons"],
             count["essential graphs"] if count["with essential graph"] else "-",
             f"{count['wrong sets']:,} of {count['sets']:,}" if count["sets"] else "-",
             count["graphs with wrong sets"], count["empty"], count["stopped"])
            for name, count in counts.items()]  # fmt: skip
    head = ("method", "graphs", "skeletons right", "essential graphs right",
            "pairs with a set that does not separate", "in how many graphs",
            "it is the empty set", "stopped")  # fmt: skip
    table(f"{title}: {len(graphs)} graphs", head, rows)
    small = sorted(troubles, key=lambda t: (t[0], t[2].edge_count))
    for name in counts:
        mine = [t for t in small if t[0] == name][:shown]
        for _, label, dag, text in mine:
            edges = " ".join(f"{x}->{y}" for x, y in dag.edges) if len(dag) <= 12 else ""
            print(f"\n{name}, {label}: {text}. {edges}")
    return counts


# -- orders ----------------------------------------------------------------------------------


def with_errors(dag: Dag, seed: int, order: list[int]) -> FunctionTest:
    """Return the answers of a DAG, some wrong, on variables numbered by their place in an order."""
    truth = DSeparation(dag)

    def independent(x: Any, y: Any, given: Any) -> bool:
        one, other = sorted((order[x], order[y]))
        rest = sorted(order[i] for i in given)
        wrong = Random(f"{seed} {one} {other} {rest}").random() < WRONG
        return truth.independent(one, other, mask_of(rest)) != wrong

    return FunctionTest(range(len(dag)), independent)


def in_orders(methods: Any, dag: Dag, seed: int) -> list[list[frozenset[Pair]]]:
    """Return for each variant the skeletons in several orders, in the numbers of the graph."""
    rng = Random(seed)
    orders = [list(dag.nodes), *(rng.sample(dag.nodes, len(dag)) for _ in range(ORDERS - 1))]
    return [
        [
            frozenset(
                frozenset(order[i] for i in pair)
                for pair in method(with_errors(dag, seed, order)).skeleton
            )
            for order in orders
        ]
        for method in methods
    ]


def walks(graphs: list[Dag]) -> bool:
    """Print how skeletons depend on the order; return whether our stable one does not."""
    rows, steady = [], False
    found: dict[str, list[list[list[frozenset[Pair]]]]] = {}
    for name, (package, methods) in WALKS.items():
        if package and not _has(package):
            print(f"{package} is not installed: its walk is left out")
            continue
        found[name] = [in_orders(methods, dag, seed) for seed, dag in enumerate(graphs)]
        for at, variant in enumerate(("original", "stable")):
            moved = sum(len(set(each[at])) > 1 for each in found[name])
            pairs = zip(found[name], found["our pc"], strict=True)
            same = sum(one[at] == other[at] for one, other in pairs)
            rows.append((name, variant, len(graphs), moved, same))
            steady = steady or (name == "our pc" and variant == "stable" and not moved)
    head = ("method", "variant", "graphs", "skeleton changes with the order",
            "the same as ours in each order")  # fmt: skip
    table(f"Orders: {ORDERS} orders, {WRONG:.0%} of the answers wrong", head, rows)
    return steady


def main() -> int:
    quick = is_quick()
    machine(*sorted({package for package, _ in PEERS.values() if _has(package)}), times="no times")
    methods = available()
    every = [
        run("Random DAGs", list(random_graphs(1 if quick else 15)), methods, 3),
        run("Bundled networks", list(bundled(20 if quick else 76)), methods, 3),
    ]
    bad = [
        name
        for counts in every
        for name in OURS
        for of in ("skeletons", "essential graphs")
        if counts[name][of] != counts[name]["graphs"]
    ]
    dags = [Dag.random_fixed_in_degree(7, 1 + seed % 3, Random(seed))
            for seed in range(20 if quick else 150)]  # fmt: skip
    if not walks(dags):
        bad.append("the stable skeleton changes with the order")
    print("\nours: all right" if not bad else f"\nours wrong: {', '.join(sorted(set(bad)))}")
    return int(bool(bad))


def _has(package: str) -> bool:
    try:
        version(package)
    except PackageNotFoundError:
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
