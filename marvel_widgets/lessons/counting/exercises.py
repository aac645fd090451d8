"""Exercises on CI tests: what one of them shows, and what their number means."""

from collections.abc import Callable, Iterable
from itertools import combinations
from random import Random
from typing import Any, Final

from marvel_widgets.assessment.answers import Statements
from marvel_widgets.assessment.exercise import Exercise, by_name, names_of, typical_mistakes
from marvel_widgets.assessment.facts import Facts
from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.assessment.true_or_false import of_one
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import all_paths
from marvel_widgets.lessons.counting.exercises_numbers import (
    all_pairs,
    one_edge,
)
from marvel_widgets.lessons.counting.facts import OnlyWay
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import counted

Believed = Iterable[tuple[Any, Misconception]]


def reading_tests(rng: Random) -> Exercise | None:
    """Ask which CI statements hold in a small tree of causes and effects."""
    dag = _tree(rng)
    asked = rng.sample(_queries(dag), 6)

    def those(independent: Callable[[str, str, tuple[str, ...]], bool]) -> frozenset[int]:
        return frozenset(i for i, query in enumerate(asked, start=1) if independent(*query))

    solution = those(lambda a, b, given: d_separated(dag, a, b, given))
    believed: Believed = [
        (those(lambda a, b, _: b not in dag.neighbors(a)), "M42"),
        (those(lambda _a, _b, given: bool(given)), "M2"),
        (those(lambda a, b, given: not _follows(dag, a, b, given)), "M19"),
    ]
    if not 2 <= len(solution) <= 4:
        return None
    kind = Statements([f"{a} and {b} are independent {given_names(s)}." for a, b, s in asked])
    return Exercise(
        title="What does a CI test say?",
        question="Which of these statements are true?",
        kind=kind,
        solution=solution,
        mistakes=typical_mistakes(believed, solution.__eq__),
        shows=of_one(kind, solution, lambda n: _answer(dag, *asked[n])),
        reasons=_answer(dag, *asked[min(solution) - 1]),
        hints=(
            f"{counted(len(solution), 'statement is', 'statements are')} true.",
            f"Number {min(solution)} is among them.",
            "Two variables are dependent as long as no variable on the way between them is known.",
        ),
        dag=dag,
    )


def _tree(rng: Random) -> Dag:
    """Return a tree in which each variable but the first has one cause."""
    names = rng.sample("ABCDE", 5)
    edges = [(rng.choice(names[:i]), names[i]) for i in range(1, 5)]
    return Dag(edges, nodes=sorted(names))


def _queries(dag: Dag) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return all questions with at most one variable given."""
    names = names_of(dag)
    return [
        (a, b, given)
        for a, b in combinations(names, 2)
        for given in [(), *((c,) for c in names if c not in (a, b))]
    ]


def _follows(dag: Dag, a: str, b: str, given: tuple[str, ...]) -> bool:
    """Return whether the path between two variables is directed, and open given the set."""
    path = all_paths(dag, a, b, given).paths[0]
    return len(set(path.arrows)) == 1 and path.is_open


def _answer(dag: Dag, a: str, b: str, given: tuple[str, ...]) -> Facts:
    """Return the result of a test and the reason, without the terms of the next notebook."""
    path = all_paths(dag, a, b, given).paths[0]
    return (OnlyWay(a, b, path.names[1:-1], given, not path.is_open),)


EXERCISES: Final = by_name(
    all_pairs,
    one_edge,
    reading_tests,
)
