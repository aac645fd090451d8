"""The one format of a run that a page steps by itself: each value once, and what changes."""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

Values = Callable[[int], Sequence[Any]]  # what each slot of a screen shows at a position
Block = dict[str, Any]


class Steppable(Protocol):
    """What can be stepped through, at one level or another."""

    @property
    def last(self) -> int:
        """The last position; the first is 0."""

    def next(self, position: int, level: Any, /) -> int:
        """Return where the next step goes."""


def stops_of(film: Steppable, level: Any) -> list[int]:
    """Return the positions at which the steps of a level stop, the first position left out."""
    found, at = [], 0
    while at < film.last:
        at = film.next(at, level)
        found.append(at)
    return found


def block_of(values: Values, positions: Sequence[int]) -> Block:
    """Return what some positions show."""
    return next(block for block in telling(values, positions) if block is not None)


def telling(values: Values, positions: Sequence[int]) -> Iterator[Block | None]:
    """Yield None after each position, so that others get their turn, and then the block."""
    numbers: dict[str, int] = {}
    of_texts: dict[str, int] = {}  # most values are texts that were told before

    def number_of(value: Any) -> int:
        if isinstance(value, str) and value in of_texts:
            return of_texts[value]
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        number = numbers.setdefault(text, len(numbers))
        if isinstance(value, str):
            of_texts[value] = number
        return number

    start = now = [number_of(value) for value in values(positions[0])]
    changes = []
    for position in positions[1:]:
        before, now = now, [number_of(value) for value in values(position)]
        slots = enumerate(zip(before, now, strict=True))
        found = [(slot, new) for slot, (old, new) in slots if old != new]
        changes.append([part for change in found for part in change])
        yield None
    told = [json.loads(text) for text in numbers]
    yield {"first": positions[0], "values": told, "start": start, "changes": changes}
