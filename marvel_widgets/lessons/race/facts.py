"""Facts on the runs of five algorithms: moral graphs, counts, means of several runs."""

from itertools import combinations
from statistics import fmean

from marvel_widgets.assessment.facts import Case
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.core.independence.log import TestRecord
from marvel_widgets.lessons.counting.facts import AMOUNTS
from marvel_widgets.lessons.markov_boundary.facts import common
from marvel_widgets.lessons.race.cohort import recorded
from marvel_widgets.lessons.separation.by_arrows import kindred, members_of

Pair = tuple[Label, Label]


@kind(
    "{pair[0]}-{pair[1]} is a link of the moral graph, too: the two have a common child. Have you "
    "counted all such pairs?"
)
def LinkedByChild(case: Case, pair: Pair) -> bool:
    """A link of the moral graph between two variables with a common child, and no edge."""
    return pair[1] in kindred(case.graph, pair[0], "co-parent")


def _same(edge: Pair, pair: Pair | None) -> str:
    a, b = edge
    again = f"{a} and {b} given nothing is asked once; {b} and {a} is the same question."
    if pair is None:
        return again
    return f"{again} And {pair[0]}-{pair[1]} is no link: neither is in the boundary of the other."


@kind(_same)
def SameQuestion(case: Case, edge: Pair, pair: Pair | None) -> bool:
    """A link gives one question in the first round of PC; a pair without a link gives none."""
    asked = [{t.x, t.y} for t in ledger(case.graph, "PC") if not t.given]
    once = asked.count({*map(case.graph.position, edge)}) == 1
    return once and (pair is None or pair[0] not in members_of(case.graph, pair[1]))


# -- counted again ---------------------------------------------------------------------------------


def ledger(dag: Dag, name: str) -> list[TestRecord]:
    """Return the entries of a run that is given the true boundaries."""
    run = recorded(dag, [name])[name].tests
    return [test for test in run if test.purpose != BOUNDARY_DISCOVERY]


def moral_links(dag: Dag) -> set[frozenset[Label]]:
    """Return the links of the moral graph: edges, and pairs with a common child."""
    pairs = combinations(dag.nodes, 2)
    joined = {frozenset(edge) for edge in dag.edges}
    return joined | {frozenset((a, b)) for a, b in pairs if common(dag, a, b)}


AMOUNTS.update(
    moral_edges=lambda case: len(moral_links(case.graph)),
    # the tests of a run, and the mean size of what they are given
    tests=lambda case, name: len(ledger(case.graph, name)),
    mean=lambda case, name: fmean(len(t.given) for t in ledger(case.graph, name)),
)
