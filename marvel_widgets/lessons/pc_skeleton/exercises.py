"""Exercises of notebook P1: what each level tests, which edges leave, what an order changes."""

import random
from itertools import combinations
from typing import Any, Final

from marvel_widgets.assessment.answers import Number, Statements
from marvel_widgets.assessment.exercise import (
    Exercise,
    Slip,
    by_name,
    names_of,
    random_dag,
    typical_mistakes,
)
from marvel_widgets.assessment.facts import Facts, Principle
from marvel_widgets.assessment.true_or_false import of_one
from marvel_widgets.assessment.variable_answers import Pairs
from marvel_widgets.core.algorithms.pc import pc
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.counting.facts import off_from
from marvel_widgets.lessons.pc_skeleton.exercises_order import two_orders, what_pc_asks
from marvel_widgets.lessons.pc_skeleton.facts import NoneAlone, SetsOfBoth, TriedFor
from marvel_widgets.lessons.separation.facts import NeverSeparated, why_separated
from marvel_widgets.text import counted, in_braces

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
Pair = frozenset[str]


def level_0(rng: random.Random) -> Exercise | None:
    """Ask which edges of the complete graph the first level takes away."""
    dag = random_dag(rng, 5, rng.choice([5, 6]))
    solution = _left_at(dag, 0)
    if not 2 <= len(solution) <= 5:
        return None
    pairs = frozenset(map(frozenset, combinations(names_of(dag), 2)))
    apart = pairs - frozenset(map(frozenset, dag.edges))
    return Exercise(
        title="Level 0",
        question=(
            "PC does not see this graph. It begins with an edge between each two variables, and "
            "level 0 tests them given nothing. Which edges leave at level 0?"
        ),
        kind=Pairs(names_of(dag)),
        solution=solution,
        mistakes=typical_mistakes(
            [(frozenset(), "M64"), (_apart_given_all(dag), "M8"), (apart, "M28")], solution.__eq__
        ),
        shows=lambda value: _of_pair(dag, min(value ^ solution, key=sorted)),
        reasons=(EMPTY_FIRST,),
        hints=(
            f"{counted(len(solution), 'edge leaves', 'edges leave')}.",
            f"One of those that leave has the end {min(map(min, solution))}.",
            "Two variables are independent given nothing when each path between them has a "
            "collider.",
        ),
        dag=dag,
    )


def level_1(rng: random.Random) -> Exercise | None:
    """Ask which edges leave at the level with one variable given."""
    dag = random_dag(rng, 6, rng.choice([6, 7]))
    solution = _left_at(dag, 1)
    if not 2 <= len(solution) <= 5:
        return None
    any_one = frozenset(
        frozenset((a, b))
        for a, b in combinations(names_of(dag), 2)
        if any(d_separated(dag, a, b, (z,)) for z in {*dag} - {a, b})
    )
    return Exercise(
        title="Level 1",
        question=(
            "Level 0 is over. At level 1 PC tests the two ends of each edge that is left, given "
            "one variable. Which edges leave at level 1?"
        ),
        kind=Pairs(names_of(dag)),
        solution=solution,
        mistakes=typical_mistakes(
            [(any_one, "M64"), (_apart_given_all(dag), "M8"), (frozenset(), "M28")],
            solution.__eq__,
        ),
        shows=lambda value: _at_level_1(dag, min(value ^ solution, key=sorted), solution),
        reasons=(ONE_EACH,),
        hints=(
            f"{counted(len(solution), 'edge leaves', 'edges leave')}.",
            f"One of those that leave has the end {min(map(min, solution))}.",
            "Leave out what is independent given nothing: that edge has left at level 0.",
        ),
        dag=dag,
    )


def _left_at(dag: Dag, level: int) -> frozenset[Any]:
    """Return the pairs that PC separates by a set of one size."""
    kept = pc(dag, start="complete", variant="stable").separating_sets
    return frozenset(pair for pair, given in kept.items() if len(given) == level)


def _apart_given_all(dag: Dag) -> frozenset[Pair]:
    pairs = combinations(names_of(dag), 2)
    apart = (pair for pair in pairs if d_separated(dag, *pair, {*dag} - {*pair}))
    return frozenset(map(frozenset, apart))


def _of_pair(dag: Dag, pair: Pair) -> Facts:
    """Return why a pair leaves at level 0, or does not."""
    a, b = sorted(pair)
    return (NeverSeparated((a, b)),) if b in dag.neighbors(a) else why_separated(dag, a, b)


def _at_level_1(dag: Dag, pair: Pair, solution: frozenset[Pair]) -> Facts:
    a, b = sorted(pair)
    if pair in solution:
        found = next(z for z in sorted({*dag} - pair) if d_separated(dag, a, b, (z,)))
        return (*why_separated(dag, a, b, (found,)), STAYS_FOR_NOW)
    if b in dag.neighbors(a):
        return (NeverSeparated((a, b)),)
    if d_separated(dag, a, b):
        return (*why_separated(dag, a, b), AT_LEVEL_0)
    return (NoneAlone(a, b),)


# -- which sets, and how many ----------------------------------------------------------------------


def which_sets(rng: random.Random) -> Exercise | None:
    """Ask which of all sets of two a level tries for an edge that stays."""
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

    kind = Statements([in_braces(given) for given in sets])

    def why(place: int) -> Facts:
        given = sets[place]
        through = next((end for end in (a, b) if {*given} <= {*near[end]}), None)
        return (TriedFor(a, b, given, through),)

    return Exercise(
        title="Which sets?",
        question=(
            "PC begins level 2. These are the neighbors that levels 0 and 1 have left:\n"
            + "\n".join(f"{v}: {', '.join(members)}" for v, members in near.items())
            + f"\nNo set separates {a} and {b}. Given which of these sets does level 2 test them, "
            "if the neighbors are taken as they are now?"
        ),
        kind=kind,
        solution=solution,
        mistakes=typical_mistakes(
            [
                (one, "M65"),
                (other, "M65"),
                (numbers(lambda _: True), "M70"),
                (frozenset(), "M8"),
            ],
            solution.__eq__,
        ),
        shows=of_one(kind, solution, why),
        reasons=(ONE_END,),
        hints=(
            f"{counted(len(solution), 'set is', 'sets are')} tried.",
            f"Number {min(solution)} is among them.",
            "Take the neighbors of one end, then those of the other: no set mixes the two.",
        ),
        hidden=dag,
    )


def how_many_sets(rng: random.Random) -> Exercise | None:
    """Ask how many different sets a level tries for an edge that stays."""
    names = "ABCDEFGHI"[: rng.randint(7, 9)]
    a, b, *others = rng.sample(names, len(names))
    one, other = (sorted(rng.sample(others, rng.randint(3, 5))) for _ in "XY")
    size = rng.choice([2, 2, 3])
    mine, theirs = ({*combinations(end, size)} for end in (one, other))
    solution = len(mine | theirs)
    if mine <= theirs or theirs <= mine or not mine & theirs:
        return None
    sizes = len(mine), len(theirs), len(mine & theirs)

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
        mistakes=typical_mistakes(
            [
                (sizes[0], "M65"),
                (sizes[1], "M65"),
                (len([*combinations(others, size)]), "M70"),
                (sizes[0] + sizes[1], "M40"),
                (1, "M8"),
            ],
            solution.__eq__,
            beliefs=4,
        ),
        slips=_mixed(len({*one, *other}), size, {solution, *sizes, sizes[0] + sizes[1]}, others),
        shows=off_from(solution, Principle(OF_ONE_END)),
        reasons=(SetsOfBoth(a, b, size, sizes, solution),),
        hints=(
            f"The neighbors of {a} have {sizes[0]} sets of this size.",
            f"Then those of {b}; which sets have you counted before?",
            OF_ONE_END,
        ),
    )


def _mixed(union: int, size: int, known: set[int], others: list[str]) -> tuple[Slip, ...]:
    """Return the slip of making sets of the neighbors of both ends together."""
    number = len([*combinations(range(union), size)])
    if number in known or union == len(others):
        return ()
    return (Slip(number, "sets that mix neighbors of both ends are none"),)


EXERCISES: Final = by_name(level_0, level_1, which_sets, how_many_sets, two_orders, what_pc_asks)
