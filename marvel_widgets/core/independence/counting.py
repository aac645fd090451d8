"""The counting layer: every CI query of every algorithm goes through it.

What counts (pinned by tests, printed beside every number):

*performed*
    A test that was answered, one by one in the canonical order, a search stopping at its
    first independence. A batched search reports the number a one-by-one search makes.
*distinct*
    Different statements (unordered pair, conditioning set) among the performed.
*reused*
    A query or search that bookkeeping made needless. Never part of *performed*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.independence.log import (
    SearchEntry,
    TestLog,
    TotalConditioningRow,
    level_sizes,
)
from marvel_widgets.core.independence.protocol import CITest

BOUNDARY_DISCOVERY = "boundary-discovery"


class BudgetExceededError(RuntimeError):
    """A run needed more CI tests than it was allowed.

    Attributes
    ----------
    budget : int
        The number allowed; exactly so many were performed.
    partial : Result, Trace or None
        What was known by then, marked as incomplete.
    """

    def __init__(self, budget: int, way_out: str) -> None:
        self.budget = budget
        self.partial: Any = None
        super().__init__(
            f"the run needs more than the {budget:,} CI tests of its budget; "
            f"what it found so far is in .partial; {way_out}"
        )


@dataclass(frozen=True, slots=True)
class Counts:
    """How many CI tests a run made.

    Attributes
    ----------
    by_purpose_and_size : dict of str to dict of int to int
        Performed tests for each purpose and conditioning-set size.
    reused : dict of str to int
        Searches skipped by bookkeeping, for each purpose.
    log : TestLog or None
        The tests themselves, where they were kept.
    undecided : int
        Performed tests that count as independent because the data say nothing about them: the
        `GTest` had no degree of freedom left.

    Examples
    --------
    >>> counts = Counts({"neighbors": {0: 2, 1: 2}}, {})
    >>> counts.performed, counts.by_size, counts.mean_size
    (4, {0: 2, 1: 2}, 0.5)
    >>> print(counts)
    4 CI tests: 4 neighbors
    """

    by_purpose_and_size: Mapping[str, Mapping[int, int]]
    reused: Mapping[str, int]
    log: TestLog | None = field(default=None, repr=False, compare=False)
    undecided: int = 0

    def __str__(self) -> str:
        parts = ", ".join(f"{tests:,} {purpose}" for purpose, tests in self.by_purpose.items())
        text = f"{self.performed:,} CI tests"
        if BOUNDARY_DISCOVERY in self.by_purpose_and_size:
            text += f", {self.after_boundaries:,} after boundary discovery"
        return f"{text}: {parts}" if parts else text

    @property
    def distinct(self) -> int | None:
        """Different statements among the performed; None unless the run was recorded.

        Cost: one set member per test, at each call.
        """
        return None if self.log is None else self.log.distinct()

    @property
    def by_purpose(self) -> dict[str, int]:
        """Performed tests for each purpose."""
        return {name: sum(sizes.values()) for name, sizes in self.by_purpose_and_size.items()}

    @property
    def by_size(self) -> dict[int, int]:
        """Performed tests for each size of the conditioning set."""
        return _sizes(self.by_purpose_and_size)

    @property
    def performed(self) -> int:
        """All tests performed, boundary discovery included."""
        return sum(self.by_purpose.values())

    @property
    def after_boundaries(self) -> int:
        """Tests performed after boundary discovery: what the paper reports and bounds."""
        return self.performed - self.by_purpose.get(BOUNDARY_DISCOVERY, 0)

    @property
    def mean_size(self) -> float:
        """Mean conditioning-set size of all performed tests (ASC); 0 without tests."""
        return _mean(self.by_size)

    @property
    def mean_size_after_boundaries(self) -> float:
        """Mean conditioning-set size without boundary discovery: the paper's ASC."""
        return _mean(self.by_size_after_boundaries)

    @property
    def by_size_after_boundaries(self) -> dict[int, int]:
        """Performed tests for each set size, boundary discovery left out."""
        kept = {k: v for k, v in self.by_purpose_and_size.items() if k != BOUNDARY_DISCOVERY}
        return _sizes(kept)


def _sizes(table: Mapping[str, Mapping[int, int]]) -> dict[int, int]:
    total: Counter[int] = Counter()
    for sizes in table.values():
        total.update(sizes)
    return dict(sorted(total.items()))


def _mean(sizes: Mapping[int, int]) -> float:
    tests = sum(sizes.values())
    return sum(size * n for size, n in sizes.items()) / tests if tests else 0.0


@dataclass(slots=True)
class Tally:
    """The changing counts of one run, shared by all its tests.

    Searches are counted by shape (purpose, forced, candidates, tests); the split by set
    size is worked out when `counts` is asked for.
    """

    budget: int | None = None
    log: TestLog | None = None
    performed: int = 0
    undecided: int = 0
    way_out: Callable[[], str] | None = None
    shapes: Counter[tuple[str, int, int, int]] = field(default_factory=Counter)
    reused: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        """Refuse a budget that is not a number of tests."""
        budget: Any = self.budget  # what a user wrote, whatever its type
        if budget is not None and (not isinstance(budget, int) or budget < 0):
            msg = f"budget must be a non-negative number of tests, or None; got {shown(budget)}"
            raise ValueError(msg)

    def remaining(self) -> int | None:
        """Return how many tests the budget still allows; None without a budget."""
        return None if self.budget is None else self.budget - self.performed

    def used_up(self) -> BudgetExceededError:
        """Return the error that ends a run over its budget."""
        way_out = self.way_out() if self.way_out else "raise budget= to let it finish"
        return BudgetExceededError(self.budget or 0, way_out)

    def counts(self) -> Counts:
        """Return the counts so far."""
        table: dict[str, Counter[int]] = {}
        for (purpose, forced, candidates, tests), times in self.shapes.items():
            sizes = table.setdefault(purpose, Counter())
            for size, n in level_sizes(candidates, tests):
                sizes[forced + size] += n * times
        plain = {purpose: dict(sorted(sizes.items())) for purpose, sizes in table.items()}
        return Counts(plain, dict(self.reused), self.log, self.undecided)


class CountingTest:
    """A CI test that counts itself."""

    __slots__ = ("alpha", "may_be_undecided", "names", "tally", "test")

    def __init__(self, test: CITest, tally: Tally) -> None:
        self.test = test
        self.tally = tally
        self.names: tuple[Label, ...] = test.names
        self.alpha: float | None = getattr(test, "alpha", None)
        self.may_be_undecided = hasattr(test, "undecided_tests")

    def at_level(self, alpha: float | None) -> CountingTest:
        """Return the test at another level, counted in the same tally; None: this one."""
        return self if alpha is None else CountingTest(self.test.at_level(alpha), self.tally)

    def ask(self, x: int, y: int, given: int, purpose: str) -> bool:
        """Return whether x and y are independent given a set. One test."""
        tally = self.tally
        if tally.performed == tally.budget:
            raise tally.used_up()
        before = self._undecided()
        answer = self.test.independent(x, y, given)
        tally.undecided += self._undecided() - before
        tally.performed += 1
        tally.shapes[purpose, given.bit_count(), 0, 1] += 1
        if tally.log is not None:
            tally.log.append(SearchEntry(Search(x, y, 0, given, purpose), 1, answer, self.alpha))
        return answer

    def search(self, search: Search) -> int | None:
        """Return the first subset of the candidates that, with what is forced, separates.

        Counts the tests of a one-by-one search in the canonical order.
        """
        tally = self.tally
        left, before = tally.remaining(), self._undecided()
        found, tests = self.test.first_separating(search, left)
        tally.undecided += self._undecided() - before
        over = left is not None and found is None and tests < search.total
        if left is not None and tests > left:
            found, tests, over = None, left, True
        if tests:
            tally.performed += tests
            _, _, candidates, forced, purpose, _, size = search
            if size is None:
                shape = purpose, forced.bit_count(), candidates.bit_count(), tests
                tally.shapes[shape] += 1
            else:
                tally.shapes[purpose, forced.bit_count() + size, 0, 1] += tests
        if tally.log is not None:
            tally.log.append(SearchEntry(search, tests, found is not None, self.alpha))
        if over:
            raise tally.used_up()
        return found

    def total_conditioning_row(self, x: int) -> int:
        """Return the variables after x that depend on it given all the rest.

        Counts one test for each variable after x.
        """
        p = len(self.names)
        variables = (1 << p) - 1
        left = self.tally.remaining()
        wanted = p - 1 - x
        tests = wanted if left is None else min(wanted, left)
        dependent, before = 0, self._undecided()
        if hasattr(self.test, "total_conditioning"):
            tried = ((1 << tests) - 1) << (x + 1)
            dependent = self.test.total_conditioning()[x] & tried
        else:
            for y in range(x + 1, x + 1 + tests):
                if not self.test.independent(x, y, variables & ~(1 << x) & ~(1 << y)):
                    dependent |= 1 << y
        self.tally.undecided += self._undecided() - before
        self.tally.performed += tests
        if tests:
            self.tally.shapes[BOUNDARY_DISCOVERY, p - 2, 0, 1] += tests
        if self.tally.log is not None:
            self.tally.log.append(
                TotalConditioningRow(x, tests, variables, dependent, BOUNDARY_DISCOVERY, self.alpha)
            )
        if tests < wanted:
            raise self.tally.used_up()
        return dependent

    def _undecided(self) -> int:
        return self.test.undecided_tests if self.may_be_undecided else 0  # type: ignore[attr-defined]

    def skip(self, purpose: str, searches: int = 1) -> None:
        """Count searches that bookkeeping made needless."""
        self.tally.reused[purpose] += searches
