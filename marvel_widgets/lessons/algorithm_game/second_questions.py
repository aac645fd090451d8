"""Second questions on what MARVEL keeps in mind from round to round, for a placement test."""

import random
from typing import Final

from marvel_widgets.assessment.answers import Number
from marvel_widgets.assessment.exercise import (
    Exercise,
    by_name,
    names_of,
    random_dag,
    typical_mistakes,
)
from marvel_widgets.assessment.facts import Fact
from marvel_widgets.assessment.variable_answers import Names
from marvel_widgets.core.algorithms.marvel import marvel
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.lessons.algorithm_game.exercises_memory import again_visited
from marvel_widgets.lessons.algorithm_game.exercises_updates import boundary_after, boundary_is
from marvel_widgets.lessons.algorithm_game.facts import PairsKnown
from marvel_widgets.lessons.removability.facts_answers import Without
from marvel_widgets.text import counted, listed


def pairs_anew(rng: random.Random) -> Exercise | None:
    """Ask how many pairs line 9 still has to test at a second visit."""
    dag = random_dag(rng, 6, rng.randint(11, 13))
    visit = again_visited(record(marvel, dag))
    if visit is None:
        return None
    solution = len(visit.asked)
    pairs = solution + len(visit.reused)
    x, gone = visit.name, listed(visit.left)

    def known(number: int) -> Fact:
        return PairsKnown(x, visit.earlier, visit.left, pairs, len(visit.reused), number)

    return Exercise(
        title="What is left to test",
        question=(
            f"At its first visit {x} failed Condition 1. The visit had looked at these pairs of "
            f"neighbors, in this order: {visit.before}; there it ended. Since then {gone} "
            f"{'has' if len(visit.left) == 1 else 'have'} left, and now {x} is visited for the "
            "second time. This time no pair fails. For how many pairs of neighbors must line 9 "
            "make tests now, when nothing is tested that is known?"
        ),
        kind=Number(0, 40),
        solution=solution,
        mistakes=typical_mistakes(
            [(pairs, "M32"), (0, "M29"), (2 * solution, "M18")], solution.__eq__
        ),
        shows=lambda value: (known(value),),
        reasons=(known(solution),),
        hints=(
            f"It is less than {pairs}.",
            f"Count the pairs of those neighbors of {x} that are still there.",
            "What passed once passes again; what came after the failed pair was never tested.",
        ),
        dag=dag,
    )


def boundary_now(rng: random.Random) -> Exercise | None:
    """Ask for a Markov boundary after some variables have left."""
    dag = random_dag(rng, 7, rng.choice([9, 10, 11]))
    left = tuple(map(str, marvel(dag).removal_order[: rng.choice([2, 3])]))
    later = dag
    for name in left:
        later = later.without(name)
    x = str(rng.choice(later.nodes))
    before, solution = dag.markov_boundary(x), frozenset(map(str, later.markov_boundary(x)))
    return Exercise(
        title="The boundary now",
        question=f"{listed(left)} have left this graph, in this order; each was "
        f"removable when it left. What is in the Markov boundary of {x} now?",
        kind=Names(names_of(dag)),
        solution=solution,
        mistakes=typical_mistakes(
            [(before, "M36"), (before - set(left), "M11"), (later.neighbors(x), "M7")],
            solution.__eq__,
        ),
        # the first that is wrong, or else missing
        shows=lambda value: boundary_after(dag, left, x, min(value - solution or solution - value)),
        reasons=(Without(left, (boundary_is(later, x),)),),
        hints=(
            f"It has {counted(len(solution), 'member')}; before, it had {len(before)}.",
            "Take the variables that left, and their edges, out of the picture.",
            "A co-parent stays only while a common child is still there.",
        ),
        dag=dag,
    )


SECOND_QUESTIONS: Final = by_name(pairs_anew, boundary_now)
