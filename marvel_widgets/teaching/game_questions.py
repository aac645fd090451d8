"""The questions of Algorithm 1 that CI tests answer, and when the answers are known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from marvel_widgets.boundary import lemmas
from marvel_widgets.graphs.bits import mask_of, members
from marvel_widgets.graphs.dag import Dag
from marvel_widgets.graphs.separation import first_separating, is_separated

Statement = tuple[int, int, int]  # x < y, and the mask of what is given
RENEWED = "renewed"  # line 10: a stored set left the boundary and is looked for again


@dataclass(frozen=True, slots=True)
class Question:
    """Does one of the allowed sets separate a pair?

    Attributes
    ----------
    purpose : str
        That of its tests, or ``"renewed"`` for a neighbor search made again.
    key : tuple of int
        Who it is about, besides the visited x: ``(y,)`` for neighbors, ``(z, w)`` for
        Condition 1, ``(t,)`` for a renewed set, ``(y, t)`` for v-structures, ``(y, t, z)``
        for Condition 2, ``(y, z)`` for a boundary update.
    pair : tuple of int
        The two variables to test.
    candidates, forced : int
        Masks: the allowed sets are `forced` with any subset of `candidates`.
    proper : bool
        Leave out the subset that has all candidates.
    settled : bool
        Known to be separated without a test: y is in the separating set of x and t.
    other : int or None
        A boundary update may as well use the other boundary: this set.
    """

    purpose: str
    key: tuple[int, ...]
    pair: tuple[int, int]
    candidates: int
    forced: int = 0
    proper: bool = False
    settled: bool = False
    other: int | None = None

    @property
    def tested_for(self) -> str:
        """The purpose under which its tests are counted."""
        return lemmas.NEIGHBORS if self.purpose == RENEWED else self.purpose

    def sets(self) -> Iterator[int]:
        """Yield the allowed sets as masks in the canonical order."""
        if self.settled:
            return
        items = list(members(self.candidates))
        for size in range(len(items) + 1 - self.proper):
            for subset in combinations(items, size):
                yield self.forced | mask_of(subset)

    @property
    def size(self) -> int:
        """How many sets are allowed."""
        return 0 if self.settled else 2 ** self.candidates.bit_count() - self.proper

    def allows(self, given: int) -> bool:
        """Return whether a set is allowed."""
        if self.settled:
            return False
        if self.other is not None and given == self.other:
            return True
        inside = not self.forced & ~given and not given & ~(self.forced | self.candidates)
        return inside and not (self.proper and given & self.candidates == self.candidates)

    def answer(self, dag: Dag) -> tuple[int | None, int]:
        """Return the first separating set, or None, and the tests of a search one by one."""
        if self.settled:
            return 0, 0
        found, tests = first_separating(
            dag, *self.pair, self.candidates, self.forced, proper=self.proper
        )
        return (None if found is None else found | self.forced), tests

    def is_separated(self, dag: Dag) -> bool:
        """Return whether an allowed set separates the pair in a graph."""
        return self.answer(dag)[0] is not None


def neighbor_question(x: int, y: int, boundary: int, purpose: str = lemmas.NEIGHBORS) -> Question:
    """Return "is y a co-parent of x?" (`lem: neighbor`)."""
    return Question(purpose, (y,), (x, y), boundary & ~(1 << y), proper=True)


def pair_question(x: int, z: int, w: int, boundary: int) -> Question:
    """Return "do z and w break Condition 1 of x?" (`lem: condition1`)."""
    rest = boundary & ~(1 << z | 1 << w)
    return Question(lemmas.CONDITION_ONE, (z, w), (z, w), rest, 1 << x)


def v_structure_question(x: int, y: int, t: int, boundary: int, stored: int) -> Question:
    """Return "is there no edge y - t?", else x -> y <- t (`lem: v-structures`)."""
    inside = bool(stored >> y & 1)
    rest = (boundary | 1 << x) & ~(1 << y | 1 << t)
    return Question(lemmas.V_STRUCTURES, (y, t), (y, t), rest, settled=inside)


def triple_question(x: int, y: int, t: int, z: int, boundary: int) -> Question:
    """Return "does z break Condition 2 at x -> y <- t?" (`lem: condition2`)."""
    rest = boundary & ~(1 << z | 1 << y | 1 << t)
    return Question(lemmas.CONDITION_TWO, (y, t, z), (z, t), rest, 1 << x | 1 << y)


def update_question(x: int, y: int, z: int, boundaries: Sequence[int]) -> Question:
    """Return "do y and z leave each other's boundary?" (`sec: update Mb`)."""
    smaller, given = lemmas.update_set(boundaries, x, y, z)
    owner = z if smaller == y else y
    other = boundaries[owner] & ~(1 << x | 1 << y | 1 << z)
    return Question(lemmas.BOUNDARY_UPDATE, (y, z), (y, z), 0, given, other=other)


@dataclass(frozen=True, slots=True)
class Answers:
    """Every CI statement that was answered so far.

    Attributes
    ----------
    known : Mapping of (x, y, given) to bool
        x < y; True: independent.
    """

    known: Mapping[Statement, bool] = field(default_factory=dict)

    def after(self, dag: Dag, x: int, y: int, given: int) -> tuple[Answers, bool]:
        """Return the answers with one more statement, and what it says."""
        independent = is_separated(dag, x, y, given)
        return Answers({**self.known, statement(x, y, given): independent}), independent

    def of(self, x: int, y: int, given: int) -> bool | None:
        """Return what was answered, or None."""
        return self.known.get(statement(x, y, given))

    def separating(self, question: Question) -> int | None:
        """Return an allowed set known to separate the pair, a smallest one, or None."""
        a, b = sorted(question.pair)
        hits = [
            given
            for (x, y, given), independent in self.known.items()
            if independent and (x, y) == (a, b) and question.allows(given)
        ]
        return min(hits, key=lambda mask: (mask.bit_count(), tuple(members(mask))), default=None)

    def untried(self, question: Question) -> int | None:
        """Return the first allowed set that nobody has asked about, or None."""
        if question.other is not None and self.of(*question.pair, question.other) is not None:
            return None
        return next((s for s in question.sets() if self.of(*question.pair, s) is None), None)


def statement(x: int, y: int, given: int) -> Statement:
    """Return a CI statement with its pair in order."""
    return (min(x, y), max(x, y), given)
