"""The questions that CI tests answer, and when the answers are known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.graphs.separation import first_separating, is_separated

StatementKey = tuple[int, int, int]  # x < y, and the mask of what is given


@dataclass(frozen=True, slots=True)
class GameQuestion:
    """Does one of the allowed sets separate a pair? They are those of a search, or of two."""

    purpose: str
    key: tuple[int, ...]
    search: Search
    settled: bool = False
    other: int | None = None
    second: Search | None = None

    @property
    def pair(self) -> tuple[int, int]:
        """The two variables to test."""
        return self.search.x, self.search.y

    def sets(self) -> Iterator[int]:
        """Return the allowed sets as masks in the canonical order."""
        if self.settled:
            return iter(())
        first, second = self.search, self.second
        more = () if second is None else (s for s in second.sets() if not first.allows(s))
        return chain(first.sets(), more)

    @property
    def size(self) -> int:
        """How many sets are allowed."""
        if self.second is not None:
            return sum(1 for _ in self.sets())
        return 0 if self.settled else self.search.total

    def allows(self, given: int) -> bool:
        """Return whether a set is allowed."""
        if self.settled:
            return False
        searches = filter(None, (self.search, self.second))
        return given == self.other or any(search.allows(given) for search in searches)

    def answer(self, dag: Dag) -> tuple[int | None, int]:
        """Return the first separating set, or None, and the tests of a search one by one."""
        if self.settled:
            return 0, 0
        if self.second is not None:
            sets = enumerate(self.sets(), start=1)
            hits = ((s, at) for at, s in sets if is_separated(dag, *self.pair, s))
            return next(hits, (None, self.size))
        found, tests = first_separating(dag, self.search)
        return (None if found is None else found | self.search.forced), tests

    def is_separated(self, dag: Dag) -> bool:
        """Return whether an allowed set separates the pair in a graph."""
        return self.answer(dag)[0] is not None


@dataclass(frozen=True, slots=True)
class Answers:
    """Every CI statement that was answered so far."""

    known: Mapping[StatementKey, bool] = field(default_factory=dict)

    def after(self, dag: Dag, x: int, y: int, given: int) -> tuple[Answers, bool]:
        """Return the answers with one more statement, and what it says."""
        independent = is_separated(dag, x, y, given)
        return Answers({**self.known, statement(x, y, given): independent}), independent

    def of(self, x: int, y: int, given: int) -> bool | None:
        """Return what was answered, or None."""
        return self.known.get(statement(x, y, given))

    def about(self, question: GameQuestion) -> dict[int, bool]:
        """Return what was answered with the sets that a question allows."""
        pair = tuple(sorted(question.pair))
        return {
            given: independent
            for (x, y, given), independent in self.known.items()
            if (x, y) == pair and question.allows(given)
        }

    def separating(self, question: GameQuestion) -> int | None:
        """Return an allowed set known to separate the pair, a smallest one, or None."""
        hits = [given for given, independent in self.about(question).items() if independent]
        return min(hits, key=lambda mask: (mask.bit_count(), tuple(members(mask))), default=None)

    def untried(self, question: GameQuestion) -> int | None:
        """Return the first allowed set that was not asked about yet, or None."""
        if question.other is not None and self.of(*question.pair, question.other) is not None:
            return None
        return next((s for s in question.sets() if self.of(*question.pair, s) is None), None)


def statement(x: int, y: int, given: int) -> StatementKey:
    """Return a CI statement with its pair in order."""
    return (min(x, y), max(x, y), given)
