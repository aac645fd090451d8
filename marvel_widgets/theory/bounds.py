"""The upper and the lower bound on the number of CI tests."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from marvel_widgets.core.graphs.shortening import shown


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
    ValueError
        A number is negative, or the in-degree is not below p.
    TypeError
        One is not a whole number.

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
    ValueError
        A number is negative, or the in-degree is not below p.
    TypeError
        One is not a whole number.

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
