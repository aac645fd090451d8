"""When what is said in the lesson lower_bound is true."""

from itertools import combinations
from math import comb

from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.moral import moral_certificate
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.lessons.lower_bound.exercises import (
    CellOfQuestion,
    OneSeparator,
    RunAndBounds,
    Spent,
)
from marvel_widgets.lessons.separation.by_arrows import subsets
from marvel_widgets.theory.examples import Example
from tests.truths import true_when
from tests.truths.counting import AMOUNTS
from tests.truths.separation import kindred
from tests.truths.upper_bound import different_after


@true_when(Spent)
def _(case, p, max_in_degree, after, everything):
    found = cliques(p, max_in_degree) if max_in_degree else ()
    edges = [pair for clique in found for pair in combinations(sorted(clique), 2)]
    dag = Dag(edges, nodes=[f"X{i}" for i in range(1, p + 1)])
    asked = {(frozenset((t.x, t.y)), t.given) for t in record("marvel", dag).tests}
    named = different_after(dag) if max_in_degree else None
    return (named, len(asked)) == (after, everything)


@true_when(RunAndBounds)
def _(case, p, max_in_degree, bounds, tests):
    d = max_in_degree
    above = [len(kindred(case.graph, v, "parent")) for v in case.graph.nodes]
    most = p * comb(d, 2) + p / 2 * d * (1 + 0.45 * d) * 2**d
    least = max(comb(p, 2), p // (d + 1) * comb(d + 1, 2) * 2 ** (d - 1))
    log = list(record("marvel", case.graph).tests)
    after = [(frozenset((t.x, t.y)), t.given) for t in log if t.purpose != BOUNDARY_DISCOVERY]
    found = len(log), len(after), len(set(after))
    same = (least, found, (p, d)) == (bounds[1], tests, (len(above), max(above)))
    return same and abs(most - bounds[0]) < 1e-6


def cliques(p, max_in_degree):
    """Return the groups of variables that edges join in G of Example 1."""
    graph = Example("cliques", p, max_in_degree).graph
    near = {v: map(str, graph.neighbors(v)) for v in graph.nodes if graph.neighbors(v)}
    return {frozenset({str(v), *others}) for v, others in near.items()}


def _unasked(case, p, max_in_degree):
    found = [tuple(sorted(c)) for c in cliques(p, max_in_degree)]
    return sum(
        not separated_in(hidden(c, pair, group), *pair)
        for c in found
        for pair in combinations(c, 2)
        for group in subsets({*c} - {*pair})
    )


AMOUNTS.update(unasked=_unasked)


@true_when(CellOfQuestion)
def _(case, pair, given, members, asked, state):
    told = {frozenset((a.x, a.y)) for a in asked}
    every = [
        (frozenset(ends), hidden(members, ends, group))
        for ends in combinations(members, 2)
        for group in subsets({*members} - {*ends})
    ]
    # the H that separate the pair of the question, and those that agree with all answers
    apart = [h for _, h in every if separated_in(h, *pair, given)]
    agree = [h for ends, h in every if ends in told and _gives(h, *asked)]
    so = {
        "none": len(apart) == len(every),
        "asked": len(apart) == 1 and apart != agree,
        "left": len(apart) == 1 and apart == agree,
    }[state]
    return so and case.answer == {"pair": {frozenset(pair)}, "given": {*given}}


@true_when(OneSeparator)
def _(case, x, y, given, wanted, members):
    h = [e for e in combinations(case.answer, 2) if {*e} != {x, y}]
    rest = {*case.answer} - {x, y}
    found = [set(g) for g in subsets(rest) if separated_in(h, x, y, tuple(g))]
    above = {a for a in rest if (a, x) in h or (a, y) in h}  # a common cause, or on a chain
    as_said = above == {*given} or given != wanted
    return found == [{*given}] and as_said and case.answer == members


def hidden(members, pair, first):
    """Return the edges of H in a cluster: some variables first, then the pair, then the rest."""
    x, y = pair
    before = sorted(first, key=members.index)
    order = [*before, x, y, *(v for v in members if v not in {*before, x, y})]
    return tuple(edge for edge in combinations(order, 2) if edge != (x, y))


def separated_in(graph, x, y, given=()):
    """Return whether edges leave two variables separated, by the moral graph."""
    edges = list(graph)
    names = dict.fromkeys((x, y, *given, *(v for edge in edges for v in edge)))
    return moral_certificate(Dag(edges, nodes=list(names)), x, y, given).separated


def _gives(graph, *answers):
    edges = list(graph)
    return all(separated_in(edges, a.x, a.y, a.given) == a.separated for a in answers)
