"""Second questions on beliefs about teaching with the kit, for a placement test."""

import random
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from marvel_widgets.assessment.answers import Statements
from marvel_widgets.assessment.exercise import Exercise, by_name, random_dag, typical_mistakes
from marvel_widgets.assessment.facts import Fact, Principle
from marvel_widgets.assessment.true_or_false import Statement, numbers, of_one, one_of, which_hold
from marvel_widgets.assessment.variable_answers import Names
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.counting.facts import Amount, Stated
from marvel_widgets.lessons.teachers.exercises_diagnosis import (
    PREDICTIONS,
    boundary_shows,
    removable_names,
    without_children,
)
from marvel_widgets.lessons.teachers.facts import BELIEFS, ChildrenAndTruth
from marvel_widgets.lessons.teachers.facts_courses import BREAK, ITEMS, NEEDS, SESSION, PartNeeds
from marvel_widgets.lessons.upper_bound.amounts import Found
from marvel_widgets.text import counted

SAME_ANSWER: Final = "These beliefs lead to the same answer: {}."
PAIRS: Final = 5


class Class(NamedTuple):
    """The means of a class before and after, of ten points."""

    before: int
    after: int

    @property
    def words(self) -> str:
        """The two means in words."""
        return f"from {self.before} to {self.after}"


def normalized(one: Class) -> float:
    """Return what was gained of what was left to gain."""
    return (one.after - one.before) / (ITEMS - one.before)


# What a holder of a belief compares two classes by.
MEASURES: Final[Mapping[str, Callable[[Class], float]]] = MappingProxyType(
    {
        "M55": lambda one: one.after - one.before,
        "M61": lambda one: one.after,
        "M62": lambda one: (one.after - one.before) / one.before,
    }
)


def compared_gains(rng: random.Random) -> Exercise | None:
    """Ask which of two classes gained more, for several pairs of classes."""
    pairs = rng.sample(_clear_pairs(), PAIRS)

    def larger(measure: Callable[[Class], float]) -> frozenset[int]:
        return numbers(measure(one) > measure(other) for one, other in pairs)

    solution = larger(normalized)
    if not solution:
        return None
    kind = Statements(
        [
            f"A class that went {one.words} gained more than a class that went {other.words}."
            for one, other in pairs
        ]
    )
    return Exercise(
        title="Which class gained more?",
        question="The means of classes before and after a course, of 10 points. Which sentences "
        "are true, when gain means the normalized gain: the part that was gained of what was left "
        "to gain?",
        kind=kind,
        solution=solution,
        mistakes=typical_mistakes([(larger(m), b) for b, m in MEASURES.items()], solution.__eq__),
        shows=of_one(kind, solution, lambda n: (_gains(pairs[n]),)),
        reasons=tuple(_gains(pairs[n - 1]) for n in sorted(solution)),
        hints=(
            f"{counted(len(solution), 'sentence is', 'sentences are')} true.",
            f"Number {min(solution)} is among them.",
            "Divide the points that were gained by the points that were left, for each class.",
        ),
    )


def _gains(pair: tuple[Class, Class]) -> Stated:
    parts = [
        part
        for one in pair
        for part in (
            Amount("more_points", one, one.after - one.before),
            Amount("more_points", (one.before,), ITEMS - one.before),
            Amount("gain", one, normalized(one), ".2f"),
        )
    ]
    return Stated("The gains are {}/{} = {} and {}/{} = {}.", tuple(parts))


@cache
def _clear_pairs() -> tuple[tuple[Class, Class], ...]:
    every = [Class(a, b) for a in range(1, 9) for b in range(a + 1, ITEMS)]
    return tuple((c, d) for c in every for d in every if _clear(c, d))


def _clear(one: Class, other: Class) -> bool:
    """Return whether no measure finds two classes equal, and the gains differ visibly."""
    apart = abs(normalized(one) - normalized(other)) > 0.05
    return apart and all(value(one) != value(other) for value in MEASURES.values())


def plans_and_tools(rng: random.Random) -> Exercise | None:
    """Ask which sentences on plans, settings and result strings are true."""
    statements = [
        one_of(rng, "{}", told[:2], False, told[2:], belief)
        for belief, tell in (("M52", _order_of_parts), ("M53", _room_for))
        for told in [tell(rng)]
    ]
    statements += [
        one_of(rng, "{}", told[:2], False, told[2:], belief) for belief, told in _TOLD.items()
    ]
    rng.shuffle(statements)
    return which_hold(
        "Plans and tools",
        "Which sentences are true?",
        statements,
        "Ask of each setting what it alone does, and of a signature what a machine can know.",
    )


Told = tuple[str, str, Fact]  # a false sentence, a true one, and why


def _order_of_parts(rng: random.Random) -> Told:
    part = rng.choice([part for part in NEEDS if NEEDS[part]])
    need = NEEDS[part][0]
    return (
        f"The part '{part}' uses ideas of the part '{need}', but may well be taught before it.",
        f"The part '{part}' uses ideas of the part '{need}', so it is taught after it.",
        PartNeeds(part, need, early=False),
    )


def _room_for(rng: random.Random) -> Told:
    first = rng.choice([30, 35, 40, 45])
    second = SESSION - first
    start = f"A session of {SESSION} minutes with a break of {BREAK} "
    return (
        f"{start}has room for parts of {first} and {second} minutes.",
        f"{start}has no room for parts of {first} and {second} minutes.",
        Principle("The break takes 10 of the 90 minutes: 80 are left."),
    )


_TOLD: Final[Mapping[str, Told]] = {
    "M54": (
        "A part that is named in lock= is not on the screen.",
        "A part that is named in lock= is on the screen.",
        Principle("A part in lock= is seen and can't be operated; hide= takes it off the screen."),
    ),
    "M56": (
        "A valid signature under a result shows that the student in it gave the answers.",
        "A result with a valid signature may have been made by another student.",
        Principle("Whoever has the key can sign, and a string can be passed on."),
    ),
    "M57": (
        "When a mail program breaks a result string into lines, its signature is not valid.",
        "When a mail program breaks a result string into lines, its signature stays valid.",
        Principle("White space inside a string does not count."),
    ),
    "M58": (
        "A result string that can be read has a valid signature.",
        "A result string can be read although its signature is not valid.",
        Principle("What was signed with another key can be read, and its signature does not fit."),
    ),
    "M59": (
        "An app with predict=True asks only when answers=False is given as well.",
        "An app with predict=True asks without answers=False as well.",
        Principle(
            "A question of predict= comes before a verdict; answers=False withholds the verdict."
        ),
    ),
    "M60": (
        "To give big=True, token= and answers=False where only big=True is wished for changes "
        "nothing more.",
        "To give big=True, token= and answers=False where only big=True is wished for changes "
        "more than was wished for.",
        Principle(
            "With token= the app begins in another state, and answers=False withholds verdicts."
        ),
    ),
}


def what_answers_show(rng: random.Random) -> Exercise | None:
    """Ask what answers show about beliefs, on a drawn graph."""
    dag = random_dag(rng, 6, rng.randint(6, 8))
    right, kind = removable_names(dag), Names([str(v) for v in dag.nodes])
    sinks = without_children(dag)
    behind = [n for n, predict in enumerate(PREDICTIONS.values(), 1) if predict(dag) == sinks]
    tops = [str(v) for v in dag.nodes if dag.parents(v) and not dag.co_parents(v)]
    middles = {str(middle) for _, middle, _ in dag.v_structures()}
    bottoms = [v for v in tops if v in middles]
    lucky = sorted(map(str, set(dag.nodes) - (sinks ^ right)))
    sharing = sorted(str(v) for v in dag.nodes if dag.co_parents(v))
    if sinks == right or len(behind) < 2 or not (bottoms and lucky and sharing):
        return None
    same = tuple(f"'{BELIEFS[n - 1]}'" for n in behind)
    rightly = rng.choice(lucky)
    others = sorted(set(map(str, dag.nodes)) - {rightly})
    statements = [
        Statement(
            "Only the first learner's belief leads to the answer that removable are "
            f"{kind.say(sinks)}.",
            False,
            (Stated(SAME_ANSWER, (Found("same", (1,), same),)),),
            "M49",
        ),
        Statement(
            f"The first learner can say rightly that {rightly} is "
            f"{'' if rightly in right else 'not '}removable, and hold the belief.",
            True,
            (ChildrenAndTruth(rightly, rightly in right, rightly in right),),
            "M50",
        ),
        _asked_at(dag, rng.choice(bottoms), "M63"),
        _asked_at(dag, rng.choice(sharing), ""),
        _wrong_at(rng.choice(others), right, sinks),
    ]
    rng.shuffle(statements)
    return which_hold(
        "What answers show",
        "A learner says: removable are exactly the variables without children. Another says: the "
        "Markov boundary is the set of the neighbors. Which sentences are true of this graph?",
        statements,
        "A question shows a belief only where the belief and the truth lead to different answers.",
        dag,
    )


def _asked_at(dag: Dag, name: str, belief: str) -> Statement:
    text = f"When asked for the boundary of {name}, the second learner answers wrongly."
    return Statement(text, bool(dag.co_parents(name)), (boundary_shows(dag, name),), belief)


def _wrong_at(name: str, right: frozenset[str], sinks: frozenset[str]) -> Statement:
    removable, childless = name in right, name in sinks
    text = f"When asked whether {name} is removable, the first learner answers wrongly."
    fact = ChildrenAndTruth(name, childless, removable)
    return Statement(text, removable != childless, (fact,))


SECOND_QUESTIONS: Final = by_name(compared_gains, plans_and_tools, what_answers_show)
