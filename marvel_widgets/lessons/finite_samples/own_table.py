"""A learner's own table: read it, run MARVEL on it, and say what it shows and what to doubt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from marvel_widgets.core.algorithms.marvel import marvel
from marvel_widgets.core.algorithms.run import Result
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.independence.counting import BudgetExceededError
from marvel_widgets.core.independence.csv_file import Missing, read_csv
from marvel_widgets.core.independence.gaussian import FisherZ
from marvel_widgets.core.independence.table import DataError, Table
from marvel_widgets.experiments.edge_frequencies import RESAMPLES, resampled_graphs
from marvel_widgets.text import counted, listed

MOST_COLUMNS: Final = 40
MOST_TESTS: Final = 20_000


@dataclass(frozen=True, slots=True)
class OwnRun:
    """MARVEL's run on a table."""

    table: Table
    alpha: float
    removal_alpha: float | None
    result: Result


def run_on_table(
    text: str,
    *,
    drop: Iterable[str] = (),
    missing: Missing = "refuse",
    alpha: float | None = None,
    removal_alpha: float | None = 0.7,
) -> OwnRun:
    table = read_csv(text, drop=drop, missing=missing)
    if len(table.columns) > MOST_COLUMNS:
        msg = (
            f"{len(table.columns)} columns are more than this runs while you wait; leave some out "
            f"so that {MOST_COLUMNS} remain"
        )
        raise DataError(msg)
    test = FisherZ(table, alpha)
    try:
        result = marvel(test, removal_alpha=removal_alpha, budget=MOST_TESTS)
    except BudgetExceededError:
        msg = (
            f"the run takes more than {MOST_TESTS:,} tests, since many columns depend on many "
            "others: take a smaller level or fewer columns"
        )
        raise DataError(msg) from None
    return OwnRun(table, test.alpha, removal_alpha, result)


def resamples_of(run: OwnRun) -> Iterator[Pdag | None]:
    """Yield what the same run learns from resamples of its rows."""
    learn = partial(marvel, removal_alpha=run.removal_alpha, budget=MOST_TESTS)
    return resampled_graphs(run.table, learn, RESAMPLES, 0, run.alpha)


def in_the_way(text: str, *, drop: Iterable[str] = (), missing: Missing = "refuse") -> list[str]:
    r"""Return, line by line, what keeps a table from being read; nothing where it can be.

    Parameters
    ----------
    text, drop, missing
        As for `run_on_table`.

    Examples
    --------
    >>> in_the_way("a,b\n1,2\n3,1\n")[0].split(":")[0]
    '2 rows are too few for 2 variables'
    """
    try:
        read_csv(text, drop=drop, missing=missing)
    except DataError as error:
        return str(error).split("\n")
    return []


def own_run_words(run: OwnRun) -> list[str]:
    """Return what was done, the results, and what a table alone can't show."""
    result, graph = run.result, run.result.essential_graph
    level = "the same level" if run.removal_alpha is None else f"level {run.removal_alpha:g}"
    lines = [
        f"{counted(len(run.table), 'row')}, {counted(len(graph.nodes), 'variable')}, alpha = "
        f"{run.alpha:.3g}, Conditions 1 and 2 at {level}.",
        f"MARVEL makes {counted(result.counts.performed, 'test')} and learns: "
        f"{graph if graph.directed or graph.undirected else 'no edge'}.",
    ]
    if result.dead_ends:
        lines.append(
            f"{counted(result.dead_ends, 'dead end')}: no variable passed, so an answer is wrong, "
            "or the table is not as the method assumes."
        )
    if result.dropped:
        told = listed(f"{a} → {b} ← {c}" for a, b, c in result.dropped)
        lines.append(f"Tests disagree: they also gave {told}.")
    lines += result.doubts or [
        "This is right if rows are independent of each other, effects are linear and the noise "
        "Gaussian, no common cause is missing, and no paths cancel. The table can't tell."
    ]
    return lines
