"""Facts on the upper bound: the sets of a family, and which questions it counts."""

from itertools import combinations, product
from math import isclose
from typing import Literal

from marvel_widgets.assessment.facts import Case
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.separation.by_arrows import kindred
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.lessons.upper_bound.amounts import (
    closed_form,
    different_after,
)
from marvel_widgets.text import in_braces

Question = tuple[Label, Label, Labels]
Part = Literal["upper", "lower"]
Asked = Literal["before", "counts", "again", "other set"]


@kind(
    "N = {n} and M = {m}, so D = {size}: D 2^(D-1), M N 2^(D-1), C(N, 2) 2^(D-2) and M N 2^(D-2)."
)
def SizesOf(case: Case, x: Label, n: int, m: int, size: int) -> bool:
    """How many neighbors and co-parents a variable has, and what each family costs by them."""
    near, far = (kindred(case.graph, x, kin) for kin in ("neighbor", "co-parent"))
    return (len(near), len(far), len(near | far)) == (n, m, size)


@kind(
    "The neighbor lemma asks for proper subsets: {proper} tests. The proof pays for the whole set "
    "as well: {whole}. Both are right here."
)
def ProperToo(case: Case, size: int, proper: int, whole: int) -> bool:
    """What telling neighbors from co-parents costs with and without the whole rest."""
    subsets = len([*product((0, 1), repeat=size - 1)])
    return (size * (subsets - 1), size * subsets) == (proper, whole)


@kind("It goes from {now:,} to {later:,}: times {times:.2f}.")
def Grows(case: Case, p: int, max_in_degree: int, now: int, later: int, times: float) -> bool:
    """How the bound grows with the in-degree."""
    found = [closed_form(p, d) for d in (max_in_degree, max_in_degree + 1)]
    return [*map(int, found)] == [now, later] and isclose(found[1] / found[0], times)


@kind("It is {updates:,} of {bound:,}, {percent:.1f} %.")
def ShareOf(case: Case, p: int, d: int, updates: int, bound: int, percent: float) -> bool:
    """How much of the bound the updates are, pair by pair."""
    whole, found = closed_form(p, d), p * len([*combinations(range(d), 2)])
    return (found, int(whole)) == (updates, bound) and isclose(100 * found / whole, percent)


@kind("Take one variable with {d} parents, and nothing else joined: {made:,} tests of {bound:,}.")
def OneEffect(case: Case, p: int, d: int, made: int, bound: int) -> bool:
    """What MARVEL spends where one variable has parents, and nothing else; beside the bound."""
    dag = Dag([(v, d) for v in range(d)], nodes=range(p))
    return (different_after(dag), int(closed_form(p, d))) == (made, bound)


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
