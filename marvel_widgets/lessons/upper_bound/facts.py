"""Facts on the upper bound: the sets of a family, and which questions it counts."""

from typing import Literal

from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.text import in_braces

Question = tuple[Label, Label, Labels]
Part = Literal["upper", "lower"]
Asked = Literal["before", "counts", "again", "other set"]


SizesOf = kind(
    "x n m size",
    "N = {n} and M = {m}, so D = {size}: D 2^(D-1), M N 2^(D-1), C(N, 2) 2^(D-2) and M N 2^(D-2).",
)


ProperToo = kind(
    "size proper whole",
    "The neighbor lemma asks for proper subsets: {proper} tests. The proof pays for the whole set "
    "as well: {whole}. Both are right here.",
)


Grows = kind(
    "p max_in_degree now later times", "It goes from {now:,} to {later:,}: times {times:.2f}."
)


ShareOf = kind("p d updates bound percent", "It is {updates:,} of {bound:,}, {percent:.1f} %.")


OneEffect = kind(
    "p d made bound",
    "Take one variable with {d} parents, and nothing else joined: {made:,} tests of {bound:,}.",
)


def _sets(x: Label, family: str, claimed: int, pair: tuple[Label, Label], free: Labels) -> str:
    given = f" ({x} is given each time)" if family.startswith("condition") else ""
    return (
        f"Under {family!r} you have {claimed:,}. Count the sets of one pair there: {pair[0]} and "
        f"{pair[1]} leave {in_braces(free)}, which has {1 << len(free)} subsets{given}. How many "
        "such pairs are there?"
    )


SetsOfAPair = kind("x family claimed pair free", _sets)


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


AskedBy = kind("x y given why other part first later", _asked_by)
