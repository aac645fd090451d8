"""What the fuzz harnesses share: cases by number, failures by class, the corpus.

A harness has a function that draws a case from a `random.Random`, and a check that raises for a
case that is handled wrongly. A normal run looks at a slice of the cases and at the corpus,
`python -m tests.fuzz` at all of them. The cases are the same at every run.
"""

import json
import random
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CORPUS = Path(__file__).parent / "corpus"


@dataclass(frozen=True)
class Harness:
    """One way to throw cases at the package.

    Attributes
    ----------
    draw, check : function
        From a `random.Random` to a case; from a case to an error, where it is handled wrongly.
    few, many : int
        How many cases a normal run draws, and all of them.
    holds : int
        Of how many events a case consists; the count of cases is that of events.
    seed : str
        Of the cases.
    """

    draw: Callable[[random.Random], Any]
    check: Callable[[Any], object]
    few: int
    many: int
    holds: int = 1
    seed: str = "1"

    def fails(self) -> dict[str, Any]:
        """Return the shortest case of each class of failure among the first cases."""
        return failures(self.check, cases(self.draw, self.few, self.seed))


def cases(
    draw: Callable[[random.Random], Any],
    count: int,
    seed: str = "1",
    first: int = 0,
    every: int = 1,
) -> Iterator[Any]:
    """Yield the first cases of a seed, or one in so many of them.

    Case 17 is the same however many are drawn.
    """
    for number in range(first, count, every):
        yield draw(random.Random(f"{seed}/{number}"))


def failure(check: Callable[[Any], object], case: Any) -> str | None:
    """Return the class of a failure: the exception, and the line that raised it."""
    try:
        check(case)
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}: {last.line}"
    return None


def failures(check: Callable[[Any], object], some: Iterable[Any]) -> dict[str, Any]:
    """Return the shortest case of each class of failure; none is what a test wants."""
    found: dict[str, Any] = {}
    for case in some:
        what = failure(check, case)
        if what and (what not in found or _length(case) < _length(found[what])):
            found[what] = case
    return found


def _length(case: Any) -> int:
    try:
        return len(repr(case))
    except Exception:  # some cases are such that nothing can show them
        return 10**9


def corpus(name: str) -> list[Any]:
    """Return all that was ever found by a harness; whatever is found is added to its file."""
    return json.loads((CORPUS / f"{name}.json").read_text(encoding="utf-8"))
