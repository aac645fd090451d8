"""PC and MARVEL on categories, beside the PC of other packages, in one run.

    pip install -e .[peers]
    python benchmarks/categories.py            # 3 seeds, ten minutes
    python benchmarks/categories.py --quick    # Asia, one seed

Networks with tables of our own: 2 to 4 categories a variable, each row of a table drawn from a
Dirichlet distribution with parameter 0.6. All get the same samples and the G-test at level 0.01;
ours run as by default, with nothing said of boundaries, start or budget. PC of causal-learn is
stable and without a limit on the size of sets, that of pgmpy has the limit of its default, 5.
After ten seconds of the processor no program gets a further seed, and a peer is stopped.
"""

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["OMP_NUM_THREADS"] = "1"

import logging
import signal
import warnings
from collections.abc import Callable
from functools import partial
from statistics import fmean
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from _timing import is_quick, machine, table

from marvel_widgets import BudgetExceededError, Dag, GTest, Result, marvel, networks, pc

ALPHA = 0.01
LONGEST = 10.0  # seconds
Pair = frozenset[str]


class Answer(NamedTuple):
    """What a program found: its edges, its tests where it counts them, and what it says of it."""

    edges: frozenset[Pair]
    tests: int | None = None
    said: str = ""


def sample(dag: Dag, n: int, seed: int) -> np.ndarray:
    """Return samples, one column a variable, categories counted from 0."""
    rng = np.random.default_rng(seed)
    sizes = dict(zip(dag.nodes, rng.integers(2, 5, len(dag)), strict=True))
    values: dict[Any, np.ndarray] = {}
    for x in dag.topological_order:
        row = np.zeros(n, int)
        for parent in sorted(dag.parents(x)):
            row = row * sizes[parent] + values[parent]
        rows = int(np.prod([sizes[parent] for parent in dag.parents(x)]))
        chances = rng.dirichlet([0.6] * sizes[x], rows).cumsum(axis=1)
        values[x] = (rng.random((n, 1)) > chances[row][:, :-1]).sum(axis=1)
    return np.column_stack([values[x] for x in dag.nodes])


def varied(dag: Dag, n: int, seed: int) -> np.ndarray:
    """Return samples in which no column is constant: of the first seed that has such."""
    data = sample(dag, n, seed)
    return data if (data.max(axis=0) > data.min(axis=0)).all() else varied(dag, n, seed + 1000)


def ours(run: Callable[..., Result], names: tuple[str, ...], data: np.ndarray) -> Answer:
    try:
        result = run(GTest(data, ALPHA, names=names))
    except BudgetExceededError as error:
        why = str(error).split(".partial; ")[1].split(":")[0]
        return Answer(error.partial.skeleton, error.budget, f"over its budget: {why}")
    return Answer(result.skeleton, result.counts.performed, " ".join(result.doubts))


def causal_learn(names: tuple[str, ...], data: np.ndarray) -> Answer:
    from causallearn.search.ConstraintBased.PC import pc as peer

    found = peer(data, ALPHA, "gsq", stable=True, show_progress=False).G.graph
    return Answer(frozenset(frozenset((names[i], names[j])) for i, j in np.argwhere(found != 0)))


def pgmpy(names: tuple[str, ...], data: np.ndarray) -> Answer:
    import pandas as pd
    from pgmpy.estimators import PC

    logging.getLogger("pgmpy").setLevel(logging.ERROR)
    estimator = PC(pd.DataFrame(data, columns=list(names)).astype("category"))
    graph, _ = estimator.build_skeleton(
        ci_test="g_sq", significance_level=ALPHA, variant="stable", max_cond_vars=5, n_jobs=1,
        show_progress=False,
    )  # fmt: skip
    return Answer(frozenset(map(frozenset, graph.edges)))


PROGRAMS: dict[str, Callable[[tuple[str, ...], np.ndarray], Answer]] = {
    "`pc`": partial(ours, pc),
    "`marvel`": partial(ours, marvel),
    "causal-learn PC": causal_learn,
    "pgmpy PC": pgmpy,
}


def timed(run: Callable[[], Answer], limited: bool) -> tuple[float, Answer | None]:
    """Return the seconds of the processor, and the answer of a program that was not stopped."""
    start = process_time()
    signal.setitimer(signal.ITIMER_PROF, LONGEST if limited else 0)
    try:
        found = run()
    except TimeoutError:
        found = None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return process_time() - start, found


def late(*_: object) -> None:
    """Stop what runs."""
    raise TimeoutError


def row(program: str, name: str, n: int, seeds: int) -> tuple[Any, ...]:
    """Return a row of the table: means over the seeds in which the program came to an end."""
    dag, run = networks.load(name), PROGRAMS[program]
    truth = {frozenset(edge) for edge in dag.edges}
    took: list[float] = []
    answers: list[Answer] = []
    for seed in range(seeds):
        if sum(took) < LONGEST:
            call = partial(run, dag.nodes, varied(dag, n, seed))
            seconds, answer = timed(call, "`" not in program)
            took.append(seconds)
            answers += [answer] if answer else []
    stopped = "stopped" if len(answers) < len(took) else ""
    said = "; ".join(filter(None, (stopped, *(answer.said for answer in answers))))
    right = fmean([len(a.edges & truth) for a in answers] or [0])
    false = fmean([len(a.edges - truth) for a in answers] or [0])
    f1 = 2 * right / (right + false + len(truth))
    tests = [a.tests for a in answers if a.tests is not None]
    return (
        program, name, len(truth), n, len(answers), f"{f1:.2f}", f"{right:.1f}", f"{false:.1f}",
        f"{fmean(tests):,.0f}" if tests else "-", f"{fmean(took):.2f}", said,
    )  # fmt: skip


def main() -> None:
    """Print a table with a row for each program, number of samples and network."""
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGPROF, late)
    quick = is_quick()
    machine("numpy", "causal-learn", "pgmpy", times="seconds of the processor, means")
    for run in PROGRAMS.values():  # what they import takes seconds
        run(networks.load("cancer").nodes, varied(networks.load("cancer"), 500, 0))
    head = (
        "program", "network", "edges", "n", "seeds", "F1", "right", "false", "tests", "seconds",
        "said",
    )  # fmt: skip
    rows = (
        row(program, name, n, 1 if quick else 3)
        for program in PROGRAMS
        for n in ((500,) if quick else (500, 1000, 5000))
        for name in (("asia",) if quick else ("asia", "child", "insurance", "alarm"))
    )
    table("Categories, G-test at level 0.01", head, rows)


if __name__ == "__main__":
    main()
