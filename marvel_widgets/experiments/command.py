"""The command `marvel-widgets experiment`, and how far it is."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from time import monotonic

from marvel_widgets.experiments.comparison import report
from marvel_widgets.experiments.designs import EXPERIMENTS, PAPER_BUDGET, design
from marvel_widgets.experiments.errors import require
from marvel_widgets.experiments.plots import PLOT_SUFFIX, check_drawn, save_plot
from marvel_widgets.experiments.rows import TABLE_SUFFIX, check_writable, write_rows
from marvel_widgets.experiments.runner import run_experiment

STOPPED = 130
"""The exit code after Ctrl-C, as shells have it."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    parser.add_argument(
        "experiment", choices=EXPERIMENTS, metavar="NAME",
        help="fig3, scenario1 (Figure 4), scenario2 or scenario3 (Tables 2 and 3)",
    )  # fmt: skip
    size = parser.add_mutually_exclusive_group()
    size.add_argument(
        "--quick", dest="full", action="store_false", default=False,
        help="a selection, in about a minute (the default)",
    )  # fmt: skip
    size.add_argument("--full", action="store_true", help="all points, the paper's 20 repetitions")
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="N",
        help="cells at a time; -1: one on each processor (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the table, .csv")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="its figure, .svg")
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="of all draws; 0 if not said"
    )
    parser.add_argument(
        "--budget", type=int, default=PAPER_BUDGET, metavar="N",
        help="CI tests of a run, at most (default: %(default)s)",
    )  # fmt: skip


def run_command(options: Namespace, *, say: Callable[[str], object]) -> int:
    """Run an experiment, write its files, print the results; return the exit code."""
    chosen = design(options.experiment, full=options.full, seed=options.seed, budget=options.budget)
    require("joblib")
    check_writable(options.out, TABLE_SUFFIX)
    if options.plot is not None:
        check_drawn(options.experiment)
        check_writable(options.plot, PLOT_SUFFIX)
    progress = Lines(lambda line: sys.stderr.write(f"{line}\n"))
    try:
        rows = run_experiment(chosen, jobs=options.jobs, progress=progress)
    except KeyboardInterrupt:
        say("Stopped; nothing was written.")
        return STOPPED
    write_rows(rows, options.out)
    if options.plot is not None:
        save_plot(options.experiment, rows, options.plot)
    say(report(options.experiment, rows))
    written = options.out if options.plot is None else f"{options.out} and {options.plot}"
    say(f"Wrote {len(rows):,} rows: {written}.")
    return 0


class Lines:
    """One line at the start, at the end, and every few seconds between."""

    def __init__(self, write: Callable[[str], object], seconds: float = 5.0) -> None:
        self.write = write
        self.seconds = seconds
        self.last: float | None = None

    def __call__(self, finished: int, total: int) -> None:
        """Print it, unless something was printed just before."""
        now = monotonic()
        if self.last is None or finished == total or now - self.last >= self.seconds:
            self.last = now
            self.write(f"{finished:,} of {total:,} cells finished")
