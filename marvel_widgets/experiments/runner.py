"""Run an experiment: its cells in parallel."""

from collections.abc import Callable

from marvel_widgets.experiments.cells import run_cell
from marvel_widgets.experiments.designs import Cell, Design
from marvel_widgets.experiments.errors import ExperimentError, require
from marvel_widgets.experiments.rows import Row

Progress = Callable[[int, int], None]
"""Called with how many cells are finished, and how many there are."""


def run_experiment(
    design: Design, *, jobs: int | None = None, progress: Progress | None = None
) -> list[Row]:
    """Run the cells of a design and return its rows, sorted as the design is.

    But for the columns of seconds, the rows do not depend on `jobs` or on the order in which cells
    finish. The work goes through ``joblib.Parallel``. Times are comparable only where processors
    are not shared: take them with one job.
    """
    require("joblib")
    from joblib import Parallel, delayed

    if jobs is not None and (jobs == 0 or jobs < -1):
        msg = (
            f"jobs must be a positive number of processes, or -1 for one per processor; got {jobs}"
        )
        raise ExperimentError(msg)
    cells = list(design.cells())
    done: dict[str, list[Row]] = {}
    tell = progress or (lambda *_: None)
    tell(0, len(cells))
    # Large graphs last take longest: starting with them keeps all processors busy to the end.
    ordered = sorted(cells, key=lambda cell: -cell.point.p)
    work = Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)
    for key, rows in work(delayed(_keyed)(cell, design.seed, design.budget) for cell in ordered):
        done[key] = rows
        tell(len(done), len(cells))
    return [row for cell in cells for row in done[cell.key]]


def _keyed(cell: Cell, seed: int, budget: int | None) -> tuple[str, list[Row]]:
    return cell.key, run_cell(cell, seed, budget)
