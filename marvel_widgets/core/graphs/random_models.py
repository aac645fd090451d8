"""The two random DAG models of the paper's experiments (Section 5.1)."""

from __future__ import annotations

from numbers import Real
from random import Random
from typing import TYPE_CHECKING, Any

from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.shortening import shown

if TYPE_CHECKING:
    import numpy as np

    Rng = np.random.Generator | Random


def erdos_renyi_parents(
    p: int, rng: Rng, *, m: int | None = None, density: float | None = None
) -> list[int]:
    """Return the parent masks of a DAG from the directed Erdos-Renyi model G(p, m).

    A skeleton with m edges, uniform among all, directed along a uniform random order.
    The paper calls this uniform over DAGs; it is not: a skeleton's acyclic orientations
    arise from different numbers of orders.
    """
    _check_count(p, "p")
    pairs = p * (p - 1) // 2
    if (m is None) == (density is None):
        msg = "give either m, the number of edges, or density, a share of all pairs"
        raise GraphError(msg)
    if m is None:
        m = round(_checked_share(density) * pairs)
    _check_count(m, "m")
    if m > pairs:
        msg = f"a DAG on {p} variables has at most {pairs} edges; got m = {shown(m)}"
        raise GraphError(msg)
    rank = _shuffled(p, rng)
    parents = [0] * p
    for number in _sample(pairs, m, rng):
        u, v = _pair_number(number, p)
        tail, head = (u, v) if rank[u] < rank[v] else (v, u)
        parents[head] |= 1 << tail
    return parents


def fixed_in_degree_parents(p: int, max_in_degree: int, rng: Rng) -> list[int]:
    """Return the parent masks of a DAG whose in-degrees are at most `max_in_degree`.

    Each variable draws `max_in_degree` others uniformly; those before it in a uniform
    random order become its parents.
    """
    _check_count(p, "p")
    _check_count(max_in_degree, "max_in_degree")
    rank = _shuffled(p, rng)
    parents = [0] * p
    for v in range(p):
        for number in _sample(p - 1, min(max_in_degree, p - 1), rng):
            u = number if number < v else number + 1
            if rank[u] < rank[v]:
                parents[v] |= 1 << u
    return parents


def _checked_share(value: Any) -> float:
    if not isinstance(value, Real) or not 0 <= float(value) <= 1:
        msg = f"density must be a share of all pairs, from 0 to 1; got {shown(value)}"
        raise GraphError(msg)
    return float(value)


def _check_count(value: Any, name: str) -> None:
    number: Any = value if isinstance(value, Real) else None
    if number is None or number % 1 != 0 or number < 0:
        msg = f"{name} must be an integer of at least 0; got {shown(value)}"
        raise GraphError(msg)


def _shuffled(n: int, rng: Rng) -> list[int]:
    if isinstance(rng, Random):
        return rng.sample(range(n), n)
    if not hasattr(rng, "permutation"):
        msg = f"rng must be numpy.random.default_rng(seed) or random.Random(seed); got {shown(rng)}"
        raise TypeError(msg)
    return [int(i) for i in rng.permutation(n)]


def _sample(population: int, k: int, rng: Rng) -> list[int]:
    """Return k different numbers below `population`."""
    if k <= 0:
        return []
    if isinstance(rng, Random):
        return rng.sample(range(population), k)
    return [int(i) for i in rng.choice(population, size=k, replace=False)]


def _pair_number(number: int, p: int) -> tuple[int, int]:
    """Return the pair (u, v), u < v < p, at a place of the lexicographic list of pairs."""
    u = 0
    while number >= p - 1 - u:
        number -= p - 1 - u
        u += 1
    return u, u + 1 + number
