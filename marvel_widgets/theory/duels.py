"""A duel with the lower bound's adversary, played by any function that asks and then claims."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import FunctionType
from typing import Protocol

from marvel_widgets.core.algorithms.limits import Limits, StopError, guarded, own_code
from marvel_widgets.core.algorithms.registry import described_as
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.independence.protocol import FunctionTest
from marvel_widgets.theory.adversary import Adversary, Claim, ClaimVerdict
from marvel_widgets.theory.examples import Example


class Ask(Protocol):
    """What a strategy asks with: true means independent."""

    def __call__(self, x: Label, y: Label, given: Iterable[Label] = ()) -> bool:
        """Return the answer."""


Strategy = Callable[[Ask, tuple[Label, ...]], Claim]


@dataclass(frozen=True, slots=True)
class Duel:
    """A duel from the first question to the verdict."""

    adversary: Adversary
    verdict: ClaimVerdict


def duel(strategy: Strategy, example: Example) -> Duel:
    """Let a strategy ask until it claims a graph, and judge the claim.

    Parameters
    ----------
    strategy : callable
        ``strategy(ask, names)`` asks with ``ask(x, y, given)`` and returns its claim.
    example : Example

    Raises
    ------
    GraphError
        A question or the claim makes no sense.
    ValueError
        The strategy did not come to an end.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> def hasty(ask, names):
    ...     pairs = [(x, y) for x in names for y in names if x < y]
    ...     return Dag([pair for pair in pairs if not ask(*pair)], nodes=names)
    >>> duel(hasty, Example("cliques", 3, 2)).verdict.outcome
    'another graph'
    >>> duel(hasty, Example("empty", 3, 2)).verdict.outcome
    'conceded'
    """
    adversary = Adversary(example)

    def ask(x: Label, y: Label, given: Iterable[Label] = ()) -> bool:
        nonlocal adversary
        adversary = adversary.asked(x, y, given)
        return adversary.answers[-1].independent

    own = own_code(strategy) if isinstance(strategy, FunctionType) else frozenset()
    try:
        with guarded(own, Limits()):
            claim = strategy(ask, example.names)
    except StopError as stop:
        msg = f"the strategy was stopped: {stop}"
        raise ValueError(msg) from None
    return Duel(adversary, adversary.judge(claim))


def algorithm_strategy(algorithm: str = "marvel") -> Strategy:
    """Return an algorithm as a strategy; it finds its boundaries by asking, too.

    Parameters
    ----------
    algorithm : str
        One of `algorithms`.

    Raises
    ------
    ValueError
        There is no such algorithm.

    Examples
    --------
    >>> played = duel(algorithm_strategy("marvel"), Example("cliques", 4, 3))
    >>> played.verdict.outcome, played.adversary.distinct
    ('conceded', 24)
    """
    run = described_as(algorithm).function
    return lambda ask, names: run(FunctionTest(names, ask))
