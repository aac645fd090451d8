"""Facts on the upper bound: what visits cost, what it counts, and the row of one effect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from marvel_widgets.assessment.facts import Case, Fact
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.markov_boundary.facts import role_in
from marvel_widgets.lessons.separation.facts import Labels

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


def words_of(x: Label, y: Label, given: Labels) -> str:
    """Return a question.

    >>> words_of("A", "B", ("C",))
    'A and B given {C}'
    """
    return f"{x} and {y} given {{{', '.join(map(str, given))}}}"
