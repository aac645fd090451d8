"""Exercises of notebook 10: what PC asks first, and how much each of the five asks on one graph."""

from itertools import combinations
from random import Random
from typing import Final

from marvel_widgets.assessment.answers import Number
from marvel_widgets.assessment.exercise import (
    Exercise,
    Slip,
    by_name,
    names_of,
)
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.counting.facts import Amount, Stated
from marvel_widgets.lessons.race.cohort import (
    as_text,
    different_mistakes,
    drawn_dag,
    recorded,
)
from marvel_widgets.lessons.race.exercises_counts import fewest_tests, smallest_sets
from marvel_widgets.lessons.race.facts import (
    LinkedByChild,
    SameQuestion,
)

EACH_LINK: Final = (
    "Each of the {} links of the moral graph is tested once given nothing; X and Y is the same "
    "question as Y and X."
)
EVERY_PAIR: Final = "That is every pair; PC starts from the links of the moral graph here."


def pc_first_round(rng: Random) -> Exercise | None:
    """Ask for the number of tests given nothing that PC makes from the moral graph."""
    dag = drawn_dag(rng, rng.choice((6, 7)), 2)
    solution = recorded(dag, ["PC"])["PC"].result.counts.by_size_after_boundaries[0]
    pairs = list(combinations(names_of(dag), 2))
    dependent = sum(not d_separated(dag, *pair) for pair in pairs)
    mistakes = different_mistakes(
        [(dag.edge_count, "M7"), (2 * solution, "M18"), (dependent, "M21")], solution
    )
    co_parents = [pair for pair in pairs if pair[1] in dag.co_parents(pair[0])]
    apart = (pair for pair in pairs if pair[1] not in dag.markov_boundary(pair[0]))
    same = SameQuestion(dag.edges[0], next(apart, None))
    return Exercise(
        title="The first round of PC",
        question=(
            f"{as_text(dag)} PC starts from its moral graph. How many tests does it make with "
            "nothing given? Count by hand."
        ),
        kind=Number(0, 60),
        solution=solution,
        mistakes=mistakes,
        shows=lambda value: (LinkedByChild(co_parents[0]) if value < solution else same,),
        reasons=(Stated(EACH_LINK, (Amount("moral_edges", (), solution, ""),)),),
        hints=(
            f"{dag.edge_count} of them are about adjacent variables.",
            f"{'-'.join(co_parents[0])} is linked too: look for parents of one child.",
            "The moral graph joins every variable to its whole Markov boundary.",
        ),
        slips=(Slip(len(pairs), EVERY_PAIR),),
        dag=dag,
    )


EXERCISES: Final = by_name(pc_first_round, fewest_tests, smallest_sets)
