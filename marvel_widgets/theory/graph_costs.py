"""A graph measured: what MARVEL spends on it, beside what the bounds allow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY, BudgetExceededError
from marvel_widgets.theory.anatomy import Spending, spending
from marvel_widgets.theory.size_table import Sizes

MOST_TESTS: Final = 100_000  # of a run that is measured while someone waits


@dataclass(frozen=True, slots=True)
class Measured:
    """MARVEL with an oracle on one graph, boundaries found by total conditioning."""

    sizes: Sizes
    rows: tuple[Spending, ...]
    after_discovery: int
    after_discovery_performed: int
    everything: int


def measure(dag: Dag) -> Measured:
    """Run MARVEL on a graph and count.

    Raises
    ------
    ValueError
        The graph has no variable, or the run takes more than `MOST_TESTS` tests.

    Examples
    --------
    >>> found = measure(Dag("A -> B; A -> C; B -> C"))
    >>> found.after_discovery, found.everything
    (4, 6)
    """
    sizes = Sizes.of(dag) if len(dag) else None
    if sizes is None:
        msg = "the graph has no variable; add one to measure it"
        raise ValueError(msg)
    try:
        trace = record("marvel", dag, budget=MOST_TESTS)
    except BudgetExceededError as error:
        msg = (
            f"this graph takes more than {MOST_TESTS:,} CI tests, too many to measure while you "
            "wait; take a smaller or a sparser one"
        )
        raise ValueError(msg) from error
    counts = trace.result.counts
    return Measured(
        sizes,
        spending(trace, dag.max_in_degree),
        trace.tests.distinct(without=BOUNDARY_DISCOVERY),
        counts.after_boundaries,
        trace.tests.distinct(),
    )
