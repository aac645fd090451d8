"""Exercises on Markov boundaries: read them, split them, find them by tests."""

from collections.abc import Callable, Iterable
from itertools import combinations
from random import Random
from typing import Any, Final

from marvel_widgets.assessment.answers import Parts
from marvel_widgets.assessment.exercise import (
    Exercise,
    by_name,
    names_of,
    random_dag,
    typical_mistakes,
)
from marvel_widgets.assessment.facts import Fact, Facts, Principle
from marvel_widgets.assessment.variable_answers import Names, Pairs
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import all_paths
from marvel_widgets.lessons.markov_boundary.exercises_costs import grow_shrink
from marvel_widgets.lessons.markov_boundary.facts import BoundaryIs, MemberIs, Outside, Shares
from marvel_widgets.lessons.markov_boundary.reading import boundary_reading
from marvel_widgets.lessons.markov_boundary.view import needed
from marvel_widgets.lessons.separation.beliefs import Pair, first_pair, named
from marvel_widgets.lessons.separation.exercises_sets import LUCKIEST, Set, subsets
from marvel_widgets.lessons.separation.facts import why_separated
from marvel_widgets.pictures.path_marks import asked
from marvel_widgets.text import counted, in_braces, listed


def boundary(rng: Random) -> Exercise | None:
    """Ask for the Markov boundary of a variable."""
    dag = random_dag(rng, 8, 9)
    x = rng.choice(names_of(dag))
    others = [name for name in names_of(dag) if name != x]
    reading = boundary_reading(dag, x)
    solution = reading.boundary
    believed = [
        (dag.neighbors(x), "M7"),
        (frozenset(y for y in others if not d_separated(dag, x, y)), "M21"),
        (dag.ancestors(x) | dag.descendants(x), "M19"),
        (frozenset(y for y in others if all_paths(dag, x, y, limit=1).paths), "M20"),
    ]
    return Exercise(
        title="A Markov boundary",
        question=f"Name the Markov boundary of {x}.",
        kind=Names(others),
        solution=frozenset(solution),
        mistakes=typical_mistakes(believed, frozenset(solution).__eq__),
        shows=lambda value: _member(dag, x, value ^ frozenset(solution)),
        reasons=(_whole(dag, x),),
        hints=(
            f"It has {counted(len(solution), 'member')}.",
            f"{len(reading.neighbors)} of them are joined to {x} by an edge. What else is needed?",
            "Parents, children, and the other parents of the children.",
        ),
        dag=dag,
        marks=asked(x),
    )


def _member(dag: Dag, x: str, differ: Iterable[str]) -> Facts:
    """Return why the first wrongly judged variable is in the boundary or not."""
    name = named(differ, dag)[0]
    reading = boundary_reading(dag, x)
    for member in reading.members:
        if member.name == name:
            role = MemberIs(x, name, member.role, member.shared)
            return role, needed(reading, member)
    return Outside(x, (name,), True), *why_separated(dag, x, name, dag.markov_boundary(x))


def _whole(dag: Dag, x: str) -> Fact:
    reading = boundary_reading(dag, x)
    return BoundaryIs(x, reading.boundary, reading.neighbors, reading.co_parents)


def split(rng: Random) -> Exercise | None:
    """Ask for the neighbors and the co-parents of a variable, separately."""
    dag = random_dag(rng, 7, 9)
    x = rng.choice(names_of(dag))
    others = [name for name in names_of(dag) if name != x]
    neighbors, far = dag.neighbors(x), dag.co_parents(x)
    sharing = frozenset(y for y in others if dag.children(x) & dag.children(y))
    dependent = frozenset(y for y in others if not d_separated(dag, x, y))
    believed = [
        (_parts(neighbors | far, ()), "M8"),
        (_parts(neighbors, ()), "M7"),
        (_parts(neighbors - sharing, sharing), "M16"),
        (_parts(neighbors, dependent - neighbors), "M21"),
    ]
    solution = _parts(neighbors, far)
    if not far or not sharing & neighbors:
        return None
    return Exercise(
        title="Neighbors and co-parents",
        question=f"Name the neighbors of {x}, and its co-parents. No variable is both.",
        kind=Parts({"neighbors": Names(others), "co-parents": Names(others)}),
        solution=solution,
        mistakes=typical_mistakes(believed, solution.__eq__),
        shows=lambda value: _part(dag, x, value, solution),
        reasons=(_whole(dag, x),),
        hints=(
            f"Together there are {len(neighbors | far)}.",
            f"Look at {listed(named(dag.children(x), dag))}, below {x}: what else points there?",
            "A neighbor is joined by an edge. A co-parent is no neighbor and shares a child.",
        ),
        dag=dag,
    )


def _parts(neighbors: Iterable[Any], co_parents: Iterable[Any]) -> dict[str, Set]:
    return {"neighbors": frozenset(neighbors), "co-parents": frozenset(co_parents)}


def _part(dag: Dag, x: str, value: dict[str, Set], solution: dict[str, Set]) -> Facts:
    name = named(frozenset().union(*(value[key] ^ solution[key] for key in solution)), dag)[0]
    shared = named(dag.children(x) & dag.children(name), dag)
    return (Shares(x, name, name in solution["neighbors"], shared),)


def total_conditioning(rng: Random) -> Exercise | None:
    """Ask which pairs are dependent given all others."""
    dag = random_dag(rng, 5, 5)

    def those(dependent: Callable[[str, str], bool]) -> frozenset[Pair]:
        return frozenset(frozenset(p) for p in combinations(names_of(dag), 2) if dependent(*p))

    solution = those(lambda a, b: not d_separated(dag, a, b, set(dag.nodes) - {a, b}))
    believed = [
        (those(lambda a, b: b in dag.neighbors(a)), "M8"),
        (those(lambda a, b: not d_separated(dag, a, b)), "M21"),
        (those(lambda a, b: b in dag.ancestors(a) | dag.descendants(a)), "M19"),
        (those(lambda a, b: bool(all_paths(dag, a, b, limit=1).paths)), "M20"),
    ]
    apart = counted(len(solution) - dag.edge_count, "of these pairs is", "of these pairs are")

    def witness(value: frozenset[Pair]) -> Facts:
        a, b = first_pair(value ^ solution, dag)
        return why_separated(dag, a, b, set(dag.nodes) - {a, b})

    return Exercise(
        title="Total conditioning",
        question=(
            "Each pair is tested given all other variables. Name all pairs whose test says "
            '"dependent".'
        ),
        kind=Pairs(names_of(dag)),
        solution=solution,
        mistakes=typical_mistakes(believed, solution.__eq__),
        shows=witness,
        reasons=(IN_EACH_OTHERS,),
        hints=(
            f"{len(solution)} of the {len(dag) * (len(dag) - 1) // 2} tests say so.",
            f"{apart} not joined by an edge.",
            "Given all others, each collider on a path is given, and so is each other variable.",
        ),
        dag=dag,
    )


def tell_apart(rng: Random) -> Exercise | None:
    """Ask for a subset of the boundary that separates a variable from a co-parent."""
    dag = random_dag(rng, 8, 11)
    x = rng.choice(names_of(dag))
    far = dag.co_parents(x)
    if not far:
        return None
    t = rng.choice(named(far, dag))
    others = [name for name in names_of(dag) if name not in (x, t)]
    rest = [name for name in others if name in dag.markov_boundary(x)]
    right = [group for group in subsets(rest) if d_separated(dag, x, t, group)]
    if not right[0] or len(right) > LUCKIEST * 2 ** len(others):
        return None
    shared = dag.children(x) & dag.children(t)
    below = frozenset[str]().union(*map(dag.descendants, shared))
    believed: list[tuple[Any, str]] = [
        (frozenset(rest), "M2"),
        (frozenset(rest) - shared, "M3"),
        (dag.neighbors(x) - {t}, "M20"),
        (frozenset(), "M16"),
    ]
    return Exercise(
        title="Show that it is no neighbor",
        question=(
            f"{t} is in the Markov boundary of {x}: {in_braces(named([*rest, t], dag))}. Show that "
            f"it is no neighbor: name a set of other members of the boundary that separates {x} "
            f"and {t}."
        ),
        kind=Names(others),
        solution=right[0],
        mistakes=typical_mistakes(believed, right.__contains__),
        shows=lambda value: _outside_or_open(dag, x, t, value, rest),
        reasons=why_separated(dag, x, t, right[0]),
        hints=(
            f"The smallest such set has {counted(len(right[0]), 'member')}.",
            f"{listed(named(shared | below, dag))} must not be in it.",
            "Leave out the common children and what is below them; block the other paths.",
        ),
        dag=dag,
        marks=asked(x, t),
        accepts=right.__contains__,
        explains=lambda value: why_separated(dag, x, t, value),
    )


def _outside_or_open(dag: Dag, x: str, t: str, value: Set, rest: list[str]) -> Facts:
    outside = named(value - set(rest), dag)
    return (Outside(x, outside),) if outside else why_separated(dag, x, t, value)


IN_EACH_OTHERS: Final = Principle("These are the pairs that are in each other's Markov boundary.")
EXERCISES: Final = by_name(
    boundary,
    split,
    total_conditioning,
    tell_apart,
    grow_shrink,
)
