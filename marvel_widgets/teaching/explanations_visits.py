"""The sentences of MARVEL's lines 5 to 12: is the variable visited removable?"""

from __future__ import annotations

from marvel_widgets.algorithms import events as ev
from marvel_widgets.boundary import lemmas
from marvel_widgets.teaching.replay_state import PlayerState
from marvel_widgets.teaching.wording import Parts, Sentences, Telling, counted, listed, remain


def _round_started(event: ev.RoundStarted, before: PlayerState, telling: Telling) -> Parts:
    order = before.order()
    if len(order) == 1:
        return (
            f"Round {event.number}: only {telling.name(order[0])} remains.",
            "algorithm",
            "no test",
        )
    words = [f"{telling.name(x)} ({before.boundaries[x].bit_count()})" for x in order[:6]]
    rest = f" and {len(order) - 6} more" if len(order) > 6 else ""
    text = (
        f"Round {event.number}: {remain(len(order))}, sorted by boundary size: "
        f"{', '.join(words)}{rest}."
    )
    return text, "boundary-size", "no test"


def _visited(event: ev.Visited, before: PlayerState, telling: Telling) -> Parts:
    x = telling.name(event.x)
    boundary = before.boundaries[event.x]
    has = f"{telling.mask(boundary)} has {counted(boundary.bit_count(), 'member')}"
    text = f"{x} is next: its boundary {has if boundary else 'is empty'}. Is {x} removable?"
    return text, "algorithm", "no test"


def _neighbor_decided(event: ev.NeighborDecided, before: PlayerState, telling: Telling) -> Parts:
    x, y = telling.name(event.x), telling.name(event.y)
    if event.separating_set is not None:
        text = (
            f"{y} is a co-parent of {x}{telling.claimed}: {telling.some(event.separating_set)} "
            "separates them, so there is no edge, only a common child."
        )
        return text, lemmas.NEIGHBORS, "performed"
    if before.boundaries[event.x].bit_count() == 1:
        text = (
            f"{y} is a neighbor of {x}{telling.claimed}, without a new test: nothing else is in "
            "the boundary, so there is no proper subset to try."
        )
        return text, lemmas.NEIGHBORS, "no test"
    text = (
        f"{y} is a neighbor of {x}{telling.claimed}: no proper subset of the rest of the "
        "boundary separates them."
    )
    return text, lemmas.NEIGHBORS, "performed"


def _neighbors_known(event: ev.NeighborsKnown, before: PlayerState, telling: Telling) -> Parts:
    x = telling.name(event.x)
    near = _these(telling, event.neighbors, "neighbor")
    others = _these(telling, event.co_parents, "co-parent")
    if event.reused:
        text = f"The neighbors of {x} were found before: it now has {near} and {others}."
        return text, "bookkeeping", "reused"
    new = [y for y in event.neighbors if not before.has_edge(event.x, y)]
    drawn = (
        f"we draw {listed(f'{x} - {telling.name(y)}' for y in new)}" if new else "no edge is new"
    )
    return f"{x} has {near} and {others}; {drawn}.", lemmas.NEIGHBORS, "no test"


def _these(telling: Telling, variables: ev.Set, noun: str) -> str:
    """Return ``the neighbors {A, B}``, ``the neighbor {A}`` or ``no neighbor``."""
    if not variables:
        return f"no {noun}"
    return f"the {noun}{'' if len(variables) == 1 else 's'} {telling.some(variables)}"


def _pair_decided(event: ev.PairDecided, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    x, z, w = (telling.name(v) for v in (event.x, event.z, event.w))
    again = " We know this from an earlier visit." if event.reused else ""
    if event.separating_set is None:
        text = (
            f"{z} and {w} pass: with {x} given, no set from its boundary separates them, so they "
            f"are adjacent or both parents of {x}{telling.claimed}.{again}"
        )
    else:
        given = telling.some((*event.separating_set, event.x))
        text = (
            f"{z} and {w} break Condition 1: {given} separates them, so they are neither adjacent "
            f"nor both parents of {x}{telling.claimed}.{again}"
        )
    return text, lemmas.CONDITION_ONE, _status(event.reused)


def _condition_one_decided(
    event: ev.ConditionOneDecided, before: PlayerState, telling: Telling
) -> Parts:
    x = telling.name(event.x)
    if not event.holds:
        text = (
            f"Condition 1 fails for {x}{telling.claimed}: it is not removable now, and we pass "
            "over it."
        )
    elif (before.neighbors or 0).bit_count() < 2:
        text = f"Condition 1 holds for {x}: with fewer than two neighbors there is no pair to test."
    else:
        text = (
            f"Condition 1 holds for {x}{telling.claimed}: all pairs passed, so each child of {x} "
            "is adjacent to all its other neighbors."
        )
    return text, "removability", "no test"


def _separating_set_renewed(
    event: ev.SeparatingSetRenewed, before: PlayerState, telling: Telling
) -> Parts:
    x, t = telling.name(event.x), telling.name(event.t)
    boundary = telling.mask(before.boundaries[event.x])
    if event.separating_set is None:
        text = (
            f"The set kept for {x} and {t} is not inside the present boundary {boundary}, and no "
            "other is found there; we keep the old one."
        )
    else:
        text = (
            f"The set kept for {x} and {t} is not inside the present boundary {boundary}, where "
            f"the lemma needs it; we search again and find {telling.some(event.separating_set)}."
        )
    alone = before.boundaries[event.x].bit_count() == 1  # then there is no proper subset
    return text, lemmas.V_STRUCTURES, "no test" if alone else "performed"


def _v_structure_decided(
    event: ev.VStructureDecided,
    before: PlayerState,  # noqa: ARG001
    telling: Telling,
) -> Parts:
    x, y, t = (telling.name(v) for v in (event.x, event.y, event.t))
    if event.found:
        text = (
            f"{x} → {y} ← {t} is a v-structure{telling.claimed}: {y} is not in the set that "
            f"separates {x} and {t}, and no set tried separates {y} and {t}."
        )
        return text, lemmas.V_STRUCTURES, "performed"
    if event.in_separating_set:
        text = (
            f"{y} is no common child of {x} and {t}{telling.claimed}: it is in the set that "
            "separates them. No test is needed."
        )
        return text, lemmas.V_STRUCTURES, "no test"
    text = (
        f"{y} is no common child of {x} and {t}{telling.claimed}: "
        f"{telling.some(event.separating_set or ())} separates {y} and {t}, so there is no edge "
        "between these two."
    )
    return text, lemmas.V_STRUCTURES, "performed"


def _v_structures_known(event: ev.VStructuresKnown, before: PlayerState, telling: Telling) -> Parts:
    x = telling.name(event.x)
    found = [f"{x} → {telling.name(y)} ← {telling.name(t)}" for y, t in event.v_structures]
    if event.reused:
        kept = listed(found) if found else "there is none now"
        text = f"The v-structures with {x} as a parent were looked for before: {kept}."
        return text, "bookkeeping", "reused"
    if not found:
        # v-structures with a variable that has left were found at its turn, and stay drawn
        left = " of the variables left" if before.removal_order else ""
        text = f"{x} is a parent in no v-structure{left}; no further edge gets a direction."
    else:
        text = f"We direct the edges of {listed(found)}."
    return text, lemmas.V_STRUCTURES, "no test"


def _triple_decided(event: ev.TripleDecided, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    x, y, t, z = (telling.name(v) for v in (event.x, event.y, event.t, event.z))
    again = " We know this from an earlier visit." if event.reused else ""
    if event.separating_set is None:
        text = (
            f"For {x} → {y} ← {t}, the neighbor {z} passes: with {x} and {y} given, no set from "
            f"the boundary of {x} separates {z} and {t}.{again}"
        )
    else:
        given = telling.some((*event.separating_set, event.x, event.y))
        text = (
            f"For {x} → {y} ← {t}, the neighbor {z} breaks Condition 2: {given} separates {z} "
            f"and {t}, so {t} is not a parent of {z}{telling.claimed}.{again}"
        )
    return text, lemmas.CONDITION_TWO, _status(event.reused)


def _condition_two_decided(
    event: ev.ConditionTwoDecided, before: PlayerState, telling: Telling
) -> Parts:
    x = telling.name(event.x)
    if event.holds:
        vacuous = "" if before.co_parents else " (it has no co-parent)"
        text = (
            f"Condition 2 holds for {x} as well{vacuous}: by Theorem 1, {x} is "
            f"removable{telling.claimed}."
        )
    else:
        text = (
            f"Condition 2 fails for {x}{telling.claimed}: it is not removable now, and we pass "
            "over it."
        )
    return text, "removability", "no test"


def _status(reused: bool) -> str:
    return "reused" if reused else "performed"


SENTENCES: Sentences = {
    ev.RoundStarted: _round_started,
    ev.Visited: _visited,
    ev.NeighborDecided: _neighbor_decided,
    ev.NeighborsKnown: _neighbors_known,
    ev.PairDecided: _pair_decided,
    ev.ConditionOneDecided: _condition_one_decided,
    ev.SeparatingSetRenewed: _separating_set_renewed,
    ev.VStructureDecided: _v_structure_decided,
    ev.VStructuresKnown: _v_structures_known,
    ev.TripleDecided: _triple_decided,
    ev.ConditionTwoDecided: _condition_two_decided,
}
