"""Facts on the upper bound: the sets of a family, and which questions it counts."""

from __future__ import annotations

from typing import Literal

from marvel_widgets.assessment.facts import Case
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.separation.by_arrows import kindred
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.text import in_braces

Question = tuple[Label, Label, Labels]
Part = Literal["upper", "lower"]
Asked = Literal["before", "counts", "again", "other set"]


def _sets(x: Label, family: str, claimed: int, pair: tuple[Label, Label], free: Labels) -> str:
    given = f" ({x} is given each time)" if family.startswith("condition") else ""
    return (
        f"Under {family!r} you have {claimed:,}. Count the sets of one pair there: {pair[0]} and "
        f"{pair[1]} leave {in_braces(free)}, which has {1 << len(free)} subsets{given}. How many "
        "such pairs are there?"
    )


@kind(_sets)
def SetsOfAPair(
    case: Case, x: Label, family: str, claimed: int, pair: tuple[Label, Label], free: Labels
) -> bool:
    """The conditioning sets of one pair of a family, where an answer miscounts the family."""
    near, far = (kindred(case.graph, x, kin) for kin in ("neighbor", "co-parent"))
    ends = {*pair}
    one_each = len(ends & near) == len(ends & far) == 1
    of_family = {
        "neighbors": x in ends and ends - {x} <= near | far,
        "v-structures": one_each,
        "condition 1": ends <= near,
        "condition 2": one_each,
    }[family]
    whole = near | far | ({x} if family == "v-structures" else set())
    return of_family and {*free} == whole - ends and case.answer[family] == claimed


def _asked_by(x: Label, y: Label, given: Labels, why: Asked, other: Question, part: Part) -> str:
    one, two = (f"{q[0]} and {q[1]} given {in_braces(q[2])}" for q in ((x, y, given), other))
    rest = f" Under {part!r} the count is another one."
    return {
        "before": f"{one} is asked in line 1 alone: the upper bound begins later.",
        "counts": f"{one} of line 1 is a question of the run: the lower bound counts.",
        "again": f"{one} is asked twice in the later lines, and that is one question.{rest}",
        "other set": f"{one} and {two} are two questions: the pair is the same, the set is not."
        f"{rest}",
    }[why]


@kind(_asked_by)
def AskedBy(
    case: Case,
    x: Label,
    y: Label,
    given: Labels,
    why: Asked,
    other: Question,  # the same one, where there is no other
    part: Part,
    first: tuple[Question, ...],
    later: tuple[Question, ...],
) -> bool:
    """Which of the bounds counts a question, or how often it is asked."""
    me, lines = (x, y, given), later if part == "upper" else (*first, *later)
    so = {
        "before": me in first and me not in later,
        "counts": me in first and me not in later,
        "again": later.count(me) > 1,
        "other set": other[:2] == me[:2] and other != me and {me, other} <= {*lines},
    }[why]
    return so and case.answer[part] != case.solution[part]
