"""Facts on the upper bound: what visits cost, what it counts, and the row of one effect."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from marvel_widgets.assessment.facts import Case, Fact
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.markov_boundary.facts import role_in
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.lessons.upper_bound.amounts import closed_form, visit
from marvel_widgets.text import counted

Question = tuple[Label, Label, Labels]
Part = Literal["upper", "lower"]


@dataclass(frozen=True)
class SetsOfAPair(Fact):
    """The conditioning sets of one pair of a family, where an answer miscounts the family."""

    x: Label
    family: str
    claimed: int
    pair: tuple[Label, Label]
    free: Labels

    def say(self) -> str:
        inside, given = ", ".join(map(str, self.free)), f" ({self.x} is given each time)"
        return (
            f"Under {self.family!r} you have {self.claimed:,}. Count the sets of one pair there: "
            f"{self.pair[0]} and {self.pair[1]} leave {{{inside}}}, which has "
            f"{1 << len(self.free)} subsets{given if self.family.startswith('condition') else ''}. "
            "How many such pairs are there?"
        )

    def holds(self, case: Case) -> bool:
        dag, x, pair = case.graph, self.x, {*self.pair}
        role = {v: role_in(dag, x, v)[0] for v in dag.nodes if v != x}
        near = {v for v, found in role.items() if found in ("parent", "child")}
        far = {v for v, found in role.items() if found == "co-parent"}
        others = {
            "neighbors": x in pair and pair - {x} <= near | far,
            "v-structures": len(pair & near) == len(pair & far) == 1,
            "condition 1": pair <= near,
            "condition 2": len(pair & near) == len(pair & far) == 1,
        }
        whole = near | far | ({x} if self.family == "v-structures" else set())
        right = others[self.family] and {*self.free} == whole - pair
        return right and case.answer[self.family] == self.claimed


@dataclass(frozen=True)
class BothNeighbors(Fact):
    """Whether two variables are both neighbors of the one that leaves, and what follows."""

    x: Label
    pair: tuple[Label, Label]
    both: bool

    def say(self) -> str:
        a, b = self.pair
        if self.both:
            return (
                f"{a} and {b} are both neighbors of {self.x}. MARVEL doesn't see the graph: only "
                f"a test tells whether they stay in each other's boundary without {self.x}."
            )
        return (
            f"{a} and {b} are not both neighbors of {self.x}. {self.x} can hold only its own "
            "parents together, and parents are neighbors."
        )

    def holds(self, case: Case) -> bool:
        joined = [bool({(v, self.x), (self.x, v)} & {*case.graph.edges}) for v in self.pair]
        return all(joined) == self.both


@dataclass(frozen=True)
class NeighborPairs(Fact):
    """The neighbors of a variable, and how many pairs they make."""

    x: Label
    members: Labels
    pairs: int

    def say(self) -> str:
        n, inside = len(self.members), ", ".join(map(str, self.members))
        return (
            f"{self.x} has {n} neighbors, {{{inside}}}: C({n}, 2) = {self.pairs} pairs, one test "
            "for each."
        )

    def holds(self, case: Case) -> bool:
        roles = ((v, role_in(case.graph, self.x, v)[0]) for v in case.graph.nodes)
        near = {v for v, role in roles if role in ("parent", "child")}
        return near == {*self.members} and len([*combinations(near, 2)]) == self.pairs


@dataclass(frozen=True)
class SplitCosts(Fact):
    """What a variable costs whose boundary is split in this way, and that another costs more."""

    neighbors: int
    co_parents: int
    cost: int

    def say(self) -> str:
        return (
            f"With {counted(self.neighbors, 'neighbor')} and "
            f"{counted(self.co_parents, 'co-parent')} each variable costs {self.cost:,}. Another "
            "split makes more."
        )

    def holds(self, case: Case) -> bool:  # noqa: ARG002
        d = self.neighbors + self.co_parents
        most = max(visit(n, d - n) for n in range(d + 1))
        return visit(self.neighbors, self.co_parents) == self.cost < most


@dataclass(frozen=True)
class NotFrom(Fact):
    """An answered number is outside of what is possible."""

    size: int
    answer: int
    key: Literal["neighbors", "in-degree"]

    def say(self) -> str:
        if self.key == "in-degree":
            return f"With {self.size + 1} variables an in-degree is from 0 to {self.size}."
        return (
            f"A boundary of {self.size} members has from 0 to {self.size} neighbors, not "
            f"{self.answer}."
        )

    def holds(self, case: Case) -> bool:
        return self.answer not in range(self.size + 1) and case.answer[self.key] == self.answer


@dataclass(frozen=True)
class BoundAt(Fact):
    """The bound at an in-degree, beside what can be afforded."""

    p: int
    max_in_degree: int
    bound: int
    budget: int

    def say(self) -> str:
        more = self.bound > self.budget
        end = "more than we can afford" if more else "and we can afford that"
        return f"With in-degree {self.max_in_degree} the bound is {self.bound:,}, {end}."

    def holds(self, case: Case) -> bool:
        # where the solution is says which fits
        fits = self.max_in_degree <= case.solution["in-degree"]
        right = int(closed_form(self.p, self.max_in_degree)) == self.bound
        return right and fits == (self.bound <= self.budget)


@dataclass(frozen=True)
class AskedBy(Fact):
    """Which of the bounds counts a question, or how often it is asked."""

    x: Label
    y: Label
    given: Labels
    why: Literal["before", "counts", "again", "other set"]
    other: Question | None = None
    part: Part = "upper"
    first: tuple[Question, ...] = ()
    later: tuple[Question, ...] = ()

    def say(self) -> str:
        question = words_of(self.x, self.y, self.given)
        rest = f" Under {self.part!r} the count is another one."
        if self.why == "before":
            return f"{question} is asked in line 1 alone: the upper bound begins later."
        if self.why == "counts":
            return f"{question} of line 1 is a question of the run: the lower bound counts."
        if self.why == "again":
            return f"{question} is asked twice in the later lines, and that is one question.{rest}"
        more = words_of(*self.other) if self.other else ""
        return (
            f"{question} and {more} are two questions: the pair is the same, the set is not.{rest}"
        )

    def holds(self, case: Case) -> bool:
        me = (self.x, self.y, self.given)
        wrong = case.answer[self.part] != case.solution[self.part]
        if self.why in ("before", "counts"):
            return wrong and me in self.first and me not in self.later
        if self.why == "again":
            return wrong and self.later.count(me) > 1
        lines = self.later if self.part == "upper" else (*self.first, *self.later)
        same = self.other is not None and self.other[:2] == me[:2] and self.other != me
        return wrong and same and me in lines and self.other in lines


@dataclass(frozen=True)
class RowsOfTable(Fact):
    """Rows of Table 1 with their numbers for the graph: two that are turned, or all in order."""

    rows: tuple[str, ...]
    numbers: tuple[int, ...]

    def say(self) -> str:
        if len(self.rows) > 2:
            pairs = zip(self.rows, self.numbers, strict=True)
            return "; ".join(f"{row}: {number:,}" for row, number in pairs) + "."
        (a, b), (of_a, of_b) = self.rows, self.numbers
        return f"At these numbers {a} has {of_a:,} and {b} has {of_b:,}."

    def holds(self, case: Case) -> bool:
        nodes, edges = case.graph.nodes, case.graph.edges
        p, indegree = len(nodes), max(sum(b == v for _, b in edges) for v in nodes)
        degree = max(sum(v in edge for edge in edges) for v in nodes)
        alpha = max(sum(role_in(case.graph, x, v)[0] != "outside" for v in nodes) for x in nodes)
        values = {
            "PC": p**degree,
            "GS": p**2 + p * alpha**2 * 2**alpha,
            "CS": p**2 * 2**alpha,
            "MARVEL": p**2 + p * indegree**2 * 2**indegree,
            "LOWER": p**2 + p * indegree * 2**indegree,
        }
        sorted_rows = len(self.rows) == 2 or list(self.numbers) == sorted(self.numbers)
        return sorted_rows and self.numbers == tuple(values[row] for row in self.rows)


def words_of(x: Label, y: Label, given: Labels) -> str:
    """Return a question.

    >>> words_of("A", "B", ("C",))
    'A and B given {C}'
    """
    return f"{x} and {y} given {{{', '.join(map(str, given))}}}"
