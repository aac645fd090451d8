"""Table 1 of the paper as numbers, and its corollary."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import log2
from typing import Self

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.theory.anatomy import overall_upper_bound
from marvel_widgets.theory.bounds import lower_bound


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
class Order:
    """A row of Table 1: the formula inside O( ) or Omega( ), and its value."""

    algorithm: str
    formula: str
    value: int


def table_one(sizes: Sizes) -> tuple[Order, ...]:
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
        Order("PC", "O(p^Δ)", p**degree),
        Order("PC that knows Δin", "O(p^Δin)", p**d),
        Order("GS", "O(p² + p α² 2^α)", p**2 + p * boundary**2 * 2**boundary),
        Order("CS", "O(p² 2^α)", p**2 * 2**boundary),
        Order("MMPC", "O(p² 2^α)", p**2 * 2**boundary),
        Order("MARVEL", "O(p² + p Δin² 2^Δin)", p**2 + p * d**2 * 2**d),
        Order("Lower bound", "Ω(p² + p Δin 2^Δin)", p**2 + p * d * 2**d),
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
