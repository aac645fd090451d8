"""A second question on separating sets outside the boundary, for a placement test."""

import random
from collections.abc import Callable
from itertools import combinations
from typing import Any, Final

from marvel_widgets.assessment.answers import Statements
from marvel_widgets.assessment.exercise import Exercise, by_name, random_dag, typical_mistakes
from marvel_widgets.assessment.facts import Fact
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import open_path
from marvel_widgets.lessons.errata.facts import SetSeparates
from marvel_widgets.lessons.race.cohort import collider_itself_opens
from marvel_widgets.lessons.upper_bound.counts import letters
from marvel_widgets.replay.wording import braces
from marvel_widgets.text import counted
from marvel_widgets.theory.weaker_claims import v_structure_breaks

_SETS: Final = 6
Group = frozenset[Any]


def which_sets_mislead(rng: random.Random) -> Exercise | None:
    """Ask which of six sets mislead the lemma on v-structures, as it is printed."""
    dag = random_dag(rng, 6, rng.choice([7, 8]))
    broken = next(v_structure_breaks(dag, "set-in-boundary"), None)
    if broken is None:
        return None
    x, t, y = (dag.nodes[place] for _, place in broken.roles)
    sets = _offered(dag, x, y, t, rng)

    separating = frozenset(g for g in sets if d_separated(dag, x, t, g))
    least = [g for g in _groups(dag, x, t) if y not in g and d_separated(dag, x, t, g)]

    def numbers(chosen: Callable[[Group], bool]) -> frozenset[int]:
        return frozenset(n for n, given in enumerate(sets, start=1) if chosen(given))

    solution = numbers(lambda g: g in separating and y not in g)
    believed = [
        (numbers(separating.__contains__), "M35"),
        (numbers(lambda g: y not in g and any(one <= g for one in least)), "M2"),
        (numbers(lambda g: y not in g and collider_itself_opens(dag, x, t, g)), "M3"),
        (numbers(lambda g: len(g) == len(sets[-1])), "M8"),
    ]
    if not solution:
        return None

    def fact(number: int) -> Fact:
        given = sets[number - 1]
        return SetSeparates(x, t, y, letters(given), open_path(dag, x, t, given), number)

    kind = Statements([braces(dag, given) if given else "the empty set" for given in sets])
    return Exercise(
        title="Which sets mislead?",
        question=(
            f"{t} is a co-parent of {x}, and {y} is a neighbor of {x}, but no common child of {x} "
            f"and {t}. No set inside the boundary of {x} separates {y} and {t}. As printed, the "
            f"lemma on v-structures then says {x} → {y} ← {t} for every set that separates {x} and "
            f"{t} and does not hold {y}. With which of these sets does it say so?"
        ),
        kind=kind,
        solution=solution,
        mistakes=typical_mistakes(believed, solution.__eq__),
        shows=lambda value: (fact(kind.told_of(value, solution)),),
        reasons=tuple(map(fact, sorted(solution))),
        hints=(
            f"{counted(len(solution), 'set does', 'sets do')}.",
            f"Number {min(solution)} is among them.",
            f"Such a set blocks each path between {x} and {t}, and {y} is not in it.",
        ),
        dag=dag,
    )


def _groups(dag: Dag, x: Any, t: Any) -> list[Group]:
    """Return all sets that may be given, the smallest first."""
    others = [v for v in dag.nodes if v not in (x, t)]
    return [frozenset(g) for size in range(len(others) + 1) for g in combinations(others, size)]


def _offered(dag: Dag, x: Any, y: Any, t: Any, rng: random.Random) -> list[Group]:
    """Return six sets: some that separate, with Y and without it, some larger ones, and others."""
    groups = _groups(dag, x, t)
    separating = [g for g in groups if d_separated(dag, x, t, g)]
    without = [g for g in separating if y not in g]
    larger = [g for g in groups if y not in g and any(one < g for one in without)]
    chosen: list[Group] = []
    for wanted, most in (
        (without, 2),
        ([g for g in separating if y in g], 1),
        ([g for g in larger if g not in separating], 1),
        ([g for g in groups if y not in g and g not in separating], 1),
        (groups, _SETS),
    ):
        left = [g for g in wanted if g not in chosen]
        chosen += rng.sample(left, min(most, len(left)))
    return sorted(chosen[:_SETS], key=lambda g: (len(g), sorted(map(dag.position, g))))


SECOND_QUESTIONS: Final = by_name(which_sets_mislead)
