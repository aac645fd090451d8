"""A second question on the lemma on v-structures, for a placement test."""

import random
from typing import Final, NamedTuple

from marvel_widgets.assessment.exercise import (
    Exercise,
    by_name,
    names_of,
    random_dag,
    typical_mistakes,
)
from marvel_widgets.assessment.facts import Facts, Principle
from marvel_widgets.assessment.variable_answers import Names
from marvel_widgets.core.boundary.by_tests import separating_set
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.lemmas.facts import SeenWithCoParent
from marvel_widgets.lessons.removability.facts_answers import Kin
from marvel_widgets.replay.wording import braces
from marvel_widgets.text import counted

ASKS_FOR_BOTH: Final = Principle(
    "A common child is outside the separating set, and no set separates it from the co-parent: the "
    "lemma on v-structures asks for both."
)


class Seen(NamedTuple):
    """What the tests say of a neighbor: in the stored set, and the first set that separates."""

    in_stored: bool
    found: frozenset[str] | None


def common_children(rng: random.Random) -> Exercise | None:
    """Ask which neighbors are common children of X and its co-parent, from test results alone."""
    dag = random_dag(rng, 7, rng.randint(8, 10))
    x = str(rng.choice(dag.nodes))
    co_parents = sorted(map(str, dag.co_parents(x)))
    if not co_parents or len(dag.neighbors(x)) < 3:
        return None
    t = rng.choice(co_parents)
    boundary = frozenset(map(str, dag.markov_boundary(x)))
    stored = frozenset(map(str, separating_set(dag, x, t, boundary - {t}).found or ()))
    near = sorted(map(str, dag.neighbors(x)))
    seen = {y: _seen(dag, x, y, t, boundary, stored) for y in near}
    outside = [y for y in near if not seen[y].in_stored]
    solution = frozenset(y for y in outside if seen[y].found is None)

    def witness(value: frozenset[str]) -> Facts:
        y = min(value ^ solution)
        if y not in seen:
            return (Kin(y, "neighbor", x, False),)
        found = seen[y].found
        apart = None if found is None else tuple(sorted(found))
        return (SeenWithCoParent(x, t, y, tuple(sorted(stored)), apart),)

    return Exercise(
        title="Common children by tests",
        question=(
            f"The graph is hidden. The Markov boundary of {x} is {braces(dag, boundary)}; {t} is "
            f"a co-parent of {x}, and {braces(dag, stored)} separates the two. For each neighbor "
            f"of {x}, the tests of it with {t} have tried every subset of {{{x}}} and the rest of "
            "the boundary, the smallest first:\n"
            + "\n".join(_words(dag, y, t, seen[y]) for y in near)
            + f"\nWhich neighbors are common children of {x} and {t}?"
        ),
        kind=Names(names_of(dag)),
        solution=solution,
        mistakes=typical_mistakes(
            [
                (frozenset(outside), "M31"),
                (frozenset(y for y in outside if seen[y].found != frozenset()), "M28"),
                (frozenset(y for y in outside if not seen[y].found), "M17"),
            ],
            solution.__eq__,
        ),
        shows=witness,
        reasons=(ASKS_FOR_BOTH,),
        hints=(
            f"There {'is' if len(solution) == 1 else 'are'} "
            f"{counted(len(solution), 'common child', 'common children')}.",
            f"Begin with {near[0]}: is it in {braces(dag, stored)}, and what separates it from "
            f"{t}?",
            "A common child is outside the separating set, and no set, the empty one included, "
            "separates it from the co-parent.",
        ),
        hidden=dag,
    )


def _seen(
    dag: Dag, x: str, y: str, t: str, boundary: frozenset[str], stored: frozenset[str]
) -> Seen:
    found = separating_set(dag, y, t, (boundary | {x}) - {y, t}).found
    return Seen(y in stored, None if found is None else frozenset(map(str, found)))


def _words(dag: Dag, y: str, t: str, seen: Seen) -> str:
    if seen.found is None:
        return f"{y}: no set separates it from {t}."
    first = braces(dag, seen.found) if seen.found else "the empty set"
    return f"{y}: {first} separates it from {t}."


SECOND_QUESTIONS: Final = by_name(common_children)
