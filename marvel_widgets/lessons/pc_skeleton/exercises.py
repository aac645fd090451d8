"""Exercises of notebook P1: what each level tests, which edges leave, what an order changes."""

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import comb
from typing import Any, Final

from marvel_widgets.assessment.answers import Number, Parts
from marvel_widgets.assessment.beliefs import Belief, Believed
from marvel_widgets.assessment.exercise import Exercise, Slip, by_name, names_of, random_dag
from marvel_widgets.assessment.facts import Fact, Facts, Principle, kind
from marvel_widgets.assessment.true_or_false import Statement, ticked, which_hold
from marvel_widgets.assessment.variable_answers import Pairs
from marvel_widgets.core.algorithms.pc import pc
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.algorithms.run import Result, Trace
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.independence.protocol import FunctionTest
from marvel_widgets.lessons.counting.facts import Amount, Stated, off_from
from marvel_widgets.lessons.separation.facts import Labels, NeverSeparated, why_separated
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import counted, in_braces

Edge = tuple[Label, Label]

NoneAlone = kind("x y", "No single variable separates {x} and {y}.")
TriedFor = kind(
    "x y given through",
    "{given:set} is tried: all of it are neighbors of {through}.",
    "{given:set} is not tried: neither {x} nor {y} has all of it as neighbors.",
)
SetsOfBoth = kind(
    "x y size sizes number",
    "The neighbors of {x} have {sizes[0]} sets of this size, those of {y} {sizes[1]}; {sizes[2]} "
    "of them {sizes[2]:comes|come} from either end: {sizes[0]} + {sizes[1]} - {sizes[2]} = "
    "{number}.",
)
LeavesInOrder = kind(
    "order edge given",
    "In the order {order:row} the edge {edge[0]} - {edge[1]} leaves, {given:given}.",
    "In the order {order:row} the edge {edge[0]} - {edge[1]} stays: when its turn comes, no set "
    "of neighbors of one end separates the two.",
)


def _asks(x: Label, y: Label, given: Labels, tested: bool, before: Labels | None) -> str:
    asked = f"{x} and {y} {given_names(given)}"
    if tested:
        why = "all of it are neighbors of one of the two" if given else "as it does every pair"
        return f"PC tests {asked}: {why}."
    if before is not None:
        return f"PC does not test {asked}: the edge has left before, {given_names(before)}."
    return f"PC does not test {asked}: neither has all of it as neighbors when their turn comes."


PcTests = kind("x y given tested before", _asks)

Independent = Callable[[str, str, frozenset[str]], bool]
Pair = frozenset[str]
Tested = tuple[Pair, frozenset[str]]


@dataclass(frozen=True, slots=True)
class ByHand:
    """The edges at the end, the set of each pair that left, and the tests, in order."""

    edges: frozenset[Pair]
    kept: Mapping[Pair, frozenset[str]]
    asked: tuple[Tested, ...]


def by_hand(
    names: Sequence[str], independent: Independent, belief: Believed = "", *, stable: bool = False
) -> ByHand:
    """Run the levels in an order of the names, as printed or as a belief has them.

    One belief gives all the others at once, one begins with one variable given, one makes sets of
    the neighbors of the first end alone, one of all the others, whichever edges have left.
    """
    near = {x: [y for y in names if y != x] for x in names}
    kept: dict[Pair, frozenset[str]] = {}
    asked: list[Tested] = []
    first: dict[Believed, int] = {Belief.give_all: len(names) - 2, Belief.no_level_0: 1}
    size = first.get(belief, 0)
    while any(len(members) > size for members in near.values()):
        sides = {x: list(members) for x, members in near.items()} if stable else near
        for x, y in combinations(names, 2):
            around = [names, names] if belief == Belief.gone_edges_lend else [sides[x], sides[y]]
            ends = [[v for v in end if v not in (x, y)] for end in around]
            for given in sets_of(ends[:1] if belief == Belief.one_end else ends, size):
                if y not in near[x]:
                    break
                asked.append((frozenset((x, y)), given))
                if independent(x, y, given):
                    kept[frozenset((x, y))] = given
                    near[x].remove(y)
                    near[y].remove(x)
        size += 1
    edges = frozenset(frozenset((x, y)) for x in names for y in near[x])
    return ByHand(edges, kept, tuple(asked))


def sets_of(ends: Sequence[Sequence[str]], size: int) -> Iterator[frozenset[str]]:
    """Yield the sets of one size from the first end, then those from the other.

    Where the first end has all neighbors of the other, its sets are all there are.
    """
    yield from map(frozenset, combinations(ends[0], size))
    for end in ends[1:] if size else ():
        if not {*end} <= {*ends[0]}:
            yield from map(frozenset, combinations(end, size))


EMPTY_FIRST: Final = Principle(
    "Level 0 gives nothing, for every pair: what is independent then leaves at once."
)
ONE_EACH: Final = Principle(
    "At level 1 each set is one variable, a neighbor of an end when the level begins."
)
ONE_END: Final = Principle("A set is tried if all of it are neighbors of one end.")
AT_LEVEL_0: Final = Principle("Level 0 has taken their edge away before.")
STAYS_FOR_NOW: Final = Principle("Level 0 gives nothing and leaves their edge.")
OF_ONE_END: Final = (
    "Sets come from the neighbors of one end, and a set that both ends have is one set."
)


def level_0(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 5, rng.choice([5, 6]))
    pairs = frozenset(map(frozenset, combinations(names_of(dag), 2)))
    apart = pairs - frozenset(map(frozenset, dag.edges))
    return _level(
        dag,
        0,
        "PC does not see this graph. It begins with an edge between each two variables, and "
        "level 0 tests them given nothing. Which edges leave at level 0?",
        [
            (frozenset(), Belief.no_level_0),
            (_apart_given_all(dag), Belief.give_all),
            (apart, Belief.give_nothing),
        ],
        EMPTY_FIRST,
        "Two variables are independent given nothing when each path between them has a collider.",
    )


def level_1(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 6, rng.choice([6, 7]))
    any_one = frozenset(
        frozenset((a, b))
        for a, b in combinations(names_of(dag), 2)
        if any(d_separated(dag, a, b, (z,)) for z in {*dag} - {a, b})
    )
    return _level(
        dag,
        1,
        "Level 0 is over. At level 1 PC tests the two ends of each edge that is left, given "
        "one variable. Which edges leave at level 1?",
        [
            (any_one, Belief.no_level_0),
            (_apart_given_all(dag), Belief.give_all),
            (frozenset(), Belief.give_nothing),
        ],
        ONE_EACH,
        "Leave out what is independent given nothing: that edge has left at level 0.",
    )


def _level(
    dag: Dag,
    size: int,
    question: str,
    believed: list[tuple[frozenset[Pair], Belief]],
    reason: Principle,
    hint: str,
) -> Exercise | None:
    kept = pc(dag, start="complete", variant="stable").separating_sets
    solution: frozenset[Any] = frozenset(pair for pair, given in kept.items() if len(given) == size)
    if not 2 <= len(solution) <= 5:
        return None
    return Exercise(
        title=f"Level {size}",
        question=question,
        kind=Pairs(names_of(dag)),
        solution=solution,
        believed=believed,
        shows=lambda value: _fate_at(size, dag, min(value ^ solution, key=sorted), solution),
        reasons=(reason,),
        count=f"{counted(len(solution), 'edge leaves', 'edges leave')}.",
        place=f"One of those that leave has the end {min(map(min, solution))}.",
        rule=hint,
        dag=dag,
    )


def _apart_given_all(dag: Dag) -> frozenset[Pair]:
    pairs = combinations(names_of(dag), 2)
    apart = (pair for pair in pairs if d_separated(dag, *pair, {*dag} - {*pair}))
    return frozenset(map(frozenset, apart))


def _fate_at(size: int, dag: Dag, pair: Pair, solution: frozenset[Pair]) -> Facts:
    """Return why the edge of a pair leaves at a level, or does not."""
    a, b = sorted(pair)
    if b in dag.neighbors(a):
        return (NeverSeparated((a, b)),)
    if size == 1 and pair in solution:
        found = next(z for z in sorted({*dag} - pair) if d_separated(dag, a, b, (z,)))
        return (*why_separated(dag, a, b, (found,)), STAYS_FOR_NOW)
    if size == 0:
        return why_separated(dag, a, b)
    if d_separated(dag, a, b):
        return (*why_separated(dag, a, b), AT_LEVEL_0)
    return (NoneAlone(a, b),)


# -- which sets, and how many ----------------------------------------------------------------------


def which_sets(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 6, rng.choice([7, 8, 9]))
    trace = record("pc", dag, start="complete", variant="stable")
    a, b = sorted(map(str, rng.choice(dag.edges)))
    kept = trace.result.separating_sets
    near = {
        v: [w for w in names_of(dag) if w != v and len(kept.get(frozenset((v, w)), "AB")) >= 2]
        for v in names_of(dag)
    }
    sets = [*combinations([v for v in names_of(dag) if v not in (a, b)], 2)]
    ends = {frozenset(map(dag.position, (a, b)))}
    tried = {t.given for t in trace.tests if frozenset((t.x, t.y)) in ends and len(t.given) == 2}

    def numbers(holds: Any) -> frozenset[int]:
        return frozenset(n for n, given in enumerate(sets, 1) if holds(given))

    solution = numbers(lambda given: tuple(sorted(map(dag.position, given))) in tried)
    if not 2 <= len(solution) <= 5:
        return None
    one, other = (numbers(lambda given, end=end: {*given} <= {*near[end]}) for end in (a, b))

    def why(place: int) -> Facts:
        given = sets[place]
        through = next((end for end in (a, b) if {*given} <= {*near[end]}), None)
        return (TriedFor(a, b, given, through),)

    return ticked(
        [in_braces(given) for given in sets],
        solution,
        why,
        ("set is tried", "sets are tried"),
        title="Which sets?",
        question=(
            "PC begins level 2. These are the neighbors that levels 0 and 1 have left:\n"
            + "\n".join(f"{v}: {', '.join(members)}" for v, members in near.items())
            + f"\nNo set separates {a} and {b}. Given which of these sets does level 2 test them, "
            "if the neighbors are taken as they are now?"
        ),
        believed=(
            (one, Belief.one_end),
            (other, Belief.one_end),
            (numbers(lambda _: True), Belief.gone_edges_lend),
            (frozenset(), Belief.give_all),
        ),
        reasons=(ONE_END,),
        rule="Take the neighbors of one end, then those of the other: no set mixes the two.",
        hidden=dag,
    )


def how_many_sets(rng: random.Random) -> Exercise | None:
    names = "ABCDEFGHI"[: rng.randint(7, 9)]
    a, b, *others = rng.sample(names, len(names))
    one, other = (sorted(rng.sample(others, rng.randint(3, 5))) for _ in "XY")
    size = rng.choice([2, 2, 3])
    mine, theirs = ({*combinations(end, size)} for end in (one, other))
    solution = len(mine | theirs)
    if mine <= theirs or theirs <= mine or not mine & theirs:
        return None
    sizes = len(mine), len(theirs), len(mine & theirs)
    mixed = comb(len({*one, *other}), size)
    slips = mixed not in (solution, *sizes, sizes[0] + sizes[1]) and {*one, *other} != {*others}
    return Exercise(
        title="How many sets?",
        question=(
            f"PC is at level {size} with {len(names)} variables. The edge {a} - {b} is left. "
            f"The neighbors of its ends are:\n{a}: {', '.join([b, *one])}\n"
            f"{b}: {', '.join([a, *other])}\nNo set separates the two. Given how many different "
            "sets does level "
            f"{size} test them?"
        ),
        kind=Number(1, 60),
        solution=solution,
        believed=(
            (sizes[0], Belief.one_end),
            (sizes[1], Belief.one_end),
            (len([*combinations(others, size)]), Belief.gone_edges_lend),
            (sizes[0] + sizes[1], Belief.counted_again),
            (1, Belief.give_all),
        ),
        beliefs=4,
        slips=(Slip(mixed, "sets that mix neighbors of both ends are none"),) if slips else (),
        shows=off_from(solution, Principle(OF_ONE_END)),
        reasons=(SetsOfBoth(a, b, size, sizes, solution),),
        count=f"The neighbors of {a} have {sizes[0]} sets of this size.",
        place=f"Then those of {b}; which sets have you counted before?",
        rule=OF_ONE_END,
    )


NAMES: Final = "ABCD"
Answer = tuple[str, str, tuple[str, ...]]
Test = tuple[frozenset[str], frozenset[str]]
AS_THEY_ARE: Final = Principle(
    "Each edge that leaves takes neighbors from both ends, and with them sets from what comes "
    "later in the level."
)
IN_BOTH: Final = (
    "In the order of the alphabet PC makes {} different tests, in the opposite order {}."
)
SAME_EDGES: Final = Principle(
    "With an oracle PC ends with the edges of the true graph, in any order."
)


def two_orders(rng: random.Random) -> Exercise | None:
    said: list[Answer] = []  # independences of three pairs, with at most one variable given
    for a, b in sorted(rng.sample([*combinations(NAMES, 2)], 3)):
        others = [v for v in NAMES if v not in (a, b)]
        said.append((a, b, rng.choice([(), *((v,) for v in others)])))
    orders = [tuple(rng.sample(NAMES, 4)) for _ in "PQ"]
    left: list[frozenset[Any]] = [_run(said, order).skeleton for order in orders]
    if left[0] == left[1]:
        return None
    both = Parts(dict.fromkeys("PQ", Pairs(NAMES)))
    solution = both.of(*left)
    held = {
        b: both.of(*(by_hand(order, _independent(said), b).edges for order in orders))
        for b in (Belief.gone_edges_lend, Belief.no_level_0, Belief.one_end)
    }

    def witness(value: Mapping[str, Any]) -> Facts:
        at = next(n for n, key in enumerate(solution) if value[key] != left[n])
        return (_fate(said, orders[at], min(value["PQ"[at]] ^ left[at], key=sorted)),)

    differs = min(left[0] ^ left[1], key=sorted)
    return Exercise(
        title="Two orders",
        question=(
            "On a table the tests answer that these are independent, and no others:\n"
            + "\n".join(f"{a} and {b} {given_names(given)}" for a, b, given in said)
            + "\nPC goes through the pairs in the order of the variables, and takes the neighbors "
            "as they are when the turn of a pair comes. Which edges are left when the order is "
            f"{', '.join(orders[0])} (P), and which when it is {', '.join(orders[1])} (Q)?"
        ),
        kind=both,
        solution=solution,
        believed=(
            (both.of(left[0], left[0]), Belief.any_order),
            (both.of(left[1], left[1]), Belief.any_order),
            *((answer, b) for b, answer in held.items()),
        ),
        beliefs=2,
        shows=witness,
        reasons=(*(_fate(said, order, differs) for order in orders), AS_THEY_ARE),
        count=f"{counted(len(left[0]), 'edge is', 'edges are')} left with P, {len(left[1])} with "
        "Q.",
        place=f"The two differ at {min(differs)}.",
        rule="When an edge has left, look at what each of its ends has lost: a set with it may not "
        "be tried any more.",
    )


def _independent(said: list[Answer]) -> Independent:
    known = {(frozenset((a, b)), frozenset(given)) for a, b, given in said}
    return lambda x, y, given: (frozenset((x, y)), given) in known


def _run(said: list[Answer], order: tuple[str, ...]) -> Result:
    independent: Any = _independent(said)
    return pc(FunctionTest(NAMES, independent), start="complete", order=order)


def _fate(said: list[Answer], order: tuple[str, ...], pair: frozenset[Any]) -> Fact:
    """Return what becomes of an edge in an order."""
    a, b = sorted(pair)
    kept = _run(said, order).separating_sets.get(pair)
    return LeavesInOrder(order, (a, b), None if kept is None else tuple(sorted(map(str, kept))))


# -- what a run asks -------------------------------------------------------------------------------


def what_pc_asks(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 6, rng.choice([6, 7, 8]))
    names = names_of(dag)
    run = record("pc", dag, start="complete")
    turned = _tests(record("pc", dag, start="complete", order=names[::-1]))
    asked, kept = _tests(run), run.result.separating_sets
    independent = partial(d_separated, dag)
    one_ended = {*by_hand(names, independent, Belief.one_end).asked}
    second = [test for test in asked if test not in one_ended]
    lent = [
        test
        for test in by_hand(names, independent, Belief.gone_edges_lend).asked
        if test not in asked and 0 < len(test[1]) < len(names) - 2
    ]
    pairs = [frozenset(pair) for pair in combinations(names, 2)]
    all_others = [(pair, frozenset(names) - pair) for pair in pairs]
    unasked = [test for test in all_others if test not in asked]
    counts = len({*asked}), len({*turned})
    if not second or not lent or counts[0] == counts[1]:
        return None
    both = zip((False, True), counts, strict=True)
    told = Stated(IN_BOTH, tuple(Amount("pc_tests", (turn,), number) for turn, number in both))
    tested = [
        (rng.choice(pairs), frozenset[str](), Belief.no_level_0),
        (*rng.choice(unasked), Belief.give_all),
        (*rng.choice(second), Belief.one_end),
        (*rng.choice(lent), Belief.gone_edges_lend),
    ]
    rng.shuffle(tested)  # before what another order changes
    as_many = "In the opposite order PC makes as many different tests."
    statements = [
        *(_tested(p, g, (p, g) in asked, kept.get(p), belief) for p, g, belief in tested),
        Statement(as_many, False, (told,), Belief.any_order),
        Statement("In the opposite order PC ends with the same edges.", True, (SAME_EDGES,)),
    ]
    return which_hold(
        "What PC asks",
        "PC learns this graph with an oracle, from the complete graph. It goes through the pairs "
        "in the order of the alphabet, and takes the neighbors as they are when a pair's turn "
        "comes. Which of these statements are true?",
        statements,
        "A set comes from the neighbors that one of the two has left; the smallest come first.",
        dag,
    )


def _tests(run: Trace) -> list[Test]:
    names = tuple(map(str, run.names))
    return [
        (frozenset((names[t.x], names[t.y])), frozenset(names[v] for v in t.given))
        for t in run.tests
    ]


def _tested(
    pair: Iterable[str],
    members: frozenset[str],
    tested: bool,
    kept: Collection[Any] | None,
    belief: Believed,
) -> Statement:
    (a, b), given = sorted(pair), tuple(sorted(members))
    early = not tested and kept is not None and len(kept) <= len(given)
    before = tuple(sorted(map(str, kept or ()))) if early else None
    text = f"PC tests {a} and {b} {given_names(given)}."
    return Statement(text, tested, (PcTests(a, b, given, tested, before),), belief)


EXERCISES: Final = by_name(level_0, level_1, which_sets, how_many_sets, two_orders, what_pc_asks)
