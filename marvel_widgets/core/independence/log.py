"""The log of CI tests: every test of a run, kept as the searches they came from.

A search over 2**k subsets is one entry; its tests are written out when someone looks.
So recording costs one small object per search, and a ledger of 53,248 tests is nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import comb
from typing import Final, NamedTuple, overload

from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.independence.p_values import measuring

_KEPT: Final = 32  # counts are kept for every so many searches


@dataclass(frozen=True, slots=True)
class TestRecord:
    """One CI test of a run."""

    __test__ = False  # not a pytest class, whatever its name suggests

    number: int
    x: int
    y: int
    given: tuple[int, ...]
    independent: bool
    purpose: str
    p_value: float | None = None
    alpha: float | None = None
    fallback: str = ""


class SearchEntry(NamedTuple):
    """The tests that a search made: of the first `tests` of its sets."""

    search: Search
    tests: int
    found: bool
    alpha: float | None = None

    @property
    def purpose(self) -> str:
        """What the tests were for."""
        return self.search.purpose

    def queries(self) -> Iterator[tuple[int, int, int, bool]]:
        """Yield ``(x, y, given mask, independent)`` for each test."""
        x, y, *_ = self.search
        last = self.tests - 1
        for at, given in enumerate(islice(self.search.sets(), self.tests)):
            yield x, y, given, self.found and at == last

    def sizes(self, tests: int) -> dict[int, int]:
        """Return how many of the first `tests` tests have each conditioning-set size."""
        fixed, size = self.search.forced.bit_count(), self.search.size
        if size is not None:
            return {fixed + size: tests}
        levels = level_sizes(self.search.candidates.bit_count(), tests)
        return {fixed + size: n for size, n in levels}

    def query(self, at: int) -> tuple[int, int, int, bool]:
        """Return one of `queries` without walking to it."""
        x, y, candidates, forced, *_ = self.search
        given = forced | _subset_number(list(members(candidates)), at, self.search.size or 0)
        return x, y, given, self.found and at == self.tests - 1


class TotalConditioningRow(NamedTuple):
    """The tests "x and y given all the rest" for y = x + 1, x + 2, ..."""

    x: int
    tests: int
    variables: int
    dependent: int
    purpose: str
    alpha: float | None = None

    def queries(self) -> Iterator[tuple[int, int, int, bool]]:
        """Yield ``(x, y, given mask, independent)`` for each test."""
        return map(self.query, range(self.tests))

    def sizes(self, tests: int) -> dict[int, int]:
        """Return how many of the first `tests` tests have each conditioning-set size."""
        return {self.variables.bit_count() - 2: tests}

    def query(self, at: int) -> tuple[int, int, int, bool]:
        """Return one of `queries`."""
        y = self.x + 1 + at
        given = self.variables & ~(1 << self.x) & ~(1 << y)
        return self.x, y, given, not self.dependent >> y & 1


Entry = SearchEntry | TotalConditioningRow


def level_sizes(candidates: int, tests: int) -> list[tuple[int, int]]:
    """Return (size, how many) for the first `tests` subsets of a set, by size."""
    levels = []
    size = 0
    while tests:
        n = min(tests, comb(candidates, size))
        levels.append((size, n))
        tests -= n
        size += 1
    return levels


def _subset_number(items: Sequence[int], number: int, size: int = 0) -> int:
    """Return the mask of the subset at a place of the canonical order, sizes from `size` on."""
    while number >= comb(len(items), size):
        number -= comb(len(items), size)
        size += 1
    mask = 0
    at = 0
    while size:
        with_this = comb(len(items) - at - 1, size - 1)
        if number < with_this:
            mask |= 1 << items[at]
            size -= 1
        else:
            number -= with_this
        at += 1
    return mask


def _add(counts: Counter[tuple[str, int]], entry: Entry, tests: int) -> None:
    for size, n in entry.sizes(tests).items():
        counts[entry.purpose, size] += n


class TestLog(Sequence[TestRecord]):
    """All CI tests of a run, in order; a sequence of `TestRecord`."""

    __test__ = False

    def __init__(self, entries: Sequence[Entry] = (), test: object = None) -> None:
        self.entries: list[Entry] = []
        self._ends: list[int] = []
        self._kept: dict[int, Counter[tuple[str, int]]] = {0: Counter()}
        self._measure = measuring(test)
        for entry in entries:
            self.append(entry)

    def append(self, entry: Entry) -> None:
        """Add the tests of one search."""
        if entry.tests:
            self.entries.append(entry)

    def _known_ends(self) -> list[int]:
        """Return where each entry ends; worked out when asked, so that adding is cheap."""
        ends = self._ends
        for entry in self.entries[len(ends) :]:
            ends.append((ends[-1] if ends else 0) + entry.tests)
        return ends

    def counted(self, tests: int) -> Counter[tuple[str, int]]:
        """Return how many of the first tests have each purpose and conditioning-set size."""
        whole = bisect_right(self._known_ends(), tests)
        last = whole // _KEPT
        for at in range(len(self._kept), last + 1):
            self._kept[at] = self._kept[at - 1].copy()
            for entry in self.entries[(at - 1) * _KEPT : at * _KEPT]:
                _add(self._kept[at], entry, entry.tests)
        counts = self._kept[last].copy()
        for entry in self.entries[last * _KEPT : whole]:
            _add(counts, entry, entry.tests)
        done = self._ends[whole - 1] if whole else 0
        if tests > done:
            _add(counts, self.entries[whole], tests - done)
        return counts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TestLog) and self.entries == other.entries

    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        ends = self._known_ends()
        return ends[-1] if ends else 0

    @overload
    def __getitem__(self, index: int) -> TestRecord: ...
    @overload
    def __getitem__(self, index: slice) -> list[TestRecord]: ...
    def __getitem__(self, index: int | slice) -> TestRecord | list[TestRecord]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        number = index + len(self) if index < 0 else index
        if not 0 <= number < len(self):
            msg = f"test {index} of {len(self)}"
            raise IndexError(msg)
        place = bisect_right(self._known_ends(), number)
        entry = self.entries[place]
        start = self._ends[place] - entry.tests
        return self._record(number, entry, entry.query(number - start))

    def _record(self, number: int, entry: Entry, query: tuple[int, int, int, bool]) -> TestRecord:
        x, y, mask, independent = query
        measure = self._measure
        p_value, fallback = (None, "") if measure is None else measure(x, y, mask)
        given, purpose, alpha = tuple(members(mask)), entry.purpose, entry.alpha
        return TestRecord(number, x, y, given, independent, purpose, p_value, alpha, fallback)

    @property
    def has_p_values(self) -> bool:
        """Whether the tests have p-values: they were made on data."""
        return self._measure is not None

    def __iter__(self) -> Iterator[TestRecord]:
        number = 0
        for entry in self.entries:
            for query in entry.queries():
                yield self._record(number, entry, query)
                number += 1

    def distinct(self, *, without: str = "") -> int:
        """Return the number of different statements: unordered pair and conditioning set.

        Tests of the purpose `without` are left out. Cost: one set member per test.
        """
        different = {
            (min(x, y), max(x, y), given)
            for entry in self.entries
            if entry.purpose != without
            for x, y, given, _ in entry.queries()
        }
        return len(different)
