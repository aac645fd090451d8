"""Exercises of notebook 11 on accuracy: precision, recall and F1, and the best run."""

from collections.abc import Mapping
from itertools import combinations
from random import Random
from typing import Any

from marvel_widgets.assessment.answers import Number, Parts
from marvel_widgets.assessment.exercise import Exercise
from marvel_widgets.assessment.facts import Fact
from marvel_widgets.assessment.variable_answers import Order
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.experiments.cells import run_cell
from marvel_widgets.experiments.designs import Cell, Point
from marvel_widgets.experiments.metrics import Scores, skeleton_scores
from marvel_widgets.experiments.printed import PRINTED
from marvel_widgets.experiments.summary import label
from marvel_widgets.lessons.finite_samples.facts_numbers import Score, SkeletonScore
from marvel_widgets.lessons.finite_samples.oracle_and_data import paired_runs
from marvel_widgets.lessons.race.cohort import (
    CALLED,
    NAMES,
    different_mistakes,
    drawn_dag,
    in_order,
    ranked_mistakes,
)
from marvel_widgets.lessons.upper_bound.amounts import Ranking
from marvel_widgets.lessons.upper_bound.counts import first_wrong
from marvel_widgets.text import counted, listed


def scores(rng: Random) -> Exercise | None:
    """Ask for precision, recall and F1 of the skeleton that a run on data found."""
    dag = drawn_dag(rng, 6, 2)
    learned = paired_runs(dag, 60, 0.05, seed=rng.randrange(10**6)).data.result.essential_graph
    found = skeleton_scores(learned, dag)
    # two ways to round would give two answers
    half = any(abs(100 * v % 1 - 0.5) < 1e-9 for v in (found.precision, found.recall, found.f1))
    if not found.extra or not found.missing or not found.right or half:
        return None
    solution = _percent(found)
    linked = Dag([pair for pair in combinations(dag.nodes, 2) if pair[1] in
                  dag.markov_boundary(pair[0])], nodes=dag.nodes)  # fmt: skip
    turned = len(learned.directed & set(dag.edges))
    arrows = Scores(turned, len(learned.skeleton) - turned, dag.edge_count - turned)
    mistakes = different_mistakes(
        [
            (_percent(arrows), "M1"),
            (_percent(skeleton_scores(learned, linked)), "M7"),
            (_percent(Scores(found.right, found.extra, 0)), "M13"),
        ],
        solution,
    )
    if not turned:
        return None
    return Exercise(
        title="How good is this skeleton?",
        question=(
            f"A run on data from this graph ends with {_pdag_words(learned)}. What are precision, "
            "recall and F1 of its skeleton, in percent, rounded?"
        ),
        kind=Parts({key: Number(0, 100) for key in solution}),
        solution=solution,
        mistakes=mistakes,
        shows=lambda value: (_score(learned, found, value, first_wrong(value, solution)),),
        reasons=(_score(learned, found, solution, "all"),),
        hints=(
            f"{counted(len(learned.skeleton), 'edge')} found, {dag.edge_count} in the true graph.",
            f"{found.right} of them are in both.",
            "Precision: right among found. Recall: right among true. F1: twice right over found "
            "plus true. A skeleton has no arrows.",
        ),
        dag=dag,
    )


def _percent(found: Scores) -> dict[Score, int]:
    values: dict[Score, float] = {
        "precision": found.precision,
        "recall": found.recall,
        "F1": found.f1,
    }
    return {key: int(100 * value + 0.5 + 1e-9) for key, value in values.items()}


def _pdag_words(graph: Pdag) -> str:
    arrows = [f"{a} -> {b}" for a, b in sorted(graph.directed)]
    lines = [" - ".join(sorted(map(str, pair))) for pair in graph.undirected]
    return ", ".join([*arrows, *sorted(lines)])


def _score(learned: Pdag, found: Scores, value: Mapping[Score, int], part: Score) -> Fact:
    edges = sorted(tuple(sorted(map(str, pair))) for pair in learned.skeleton)
    pairs = tuple((a, b) for a, b in edges)
    percent = value.get(part, 0)
    return SkeletonScore(pairs, found.right, found.extra, found.missing, part, percent)


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
