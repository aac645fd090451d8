"""Markov boundary discovery: four methods, one face, made symmetric by a named rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, get_args

from marvel_widgets.core.boundary import events as ev
from marvel_widgets.core.boundary.discovery_growing import growing
from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.independence import counting
from marvel_widgets.core.independence.coercion import as_ci_test, check_choice
from marvel_widgets.core.independence.protocol import CITest

Method = Literal["tc", "gs", "iamb", "inter-iamb"]
Symmetry = Literal["or", "and"]
METHODS: tuple[Method, ...] = get_args(Method)


def fitting_method(test: CITest) -> Method:
    """Return total conditioning, or IAMB where the test says that it is not fit for it."""
    return "tc" if getattr(test, "fits_total_conditioning", True) else "iamb"


def total_conditioning(ask: counting.CountingTest) -> Iterator[ev.Event]:
    """Find all Markov boundaries by total conditioning; p(p-1)/2 tests.

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
        yield ev.BoundaryFound(x, tuple(members(boundaries[x])))


def boundary_events(
    ask: counting.CountingTest, masks: list[int], method: Method, symmetry: Symmetry = "or"
) -> Iterator[ev.Event]:
    """Find all Markov boundaries, yielding each decision; `masks` get them, one by one."""
    for event in total_conditioning(ask) if method == "tc" else growing(ask, method):
        if isinstance(event, (ev.BoundaryFound, ev.BoundarySettled)):
            masks[event.x] = mask_of(event.boundary)
        yield event
    pairs = one_sided(masks)
    if pairs:
        for x, y in pairs:
            masks[y] |= 1 << x
            if symmetry == "and":
                masks[x] &= ~(1 << y)
                masks[y] &= ~(1 << x)
        yield ev.MadeSymmetric(symmetry, pairs)


def one_sided(masks: list[int]) -> tuple[tuple[int, int], ...]:
    """Return the pairs (x, y) with y in the set of x, but x not in that of y."""
    return tuple(
        (x, y) for x, mask in enumerate(masks) for y in members(mask) if not masks[y] >> x & 1
    )


def check_methods(method: Method | None, symmetry: Symmetry) -> None:
    """Refuse an unknown method, None aside, or an unknown rule."""
    check_choice("method", "tc" if method is None else method, Method)
    check_choice("symmetry", symmetry, Symmetry)


def labelled(names: tuple[Label, ...], masks: Iterable[int]) -> dict[Label, frozenset[Label]]:
    """Return sets that are masks, one for each of `names`, as labels."""
    sets = (frozenset(names[y] for y in members(mask)) for mask in masks)
    return dict(zip(names, sets, strict=True))


def markov_boundaries(
    test: Any, method: Method | None = None, *, symmetry: Symmetry = "or"
) -> dict[Label, frozenset[Label]]:
    """Return the Markov boundary of every variable, found by CI tests.

    Parameters
    ----------
    test : CITest or Dag
        See `marvel_widgets.core.independence.coercion.as_ci_test`.
    method : {"tc", "gs", "iamb", "inter-iamb"}, optional
        Total conditioning: one test for each pair, given all other variables. Grow-shrink,
        IAMB and Inter-IAMB: more tests with smaller sets; see
        `marvel_widgets.core.boundary.discovery_growing`. Left out: IAMB of a `GTest`, whose
        tests say nothing given so many variables; total conditioning of all others.
    symmetry : {"or", "and"}
        Where data answers that y is in the boundary of x but x not in that of y: let both
        in (``"or"``) or neither. The default is ``"or"``: a pair that is missing here can
        never become an edge later, while one too many only costs tests. No effect with an
        oracle or with total conditioning.

    Raises
    ------
    ValueError
        The method or the rule is unknown.

    Notes
    -----
    With an oracle all methods return the true boundaries. `record_boundaries` returns the
    events and counts as well.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> found = markov_boundaries(Dag("X -> Y <- T; Y -> Z"), method="gs")
    >>> sorted(found["X"]), sorted(found["Z"])
    (['T', 'Y'], ['Y'])
    """
    check_methods(method, symmetry)
    ask = counting.CountingTest(as_ci_test(test), counting.Tally())
    masks = [0] * len(ask.names)
    for _ in boundary_events(ask, masks, method or fitting_method(ask.test), symmetry):
        pass
    return labelled(ask.names, masks)
