"""Exercises of notebook 11 on accuracy: precision, recall and F1, and the best run."""

from collections.abc import Mapping
from itertools import combinations
from random import Random
from typing import Any

from marvel_widgets.assessment.exercise import Exercise
from marvel_widgets.assessment.variable_answers import Order
from marvel_widgets.experiments.cells import run_cell
from marvel_widgets.experiments.designs import Cell, Point
from marvel_widgets.experiments.metrics import Scores
from marvel_widgets.experiments.printed import PRINTED
from marvel_widgets.experiments.summary import label
from marvel_widgets.lessons.race.cohort import (
    CALLED,
    NAMES,
    in_order,
    ranked_mistakes,
)
from marvel_widgets.lessons.upper_bound.amounts import Ranking
from marvel_widgets.text import counted, listed


def rank_accuracy(rng: Random) -> Exercise | None:
    """Ask to rank five runs on the same data by F1, from their edges; not by their tests."""
    cell = Cell("scenario3", Point(27, network="insurance-paper", n=405), rng.randrange(10**6))
    rows: dict[str, Any] = {
        label(str(row["algorithm"])): row
        for row in run_cell(cell)
        if row["removal_alpha"] in (None, "0.7")
    }
    found = {name: _edges(row) for name, row in rows.items()}
    f1 = {name: -each.f1 for name, each in found.items()}
    elsewhere = {
        name: -entry.f1
        for name, row in rows.items()
        if (entry := PRINTED["scenario3"][row["algorithm"], "mildew"]) is not None
    }
    if len(set(f1.values())) < len(NAMES):
        return None
    solution = in_order(f1)
    tests = {name: row["performed"] for name, row in rows.items()}
    precise = {name: -each.precision for name, each in found.items()}
    mistakes = ranked_mistakes([(tests, "M12"), (precise, "M13"), (elsewhere, "M44")], solution)
    return Exercise(
        title="Which is most accurate?",
        question=(
            "Five runs on one data set from Insurance (51 edges, 405 samples):\n"
            + "\n".join(
                f"{name}: {counted(tests[name], 'test')}; {each.right} edges right, "
                f"{each.extra} extra, {each.missing} missing."
                for name, each in found.items()
            )
            + f"\nOn another network, Mildew, the paper's order is {listed(in_order(elsewhere))}."
            + "\nPut the five runs in order by F1 of the skeleton, the best first."
        ),
        kind=Order(NAMES, first="most", called=CALLED),
        solution=solution,
        mistakes=mistakes,
        # the first two of which the one that comes later is better
        shows=lambda value: (
            _by_f1(found, next((a, b) for a, b in combinations(value, 2) if f1[a] > f1[b])),
        ),
        reasons=(_by_f1(found, solution),),
        hints=(
            f"The best F1 is {found[solution[0]].f1:.3f}, the last {found[solution[-1]].f1:.3f}.",
            f"{solution[1]} comes second.",
            "F1 is twice right over twice right plus extra plus missing; tests do not enter.",
        ),
    )


def _edges(row: Mapping[str, Any]) -> Scores:
    """Return the edges of a row, from its scores and the number of true ones."""
    right = round(row["recall"] * row["edges"])
    found = round(right / row["precision"]) if row["precision"] and right else 0
    return Scores(right, found - right, row["edges"] - right)


def _by_f1(found: Mapping[str, Scores], names: tuple[str, ...]) -> Ranking:
    return Ranking("f1", names, tuple(found[name].f1 for name in names))
