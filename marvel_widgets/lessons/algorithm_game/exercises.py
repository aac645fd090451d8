"""06, MARVEL by hand: drawings, questions and words of visits, removals, updates and memory."""

import random
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from typing import Any, Final, Literal

from marvel_widgets.assessment.answers import Parts
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.exercise import Exercise, by_name, names_of, random_dag
from marvel_widgets.assessment.facts import Facts, Principle, kind
from marvel_widgets.assessment.variable_answers import Names, Order, Pairs
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.marvel import marvel
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.algorithms.run import Trace
from marvel_widgets.core.boundary.removability import removable_variables
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.lemmas.exercises import InBoundary
from marvel_widgets.lessons.markov_boundary.exercises import Shares
from marvel_widgets.lessons.removability.exercises import Kin, Leaves, Without, verdict_of
from marvel_widgets.lessons.removability.view import Edge
from marvel_widgets.lessons.separation.by_arrows import in_order
from marvel_widgets.lessons.separation.facts import Adjacent, Labels
from marvel_widgets.text import counted, listed

FirstVisit = Literal["passed", "failed", "unasked"]

ComesBefore = kind("x y", "{x} comes before {y}.")


def _sizes(members: Labels, sizes: tuple[int, ...]) -> str:
    pairs = zip(members, sizes, strict=True)
    return f"Boundary sizes: {listed(f'{v} {size}' for v, size in pairs)}; ties by name."


BoundarySizes = kind("members sizes", _sizes)
InLine = kind(
    "x first",
    "{x} is {first:the first in the line that passes both conditions"
    "|removable, but so is another one before it in the line}.",
)
TwoNeighbors = kind("x pair", "{pair} are two neighbors of {x}.")


def _at_first(pair: Edge, found: FirstVisit) -> str:
    words = {
        "passed": "passed at the first visit, and a passed pair never fails later.",
        "failed": "failed at the first visit, and a failed pair may pass later.",
        "unasked": "were not decided at the first visit, which ended before them.",
    }
    return f"{pair[0]} and {pair[1]} {words[found]}"


AtFirstVisit = kind("x removed pair found", _at_first)

HOLDS_NO_MORE: Final = Principle("A common child that has left holds nothing together.")
LEAVES_EVERY_BOUNDARY: Final = Principle(
    "The one that leaves is in no boundary any more, and two of its parents leave each other's if "
    "it alone kept them there."
)
ONLY_PARENTS_PART: Final = Principle(
    "Only parents of the one that leaves can drop out of each other's boundary. Which of its "
    "neighbors are parents is not known, so each pair of neighbors is tested."
)
Pair = frozenset[str]


def update_pairs(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 6, rng.randint(7, 9))
    x = str(rng.choice(removable_variables(dag)))
    neighbors = dag.neighbors(x)
    if len(neighbors) != 3:
        return None
    solution = _pairs(neighbors)

    def witness(value: frozenset[Pair]) -> Facts:
        for pair in sorted(value, key=sorted):
            if x in pair:
                return Leaves(x), Principle("No test asks about it any more.")
            for v in sorted(pair - neighbors):
                return Kin(v, "neighbor", x, False), ONLY_PARENTS_PART
        y, z = sorted(min(solution - value, key=sorted))
        return TwoNeighbors(x, (y, z)), Principle(
            "The one that leaves may be their common child: MARVEL does not know, so it tests them."
        )

    return Exercise(
        title="Which pairs are tested?",
        question=(
            f"{x} passes and leaves. Which pairs does MARVEL test then, to see whether they stay "
            "in each other's boundary?"
        ),
        kind=Pairs(names_of(dag)),
        solution=solution,
        believed=(
            (frozenset(), Belief.only_deletes),
            (_pairs(dag.parents(x)), Belief.whole_graph),
            (_pairs(dag.markov_boundary(x)), Belief.only_neighbors),
        ),
        shows=witness,
        reasons=(ONLY_PARENTS_PART,),
        count=f"{counted(len(solution), 'pair')} of {len(dag) - 1} remaining variables.",
        place=f"Which variables are adjacent to {x}?",
        rule="The two may have been parents of the one that left; directions are not known yet.",
        dag=dag,
    )


def boundaries_after(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 6, rng.randint(6, 9))
    x = str(rng.choice(removable_variables(dag)))
    after = dag.without(x)
    asked = sorted(map(str, dag.neighbors(x)))
    if len(asked) not in (2, 3):
        return None
    truth = {v: frozenset(map(str, after.markov_boundary(v))) for v in asked}
    cut = {v: frozenset(map(str, dag.markov_boundary(v))) - {x} for v in asked}
    parted = {v: cut[v] - ((set(asked) - {v}) - set(dag.neighbors(v))) for v in asked}
    near = {v: frozenset(map(str, after.neighbors(v))) for v in asked}

    def witness(value: Mapping[str, frozenset[str]]) -> Facts:
        v = next(v for v in asked if value[v] != truth[v])
        return boundary_after(dag, (x,), v, min(value[v] ^ truth[v]))

    return Exercise(
        title="The boundaries afterwards",
        question=(
            f"{x} passes and leaves. Which Markov boundaries do its neighbors, {listed(asked)}, "
            "have afterwards?"
        ),
        kind=Parts({v: Names(names_of(dag)) for v in asked}),
        solution=truth,
        believed=(
            (cut, Belief.only_deletes),
            (parted, Belief.parents_apart),
            (near, Belief.only_neighbors),
        ),
        shows=witness,
        reasons=(LEAVES_EVERY_BOUNDARY,),
        count=f"{listed(f'{v} has {len(truth[v])}' for v in asked)}.",
        place=f"Which neighbors of {x} are not adjacent to each other?",
        rule="Two that are not adjacent stay together when they have another common child.",
        dag=dag,
    )


def _pairs(names: Iterable[Any]) -> frozenset[Pair]:
    return frozenset(frozenset(map(str, pair)) for pair in combinations(names, 2))


def boundary_after(dag: Dag, removed: tuple[str, ...], v: str, u: str) -> Facts:
    """Return why u is, or is not, in the boundary of v after some have left."""
    if u in removed:
        return Leaves(u, removed), Principle("What has left is in no boundary.")
    if u == v:
        return (InBoundary(v, v, False),)
    after = dag.induced(set(dag) - set(removed))
    now = u in after.markov_boundary(v)
    there = Without(removed, (InBoundary(v, u, now), *(_shares(after, v, u) if now else ())))
    if now:
        return (there,)
    if u in dag.markov_boundary(v):
        return there, *_shares(dag, v, u), HOLDS_NO_MORE
    return there, Principle("A removal adds nothing to a boundary.")


def _shares(dag: Dag, v: str, u: str) -> Facts:
    if u in dag.neighbors(v):
        return (Adjacent((u, v)),)
    return (Shares(u, v, False, tuple(in_order(dag, dag.children(v) & dag.children(u)))),)


KEPT_IN_MIND: Final = Principle(
    "A pair that passed is kept in mind; those after the failed one were never asked."
)


def second_visit(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 6, rng.randint(11, 13))
    trace = record(marvel, dag)
    visits = _visits(trace)
    # the first visit that reuses some pairs and tests others; it is a second one, and no pair fails
    mixed = (n for n, (*_, pairs) in enumerate(visits) if len({p.reused for p in pairs}) == 2)
    if (at := next(mixed, None)) is None:
        return None
    now, x, pairs = visits[at]
    earlier = [visit for visit in visits[:at] if visit[1] == x]
    if len(earlier) != 1 or any(pair.separating_set is not None for pair in pairs):
        return None
    first, _, met = earlier[0]
    name, left = str(trace.names[x]), tuple(map(str, trace.result.removal_order[: now - 1]))

    def named(pairs: Iterable[ev.PairDecided]) -> frozenset[Pair]:
        return frozenset(frozenset(str(trace.names[v]) for v in (p.z, p.w)) for p in pairs)

    reused, asked = (named(p for p in pairs if p.reused == known) for known in (True, False))
    looked_at, failed = named(met), named(p for p in met if p.separating_set is not None)
    before = listed(
        f"{trace.names[p.z]} - {trace.names[p.w]} "
        + ("passed" if p.separating_set is None else "failed")
        for p in met
    )

    kind = Parts({"reused": Pairs(names_of(dag)), "asked": Pairs(names_of(dag))})

    def witness(value: Mapping[str, Any]) -> Facts:
        for pair in sorted(value["reused"] | value["asked"], key=sorted):
            for v in sorted(pair & set(left)):
                return Leaves(v, left), Principle("Nothing is asked any more about what has left.")
            for v in sorted(pair if pair not in asked | reused else ()):
                if v not in dag.neighbors(name):
                    return (Kin(v, "neighbor", name, False),)
            if pair in value["reused"] - reused or pair in value["asked"] - asked:
                z, w = sorted(pair)
                found: FirstVisit = "failed" if pair in failed else "passed"
                found = found if pair in looked_at else "unasked"
                return (AtFirstVisit(name, left[: first - 1], (z, w), found),)
        z, w = sorted(min((asked | reused) - value["reused"] - value["asked"], key=sorted))
        return TwoNeighbors(name, (z, w)), Principle("Are they known?")

    return Exercise(
        title="The second visit",
        question=(
            f"Round {first}: {name} is visited, and Condition 1 fails. Its pairs of "
            f"neighbors, in order: {before}; there the visit ended. By round {now} "
            f"{listed(left)} {'has' if len(left) == 1 else 'have'} left, {name} is visited for "
            "the second time, and no pair fails. Which pairs are reused from memory, and which "
            "are asked anew by tests?"
        ),
        kind=kind,
        solution=kind.of(reused, asked),
        believed=(
            (kind.of(frozenset(), reused | asked), Belief.starts_over),
            (kind.of(reused | asked, frozenset()), Belief.never_stops),
            (kind.of(looked_at, asked), Belief.only_deletes),
        ),
        shows=witness,
        reasons=(KEPT_IN_MIND,),
        count=f"{counted(len(reused), 'pair is', 'pairs are')} reused.",
        place=f"List the pairs of those neighbors of {name} that are still there.",
        rule="What passed once passes again; what was never asked has to be asked.",
        dag=dag,
    )


def _visits(trace: Trace) -> list[tuple[int, int, list[ev.PairDecided]]]:
    """Return the visits of a run: the round, the visited variable, and its pairs."""
    found: list[tuple[int, int, list[ev.PairDecided]]] = []
    number = 0
    for event in (step.event for step in trace.steps):
        if isinstance(event, ev.RoundStarted):
            number = event.number
        elif isinstance(event, ev.Visited):
            found.append((number, event.x, []))
        elif isinstance(event, ev.PairDecided):
            found[-1][2].append(event)
    return found


ONE_LEAVES: Final = Principle(
    "One variable leaves in each round: the first of the line that is removable."
)


def first_round(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 5, rng.randint(5, 7))
    order = _sorted_by(names_of(dag), lambda v: len(dag.markov_boundary(v)))
    by_neighbors = _sorted_by(names_of(dag), lambda v: len(dag.neighbors(v)))
    removable = removable_variables(dag)

    def answer(line: Iterable[str], leave: Callable[[str], bool]) -> dict[str, Any]:
        whole = tuple(line)
        return {"order": whole, "leaves": frozenset({next(filter(leave, whole))})}

    if order == names_of(dag):  # must not be right without a look at the boundaries
        return None
    solution = answer(order, lambda v: v in removable)
    (leaver,) = solution["leaves"]

    def witness(value: Mapping[str, Any]) -> Facts:
        for v, right in zip(value["order"], order, strict=True):
            if v != right:
                return _before(dag, right, v)
        wrong = sorted(value["leaves"] - {leaver})
        if wrong and wrong[0] not in removable:
            return verdict_of(dag, wrong[0])
        return (InLine(wrong[0], False),) if wrong else (ONE_LEAVES,)

    return Exercise(
        title="The first round",
        question=(
            "A round visits the variables by the size of their Markov boundary, ties by name. "
            "Which order of all variables does that give, and which one leaves in the first round?"
        ),
        kind=Parts({"order": Order(names_of(dag)), "leaves": Names(names_of(dag))}),
        solution=solution,
        believed=(
            (answer(order, lambda _: True), Belief.first_leaves),
            (answer(order, lambda v: not dag.children(v)), Belief.only_sinks),
            (answer(by_neighbors, lambda v: v in removable), Belief.only_neighbors),
        ),
        shows=witness,
        reasons=(InLine(leaver, True),),
        count=f"It is the visit number {order.index(leaver) + 1} that ends the round.",
        place=f"The boundary of {order[-1]} is the largest, or the last among the largest.",
        rule="The boundary holds parents, children and other parents of the children.",
        dag=dag,
    )


def removal_order(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 5, rng.randint(5, 7))
    solution = tuple(map(str, marvel(dag).removal_order))
    sizes = {str(v): len(dag.markov_boundary(v)) for v in dag}

    def without_children(left: Dag) -> list[Any]:
        return [v for v in left if not left.children(v)]

    def witness(value: tuple[str, ...]) -> Facts:
        at = next(n for n, v in enumerate(value) if v != solution[n])
        left = dag.induced(value[at:])
        why = verdict_of(left, value[at])
        if len(why) == 1:  # it is removable
            why = *verdict_of(left, solution[at]), *_before(left, solution[at], value[at])
        return (Without(value[:at], why),) if at else why

    return Exercise(
        title="Which leaves when?",
        question="In which order does MARVEL remove the variables? Ties are broken by name.",
        kind=Order(names_of(dag)),
        solution=solution,
        believed=(
            (_sorted_by(names_of(dag), sizes.__getitem__), Belief.first_leaves),
            (_leaving(dag, without_children, fresh=True), Belief.only_sinks),
            (_leaving(dag, removable_variables, fresh=False), Belief.only_deletes),
        ),
        shows=witness,
        reasons=(Principle("In each round the first removable one of the sorted line leaves."),),
        count=f"{counted(len(removable_variables(dag)), 'variable')} could leave in the first "
        "round.",
        place=f"Begin with the boundary of {min(sizes, key=lambda v: (sizes[v], v))}.",
        rule="Sort anew in each round, by the boundaries in the graph that is left.",
        dag=dag,
    )


def _before(dag: Dag, x: str, y: str) -> Facts:
    """Return that x is visited before y, with the sizes that say so."""
    pair = tuple(sorted({x, y}))
    return ComesBefore(x, y), BoundarySizes(pair, tuple(len(dag.markov_boundary(v)) for v in pair))


def _sorted_by(names: Iterable[str], size: Callable[[str], int]) -> tuple[str, ...]:
    return tuple(sorted(names, key=lambda v: (size(v), v)))


def _leaving(
    dag: Dag, may_leave: Callable[[Dag], Iterable[Any]], *, fresh: bool
) -> tuple[str, ...]:
    """Return the order of removals, always the first removable one; boundaries new, or only cut."""
    start = {v: dag.markov_boundary(v) for v in dag}
    left: list[str] = []
    while len(left) < len(start):
        rest = dag.induced(set(dag) - set(left))
        size = {v: len(rest.markov_boundary(v) if fresh else start[v] - set(left)) for v in rest}
        left.append(min(map(str, may_leave(rest)), key=lambda v: (size[v], v)))
    return tuple(left)


EXERCISES: Final = by_name(first_round, update_pairs, boundaries_after, removal_order, second_visit)
