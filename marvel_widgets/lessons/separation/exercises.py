"""d-separation: what is believed of it, the questions it makes, and the exercises."""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations, islice, pairwise
from random import Random
from typing import Any, Final

from marvel_widgets.assessment import exercise as ex
from marvel_widgets.assessment.beliefs import Belief, Believed
from marvel_widgets.assessment.facts import Facts, Principle
from marvel_widgets.assessment.prediction import Question
from marvel_widgets.assessment.telling import Case, Topic
from marvel_widgets.assessment.true_or_false import ticked
from marvel_widgets.assessment.variable_answers import Names, Pairs
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import Path, PathVertex, all_paths
from marvel_widgets.lessons.separation import facts, view
from marvel_widgets.lessons.separation.by_arrows import errors, in_order, subsets
from marvel_widgets.lessons.separation.facts import why_separated
from marvel_widgets.pictures.path_marks import asked
from marvel_widgets.replay.wording import given_names, path_words
from marvel_widgets.text import counted, listed

Pair = frozenset[str]

# The beliefs that change what a path says; one more changes what a pair says.
PATH_BELIEFS: Final = (
    Belief.more_blocks,
    Belief.collider_alone,
    Belief.along_arrows,
    Belief.usual_colliders,
)
BELIEFS: Final = (Belief.parents_apart, *PATH_BELIEFS)
RULE: Final = (
    "A chain or a fork blocks when it is given. A collider blocks unless it or a descendant of "
    "it is given."
)
MANY: Final = 10_000


def believed_blocker(vertex: PathVertex, belief: Belief) -> bool:
    """Return whether an inner vertex blocks its path, to the holder of a belief."""
    collider = vertex.role == "collider"
    if belief == Belief.more_blocks:
        return vertex.given or collider
    if belief == Belief.collider_alone:
        return vertex.given != collider
    return vertex.given


def believed_open(path: Path, belief: Belief) -> bool:
    """Return whether a path is open for a holder of a belief.

    For `along_arrows` a path has to follow the arrows all the way, one way or the other.
    """
    inner = path.vertices[1:-1]
    if belief == Belief.along_arrows:
        return len(set(path.arrows)) == 1 and not any(vertex.given for vertex in inner)
    return not any(believed_blocker(vertex, belief) for vertex in inner)


def believed_separated(
    dag: Dag, x: Label, y: Label, given: Iterable[Label], belief: Belief
) -> bool:
    """Return whether two variables are separated for a holder of a belief."""
    paths = all_paths(dag, x, y, given, limit=MANY).paths
    if belief == Belief.parents_apart:
        shared = dag.children(x) & dag.children(y)
        return bool(shared) or not any(path.is_open for path in paths)
    return not any(believed_open(path, belief) for path in paths)


def first_pair(pairs: Iterable[Pair], dag: Dag) -> tuple[str, str]:
    """Return the first of some pairs in the order of a graph."""
    wanted = set(pairs)
    return next(pair for pair in combinations(ex.names_of(dag), 2) if frozenset(pair) in wanted)


# -- telling questions of a player --------------------------------------------------------------

MOST_VARIABLES: Final = 14  # all paths are judged
MOST_ASIDES: Final = 250
MOST_PLAIN: Final = 8  # of them, about two variables that no edge joins
# In seven questions about it one slip hides no belief, by the second collider.
SMALL: Final = "A -> C <- B; C -> D -> E <- B; A -> F"


def wrong_of_test(dag: Dag, x: Label, y: Label, given: Sequence[Label]) -> tuple[Belief, ...]:
    """Return the beliefs that answer a CI test wrongly; none where there are too many paths."""
    if len(dag) > MOST_VARIABLES:
        return ()
    truth = d_separated(dag, x, y, given)
    return tuple(b for b in BELIEFS if believed_separated(dag, x, y, given, b) != truth)


def separation_asides(dag: Dag, asked: Container[Case] = ()) -> Iterator[Question]:
    """Yield questions of any two variables given at most two, of a large graph some of them.

    Some are plain: no belief errs.
    """
    if len(dag) > MOST_VARIABLES:
        return
    cases = [
        (x, y, given)
        for x, y in combinations(dag.nodes, 2)
        for size in range(3)
        for given in combinations([v for v in dag.nodes if v not in (x, y)], size)
    ]
    Random(dag.to_text()).shuffle(cases)
    plain = 0
    for x, y, given in cases[:MOST_ASIDES]:
        wrong = wrong_of_test(dag, x, y, given)
        if not wrong and (y in dag.neighbors(x) or plain == MOST_PLAIN):
            continue
        plain += not wrong
        if (frozenset((x, y)), frozenset(given)) not in asked:
            yield replace(
                view.separation_question(view.separation_report(dag, x, y, given)), beliefs=wrong
            )


def _elsewhere() -> Iterator[Question]:
    words = f"In the small graph {SMALL}:"
    return (replace(each, text=f"{words} {each.text}") for each in separation_asides(Dag(SMALL)))


READING: Final = Topic(BELIEFS, wrong_of_test, separation_asides, _elsewhere)


# -- paths and statements ------------------------------------------------------------------------

ELSEWHERE_OPEN: Final = Principle("In each of the other statements there is an open path.")
STATEMENTS: Final = 6  # of which one guesses all in 1 of 64 tries


def blockers(rng: Random) -> ex.Exercise | None:
    dag, x, y, given = _drawn_path(rng)
    path = all_paths(dag, x, y, given).paths[0]
    inner = path.vertices[1:-1]
    solution = frozenset(vertex.name for vertex in inner if not vertex.is_open)
    if not solution:
        return None
    of = [vertex.role for vertex in path.vertices]
    roles = [counted(of.count(r), r) for r in ("chain", "fork", "collider") if r in of]
    verb = "is" if roles[0].startswith("1 ") else "are"
    return ex.Exercise(
        title="What blocks this path?",
        question=(
            f"{listed(given)} are given. Name all variables that block the path {path_words(path)}."
        ),
        kind=Names([str(vertex.name) for vertex in inner]),
        solution=solution,
        believed=[
            (frozenset(v.name for v in inner if believed_blocker(v, belief)), belief)
            for belief in (Belief.more_blocks, Belief.collider_alone, Belief.usual_colliders)
        ],
        shows=lambda value: (
            facts.VertexState(path, given, min(errors(value, solution), key=path.names.index)),
        ),
        reasons=(facts.PathState(path, given),),
        count=f"{counted(len(solution), 'variable blocks', 'variables block')}.",
        place=f"Write down the role of each inner variable: there {verb} {listed(roles)}.",
        rule=RULE,
        dag=dag,
        marks=asked(path.names[0], path.names[-1], given),
    )


def _drawn_path(rng: Random) -> tuple[Dag, str, str, tuple[str, ...]]:
    """Return a graph that is one path with two variables more below it, its ends, and a set."""
    names = rng.sample(ex.first_letters(rng, 9), 9)
    walk, below = names[:7], names[7:]
    steps = [pair if rng.random() < 0.5 else pair[::-1] for pair in pairwise(walk)]
    inner = walk[1:-1]
    edges = [*steps, (rng.choice(inner), below[0]), (rng.choice([*inner, below[0]]), below[1])]
    given = rng.sample([*inner, *below], rng.choice((2, 3)))
    return Dag(edges, nodes=sorted(names)), walk[0], walk[-1], tuple(sorted(given))


def verdicts(rng: Random) -> ex.Exercise | None:
    dag = ex.random_dag(rng, 6, 6)
    asked = [_drawn_statement(rng, dag) for _ in range(STATEMENTS)]
    if len({(frozenset((a, b)), given) for a, b, given in asked}) < len(asked):
        return None

    def those(separated: Callable[..., bool], *extra: Any) -> frozenset[int]:
        return frozenset(i for i, s in enumerate(asked, start=1) if separated(dag, *s, *extra))

    solution = those(d_separated)
    if not 2 <= len(solution) <= 4:
        return None
    return ticked(
        [f"{a} and {b} are d-separated {given_names(given)}." for a, b, given in asked],
        solution,
        lambda n: why_separated(dag, *asked[n]),
        title="True or false?",
        question="Which of these statements about the graph are true?",
        believed=[(those(believed_separated, belief), belief) for belief in BELIEFS],
        reasons=(ELSEWHERE_OPEN,),
        rule=f"One open path is enough to connect. {RULE}",
        dag=dag,
    )


def _drawn_statement(rng: Random, dag: Dag) -> tuple[str, str, tuple[str, ...]]:
    apart = [
        pair for pair in combinations(ex.names_of(dag), 2) if pair[1] not in dag.neighbors(pair[0])
    ]
    a, b = rng.choice(apart)
    others = [name for name in ex.names_of(dag) if name not in (a, b)]
    return a, b, in_order(dag, rng.sample(others, rng.choice((0, 1, 1, 2))))


# -- sets ----------------------------------------------------------------------------------------

LUCKIEST: Final = 0.05  # of all sets may be right
NO_EDGE: Final = Principle(
    "Two variables can be separated exactly when no edge joins them. Then take one of the two that "
    "is no ancestor of the other: its parents separate them."
)
Set = frozenset[str]


def separator(rng: Random) -> ex.Exercise | None:
    dag = ex.random_dag(rng, 7, 11)
    apart = [p for p in combinations(ex.names_of(dag), 2) if p[1] not in dag.neighbors(p[0])]
    rng.shuffle(apart)
    for x, y in apart:
        with suppress(ex.CoincidenceError):
            if found := _separator_of(dag, x, y):
                return found
    return None


def _separator_of(dag: Dag, x: str, y: str) -> ex.Exercise | None:
    others = [name for name in ex.names_of(dag) if name not in (x, y)]
    few = int(LUCKIEST * 2 ** len(others))
    separating = (
        group for group in map(frozenset, subsets(others)) if d_separated(dag, x, y, group)
    )
    right = list(islice(separating, few + 1))
    if not right[0] or len(right) > few:
        return None
    path_beliefs = (Belief.collider_alone, Belief.usual_colliders, Belief.along_arrows)
    wrong = [(_first_wrong(dag, x, y, others, belief), belief) for belief in path_beliefs]
    wrong.insert(2, (frozenset(others), Belief.more_blocks))
    smallest = counted(len(right[0]), "variable")
    held = max(others, key=lambda name: sum(name in group for group in right))
    needed = all(held in group for group in right)
    return ex.Exercise(
        title="Separate them",
        question=f"Name a set of variables that d-separates {x} and {y}.",
        kind=Names(others),
        solution=right[0],
        believed=[(group, belief) for group, belief in wrong if group is not None],
        shows=lambda value: why_separated(dag, x, y, value),
        reasons=why_separated(dag, x, y, right[0]),
        count=(
            f"One set does it, and it holds {smallest}."
            if len(right) == 1
            else f"{len(right)} sets do it; the smallest holds {smallest}."
        ),
        place=f"{held} has to be in it." if needed else f"Try {held}.",
        rule=f"Block each path, and watch which colliders you open. {RULE}",
        dag=dag,
        marks=asked(x, y),
        accepts=right.__contains__,
        explains=lambda value: why_separated(dag, x, y, value),
        diagnose=lambda value: _believer(dag, x, y, value),
    )


def _first_wrong(dag: Dag, x: str, y: str, others: list[str], belief: Belief) -> Set | None:
    """Return the first set that separates only under a mistaken belief, which its witness shows."""
    return next(
        (
            group
            for group in map(frozenset, subsets(others))
            if believed_separated(dag, x, y, group, belief)
            and not d_separated(dag, x, y, group)
            and _believer(dag, x, y, group) == belief
        ),
        None,
    )


def _believer(dag: Dag, x: str, y: str, value: Set) -> Believed:
    """Return the belief by which a set separates, or nothing; where several do, the one that shows.

    What shows is the open path of the witness: a collider on it that a descendant opens tells
    of `collider_alone`, one that is given of `usual_colliders`.
    """
    path = view.shown_path(view.separation_report(dag, x, y, value))
    colliders = [] if path is None else [v for v in path.vertices if v.role == "collider"]
    shown = [Belief.collider_alone] if any(not v.given for v in colliders) else []
    shown += [Belief.usual_colliders] if any(v.given for v in colliders) else []
    fitting = (m for m in shown or [Belief.along_arrows] if believed_separated(dag, x, y, value, m))
    # who has overlooked another path may hold the belief all the same
    return next(fitting, shown[0] if shown else "")


def openers(rng: Random) -> ex.Exercise | None:
    dag = ex.random_dag(rng, 8, 9)
    x, y, *rest = rng.sample(ex.names_of(dag), 8)
    given = in_order(dag, rest[: rng.choice((0, 1))])
    if not d_separated(dag, x, y, given) or not all(map(dag.neighbors, dag.nodes)):
        return None
    others = [name for name in ex.names_of(dag) if name not in {x, y, *given}]

    def opening(separated: Callable[[Set], bool]) -> Set:
        return frozenset(name for name in others if not separated(frozenset({*given, name})))

    solution = opening(lambda group: d_separated(dag, x, y, group))
    return ex.Exercise(
        title="What opens?",
        question=(
            f"{x} and {y} are d-separated {given_names(given)}. Now we give one more variable. For "
            "which variables are the two d-connected then? Name all of them."
        ),
        kind=Names(others),
        solution=solution,
        believed=(
            (
                opening(lambda group: believed_separated(dag, x, y, group, Belief.collider_alone)),
                Belief.collider_alone,
            ),
            (frozenset[str](), Belief.more_blocks),
            (frozenset(others), Belief.usual_colliders),
        ),
        shows=lambda value: why_separated(
            dag, x, y, {*given, in_order(dag, errors(value, solution))[0]}
        ),
        reasons=tuple(
            fact for v in in_order(dag, solution) for fact in why_separated(dag, x, y, {*given, v})
        ),
        count=f"{counted(len(solution), 'variable does', 'variables do')} it.",
        place=f"Where do two arrows meet on a path between {x} and {y}?",
        rule=f"To give more can connect as well as separate. {RULE}",
        dag=dag,
        marks=asked(x, y, given),
    )


def separable(rng: Random) -> ex.Exercise | None:
    dag = ex.random_dag(rng, 6, 9)
    names = ex.names_of(dag)
    apart = [pair for pair in combinations(names, 2) if pair[1] not in dag.neighbors(pair[0])]
    solution = frozenset(map(frozenset, apart))
    everybody = set(names)
    by_nothing = frozenset(frozenset(p) for p in apart if d_separated(dag, *p))
    by_all = frozenset(frozenset(p) for p in apart if d_separated(dag, *p, everybody - set(p)))
    parents = frozenset(frozenset(p) for name in names for p in combinations(dag.parents(name), 2))
    believed = [
        (solution - by_nothing, Belief.no_empty_set),
        (by_all, Belief.more_blocks),
        (solution | parents, Belief.parents_apart),
    ]
    return ex.Exercise(
        title="Which can be separated?",
        question=(
            "Name all pairs of variables that some set of the others d-separates. The set may be "
            "another one for each pair, and it may be empty."
        ),
        kind=Pairs(names),
        solution=solution,
        believed=(
            *believed,
            (by_nothing, Belief.along_arrows),
        ),
        shows=lambda value: _separable(dag, *first_pair(errors(value, solution), dag)),
        reasons=(NO_EDGE,),
        count=f"{counted(len(solution), 'pair')} can be separated.",
        place=f"Try {listed(first_pair(solution, dag))}: which paths have to be blocked?",
        rule="An edge is a path that nothing can block. What if there is no edge?",
        dag=dag,
    )


def _separable(dag: Dag, a: str, b: str) -> Facts:
    if b in dag.neighbors(a):
        return (facts.NeverSeparated((a, b)),)
    no_ancestor = a if b not in dag.descendants(a) else b
    return facts.Adjacent((a, b), False), *why_separated(dag, a, b, dag.parents(no_ancestor))


EXERCISES: Final = ex.by_name(blockers, verdicts, separator, openers, separable)
