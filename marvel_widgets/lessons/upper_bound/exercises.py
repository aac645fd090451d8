"""08, the upper bound: count by family, read the bound, and which questions it counts."""

import random
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any, Final, Literal, TypeVar

from marvel_widgets.assessment.answers import Number, Parts
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.exercise import Exercise, by_name, random_dag
from marvel_widgets.assessment.facts import Facts, Principle, kind
from marvel_widgets.assessment.true_or_false import Statement, which_hold
from marvel_widgets.core.boundary.removability import is_removable
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.markov_boundary.exercises import Shares
from marvel_widgets.lessons.separation.by_arrows import letters
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.text import in_braces
from marvel_widgets.theory.bounds import TERMS, measure, proper_term, term, upper_bound

FAMILIES: Final = ("neighbors", "v-structures", "condition 1", "condition 2")
MOST: Final = 2000  # of a random guess
CO_PARENTS_COUNT: Final = Principle(
    "So there are v-structures to look for, and the boundary is more than the neighbors."
)
AFTER_BOUNDARIES: Final = Principle(
    "The bound begins where the boundaries are known; total conditioning adds a test of each pair."
)
COUNTS_OF_BOTH: Final = Principle(
    "The upper bound counts different questions once boundaries are known, the lower bound those "
    "of the whole run. The order within a pair or a set makes no other question; another set does."
)
Key = TypeVar("Key", bound=str)

# -- what is said ----------------------------------------------------------------------------------

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
        "before": f"{one} is asked for the boundaries alone: the upper bound begins later.",
        "counts": f"{one}, for the boundaries, is a question of the run: the lower bound counts.",
        "again": f"{one} is asked twice later, and that is one question.{rest}",
        "other set": f"{one} and {two} are two questions: the pair is the same, the set is not."
        f"{rest}",
    }[why]


AskedBy = kind("x y given why other part first later", _asked_by)


# -- what is right, and what holders of beliefs take for right -----------------------------------


def first_error(value: Mapping[Any, Any], solution: Mapping[Key, Any]) -> Key:
    """Return the name of the first part of an answer that is wrong."""
    return next(key for key in solution if value[key] != solution[key])


def by_family(n: int, m: int, *, one_each: bool = False, ends: int = 0) -> dict[str, int]:
    """Return what N neighbors and M co-parents may cost, family by family.

    A holder of `m_sets` counts one set for each candidate; one of `pair_given` lets both
    `ends` of a pair into its conditioning sets.
    """

    def sets(candidates: int) -> int:
        return max(1, candidates) if one_each else 1 << max(0, candidates)

    wide, narrow = sets(n + m - 1 + ends), sets(n + m - 2 + ends)
    single = sets(n + m - 1 + min(ends, 1))  # of the pair X, Y only Y is in the boundary of X
    counts = (n + m) * single, m * n * wide, comb(n, 2) * narrow, m * n * narrow
    return dict(zip(FAMILIES, counts, strict=True))


# -- exercises -----------------------------------------------------------------------------------


def families(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 8, 14)
    x = rng.choice(dag.nodes)
    neighbors, apart = dag.neighbors(x), dag.co_parents(x)
    n, m = len(neighbors), len(apart)
    # removable, or MARVEL may never visit it with so large a boundary
    if n < 2 or not m or not 4 <= n + m <= 6 or not is_removable(dag, x):
        return None
    solution = dict(zip(FAMILIES, (term(purpose, n, m) for purpose in TERMS[:-1]), strict=True))
    by_the_lemma = {**solution, "neighbors": proper_term(n, m)}  # what a run may ask
    (y, z), t = letters(neighbors)[:2], letters(apart)[0]
    searches = {"neighbors": (x, y), "v-structures": (y, t), "condition 1": (y, z)}

    def shows(value: Mapping[str, int]) -> Facts:
        lemma = value["neighbors"] == by_the_lemma["neighbors"]
        family = first_error(value, by_the_lemma if lemma else solution)
        if not value["v-structures"]:
            shared = tuple(v for v in dag.nodes if v in dag.children(x) & dag.children(t))
            return Shares(x, t, False, shared), CO_PARENTS_COUNT
        pair = searches.get(family, (z, t))
        free = neighbors | apart if family != "v-structures" else neighbors | apart | {x}
        return (SetsOfAPair(x, family, value[family], pair, letters(free - {*pair})),)

    return Exercise(
        title=f"What may {x} cost?",
        accepts=lambda value: value in (solution, by_the_lemma),
        rights=lambda: (solution, by_the_lemma),
        question=(
            f"{x} is removable. Read its neighbors and co-parents from the graph. How many CI "
            f"tests may a visit of {x} cost at most, by the counts of the proof: to tell neighbors "
            "from co-parents, to find the v-structures, for Condition 1, for Condition 2?"
        ),
        kind=Parts({family: Number(0, MOST) for family in FAMILIES}),
        solution=solution,
        believed=(
            (by_family(n, 0), Belief.only_neighbors),
            (by_family(n, m, one_each=True), Belief.m_sets),
            (by_family(n, m, ends=2), Belief.pair_given),
        ),
        shows=shows,
        reasons=(
            SizesOf(x, n, m, n + m),
            ProperToo(n + m, by_the_lemma["neighbors"], solution["neighbors"]),
        ),
        count=f"The boundary of {x} has {n + m} members.",
        place=f"The neighbors are joined to {x}; co-parents share a child with {x}.",
        rule="Each family is a number of pairs times a number of subsets: those of what is left "
        "when the pair is taken out.",
        dag=dag,
    )


def growth(rng: random.Random) -> Exercise | None:
    p, d = rng.randint(20, 60), rng.randint(3, 5)
    bound, later = upper_bound(p, d), upper_bound(p, d + 1)
    factor, share, times = rng.choice((2, 4)), rng.choice((20, 50)), rng.choice(("once", "twice"))
    within, doubles, every = (rng.random() < 0.5 for _ in range(3))
    thin = Dag([(i, d) for i in range(d)], nodes=range(p))  # one variable with d parents
    made, updates = measure(thin).after_discovery, p * comb(d, 2)
    part = Fraction(100 * updates) / bound
    statements = [
        Statement(
            f"With {2 * p} variables instead of {p}, the bound is exactly {factor} times as large.",
            upper_bound(2 * p, d) == factor * bound,
            (Principle("The number of variables is a factor of both terms."),),
        ),
        Statement(
            f"With in-degree {d + 1} instead of {d}, the bound "
            + ("more than doubles." if doubles else "grows by less than a half."),
            later > 2 * bound if doubles else later < Fraction(3, 2) * bound,
            (Grows(p, d, int(bound), int(later), float(later / bound)),),
            Belief.m_sets,
        ),
        Statement(
            f"The first term, for the updates, is more than {share} % of the bound.",
            part > share,
            (ShareOf(p, d, updates, int(bound), float(part)),),
        ),
        Statement(
            "On every graph of this size MARVEL makes at least half of this number."
            if every
            else "On some graph of this size MARVEL makes less than a tenth of this number.",
            made >= bound / 2 if every else made < bound / 10,
            (OneEffect(p, d, made, int(bound)),),
            Belief.bound_is_usual,
        ),
        Statement(
            "The tests that find the boundaries at the start "
            + ("are counted in this number." if within else "come on top of this number."),
            not within,
            (AFTER_BOUNDARIES,),
            Belief.bounds_alike,
        ),
        Statement(
            f"A question that is asked in two rounds counts {times} in this number.",
            times == "once",
            (Principle("The bound counts different questions."),),
            Belief.counted_again,
        ),
    ]
    if sum(statement.is_true for statement in statements) < 2:
        return None
    return which_hold(
        "What the bound says",
        f"For p = {p} variables and maximum in-degree {d} the upper bound is {int(bound):,}. "
        "Which of these sentences are true?",
        statements,
        "The bound is for the worst graph, it counts different questions after boundary "
        "discovery, and the in-degree stands in the exponent.",
        place="Two sentences ask what is counted, one asks what typical graphs cost; the others "
        "can be computed.",
    )


def counted_once(rng: random.Random) -> Exercise | None:
    first = [_question(rng) for _ in range(rng.randint(3, 4))]
    if len({*first}) < len(first):
        return None  # total conditioning asks nothing twice
    later = [_question(rng) for _ in range(rng.randint(4, 5))]
    later += [rng.choice(later), rng.choice(first)]
    rng.shuffle(later)

    def both(parts: int) -> dict[Part, int]:
        """Return the counts when questions are one that are alike in so many parts."""
        return {
            "upper": len({q[:parts] for q in later}),
            "lower": len({q[:parts] for q in first + later}),
        }

    solution = both(3)
    again = next(q for i, q in enumerate(later) if q in later[:i])
    alone = [q for q in first if q not in later]

    def shows(value: Mapping[Part, int]) -> Facts:
        def fact(why: Asked, q: Question, other: Question | None = None) -> Facts:
            return (AskedBy(*q, why, other or q, part, tuple(first), tuple(later)),)

        part = first_error(value, solution)
        if part == "upper" and value[part] == solution["lower"] >= value["lower"] and alone:
            return fact("before", alone[0])
        if part == "lower" and value[part] == solution["upper"] and alone:
            return fact("counts", alone[0])
        lines = later if part == "upper" else first + later
        same = [(a, b) for a, b in combinations(lines, 2) if a[:2] == b[:2] and a != b]
        if value[part] < solution[part] and same:
            return fact("other set", *same[0])
        return fact("again", again)

    def written(questions: list[Question]) -> str:
        mixed = [
            (rng.sample((x, y), 2), rng.sample(given, len(given))) for x, y, given in questions
        ]
        return "; ".join(f"{x} and {y} given {in_braces(given)}" for (x, y), given in mixed)

    return Exercise(
        title="What counts?",
        question=(
            f"For the boundaries a run asks: {written(first)}. Later it asks: {written(later)}. "
            "How many of all these questions does the upper bound count, how many does the lower "
            "bound count?"
        ),
        kind=Parts({"upper": Number(0, 25), "lower": Number(0, 25)}),
        solution=solution,
        believed=(
            ({"upper": len(later), "lower": len(first + later)}, Belief.counted_again),
            ({"upper": solution["lower"], "lower": solution["lower"]}, Belief.bounds_alike),
            (both(2), Belief.one_test_settles),
        ),
        shows=shows,
        reasons=(COUNTS_OF_BOTH,),
        count=f"{len(first) + len(later)} questions were asked, for the boundaries and later.",
        place="Look for pairs that are written the other way round.",
        rule="The upper bound begins when the boundaries are known, the lower bound at the start; "
        "both count different questions.",
    )


def _question(rng: random.Random) -> Question:
    names = ("A", "B", "C", "D")
    x, y = sorted(rng.sample(names, 2))
    rest = [name for name in names if name not in (x, y)]
    return x, y, letters(rng.sample(rest, rng.randint(0, 2)))


EXERCISES: Final = by_name(families, growth, counted_once)
