"""Markov boundary discovery: four methods, one face, made symmetric by a named rule."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from marvel_widgets.core.boundary import events as ev
from marvel_widgets.core.boundary.discovery_growing import (
    grow_shrink_boundaries,
    iamb_boundaries,
    inter_iamb_boundaries,
)
from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.independence.coercion import as_ci_test, check_choice
from marvel_widgets.core.independence.counting import (
    BudgetExceededError,
    CountingTest,
    Counts,
    Tally,
)
from marvel_widgets.core.independence.log import TestLog

Method = Literal["tc", "gs", "iamb", "inter-iamb"]
Symmetry = Literal["or", "and"]
METHODS: tuple[Method, ...] = get_args(Method)


@dataclass(frozen=True, slots=True)
class Discovery:
    """What boundary discovery found, and how."""

    boundaries: Mapping[Label, frozenset[Label]]
    asymmetric: tuple[tuple[Label, Label], ...]
    events: tuple[ev.Event, ...]
    counts: Counts


def total_conditioning(ask: CountingTest) -> Iterator[tuple[int, int]]:
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
        yield x, boundaries[x]


def total_conditioning_boundaries(ask: CountingTest) -> Iterator[ev.Event]:
    """Find all Markov boundaries by total conditioning, as events."""
    for x, boundary in total_conditioning(ask):
        yield ev.BoundaryFound(x, tuple(members(boundary)))


_EVENTS_OF: Mapping[str, Callable[[CountingTest], Iterator[ev.Event]]] = {
    "tc": total_conditioning_boundaries,
    "gs": grow_shrink_boundaries,
    "iamb": iamb_boundaries,
    "inter-iamb": inter_iamb_boundaries,
}


def boundary_events(
    ask: CountingTest, method: Method = "tc", symmetry: Symmetry = "or"
) -> Generator[ev.Event, None, list[int]]:
    """Find all Markov boundaries, yielding each decision; return them as masks."""
    masks = [0] * len(ask.names)
    for event in _EVENTS_OF[method](ask):
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
    return masks


def one_sided(masks: list[int]) -> tuple[tuple[int, int], ...]:
    """Return the pairs (x, y) with y in the set of x, but x not in that of y."""
    return tuple(
        (x, y) for x, mask in enumerate(masks) for y in members(mask) if not masks[y] >> x & 1
    )


def discover_boundaries(
    test: Any, method: Method = "tc", *, symmetry: Symmetry = "or", budget: int | None = None
) -> Discovery:
    """Find all Markov boundaries; return them with every decision and every test.

    Parameters
    ----------
    test, method, symmetry
        As `markov_boundaries` takes them.
    budget : int, optional
        The most CI tests allowed.

    Raises
    ------
    BudgetExceededError
        The budget was used up; `.partial` is a `Discovery` whose boundaries are those of
        the variables that were settled by then, not made symmetric.
    ValueError
        A method or a rule is unknown, or the budget is negative.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> found = discover_boundaries(Dag("X -> Y <- T; Y -> Z"), "iamb")
    >>> sorted(found.boundaries["X"]), found.counts.performed, found.counts.distinct
    (['T', 'Y'], 33, 18)
    """
    _check(method, symmetry)
    answering = as_ci_test(test)
    tally = Tally(budget=budget, log=TestLog(test=answering))
    ask = CountingTest(answering, tally)
    seen: list[ev.Event] = []
    try:
        for event in boundary_events(ask, method, symmetry):
            seen.append(event)
    except BudgetExceededError as error:
        error.partial = _discovery(ask.names, seen, tally.counts())
        raise
    return _discovery(ask.names, seen, tally.counts())


def _discovery(names: tuple[Label, ...], seen: list[ev.Event], counts: Counts) -> Discovery:
    """Return what the events say, as labels."""
    sets: dict[int, set[int]] = {}
    pairs: tuple[tuple[int, int], ...] = ()
    for event in seen:
        if isinstance(event, (ev.BoundaryFound, ev.BoundarySettled)):
            sets[event.x] = set(event.boundary)
        elif isinstance(event, ev.MadeSymmetric):
            pairs = event.pairs
            for x, y in pairs:
                if event.rule == "or":
                    sets[y].add(x)
                else:
                    sets[x].discard(y)
    boundaries = {names[x]: frozenset(names[y] for y in group) for x, group in sets.items()}
    return Discovery(boundaries, tuple((names[x], names[y]) for x, y in pairs), tuple(seen), counts)


def _check(method: str, symmetry: str) -> None:
    for name, value, choices in (("method", method, Method), ("symmetry", symmetry, Symmetry)):
        check_choice(name, value, choices)


def markov_boundaries(
    test: Any, method: Method = "tc", *, symmetry: Symmetry = "or"
) -> dict[Label, frozenset[Label]]:
    """Return the Markov boundary of every variable, found by CI tests.

    Parameters
    ----------
    test : CITest or Dag
        See `marvel_widgets.core.independence.coercion.as_ci_test`.
    method : {"tc", "gs", "iamb", "inter-iamb"}
        Total conditioning: one test for each pair, given all other variables. Grow-shrink,
        IAMB and Inter-IAMB: more tests with smaller sets; see
        `marvel_widgets.core.boundary.discovery_growing`.
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
    With an oracle all methods return the true boundaries. `discover_boundaries` returns
    the events and counts as well.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> found = markov_boundaries(Dag("X -> Y <- T; Y -> Z"), method="gs")
    >>> sorted(found["X"]), sorted(found["Z"])
    (['T', 'Y'], ['Y'])
    """
    _check(method, symmetry)
    ask = CountingTest(as_ci_test(test), Tally())
    names = ask.names
    masks = [0] * len(names)
    run = boundary_events(ask, method, symmetry)
    while True:
        try:
            next(run)
        except StopIteration as end:
            masks = end.value
            break
    return {names[x]: frozenset(names[y] for y in members(mask)) for x, mask in enumerate(masks)}
