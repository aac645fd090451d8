"""Exercises for teachers: which belief is behind an answer, and which question shows it."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from marvel_widgets.assessment.answers import Statements
from marvel_widgets.assessment.exercise import Exercise, Mistake, random_dag
from marvel_widgets.assessment.facts import Fact, Principle
from marvel_widgets.assessment.true_or_false import numbers
from marvel_widgets.assessment.variable_answers import Names
from marvel_widgets.core.boundary.removability import removable_variables
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.counting.facts import Amount, Stated
from marvel_widgets.lessons.removability.beliefs import BELIEVED
from marvel_widgets.lessons.teachers.facts import (
    BELIEFS,
    BoundaryShows,
    Predicts,
)
from marvel_widgets.lessons.upper_bound.amounts import Found
from marvel_widgets.lessons.upper_bound.counts import letters

CO_PARENTS: Final = Principle(
    "These have a co-parent: a parent of one of their children that is no neighbor."
)
FITTING: Final = "{} {}; one more question, on another graph, tells them apart."

Group = frozenset[str]


def _group(dag: Dag, said: Callable[[Dag, Label], bool]) -> Group:
    return frozenset(str(v) for v in dag.nodes if said(dag, v))


def without_children(dag: Dag) -> Group:
    """Return the variables without children: what a holder of M4 takes for removable."""
    return _group(dag, BELIEVED["M4"])


def smallest_boundaries(dag: Dag) -> Group:
    """Return the variables with the smallest boundary: what a holder of M5 names."""
    return _group(dag, BELIEVED["M5"])


def fewest_neighbors(dag: Dag) -> Group:
    """Return the variables with the fewest neighbors: M5 with the boundary of M7."""
    least = min(len(dag.neighbors(v)) for v in dag.nodes)
    return _group(dag, lambda dag, v: len(dag.neighbors(v)) == least)


# What each belief about removable variables predicts.
_PREDICT: Final[Sequence[Callable[[Dag], Group]]] = (
    without_children,
    smallest_boundaries,
    lambda dag: _group(dag, BELIEVED["M6"]),
    lambda dag: frozenset(sorted(smallest_boundaries(dag))[:1]),  # M9: what is visited first
    fewest_neighbors,
    lambda dag: _group(dag, lambda dag, v: not dag.parents(v)),  # causes first, not effects
)
PREDICTIONS: Final[Mapping[str, Callable[[Dag], Group]]] = dict(zip(BELIEFS, _PREDICT, strict=True))
HOLDERS: Final[Mapping[str, Callable[[Dag], Group]]] = dict(
    zip(("M4", "M5", "M6", "M9"), _PREDICT, strict=False)
)


def removable_names(dag: Dag) -> Group:
    """Return the removable variables."""
    return frozenset(map(str, removable_variables(dag)))


def behind(rng: random.Random) -> Exercise | None:
    """Ask which beliefs predict exactly the answer that a learner gave."""
    dag = random_dag(rng, 6, rng.randint(6, 9))
    right, kind = removable_names(dag), Names([str(v) for v in dag.nodes])
    given = HOLDERS[rng.choice(list(HOLDERS))](dag)
    predicted = [predict(dag) for predict in PREDICTIONS.values()]
    fitting = numbers(each == given for each in predicted)
    if given == right or len(fitting) < 2:
        return None
    sharing = numbers(bool(each & given) for each in predicted)
    only_wrong = numbers(each - right == given - right for each in predicted)

    beliefs = Statements([f"Removable: {each}." for each in PREDICTIONS])
    one, words = (min(fitting),), ("belief predicts", "beliefs predict")
    believers = Amount("fitting", one, len(fitting), ",", *words)

    return Exercise(
        title="What does this learner believe?",
        question="We asked a learner for all removable variables of this graph. The answer was "
        f"{kind.say(given)}, which is wrong. Six beliefs about what is removable are listed. "
        "Which of them predict exactly this answer?",
        kind=beliefs,
        solution=fitting,
        mistakes=(
            Mistake(frozenset({min(fitting)}), "M49"),
            Mistake(only_wrong, "M50"),
            Mistake(sharing, "M51"),
        ),
        shows=lambda value: (
            Predicts(
                n := beliefs.told_of(value, fitting), letters(predicted[n - 1]), letters(given)
            ),
        ),
        reasons=(Stated(FITTING, (believers, Found("predicted", one, letters(given), "{}"))),),
        hints=(
            f"{len(fitting)} of the six fit.",
            f"Begin with belief {min(fitting)}.",
            "A belief fits when it predicts each name in the answer, and no other name.",
        ),
        dag=dag,
    )


def revealing(rng: random.Random) -> Exercise | None:
    """Ask at which variables a question shows the belief that the boundary is the neighbors."""
    dag = random_dag(rng, 7, rng.randint(7, 9))
    names = [str(v) for v in dag.nodes]
    showing = frozenset(v for v in names if dag.co_parents(v))
    colliders = frozenset(v for v in names if len(dag.parents(v)) > 1)
    all_sharing = frozenset(p for v in colliders for p in map(str, dag.parents(v)))
    with_neighbors = frozenset(v for v in names if dag.neighbors(v))
    if not showing or len(with_neighbors) < len(names):
        return None

    return Exercise(
        title="Where does the belief show?",
        question="A learner believes that a Markov boundary holds neighbors only. We ask: 'What "
        "is the boundary of X?' For which variables X is the learner's answer wrong, so that the "
        "belief shows?",
        kind=Names(names),
        solution=showing,
        mistakes=(
            Mistake(frozenset(names), "M50"),
            Mistake(colliders, "M63"),
            Mistake(all_sharing, "M16"),
        ),
        shows=lambda value: (boundary_shows(dag, min(value ^ showing)),),
        reasons=(CO_PARENTS,),
        hints=(
            f"There are {len(showing)}.",
            f"Begin at the parents of {min(str(middle) for _, middle, _ in dag.v_structures())}.",
            "The belief shows where boundary and neighbors differ: where there is a co-parent.",
        ),
        dag=dag,
    )


def boundary_shows(dag: Dag, name: str) -> Fact:
    """Return the fact by which a variable shows the belief that a boundary is the neighbors."""
    return BoundaryShows(name, min(map(str, dag.co_parents(name)), default=None))
