"""Facts on a table of runs on several graphs, and on the intervals of their means."""

from __future__ import annotations

from dataclasses import dataclass

from marvel_widgets.assessment.facts import Case, Fact
from marvel_widgets.lessons.counting.facts import Amount
from marvel_widgets.lessons.race.facts import inside_interval, interval_end, mean_of
from marvel_widgets.text import listed

Row = tuple[str | float, ...]  # an algorithm, and its tests on each graph


@dataclass(frozen=True)
class Intervals(Fact):
    """Where one interval ends and another begins."""

    one: str
    other: str
    ends: tuple[Amount, Amount]

    def say(self) -> str:
        top, bottom = (end.say() for end in self.ends)
        return f"The interval of {self.one} ends at {top}, that of {self.other} begins at {bottom}."

    def holds(self, case: Case) -> bool:
        return all(end.holds(case) for end in self.ends)


@dataclass(frozen=True)
class RunsInside(Fact):
    """How many runs of an algorithm lie in the interval of their mean."""

    name: str
    runs: tuple[float, ...]
    inside: int
    low: float
    high: float

    def say(self) -> str:
        ends = f"from {self.low:.1f} to {self.high:.1f}"
        return f"{self.inside} of the {len(self.runs)} runs of {self.name} lie {ends}."

    def holds(self, case: Case) -> bool:
        found = [interval_end(case, side, *self.runs) for side in (-1, 1)]
        close = all(abs(a - b) < 1e-9 for a, b in zip(found, (self.low, self.high), strict=True))
        return close and inside_interval(case, *self.runs) == self.inside


@dataclass(frozen=True)
class OrderOn(Fact):
    """The order of the means beside that on one graph; 0 where it is that of each graph."""

    names: tuple[str, ...]
    number: int
    order: tuple[str, ...]
    table: tuple[Row, ...]

    def say(self) -> str:
        if not self.number:
            return f"The order is {listed(self.names)} on each graph."
        return (
            f"The order of the means is {listed(self.names)}, but on graph {self.number} it is "
            f"{listed(self.order)}."
        )

    def holds(self, case: Case) -> bool:
        runs = {str(name): [float(v) for v in values] for name, *values in self.table}
        means = _in_order({name: mean_of(case, *values) for name, values in runs.items()})
        columns = zip(*runs.values(), strict=True)
        orders = [_in_order(dict(zip(runs, column, strict=True))) for column in columns]
        if not self.number:
            return means == self.names and set(orders) == {self.names}
        return means == self.names != self.order == orders[self.number - 1]


@dataclass(frozen=True)
class SideBySide(Fact):
    """The runs of MARVEL beside those of another algorithm, graph by graph."""

    other: str
    pairs: tuple[tuple[float, float], ...]

    def say(self) -> str:
        rows = listed(f"{a:.0f} and {b:.0f}" for a, b in self.pairs)
        return f"MARVEL and {self.other}: {rows}."

    def holds(self, case: Case) -> bool:
        return all(a < b for a, b in self.pairs) == (4 in case.solution)


def _in_order(numbers: dict[str, float]) -> tuple[str, ...]:
    return tuple(sorted(numbers, key=lambda name: numbers[name]))
