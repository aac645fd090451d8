"""Exercises on d-separation: which paths are open, and which variables are separated."""

from collections.abc import Callable
from itertools import combinations, pairwise
from random import Random
from string import ascii_uppercase
from typing import Any, Final

from marvel_widgets.assessment.answers import Statements
from marvel_widgets.assessment.exercise import (
    Exercise,
    by_name,
    names_of,
    random_dag,
    typical_mistakes,
)
from marvel_widgets.assessment.facts import Principle
from marvel_widgets.assessment.true_or_false import of_one
from marvel_widgets.assessment.variable_answers import Names
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import Path, all_paths
from marvel_widgets.lessons.separation.beliefs import (
    BELIEFS,
    RULE,
    believed_blocker,
    believed_separated,
    given_sentence,
    named,
)
from marvel_widgets.lessons.separation.exercises_sets import openers, separable, separator
from marvel_widgets.lessons.separation.facts import (
    PathState,
    VertexState,
    why_separated,
)
from marvel_widgets.pictures.path_marks import asked
from marvel_widgets.replay.wording import given_names, path_words
from marvel_widgets.text import counted, listed

ELSEWHERE_OPEN: Final = Principle("In each of the other statements there is an open path.")
STATEMENTS: Final = 6  # of which one guesses all in 1 of 64 tries


def blockers(rng: Random) -> Exercise | None:
    """Ask which variables block a path of chains, forks and colliders."""
    dag, x, y, given = _drawn_path(rng)
    path = all_paths(dag, x, y, given).paths[0]
    inner = path.vertices[1:-1]
    solution = frozenset(vertex.name for vertex in inner if not vertex.is_open)
    believed = [
        (frozenset(v.name for v in inner if believed_blocker(v, belief)), belief)
        for belief in ("M2", "M3", "M20")
    ]
    if not solution:
        return None
    return Exercise(
        title="What blocks this path?",
        question=(
            f"{given_sentence(given)} Name all variables that block the path {path_words(path)}."
        ),
        kind=Names([str(vertex.name) for vertex in inner]),
        solution=solution,
        mistakes=typical_mistakes(believed, solution.__eq__),
        shows=lambda value: (
            VertexState(path, given, next(v for v in path.names if v in value ^ solution)),
        ),
        reasons=(PathState(path, given),),
        hints=(
            f"{counted(len(solution), 'variable blocks', 'variables block')}.",
            f"Write down the role of each inner variable: there {_roles(path)}.",
            RULE,
        ),
        dag=dag,
        marks=asked(path.names[0], path.names[-1], given),
    )


def _drawn_path(rng: Random) -> tuple[Dag, str, str, tuple[str, ...]]:
    """Return a graph that is one path with two variables more below it, its ends, and a set."""
    names = rng.sample(ascii_uppercase[:9], 9)
    walk, below = names[:7], names[7:]
    steps = [pair if rng.random() < 0.5 else pair[::-1] for pair in pairwise(walk)]
    inner = walk[1:-1]
    edges = [*steps, (rng.choice(inner), below[0]), (rng.choice([*inner, below[0]]), below[1])]
    given = rng.sample([*inner, *below], rng.choice((2, 3)))
    return Dag(edges, nodes=sorted(names)), walk[0], walk[-1], tuple(sorted(given))


def _roles(path: Path) -> str:
    roles = [vertex.role for vertex in path.vertices]
    found = [counted(roles.count(r), r) for r in ("chain", "fork", "collider") if r in roles]
    return f"{'is' if found[0].startswith('1 ') else 'are'} {listed(found)}"


def verdicts(rng: Random) -> Exercise | None:
    """Ask which of six statements of d-separation in one graph are true."""
    dag = random_dag(rng, 6, 6)
    asked = [_drawn_statement(rng, dag) for _ in range(STATEMENTS)]
    if len({(frozenset((a, b)), given) for a, b, given in asked}) < len(asked):
        return None

    def those(separated: Callable[..., bool], *extra: Any) -> frozenset[int]:
        return frozenset(i for i, s in enumerate(asked, start=1) if separated(dag, *s, *extra))

    solution = those(d_separated)
    believed = [(those(believed_separated, belief), belief) for belief in BELIEFS]
    if not 2 <= len(solution) <= 4:
        return None
    kind = Statements(
        [f"{a} and {b} are d-separated {given_names(given)}." for a, b, given in asked]
    )
    return Exercise(
        title="True or false?",
        question="Which of these statements about the graph are true?",
        kind=kind,
        solution=solution,
        mistakes=typical_mistakes(believed, solution.__eq__),
        shows=of_one(kind, solution, lambda n: why_separated(dag, *asked[n])),
        reasons=(ELSEWHERE_OPEN,),
        hints=(
            f"{counted(len(solution), 'statement is', 'statements are')} true.",
            f"Number {min(solution)} is among them.",
            f"One open path is enough to connect. {RULE}",
        ),
        dag=dag,
    )


def _drawn_statement(rng: Random, dag: Dag) -> tuple[str, str, tuple[str, ...]]:
    apart = [
        pair for pair in combinations(names_of(dag), 2) if pair[1] not in dag.neighbors(pair[0])
    ]
    a, b = rng.choice(apart)
    others = [name for name in names_of(dag) if name not in (a, b)]
    return a, b, named(rng.sample(others, rng.choice((0, 1, 1, 2))), dag)


EXERCISES: Final = by_name(blockers, verdicts, separator, openers, separable)
