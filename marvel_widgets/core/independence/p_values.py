"""How sure a test on data is of an answer: its p-value, computed after the run."""

from collections.abc import Callable
from typing import Any, NamedTuple

from marvel_widgets.core.graphs.bits import members


class Measurement(NamedTuple):
    """How sure a test on data is of "x and y are independent given a set"; an oracle has none."""

    p_value: float
    fallback: str = ""


def measuring(test: Any) -> Callable[[int, int, int], Measurement] | None:
    """Return the function that computes a test's p-values, or None if it has none."""
    if hasattr(test, "measured") or not (hasattr(test, "names") and hasattr(test, "p_value")):
        return getattr(test, "measured", None)
    names = test.names

    def by_labels(x: int, y: int, given: int) -> Measurement:
        labels = [names[i] for i in members(given)]
        return Measurement(float(test.p_value(names[x], names[y], labels)))

    return by_labels
