"""Markov boundary discovery."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args

from marvel_widgets.graphs.bits import members
from marvel_widgets.graphs.errors import Label
from marvel_widgets.independence.counting import CountingTest, Tally
from marvel_widgets.independence.given import as_ci_test

Method = Literal["tc"]


def total_conditioning(ask: CountingTest) -> Iterator[tuple[int, int]]:
    """Find all Markov boundaries by total conditioning; p(p-1)/2 tests.

    Yields
    ------
    x, boundary : int
        A variable and its whole boundary (a mask), as soon as its last test is done.

    Notes
    -----
    x and y are in each other's boundary exactly when they are dependent given all other
    variables (Pellet and Elisseeff 2008; Section 2.1 of the paper). Each pair is tested
    once, so the boundaries are symmetric by construction.
    """
    boundaries = [0] * len(ask.names)
    for x in range(len(boundaries)):
        later = ask.total_conditioning_row(x)
        boundaries[x] |= later
        for y in members(later):
            boundaries[y] |= 1 << x
        yield x, boundaries[x]


def markov_boundaries(test: Any, method: Method = "tc") -> dict[Label, frozenset[Label]]:
    """Return the Markov boundary of every variable, found by CI tests.

    Parameters
    ----------
    test : CITest or Dag
        See `marvel_widgets.independence.given.as_ci_test`.
    method : {"tc"}
        Total conditioning: one test for each pair, given all other variables.

    Raises
    ------
    ValueError
        The method is unknown.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> found = markov_boundaries(Dag("X -> Y <- T; Y -> Z"))
    >>> sorted(found["X"]), sorted(found["Z"])
    (['T', 'Y'], ['Y'])
    """
    if method not in get_args(Method):
        msg = f"method is 'tc' (total conditioning), not {method!r}"
        raise ValueError(msg)
    ask = CountingTest(as_ci_test(test), Tally())
    names = ask.names
    return {
        names[x]: frozenset(names[y] for y in members(boundary))
        for x, boundary in total_conditioning(ask)
    }
