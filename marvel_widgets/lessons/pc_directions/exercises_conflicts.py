"""Exercises of notebook P2 on v-structures that contradict each other, after wrong answers."""

import random
from collections.abc import Mapping
from typing import Any, Final

from marvel_widgets.assessment.answers import Parts
from marvel_widgets.assessment.exercise import Exercise, typical_mistakes
from marvel_widgets.assessment.facts import Fact, Facts, Principle
from marvel_widgets.assessment.variable_answers import Pairs
from marvel_widgets.lessons.pc_directions.facts import Contradict, InNoTriple, NotLeft, SetSays
from marvel_widgets.lessons.pc_directions.first_half import FirstHalf, Triple

NAMES: Final = ("A", "B", "C", "D", "E")
KEEPS_FIRST: Final = Principle(
    "Keep-first drops the later of two that contradict, with both of its arrows."
)
OVERWRITES: Final = Principle(
    "Overwrite gives the edge the later direction; the other arrow of the first stays."
)
MARKS: Final = Principle("Mark gives the edge two heads; the other arrow of each stays.")
WAYS: Final = {"keep-first": KEEPS_FIRST, "overwrite": OVERWRITES, "two heads": MARKS}
ERRED: Final = (
    "Some tests have erred. PC has these edges, and kept these sets:\n{}\nIt reads v-structures "
    "off the sets, by the middle variable in the order of the alphabet{}, and some contradict. {}"
)


def _erred(rng: random.Random) -> tuple[FirstHalf, Triple, Triple]:
    """Return four variables in a row with two colliders side by side, and a fifth beside them."""
    row = rng.sample(NAMES, 5)
    one, left, right, other, beside = row
    near = rng.choice([left, right])
    edges = [(one, left), (left, right), (right, other), (beside, near)]
    kept = {
        (one, right): rng.choice([(), (other,)]),
        (left, other): rng.choice([(), (one,)]),
        (one, other): (left,),
        **{
            (beside, v): (near,) if {v, near} in [{*edge} for edge in edges] else (left, right)
            for v in (one, left, right, other)
            if v != near
        },
    }
    half = FirstHalf(
        NAMES,
        frozenset(map(frozenset, edges)),
        {frozenset(pair): frozenset(given) for pair, given in kept.items()},
    )
    first, second = half.v_structures()
    return half, first, second


def settle(rng: random.Random) -> Exercise | None:
    """Ask what becomes of two v-structures that contradict, by each of three conventions."""
    half, first, second = _erred(rng)

    def answer(found: list[Triple]) -> dict[str, Any]:
        return {
            "keep-first": half.arrows(found),
            "overwrite": half.arrows(found, "overwrite"),
            "two heads": half.marked(found),
        }

    solution = answer([first, second])
    alike = {key: {**solution, "keep-first": v, "overwrite": v} for key, v in solution.items()}
    return Exercise(
        title="Two v-structures, one edge",
        question=ERRED.format(
            half.lines,
            "",
            "Before Meek's rules, which arrows are there if the later v-structure is dropped with "
            "both of its arrows (keep-first), and which if the later direction counts "
            "(overwrite)? Which edge would get two heads?",
        ),
        kind=Parts(
            {
                "keep-first": Pairs(NAMES, directed=True),
                "overwrite": Pairs(NAMES, directed=True),
                "two heads": Pairs(NAMES),
            }
        ),
        solution=solution,
        mistakes=typical_mistakes(
            [
                (alike["keep-first"], "M66"),
                (alike["overwrite"], "M66"),
                (answer(half.v_structures("M67")), "M67"),
                (answer(half.v_structures("M69")), "M69"),
            ],
            solution.__eq__,
        ),
        shows=lambda value: _of_parts(half, (first, second), value, solution),
        reasons=(_contradiction(first, second), *WAYS.values()),
        hints=(
            "There are two v-structures.",
            f"Look at {first[1]} and {second[1]}.",
            "Read the v-structures off the sets first; then see which edge both of them direct.",
        ),
    )


def two_readings(rng: random.Random) -> Exercise | None:
    """Ask which arrows are kept when contradicting v-structures are read in two orders."""
    half, first, second = _erred(rng)
    turned = FirstHalf(NAMES[::-1], half.edges, half.kept)

    def answer(belief: str = "") -> dict[str, Any]:
        found = half.v_structures(belief), turned.v_structures(belief)
        return {"alphabet": half.arrows(found[0]), "opposite": turned.arrows(found[1])}

    solution = answer()
    return Exercise(
        title="Two readings",
        question=ERRED.format(
            half.lines,
            ", or in the opposite order",
            "A later one that contradicts an earlier one is dropped. Which arrows are there, "
            "before Meek's rules, in the order of the alphabet, and which in the opposite order?",
        ),
        kind=Parts({key: Pairs(NAMES, directed=True) for key in solution}),
        solution=solution,
        mistakes=typical_mistakes(
            [
                *((dict.fromkeys(solution, value), "M66") for value in solution.values()),
                (answer("M67"), "M67"),
                (answer("M69"), "M69"),
            ],
            solution.__eq__,
        ),
        shows=lambda value: _of_readings(half, (first, second), value, solution),
        reasons=(
            _contradiction(first, second),
            _contradiction(second, first, backward=True),
            KEEPS_FIRST,
        ),
        hints=(
            "Two arrows are kept in each order.",
            f"Look at {first[1]} and {second[1]}.",
            "Each v-structure stands in one of the orders, whole, and is gone in the other.",
        ),
    )


def _contradiction(first: Triple, second: Triple, *, backward: bool = False) -> Fact:
    low, high = sorted((first[1], second[1]))
    return Contradict(first, second, (low, high), backward)


def _of_parts(
    half: FirstHalf,
    both: tuple[Triple, Triple],
    value: Mapping[str, Any],
    solution: Mapping[str, Any],
) -> Facts:
    key = next(key for key in solution if value[key] != solution[key])
    wrong = value[key] ^ solution[key]
    pair = min(tuple(sorted(each)) for each in wrong) if key == "two heads" else min(wrong)
    inside = [{end, c} for a, c, b in both for end in (a, b)]
    known = key == "two heads" and {*pair} in inside
    why = None if known else _elsewhere(half, both, pair)
    return (why,) if why else (_contradiction(*both), WAYS[key])


def _of_readings(
    half: FirstHalf,
    both: tuple[Triple, Triple],
    value: Mapping[str, Any],
    solution: Mapping[str, Any],
) -> Facts:
    key = next(key for key in solution if value[key] != solution[key])
    why = _elsewhere(half, both, min(value[key] ^ solution[key]))
    backward = key == "opposite"
    order = both[::-1] if backward else both
    return (why,) if why else (_contradiction(*order, backward=backward), KEEPS_FIRST)


def _elsewhere(half: FirstHalf, both: tuple[Triple, Triple], arrow: Any) -> Fact | None:
    """Return why an arrow that neither v-structure has is none; None where one of them has it."""
    tail, head = arrow
    if frozenset(arrow) not in half.edges:
        return NotLeft((tail, head))
    if any(head == c and tail in (a, b) for a, c, b in both):
        return None
    there = [t for t in half.triples if t[1] == head and tail in t]
    if not there:
        return InNoTriple((tail, head))
    given = half.kept[frozenset(there[0][::2])]
    return SetSays(there[0], tuple(sorted(given)), False)
