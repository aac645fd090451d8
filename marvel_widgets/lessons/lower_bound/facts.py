"""Facts on the lower bound: MARVEL on the graph of Example 1, and a run beside both bounds."""

from itertools import combinations
from math import comb

from marvel_widgets.assessment.facts import Case
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.lessons.counting.facts import AMOUNTS
from marvel_widgets.lessons.lower_bound.facts_graphs import hidden, separated_in
from marvel_widgets.lessons.separation.by_arrows import kindred, subsets
from marvel_widgets.lessons.upper_bound.amounts import different_after
from marvel_widgets.theory.examples import Example


@kind(
    "On the graph of Example 1 MARVEL makes {after} different tests after its boundaries are "
    "found, and {everything} in all: the theorem counts boundary discovery too.",
    "On the empty graph MARVEL makes {everything}, one for each pair.",
)
def Spent(case: Case, p: int, max_in_degree: int, after: int | None, everything: int) -> bool:
    """How many different tests MARVEL makes on the graph of Example 1, or of 2 where d is 0."""
    found = cliques(p, max_in_degree) if max_in_degree else ()
    edges = [pair for clique in found for pair in combinations(sorted(clique), 2)]
    dag = Dag(edges, nodes=[f"X{i}" for i in range(1, p + 1)])
    asked = {(frozenset((t.x, t.y)), t.given) for t in record("marvel", dag).tests}
    named = different_after(dag) if max_in_degree else None
    return (named, len(asked)) == (after, everything)


@kind(
    "With p = {p} and in-degree {max_in_degree} the upper bound is {bounds[0]:g}, the lower bound "
    "{bounds[1]}. The run performs {tests[0]} tests, {tests[1]} of them after the boundaries, and "
    "these are {tests[2]} different ones."
)
def RunAndBounds(
    case: Case, p: int, max_in_degree: int, bounds: tuple[float, int], tests: tuple[int, int, int]
) -> bool:
    """The numbers of a run, of its different tests at last, beside both bounds."""
    d = max_in_degree
    above = [len(kindred(case.graph, v, "parent")) for v in case.graph.nodes]
    most = p * comb(d, 2) + p / 2 * d * (1 + 0.45 * d) * 2**d
    least = max(comb(p, 2), p // (d + 1) * comb(d + 1, 2) * 2 ** (d - 1))
    log = list(record("marvel", case.graph).tests)
    after = [(frozenset((t.x, t.y)), t.given) for t in log if t.purpose != BOUNDARY_DISCOVERY]
    found = len(log), len(after), len(set(after))
    same = (least, found, (p, d)) == (bounds[1], tests, (len(above), max(above)))
    return same and abs(most - bounds[0]) < 1e-6


def cliques(p: int, max_in_degree: int) -> set[frozenset[str]]:
    """Return the groups of variables that edges join in G of Example 1."""
    graph = Example("cliques", p, max_in_degree).graph
    near = {v: map(str, graph.neighbors(v)) for v in graph.nodes if graph.neighbors(v)}
    return {frozenset({str(v), *others}) for v, others in near.items()}


def _unasked(case: Case, p: int, max_in_degree: int) -> int:
    found = [tuple(sorted(c)) for c in cliques(p, max_in_degree)]
    return sum(
        not separated_in(hidden(c, pair, group), *pair)
        for c in found
        for pair in combinations(c, 2)
        for group in subsets({*c} - {*pair})
    )


# the H that join the pairs that are asked about, given nothing, or connect them
AMOUNTS.update(unasked=_unasked)
