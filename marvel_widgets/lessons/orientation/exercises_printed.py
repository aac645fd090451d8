"""Exercises of notebook 07 on lines 13 and 20 as they are printed, and on their repair."""

import random

from marvel_widgets.assessment.exercise import Exercise, Mistake, names_of, random_dag
from marvel_widgets.assessment.facts import Facts
from marvel_widgets.assessment.variable_answers import Pairs
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.orientation.arrows import Arrow, Triple, arrows_of, centers, collisions
from marvel_widgets.lessons.orientation.facts_printed import (
    FalseIn20,
    NotKept,
)
from marvel_widgets.lessons.orientation.printed_runs import (
    PrintedRun,
    false_v_structures,
    printed_run,
)


def line_20(rng: random.Random) -> Exercise | None:
    """Ask for the arrows of the false v-structures that line 20 reports."""
    dag = random_dag(rng, 5, rng.choice([6, 7]))
    if not dag.v_structures():
        return None
    run = printed_run(dag)
    false = false_v_structures(dag, run)
    if not false:
        return None
    solution = arrows_of(false)
    meeting = arrows_of(t for t in collisions(run.arrows) if not arrows_of([t]) <= set(dag.edges))
    wrong = frozenset((a, b) for a, b in run.arrows if (b, a) in dag.edges)
    return Exercise(
        title="What line 20 reads",
        question=(
            f"{run.story} Line 20 keeps each pair of arrows that meet where no edge joins "
            "their ends. Which of these pairs does the true graph not have? Name both arrows of "
            "each, even where one of the two is true."
        ),
        kind=Pairs(names_of(dag), directed=True),
        solution=solution,
        mistakes=(
            Mistake(frozenset(), "M10"),
            Mistake(meeting, "M16"),
            Mistake(wrong, "M1"),
        ),
        shows=lambda value: _of_line_20(dag, run, value, false),
        reasons=(FalseIn20(false),),
        hints=(
            f"There {'is one false v-structure' if len(false) == 1 else f'are {len(false)}'}.",
            f"Look at the arrows into {centers(false)}.",
            "At least one of two such arrows points the wrong way; no edge joins their ends.",
        ),
        dag=dag,
    )


def _of_line_20(
    dag: Dag, run: PrintedRun, value: frozenset[Arrow], false: tuple[Triple, ...]
) -> Facts:
    solution = arrows_of(false)
    for a, b in sorted(value - solution):
        if (a, b) not in run.arrows:
            return (NotKept((a, b), drawn=False),)
        ends = sorted(end for end, c in run.arrows if c == b and end not in dag.neighbors(a) | {a})
        return (NotKept((a, b), (a, b, ends[0]) if ends else None),)
    triple = next(t for t in false if arrows_of([t]) - value)
    return (FalseIn20((triple,), tuple(sorted(arrows_of([triple]) - value))),)
