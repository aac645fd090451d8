"""Facts on the runs of five algorithms: moral graphs, ledgers, means of several runs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from statistics import fmean
from typing import Final

from marvel_widgets.assessment.facts import Case, Fact
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.core.independence.log import TestRecord
from marvel_widgets.lessons.counting.facts import AMOUNTS
from marvel_widgets.lessons.markov_boundary.facts import common, role_in
from marvel_widgets.lessons.race.cohort import NAMES, recorded
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.lessons.upper_bound.amounts import NAMES_OF
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import listed

Pair = tuple[Label, Label]
Z_80: Final = 1.2815515655446004  # 80 % of a normal distribution lie within


@dataclass(frozen=True)
class SameQuestion(Fact):
    """A link gives one question; a pair without a link gives none."""

    edge: Pair
    pair: Pair | None

    def say(self) -> str:
        a, b = self.edge
        again = f"{a} and {b} given nothing is asked once; {b} and {a} is the same question."
        if self.pair is None:
            return again
        x, y = self.pair
        return f"{again} And {x}-{y} is no link: neither is in the boundary of the other."

    def holds(self, case: Case) -> bool:
        asked = [{t.x, t.y} for t in ledger(case.graph, "PC") if not t.given]
        once = asked.count({*map(case.graph.position, self.edge)}) == 1
        return once and (self.pair is None or role_in(case.graph, *self.pair)[0] == "outside")


@dataclass(frozen=True)
class InTriangle(Fact):
    """Whether two variables are linked in the moral graph, and which closes a triangle."""

    pair: Pair
    linked: bool
    through: Label | None

    def say(self) -> str:
        a, b = self.pair
        if not self.linked:
            return (
                f"{a} and {b} are not in each other's boundary: the moral graph has no link "
                f"{a}-{b}."
            )
        if self.through is None:
            return f"{a}-{b} is a link, but no variable is linked to both: CS leaves it alone."
        return f"{a}-{b} closes a triangle of the moral graph with {self.through}: CS tests it."

    def holds(self, case: Case) -> bool:
        links = moral_links(case.graph)
        third = {v for v in case.graph.nodes if all({v, end} in links for end in self.pair)}
        if ({*self.pair} in links) != self.linked:
            return False
        return not self.linked or (self.through in third if third else self.through is None)


@dataclass(frozen=True)
class SmallerBoundary(Fact):
    """The subsets that GS tries for a pair, by what an answer makes of them."""

    x: Label
    pair: Pair
    members: Labels
    answer: int | None = None

    def say(self) -> str:
        number, names = 1 << len(self.members), list(map(str, self.members))
        if self.answer is None:
            inside = listed(names)
            return f"All {number} subsets of {{{inside}}} are tried, and none separates the two."
        a, b = self.pair
        place = (
            f"The smaller boundary is that of {self.x}; without {a} and {b} it leaves "
            f"{listed(names)}."
        )
        if self.answer < number:
            return (
                f"{place} GS tries the pair given nothing, given each of these alone, and given "
                f"several together. That is more than {self.answer}."
            )
        return (
            f"{place} These have fewer than {self.answer} subsets, and GS tries each of them once."
        )

    def holds(self, case: Case) -> bool:
        dag, ends = case.graph, {*map(case.graph.position, self.pair)}
        tried = [{*t.given} for t in ledger(dag, "GS") if {t.x, t.y} == ends]
        tried = [g for g in tried if g <= {*map(dag.position, self.members)}]
        around = {v: {w for w in dag.nodes if _is_in_boundary(dag, v, w)} for v in self.pair}
        smallest = len(around[self.x]) == min(map(len, around.values()))
        whole = {*self.members} == around[self.x] - {*self.pair}
        answered = self.answer in (None, case.answer)
        return answered and smallest and whole and len(tried) == 1 << len(self.members)


@dataclass(frozen=True)
class AboutPair(Fact):
    """What a run asks about a pair: a question by its number, other sets, or nothing."""

    name: str
    pair: Pair
    given: Labels
    number: int | None
    others: tuple[Labels, ...]

    def say(self) -> str:
        pair, asked = f"{self.pair[0]} and {self.pair[1]}", given_names(self.given)
        if self.number is not None:
            return f"Test {self.number} in the ledger of {self.name} asks about {pair} {asked}."
        if not self.others:
            return f"The ledger of {self.name} has no test about {pair}."
        return f"The ledger of {self.name} has {pair} {listed(map(given_names, self.others))}, " + (
            f"not {asked}."
        )

    def holds(self, case: Case) -> bool:
        dag, ends = case.graph, {*map(case.graph.position, self.pair)}
        found = {
            n: tuple(dag.nodes[v] for v in t.given)
            for n, t in enumerate(ledger(dag, self.name), 1)
            if {t.x, t.y} == ends
        }
        if self.number is not None:
            return {*found.get(self.number, ("?",))} == {*self.given}
        return {*found.values()} == {*self.others} and self.given not in found.values()


@dataclass(frozen=True)
class OnlyAsk(Fact):
    """The algorithms that ask a question, of all five."""

    names: tuple[str, ...]
    x: Label
    y: Label
    given: Labels

    def say(self) -> str:
        verb = "asks" if len(self.names) == 1 else "ask"
        asked = f"{self.x} and {self.y} {given_names(self.given)}"
        return f"{listed(self.names)} {verb} about {asked}; no other does."

    def holds(self, case: Case) -> bool:
        place = case.graph.position
        key = {place(self.x), place(self.y)}, {*map(place, self.given)}
        runs = {name: ledger(case.graph, name) for name in NAMES}
        found = [n for n, run in runs.items() if key in [({t.x, t.y}, {*t.given}) for t in run]]
        return found == list(self.names)


# -- counted again ---------------------------------------------------------------------------------


def ledger(dag: Dag, name: str) -> list[TestRecord]:
    """Return the entries of a run that is given the true boundaries."""
    run = recorded(dag, [name])[name].tests
    return [test for test in run if test.purpose != BOUNDARY_DISCOVERY]


def _is_in_boundary(dag: Dag, x: Label, y: Label) -> bool:
    return x != y and role_in(dag, x, y)[0] != "outside"


def moral_links(dag: Dag) -> set[frozenset[Label]]:
    """Return the links of the moral graph: edges, and pairs with a common child."""
    pairs = combinations(dag.nodes, 2)
    joined = {frozenset(edge) for edge in dag.edges}
    return joined | {frozenset((a, b)) for a, b in pairs if common(dag, a, b)}


def pairs_words(pairs: Iterable[Iterable[Label]]) -> str:
    """Return pairs as A-B and C-D, or none.

    >>> pairs_words([("B", "A")]), pairs_words([])
    ('A-B', 'none')
    """
    ends = sorted(tuple(sorted(map(str, pair))) for pair in pairs)
    return listed(f"{a}-{b}" for a, b in ends) or "none"


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
    # the first two co-parents
    co_parents=lambda case: [
        pairs_words([pair])
        for pair in combinations(case.graph.nodes, 2)
        if role_in(case.graph, *pair)[0] == "co-parent"
    ][:1],
    in_triangles=_in_triangles,
    has_row=lambda case, name: [name] if row(case, name) else [],
    by_means=lambda case: sorted(NAMES, key=lambda name: fmean(runs_of(case, name))),
    on_graph=lambda case, graph: sorted(NAMES, key=lambda name: runs_of(case, name)[graph - 1]),
)
