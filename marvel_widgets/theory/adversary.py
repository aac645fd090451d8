"""The adversary of the lower bound, as a value: it answers, and refutes an early stop."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import permutations
from types import FunctionType
from typing import Literal

from marvel_widgets.core.algorithms.limits import Limits, StopError, guarded, own_code
from marvel_widgets.core.algorithms.registry import described_as
from marvel_widgets.core.algorithms.run import Result
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import equivalent_dags, essential_graph
from marvel_widgets.core.graphs.errors import CycleError, GraphError, Label
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.independence.protocol import FunctionTest
from marvel_widgets.theory.examples import Cell, Example

Claim = str | Dag | Pdag | Result
Outcome = Literal["another graph", "not the graph", "conceded"]


@dataclass(frozen=True, slots=True)
class Answer:
    """A question and its answer."""

    x: Label
    y: Label
    given: frozenset[Label]
    independent: bool

    @property
    def statement(self) -> tuple[frozenset[Label], frozenset[Label]]:
        """The question with its pair unordered."""
        return frozenset((self.x, self.y)), self.given


@dataclass(frozen=True, slots=True)
class ClaimVerdict:
    """What the adversary says to "I am done, the graph is ..."."""

    outcome: Outcome
    claim: Pdag
    hidden: Dag
    cell: Cell | None = None
    other: Dag | None = None


@dataclass(frozen=True, slots=True)
class Adversary:
    """The adversary of the lower bound theorem with the answers that it has given.

    Parameters
    ----------
    example : Example
    answers : tuple of Answer
        One for each question, repeated ones included.

    Examples
    --------
    >>> adversary = Adversary(Example("cliques", 3, 2)).asked("X1", "X2").asked("X1", "X3")
    >>> adversary.answers[-1].independent, len(adversary.open_cells)
    (False, 4)
    >>> adversary.judge("X1 -> X2 -> X3; X1 -> X3").hidden.edges
    (('X3', 'X1'), ('X3', 'X2'))
    """

    example: Example
    answers: tuple[Answer, ...] = ()

    def asked(self, x: Label, y: Label, given: Iterable[Label] = ()) -> Adversary:
        """Return the adversary after one more question.

        Raises
        ------
        GraphError
            The question makes no sense.
        """
        group = frozenset([given] if isinstance(given, str) else given)
        answer = Answer(x, y, group, self.example.answer(x, y, group))
        return replace(self, answers=(*self.answers, answer))

    @property
    def asked_cells(self) -> frozenset[Cell]:
        """The cells of which at least one question was asked."""
        cells = (self.example.cell_of(a.x, a.y, a.given) for a in self.answers)
        return frozenset(cell for cell in cells if cell is not None)

    @property
    def open_cells(self) -> tuple[Cell, ...]:
        """The cells that are left, in order."""
        done = self.asked_cells
        return tuple(cell for cell in self.example.cells if cell not in done)

    @property
    def distinct(self) -> int:
        """How many different questions were asked."""
        return len({answer.statement for answer in self.answers})

    def judge(self, claim: Claim) -> ClaimVerdict:
        """Return what the adversary has to say to a claim.

        Parameters
        ----------
        claim : str, Dag, Pdag or Result
            The text of a DAG, a DAG (its class is meant), an essential graph, or what an
            algorithm returned.

        Raises
        ------
        GraphError
            The claim is not a graph on these variables.
        """
        believed = read_claim(claim, self.example.names)
        graph = self.example.graph
        if believed != essential_graph(graph):
            return ClaimVerdict("not the graph", believed, graph)
        left = self.open_cells
        if left:
            return ClaimVerdict("another graph", believed, self.example.rival(left[0]), left[0])
        return ClaimVerdict("conceded", believed, graph, other=self._other_graph())

    def _other_graph(self) -> Dag | None:
        """Return G with one more edge where that agrees with every answer, if it does."""
        graph = self.example.graph
        for tail, head in permutations(self.example.names, 2):
            if head in graph.neighbors(tail):
                continue
            if len(graph.parents(head)) == self.example.max_in_degree:
                continue
            try:
                wider = graph.with_edge(tail, head)
            except CycleError:
                continue
            if all(agreement(wider, self.answers)):
                return wider
        return None


def agreement(dag: Dag, answers: Iterable[Answer]) -> tuple[bool, ...]:
    """Return for each answer whether a graph gives it as well, by d-separation.

    Examples
    --------
    >>> answers = Adversary(Example("empty", 3, 1)).asked("X1", "X2").answers
    >>> agreement(Dag("X1 -> X2 -> X3"), answers)
    (False,)
    """
    return tuple(d_separated(dag, a.x, a.y, a.given) == a.independent for a in answers)


def read_claim(claim: Claim, names: tuple[Label, ...]) -> Pdag:
    """Return a claim as an essential graph."""
    if isinstance(claim, Result):
        claim = claim.essential_graph
    if isinstance(claim, Pdag):
        if set(claim.nodes) != set(names):
            msg = f"the claim has the variables {claim.nodes}; expected {names}"
            raise GraphError(msg)
        return claim
    edges = Dag(claim).edges if isinstance(claim, str) else claim.edges
    return essential_graph(Dag(edges, nodes=names))


def simplest_claim(adversary: Adversary) -> Dag:
    """Return what the answers suggest: an edge for each pair that nothing separated so far.

    Directed along the order of the variables. Right about G when every pair was asked.
    """
    names = adversary.example.names
    apart = {frozenset((a.x, a.y)) for a in adversary.answers if a.independent}
    edges = [(x, y) for i, x in enumerate(names) for y in names[i + 1 :] if {x, y} not in apart]
    return Dag(edges, nodes=names)


def member_text(claim: Pdag) -> str:
    """Return the text of a DAG of the claimed class, as `judge` reads it; else empty."""
    member = next(equivalent_dags(claim), None)
    return "" if member is None else Dag(member.edges).to_text()


# What it asks with takes x, y and a set, which may be left out; true means independent.
Strategy = Callable[[Callable[..., bool], tuple[Label, ...]], Claim]


@dataclass(frozen=True, slots=True)
class _Duel:
    adversary: Adversary
    verdict: ClaimVerdict


def duel(strategy: Strategy, example: Example) -> _Duel:
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
    return _Duel(adversary, adversary.judge(claim))


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
