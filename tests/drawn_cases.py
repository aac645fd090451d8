"""Exercises of made-up students, each drawn once in a process: a draw may try hundreds of graphs.

A test that changes what the builder calls draws its own, by the package's `drawn`.
"""

from functools import cache
from random import Random

from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.exercise import Exercise, drawn, random_dag
from marvel_widgets.assessment.facts import Principle
from marvel_widgets.assessment.variable_answers import Names

drawn_once = cache(drawn)


def held(exercise, belief):
    """Return the answers of a belief that an exercise knows."""
    return [m.answer for m in exercise.mistakes if m.misconception == belief]


def hold_to_judge(exercise, judge, guesses):
    """Hold an exercise to a second judge of its answers: of the typical ones, and of guesses."""
    assert judge(exercise, exercise.solution), exercise
    # the judge is no yes-man: it turns every typical mistake down
    assert not any(judge(exercise, mistake.answer) for mistake in exercise.mistakes)
    rng = Random(1)
    for _ in range(guesses):
        value = exercise.kind.random(rng)
        assert exercise.is_right(value) == judge(exercise, value), value
        assert exercise.is_right(value) or exercise.witness(value)


def sinks(rng):
    """The sinks of a small graph; a kind of question that needs no theory."""
    dag = random_dag(rng, 6, 6)
    leaves = frozenset(v for v in dag.nodes if not dag.children(v))
    roots = frozenset(v for v in dag.nodes if not dag.parents(v))
    if len(leaves) < 2:
        return None
    return Exercise(
        title="Ends",
        question="Name all variables without children.",
        kind=Names(dag.nodes),
        solution=leaves,
        believed=(
            (roots, Belief.drawn_is_true),
            (frozenset(), Belief.whole_graph),
            (frozenset(dag.nodes), Belief.only_neighbors),
        ),
        shows=lambda value: (Principle(f"Look at {min(value ^ leaves)} | or *not*."),),
        reasons=(Principle("No arrow leaves A_1 <b>."),),
        count=f"There are {len(leaves)}.",
        place="Look at the right.",
        rule="Follow the arrows.",
        dag=dag,
    )
