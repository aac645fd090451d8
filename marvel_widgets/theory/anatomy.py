"""The upper bound taken apart: the five counts of its proof, and what a run spends on each.

The counts are those of Section 4.2 and of the proof of the upper bound, for one variable whose
boundary holds N neighbors and M co-parents, D = N + M. The proof's display has ``2^(2D-2)`` where
``2^(D-2)`` is meant; we follow what is meant.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final

from marvel_widgets.core.algorithms.events import NeighborsKnown, Removed
from marvel_widgets.core.algorithms.marvel import MARVEL
from marvel_widgets.core.algorithms.run import Trace
from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.theory.bounds import upper_bound

# The purposes of the tests that the bound counts.
TERMS: Final = (
    lemmas.NEIGHBORS,
    lemmas.V_STRUCTURES,
    lemmas.CONDITION_ONE,
    lemmas.CONDITION_TWO,
    lemmas.BOUNDARY_UPDATE,
)
# What the proof allows one variable for each purpose, D its in-degree.
FORMULAS: Final = {
    lemmas.NEIGHBORS: "D 2^(D-1)",
    lemmas.V_STRUCTURES: "M N 2^(D-1)",
    lemmas.CONDITION_ONE: "C(N, 2) 2^(D-2)",
    lemmas.CONDITION_TWO: "M N 2^(D-2)",
    lemmas.BOUNDARY_UPDATE: "C(N, 2)",
}


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
class Step:
    """One step of the proof's chain, from the counts to the printed bound."""

    words: str
    value: int | Fraction


def chain(p: int, max_in_degree: int, neighbors: int) -> tuple[Step, ...]:
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
        Step("what the lemmas ask at this split", paid - p * d),
        Step("with the whole set too in the search for neighbors: the proof's counts", paid),
        Step("with N²/2 for C(N, 2) in Condition 1", squared),
        Step("with 0.9 D² for 3 M N + N²/2, its peak at N = 0.6 D", worst),
        Step("with C(D, 2) for C(N, 2) in the update: the upper bound", upper_bound(p, d)),
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
