"""How sure a test on data is of an answer: its p-value, computed after the run."""

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol, runtime_checkable

from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.errors import Label


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


@runtime_checkable
class _LabelingTest(Protocol):
    names: tuple[Label, ...]

    def p_value(self, x: Label, y: Label, given: Iterable[Label]) -> float: ...


class _ByLabels:
    """A test of which only ``p_value(x, y, given)``, with labels, is known."""

    def __init__(self, test: _LabelingTest) -> None:
        self.test = test

    def measured(self, x: int, y: int, given: int) -> Measurement:
        names = self.test.names
        labels = [names[i] for i in members(given)]
        return Measurement(float(self.test.p_value(names[x], names[y], labels)))


def measuring(test: Any) -> MeasuringTest | None:
    """Return the function that computes a test's p-values, or None if it has none."""
    if isinstance(test, MeasuringTest):
        return test
    return _ByLabels(test) if isinstance(test, _LabelingTest) else None
