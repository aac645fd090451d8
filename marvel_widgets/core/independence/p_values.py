"""How sure a test on data is of an answer: its p-value, computed after the run."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, Protocol, runtime_checkable

from marvel_widgets.core.graphs.bits import members


class Measurement(NamedTuple):
    """What a test on data has measured."""

    p_value: float
    fallback: str = ""


@runtime_checkable
class MeasuringTest(Protocol):
    """A test that can say how sure it is. An oracle can't: it has no p-value."""

    def measured(self, x: int, y: int, given: int) -> Measurement:
        """Return the p-value of "x and y are independent given a set", as numbers and a mask.

        Looking is no test: it changes no count.
        """


def measuring(test: Any) -> Callable[[int, int, int], Measurement] | None:
    """Return the function that computes a test's p-values, or None if it has none."""
    if isinstance(test, MeasuringTest):
        return test.measured
    has_labels = hasattr(test, "names") and hasattr(test, "p_value")
    return partial(_by_labels, test) if has_labels else None


def _by_labels(test: Any, x: int, y: int, given: int) -> Measurement:
    """Measure by ``p_value(x, y, given)``, with labels, where a test has no more."""
    names = test.names
    labels = [names[i] for i in members(given)]
    return Measurement(float(test.p_value(names[x], names[y], labels)))
