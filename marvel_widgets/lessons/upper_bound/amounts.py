"""Amounts of the upper bound: what visits and updates cost, by lists and in closed form."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

from marvel_widgets.assessment.facts import Case
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.lessons.counting.facts import Number, amount
from marvel_widgets.lessons.markov_boundary.facts import role_in


def visit(neighbors: int, co_parents: int) -> int:
    """Return how many tests a visit may cost, by lists of pairs and of their subsets.

    >>> visit(3, 2)
    248
    """
    d = neighbors + co_parents
    near, far = range(neighbors), range(co_parents)
    wide, narrow = (len(list(product((0, 1), repeat=max(0, d - k)))) for k in (1, 2))
    across, inside = len(list(product(near, far))), len(list(combinations(near, 2)))
    return (d + across) * wide + (inside + across) * narrow


def closed_form(p: int, max_in_degree: int) -> Fraction:
    """Return the upper bound, as the split into 0.6 D neighbors and 0.4 D co-parents gives it.

    The proof counts half the square of the neighbors for their pairs.

    >>> float(closed_form(6, 1)), float(closed_form(4, 2))
    (8.7, 34.4)
    """
    d = max_in_degree
    n, m, quarter = Fraction(6 * d, 10), Fraction(4 * d, 10), Fraction(1 << d, 4)
    removability = quarter * (2 * d + 3 * m * n + n * n / 2)
    return p * (Fraction(d * (d - 1), 2) + removability)


@amount
def bound(case: Case, p: int, max_in_degree: int) -> int:  # noqa: ARG001
    """Return the upper bound without the digits after the point."""
    return int(closed_form(p, max_in_degree))


@amount
def worst_visit(case: Case, size: int) -> int:  # noqa: ARG001
    """Return what a visit costs at the worst split of a boundary."""
    return max(visit(n, size - n) for n in range(size + 1))


@amount
def pairs_across(case: Case, neighbors: int, co_parents: int) -> int:  # noqa: ARG001
    """Return how many pairs of a neighbor and a co-parent there are, listed."""
    return len(list(product(range(neighbors), range(co_parents))))


@amount
def part(case: Case, key: str) -> Number:
    """Return a number of the answer, which is right."""
    return int(case.answer[key])


@amount
def rest_of(case: Case, whole: int, key: str) -> Number:
    """Return what a number of the answer leaves of a whole."""
    return whole - part(case, key)


@amount
def six_tenths(case: Case, size: int) -> float:  # noqa: ARG001
    """Return the proof's share of neighbors."""
    return size * 0.6


@amount
def updates(case: Case, p: int, max_in_degree: int) -> int:  # noqa: ARG001
    """Return how many tests the update makes at most, pair by pair."""
    return p * len(list(combinations(range(max_in_degree), 2)))


@amount
def update_share(case: Case, p: int, max_in_degree: int) -> float:
    """Return how many percent of the bound they are."""
    return float(Fraction(100 * updates(case, p, max_in_degree)) / closed_form(p, max_in_degree))


@amount
def grows(case: Case, p: int, max_in_degree: int) -> float:  # noqa: ARG001
    """Return how many times as large the bound is at the next in-degree."""
    return float(closed_form(p, max_in_degree + 1) / closed_form(p, max_in_degree))


@amount
def on_one_effect(case: Case, p: int, parents: int) -> int:  # noqa: ARG001
    """Return how many tests MARVEL makes where one variable has parents, and nothing else."""
    dag = Dag([(v, parents) for v in range(parents)], nodes=range(p))
    log = record("marvel", dag).tests
    return len({(frozenset((t.x, t.y)), t.given) for t in log if t.purpose != BOUNDARY_DISCOVERY})


@amount
def square(case: Case) -> int:
    """Return the square of the number of variables."""
    return len(case.graph.nodes) ** 2


@amount
def two_to_the_in_degree(case: Case) -> int:
    """Return 2 to the power of the most arrows that point at a variable."""
    heads = [head for _, head in case.graph.edges]
    return 1 << max(map(heads.count, case.graph.nodes))


@amount
def role_count(case: Case, x: Label, *roles: str) -> int:
    """Return how many variables have one of these roles in the boundary of x."""
    return sum(role_in(case.graph, x, v)[0] in roles for v in case.graph.nodes)


@amount
def bound_exactly(case: Case, p: int, max_in_degree: int) -> float:  # noqa: ARG001
    """Return the upper bound."""
    return float(closed_form(p, max_in_degree))
