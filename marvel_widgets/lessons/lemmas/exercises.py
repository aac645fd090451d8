"""Exercises of notebook 05: what each family of CI tests proves, what it costs, where it breaks."""

import random
from collections.abc import Iterable, Mapping
from itertools import combinations, pairwise
from typing import Any, Final

from marvel_widgets.assessment.answers import Number, Parts
from marvel_widgets.assessment.beliefs import Belief, Believed
from marvel_widgets.assessment.exercise import Exercise, by_name, names_of, random_dag
from marvel_widgets.assessment.facts import Fact, Facts, Principle, kind
from marvel_widgets.assessment.variable_answers import Names, Pairs
from marvel_widgets.core.boundary import by_tests
from marvel_widgets.core.boundary.removability import removable_variables
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import CycleError, Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import Path, open_path
from marvel_widgets.lessons.removability.exercises import Cycle, Kin, verdict_of
from marvel_widgets.lessons.separation.by_arrows import errors, in_order, letters, subsets
from marvel_widgets.lessons.separation.facts import Adjacent, Labels, NeverSeparated, Separates
from marvel_widgets.pictures.path_marks import asked
from marvel_widgets.replay.wording import braces
from marvel_widgets.text import counted, in_braces, listed
from marvel_widgets.theory.counterexamples import v_structure_breaks
from marvel_widgets.theory.lemma_checks import check_lemma, why_not_first

AGAINST_LARGE_ONES: Final = Principle(
    "The lemma speaks against boundaries of more members than the maximum in-degree, never for a "
    "small one."
)
CLAIM_HOLDS: Final = Principle("So the claim is right here.")
CO_PARENTS_ARE: Final = Principle("Co-parents are its members but the neighbors.")
NO_ENDS: Final = Principle("A set that separates two variables contains neither of them.")
NOT_BOTH: Final = Principle("No neighbor is a co-parent.")
NEITHER: Final = Principle("Neighbors and co-parents are members of the boundary.")
ONE_FAMILY: Final = Principle(
    "Each gap is one family of tests: neighbors, v-structures, pairs of neighbors."
)
PAIR_SURVIVES: Final = Principle(
    "A pair survives when it is adjacent, or when the variable is a child of both."
)
SEPARATED_ARE: Final = Principle(
    "A member that some set separates from the variable is a co-parent; others are not."
)
Z_AND_T_SURVIVE: Final = Principle(
    "Z and T survive when they are adjacent, or when both are parents of Y."
)
_LETTERS: Final = 5  # of the exercise on a counterexample
_MOST_RIGHT: Final = 3  # sets that mislead: with more, a guess would be lucky too often
Pair = frozenset[Any]

ToldApart = kind(
    "x y given",
    "{y} is independent of {x} given {given:set}, so it is a co-parent.",
    "No listed set makes {y} independent of {x}, so it is a neighbor.",
)


def _is_inside(x: Label, y: Label, inside: bool) -> str:
    if x == y:
        return f"{y} is not in its own boundary."
    return f"{y} is {'' if inside else 'not '}in the Markov boundary of {x}."


InBoundary = kind("x y inside", _is_inside)
CommonChild = kind(
    "x y true",
    "{y} {true:is|is not} a child of {x} and of a co-parent: look at the arrows into it.",
)
PairsOfNeighbors = kind(
    "x neighbors pairs wrong", "{neighbors:# neighbor} make {pairs:# pair}, not {wrong}."
)
BoundarySize = kind(
    "x number most",
    "The boundary of {x} has {number:# member}, the maximum in-degree is {most}.",
)
OfAnswer = kind("names there", "{there}")


def _separating(x: Label, y: Label, child: Label, given: Labels, path: Path | None) -> str:
    named = in_braces(given) if given else "The empty set"
    pair = f"{x} and {y}"
    if path is not None:
        return f"{named} does not separate {pair}: the path {path} is open."
    if child in given:
        at_once = f"so the lemma says at once: no v-structure at {child}."
        return f"{named} separates {pair}, but {child} is in it, {at_once}"
    return f"{named} separates {pair}, and {child} is not in it."


SetSeparates = kind("x y child given path", _separating)
NoneInside = kind(
    "x pair members given",
    "It is not inside the boundary of {x}, which is {members:set}: no set inside that separates "
    "{pair}.",
)
OffBy = kind(
    "x y number given sets",
    "{number} are too many: {given:set} separates {x} and {y}, so no later set is tried.",
    "{number} are too few: nothing separates {x} and its neighbor {y}, so each of the {sets} "
    "proper subsets is tried for {y} alone.",
)


def _spent(neighbors: int, sets: int, members: Labels, tests: tuple[int, ...]) -> str:
    spent = listed(f"{n} for {t}" for t, n in zip(members, tests, strict=True))
    return f"{neighbors} x {sets} for the neighbors, and {spent}, where the search stops early."


LemmaCost = kind("x neighbors sets members tests", _spent)


def _colliding(x: Label, pair: Labels, blocker: Label) -> str:
    beside = "" if blocker == x else f", as it is beside {x}"
    path = f"{pair[0]} → {blocker} ← {pair[1]}"
    return f"{path}: the path is open as soon as {blocker} is given{beside}."


ColliderGiven = kind("x pair blocker", _colliding)
Breaks = kind(
    "x pair given through",
    "For {x} → {through} ← {pair[1]}: {given:set} holds {x} and {through}, and separates {pair}.",
    "{given:set} holds {x} and separates {pair}.",
)
NotAsked = kind("x pair", "Condition 2 asks nothing about {pair}.")


# -- the questions -----------------------------------------------------------------------------


def _a_boundary(rng: random.Random, fewest: int, most: int) -> tuple[Dag, str, tuple[str, ...]]:
    dag = random_dag(rng, 6, rng.randint(fewest, most))
    x = str(rng.choice(dag.nodes))
    return dag, x, letters(dag.markov_boundary(x))


def _named(dag: Dag, *parts: str) -> dict[str, Names]:
    return dict.fromkeys(parts, Names(names_of(dag)))


def by_lemmas(rng: random.Random) -> Exercise | None:
    dag, x, members = _a_boundary(rng, 7, 9)
    boundary = frozenset(members)
    if len(boundary) != 4:
        return None
    found = by_tests.neighborhood(dag, x, boundary)
    near, stored = frozenset(map(str, found.neighbors)), found.separating_sets
    common = frozenset(str(y) for _, y, _ in by_tests.v_structures_as_parent(dag, x, boundary))
    if len(near) < 2 or not common:
        return None

    def answer(neighbors: frozenset[str], children: Iterable[str]) -> dict[str, Any]:
        return {
            "neighbors": neighbors,
            "co-parents": boundary - neighbors,
            "common children": frozenset(children),
            "pairs": len(list(combinations(neighbors, 2))),
        }

    dependent = frozenset(y for y in boundary if not d_separated(dag, x, y))
    shared = (y for y in common if dag.parents(y) & (boundary - dependent))
    solution = answer(near, common)

    def witness(value: Mapping[str, Any]) -> Facts:
        for y in sorted(errors(value["neighbors"], near)):
            if y not in near and y in boundary:
                return (ToldApart(x, y, letters(stored[y])),)
            return (Kin(y, "neighbor", x, y in near),)
        for y in sorted(errors(value["co-parents"], boundary - near)):
            if y in near:
                return Kin(y, "neighbor", x, True), NOT_BOTH
            return InBoundary(x, y, y in boundary), CO_PARENTS_ARE
        for y in sorted(errors(value["common children"], common)):
            return (CommonChild(x, y, y in common),)
        return (PairsOfNeighbors(x, len(near), solution["pairs"], value["pairs"]),)

    parts = _named(dag, "neighbors", "co-parents", "common children")
    in_no_set = (y for y in near if any(y not in given for given in stored.values()))
    return Exercise(
        title="The same, with gaps",
        question=(
            f"The Markov boundary of {x} is {braces(dag, boundary)}. What do the lemmas find for "
            f"{x}? Name its neighbors, its co-parents, and its common children with a co-parent; "
            "count the pairs of neighbors that Condition 1 asks about, if none of them fails."
        ),
        kind=Parts({**parts, "pairs": Number(0, 20)}),
        solution=solution,
        believed=(
            (answer(near, in_no_set), Belief.outside_child),
            (answer(boundary, ()), Belief.only_neighbors),
            (answer(dependent, shared), Belief.give_nothing),
        ),
        shows=witness,
        reasons=(ONE_FAMILY,),
        count=f"There are {len(near)} neighbors.",
        place=f"Begin with the arrows at {x}; the rest of the boundary comes by a common child.",
        rule="A common child has an arrow from both; a set of n neighbors has n(n-1)/2 pairs.",
        dag=dag,
        marks=asked(x),
    )


def told_apart(rng: random.Random) -> Exercise | None:
    dag, x, boundary = _a_boundary(rng, 6, 9)
    if len(boundary) != 4:
        return None
    sets = {y: [*subsets({*boundary} - {y})][:-1] for y in boundary}  # proper ones
    apart = {y: [given for given in sets[y] if d_separated(dag, x, y, given)] for y in boundary}
    near = frozenset(map(str, by_tests.neighborhood(dag, x, boundary).neighbors))

    def split(neighbors: Iterable[str]) -> dict[str, Any]:
        named = frozenset(neighbors)
        return {"neighbors": named, "co-parents": frozenset(boundary) - named}

    def line(y: str) -> str:
        both = {"": [given for given in sets[y] if given not in apart[y]], "in": apart[y]}
        words = [
            f"{no}dependent given {', '.join(braces(dag, given) for given in group)}"
            for no, group in both.items()
            if group
        ]
        return f"{y}: {'; '.join(words)}."

    def witness(value: Mapping[str, Any]) -> Facts:
        for y in sorted((value["neighbors"] | value["co-parents"]) - set(boundary)):
            return InBoundary(x, y, False), NEITHER
        for y in boundary:
            if y not in value["co-parents" if apart[y] else "neighbors"]:
                return (ToldApart(x, y, apart[y][0] if apart[y] else None),)
        y = min(value["neighbors"] & value["co-parents"])
        return Kin(y, "co-parent" if apart[y] else "neighbor", x, True), NOT_BOTH

    return Exercise(
        title="Told apart by tests",
        question=(
            f"The graph is hidden. The Markov boundary of {x} is {braces(dag, boundary)}. Which "
            f"members are neighbors of {x}, which co-parents? The tests of {x} with each of them "
            "have answered:\n" + "\n".join(map(line, boundary))
        ),
        kind=Parts(_named(dag, "neighbors", "co-parents")),
        solution=split(near),
        believed=(
            (split(boundary), Belief.give_all),
            (split(y for y in boundary if () not in apart[y]), Belief.give_nothing),
            (split(y for y in boundary if not any(apart[y])), Belief.no_empty_set),
        ),
        shows=witness,
        reasons=(SEPARATED_ARE,),
        count=f"There are {len(near)} neighbors.",
        place=f"Begin with the line of {boundary[0]}: does any set make it independent of {x}?",
        rule="A member is a neighbor when no proper subset of the rest of the boundary separates.",
        hidden=dag,
    )


def neighbor_tests(rng: random.Random) -> Exercise | None:
    dag, x, boundary = _a_boundary(rng, 6, 9)
    size = len(boundary)
    if size not in (3, 4) or len(dag.co_parents(x)) not in (1, 2):
        return None
    found, most = by_tests.neighborhood(dag, x, boundary), (1 << size - 1) - 1
    near, mates = min(map(str, found.neighbors)), letters(found.co_parents)
    costs = {y: by_tests.separating_set(dag, x, y, {*boundary} - {y}) for y in mates}

    def witness(value: int) -> Facts:
        if value <= found.tests:
            return (OffBy(x, near, value, None, most),)
        t = min(costs, key=lambda y: costs[y].tests)
        return (OffBy(x, t, value, letters(costs[t].found or ()), most),)

    spent = tuple(costs[t].tests for t in mates)
    return Exercise(
        title="How many tests?",
        question=(
            f"The Markov boundary of {x} is {braces(dag, boundary)}. How many tests does the "
            f"neighbor lemma make for {x} in all? For each member it tries the "
            "proper subsets of the rest, by size, then in alphabetical order."
        ),
        kind=Number(0, 40),
        solution=found.tests,
        believed=(
            (size << size - 1, Belief.bound_is_usual),
            (size * most, Belief.never_stops),
            (size, Belief.give_all),
        ),
        shows=witness,
        reasons=(LemmaCost(x, len(found.neighbors), most, mates, spent),),
        count=f"For {counted(len(found.neighbors), 'member')} all proper subsets are tried.",
        place=f"Look for the first set that separates {x} and {mates[0]}.",
        rule="A search stops at the first set that separates; without one it tries all.",
        dag=dag,
    )


def _separable(dag: Dag, pairs: Iterable[Iterable[Any]], among: frozenset[Any]) -> frozenset[Pair]:
    found = {(z, w): by_tests.separating_set(dag, z, w, among - {z, w}).found for z, w in pairs}
    return frozenset(frozenset(pair) for pair, given in found.items() if given is not None)


def _survives(dag: Dag, x: str, pair: tuple[str, str], blocker: str) -> Fact:
    joined = pair[0] in dag.neighbors(pair[1])
    return NeverSeparated(pair) if joined else ColliderGiven(x, pair, blocker)


def condition_one_pairs(rng: random.Random) -> Exercise | None:
    dag, x, _ = _a_boundary(rng, 7, 10)
    cases = check_lemma(dag, "condition-1", x).cases
    parents, around = dag.parents(x), dag.markov_boundary(x) | {x}
    pairs = [case.roles for case in cases]
    broken: dict[Pair, Any] = {frozenset(c.roles): c for c in cases if c.family.separable}
    if not broken or len(parents) < 2:
        return None

    def witness(value: Iterable[Pair]) -> Facts:
        for pair in sorted(value, key=sorted):
            z, w = sorted(pair)
            far = [v for v in (z, w) if v not in dag.neighbors(x)]
            if far:
                return (Kin(far[0], "neighbor", x, False),)
            if pair not in broken:
                return (_survives(dag, x, (z, w), x),)
        z, w = sorted(min(broken.keys() - set(value), key=sorted))
        found = broken[frozenset({z, w})].family.separating_set or ()
        return (Breaks(x, (z, w), in_order(dag, found), None),)

    largest = (frozenset({z, w}) for z, w in pairs if d_separated(dag, z, w, around - {z, w}))
    return Exercise(
        title="Where does Condition 1 break?",
        question=(
            f"Condition 1 breaks at a pair of neighbors of {x} when some set separates the two "
            f"that contains {x}, and besides {x} only members of its boundary. "
            "Name all pairs at which it breaks."
        ),
        kind=Pairs(names_of(dag)),
        solution=frozenset(broken),
        believed=(
            (_separable(dag, pairs, around), Belief.sets_without_x),
            (frozenset(map(frozenset, combinations(parents, 2))), Belief.parents_apart),
            (frozenset(largest), Belief.more_blocks),
        ),
        shows=witness,
        reasons=(PAIR_SURVIVES,),
        count=f"{counted(len(broken), 'pair breaks', 'pairs break')} it.",
        place=f"Which neighbors of {x} are not adjacent to each other?",
        rule="Two parents collide at their child: no set that holds it separates them.",
        dag=dag,
        marks=asked(x),
    )


def condition_two_pairs(rng: random.Random) -> Exercise | None:
    dag, x, _ = _a_boundary(rng, 7, 11)
    if why_not_first(dag, "condition-2", x):
        return None
    cases = check_lemma(dag, "condition-2", x).cases
    tested: dict[Pair, Any] = {}
    for case in cases:  # of several cases with the same T and Z, what is said is of the first
        tested.setdefault(frozenset(case.roles[::2]), case)
    broken = {frozenset(case.roles[::2]): case for case in cases if case.family.separable}
    if not broken:
        return None
    boundary, neighbors = dag.markov_boundary(x), dag.neighbors(x)
    apart = _separable(dag, tested, boundary | {x})
    crossed = frozenset(frozenset({t, z}) for t in boundary - neighbors for z in neighbors)

    def witness(value: Iterable[Pair]) -> Facts:
        for pair in sorted(value, key=sorted):
            if pair not in tested:
                a, b = sorted(pair)
                return (NotAsked(x, (a, b)),)
            if pair not in broken:
                t, y, z = tested[pair].roles
                return (_survives(dag, x, (z, t), y),)
        missed = broken[min(broken.keys() - set(value), key=sorted)]
        t, y, z = missed.roles
        return (Breaks(x, (z, t), in_order(dag, missed.family.separating_set or ()), y),)

    return Exercise(
        title="Where does Condition 2 break?",
        question=(
            f"{x} satisfies Condition 1. For {x} → Y ← T and another neighbor Z of {x}, the "
            f"tests of Condition 2 ask whether a set with {x} and Y separates Z and T. "
            "Name all pairs of a Z and a T that such a set separates."
        ),
        kind=Pairs(names_of(dag)),
        solution=frozenset(broken),
        believed=(
            (frozenset(), Belief.condition_1_is_enough),
            (apart, Belief.sets_without_x),
            (crossed, Belief.only_neighbors),
        ),
        shows=witness,
        reasons=(Z_AND_T_SURVIVE,),
        count=f"{counted(len(broken), 'pair breaks', 'pairs break')} it.",
        place=f"Find the co-parents of {x} first, and the children that they share with {x}.",
        rule=f"Which later child of {x} is not adjacent to a parent of an earlier one?",
        dag=dag,
    )


def counterexample(rng: random.Random) -> Exercise | None:
    names = sorted(rng.sample("ABCDEFGH", _LETTERS))
    x, y, a, b, _ = rng.sample(names, _LETTERS)

    def judge(arrows: Iterable[tuple[str, str]]) -> tuple[Believed, Facts]:
        try:
            dag = Dag(sorted(arrows), nodes=names)
        except CycleError as error:
            return "", (Cycle(tuple(pairwise(map(str, error.cycle)))),)
        independent = Separates(x, y, (), True, "independent")
        for so, belief, fact, also in (
            (y in dag.neighbors(x), Belief.only_neighbors, Adjacent((x, y)), ()),
            (y not in dag.markov_boundary(x), Belief.all_dependent, InBoundary(x, y, False), ()),
            (d_separated(dag, x, y), Belief.parents_apart, independent, (CLAIM_HOLDS,)),
        ):
            if so:
                return belief, (OfAnswer(tuple(names), (fact,)), *also)
        return "", ()

    dependent = Separates(x, y, (), False, "independent")
    claim = Adjacent((x, y), False), InBoundary(x, y, True), dependent
    return Exercise(
        title="Break the single test",
        question=(
            "Somebody claims: a member of a Markov boundary is a neighbor exactly when it is "
            f"dependent given nothing. Prove them wrong: write the arrows of a graph with the "
            f"variables {', '.join(names)} in which {y} is in the Markov boundary of {x}, not "
            f"adjacent to {x}, and still dependent on it given nothing."
        ),
        kind=Pairs(names, directed=True),
        solution=frozenset({(x, a), (a, y), (x, b), (y, b)}),
        believed=(
            (frozenset({(x, a), (y, a)}), Belief.parents_apart),
            (frozenset({(x, y)}), Belief.only_neighbors),
            (frozenset({(x, a), (a, y)}), Belief.all_dependent),
        ),
        shows=lambda value: judge(value)[1],
        reasons=(OfAnswer(tuple(names), claim),),
        count="Four arrows are enough.",
        place=f"Give {x} and {y} a common child first; what else do they need?",
        rule="A co-parent is in the boundary; a common cause or a chain makes two dependent.",
        accepts=lambda value: judge(value)[1] == (),
        diagnose=lambda value: judge(value)[0],
    )


def boundary_sizes(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 6, rng.randint(6, 9))
    sizes = {str(v): len(dag.markov_boundary(v)) for v in dag}
    most = dag.max_in_degree
    large = frozenset(v for v, size in sizes.items() if size > most)
    removable = frozenset(map(str, removable_variables(dag)))
    first = min(sizes, key=lambda v: (sizes[v], v))
    if not large or first in removable:
        return None

    def answer(leave: Iterable[str], out: Iterable[Any] = large) -> dict[str, Any]:
        return {"too large": frozenset(out), "removable": frozenset(leave)}

    def witness(value: Mapping[str, Any]) -> Facts:
        for v in sorted(value["too large"] ^ large):
            return (BoundarySize(v, sizes[v], most),)
        return verdict_of(dag, min(value["removable"] ^ removable))

    return Exercise(
        title="Too large, and which may leave",
        question=(
            "Which variables does the boundary-size lemma rule out without a test, "
            "and which variables are removable?"
        ),
        kind=Parts(_named(dag, "too large", "removable")),
        solution=answer(removable),
        believed=(
            (answer(sizes.keys() - large), Belief.small_leaves),
            (answer(v for v in sizes if not dag.children(v)), Belief.only_sinks),
            (answer({first}), Belief.first_leaves),
            (
                answer(removable, (v for v in dag if len(dag.neighbors(v)) > most)),
                Belief.only_neighbors,
            ),
        ),
        fewest=4,
        shows=witness,
        reasons=(AGAINST_LARGE_ONES,),
        count=f"The lemma rules out {len(large)} of 6; {len(removable)} are removable.",
        place=f"Count the parents of each variable first: the most are {most}.",
        rule="Too large means not removable; small enough means that we have to test.",
        dag=dag,
    )


def misleading_set(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 6, rng.choice([7, 8]))
    breaks = list(v_structure_breaks(dag, "set-in-boundary"))
    if not breaks:
        return None
    x, t, y = (dag.nodes[place] for _, place in breaks[0].roles)
    right: set[frozenset[Any]] = {
        frozenset(dag.nodes[i] for i in found.separating_set or ())
        for found in breaks
        if found.roles == breaks[0].roles
    }
    boundary = dag.markov_boundary(x)
    if len(right) > _MOST_RIGHT:
        return None
    solution = min(right, key=lambda chosen: (len(chosen), sorted(chosen)))

    def misleads(value: frozenset[Any]) -> Facts:
        none = NoneInside(x, (y, t), letters(boundary), letters(value))
        return SetSeparates(x, t, y, letters(value), None), none

    def witness(value: frozenset[Any]) -> Facts:
        if value & {x, t}:
            return (NO_ENDS,)
        return (SetSeparates(x, t, y, letters(value), open_path(dag, x, t, value)),)

    inside = by_tests.separating_set(dag, x, t, boundary - {t}).found or frozenset()
    return Exercise(
        title="A set that misleads",
        question=(
            f"{t} is a co-parent of {x}, and {y} is a neighbor of {x}, but no common child of "
            f"{x} and {t}. Give a set that separates {x} and {t} and with which the lemma on "
            f"v-structures, as printed, says {x} → {y} ← {t} all the same."
        ),
        kind=Names(names_of(dag)),
        solution=solution,
        believed=(
            (inside, Belief.any_set),
            (frozenset(dag.nodes) - {x, t, y}, Belief.more_blocks),
            (frozenset(dag.nodes) - {x, t}, Belief.give_all),
        ),
        shows=witness,
        reasons=misleads(solution),
        count=f"The smallest such set has {min(map(len, right))} of the {len(dag)} variables.",
        place=f"Look at what is outside the boundary of {x}, on a path from {y} to {t}.",
        rule=f"It has to block each path from {x} to {t} without {y} and without a common child.",
        dag=dag,
        accepts=lambda value: value in right,
        explains=misleads,
    )


EXERCISES: Final = by_name(
    by_lemmas,
    told_apart,
    neighbor_tests,
    condition_one_pairs,
    condition_two_pairs,
    counterexample,
    boundary_sizes,
    misleading_set,
)
