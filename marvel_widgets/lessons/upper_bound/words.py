"""The bounds in sentences: what each counts, how far apart they are, what a graph spends."""

from fractions import Fraction
from math import comb, floor

from marvel_widgets.assessment.prediction import Question
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.pictures.charts.chart import number_words
from marvel_widgets.replay.explanations import purpose_words
from marvel_widgets.replay.static_views import numbers_html
from marvel_widgets.text import capitalized, counted
from marvel_widgets.theory import bounds

CONSTANTS = (
    "The constants that O and Ω hide are taken as 1 here: these numbers are orders of growth, "
    "not numbers of CI tests."
)


def bound_sentences(p: int, max_in_degree: int) -> tuple[str, ...]:
    """Return what the two bounds say, and how far they are apart."""
    d = max_in_degree
    ratio = bounds.ratios(p, d)
    upper, overall, lower, times = map(
        number_words,
        (
            bounds.upper_bound(p, d),
            bounds.overall_upper_bound(p, d),
            bounds.lower_bound(p, d),
            ratio.of_bounds or 0,
        ),
    )
    return (
        f"Upper bound (Section 4): MARVEL makes at most {upper} distinct CI tests after "
        f"boundary discovery. Total conditioning adds {number_words(comb(p, 2))}, one for each "
        f"pair: {overall} in all.",
        f"Lower bound (Section 4): on the worst graph of {p} variables with in-degree at most "
        f"{d}, every constraint-based algorithm needs at least {lower} tests, boundary discovery "
        f"included. Example 1, {counted(p // (d + 1), 'clique')} of {d + 1}, asks for "
        f"{number_words(bounds.lower_bound_clusters(p, d))}; Example 2, the empty graph, for "
        f"{number_words(bounds.lower_bound_empty(p))}.",
        f"Like with like, all tests: {overall} is {times} times {lower}. The formulas inside O and "
        f"Ω differ by a factor of {number_words(ratio.of_orders)}, never by more than the "
        f"in-degree {d}.",
    )


def headline_words(p: int, max_in_degree: int) -> tuple[str, str]:
    """Return the two bounds on all tests as a sentence, then the size that it is about."""
    d = max_in_degree
    return (
        f"MARVEL makes at most {floor(bounds.overall_upper_bound(p, d)):,} CI tests; on the worst "
        f"graph every algorithm needs {bounds.lower_bound(p, d):,} or more.",
        f"Distinct tests in all, for {counted(p, 'variable')} with in-degree at most {d}. "
        "Move a dial: which bound grows faster?",
    )


def moved_words(old: tuple[int, int], new: tuple[int, int]) -> str:
    """Return what another number of variables, or another in-degree, does to both bounds."""
    (p, d), (q, e) = old, new
    moved = [f"{p} to {q} variables"] if p != q else []
    moved += [f"in-degree {d} to {e}"] if d != e else []
    both = (
        floor(bound(*at))
        for bound in (bounds.overall_upper_bound, bounds.lower_bound)
        for at in (old, new)
    )
    upper, above, lower, least = map(number_words, both)
    return (
        f"{capitalized(', '.join(moved))}: the upper bound goes from {upper} to {above} tests, the "
        f"lower from {lower} to {least}."
    )


def turn_question(old: tuple[int, int], new: tuple[int, int]) -> Question:
    """Return a prediction to ask before the number of variables or the in-degree is turned."""
    before, after = bounds.overall_upper_bound(*old), bounds.overall_upper_bound(*new)
    times, moved = Fraction(after) / before, moved_words(old, new).partition(":")[0]
    options = ("fewer", "up to 3 times", "3 to 10 times", "over 10 times")
    return Question(
        f"turn {old} {new}",
        f"{moved}: how many times as many CI tests does the upper bound allow?",
        options,
        options[(times > 1) + (times > 3) + (times > 10)],
        f"At most {floor(after):,} tests, in place of {floor(before):,}.",
    )


def corollary_words(p: int, max_in_degree: int) -> str:
    c = bounds.corollary_exponent(p, max_in_degree)
    return (
        f"Corollary: here {max_in_degree} = c log p with c = {number_words(round(c, 2))} "
        f"(logarithm to base 2). If p grows and the in-degree stays at most c log p, MARVEL makes "
        f"O(p^{number_words(round(c + 1, 2))} log² p) tests after boundary discovery: polynomial "
        "in the number of variables."
    )


def split_headline(max_in_degree: int, neighbors: int) -> tuple[str, str]:
    """Return what one variable may cost at a split, and what the bound allows it."""
    d, apart = max_in_degree, max_in_degree - neighbors
    cost = sum(bounds.term(purpose, neighbors, apart) for purpose in bounds.TERMS)
    allowed = number_words(Fraction(bounds.upper_bound(d + 1, d), d + 1))
    return (
        f"A variable with {counted(neighbors, 'neighbor')} and {counted(apart, 'co-parent')} may "
        f"cost {counted(cost, 'CI test')}; the upper bound allows it {allowed}.",
        "After boundary discovery; each bar is a split of the same boundary.",
    )


def split_words(p: int, max_in_degree: int, neighbors: int) -> str:
    """Return what the proof does with the split of a boundary, number by number."""
    d = max_in_degree
    steps = bounds.chain(p, d, neighbors)
    walk = "; ".join(f"{number_words(step.value)}, {step.words}" for step in steps)
    return (
        f"Let all {p} boundaries have D = {counted(d, 'member')}, N = "
        f"{counted(neighbors, 'neighbor')} and M = {counted(d - neighbors, 'co-parent')}. CI tests "
        f"then, rounded up step by step: {walk}. The proof takes the worst split. Its display has "
        "2^(2D-2), where 2^(D-2) is meant."
    )


def spending_sentences(found: bounds.Measured) -> tuple[str, ...]:
    """Return what MARVEL spends on a graph, beside the bounds."""
    p, d = found.sizes.p, found.sizes.max_in_degree
    bound = bounds.upper_bound(p, d)
    made, allowed = found.after_discovery, number_words(bound)
    share = f", {number_words(round(100 * made / bound))} % of it" if bound else ""
    again = "none is asked twice"
    if found.after_discovery_performed > made:
        again = f"{counted(found.after_discovery_performed, 'test')} with those asked again"
    return (
        f"Your DAG has {counted(p, 'variable')} and maximum in-degree {d}. MARVEL makes "
        f"{counted(made, 'distinct CI test')} after boundary discovery ({again}); the upper bound "
        f"allows {allowed}{share}.",
        f"Boundary discovery included, it makes {counted(found.everything, 'distinct CI test')}. "
        f"The lower bound, {number_words(bounds.lower_bound(p, d))}, is for the worst graph of "
        "this size: yours may need fewer.",
    )


def spending_table(found: bounds.Measured) -> str:
    rows = [
        (purpose_words(r.purpose), *map("{:,}".format, (r.distinct, r.performed, r.own, r.largest)))
        for r in found.rows
    ]
    head = ("purpose", "distinct", "performed", "allowed, own splits", "allowed, worst split")
    return numbers_html("CI tests after boundary discovery, by purpose", head, rows)


# How the table of purposes is to be read.
SPENDING_NOTE = (
    "Own splits: the proof's count with the boundary that each variable had when its turn "
    "came. Worst split: with D members for every variable, split as is worst for this purpose. "
    "Both bound distinct tests. A test asked for two purposes stands in both rows."
)


def table_one_html(sizes: bounds.Sizes) -> str:
    rows = [(r.algorithm, r.formula, number_words(r.value)) for r in bounds.table_one(sizes)]
    caption = (
        f"Table 1 at p = {sizes.p}, Δin = {sizes.max_in_degree}, Δ = {sizes.max_degree}, "
        f"α = {sizes.max_boundary}"
    )
    return numbers_html(caption, ("algorithm", "worst case", "value"), rows, numbers_from=2)


def table_one_words(sizes: bounds.Sizes) -> tuple[str, str]:
    """Return which algorithm has the smallest order in Table 1 at these sizes, and a caution."""
    algorithms = sorted(bounds.table_one(sizes)[:-1], key=lambda row: row.value)
    smallest = algorithms[0].value
    level = [row.algorithm for row in algorithms if row.value == smallest]
    text = (
        f"{' and '.join(level)} {'have' if len(level) > 1 else 'has'} the smallest order here, "
        f"{number_words(smallest)}"
    )
    if "MARVEL" not in level:
        mine = next(row.value for row in algorithms if row.algorithm == "MARVEL")
        text += f"; MARVEL's is {number_words(mine)}"
    elif len(level) < len(algorithms):
        other = algorithms[len(level)]
        text += f"; next is {other.algorithm} with {number_words(other.value)}"
    return f"{text}.", CONSTANTS


def share_question(found: bounds.Measured, name: Label = "") -> Question | None:
    """Return a prediction to ask before a graph's counts are shown; None for a bound of 0."""
    bound = bounds.upper_bound(found.sizes.p, found.sizes.max_in_degree)
    if not bound:
        return None
    options = ("under a quarter", "a quarter to a half", "over a half")
    share = found.after_discovery / bound
    answer = options[0 if share < Fraction(1, 4) else 1 if share <= Fraction(1, 2) else 2]
    return Question(
        f"share {name}",
        f"The upper bound for your DAG is {number_words(bound)}. How much of it does MARVEL use?",
        options,
        answer,
        f"It makes {counted(found.after_discovery, 'distinct test')}. A bound for the worst graph "
        "is not the typical cost.",
    )
