"""When what is said in the lesson race is true."""

from collections import Counter
from itertools import combinations
from statistics import fmean

from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.lessons.race.cohort import recorded_runs
from marvel_widgets.lessons.race.exercises import LinkedByChild, MeanSize, SameQuestion
from tests.truths import true_when
from tests.truths.counting import AMOUNTS
from tests.truths.markov_boundary import common
from tests.truths.separation import kindred, members_of


@true_when(LinkedByChild)
def _(case, pair):
    return case.answer < case.solution and pair[1] in kindred(case.graph, pair[0], "co-parent")


@true_when(SameQuestion)
def _(case, edge, pair):
    asked = [{t.x, t.y} for t in ledger(case.graph, "PC") if not t.given]
    once = asked.count({*map(case.graph.position, edge)}) == 1
    return (
        case.answer > case.solution
        and once
        and (pair is None or pair[0] not in members_of(case.graph, pair[1]))
    )


@true_when(MeanSize)
def _(case, name, sizes, mean):
    found = Counter(len(test.given) for test in ledger(case.graph, name))
    return dict(sizes) == found and mean == AMOUNTS["mean"](case, name)


def ledger(dag, name):
    """Return the entries of a run that is given the true boundaries."""
    run = recorded_runs(dag, [name])[name].tests
    return [test for test in run if test.purpose != BOUNDARY_DISCOVERY]


def moral_links(dag):
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
