"""Exercises on Markov boundaries: read them, split them, find them by tests."""

from collections.abc import Callable, Iterable
from itertools import combinations, pairwise
from random import Random
from typing import Any, Final, NamedTuple

from marvel_widgets.assessment.answers import Parts
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.exercise import Exercise, by_name, names_of, random_dag
from marvel_widgets.assessment.facts import Fact, Facts, Principle, kind
from marvel_widgets.assessment.variable_answers import Names, Pairs
from marvel_widgets.core.algorithms.boundary_run import record_boundaries
from marvel_widgets.core.boundary.events import Grown, Shrunk
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import all_paths
from marvel_widgets.lessons.markov_boundary import view
from marvel_widgets.lessons.separation.by_arrows import errors, in_order, letters, subsets
from marvel_widgets.lessons.separation.exercises import LUCKIEST, Pair, Set, first_pair
from marvel_widgets.lessons.separation.facts import Separates, why_separated
from marvel_widgets.pictures.path_marks import asked
from marvel_widgets.text import counted, in_braces, listed

Outside = kind(
    "x others brief=False", "{others} {brief:is outside|{others:is|are} not in the boundary}."
)
Shares = kind(
    "x y adjacent through",
    "{adjacent:An edge joins {x} and {y}. They also share {through}, but a co-parent is no "
    "neighbor|No edge joins {x} and {y}, and both point at {through}}.",
    "{adjacent:An edge joins {x} and {y}|{y} shares no edge and no child with {x}}.",
)
ComesIn = kind(
    "x y comes tests", "{y} {comes:comes in once a test says dependent|does not come in}: {tests}"
)
InShrinking = kind(
    "x y test", "In shrinking: {test}", "{y} never came in, so it is not thrown out."
)
IN_EACH_OTHERS: Final = Principle("These are the pairs that are in each other's Markov boundary.")
ORDER: Final = (
    "Grow-shrink goes round the other variables in alphabetical order, again and again, and lets "
    "in what is dependent given the set so far. When one comes in, it goes on with the next one; "
    "it stops when every variable outside was tested against the set as it is. Then each "
    "member is tested once, in alphabetical order, given the rest of the set, and thrown out when "
    "independent."
)
Tested = tuple[str, tuple[str, ...], bool]  # a variable, what is given, whether independent


def _drawn(rng: Random, variables: int, edges: int) -> tuple[Dag, str, list[str]]:
    dag = random_dag(rng, variables, edges)
    x = rng.choice(names_of(dag))
    return dag, x, [name for name in names_of(dag) if name != x]


def _dependent(dag: Dag, x: str, others: Iterable[str]) -> Set:
    return frozenset(y for y in others if not d_separated(dag, x, y))


def boundary(rng: Random) -> Exercise | None:
    dag, x, others = _drawn(rng, 8, 9)
    reading = view.boundary_reading(dag, x)
    solution = frozenset(reading.boundary)

    def witness(value: Set) -> Facts:
        name = in_order(dag, errors(value, solution))[0]
        for member in reading.members:
            if member.name == name:
                return view.MemberIs(x, name, member.role, member.shared), view.need_of(
                    reading, member
                )
        return Outside(x, (name,), True), *why_separated(dag, x, name, solution)

    return Exercise(
        title="A Markov boundary",
        question=f"Name the Markov boundary of {x}.",
        kind=Names(others),
        solution=solution,
        believed=(
            (dag.neighbors(x), Belief.only_neighbors),
            (_dependent(dag, x, others), Belief.all_dependent),
            (dag.ancestors(x) | dag.descendants(x), Belief.along_arrows),
            (
                frozenset(y for y in others if all_paths(dag, x, y, limit=1).paths),
                Belief.usual_colliders,
            ),
        ),
        shows=witness,
        reasons=(view.BoundaryIs(x, reading.boundary, reading.neighbors, reading.co_parents),),
        count=f"It has {counted(len(solution), 'member')}.",
        place=f"{len(reading.neighbors)} of them are joined to {x} by an edge. What else is "
        "needed?",
        rule="Parents, children, and the other parents of the children.",
        dag=dag,
        marks=asked(x),
    )


def split(rng: Random) -> Exercise | None:
    dag, x, others = _drawn(rng, 7, 9)
    neighbors, far = dag.neighbors(x), dag.co_parents(x)
    sharing = frozenset(y for y in others if dag.children(x) & dag.children(y))
    if not far or not sharing & neighbors:
        return None

    def parts(near: Iterable[Any], co_parents: Iterable[Any]) -> dict[str, Set]:
        return {"neighbors": frozenset(near), "co-parents": frozenset(co_parents)}

    solution, reading = parts(neighbors, far), view.boundary_reading(dag, x)

    def witness(value: dict[str, Set]) -> Facts:
        said, true = (
            frozenset((key, name) for key in solution for name in each[key])
            for each in (value, solution)
        )
        name = in_order(dag, {name for _, name in errors(said, true)})[0]
        shared = in_order(dag, dag.children(x) & dag.children(name))
        return (Shares(x, name, name in neighbors, shared),)

    return Exercise(
        title="Neighbors and co-parents",
        question=f"Name the neighbors of {x}, and its co-parents. No variable is both.",
        kind=Parts(dict.fromkeys(solution, Names(others))),
        solution=solution,
        believed=(
            (parts(neighbors | far, ()), Belief.give_all),
            (parts(neighbors, ()), Belief.only_neighbors),
            (parts(neighbors - sharing, sharing), Belief.parents_apart),
            (parts(neighbors, _dependent(dag, x, others) - neighbors), Belief.all_dependent),
        ),
        shows=witness,
        reasons=(view.BoundaryIs(x, reading.boundary, reading.neighbors, reading.co_parents),),
        count=f"Together there are {len(neighbors | far)}.",
        place=f"Look at {listed(letters(dag.children(x)))}, below {x}: what else points there?",
        rule="A neighbor is joined by an edge. A co-parent is no neighbor and shares a child.",
        dag=dag,
        marks=asked(x),
    )


def total_conditioning(rng: Random) -> Exercise | None:
    dag = random_dag(rng, 5, 5)

    def those(dependent: Callable[[str, str], bool]) -> frozenset[Pair]:
        return frozenset(frozenset(p) for p in combinations(names_of(dag), 2) if dependent(*p))

    solution = those(lambda a, b: not d_separated(dag, a, b, set(dag.nodes) - {a, b}))
    apart = counted(len(solution) - dag.edge_count, "of these pairs is", "of these pairs are")

    def witness(value: frozenset[Pair]) -> Facts:
        a, b = first_pair(errors(value, solution), dag)
        return why_separated(dag, a, b, set(dag.nodes) - {a, b})

    return Exercise(
        title="Total conditioning",
        question=(
            "Each pair is tested given all other variables. Name all pairs whose test says "
            '"dependent".'
        ),
        kind=Pairs(names_of(dag)),
        solution=solution,
        believed=(
            (those(lambda a, b: b in dag.neighbors(a)), Belief.give_all),
            (those(lambda a, b: not d_separated(dag, a, b)), Belief.all_dependent),
            (those(lambda a, b: b in dag.ancestors(a) | dag.descendants(a)), Belief.along_arrows),
            (those(lambda a, b: bool(all_paths(dag, a, b, limit=1).paths)), Belief.usual_colliders),
        ),
        shows=witness,
        reasons=(IN_EACH_OTHERS,),
        count=f"{len(solution)} of the {len(dag) * (len(dag) - 1) // 2} tests say so.",
        place=f"{apart} not joined by an edge.",
        rule="Given all others, each collider on a path is given, and so is each other variable.",
        dag=dag,
    )


def tell_apart(rng: Random) -> Exercise | None:
    dag, x, others = _drawn(rng, 8, 11)
    far = dag.co_parents(x)
    if not far:
        return None
    t = rng.choice(letters(far))
    others.remove(t)
    rest = [name for name in others if name in dag.markov_boundary(x)]
    right = [group for group in map(frozenset, subsets(rest)) if d_separated(dag, x, t, group)]
    if not right[0] or len(right) > LUCKIEST * 2 ** len(others):
        return None
    shared = dag.children(x) & dag.children(t)
    below = frozenset[str]().union(*map(dag.descendants, shared))

    def witness(value: Set) -> Facts:
        outside = in_order(dag, value - set(rest))
        return (Outside(x, outside),) if outside else why_separated(dag, x, t, value)

    return Exercise(
        title="Show that it is no neighbor",
        question=(
            f"{t} is in the Markov boundary of {x}: {in_braces(in_order(dag, [*rest, t]))}. Show "
            f"that it is no neighbor: name a set of other members of the boundary that separates "
            f"{x} and {t}."
        ),
        kind=Names(others),
        solution=right[0],
        believed=(
            (frozenset(rest), Belief.more_blocks),
            (frozenset(rest) - shared, Belief.collider_alone),
            (dag.neighbors(x) - {t}, Belief.usual_colliders),
            (frozenset(), Belief.parents_apart),
        ),
        shows=witness,
        reasons=why_separated(dag, x, t, right[0]),
        count=f"The smallest such set has {counted(len(right[0]), 'member')}.",
        place=f"{listed(letters(shared | below))} must not be in it.",
        rule="Leave out the common children and what is below them; block the other paths.",
        dag=dag,
        marks=asked(x, t),
        accepts=right.__contains__,
        explains=lambda value: why_separated(dag, x, t, value),
    )


class GrowShrink(NamedTuple):
    """What grow-shrink did for one variable: what it let in, threw out, and its tests of both."""

    grown: Set
    shrunk: Set
    growing: tuple[Tested, ...]
    shrinking: tuple[Tested, ...]


def grow_shrink_for(dag: Dag, x: str) -> GrowShrink:
    """Return what grow-shrink does for one variable, from a recorded run."""
    trace, names = record_boundaries(dag, "gs"), names_of(dag)
    i = names.index(x)
    # the first event of a variable is that it is started: no test of its own comes before it
    mine = [(b, a.tests) for a, b in pairwise(trace.steps) if getattr(b.event, "x", None) == i]
    grown = frozenset(names[s.event.y] for s, _ in mine if isinstance(s.event, Grown))
    shrunk = frozenset(names[s.event.y] for s, _ in mine if isinstance(s.event, Shrunk))
    tests = [trace.tests[n] for step, since in mine for n in range(since, step.tests)]
    found = tuple(
        (
            names[test.y if test.x == i else test.x],
            tuple(names[s] for s in test.given),
            test.independent,
        )
        for test in tests
    )
    cut = len(found) - len(grown)  # shrinking tests each member once
    return GrowShrink(grown, shrunk, found[:cut], found[cut:])


def grow_shrink(rng: Random) -> Exercise | None:
    dag, x, others = _drawn(rng, 6, 7)
    run = grow_shrink_for(dag, x)
    neighbors, whole = dag.neighbors(x), dag.markov_boundary(x)
    lonely = not all(map(dag.neighbors, dag.nodes))
    if lonely or not run.shrunk or not whole - neighbors:
        return None
    once: list[str] = []  # those that come in when none is tested a second time
    for y in others:
        if not d_separated(dag, x, y, once):
            once.append(y)

    kind = Parts(dict.fromkeys(("in", "out again"), Names(others)))

    def tests(of: Iterable[Tested], name: str) -> list[Fact]:
        asked = ((y, given, apart) for y, given, apart in of if y == name)
        return [Separates(x, *test, "independent") for test in asked]

    def witness(value: dict[str, Set]) -> Facts:
        if differ := value["in"] ^ run.grown:
            name = min(differ)
            return (ComesIn(x, name, name in run.grown, tuple(tests(run.growing, name))),)
        name = min(value["out again"] ^ run.shrunk)
        return (InShrinking(x, name, next(iter(tests(run.shrinking, name)), None)),)

    dependent, first = _dependent(dag, x, others), next(t[0] for t in run.growing if not t[2])
    solution = kind.of(run.grown, run.shrunk)
    return Exercise(
        title="Run grow-shrink",
        question=(
            f"{ORDER} Run it for {x}. Which are let in, thrown out later or not, and which are "
            "thrown out again?"
        ),
        kind=kind,
        solution=solution,
        believed=(
            (kind.of(dependent, dependent - whole), Belief.all_dependent),
            (kind.of(frozenset(once), frozenset(once) - whole), Belief.one_test_settles),
            (kind.of(run.grown, run.grown - neighbors), Belief.only_neighbors),
        ),
        shows=witness,
        reasons=tuple(Separates(x, *t, "independent") for t in run.growing if not t[2]),
        count=f"{len(run.grown)} come in and {len(run.shrunk)} "
        f"{'goes' if len(run.shrunk) == 1 else 'go'} again.",
        place=f"The first to come in is {first}.",
        rule="A collider that is let in is given from then on, and opens paths.",
        dag=dag,
    )


EXERCISES: Final = by_name(boundary, split, total_conditioning, tell_apart, grow_shrink)
