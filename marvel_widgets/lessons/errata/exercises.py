"""Exercises of notebook E: a loose end of the paper, found again on another graph."""

import random
from collections.abc import Iterable
from itertools import combinations, permutations
from typing import Any, Final, Literal

from marvel_widgets.assessment.answers import Parts
from marvel_widgets.assessment.exercise import Exercise, Mistake, by_name, names_of, random_dag
from marvel_widgets.assessment.facts import Fact, Facts, Principle
from marvel_widgets.assessment.variable_answers import Names, Order, Pairs
from marvel_widgets.core.algorithms.marvel import marvel
from marvel_widgets.core.boundary.by_tests import separating_set
from marvel_widgets.core.boundary.removability import removable_variables
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import open_path
from marvel_widgets.lessons.errata.exercises_counts import (
    condition_two_counts,
    like_with_like,
    neighbor_tests,
)
from marvel_widgets.lessons.errata.facts import (
    BoundaryNow,
    InLineFifteen,
    NoneInside,
    RunInOrder,
    SetSeparates,
    SharedChildren,
    TakenBoundary,
)
from marvel_widgets.lessons.orientation.arrows import arrows_of, centers, collisions
from marvel_widgets.lessons.orientation.printed_runs import false_v_structures, printed_run
from marvel_widgets.lessons.removability.facts_answers import Kin
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.lessons.upper_bound.counts import letters
from marvel_widgets.text import listed
from marvel_widgets.theory.weaker_claims import v_structure_breaks

_MOST_RIGHT = 3  # sets that mislead: with more, a guess would be lucky too often
_ORDERS_TRIED = 20

LEFT: Final = Principle("A variable that has left is no co-parent any more.")
NO_ENDS: Final = Principle("A set that separates two variables contains neither of them.")
NOT_ITSELF: Final = Principle("A variable is no co-parent of itself.")

Chosen = frozenset[Any]


def misleading_set(rng: random.Random) -> Exercise | None:
    """Ask for a separating set outside the boundary that misleads the lemma on v-structures."""
    dag = random_dag(rng, 6, rng.choice([7, 8]))
    broken = next(v_structure_breaks(dag, "set-in-boundary"), None)
    if broken is None:
        return None
    x, t, y = (dag.nodes[place] for _, place in broken.roles)
    right = {
        frozenset(dag.nodes[i] for i in found.separating_set or ())
        for found in v_structure_breaks(dag, "set-in-boundary")
        if found.roles == broken.roles
    }
    boundary = dag.markov_boundary(x)
    inside = separating_set(dag, x, t, boundary - {t}).found or frozenset()
    if len(right) > _MOST_RIGHT:
        return None
    solution = min(right, key=lambda chosen: (len(chosen), sorted(map(str, chosen))))

    def misleads(value: Chosen) -> Facts:
        none = NoneInside(x, (y, t), letters(boundary), letters(value))
        return SetSeparates(x, t, y, letters(value), None), none

    return Exercise(
        title="A set that misleads",
        question=(
            f"{t} is a co-parent of {x}, and {y} is a neighbor of {x}, but no common child of "
            f"{x} and {t}. Give a set that separates {x} and {t} and with which the lemma on "
            f"v-structures, as printed, says {x} → {y} ← {t} all the same."
        ),
        kind=Names(names_of(dag)),
        solution=solution,
        mistakes=(
            Mistake(inside, "M35"),
            Mistake(frozenset(dag.nodes) - {x, t, y}, "M2"),
            Mistake(frozenset(dag.nodes) - {x, t}, "M8"),
        ),
        shows=lambda value: _why_not(dag, (x, y, t), value),
        reasons=misleads(solution),
        hints=(
            f"The smallest such set has {min(map(len, right))} of the {len(dag)} variables.",
            f"Look at what is outside the boundary of {x}, on a path from {y} to {t}.",
            f"It has to block each path from {x} to {t} without {y} and without a common child.",
        ),
        dag=dag,
        accepts=lambda value: value in right,
        explains=misleads,
    )


def _why_not(dag: Dag, roles: tuple[Any, Any, Any], value: Chosen) -> Facts:
    x, y, t = roles
    if value & {x, t}:
        return (NO_ENDS,)
    return (SetSeparates(x, t, y, letters(value), open_path(dag, x, t, value)),)


def present_co_parents(rng: random.Random) -> Exercise | None:
    """Ask for the co-parents of a variable after others have been removed."""
    dag = random_dag(rng, 7, rng.choice([9, 10, 11]))
    left = marvel(dag).removal_order[: rng.choice([2, 3])]
    later = dag.induced(set(dag.nodes) - set(left))
    x = rng.choice(later.nodes)
    before, solution, near = dag.co_parents(x), later.co_parents(x), letters(later.neighbors(x))
    if not solution:
        return None
    return Exercise(
        title="Co-parents go stale",
        question=f"{listed(map(str, left))} have left, in this order. Which are the co-parents of "
        f"{x} now?",
        kind=Names(names_of(dag)),
        solution=solution,
        mistakes=(
            Mistake(before, "M36"),
            Mistake(before - set(left), "M11"),
            Mistake(frozenset(), "M7"),
        ),
        shows=lambda value: _misjudged(dag, left, x, value),
        reasons=(BoundaryNow(x, left, near, (*near, *letters(solution))),),
        hints=(
            f"There {'is one' if len(solution) == 1 else f'are {len(solution)}'}; before there "
            f"{'was one' if len(before) == 1 else f'were {len(before)}'}.",
            f"Look at the children that {x} has now: "
            f"{listed(sorted(map(str, later.children(x))))}.",
            "A co-parent shares a child that is still there, and is no neighbor.",
        ),
        dag=dag,
    )


def _misjudged(dag: Dag, left: Labels, x: Any, value: Chosen) -> Facts:
    """Return the truth about the first variable that is too much, or else missing."""
    later = dag.induced(set(dag.nodes) - set(left))
    solution: Chosen = later.co_parents(x)
    if not value <= solution:
        name = min(value - solution)
        if name == x:
            return (NOT_ITSELF,)
        if name in left:
            return (LEFT,)
        if name in later.neighbors(x):
            return (Kin(name, "neighbor", x, true=True),)
        shared = letters(dag.children(name) & dag.children(x))
        return (SharedChildren(name, x, shared, left, there=False),)
    name = min(solution - value)
    child = letters(later.children(name) & later.children(x))[:1]
    return (SharedChildren(name, x, child, left, there=True),)


def ties(rng: random.Random) -> Exercise | None:
    """Ask for an order of the variables with which the printed algorithm goes wrong."""
    dag = random_dag(rng, 5, rng.choice([5, 6]))
    if not dag.v_structures() or false_v_structures(dag, printed_run(dag)):
        return None
    orders = (rng.sample(names_of(dag), len(dag)) for _ in range(_ORDERS_TRIED))
    bad = next((order for order in orders if _reported(dag, order)), None)
    if bad is None:
        return None
    run = printed_run(Dag(dag.edges, nodes=bad))
    meeting = [t for t in collisions(run.arrows) if not arrows_of([t]) <= set(dag.edges)]
    false = false_v_structures(dag, run)
    sinks_first = tuple(map(str, reversed(dag.topological_order)))
    return Exercise(
        title="Ties decide",
        question=(
            "Algorithm 1 as printed is right on this graph when ties are broken by the alphabet. "
            "Give an order of the variables for which it goes wrong when ties are broken by that "
            "order, and the arrows of the false v-structures that line 20 then reports."
        ),
        kind=Parts({"order": Order(names_of(dag)), "arrows": Pairs(names_of(dag), directed=True)}),
        solution={"order": tuple(bad), "arrows": arrows_of(false)},
        mistakes=(
            Mistake({"order": names_of(dag), "arrows": frozenset()}, "M10"),
            Mistake({"order": sinks_first, "arrows": frozenset()}, "M4"),
            Mistake({"order": tuple(bad), "arrows": arrows_of(meeting)}, "M16"),
        ),
        shows=lambda value: (_run_in(dag, value["order"]),),
        reasons=(_run_in(dag, bad),),
        hints=(
            "More than one order will do.",
            f"A false v-structure can come out at {centers(false)}.",
            "Let a parent leave, so that line 11 draws its arrow; then let the common child leave "
            "before one of its own children.",
        ),
        dag=dag,
        accepts=lambda value: (
            bool(value["arrows"]) and _reported(dag, value["order"]) == value["arrows"]
        ),
        explains=lambda value: (_run_in(dag, value["order"]),),
        rights=lambda: [
            {"order": order, "arrows": wrong}
            for order in permutations(names_of(dag))
            if (wrong := _reported(dag, order))
        ],
    )


def _reported(dag: Dag, order: Any) -> frozenset[Any]:
    """Return the arrows of the false v-structures when ties are broken by an order."""
    return arrows_of(false_v_structures(dag, printed_run(Dag(dag.edges, nodes=order))))


def _run_in(dag: Dag, order: Iterable[Any]) -> Fact:
    names = tuple(order)
    run = printed_run(Dag(dag.edges, nodes=names))
    false = tuple(sorted(arrows_of(false_v_structures(dag, run))))
    return RunInOrder(names, run.order, tuple(sorted(run.of_line_13)), false)


def update_given(rng: random.Random) -> Exercise | None:
    """Ask what is given in a boundary update that needs more than the maximum in-degree."""
    dag = random_dag(rng, 7, 10)
    boundaries = {name: dag.markov_boundary(name) for name in dag.nodes}
    for x in sorted(map(str, removable_variables(dag))):
        for y, z in combinations(sorted(map(str, dag.neighbors(x))), 2):
            w = min((y, z), key=lambda v: (len(boundaries[v]), v))
            solution = boundaries[w] - {x, y, z}
            if len(solution) > dag.max_in_degree:
                return _update_exercise(dag, (x, y, z, w), solution)
            if d_separated(dag, y, z, solution):
                break  # from here on the boundaries are other ones
    return None


def _update_exercise(dag: Dag, roles: tuple[Any, Any, Any, Any], solution: Chosen) -> Exercise:
    x, y, z, w = roles
    other = z if w == y else y
    sizes = {v: len(dag.markov_boundary(v)) for v in (y, z)}
    apart = d_separated(dag.without(x), y, z, solution)
    return Exercise(
        title="A large set at line 15",
        question=(
            f"No variable of this graph has more than {dag.max_in_degree} parents. {x} is "
            f"removable, and leaves first. Line 15 tests whether {y} and {z} stay in each other's "
            "boundary. Which variables are given in this test? Where two boundaries are of one "
            "size, the first variable's is taken."
        ),
        kind=Names(names_of(dag)),
        solution=solution,
        mistakes=(
            Mistake(dag.neighbors(w) - {x, y, z}, "M7"),
            Mistake(frozenset(dag.nodes) - {x, y, z}, "M8"),
            Mistake(frozenset(), "M11"),
        ),
        shows=lambda value: (_given(dag, roles, min(value ^ solution)),),
        reasons=(TakenBoundary(w, other, (sizes[w], sizes[other]), (y, z), x, apart),),
        hints=(
            f"There are {len(solution)}, more than any variable has parents.",
            f"Compare the boundaries of {y} and {z}.",
            f"Take one of the two boundaries, without {x}, {y} and {z}: the smaller, or the first "
            "of two of one size.",
        ),
        dag=dag,
    )


def _given(dag: Dag, roles: tuple[Any, Any, Any, Any], name: str) -> Fact:
    x, y, z, w = roles
    kin: Literal["", "neighbor", "co-parent"] = ""
    if name not in (x, y, z) and name in dag.markov_boundary(w):
        kin = "neighbor" if name in dag.neighbors(w) else "co-parent"
    return InLineFifteen(name, w, (y, z), x, kin)


EXERCISES: Final = by_name(
    misleading_set,
    present_co_parents,
    neighbor_tests,
    condition_two_counts,
    update_given,
    ties,
    like_with_like,
)
