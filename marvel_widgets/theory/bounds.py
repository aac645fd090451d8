"""The upper and the lower bound on the number of CI tests."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb, log2
from typing import Final, Self

from marvel_widgets.core.algorithms.events import NeighborsKnown, Removed
from marvel_widgets.core.algorithms.marvel import MARVEL
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.algorithms.run import Trace
from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY, BudgetExceededError


def upper_bound(p: int, max_in_degree: int) -> int | Fraction:
    """Return the paper's upper bound on MARVEL's CI tests after boundary discovery.

    ``p C(d, 2) + (p/2) d (1 + 0.45 d) 2^d`` with d the maximum in-degree
    (the upper bound of Section 4), exactly.

    Parameters
    ----------
    p : int
        How many variables.
    max_in_degree : int

    Returns
    -------
    int, or Fraction where it is not whole
        It bounds the *distinct* tests, given true boundaries and an oracle, whatever is
        remembered: boundaries, neighbors and co-parents only shrink, so that later questions
        about a variable are among those counted for its first visit. Performed tests may
        pass it with ``bookkeeping="paper"``.

    Raises
    ------
    ValueError
        A number is negative, or the in-degree is not below p.
    TypeError
        One is not a whole number.

    Examples
    --------
    >>> upper_bound(20, 2), float(upper_bound(4, 2))
    (172, 34.4)
    """
    _check(p, max_in_degree)
    d = max_in_degree
    update = p * comb(d, 2)
    removability = Fraction(p, 2) * d * (1 + Fraction(45, 100) * d) * (1 << d)
    bound = update + removability
    return bound.numerator if bound.denominator == 1 else bound


def lower_bound(p: int, max_in_degree: int) -> int:
    """Return the paper's lower bound on the CI tests of any constraint-based algorithm.

    The larger of the two examples of the lower bound theorem. It counts *all* tests, boundary
    discovery included, on the worst DAG with in-degree *at most* `max_in_degree`.

    Parameters
    ----------
    p : int
        How many variables.
    max_in_degree : int

    Raises
    ------
    ValueError, TypeError
        As `upper_bound`.

    Examples
    --------
    >>> lower_bound(3, 2), lower_bound(4, 3), lower_bound(10, 1)
    (6, 24, 45)
    """
    return max(lower_bound_clusters(p, max_in_degree), lower_bound_empty(p))


def lower_bound_clusters(p: int, max_in_degree: int) -> int:
    """Return the lower bound of Example 1: cliques of ``d + 1`` variables.

    ``floor(p / (d+1)) C(d+1, 2) 2^(d-1)``.

    Raises
    ------
    ValueError, TypeError
        As `upper_bound`.

    Examples
    --------
    >>> lower_bound_clusters(6, 2)
    12
    """
    _check(p, max_in_degree)
    d = max_in_degree
    if d == 0:
        return 0  # clusters of one variable hold no pair
    return p // (d + 1) * comb(d + 1, 2) * (1 << (d - 1))


def lower_bound_empty(p: int) -> int:
    """Return the lower bound of Example 2, the empty graph: one test for each pair.

    Raises
    ------
    ValueError
        `p` is negative.
    TypeError
        `p` is not a whole number.

    Examples
    --------
    >>> lower_bound_empty(14)
    91
    """
    _check(p, 0)
    return comb(p, 2)


def _check(p: int, d: int) -> None:
    for name, value in (("p", p), ("max_in_degree", d)):
        if not hasattr(value, "__index__"):
            msg = f"{name} must be an integer; got {shown(value)}"
            raise TypeError(msg)
    if p < 0 or d < 0 or (p > 0 and d >= p):
        msg = f"p = {p}, max_in_degree = {d}: both must be non-negative, and the in-degree below p"
        raise ValueError(msg)


# What the proof allows one variable for each purpose, D its in-degree.
FORMULAS: Final = {
    lemmas.NEIGHBORS: "D 2^(D-1)",
    lemmas.V_STRUCTURES: "M N 2^(D-1)",
    lemmas.CONDITION_ONE: "C(N, 2) 2^(D-2)",
    lemmas.CONDITION_TWO: "M N 2^(D-2)",
    lemmas.BOUNDARY_UPDATE: "C(N, 2)",
}
TERMS: Final = tuple(FORMULAS)  # the purposes of the tests that the bound counts


def term(purpose: str, neighbors: int, co_parents: int) -> int:
    """Return the most CI tests that one variable costs for one purpose.

    Parameters
    ----------
    purpose : str
        One of `TERMS`.
    neighbors, co_parents : int
        The split of its boundary.

    Raises
    ------
    ValueError
        An unknown purpose, or a negative number.

    Examples
    --------
    >>> [term(purpose, 3, 2) for purpose in TERMS]
    [80, 96, 24, 48, 3]
    """
    if purpose not in TERMS or neighbors < 0 or co_parents < 0:
        msg = (
            f"{purpose!r} with {neighbors} neighbors and {co_parents} co-parents: a purpose is "
            f"one of {', '.join(TERMS)}, and sizes begin at 0"
        )
        raise ValueError(msg)
    n, m = neighbors, co_parents
    d = n + m
    # where a count has 2^(d-2) it also has a pair, hence d >= 2; the shift is 0 otherwise
    return {
        lemmas.NEIGHBORS: d << max(d - 1, 0),
        lemmas.V_STRUCTURES: (m * n) << max(d - 1, 0),
        lemmas.CONDITION_ONE: comb(n, 2) << max(d - 2, 0),
        lemmas.CONDITION_TWO: (m * n) << max(d - 2, 0),
        lemmas.BOUNDARY_UPDATE: comb(n, 2),
    }[purpose]


def proper_term(neighbors: int, co_parents: int) -> int:
    """Return the most tests by which the neighbor lemma splits one boundary.

    The lemma asks for *proper* subsets of what is left, and so for one set fewer for each
    member than the proof of the upper bound pays for (`term` with the purpose "neighbors").

    Raises
    ------
    ValueError
        A negative number.

    Examples
    --------
    >>> proper_term(3, 2), term("neighbors", 3, 2)
    (75, 80)
    """
    return term(lemmas.NEIGHBORS, neighbors, co_parents) - (neighbors + co_parents)


def terms(p: int, max_in_degree: int, neighbors: int) -> dict[str, int]:
    """Return the counts of the proof for p variables that all have the same split."""
    upper_bound(p, max_in_degree)  # refuses numbers without sense
    if not 0 <= neighbors <= max_in_degree:
        msg = f"neighbors = {neighbors}: a boundary of {max_in_degree} has 0 to {max_in_degree}"
        raise ValueError(msg)
    apart = max_in_degree - neighbors
    return {purpose: p * term(purpose, neighbors, apart) for purpose in TERMS}


def largest_terms(p: int, max_in_degree: int) -> dict[str, int]:
    """Return for each purpose its count at the split that is worst for it alone.

    No purpose of a run passes its own; their sum may pass the upper bound, since no split is
    the worst for all.
    """
    splits = [terms(p, max_in_degree, n) for n in range(max_in_degree + 1)]
    return {purpose: max(split[purpose] for split in splits) for purpose in TERMS}


@dataclass(frozen=True, slots=True)
class _Step:
    """One step of the proof's chain, from the counts to the printed bound."""

    words: str
    value: int | Fraction


def chain(p: int, max_in_degree: int, neighbors: int) -> tuple[_Step, ...]:
    """Return the chain of the proof, smallest number first.

    Parameters
    ----------
    p, max_in_degree, neighbors : int
        As `terms`.

    Returns
    -------
    tuple of Step
        What the lemmas ask at the split; with the whole set too in the search for neighbors:
        the counts of the proof; with C(N, 2) rounded up to N^2/2 in Condition 1; with the
        split at its worst, N = 0.6 D; with C(D, 2) for the update: the upper bound.

    Raises
    ------
    ValueError, TypeError
        As `terms`.

    Examples
    --------
    >>> [float(step.value) for step in chain(10, 4, 3)]
    [790.0, 830.0, 890.0, 926.0, 956.0]
    """
    counts = terms(p, max_in_degree, neighbors)
    d, n = max_in_degree, neighbors
    update = counts[lemmas.BOUNDARY_UPDATE]
    quarter = p * Fraction(1 << d, 4)
    squared = quarter * (2 * d + split_weight(d, n)) + update
    worst = quarter * (2 * d + Fraction(9, 10) * d * d) + update
    paid = Fraction(sum(counts.values()))
    return (
        _Step("what the lemmas ask at this split", paid - p * d),
        _Step("with the whole set too in the search for neighbors: the proof's counts", paid),
        _Step("with N²/2 for C(N, 2) in Condition 1", squared),
        _Step("with 0.9 D² for 3 M N + N²/2, its peak at N = 0.6 D", worst),
        _Step("with C(D, 2) for C(N, 2) in the update: the upper bound", upper_bound(p, d)),
    )


def split_weight(max_in_degree: int, neighbors: int | Fraction) -> Fraction:
    """Return what depends on the split in the proof: ``3 (D - N) N + N^2 / 2``.

    It peaks at N = 0.6 D, with exactly 0.9 D^2.

    Examples
    --------
    >>> split_weight(5, 3), split_weight(5, 2), split_weight(10, 6) == Fraction(9, 10) * 100
    (Fraction(45, 2), Fraction(20, 1), True)
    """
    n = Fraction(neighbors)
    return 3 * (max_in_degree - n) * n + n * n / 2


def worst_split(max_in_degree: int) -> int:
    """Return the number of neighbors at which one variable may cost most."""
    splits = range(max_in_degree + 1)
    return max(splits, key=lambda n: sum(term(purpose, n, max_in_degree - n) for purpose in TERMS))


def overall_upper_bound(p: int, max_in_degree: int) -> int | Fraction:
    """Return the upper bound on *all* tests of MARVEL, boundary discovery by TC included.

    Total conditioning asks one test for each pair. This is what may be compared with the
    lower bound, which also counts all tests.

    Raises
    ------
    ValueError, TypeError
        As `upper_bound`.

    Examples
    --------
    >>> float(overall_upper_bound(10, 1))
    59.5
    """
    return upper_bound(p, max_in_degree) + comb(p, 2)


@dataclass(frozen=True, slots=True)
class Spending:
    """What a run spent on one purpose, beside what the proof allows."""

    purpose: str
    performed: int
    distinct: int
    own: int
    largest: int


def spending(trace: Trace, max_in_degree: int) -> tuple[Spending, ...]:
    """Return what a recorded run of MARVEL spent on each purpose of the proof.

    Boundary discovery is left out: the upper bound begins after it.
    """
    if trace.result.algorithm != MARVEL.name:
        msg = f"the upper bound is about {MARVEL.name}, and this run is {trace.result.algorithm}'s"
        raise ValueError(msg)
    largest = largest_terms(len(trace.names), max_in_degree)
    own = own_terms(trace)
    statements: dict[str, set[tuple[int, int, tuple[int, ...]]]] = {name: set() for name in TERMS}
    for test in trace.tests:
        if test.purpose != BOUNDARY_DISCOVERY:
            pair = min(test.x, test.y), max(test.x, test.y)
            statements[test.purpose].add((*pair, test.given))
    performed = trace.result.counts.by_purpose
    return tuple(
        Spending(name, performed.get(name, 0), len(statements[name]), own[name], largest[name])
        for name in TERMS
    )


def own_terms(trace: Trace) -> dict[str, int]:
    """Return the proof's counts with the boundaries and splits that a run met.

    Each variable counts once, with the boundary that it had at its first visit; for the
    update, with the neighbors that it had when it left.
    """
    total = dict.fromkeys(TERMS, 0)
    seen: set[int] = set()
    for event in (step.event for step in trace.steps):
        if isinstance(event, NeighborsKnown) and event.x not in seen:
            seen.add(event.x)
            sizes = len(event.neighbors), len(event.co_parents)
            for purpose in TERMS[:-1]:
                total[purpose] += term(purpose, *sizes)
        elif isinstance(event, Removed):
            total[lemmas.BOUNDARY_UPDATE] += comb(len(event.neighbors), 2)
    return total


@dataclass(frozen=True, slots=True)
class Sizes:
    """The four numbers of Table 1.

    Parameters
    ----------
    p : int
        How many variables.
    max_in_degree : int
        The paper's Delta_in.
    max_degree : int
        The paper's Delta.
    max_boundary : int
        The size of the largest Markov boundary, the paper's alpha.

    Raises
    ------
    ValueError
        Not ``0 <= max_in_degree <= max_degree <= max_boundary < p``.

    Examples
    --------
    >>> Sizes(14, 1, 13, 13)
    Sizes(p=14, max_in_degree=1, max_degree=13, max_boundary=13)
    """

    p: int
    max_in_degree: int
    max_degree: int
    max_boundary: int

    def __post_init__(self) -> None:
        if not 0 <= self.max_in_degree <= self.max_degree <= self.max_boundary < self.p:
            msg = (
                f"p = {self.p}, in-degree {self.max_in_degree}, degree {self.max_degree}, boundary "
                f"{self.max_boundary}: each is at most the next, and the boundary is below p"
            )
            raise ValueError(msg)

    @classmethod
    def of(cls, dag: Dag) -> Self:
        """Return the sizes of a graph.

        Raises
        ------
        ValueError
            The graph has no variable.

        Examples
        --------
        >>> Sizes.of(Dag("X -> Y <- T"))
        Sizes(p=3, max_in_degree=2, max_degree=2, max_boundary=2)
        """
        return cls(len(dag), dag.max_in_degree, dag.max_degree, dag.max_boundary_size)


@dataclass(frozen=True, slots=True)
class _Order:
    """A row of Table 1: the formula inside O( ) or Omega( ), and its value."""

    algorithm: str
    formula: str
    value: int


def table_one(sizes: Sizes) -> tuple[_Order, ...]:
    """Return Table 1 evaluated; the second row is its footnote on PC.

    Examples
    --------
    >>> for row in table_one(Sizes(14, 1, 13, 13))[-2:]:
    ...     print(row.algorithm, row.formula, row.value)
    MARVEL O(p² + p Δin² 2^Δin) 224
    Lower bound Ω(p² + p Δin 2^Δin) 224
    """
    p, d = sizes.p, sizes.max_in_degree
    degree, boundary = sizes.max_degree, sizes.max_boundary
    return (
        _Order("PC", "O(p^Δ)", p**degree),
        _Order("PC that knows Δin", "O(p^Δin)", p**d),
        _Order("GS", "O(p² + p α² 2^α)", p**2 + p * boundary**2 * 2**boundary),
        _Order("CS", "O(p² 2^α)", p**2 * 2**boundary),
        _Order("MMPC", "O(p² 2^α)", p**2 * 2**boundary),
        _Order("MARVEL", "O(p² + p Δin² 2^Δin)", p**2 + p * d**2 * 2**d),
        _Order("Lower bound", "Ω(p² + p Δin 2^Δin)", p**2 + p * d * 2**d),
    )


@dataclass(frozen=True, slots=True)
class Ratios:
    """How far the bounds are apart."""

    of_bounds: Fraction | None
    of_orders: Fraction


def ratios(p: int, max_in_degree: int) -> Ratios:
    """Return the ratios of upper to lower bound.

    Raises
    ------
    ValueError, TypeError
        As `upper_bound`; or p = 0.

    Examples
    --------
    >>> ratios(10, 4).of_orders, float(ratios(10, 4).of_bounds)
    (Fraction(133, 37), 6.25625)
    """
    upper, lower = overall_upper_bound(p, max_in_degree), lower_bound(p, max_in_degree)
    if p == 0:
        msg = "p = 0: without variables there is nothing to compare"
        raise ValueError(msg)
    d = max_in_degree
    orders = Fraction(p**2 + p * d**2 * 2**d, p**2 + p * d * 2**d)
    return Ratios(Fraction(upper) / lower if lower else None, orders)


def corollary_exponent(p: int, max_in_degree: int) -> float:
    """Return the c with ``max_in_degree = c log2(p)``: the corollary's bound is O(p^(c+1) log^2 p).

    Raises
    ------
    ValueError
        Fewer than two variables, whose logarithm is 0.

    Examples
    --------
    >>> corollary_exponent(16, 4), corollary_exponent(64, 3)
    (1.0, 0.5)
    """
    if p < 2:
        msg = f"p = {p}: the corollary needs at least two variables"
        raise ValueError(msg)
    return max_in_degree / log2(p)


MOST_TESTS: Final = 100_000  # of a run that is measured while someone waits


@dataclass(frozen=True, slots=True)
class Measured:
    """MARVEL with an oracle on one graph, boundaries found by total conditioning."""

    sizes: Sizes
    rows: tuple[Spending, ...]
    after_discovery: int
    after_discovery_performed: int
    everything: int


def measure(dag: Dag) -> Measured:
    """Run MARVEL on a graph and count.

    Raises
    ------
    ValueError
        The graph has no variable, or the run takes more than `MOST_TESTS` tests.

    Examples
    --------
    >>> found = measure(Dag("A -> B; A -> C; B -> C"))
    >>> found.after_discovery, found.everything
    (4, 6)
    """
    if not dag.nodes:
        msg = "the graph has no variable; add one to measure it"
        raise ValueError(msg)
    try:
        trace = record("marvel", dag, budget=MOST_TESTS)
    except BudgetExceededError as error:
        msg = (
            f"this graph takes more than {MOST_TESTS:,} CI tests, too many to measure while you "
            "wait; take a smaller or a sparser one"
        )
        raise ValueError(msg) from error
    counts = trace.result.counts
    rows, after = spending(trace, dag.max_in_degree), counts.after_boundaries
    distinct_after = trace.tests.distinct(without=BOUNDARY_DISCOVERY)
    return Measured(Sizes.of(dag), rows, distinct_after, after, trace.tests.distinct())
