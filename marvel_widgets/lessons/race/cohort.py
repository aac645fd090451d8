"""Runs of the five algorithms on small graphs, as exercises ask about them."""

from collections.abc import Iterable, Mapping
from itertools import combinations
from random import Random
from typing import Any, Final

from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.core.algorithms.registry import ALGORITHMS, record
from marvel_widgets.core.algorithms.run import Trace
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.experiments.summary import label
from marvel_widgets.lessons.separation.exercises import believed_separated
from marvel_widgets.replay.option_words import algorithm_name

KEYS: Final = {label(key): key for key in ALGORITHMS}
NAMES: Final = tuple(KEYS)
"""The five as they are named in the paper's figures."""
CALLED: Final = {
    **{key.replace("_", " "): name for name, key in KEYS.items()},
    **{algorithm_name(key).casefold().replace("-", " "): name for name, key in KEYS.items()},
}
"""The same by what the code and the apps call them, in small letters."""


def drawn_dag(rng: Random, p: int, max_in_degree: int) -> Dag:
    """Return a random DAG with letters as names and no isolated variable."""
    while True:
        drawn = Dag.random_fixed_in_degree(p, max_in_degree, rng)
        dag = Dag.from_parent_masks(drawn.parent_masks, "ABCDEFGHIJKLMNOP"[:p])
        if all(dag.neighbors(name) for name in dag.nodes):
            return dag


def recorded_runs(dag: Dag, names: Iterable[str] = NAMES) -> dict[str, Trace]:
    """Return runs of the five, or of some of `NAMES`, on a DAG, its true boundaries given."""
    boundaries = {v: dag.markov_boundary(v) for v in dag.nodes}
    return {name: record(KEYS[name], dag, boundaries) for name in names}


def ways_cut(dag: Dag, x: Any, y: Any, given: frozenset[Any]) -> bool:
    """Return whether a set cuts all ways between two variables, directions ignored."""
    reached, frontier = {x}, [x]
    while frontier:
        beyond = dag.neighbors(frontier.pop()) - reached - given
        reached |= beyond
        frontier += beyond
    return y not in reached


def collider_itself_opens(dag: Dag, x: Any, y: Any, given: frozenset[Any]) -> bool:
    """Return whether all paths are blocked if only a given collider opens, no descendant."""
    return believed_separated(dag, x, y, given, Belief.collider_alone)


def performed(runs: Mapping[str, Trace]) -> dict[str, float]:
    """Return how many tests each run performed after the boundaries."""
    return {name: float(t.result.counts.after_boundaries) for name, t in runs.items()}


def mean_size(trace: Trace) -> float:
    """Return the mean size of the sets that a run conditioned on, after the boundaries."""
    return trace.result.counts.mean_size_after_boundaries


def sizes_words(trace: Trace) -> str:
    """Return the tests of a run by the size of their set."""
    sizes = trace.result.counts.by_size_after_boundaries
    words = [f"{n} given {size or 'nothing'}" for size, n in sizes.items()]
    return ", ".join(words) or "no test"


def by_number(numbers: Mapping[str, float]) -> tuple[str, ...]:
    """Return names by their numbers, smallest first; ties in the given order."""
    return tuple(sorted(numbers, key=lambda name: numbers[name]))


def ranked(
    wrong: Iterable[tuple[Mapping[str, float], Belief]], solution: tuple[str, ...]
) -> list[tuple[tuple[str, ...], Belief]]:
    """Return the orders by other numbers, but not where these tie or only two neighbors swap.

    Two neighbors are swapped by a slip as well, and a tie leaves several orders.
    """
    orders = [(by_number(n), belief) for n, belief in wrong if len({*n.values()}) == len(n)]
    return [order for order in orders if _turned(order[0], solution) > 1]


def _turned(order: tuple[str, ...], solution: tuple[str, ...]) -> int:
    return sum(solution.index(a) > solution.index(b) for a, b in combinations(order, 2))
