"""Facts on the runs of five algorithms: moral graphs, ledgers, means of several runs."""

import re
from itertools import combinations
from math import sqrt
from statistics import fmean
from typing import Final

from marvel_widgets.assessment.facts import Case
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.core.independence.log import TestRecord
from marvel_widgets.lessons.counting.facts import AMOUNTS
from marvel_widgets.lessons.markov_boundary.facts import common
from marvel_widgets.lessons.race.cohort import NAMES, recorded
from marvel_widgets.lessons.separation.by_arrows import kindred, members_of
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.lessons.upper_bound.amounts import NAMES_OF
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import listed

Pair = tuple[Label, Label]
Z_80: Final = 1.2815515655446004  # 80 % of a normal distribution lie within


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


@kind(
    "{pair[0]}-{pair[1]} closes a triangle of the moral graph with {through}: CS tests it.",
    "{linked:{pair[0]}-{pair[1]} is a link, but no variable is linked to both: CS leaves it alone."
    "|{pair} are not in each other's boundary: the moral graph has no link {pair[0]}-{pair[1]}.}",
)
def InTriangle(case: Case, pair: Pair, linked: bool, through: Label | None) -> bool:
    """Whether two variables are linked in the moral graph, and which closes a triangle."""
    links = moral_links(case.graph)
    third = {v for v in case.graph.nodes if all({v, end} in links for end in pair)}
    if ({*pair} in links) != linked:
        return False
    return not linked or (through in third if third else through is None)


def _tried(x: Label, pair: Pair, members: Labels, answer: int | None) -> str:
    number, names = 1 << len(members), listed(map(str, members))
    if answer is None:
        return f"All {number} subsets of {{{names}}} are tried, and none separates the two."
    place = (
        f"The smaller boundary is that of {x}; without {pair[0]} and {pair[1]} it leaves {names}."
    )
    if answer < number:
        return (
            f"{place} GS tries the pair given nothing, given each of these alone, and given "
            f"several together. That is more than {answer}."
        )
    return f"{place} These have fewer than {answer} subsets, and GS tries each of them once."


@kind(_tried)
def SmallerBoundary(
    case: Case, x: Label, pair: Pair, members: Labels, answer: int | None = None
) -> bool:
    """The subsets that GS tries for a pair, by its ledger, and what an answer makes of them."""
    dag, ends = case.graph, {*map(case.graph.position, pair)}
    tried = [{*t.given} for t in ledger(dag, "GS") if {t.x, t.y} == ends]
    tried = [g for g in tried if g <= {*map(dag.position, members)}]
    around = {v: members_of(dag, v) for v in pair}
    smallest = len(around[x]) == min(map(len, around.values()))
    whole = {*members} == around[x] - {*pair}
    answered = answer in (None, case.answer)
    return answered and smallest and whole and len(tried) == 1 << len(members)


def _about(
    name: str, pair: Pair, given: Labels, number: int | None, others: tuple[Labels, ...]
) -> str:
    two, asked = f"{pair[0]} and {pair[1]}", given_names(given)
    if number is not None:
        return f"Test {number} in the ledger of {name} asks about {two} {asked}."
    if not others:
        return f"The ledger of {name} has no test about {two}."
    return f"The ledger of {name} has {two} {listed(map(given_names, others))}, not {asked}."


@kind(_about)
def AboutPair(
    case: Case, name: str, pair: Pair, given: Labels, number: int | None, others: tuple[Labels, ...]
) -> bool:
    """What a run asks about a pair: a question by its number, other sets, or nothing."""
    dag, ends = case.graph, {*map(case.graph.position, pair)}
    found = {
        n: tuple(dag.nodes[v] for v in t.given)
        for n, t in enumerate(ledger(dag, name), 1)
        if {t.x, t.y} == ends
    }
    if number is not None:
        return {*found.get(number, ("?",))} == {*given}
    return {*found.values()} == {*others} and given not in found.values()


@kind("{names} {names:asks|ask} about {x} and {y} given {given:set}; no other does.")
def OnlyAsk(case: Case, names: tuple[str, ...], x: Label, y: Label, given: Labels) -> bool:
    """The algorithms that ask a question, of all five."""
    place = case.graph.position
    key = {place(x), place(y)}, {*map(place, given)}
    runs = {name: ledger(case.graph, name) for name in NAMES}
    found = [n for n, run in runs.items() if key in [({t.x, t.y}, {*t.given}) for t in run]]
    return found == list(names)


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


def row(case: Case, name: str) -> list[float]:
    """Return the numbers that the question has behind a name."""
    line = next((line for line in case.asked if line.startswith(f"{name}: ")), "")
    return [float(number) for number in re.findall(r"\d+(?:\.\d+)?", line)]


def runs_of(case: Case, name: str) -> list[float]:
    """Return the runs of an algorithm on five graphs, as the question has them."""
    return row(case, name)[:5]


def interval(case: Case, name: str) -> tuple[float, float]:
    """Return the 80 % interval of the mean of five runs."""
    runs = runs_of(case, name)
    mean = fmean(runs)
    variance = sum((run - mean) ** 2 for run in runs) / (len(runs) - 1)
    half = Z_80 * sqrt(variance / len(runs))
    return mean - half, mean + half


def _keys(case: Case) -> list[tuple[frozenset[int], frozenset[int]]]:
    """Return the questions of MMPC, in its order: the pair, and what is given."""
    return [(frozenset((t.x, t.y)), frozenset(t.given)) for t in ledger(case.graph, "MMPC")]


def _other_set(case: Case, number: int) -> int:
    """Return the next test of the same pair with another set."""
    pair, given = _keys(case)[number - 1]
    after = enumerate(_keys(case)[number:], number + 1)
    return next(n for n, other in after if other[0] == pair and other[1] != given)


def _in_triangles(case: Case) -> list[str]:
    links, triples = moral_links(case.graph), combinations(case.graph.nodes, 3)
    inside = [[link for link in links if link <= {*triple}] for triple in triples]
    found = {link for three in inside if len(three) == 3 for link in three}
    return sorted("-".join(sorted(map(str, link))) for link in found)


AMOUNTS.update(
    moral_edges=lambda case: len(moral_links(case.graph)),
    # how many of the first tests of MMPC repeat an earlier one
    repeated=lambda case, shown: shown - len({*_keys(case)[:shown]}),
    # the first test that asks what a test asks, and the next of the same pair with another set
    asked_by=lambda case, number: _keys(case).index(_keys(case)[number - 1]) + 1,
    other_set=_other_set,
    # the tests of a run, and the mean size of what they are given
    tests=lambda case, name: len(ledger(case.graph, name)),
    mean=lambda case, name: fmean(len(t.given) for t in ledger(case.graph, name)),
    # of five runs: one of them, twice their mean, an end of its interval, how many it contains
    run=lambda case, name, graph: runs_of(case, name)[graph],
    twice=lambda case, name: 2 * fmean(runs_of(case, name)),
    interval_end=lambda case, name, end: interval(case, name)[end],
    inside=lambda case, name: sum(
        interval(case, name)[0] <= run <= interval(case, name)[1] for run in runs_of(case, name)
    ),
)
NAMES_OF.update(
    in_triangles=_in_triangles,
    has_row=lambda case, name: [name] if row(case, name) else [],
    by_means=lambda case: sorted(NAMES, key=lambda name: fmean(runs_of(case, name))),
    on_graph=lambda case, graph: sorted(NAMES, key=lambda name: runs_of(case, name)[graph - 1]),
)
