"""Removable variables: what is believed, what a report says of an answer, and what is asked."""

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import Any, Final

from marvel_widgets.assessment import exercise as ex
from marvel_widgets.assessment.answers import Parts
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.facts import Fact, Facts, Principle, kind
from marvel_widgets.assessment.prediction import Question
from marvel_widgets.assessment.telling import Topic
from marvel_widgets.assessment.variable_answers import Names, Order, Pairs
from marvel_widgets.core.boundary import removability as conditions
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import all_paths, open_path
from marvel_widgets.lessons.removability import view
from marvel_widgets.lessons.removability.view import Edge, condition_verdicts
from marvel_widgets.lessons.separation.by_arrows import in_order
from marvel_widgets.lessons.separation.facts import Adjacent, Labels, PathState
from marvel_widgets.pictures.path_marks import asked
from marvel_widgets.text import counted, listed

Pair = frozenset[Label]

PRINCIPLE: Final = (
    "X is removable when two things hold at each child Z of X. Condition 1: each neighbor of X "
    "is Z or a neighbor of Z. Condition 2: where a child of X is a parent of Z, all its parents "
    "are parents of Z."
)
ABOUT_OTHERS: Final = Principle("The definition speaks of pairs of the others.")
MISSING_AMONG_OTHERS: Final = Principle("The missing edges are among the others.")
PAIR_OF_TWO: Final = Principle("The pair needs two variables.")
SETS_WITHOUT_IT: Final = Principle("The definition asks for sets without the one that leaves.")
OF_CHILDREN: Final = Principle("The conditions ask something of children only.")

# -- what is right, and what holders of beliefs would answer -------------------------------------


def missing_pairs(dag: Dag, x: Label, condition: int | None = None) -> frozenset[Pair]:
    """Return the pairs, not adjacent, that a condition of Theorem 1, or either, wants adjacent."""
    violations = conditions.explain_removability(dag, x).violations
    return frozenset(frozenset(v.missing) for v in violations if condition in (None, v.condition))


def apart(dag: Dag, names: Iterable[Label]) -> frozenset[Pair]:
    """Return the pairs of a set that no edge joins; a mistaken belief misses all of them."""
    pairs = combinations(in_order(dag, names), 2)
    return frozenset(frozenset((a, b)) for a, b in pairs if b not in dag.neighbors(a))


def _size(dag: Dag, v: Label) -> int:
    return len(dag.markov_boundary(v))


# Which variables holders of a belief take for removable.
BELIEVED: Final[Mapping[Belief, Callable[[Dag, Label], bool]]] = {
    Belief.only_sinks: lambda dag, x: not dag.children(x),
    Belief.small_leaves: lambda dag, x: _size(dag, x) == min(_size(dag, v) for v in dag),
    Belief.condition_1_is_enough: lambda dag, x: conditions.condition_one_holds(
        dag, dag.position(x)
    ),
    Belief.all_adjacent: lambda dag, x: not apart(dag, dag.neighbors(x)),
}


def wrong_of_variable(dag: Dag, x: Label) -> tuple[Belief, ...]:
    """Return the beliefs that are wrong on whether a variable is removable."""
    truth = conditions.is_removable(dag, x)
    return tuple(b for b, believed in BELIEVED.items() if believed(dag, x) != truth)


def _asides(dag: Dag, _asked: object) -> Iterator[Question]:
    for x in dag.nodes:
        yield replace(view.removability_question(dag, x), beliefs=wrong_of_variable(dag, x))


REMOVAL: Final = Topic(tuple(BELIEVED), None, _asides)  # telling questions of a player


def apart_from_children(dag: Dag, x: Label) -> frozenset[Pair]:
    """Return Condition 1 with the Markov boundary in place of the neighbors."""
    return frozenset(p for p in apart(dag, dag.markov_boundary(x)) if p & dag.children(x))


def with_arrows(dag: Dag, arrows: Collection[Edge]) -> Dag | None:
    """Return the graph with more edges; None where an edge exists already or a cycle closes."""
    if any(b in dag.neighbors(a) for a, b in arrows):
        return None
    try:
        return Dag([*dag.edges, *arrows], nodes=dag.nodes)
    except GraphError:
        return None


def is_repaired(dag: Dag, x: Label, arrows: Collection[Edge]) -> bool:
    graph = with_arrows(dag, arrows)
    return graph is not None and conditions.is_removable(graph, x)


def fewest_repairs(dag: Dag, x: Label, most: int = 3) -> tuple[frozenset[Edge], ...]:
    """Return the smallest sets of arrows that make x removable; none if it needs more than most.

    Both ways of each pair that no edge joins are tried, x left out: an edge at x only brings
    demands. A pair that is missing now has to be joined in the end, so these are taken first.
    """
    needed = missing_pairs(dag, x)
    others = sorted(apart(dag, frozenset(dag.nodes) - {x}) - needed, key=sorted)
    for size in range(len(needed), most + 1):
        found = [
            frozenset(arrows)
            for more in combinations(others, size - len(needed))
            for arrows in product(*([(a, b), (b, a)] for a, b in (*needed, *more)))
            if is_repaired(dag, x, arrows)
        ]
        if found:
            return tuple(sorted(found, key=sorted))
    return ()


def _changes(dag: Dag, x: Label, pair: Iterable[Label], given: Iterable[Label]) -> bool:
    """Return whether a d-separation over the others is another one without x."""
    y, z = pair
    return d_separated(dag, y, z, given) != d_separated(dag.without(x), y, z, given)


def overlooks_descendants(dag: Dag, y: Label, z: Label) -> frozenset[Label] | None:
    """Return a set that separates two only where a collider must be given itself to open."""
    rest = [v for v in dag if v not in (y, z)]
    for given in (g for size in range(1, len(rest) + 1) for g in combinations(rest, size)):
        paths = all_paths(dag, y, z, given).paths
        believed_open = [
            all(v.given if v.role == "collider" else v.is_open for v in p.vertices) for p in paths
        ]
        if any(p.is_open for p in paths) and not any(believed_open):
            return frozenset(given)
    return None


def first_failure(dag: Dag, order: Iterable[Label]) -> tuple[Label, Dag] | None:
    """Return the first variable of an order that is not removable, and its graph; None if none."""
    for name in order:
        if not conditions.is_removable(dag, name):
            return name, dag
        dag = dag.without(name)
    return None


def count_orders(dag: Dag) -> int:
    """Return in how many orders all variables can be removed, each removable at its turn."""
    able = [v for v in dag if conditions.is_removable(dag, v)]
    return sum(count_orders(dag.without(v)) for v in able) if able else 1


def always_the_first(dag: Dag) -> tuple[Label, ...]:
    """Return the order in which the smallest boundary leaves, without a look."""
    if not len(dag):
        return ()
    first = min(dag, key=lambda v: _size(dag, v))
    return (first, *always_the_first(dag.without(first)))


# -- what is said of an answer -------------------------------------------------------------------

Removable = kind(
    "x removable members why=()",
    "{x} is not removable: {why}",
    "{x} is removable: both conditions hold at its {members:child|children} {members}.",
    "{x} is removable: it has no children.",
)
Changes = kind(
    "removed pair given",
    "Without {removed}, {pair} are separated {given:given}; with {removed} they are not.",
)


def verdict_of(dag: Dag, x: Label) -> Facts:
    now, children = conditions.explain_removability(dag, x).changed, in_order(dag, dag.children(x))
    if now is None:
        return (Removable(x, True, children),)
    why = next(v.why for v in condition_verdicts(dag, x) if not v.holds)
    lost = Changes(x, in_order(dag, (now.y, now.z)), in_order(dag, now.given))
    return Removable(x, False, children, why), lost


def misjudged(dag: Dag, value: Collection[Label], solution: Collection[Label]) -> Facts:
    """Return the verdict on a variable that was named and should not be, or the other way round."""
    extra = [v for v in dag if v in value and v not in solution]
    lost = [v for v in dag if v in solution and v not in value]
    return verdict_of(dag, (extra + lost)[0])


AtChild = kind(
    "x child condition met why", "Condition {condition} {met:holds|fails} at {child}: {why}"
)


def _at_child(x: Label, v: view.ConditionVerdict) -> Fact:
    return AtChild(x, v.child, v.condition, v.holds, v.why)


def failures(dag: Dag, x: Label) -> Facts:
    return tuple(_at_child(x, v) for v in condition_verdicts(dag, x) if not v.holds)


Kin = kind(
    "x kin y true",
    lambda x, kin, y, true: f"{x} is {'a' if true else 'no'} {kin} of {'itself' if x == y else y}.",
)


def wrong_child(dag: Dag, x: Label, named: Mapping[int, Collection[Label]]) -> Facts:
    strange = in_order(dag, {v for at in named.values() for v in at} - dag.children(x))
    if strange:
        return Kin(strange[0], "child", x, False), OF_CHILDREN
    verdicts = condition_verdicts(dag, x)
    wrong = (v for v in verdicts if v.holds == (v.child in named[v.condition]))
    return (_at_child(x, next(wrong)),)


def _no_reason(x: Label, pair: Edge, child: Label | None) -> str:
    head = f"Nothing asks for an edge between {pair[0]} and {pair[1]}:"
    if child is None:
        neither = f"neither {pair[0]} nor {pair[1]} is one"
        return f"{head} the conditions join others to a child of {x}, and {neither}."
    other = pair[1] if pair[0] == child else pair[0]
    why = f"{other} is no neighbor of {x}, and no parent of a child of {x}"
    return f"{head} {why} that is a parent of {child}."


NothingAsks = kind("x pair child", _no_reason)
Leaves = kind("x removed=()", lambda x, removed: f"{x} {'has left' if removed else 'leaves'}.")


def nothing_asks(dag: Dag, x: Label, pair: Labels) -> Fact:
    """Return that no condition asks for an edge, where that is so."""
    return NothingAsks(x, pair, next((v for v in pair if v in dag.children(x)), None))


def wrong_pair(dag: Dag, x: Label, value: Collection[Pair]) -> Facts:
    """Return a pair that no condition asks for and was named, or one that was left out."""
    extra = sorted(in_order(dag, pair) for pair in {*value} - missing_pairs(dag, x))
    if not extra:
        violations = conditions.explain_removability(dag, x).violations
        place = next(v for v in violations if frozenset(v.missing) not in value)
        z, others = place.child, [v for v in place.missing if v != place.child]
        why = view.MissingArrow(x, place.through, place.missing)
        if place.condition == 1:
            why = view.NeighborsAtChild(x, z, tuple(others), False)
        return (AtChild(x, z, place.condition, False, (why,)),)
    a, b = extra[0]
    if x in (a, b):
        return Leaves(x), MISSING_AMONG_OTHERS
    return (Adjacent((a, b)) if b in dag.neighbors(a) else nothing_asks(dag, x, (a, b)),)


SameWithout = kind(
    "removed pair given path",
    "{pair} are not separated {given:given}, and this stays so without {removed}: the path "
    "{path:path} is open and does not visit {removed}.",
    "{pair} are separated {given:given}, with {removed} as without it.",
)
InPairAndSet = kind("x pair", "{x} is in the pair and in the set.")


def no_change(dag: Dag, x: Label, pair: Collection[Label], chosen: Collection[Label]) -> Facts:
    """Return why no d-separation changes without x at this pair and this set."""
    named = in_order(dag, pair)
    if len(named) != 2:
        return (PAIR_OF_TWO,)
    if x in pair:
        return Leaves(x), ABOUT_OTHERS
    if x in chosen:
        return Leaves(x), SETS_WITHOUT_IT
    if both := in_order(dag, {*pair} & {*chosen}):
        return (InPairAndSet(both[0], named),)
    path = open_path(dag.without(x), *named, chosen)
    return (SameWithout(x, named, in_order(dag, chosen), path),)


Cycle = kind("arrows", "With {arrows:added} there is a cycle: no DAG any more.")
With = kind("arrows there", "With {arrows:added}, {there}")
Repairs = kind(
    "x added fewest",
    lambda x, added, fewest: (
        f"Then both conditions hold for {x}, and fewer arrows do not suffice."
        if added == fewest
        else f"{x} is removable then, but {fewest} will do, and you add {added}."
    ),
)


def bad_repair(dag: Dag, x: Label, arrows: Iterable[Edge], fewest: int) -> Facts:
    added = tuple(sorted(arrows, key=str))
    if joined := [(a, b) for a, b in added if b in dag.neighbors(a)]:
        return (Adjacent(joined[0]),)
    after = with_arrows(dag, added)
    if after is None:
        return (Cycle(added),)
    if not conditions.is_removable(after, x):
        return (With(added, verdict_of(after, x)[:1]),)
    return (Repairs(x, len(added), fewest),)


BeginsWith = kind("x", "The order has to begin with {x}.")
Without = kind("removed there", "After {removed} {removed:has|have} left, {there}")
RemovableInTurn = kind("", "Each of them is removable in what is left when its turn comes.")


def order_error(dag: Dag, start: Label, order: Sequence[Label]) -> Facts:
    failure = first_failure(dag, order)
    if order[0] != start or failure is None:
        return (BeginsWith(start),)
    name, left = failure
    return (Without(tuple(order[: order.index(name)]), verdict_of(left, name)),)


# -- the questions -------------------------------------------------------------------------------
# Random graphs seldom fail Theorem 1 in a way that a question needs: some are made of roles.


def _a_leaver(rng: random.Random) -> tuple[Dag, Label]:
    dag = ex.random_dag(rng, 6, rng.randint(8, 10))
    return dag, rng.choice(dag.nodes)


def removable(rng: random.Random) -> ex.Exercise | None:
    dag = ex.random_dag(rng, 6, rng.randint(7, 9))
    solution = frozenset(conditions.removable_variables(dag))
    parents = in_order(dag, (v for v in solution if dag.children(v)))
    if not 2 <= len(solution) <= 4 or not parents:
        return None
    return ex.Exercise(
        title="Which may leave?",
        question="Name all removable variables of this graph.",
        kind=Names(ex.names_of(dag)),
        solution=solution,
        believed=tuple(
            (frozenset(v for v in dag if believed(dag, v)), belief)
            for belief, believed in BELIEVED.items()
        ),
        fewest=len(BELIEVED),
        shows=lambda value: misjudged(dag, value, solution),
        reasons=tuple(fact for v in dag if v in solution for fact in verdict_of(dag, v)),
        count=f"There are {len(solution)} of them.",
        place=f"One of them has children: {parents[0]}.",
        rule=PRINCIPLE,
        dag=dag,
    )


def at_children(rng: random.Random) -> ex.Exercise | None:
    dag, x = _a_leaver(rng)
    children, violations = dag.children(x), conditions.explain_removability(dag, x).violations
    one = frozenset(z for p in missing_pairs(dag, x, 1) for z in p & children)
    two = frozenset(v.child for v in violations if v.condition == 2)
    if not one or not two or len(children) < 3:
        return None

    both = Parts(dict.fromkeys(("Condition 1", "Condition 2"), Names(ex.names_of(dag))))
    return ex.Exercise(
        title=f"Where does Theorem 1 fail for {x}?",
        question=(
            f"{x} is not removable. Name the children of {x} at which Condition 1 fails, and those "
            "at which Condition 2 fails (the child that lacks an arrow)."
        ),
        kind=both,
        solution=both.of(one, two),
        believed=(
            (both.of(one, frozenset()), Belief.condition_1_is_enough),
            (both.of(children, two), Belief.only_sinks),
            (both.of(children, children), Belief.only_sinks),
        ),
        beliefs=2,
        shows=lambda value: wrong_child(dag, x, {1: value["Condition 1"], 2: value["Condition 2"]}),
        reasons=failures(dag, x),
        count=f"Condition 1 fails at {len(one)} of the children, Condition 2 at {len(two)}.",
        place=f"The children of {x} are {listed(map(str, in_order(dag, children)))}; "
        f"Condition 2 fails at {in_order(dag, two)[0]}.",
        rule=PRINCIPLE,
        dag=dag,
        marks=asked(x),
    )


def missing(rng: random.Random) -> ex.Exercise | None:
    others = ex.some_of(rng, "ts tv sw", 0.3)
    wanted = rng.sample(ex.arrows_of("vy vz wy wz tz"), 3)  # of the edges that the theorem asks for
    dag, at = ex.dealt(rng, "stvwxyz", [*ex.arrows_of("vx wx xy xz yz ty sz"), *wanted, *others])
    x = at["x"]
    solution, one = missing_pairs(dag, x), missing_pairs(dag, x, 1)
    if not 2 <= len(solution) <= 4 or not one:
        return None
    first, near = (
        conditions.explain_removability(dag, x).violations[0],
        apart(dag, dag.neighbors(x)),
    )
    return ex.Exercise(
        title="Which edges are missing?",
        question=(
            f"{x} is not removable. Which pairs would have to be joined by an edge, but are not, "
            f"by the two conditions of Theorem 1 for {x}? Directions do not matter here."
        ),
        kind=Pairs(ex.names_of(dag)),
        solution=solution,
        believed=(
            (one, Belief.condition_1_is_enough),
            (solution | near, Belief.all_adjacent),
            (near, Belief.all_adjacent),
            (solution | apart_from_children(dag, x), Belief.only_neighbors),
        ),
        fewest=4,
        shows=lambda value: wrong_pair(dag, x, value),
        reasons=failures(dag, x),
        count=f"{counted(len(solution), 'pair')} are missing.",
        place=f"Look at the child {first.child}, and at Condition {first.condition}.",
        rule=PRINCIPLE,
        dag=dag,
        marks=asked(x),
    )


def changed(rng: random.Random) -> ex.Exercise | None:
    """Ask for a d-separation that changes when X is removed; below its pair is a collider.

    The edge u -> z is missing, by Condition 1 or by Condition 2; k is a child of both u and z,
    and s is a child of k. Conditioning on k or s connects u and z.
    """
    own = "xz uk zk ks " + ("ux uy yz" if rng.random() < 0.5 else "xy uy yz")
    more = rng.sample(ex.arrows_of("au ay az as"), rng.randint(1, 2)) + ex.some_of(rng, "ys", 0.4)
    dag, at = ex.dealt(rng, "aksuxyz", [*ex.arrows_of(own), *more])
    x = at["x"]
    found = conditions.explain_removability(dag, x).changed
    if found is None or not found.given:
        return None
    y, z, chosen = found.y, found.z, found.given
    everyone = frozenset(dag.nodes) - {x, y, z}
    overlooked = overlooks_descendants(dag.without(x), y, z)
    if _changes(dag, x, (y, z), everyone) or overlooked in (None, everyone):
        return None

    kind = Parts({"pair": Names(ex.names_of(dag)), "given": Names(ex.names_of(dag))})
    pair = frozenset((y, z))

    def is_pair(value: Mapping[str, frozenset[Label]]) -> bool:
        return len(value["pair"]) == 2 and x not in value["pair"]

    def right(value: Mapping[str, frozenset[Label]]) -> bool:
        pair, inside = value["pair"], value["given"]
        sound = is_pair(value) and x not in inside and not pair & inside
        return sound and _changes(dag, x, pair, inside)

    def why(value: Mapping[str, Any]) -> Facts:
        (a, b), given = in_order(dag, value["pair"]), in_order(dag, value["given"])
        path = open_path(dag, a, b, given)
        assert path is not None  # with x there, the set does not separate them
        return Changes(x, (a, b), given), PathState(path, given)

    return ex.Exercise(
        title=f"What would change without {x}?",
        question=(
            f"{x} is not removable. Show it: give a pair of the others, and a set, such that the "
            f"set separates the pair without {x}, and does not separate it with {x} there."
        ),
        kind=kind,
        solution=kind.of(pair, chosen),
        believed=(
            (kind.of(pair, chosen | {x}), Belief.leaver_given),
            (kind.of(pair, everyone), Belief.more_blocks),
            (kind.of(pair, overlooked), Belief.collider_alone),
        ),
        shows=lambda value: no_change(dag, x, value["pair"], value["given"]),
        reasons=why(kind.of(pair, chosen)),
        count=f"A set of size {len(chosen)} will do.",
        place=f"Take two variables that Theorem 1 wants joined: {y} and {z}.",
        rule=f"The later of the two is separated from the other, in the graph without {x}, by its "
        f"parents there. Then see whether a path through {x} is open.",
        dag=dag,
        marks=asked(x),
        accepts=right,
        explains=why,
        # a pair that is none is what the witness is about, whatever the set holds
        diagnose=lambda value: (
            Belief.leaver_given if is_pair(value) and x in value["given"] else ""
        ),
    )


def repair(rng: random.Random) -> ex.Exercise | None:
    """Ask for the fewest arrows that make X removable, where the direction of one matters.

    x has the children y -> z and u -> z, with no edge between y and u. t is a parent of y
    alone: an arrow from y to u would ask for another one from t.
    """
    own = ex.arrows_of("xu xy xz uz yz ty wx wu wy wz")
    dag, at = ex.dealt(rng, "stuwxyz", [*own, *ex.some_of(rng, "wt zs ts", 0.4)])
    x = at["x"]
    needed, one = missing_pairs(dag, x), missing_pairs(dag, x, 1)
    ways = fewest_repairs(dag, x)
    joined = sorted(apart_from_children(dag, x) - needed, key=sorted)
    if not ways or not joined or not 0 < len(one) < len(needed):
        return None
    solution, fewest = ways[0], len(ways[0])
    # an arrow reversed, where that closes no cycle
    kept = [(a, b) for a, b in sorted(solution, key=str) if b not in dag.descendants(a)]
    others = [solution ^ {(a, b), (b, a)} for a, b in kept]
    turned = [way for way in others if not is_repaired(dag, x, way)]
    if not turned:
        return None
    along = tuple(v for v in dag.topological_order if v in joined[0])
    return ex.Exercise(
        title=f"Make {x} removable",
        question=(
            f"Add the fewest arrows to this graph so that {x} becomes removable and no cycle "
            "closes. Which arrows? Several answers may be right."
        ),
        kind=Pairs(ex.names_of(dag), directed=True),
        solution=solution,
        believed=(
            (
                frozenset(arrow for arrow in solution if frozenset(arrow) in one),
                Belief.condition_1_is_enough,
            ),
            (turned[0], Belief.repairs_are_safe),
            (solution | {along}, Belief.only_neighbors),
        ),
        shows=lambda value: bad_repair(dag, x, value, fewest),
        reasons=(Repairs(x, fewest, fewest),),
        count=f"{counted(fewest, 'arrow')} will do.",
        place=f"One of them joins {listed(map(str, in_order(dag, min(needed, key=sorted))))}.",
        rule="A new arrow gives its head a new parent: look at Condition 2 once more, and turn the "
        "arrow where you may.",
        dag=dag,
        marks=asked(x),
        accepts=lambda value: len(value) == fewest and is_repaired(dag, x, value),
        rights=lambda: ways,
    )


def order(rng: random.Random) -> ex.Exercise | None:
    dag, start = _a_leaver(rng)
    rest = dag.without(start)
    if (
        not dag.children(start)
        or not conditions.is_removable(dag, start)
        or count_orders(rest) > 24
    ):
        return None  # of 720 possible guesses
    solution = (start, *reversed(rest.topological_order))
    left = counted(len(conditions.removable_variables(rest)), "variable is", "variables are")
    return ex.Exercise(
        title="One after the other",
        question=(
            f"All six variables leave, one after the other, each of them removable in what is left "
            f"when it leaves. {start}, which has a child, leaves first. Give such an order."
        ),
        kind=Order(ex.names_of(dag)),
        solution=solution,
        believed=(
            ((start, *always_the_first(rest)), Belief.first_leaves),
            ((start, *sorted(rest, key=lambda v: _size(dag, v))), Belief.small_leaves),
            ((start, *rest.nodes), Belief.nothing_changes),
        ),
        shows=lambda value: order_error(dag, start, value),
        reasons=(RemovableInTurn(),),
        count=f"After {start} has left, {left} removable.",
        place=f"Without {start}, {solution[1]} has no children.",
        rule="In every DAG some variable has no children, and nothing to fear from the conditions.",
        dag=dag,
        accepts=lambda value: value[0] == start and first_failure(rest, value[1:]) is None,
    )


EXERCISES: Final = ex.by_name(at_children, missing, removable, changed, repair, order)
