"""Which graphs can still be meant: the roles of the lower bound swapped.

The learner answers the questions of an algorithm, and may change the hidden graph at any time,
as long as some DAG agrees with every answer. All DAGs are tried, so this is for few variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Final

from marvel_widgets.core.algorithms.registry import described_as
from marvel_widgets.core.algorithms.run import Result
from marvel_widgets.core.graphs.bits import mask_of, transposed
from marvel_widgets.core.graphs.construction import topological_order
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import essential_graph
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.graphs.separation import is_separated
from marvel_widgets.core.independence.protocol import FunctionTest, indices
from marvel_widgets.theory.adversary import Answer

MOST_VARIABLES: Final = 4  # 543 DAGs; with 5 there are 29,281


def all_dags(names: Sequence[Label], max_in_degree: int | None = None) -> Iterator[Dag]:
    """Yield every DAG on some variables, of in-degree at most `max_in_degree`.

    Cost: 3 to the number of pairs; meant for up to `MOST_VARIABLES` variables.

    Examples
    --------
    >>> sum(1 for _ in all_dags("ABC")), sum(1 for _ in all_dags("ABC", max_in_degree=1))
    (25, 16)
    """
    p = len(names)
    most = p if max_in_degree is None else max_in_degree
    pairs = list(combinations(range(p), 2))
    for choice in product((0, 1, 2), repeat=len(pairs)):
        parents = [0] * p
        for (a, b), way in zip(pairs, choice, strict=True):
            if way:
                tail, head = (a, b) if way == 1 else (b, a)
                parents[head] |= 1 << tail
        if max((mask.bit_count() for mask in parents), default=0) > most:
            continue
        if len(topological_order(parents, transposed(parents))) == p:
            yield Dag.from_parent_masks(parents, names)


@dataclass(frozen=True, slots=True)
class ConsistentDags:
    """All DAGs on a few variables, and what each answers to every question."""

    names: tuple[Label, ...]
    max_in_degree: int
    _graphs: tuple[tuple[Dag, int], ...] = field(init=False, repr=False, compare=False)
    _places: dict[tuple[int, int, int], int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        p = len(self.names)
        if not 2 <= p <= MOST_VARIABLES or not 0 <= self.max_in_degree < p:
            msg = (
                f"{p} variables and max_in_degree = {self.max_in_degree}: every DAG is tried, so "
                f"take 2 to {MOST_VARIABLES} variables and an in-degree below their number"
            )
            raise ValueError(msg)
        questions = [
            (x, y, mask_of(group))
            for x, y in combinations(range(p), 2)
            for size in range(p - 1)
            for group in combinations([v for v in range(p) if v not in (x, y)], size)
        ]
        table = [
            (dag, sum(is_separated(dag, *question) << i for i, question in enumerate(questions)))
            for dag in all_dags(self.names, self.max_in_degree)
        ]
        object.__setattr__(self, "_graphs", tuple(table))
        object.__setattr__(self, "_places", {q: i for i, q in enumerate(questions)})

    @property
    def questions(self) -> int:
        """How many different questions there are."""
        return len(self._places)

    def left(self, answers: Iterable[Answer]) -> tuple[Dag, ...]:
        """Return the DAGs that agree with every answer."""
        asked = independent = 0
        for answer in answers:
            x, y, given = indices(self.names, answer.x, answer.y, answer.given)
            bit = 1 << self._places[min(x, y), max(x, y), given]
            if asked & bit and bool(independent & bit) != answer.independent:
                return ()  # the same question answered both ways
            asked |= bit
            independent |= bit if answer.independent else 0
        return tuple(dag for dag, table in self._graphs if table & asked == independent)

    def classes(self, answers: Iterable[Answer]) -> tuple[Dag, ...]:
        """Return one DAG of each Markov equivalence class that is left."""
        found: dict[Pdag, Dag] = {}
        for dag in self.left(answers):
            found.setdefault(essential_graph(dag), dag)
        return tuple(found.values())

    def contradiction(self, answers: Iterable[Answer]) -> tuple[Answer, ...]:
        """Return answers that no DAG gives together, none to spare; empty where a DAG is left."""
        core = list(answers)
        if self.left(core):
            return ()
        for answer in tuple(core):
            without = [other for other in core if other is not answer]
            if not self.left(without):
                core = without
        return tuple(core)


@dataclass(frozen=True, slots=True)
class Question:
    """What an algorithm wants to know next."""

    x: Label
    y: Label
    given: frozenset[Label]


class _UnansweredError(Exception):
    """The run came to a question that has no answer yet."""


def next_question(
    algorithm: str, names: Sequence[Label], answers: Iterable[Answer]
) -> Question | Result:
    """Return what an algorithm asks after some answers, or its result when it asks no more.

    The run is repeated from its beginning; a question that was answered before gets the same
    answer again.
    """
    run = described_as(algorithm).function
    known = {answer.statement: answer.independent for answer in answers}

    def ask(x: Label, y: Label, given: frozenset[Label]) -> bool:
        answer = known.get((frozenset((x, y)), given))
        if answer is None:
            raise _UnansweredError(x, y, given)
        return answer

    try:
        return run(FunctionTest(names, ask))
    except _UnansweredError as stop:
        return Question(*stop.args)
