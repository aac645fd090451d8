"""Exercises on sets that separate two variables, that connect them, and on pairs that have one."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import combinations, islice
from random import Random
from typing import Final

from marvel_widgets.assessment.exercise import (
    CoincidenceError,
    Exercise,
    names_of,
    random_dag,
    typical_mistakes,
)
from marvel_widgets.assessment.facts import Facts, Principle
from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.assessment.variable_answers import Names, Pairs
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.separation.beliefs import RULE, believed_separated, first_pair, named
from marvel_widgets.lessons.separation.facts import Adjacent, NeverSeparated, why_separated
from marvel_widgets.lessons.separation.view import separation_report, shown_path
from marvel_widgets.pictures.path_marks import asked
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import counted, listed

LUCKIEST: Final = 0.05  # of all sets may be right
NO_EDGE: Final = Principle(
    "Two variables can be separated exactly when no edge joins them. Then take one of the two that "
    "is no ancestor of the other: its parents separate them."
)
Set = frozenset[str]


def separator(rng: Random) -> Exercise | None:
    """Ask for a set that d-separates two variables; any is right."""
    dag = random_dag(rng, 7, 11)
    apart = [p for p in combinations(names_of(dag), 2) if p[1] not in dag.neighbors(p[0])]
    rng.shuffle(apart)
    for x, y in apart:
        with suppress(CoincidenceError):
            if found := _separator_of(dag, x, y):
                return found
    return None


def _separator_of(dag: Dag, x: str, y: str) -> Exercise | None:
    others = [name for name in names_of(dag) if name not in (x, y)]
    few = int(LUCKIEST * 2 ** len(others))
    separating = (group for group in subsets(others) if d_separated(dag, x, y, group))
    right = list(islice(separating, few + 1))
    if not right[0] or len(right) > few:
        return None
    believed = [(_first_wrong(dag, x, y, others, belief), belief) for belief in ("M3", "M20")]
    wrong = [*believed, (frozenset(others), "M2"), (_first_wrong(dag, x, y, others, "M19"), "M19")]
    held = max(others, key=lambda name: sum(name in group for group in right))
    return Exercise(
        title="Separate them",
        question=f"Name a set of variables that d-separates {x} and {y}.",
        kind=Names(others),
        solution=right[0],
        mistakes=typical_mistakes(
            [(group, belief) for group, belief in wrong if group is not None], right.__contains__
        ),
        shows=lambda value: why_separated(dag, x, y, value),
        reasons=why_separated(dag, x, y, right[0]),
        hints=(
            _how_many(right),
            f"{held} has to be in it." if all(held in group for group in right) else f"Try {held}.",
            f"Block each path, and watch which colliders you open. {RULE}",
        ),
        dag=dag,
        marks=asked(x, y),
        accepts=right.__contains__,
        explains=lambda value: why_separated(dag, x, y, value),
        diagnose=lambda value: _believer(dag, x, y, value),
    )


def _how_many(right: list[Set]) -> str:
    """Return how many sets separate, and how large the smallest is."""
    size = counted(len(right[0]), "variable")
    if len(right) == 1:
        return f"One set does it, and it holds {size}."
    return f"{len(right)} sets do it; the smallest holds {size}."


def subsets(names: list[str]) -> Iterator[Set]:
    """Yield all subsets, the smallest first."""
    for size in range(len(names) + 1):
        yield from map(frozenset, combinations(names, size))


def _first_wrong(dag: Dag, x: str, y: str, others: list[str], belief: Misconception) -> Set | None:
    """Return the first set that separates only under a mistaken belief, which its witness shows."""
    return next(
        (
            group
            for group in subsets(others)
            if believed_separated(dag, x, y, group, belief)
            and not d_separated(dag, x, y, group)
            and _believer(dag, x, y, group) == belief
        ),
        None,
    )


def _believer(dag: Dag, x: str, y: str, value: Set) -> Misconception:
    """Return the belief by which a set separates, or nothing; where several do, the one that shows.

    What shows is the open path of the witness: a collider on it that a descendant opens tells
    of M3, one that is given tells of M20.
    """
    path = shown_path(separation_report(dag, x, y, value))
    colliders = [] if path is None else [v for v in path.vertices if v.role == "collider"]
    shown = ["M3"] if any(not v.given for v in colliders) else []
    shown += ["M20"] if any(v.given for v in colliders) else []
    fitting = (m for m in shown or ["M19"] if believed_separated(dag, x, y, value, m))
    # who has overlooked another path may hold the belief all the same
    return next(fitting, shown[0] if shown else "")


def openers(rng: Random) -> Exercise | None:
    """Ask which variables connect two separated ones when given as well."""
    dag = random_dag(rng, 8, 9)
    x, y, *rest = rng.sample(names_of(dag), 8)
    given = named(rest[: rng.choice((0, 1))], dag)
    if not d_separated(dag, x, y, given) or not all(map(dag.neighbors, dag.nodes)):
        return None
    others = [name for name in names_of(dag) if name not in {x, y, *given}]

    def opening(separated: Callable[[Set], bool]) -> Set:
        return frozenset(name for name in others if not separated(frozenset({*given, name})))

    solution = opening(lambda group: d_separated(dag, x, y, group))
    believed = [
        (opening(lambda group: believed_separated(dag, x, y, group, "M3")), "M3"),
        (frozenset[str](), "M2"),
        (frozenset(others), "M20"),
    ]
    return Exercise(
        title="What opens?",
        question=(
            f"{x} and {y} are d-separated {given_names(given)}. Now we give one more variable. For "
            "which variables are the two d-connected then? Name all of them."
        ),
        kind=Names(others),
        solution=solution,
        mistakes=typical_mistakes(believed, solution.__eq__),
        shows=lambda value: why_separated(dag, x, y, {*given, named(value ^ solution, dag)[0]}),
        reasons=tuple(
            fact for v in named(solution, dag) for fact in why_separated(dag, x, y, {*given, v})
        ),
        hints=(
            f"{counted(len(solution), 'variable does', 'variables do')} it.",
            f"Where do two arrows meet on a path between {x} and {y}?",
            f"To give more can connect as well as separate. {RULE}",
        ),
        dag=dag,
        marks=asked(x, y, given),
    )


def separable(rng: Random) -> Exercise | None:
    """Ask for all pairs that some set d-separates."""
    dag = random_dag(rng, 6, 9)
    names = names_of(dag)
    apart = [pair for pair in combinations(names, 2) if pair[1] not in dag.neighbors(pair[0])]
    solution = frozenset(map(frozenset, apart))
    everybody = set(names)
    by_nothing = frozenset(frozenset(p) for p in apart if d_separated(dag, *p))
    by_all = frozenset(frozenset(p) for p in apart if d_separated(dag, *p, everybody - set(p)))
    parents = frozenset(frozenset(p) for name in names for p in combinations(dag.parents(name), 2))
    believed = [(solution - by_nothing, "M17"), (by_all, "M2"), (solution | parents, "M16")]
    return Exercise(
        title="Which can be separated?",
        question=(
            "Name all pairs of variables that some set of the others d-separates. The set may be "
            "another one for each pair, and it may be empty."
        ),
        kind=Pairs(names),
        solution=solution,
        mistakes=typical_mistakes([*believed, (by_nothing, "M19")], solution.__eq__),
        shows=lambda value: _separable(dag, *first_pair(value ^ solution, dag)),
        reasons=(NO_EDGE,),
        hints=(
            f"{counted(len(solution), 'pair')} can be separated.",
            f"Try {listed(first_pair(solution, dag))}: which paths have to be blocked?",
            "An edge is a path that nothing can block. What if there is no edge?",
        ),
        dag=dag,
    )


def _separable(dag: Dag, a: str, b: str) -> Facts:
    if b in dag.neighbors(a):
        return (NeverSeparated((a, b)),)
    no_ancestor = a if b not in dag.descendants(a) else b
    return Adjacent((a, b), False), *why_separated(dag, a, b, dag.parents(no_ancestor))
