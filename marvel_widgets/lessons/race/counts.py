"""The counts of a recorded run after any number of its CI tests, found without walking there."""

from bisect import bisect_left, bisect_right
from collections import Counter
from functools import cached_property
from itertools import accumulate
from typing import Final

from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.core.independence.log import Entry, TestLog

_CHECKPOINT: Final = 64  # the counts are kept for every so many searches


class RunCounts:
    """What a run has counted after its first so many CI tests.

    Cost: one pass over the searches when made, then a bisection and at most 64 searches for
    each question; the number of distinct tests needs one pass over all tests, once.
    """

    def __init__(self, log: TestLog) -> None:
        self._log = log
        self._ends = list(accumulate(entry.tests for entry in log.entries))
        self.total = self._ends[-1] if self._ends else 0
        self._kept: list[Counter[tuple[bool, int]]] = []
        self._answers: dict[int, Counter[tuple[bool, int]]] = {}
        running: Counter[tuple[bool, int]] = Counter()
        for at, entry in enumerate(log.entries):
            if at % _CHECKPOINT == 0:
                self._kept.append(Counter(running))
            _add(running, entry, entry.tests)
        self._whole = running

    def _counted(self, tests: int) -> Counter[tuple[bool, int]]:
        """Return how many of the first tests are (of boundary discovery, of a size)."""
        tests = max(0, min(tests, self.total))
        if tests not in self._answers:
            # several views ask about the same tick, and about the whole run
            self._answers = {tests: self._worked_out(tests), self.total: self._whole}
        return self._answers[tests]

    def _worked_out(self, tests: int) -> Counter[tuple[bool, int]]:
        whole = bisect_right(self._ends, tests)
        if not self._kept:
            return Counter()
        first = min(whole // _CHECKPOINT, len(self._kept) - 1)
        counts = Counter(self._kept[first])
        entries = self._log.entries
        for entry in entries[first * _CHECKPOINT : whole]:
            _add(counts, entry, entry.tests)
        done = self._ends[whole - 1] if whole else 0
        if tests > done:
            _add(counts, entries[whole], tests - done)
        return counts

    def by_size(self, tests: int) -> dict[int, int]:
        """Return how many of the first tests have each set size, boundary discovery left out."""
        counts = self._counted(tests)
        return {size: counts[key, size] for key, size in sorted(counts) if not key}

    def discovery(self, tests: int) -> int:
        """Return how many of the first tests were for boundary discovery."""
        return sum(n for (found, _), n in self._counted(tests).items() if found)

    def distinct(self, tests: int) -> int:
        """Return how many different statements the first tests are about."""
        tests = max(0, min(tests, self.total))
        return tests - bisect_left(self._repeats, tests)

    @cached_property
    def _repeats(self) -> list[int]:
        """The numbers of the tests that ask what was asked before, from 0."""
        seen: set[tuple[int, int, int]] = set()
        repeats: list[int] = []
        number = 0
        for entry in self._log.entries:
            for x, y, given, _ in entry.queries():
                statement = (x, y, given) if x < y else (y, x, given)
                if statement in seen:
                    repeats.append(number)
                seen.add(statement)
                number += 1
        return repeats


def _add(counts: Counter[tuple[bool, int]], entry: Entry, tests: int) -> None:
    """Count the first tests of a search."""
    found = entry.purpose == BOUNDARY_DISCOVERY
    for size, n in entry.sizes(tests).items():
        counts[found, size] += n
