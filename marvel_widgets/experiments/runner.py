"""Run an experiment: its missing cells in parallel, each kept as soon as it is finished."""

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from functools import cache
from multiprocessing import current_process
from pathlib import Path
from threading import Thread
from time import sleep

from marvel_widgets.experiments.cells import run_cell
from marvel_widgets.experiments.designs import Cell, Design
from marvel_widgets.experiments.errors import ExperimentError, require
from marvel_widgets.experiments.journal import Journal
from marvel_widgets.experiments.rows import Row

_LOOK_SECONDS = 0.5

Progress = Callable[[int, int], None]
"""Called with how many cells are finished, and how many there are."""


def run_experiment(
    design: Design,
    *,
    jobs: int | None = None,
    journal: Path | None = None,
    progress: Progress | None = None,
) -> list[Row]:
    """Run the cells of a design and return its rows, sorted as the design is.

    The rows do not depend on `jobs`, on the order in which cells finish, or on the journal;
    the columns `TIMES` do. The work goes through ``joblib.Parallel``, so that another backend
    takes over with ``joblib.parallel_config(backend="dask")`` around the call. Times are
    comparable only where processors are not shared: take them with one job.
    """
    require("joblib")
    if jobs is not None and (jobs == 0 or jobs < -1):
        msg = (
            f"jobs must be a positive number of processes, or -1 for one per processor; got {jobs}"
        )
        raise ExperimentError(msg)
    cells = list(design.cells())
    with nullcontext() if journal is None else Journal(journal, design.identity) as kept:
        done: dict[str, list[Row]] = {} if kept is None else kept.cells
        missing = [cell for cell in cells if cell.key not in done]
        finished = len(cells) - len(missing)
        _tell(progress, finished, len(cells))
        for key, rows in _computed(missing, design, jobs):
            if kept is None:
                done[key] = rows
            else:
                kept.append(key, rows)
            finished += 1
            _tell(progress, finished, len(cells))
    return [row for cell in cells for row in done[cell.key]]


def _tell(progress: Progress | None, finished: int, total: int) -> None:
    if progress is not None:
        progress(finished, total)


def _computed(
    cells: Sequence[Cell], design: Design, jobs: int | None
) -> Iterable[tuple[str, list[Row]]]:
    """Yield the key and the rows of each cell, in the order in which they finish."""
    from joblib import Parallel, delayed

    # Large graphs last take longest: starting with them keeps all processors busy to the end.
    ordered = sorted(cells, key=lambda cell: -cell.point.p)
    work = Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)
    finished: Iterable[tuple[str, list[Row]]] = work(
        delayed(_keyed)(cell, design.seed, design.budget, os.getpid()) for cell in ordered
    )
    return finished


def _keyed(cell: Cell, seed: int, budget: int | None, runner: int) -> tuple[str, list[Row]]:
    _end_with(runner)
    return cell.key, run_cell(cell, seed, budget)


@cache
def _end_with(runner: int) -> None:
    """Let a worker that `runner` started end when that process has gone, even if it was killed.

    joblib's workers wait for more work for minutes, whoever is left to give it; one may come to its
    first cell when nobody is left. Windows keeps the number of a parent that has gone: there they
    end as joblib has it. Those of another backend, on another machine perhaps, look after
    themselves.
    """
    if current_process().name.startswith("LokyProcess"):
        Thread(target=_wait_for_the_end_of, args=(runner,), daemon=True).start()


def _wait_for_the_end_of(runner: int) -> None:
    while os.getppid() == runner:
        sleep(_LOOK_SECONDS)
    os._exit(1)  # no clean-up: it would wait for the parent
