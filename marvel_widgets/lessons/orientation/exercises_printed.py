"""Exercises of notebook 07 on lines 13 and 20 as they are printed, and on their repair."""

import random

from marvel_widgets.assessment.exercise import Exercise, Mistake, names_of, random_dag
from marvel_widgets.assessment.facts import Facts
from marvel_widgets.assessment.variable_answers import Pairs
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import essential_graph
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.orientation.arrows import Arrow, Triple, arrows_of, centers, collisions
from marvel_widgets.lessons.orientation.facts import PartOfV
from marvel_widgets.lessons.orientation.facts_printed import (
    DrawnBy13,
    FalseIn20,
    FirstOf,
    NotKept,
    OrderAnd13,
    ToldByLeaving,
)
from marvel_widgets.lessons.orientation.printed_runs import (
    AS_PRINTED,
    PrintedRun,
    false_v_structures,
    printed_run,
)
from marvel_widgets.lessons.separation.facts import Adjacent
from marvel_widgets.text import listed


def line_13(rng: random.Random) -> Exercise | None:
    """Ask which arrows line 13 draws against the true direction."""
    dag = random_dag(rng, 5, rng.choice([5, 6]))
    if not dag.v_structures():
        return None
    run = printed_run(dag)
    wrong = frozenset((a, b) for a, b in run.of_line_13 if (b, a) in dag.edges)
    if len(wrong) < 2 or not run.of_line_11:
        return None
    compelled = essential_graph(dag).directed
    places = sorted({str(b) for _, b in wrong})
    by_size = run.drawn_if(sorted(dag.nodes, key=lambda v: len(dag.markov_boundary(v))))
    return Exercise(
        title="Line 13 points at what leaves",
        question=(
            f"{AS_PRINTED} {run.rule} Find the order in which the variables leave. Which arrows "
            "of line 13 point against the true graph? Name them as line 13 draws them."
        ),
        kind=Pairs(names_of(dag), directed=True),
        solution=wrong,
        mistakes=(
            Mistake(frozenset(), "M10"),
            Mistake(frozenset((a, b) for a, b in wrong if (b, a) in compelled), "M34"),
            Mistake(frozenset((a, b) for a, b in by_size if (b, a) in dag.edges), "M9"),
        ),
        shows=lambda value: _of_line_13(dag, run, value, wrong),
        reasons=(OrderAnd13(run.order, tuple(sorted(run.of_line_13)), tuple(sorted(wrong))),),
        hints=(
            f"There are {len(wrong)}.",
            f"They leave in the order {', '.join(run.order)}: look at {listed(places)}.",
            "A variable may leave while it has children; line 13 then turns their edges round.",
        ),
        dag=dag,
    )


def _of_line_13(
    dag: Dag, run: PrintedRun, value: frozenset[Arrow], wrong: frozenset[Arrow]
) -> Facts:
    for a, b in sorted(value - wrong):
        if b not in dag.neighbors(a):
            return (Adjacent((a, b), False),)
        if (a, b) in run.of_line_13:
            return (DrawnBy13((a, b), "true"),)
        early = {(a, b), (b, a)} & run.of_line_11
        return (DrawnBy13((a, b), "line 11" if early else "other way"),)
    return (DrawnBy13(min(wrong - value), "wrong"),)


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


def departures(rng: random.Random) -> Exercise | None:
    """Ask which v-structures the repaired rule learns from the removal of the collider."""
    dag = random_dag(rng, 6, rng.choice([7, 8]))
    every = dag.v_structures()
    if len(every) < 2:
        return None
    run = printed_run(dag)
    there = {c: run.neighbors[c] for _, c, _ in every}
    found = tuple(t for t in every if {t[0], t[2]} <= there[t[1]])
    solution = arrows_of(found)
    if not found or solution == arrows_of(every):
        return None
    pairs = [t for t in collisions(dag.edges) if {t[0], t[2]} <= run.neighbors[t[1]]]
    return Exercise(
        title="What tells of a v-structure?",
        question=(
            f"The variables leave in the order {', '.join(run.order)}. The repaired rule accepts "
            "X → Y ← Z when line 10 has found it, or when X and Z were both still neighbors of Y "
            "as Y left and are not adjacent in the end. Which arrows belong to v-structures that "
            "the second part tells?"
        ),
        kind=Pairs(names_of(dag), directed=True),
        solution=solution,
        mistakes=(
            Mistake(arrows_of(every), "M4"),
            Mistake(arrows_of(pairs), "M16"),
            Mistake(arrows_of(t for t in found if not d_separated(dag, t[0], t[2])), "M17"),
        ),
        shows=lambda value: _of_departures(dag, run, value, solution),
        reasons=(ToldByLeaving(found),),
        hints=(
            f"There {'is one' if len(found) == 1 else f'are {len(found)}'} of {len(every)}.",
            f"Look at {centers(every)} and at what has left before.",
            "Ask of each v-structure which of its three variables leaves first.",
        ),
        dag=dag,
    )


def _of_departures(
    dag: Dag, run: PrintedRun, value: frozenset[Arrow], solution: frozenset[Arrow]
) -> Facts:
    every = arrows_of(dag.v_structures())
    for a, b in sorted(value - solution):
        if (a, b) not in every:
            return (PartOfV((a, b), False),)
        triple = next(t for t in dag.v_structures() if (a, b) in arrows_of([t]))
        return (FirstOf(triple, min(triple, key=run.order.index)),)
    missing = solution - value
    triple = next(
        t
        for t in dag.v_structures()
        if arrows_of([t]) & missing and {t[0], t[2]} <= run.neighbors[t[1]]
    )
    return (FirstOf(triple, triple[1]),)
