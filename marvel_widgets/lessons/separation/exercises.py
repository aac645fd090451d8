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
from marvel_widgets.assessment.variable_answers import Names, Pairs
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import Path, all_paths
from marvel_widgets.lessons.separation.beliefs import (
    BELIEFS,
    PATH_BELIEFS,
    RULE,
    Pair,
    believed_blocker,
    believed_open,
    believed_separated,
    first_pair,
    given_sentence,
    named,
)
from marvel_widgets.lessons.separation.exercises_sets import openers, separable, separator
from marvel_widgets.lessons.separation.facts import (
    ForExample,
    PathState,
    VertexState,
    why_separated,
)
from marvel_widgets.pictures.path_marks import asked
from marvel_widgets.replay.wording import given_names, path_words
from marvel_widgets.text import counted, listed

ELSEWHERE_BLOCKED: Final = Principle("On each path left out something blocks.")
ELSEWHERE_OPEN: Final = Principle("In each of the other statements there is an open path.")
OTHERS_CONNECTED: Final = Principle("Between the two of each pair left out a path is open.")
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


def open_paths(rng: Random) -> Exercise | None:
    """Ask which of six paths between two variables are open."""
    dag = random_dag(rng, 7, 9)
    x, y, *rest = rng.sample(names_of(dag), 7)
    given = named(rest[: rng.choice((1, 2, 2))], dag)
    paths = all_paths(dag, x, y, given).paths[:STATEMENTS]
    if len(paths) < STATEMENTS:
        return None

    def those(is_open: Callable[[Path], bool]) -> frozenset[int]:
        return frozenset(i for i, path in enumerate(paths, start=1) if is_open(path))

    solution = those(lambda path: path.is_open)
    believed = [
        (those(lambda path, m=belief: believed_open(path, m)), belief)  # type: ignore[misc]
        for belief in PATH_BELIEFS
    ]
    if not 1 <= len(solution) < STATEMENTS:
        return None
    kind = Statements([f"{path_words(path)} is open." for path in paths])
    return Exercise(
        title="Which paths are open?",
        question=(f"{given_sentence(given)} These paths join {x} and {y}. Which of them are open?"),
        kind=kind,
        solution=solution,
        mistakes=typical_mistakes(believed, solution.__eq__),
        shows=of_one(kind, solution, lambda n: (PathState(paths[n], given),)),
        reasons=(PathState(paths[min(solution) - 1], given), ELSEWHERE_BLOCKED),
        hints=(
            f"{counted(len(solution), 'path is', 'paths are')} open.",
            f"Look at number {min(solution)}.",
            f"A path is open when nothing on it blocks. {RULE}",
        ),
        dag=dag,
        marks=asked(x, y, given),
    )


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


def separated_pairs(rng: Random) -> Exercise | None:
    """Ask for all pairs that are d-separated given a set."""
    dag = random_dag(rng, 6, 6)
    given = named(rng.sample(names_of(dag), rng.choice((1, 2))), dag)
    others = [name for name in names_of(dag) if name not in given]

    def those(separated: Callable[..., bool], *extra: Any) -> frozenset[Pair]:
        pairs = combinations(others, 2)
        return frozenset(frozenset(p) for p in pairs if separated(dag, *p, given, *extra))

    solution = those(d_separated)
    believed = [(those(believed_separated, belief), belief) for belief in BELIEFS]
    if not solution or not all(map(dag.neighbors, dag.nodes)):
        return None
    times = {name: sum(name in pair for pair in solution) for name in others}
    most = max(times, key=times.__getitem__)
    return Exercise(
        title="Which are separated?",
        question=(
            f"{given_sentence(given)} Name all pairs of the other variables that are d-separated "
            "given that."
        ),
        kind=Pairs(others),
        solution=solution,
        mistakes=typical_mistakes(believed, solution.__eq__),
        shows=lambda value: why_separated(dag, *first_pair(value ^ solution, dag), given),
        reasons=(
            ForExample(why_separated(dag, *first_pair(solution, dag), given)),
            OTHERS_CONNECTED,
        ),
        hints=(
            f"{counted(len(solution), 'pair is', 'pairs are')} separated.",
            f"{most} is in {times[most]} of them.",
            f"Two are d-separated when all paths between them are blocked. {RULE}",
        ),
        dag=dag,
        marks=asked(given=given),
    )


EXERCISES: Final = by_name(
    blockers, open_paths, verdicts, separated_pairs, separator, openers, separable
)
