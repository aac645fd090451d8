"""Exercises of notebook 10 that rank the five by counts: of tests, and of set sizes."""

from itertools import combinations, pairwise
from random import Random

from marvel_widgets.assessment.exercise import Exercise
from marvel_widgets.assessment.facts import Facts
from marvel_widgets.assessment.variable_answers import Order
from marvel_widgets.core.algorithms.run import Trace
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.race.cohort import (
    CALLED,
    NAMES,
    as_text,
    drawn_dag,
    in_order,
    mean_size,
    performed,
    ranked_mistakes,
    recorded,
    sizes_words,
)
from marvel_widgets.lessons.upper_bound.amounts import Ranking
from marvel_widgets.theory.bounds import upper_bound

WORKED = Dag("X -> Y <- T; Y -> Z")
"""The graph of the worked example in the notebook."""


def fewest_tests(rng: Random) -> Exercise | None:
    """Ask to rank the five algorithms by performed tests; the truth is counted in recorded runs."""
    dag = drawn_dag(rng, 7, rng.choice((2, 3)))
    runs = recorded(dag)
    tests = performed(runs)
    if len(set(tests.values())) < len(NAMES):
        return None
    solution = in_order(tests)
    bound = {**tests, "MARVEL": float(upper_bound(len(dag), dag.max_in_degree))}
    sizes = {name: mean_size(trace) for name, trace in runs.items()}
    mistakes = ranked_mistakes(
        [(bound, "M14"), (sizes, "M43"), (performed(recorded(WORKED)), "M44")], solution
    )
    return Exercise(
        title="Fewest tests",
        question=(
            f"{as_text(dag)} All five get its true Markov boundaries. Put MARVEL, PC, GS, CS "
            "and MMPC in order by the CI tests that our runs of them perform, the fewest first. "
            "Race them, or record each run and read its counts."
        ),
        kind=Order(NAMES, first="least", called=CALLED),
        solution=solution,
        mistakes=mistakes,
        shows=lambda value: _out_of_order(value, tests, "tests"),
        reasons=(Ranking("tests", solution, tuple(sorted(tests.values()))),),
        hints=(
            f"The fewest tests are {min(tests.values()):.0f}, the most {max(tests.values()):.0f}.",
            f"{solution[1]} comes second.",
            "A search stops at its first independence, so bounds do not tell the order: count.",
        ),
        dag=dag,
    )


def _out_of_order(value: tuple[str, ...], numbers: dict[str, float], of: str) -> Facts:
    """Return two entries of a ranking in the wrong order."""
    turned = (p for p in combinations(value, 2) if numbers[p[0]] > numbers[p[1]])
    pair = next(turned)
    return (Ranking(of, pair, tuple(numbers[name] for name in pair)),)


def smallest_sets(rng: Random) -> Exercise | None:
    """Ask to rank the five algorithms by mean set size, from a table of tests by size."""
    dag = drawn_dag(rng, 7, rng.choice((2, 3)))
    runs = recorded(dag)
    sizes = {name: mean_size(trace) for name, trace in runs.items()}
    ordered = sorted(sizes.values())
    if min(b - a for a, b in pairwise(ordered)) < 0.02:
        return None
    solution = in_order(sizes)
    worked = {name: mean_size(trace) for name, trace in recorded(WORKED).items()}
    filled = {name: _mean_of_filled(trace) for name, trace in runs.items()}
    mistakes = ranked_mistakes(
        [(performed(runs), "M43"), (worked, "M44"), (filled, "M17")], solution
    )
    return Exercise(
        title="Smallest sets",
        question=(
            "Five runs on the graph made these tests after the boundaries:\n"
            + "\n".join(f"{name}: {sizes_words(trace)}." for name, trace in runs.items())
            + "\nPut the five in order by the mean size of their sets, the smallest first."
        ),
        kind=Order(NAMES, first="least", called=CALLED),
        solution=solution,
        mistakes=mistakes,
        shows=lambda value: _out_of_order(value, sizes, "mean"),
        reasons=(Ranking("mean", solution, tuple(ordered)),),
        hints=(
            f"The means go from {ordered[0]:.2f} to {ordered[-1]:.2f}.",
            f"{solution[1]} comes second.",
            "Multiply each size by its tests, add up, and divide by the number of tests.",
        ),
        dag=dag,
    )


def _mean_of_filled(trace: Trace) -> float:
    """Return the mean size of the sets in which something is given."""
    sizes = trace.result.counts.by_size_after_boundaries
    given = sum(size * n for size, n in sizes.items())
    return given / max(sum(n for size, n in sizes.items() if size), 1)
