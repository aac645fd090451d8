"""MARVEL's lines 5 to 8: rounds, visits, and which variables are neighbors."""

from dataclasses import replace

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.registry import described_as
from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.boundary.events import Set
from marvel_widgets.core.graphs.bits import mask_of
from marvel_widgets.replay.story import (
    Asked,
    Focus,
    PlayerState,
    focus_on,
    independence_question,
    story,
    with_arrow,
    with_neighbors,
    with_v_structure,
    without_current_variable,
    yes_no_question,
)
from marvel_widgets.replay.wording import Parts, RunContext
from marvel_widgets.text import capitalized, counted, listed, remain


def _these(context: RunContext, variables: Set, noun: str) -> str:
    """Return ``the neighbors {A, B}``, ``the neighbor {A}`` or ``no neighbor``."""
    if not variables:
        return f"no {noun}"
    return f"the {noun}{'' if len(variables) == 1 else 's'} {context.some(variables)}"


@story(
    ev.RoundStarted,
    fold=lambda event, state: replace(
        without_current_variable(state), round=event.number, passed_over=()
    ),
)
def _round_started(event: ev.RoundStarted, before: PlayerState, context: RunContext) -> Parts:
    order = before.order()
    if len(order) == 1:
        return (
            f"Round {event.number}: only {context.name(order[0])} remains.",
            "marvel",
            "no test",
        )
    words = [f"{context.name(x)} ({before.boundaries[x].bit_count()})" for x in order[:6]]
    rest = f" and {len(order) - 6} more" if len(order) > 6 else ""
    text = (
        f"Round {event.number}: {remain(len(order))}, sorted by boundary size: "
        f"{', '.join(words)}{rest}."
    )
    return text, "boundary-size", "no test"


def _fold_visited(event: ev.Visited, state: PlayerState) -> PlayerState:
    before = state.visiting
    passed = state.passed_over if before is None else (*state.passed_over, before)
    return replace(without_current_variable(state), visiting=event.x, passed_over=passed)


@story(ev.Visited, fold=_fold_visited)
def _visited(event: ev.Visited, before: PlayerState, context: RunContext) -> Parts:
    x = context.name(event.x)
    boundary = before.boundaries[event.x]
    has = f"{context.mask(boundary)} has {counted(boundary.bit_count(), 'member')}"
    text = f"{x} is next: its boundary {has if boundary else 'is empty'}. Is {x} removable?"
    return text, "marvel", "no test"


def _fold_neighbor_decided(event: ev.NeighborDecided, state: PlayerState) -> PlayerState:
    if event.separating_set is None:
        return replace(state, neighbors=(state.neighbors or 0) | 1 << event.y)
    return replace(state, co_parents=(state.co_parents or 0) | 1 << event.y)


def _ask_neighbor_decided(event: ev.NeighborDecided, context: RunContext) -> Asked:
    x, y = context.name(event.x), context.name(event.y)
    options = "neighbor", "co-parent"
    answer = options[event.separating_set is not None]
    return f"Is {y} a neighbor or a co-parent of {x}?", options, answer


@story(
    ev.NeighborDecided,
    fold=_fold_neighbor_decided,
    focus=focus_on("xy"),
    question=_ask_neighbor_decided,
)
def _neighbor_decided(event: ev.NeighborDecided, before: PlayerState, context: RunContext) -> Parts:
    x, y = context.name(event.x), context.name(event.y)
    if event.separating_set is not None:
        text = (
            f"{y} is a co-parent of {x}{context.claimed}: {context.some(event.separating_set)} "
            "separates them, so there is no edge, only a common child."
        )
        return text, lemmas.NEIGHBORS, "performed"
    if before.boundaries[event.x].bit_count() == 1:
        text = (
            f"{y} is a neighbor of {x}{context.claimed}, without a new test: nothing else is in "
            "the boundary, so there is no proper subset to try."
        )
        return text, lemmas.NEIGHBORS, "no test"
    text = (
        f"{y} is a neighbor of {x}{context.claimed}: no proper subset of the rest of the "
        "boundary separates them."
    )
    return text, lemmas.NEIGHBORS, "performed"


def _fold_neighbors_known(event: ev.NeighborsKnown, state: PlayerState) -> PlayerState:
    after = with_neighbors(state, event.x, mask_of(event.neighbors))
    return replace(after, co_parents=mask_of(event.co_parents))


@story(ev.NeighborsKnown, fold=_fold_neighbors_known, marks_new=True)
def _neighbors_known(event: ev.NeighborsKnown, before: PlayerState, context: RunContext) -> Parts:
    x = context.name(event.x)
    neighbors = _these(context, event.neighbors, "neighbor")
    co_parents = _these(context, event.co_parents, "co-parent")
    if event.reused:
        text = f"The neighbors of {x} were found before: it now has {neighbors} and {co_parents}."
        return text, "bookkeeping", "reused"
    new = [y for y in event.neighbors if not before.has_edge(event.x, y)]
    drawn = (
        f"we draw {listed(f'{x} - {context.name(y)}' for y in new)}" if new else "no edge is new"
    )
    return f"{x} has {neighbors} and {co_parents}; {drawn}.", lemmas.NEIGHBORS, "no test"


@story(
    ev.PairDecided,
    focus=focus_on("zw", "x"),
    question=yes_no_question(
        "Does a set from the boundary of {x}, together with {x}, separate {z} and {w}?",
        "separating_set",
    ),
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


@story(
    ev.ConditionOneDecided,
    fold=lambda event, state: replace(state, condition_one=event.holds),
    question=yes_no_question("Does Condition 1 hold at {x}?", "holds"),
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


@story(
    ev.TripleDecided,
    focus=focus_on("zt", "xy"),
    question=yes_no_question(
        "Does a set from the boundary of {x}, together with {x} and {y}, separate {t} and {z}?",
        "separating_set",
    ),
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
    question=yes_no_question("Does Condition 2 hold at {x}?", "holds"),
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


@story(ev.SeparatingSetRenewed, focus=focus_on("xt"))
def _separating_set_renewed(
    event: ev.SeparatingSetRenewed, before: PlayerState, context: RunContext
) -> Parts:
    x, t = context.name(event.x), context.name(event.t)
    boundary = context.mask(before.boundaries[event.x])
    if event.separating_set is None:
        text = (
            f"The set kept for {x} and {t} is not inside the present boundary {boundary}, and no "
            "other is found there; we keep the old one."
        )
    else:
        text = (
            f"The set kept for {x} and {t} is not inside the present boundary {boundary}, where "
            f"the lemma needs it; we search again and find {context.some(event.separating_set)}."
        )
    alone = before.boundaries[event.x].bit_count() == 1  # then there is no proper subset
    return text, lemmas.V_STRUCTURES, "no test" if alone else "performed"


@story(
    ev.VStructureDecided,
    focus=focus_on("yt"),
    question=yes_no_question("Is {x} → {y} ← {t} a v-structure?", "found"),
)
def _v_structure_decided(
    event: ev.VStructureDecided, _before: PlayerState, context: RunContext
) -> Parts:
    x, y, t = (context.name(v) for v in (event.x, event.y, event.t))
    if event.found:
        text = (
            f"{x} → {y} ← {t} is a v-structure{context.claimed}: {y} is not in the set that "
            f"separates {x} and {t}, and no set tried separates {y} and {t}."
        )
        return text, lemmas.V_STRUCTURES, "performed"
    if event.in_separating_set:
        text = (
            f"{y} is no common child of {x} and {t}{context.claimed}: it is in the set that "
            "separates them. No test is needed."
        )
        return text, lemmas.V_STRUCTURES, "no test"
    text = (
        f"{y} is no common child of {x} and {t}{context.claimed}: "
        f"{context.some(event.separating_set or ())} separates {y} and {t}, so there is no edge "
        "between these two."
    )
    return text, lemmas.V_STRUCTURES, "performed"


def _fold_v_structures_known(event: ev.VStructuresKnown, state: PlayerState) -> PlayerState:
    for y, t in event.v_structures:
        state = with_v_structure(state, event.x, y, t)
    return state


@story(ev.VStructuresKnown, fold=_fold_v_structures_known, marks_new=True)
def _v_structures_known(
    event: ev.VStructuresKnown, before: PlayerState, context: RunContext
) -> Parts:
    x = context.name(event.x)
    found = [f"{x} → {context.name(y)} ← {context.name(t)}" for y, t in event.v_structures]
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


def _line_13(event: ev.Removed, context: RunContext) -> str:
    arrows = listed(f"{context.name(y)} → {context.name(event.x)}" for y in event.arrows)
    if len(event.arrows) == 1:
        return (
            f"Line 13 points its undirected edge at it: {arrows}, a claim of the printed "
            "algorithm, not yet a truth"
        )
    return (
        f"Line 13 points its undirected edges at it: {arrows}, claims of the printed algorithm, "
        "not yet truths"
    )


@story(
    ev.NoneRemovable,
    fold=lambda event, state: replace(
        without_current_variable(state), dead_ends=state.dead_ends + 1, visiting=event.chosen
    ),
)
def _none_removable(event: ev.NoneRemovable, before: PlayerState, context: RunContext) -> Parts:
    left = counted(before.remaining.bit_count(), "remaining variable")
    if event.chosen is None:
        text = f"None of the {left} passed, which never happens with an oracle; the run stops here."
    else:
        text = (
            f"None of the {left} passed, which never happens with an oracle; "
            f"{context.name(event.chosen)}, with the smallest boundary, leaves all the same."
        )
    return text, "marvel", "no test"


def _fold_removed(event: ev.Removed, state: PlayerState) -> PlayerState:
    x = event.x
    masks = tuple(mask & ~(1 << x) for mask in state.boundaries)
    for tail in event.arrows:
        state = with_arrow(state, tail, x, "printed")
    return replace(
        state,
        boundaries=masks,
        remaining=state.remaining & ~(1 << x),
        removal_order=(*state.removal_order, x),
    )


@story(ev.Removed, fold=_fold_removed)
def _removed(event: ev.Removed, before: PlayerState, context: RunContext) -> Parts:
    x = context.name(event.x)
    left = remain(before.remaining.bit_count() - 1)
    if event.arrows:
        text = f"{x} leaves. {_line_13(event, context)}; {left}."
    elif not event.neighbors:
        text = f"{x} leaves, without a remaining neighbor; {left}."
    elif context.orientation == "printed":
        text = f"{x} leaves. Line 13 finds no undirected edge at it; {left}."
    else:
        noun = "neighbor was" if len(event.neighbors) == 1 else "neighbors were"
        text = (
            f"{x} leaves. We keep in mind that its {noun} {context.some(event.neighbors)}; {left}."
        )
    return text, "removability", "no test"


def _fold_boundary_pair_tested(event: ev.BoundaryPairTested, state: PlayerState) -> PlayerState:
    if not event.independent:
        return state
    masks = list(state.boundaries)
    masks[event.y] &= ~(1 << event.z)
    masks[event.z] &= ~(1 << event.y)
    return replace(state, boundaries=tuple(masks))


@story(
    ev.BoundaryPairTested,
    fold=_fold_boundary_pair_tested,
    focus=lambda event, _: Focus((event.y, event.z), event.given),
    question=lambda event, context: independence_question(
        context, event.y, event.z, event.given, event.independent
    ),
)
def _boundary_pair_tested(
    event: ev.BoundaryPairTested, before: PlayerState, context: RunContext
) -> Parts:
    x, y, z = (context.name(v) for v in (event.x, event.y, event.z))
    met = before.boundaries[event.y] >> event.z & 1
    if event.independent and met:
        text = (
            f"{y} and {z} leave each other's boundary: only their common child {x} held "
            f"them{context.claimed}"
        )
    elif met:
        text = f"{y} and {z} stay in each other's boundary without {x}{context.claimed}"
    else:  # wrong answers before: neighbors of a removable variable are in each other's boundary
        text = f"{y} and {z} were not in each other's boundary; nothing changes"
    owner = context.name(event.smaller)
    if event.given:
        sizes = {before.boundaries[v].bit_count() for v in (event.y, event.z)}
        smaller = ", the smaller one" if len(sizes) == 2 else ""
        how = f"Given was {context.some(event.given)}, the rest of the boundary of {owner}{smaller}"
    else:
        how = f"Nothing was given: the boundary of {owner} has no other member"
    return f"{text}. {how}.", lemmas.BOUNDARY_UPDATE, "performed"


_RULES = {
    "R1": "otherwise {first} → {a} ← {b} would be a new v-structure",
    "R2": "otherwise {a} → {first} → {b} → {a} would be a cycle",
    "R3": "otherwise there would be a cycle or the new v-structure {first} → {a} ← {second}",
    "R4": "otherwise there would be a cycle or the new v-structure {first} → {a} ← {b}",
}


def meek_reason(rule: str, tail: int, head: int, because: Set, context: RunContext) -> str:
    """Return why a Meek rule directs an edge: what the other direction would bring."""
    others = [context.name(v) for v in because]
    a, b = context.name(tail), context.name(head)
    return _RULES[rule].format(a=a, b=b, first=others[0], second=others[-1])


def _fold_v_structures_collected(event: ev.VStructuresCollected, state: PlayerState) -> PlayerState:
    after = replace(without_current_variable(state), arrows=(), passed_over=(), level=None)
    for a, c, b in event.v_structures:
        after = with_v_structure(after, a, c, b)
    return after


@story(ev.VStructuresCollected, fold=_fold_v_structures_collected)
def _v_structures_collected(
    event: ev.VStructuresCollected, before: PlayerState, context: RunContext
) -> Parts:
    found = [
        f"{context.name(a)} → {context.name(c)} ← {context.name(b)}"
        for a, c, b in event.v_structures
    ]
    edges = counted(sum(mask.bit_count() for mask in before.edges) // 2, "edge")
    dropped = ""
    if event.dropped:
        were = "was" if len(event.dropped) == 1 else "were"
        dropped = f" {counted(len(event.dropped), 'other')} did not fit and {were} dropped."
    which = "no v-structure"
    if found:
        which = f"the v-structure{'' if len(found) == 1 else 's'} {listed(found)}"
    text = f"We keep {edges} and {which}.{dropped}"
    if context.removes:
        text = f"{capitalized(remain(before.remaining.bit_count()))}. {text}"
    return text, context.conclusion, "no test"


@story(
    ev.EdgeDirected,
    fold=lambda event, state: with_arrow(state, event.tail, event.head, "compelled"),
    focus=lambda event, _: Focus((event.tail, event.head)),
    marks_new=True,
)
def _edge_directed(event: ev.EdgeDirected, _before: PlayerState, context: RunContext) -> Parts:
    a, b = context.name(event.tail), context.name(event.head)
    why = meek_reason(event.rule, event.tail, event.head, event.because, context)
    text = f"Meek's rule {event.rule} directs {a} → {b}, since {why}."
    return text, context.conclusion, "no test"


@story(ev.Finished, fold=lambda _, state: replace(state, finished=True))
def _finished(_event: ev.Finished, before: PlayerState, context: RunContext) -> Parts:
    graph = before.learned_graph(context.names)
    if described_as(context.algorithm).finds == "skeleton":
        edges = counted(len(graph.undirected), "edge")
        text = f"the skeleton has {edges}; {context.presentation.title} gives none a direction."
    else:
        right = context.ends_essential
        which = "the essential graph" if right else "the graph returned"
        both = sum(kind == "two_headed" for _, _, kind in before.arrows)
        text = (
            f"{which} has {counted(len(graph.directed), 'directed edge')} and "
            f"{counted(len(graph.undirected) - both, 'undirected edge')}"
            f"{f', and {both:,} with two heads' if both else ''}."
        )
        if right and graph.undirected:
            text += " No CI test finds which way an undirected edge points."
        if right and any(kind == "compelled" for _, _, kind in before.arrows):
            text += " M: a Meek rule directs the edge."
    if context.doubts:  # it is not what a theorem says
        return " ".join((*context.doubts, capitalized(text))), context.algorithm, "no test"
    return f"Done: {text}", context.conclusion, "no test"
