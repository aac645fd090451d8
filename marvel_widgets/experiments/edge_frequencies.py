"""How sure is an edge? Its share in what is learned from resamples of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final

from marvel_widgets.core.algorithms.run import Result
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.independence.column_faults import numeric_values
from marvel_widgets.core.independence.counting import BudgetExceededError
from marvel_widgets.core.independence.gaussian import FisherZ
from marvel_widgets.core.independence.table import DataError, read_columns
from marvel_widgets.pictures.figure import Figure
from marvel_widgets.pictures.stage import stage_of

Edge = tuple[Label, Label]
RESAMPLES: Final = 200


@dataclass(frozen=True, slots=True)
class EdgeFrequencies:
    """How often each edge was learned, and with which direction.

    A share is no probability that the edge is there: resamples of one table err together.

    Attributes
    ----------
    names : tuple of Label
    resamples : int
        How many tables were drawn and learned from.
    refused : int
        How many more were drawn that no test can use, such as one with a constant column, or
        where a run passed its budget.
    arrows, lines : Counter
        In how many ``a -> b`` was learned, by ``(a, b)``; and ``a - b``, by ``frozenset((a, b))``.
    """

    names: tuple[Label, ...]
    resamples: int
    refused: int
    arrows: Counter[Edge]
    lines: Counter[frozenset[Label]]

    @classmethod
    def of(cls, names: tuple[Label, ...], graphs: Iterable[Pdag | None]) -> EdgeFrequencies:
        """Return the counts in graphs; None stands for a table that was refused."""
        every = list(graphs)
        learned = [graph for graph in every if graph is not None]
        if not learned:
            msg = f"none of {len(every)} resamples can be used: take more rows or fewer columns"
            raise DataError(msg)
        arrows = Counter(edge for graph in learned for edge in graph.directed)
        lines = Counter(pair for graph in learned for pair in graph.undirected)
        return cls(names, len(learned), len(every) - len(learned), arrows, lines)

    def edge(self, a: Label, b: Label) -> float:
        """Return the share of resamples in which two variables are joined."""
        return self.arrow(a, b) + self.arrow(b, a) + self._line(a, b)

    def arrow(self, a: Label, b: Label) -> float:
        """Return the share of resamples with ``a -> b``."""
        return self.arrows[a, b] / self.resamples

    def _line(self, a: Label, b: Label) -> float:
        return self.lines[frozenset((a, b))] / self.resamples

    def _edges(self) -> Iterator[tuple[Label, Label, bool]]:
        """Yield the pairs that were ever joined, in the direction met most often."""
        for a, b in combinations(self.names, 2):
            there, back, line = self.arrow(a, b), self.arrow(b, a), self._line(a, b)
            if there or back or line:
                x, y = (b, a) if back > there else (a, b)
                yield x, y, max(there, back) > line

    def draw(self, least: float = 0.1, of: str = "resamples") -> Figure:
        """Return a picture: the wider a line, the more often; with its share in percent.

        Parameters
        ----------
        least : float
            Edges with a smaller share are left out.
        of : str
            What the graphs were learned from, in the plural.
        """
        shown = [edge for edge in self._edges() if self.edge(*edge[:2]) >= least]
        arrows = [(a, b) for a, b, directed in shown if directed]
        rest = [(a, b) for a, b, directed in shown if not directed]
        stage = stage_of(Pdag.from_edges(self.names, arrows, rest))
        title = f"Share in {self.resamples} {of}"
        marks = [replace(stage.mark(*edge), share=self.edge(edge[0], edge[1])) for edge in shown]
        told = [f"{a} {'to' if way else 'and'} {b} {self.edge(a, b):.0%}" for a, b, way in shown]
        return Figure(stage.with_edges(title, marks, alt=f"{title}: {', '.join(told)}."))

    def _repr_svg_(self) -> str:
        return self.draw().svg

    def __repr__(self) -> str:
        refused = f" ({self.refused} refused)" if self.refused else ""
        lines = [f"{self.resamples} resamples{refused}: in how many a -> b, b -> a, a - b"]
        for a, b, _ in self._edges():
            found = self.arrows[a, b], self.arrows[b, a], self.lines[frozenset((a, b))]
            lines.append(f"{a}, {b}: {', '.join(map(str, found))}")
        return "\n".join(lines)


def edge_frequencies(
    data: Any,
    learn: Callable[[FisherZ], Result],
    *,
    resamples: int = RESAMPLES,
    seed: int = 0,
    alpha: float | None = None,
    names: Iterable[Label] | None = None,
) -> EdgeFrequencies:
    """Learn from tables whose rows are drawn from a table, with replacement.

    Parameters
    ----------
    data, alpha, names
        As `FisherZ` takes them.
    learn : function of a FisherZ
        An algorithm, such as `marvel_widgets.pc`; with options by `functools.partial`.
    resamples : int
    seed : int
        Of numpy's generator, which draws the numbers of the rows, a table at a time.

    Raises
    ------
    DataError
        As `FisherZ`; or none of the drawn tables can be used.

    Notes
    -----
    The bootstrap of Friedman, Goldszmidt and Wyner (1999). Cost: a correlation matrix and a run
    for each resample.

    Examples
    --------
    >>> import numpy as np
    >>> from marvel_widgets import pc
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(2, 200))
    >>> z = x + y + rng.normal(size=200)
    >>> found = edge_frequencies(np.column_stack([x, y, z]), pc, alpha=0.01, names="xyz")
    >>> found.edge("x", "z"), found.arrow("x", "z") > 0.9
    (1.0, True)
    """
    found = FisherZ(data, alpha, names=names).names
    graphs = resampled_graphs(data, learn, resamples, seed, alpha, names)
    return EdgeFrequencies.of(found, graphs)


def resampled_graphs(
    data: Any,
    learn: Callable[[FisherZ], Result],
    resamples: int,
    seed: int,
    alpha: float | None,
    names: Iterable[Label] | None = None,
) -> Iterator[Pdag | None]:
    """Yield what is learned from each resample; None where no test can use it, or no run ends."""
    import numpy as np

    if resamples < 1:
        msg = f"resamples={resamples!r} leaves nothing to learn from: take 200, or any positive one"
        raise ValueError(msg)
    found, values = read_columns(data, names)
    numbers, rng = numeric_values(found, values), np.random.default_rng(seed)
    for _ in range(resamples):
        rows = rng.integers(len(numbers), size=len(numbers))
        try:
            yield learn(FisherZ(numbers[rows], alpha, names=found)).essential_graph
        except (DataError, BudgetExceededError):
            yield None
