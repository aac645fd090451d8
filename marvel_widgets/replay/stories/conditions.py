"""MARVEL's lines 9 and 12: Conditions 1 and 2 at the visited variable."""

from dataclasses import replace

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.boundary import lemmas
from marvel_widgets.replay.state import PlayerState
from marvel_widgets.replay.stories.story import Asked, Focus, story, unchanged, yes_no_question
from marvel_widgets.replay.wording import Parts, RunContext


def _ask_pair_decided(event: ev.PairDecided, context: RunContext) -> Asked:
    x, z, w = map(context.name, (event.x, event.z, event.w))
    return yes_no_question(
        f"Does a set from the boundary of {x}, together with {x}, separate {z} and {w}?",
        event.separating_set is not None,
    )


@story(
    ev.PairDecided,
    fold=unchanged,
    focus=lambda event, _: Focus((event.z, event.w), (*(event.separating_set or ()), event.x)),
    question=_ask_pair_decided,
)
def _pair_decided(event: ev.PairDecided, _before: PlayerState, context: RunContext) -> Parts:
    x, z, w = (context.name(v) for v in (event.x, event.z, event.w))
    again = " We know this from an earlier visit." if event.reused else ""
    if event.separating_set is None:
        text = (
            f"{z} and {w} pass: with {x} given, no set from its boundary separates them, so they "
            f"are adjacent or both parents of {x}{context.claimed}.{again}"
        )
    else:
        given = context.some((*event.separating_set, event.x))
        text = (
            f"{z} and {w} break Condition 1: {given} separates them, so they are neither adjacent "
            f"nor both parents of {x}{context.claimed}.{again}"
        )
    return text, lemmas.CONDITION_ONE, "reused" if event.reused else "performed"


def _ask_decided(
    event: ev.ConditionOneDecided | ev.ConditionTwoDecided, context: RunContext
) -> Asked:
    number = 1 if isinstance(event, ev.ConditionOneDecided) else 2
    return yes_no_question(f"Does Condition {number} hold at {context.name(event.x)}?", event.holds)


@story(
    ev.ConditionOneDecided,
    fold=lambda event, state: replace(state, condition_one=event.holds),
    focus=None,
    question=_ask_decided,
)
def _condition_one_decided(
    event: ev.ConditionOneDecided, before: PlayerState, context: RunContext
) -> Parts:
    x = context.name(event.x)
    if not event.holds:
        text = (
            f"Condition 1 fails for {x}{context.claimed}: it is not removable now, and we pass "
            "over it."
        )
    elif (before.neighbors or 0).bit_count() < 2:
        text = f"Condition 1 holds for {x}: with fewer than two neighbors there is no pair to test."
    else:
        text = (
            f"Condition 1 holds for {x}{context.claimed}: all pairs passed, so each child of {x} "
            "is adjacent to all its other neighbors."
        )
    return text, "removability", "no test"


def _ask_triple_decided(event: ev.TripleDecided, context: RunContext) -> Asked:
    x, y, t, z = map(context.name, (event.x, event.y, event.t, event.z))
    return yes_no_question(
        f"Does a set from the boundary of {x}, together with {x} and {y}, separate {t} and {z}?",
        event.separating_set is not None,
    )


@story(
    ev.TripleDecided,
    fold=unchanged,
    focus=lambda event, _: Focus(
        (event.z, event.t), (*(event.separating_set or ()), event.x, event.y)
    ),
    question=_ask_triple_decided,
)
def _triple_decided(event: ev.TripleDecided, _before: PlayerState, context: RunContext) -> Parts:
    x, y, t, z = (context.name(v) for v in (event.x, event.y, event.t, event.z))
    again = " We know this from an earlier visit." if event.reused else ""
    if event.separating_set is None:
        text = (
            f"For {x} → {y} ← {t}, the neighbor {z} passes: with {x} and {y} given, no set from "
            f"the boundary of {x} separates {z} and {t}.{again}"
        )
    else:
        given = context.some((*event.separating_set, event.x, event.y))
        text = (
            f"For {x} → {y} ← {t}, the neighbor {z} breaks Condition 2: {given} separates {z} "
            f"and {t}, so {t} is not a parent of {z}{context.claimed}.{again}"
        )
    return text, lemmas.CONDITION_TWO, "reused" if event.reused else "performed"


@story(
    ev.ConditionTwoDecided,
    fold=lambda event, state: replace(state, condition_two=event.holds),
    focus=None,
    question=_ask_decided,
)
def _condition_two_decided(
    event: ev.ConditionTwoDecided, before: PlayerState, context: RunContext
) -> Parts:
    x = context.name(event.x)
    if event.holds:
        vacuous = "" if before.co_parents else " (it has no co-parent)"
        text = (
            f"Condition 2 holds for {x} as well{vacuous}: by Theorem 1, {x} is "
            f"removable{context.claimed}."
        )
    else:
        text = (
            f"Condition 2 fails for {x}{context.claimed}: it is not removable now, and we pass "
            "over it."
        )
    return text, "removability", "no test"
