"""MARVEL's lines 5 to 19: rounds, visits, what is decided at a variable, and the end."""

from dataclasses import replace

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.registry import described_as
from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.boundary.events import Set
from marvel_widgets.core.graphs.bits import mask_of
from marvel_widgets.replay import story as s
from marvel_widgets.replay.wording import RunContext
from marvel_widgets.text import capitalized, counted, listed, remain


def _these(at: s.Moment, variables: Set, noun: str) -> str:
    """Return ``the neighbors {A, B}``, ``the neighbor {A}`` or ``no neighbor``."""
    if not variables:
        return f"no {noun}"
    return f"the {noun}{'' if len(variables) == 1 else 's'} {at.some(variables)}"


@s.story(
    ev.RoundStarted,
    fold=lambda event, state: replace(
        s.without_current_variable(state), round=event.number, passed_over=()
    ),
)
def _round_started(at: s.Moment) -> s.Parts:
    number, order = at.event.number, at.before.order()
    if len(order) == 1:
        return f"Round {number}: only {at.of(order[0])} remains.", "marvel", "no test"
    words = [f"{at.of(x)} ({at.before.boundaries[x].bit_count()})" for x in order[:6]]
    rest = f" and {len(order) - 6} more" if len(order) > 6 else ""
    text = (
        f"Round {number}: {remain(len(order))}, sorted by boundary size: {', '.join(words)}{rest}."
    )
    return text, "boundary-size", "no test"


def _fold_visited(event: ev.Visited, state: s.PlayerState) -> s.PlayerState:
    before = state.visiting
    passed = state.passed_over if before is None else (*state.passed_over, before)
    return replace(s.without_current_variable(state), visiting=event.x, passed_over=passed)


@s.story(ev.Visited, "marvel", fold=_fold_visited)
def _visited(at: s.Moment) -> str:
    boundary = at.before.boundaries[at.event.x]
    has = f"{at.mask(boundary)} has {counted(boundary.bit_count(), 'member')}"
    is_next = f"{at.x} is next: its boundary {has if boundary else 'is empty'}"
    return f"{is_next}. Is {at.x} removable?"


def _fold_neighbor_decided(event: ev.NeighborDecided, state: s.PlayerState) -> s.PlayerState:
    if event.separating_set is None:
        return replace(state, neighbors=(state.neighbors or 0) | 1 << event.y)
    return replace(state, co_parents=(state.co_parents or 0) | 1 << event.y)


def _ask_neighbor_decided(event: ev.NeighborDecided, context: RunContext) -> s.Asked:
    x, y = context.name(event.x), context.name(event.y)
    options = "neighbor", "co-parent"
    answer = options[event.separating_set is not None]
    return f"Is {y} a neighbor or a co-parent of {x}?", options, answer


@s.story(
    ev.NeighborDecided,
    fold=_fold_neighbor_decided,
    focus=s.focus_on("xy"),
    question=_ask_neighbor_decided,
)
def _neighbor_decided(at: s.Moment) -> s.Parts:
    status = "performed"
    if at.event.separating_set is not None:
        text = (
            f"{at.y} is a co-parent of {at.x}{at.claimed}: {at.some(at.event.separating_set)} "
            "separates them, so there is no edge, only a common child."
        )
    elif at.before.boundaries[at.event.x].bit_count() == 1:
        status = "no test"
        text = (
            f"{at.y} is a neighbor of {at.x}{at.claimed}, without a new test: nothing else is in "
            "the boundary, so there is no proper subset to try."
        )
    else:
        text = (
            f"{at.y} is a neighbor of {at.x}{at.claimed}: no proper subset of the rest of the "
            "boundary separates them."
        )
    return text, lemmas.NEIGHBORS, status


def _fold_neighbors_known(event: ev.NeighborsKnown, state: s.PlayerState) -> s.PlayerState:
    after = s.with_neighbors(state, event.x, mask_of(event.neighbors))
    return replace(after, co_parents=mask_of(event.co_parents))


@s.story(ev.NeighborsKnown, fold=_fold_neighbors_known, marks_new=True)
def _neighbors_known(at: s.Moment) -> s.Parts:
    event, neighbors = at.event, _these(at, at.event.neighbors, "neighbor")
    both = f"{neighbors} and {_these(at, event.co_parents, 'co-parent')}"
    if event.reused:
        text = f"The neighbors of {at.x} were found before: it now has {both}."
        return text, "bookkeeping", "reused"
    new = [f"{at.x} - {at.of(y)}" for y in event.neighbors if not at.before.has_edge(event.x, y)]
    drawn = f"we draw {listed(new)}" if new else "no edge is new"
    return f"{at.x} has {both}; {drawn}.", lemmas.NEIGHBORS, "no test"


def _decided(text: str, item: str, at: s.Moment) -> s.Parts:
    """Return a sentence on a pair or triple, which may have been decided at an earlier visit."""
    if at.event.reused:
        return f"{text} We know this from an earlier visit.", item, "reused"
    return text, item, "performed"


@s.story(
    ev.PairDecided,
    focus=s.focus_on("zw", "x"),
    question=s.yes_no_question(
        "Does a set from the boundary of {x}, together with {x}, separate {z} and {w}?",
        "separating_set",
    ),
)
def _pair_decided(at: s.Moment) -> s.Parts:
    if at.event.separating_set is None:
        text = (
            f"{at.z} and {at.w} pass: with {at.x} given, no set from its boundary separates them, "
            f"so they are adjacent or both parents of {at.x}{at.claimed}."
        )
    else:
        given = at.some((*at.event.separating_set, at.event.x))
        text = (
            f"{at.z} and {at.w} break Condition 1: {given} separates them, so they are neither "
            f"adjacent nor both parents of {at.x}{at.claimed}."
        )
    return _decided(text, lemmas.CONDITION_ONE, at)


@s.story(
    ev.ConditionOneDecided,
    "removability",
    fold=lambda event, state: replace(state, condition_one=event.holds),
    question=s.yes_no_question("Does Condition 1 hold at {x}?", "holds"),
)
def _condition_one_decided(at: s.Moment) -> str:
    if not at.event.holds:
        return (
            f"Condition 1 fails for {at.x}{at.claimed}: it is not removable now, and we pass over "
            "it."
        )
    if (at.before.neighbors or 0).bit_count() < 2:
        return (
            f"Condition 1 holds for {at.x}: with fewer than two neighbors there is no pair to test."
        )
    return (
        f"Condition 1 holds for {at.x}{at.claimed}: all pairs passed, so each child of {at.x} is "
        "adjacent to all its other neighbors."
    )


@s.story(
    ev.TripleDecided,
    focus=s.focus_on("zt", "xy"),
    question=s.yes_no_question(
        "Does a set from the boundary of {x}, together with {x} and {y}, separate {t} and {z}?",
        "separating_set",
    ),
)
def _triple_decided(at: s.Moment) -> s.Parts:
    begin = f"For {at.x} → {at.y} ← {at.t}, the neighbor {at.z}"
    if at.event.separating_set is None:
        text = (
            f"{begin} passes: with {at.x} and {at.y} given, no set from the boundary of {at.x} "
            f"separates {at.z} and {at.t}."
        )
    else:
        given = at.some((*at.event.separating_set, at.event.x, at.event.y))
        text = (
            f"{begin} breaks Condition 2: {given} separates {at.z} and {at.t}, so {at.t} is not a "
            f"parent of {at.z}{at.claimed}."
        )
    return _decided(text, lemmas.CONDITION_TWO, at)


@s.story(
    ev.ConditionTwoDecided,
    "removability",
    fold=lambda event, state: replace(state, condition_two=event.holds),
    question=s.yes_no_question("Does Condition 2 hold at {x}?", "holds"),
)
def _condition_two_decided(at: s.Moment) -> str:
    if at.event.holds:
        vacuous = "" if at.before.co_parents else " (it has no co-parent)"
        return (
            f"Condition 2 holds for {at.x} as well{vacuous}: by Theorem 1, {at.x} is "
            f"removable{at.claimed}."
        )
    return (
        f"Condition 2 fails for {at.x}{at.claimed}: it is not removable now, and we pass over it."
    )


@s.story(ev.SeparatingSetRenewed, focus=s.focus_on("xt"))
def _separating_set_renewed(at: s.Moment) -> s.Parts:
    boundary, found = at.before.boundaries[at.event.x], at.event.separating_set
    begin = (
        f"The set kept for {at.x} and {at.t} is not inside the present boundary {at.mask(boundary)}"
    )
    text = f"{begin}, and no other is found there; we keep the old one."
    if found is not None:
        text = f"{begin}, where the lemma needs it; we search again and find {at.some(found)}."
    alone = boundary.bit_count() == 1  # then there is no proper subset
    return text, lemmas.V_STRUCTURES, "no test" if alone else "performed"


@s.story(
    ev.VStructureDecided,
    focus=s.focus_on("yt"),
    question=s.yes_no_question("Is {x} → {y} ← {t} a v-structure?", "found"),
)
def _v_structure_decided(at: s.Moment) -> s.Parts:
    if at.event.found:
        text = (
            f"{at.x} → {at.y} ← {at.t} is a v-structure{at.claimed}: {at.y} is not in the set that "
            f"separates {at.x} and {at.t}, and no set tried separates {at.y} and {at.t}."
        )
        return text, lemmas.V_STRUCTURES, "performed"
    begin = f"{at.y} is no common child of {at.x} and {at.t}{at.claimed}"
    if at.event.in_separating_set:
        text = f"{begin}: it is in the set that separates them. No test is needed."
        return text, lemmas.V_STRUCTURES, "no test"
    text = (
        f"{begin}: {at.some(at.event.separating_set or ())} separates {at.y} and {at.t}, so there "
        "is no edge between these two."
    )
    return text, lemmas.V_STRUCTURES, "performed"


def _fold_v_structures_known(event: ev.VStructuresKnown, state: s.PlayerState) -> s.PlayerState:
    for y, t in event.v_structures:
        state = s.with_v_structure(state, event.x, y, t)
    return state


@s.story(ev.VStructuresKnown, fold=_fold_v_structures_known, marks_new=True)
def _v_structures_known(at: s.Moment) -> s.Parts:
    found = listed(f"{at.x} → {at.of(y)} ← {at.of(t)}" for y, t in at.event.v_structures)
    if at.event.reused:
        kept = found or "there is none now"
        text = f"The v-structures with {at.x} as a parent were looked for before: {kept}."
        return text, "bookkeeping", "reused"
    text = f"We direct the edges of {found}."
    if not found:
        # v-structures with a variable that has left were found at its turn, and stay drawn
        left = " of the variables left" if at.before.removal_order else ""
        text = f"{at.x} is a parent in no v-structure{left}; no further edge gets a direction."
    return text, lemmas.V_STRUCTURES, "no test"


@s.story(
    ev.NoneRemovable,
    "marvel",
    fold=lambda event, state: replace(
        s.without_current_variable(state), dead_ends=state.dead_ends + 1, visiting=event.chosen
    ),
)
def _none_removable(at: s.Moment) -> str:
    left = counted(at.before.remaining.bit_count(), "remaining variable")
    what = "the run stops here"
    if at.event.chosen is not None:
        what = f"{at.chosen}, with the smallest boundary, leaves all the same"
    return f"None of the {left} passed, which never happens with an oracle; {what}."


def _fold_removed(event: ev.Removed, state: s.PlayerState) -> s.PlayerState:
    x = event.x
    masks = tuple(mask & ~(1 << x) for mask in state.boundaries)
    for tail in event.arrows:
        state = s.with_arrow(state, tail, x, "printed")
    return replace(
        state,
        boundaries=masks,
        remaining=state.remaining & ~(1 << x),
        removal_order=(*state.removal_order, x),
    )


@s.story(ev.Removed, "removability", fold=_fold_removed)
def _removed(at: s.Moment) -> str:
    left, neighbors = remain(at.before.remaining.bit_count() - 1), at.event.neighbors
    if arrows := at.event.arrows:
        which, what, truth = "edge", "a claim", "a truth"
        if len(arrows) > 1:
            which, what, truth = "edges", "claims", "truths"
        told = (
            f". Line 13 points its undirected {which} at it: "
            f"{listed(f'{at.of(y)} → {at.x}' for y in arrows)}, {what} of the printed algorithm, "
            f"not yet {truth}"
        )
    elif not neighbors:
        told = ", without a remaining neighbor"
    elif at.context.orientation == "printed":
        told = ". Line 13 finds no undirected edge at it"
    else:
        noun = "neighbor was" if len(neighbors) == 1 else "neighbors were"
        told = f". We keep in mind that its {noun} {at.some(neighbors)}"
    return f"{at.x} leaves{told}; {left}."


def _fold_boundary_pair_tested(event: ev.BoundaryPairTested, state: s.PlayerState) -> s.PlayerState:
    if not event.independent:
        return state
    masks = list(state.boundaries)
    masks[event.y] &= ~(1 << event.z)
    masks[event.z] &= ~(1 << event.y)
    return replace(state, boundaries=tuple(masks))


@s.story(
    ev.BoundaryPairTested,
    lemmas.BOUNDARY_UPDATE,
    "performed",
    fold=_fold_boundary_pair_tested,
    focus=lambda event, _: s.Focus((event.y, event.z), event.given),
    question=lambda event, context: s.independence_question(
        context, event.y, event.z, event.given, event.independent
    ),
)
def _boundary_pair_tested(at: s.Moment) -> str:
    event, boundaries = at.event, at.before.boundaries
    met = boundaries[event.y] >> event.z & 1
    if event.independent and met:
        text = (
            f"{at.y} and {at.z} leave each other's boundary: only their common child {at.x} held "
            f"them{at.claimed}"
        )
    elif met:
        text = f"{at.y} and {at.z} stay in each other's boundary without {at.x}{at.claimed}"
    else:  # wrong answers before: neighbors of a removable variable are in each other's boundary
        text = f"{at.y} and {at.z} were not in each other's boundary; nothing changes"
    how = f"Nothing was given: the boundary of {at.smaller} has no other member"
    if event.given:
        sizes = {boundaries[v].bit_count() for v in (event.y, event.z)}
        smaller = ", the smaller one" if len(sizes) == 2 else ""
        how = f"Given was {at.some(event.given)}, the rest of the boundary of {at.smaller}{smaller}"
    return f"{text}. {how}."


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


def _fold_v_structures_collected(
    event: ev.VStructuresCollected, state: s.PlayerState
) -> s.PlayerState:
    after = replace(s.without_current_variable(state), arrows=(), passed_over=(), level=None)
    for a, c, b in event.v_structures:
        after = s.with_v_structure(after, a, c, b)
    return after


@s.story(ev.VStructuresCollected, fold=_fold_v_structures_collected)
def _v_structures_collected(at: s.Moment) -> s.Parts:
    found = [f"{at.of(a)} → {at.of(c)} ← {at.of(b)}" for a, c, b in at.event.v_structures]
    edges = counted(sum(mask.bit_count() for mask in at.before.edges) // 2, "edge")
    dropped, lost = "", len(at.event.dropped)
    if lost:
        were = "was" if lost == 1 else "were"
        dropped = f" {counted(lost, 'other')} did not fit and {were} dropped."
    which = "no v-structure"
    if found:
        which = f"the v-structure{'' if len(found) == 1 else 's'} {listed(found)}"
    text = f"We keep {edges} and {which}.{dropped}"
    if at.context.removes:
        text = f"{capitalized(remain(at.before.remaining.bit_count()))}. {text}"
    return text, at.context.conclusion, "no test"


@s.story(
    ev.EdgeDirected,
    fold=lambda event, state: s.with_arrow(state, event.tail, event.head, "compelled"),
    focus=lambda event, _: s.Focus((event.tail, event.head)),
    marks_new=True,
)
def _edge_directed(at: s.Moment) -> s.Parts:
    rule = at.event.rule
    why = meek_reason(rule, at.event.tail, at.event.head, at.event.because, at.context)
    text = f"Meek's rule {rule} directs {at.tail} → {at.head}, since {why}."
    return text, at.context.conclusion, "no test"


@s.story(ev.Finished, fold=lambda _, state: replace(state, finished=True))
def _finished(at: s.Moment) -> s.Parts:
    context, graph = at.context, at.before.learned_graph(at.context.names)
    if described_as(context.algorithm).finds == "skeleton":
        edges = counted(len(graph.undirected), "edge")
        text = f"the skeleton has {edges}; {context.presentation.title} gives none a direction."
    else:
        right = context.ends_essential
        which = "the essential graph" if right else "the graph returned"
        both = sum(kind == "two_headed" for _, _, kind in at.before.arrows)
        text = (
            f"{which} has {counted(len(graph.directed), 'directed edge')} and "
            f"{counted(len(graph.undirected) - both, 'undirected edge')}"
            f"{f', and {both:,} with two heads' if both else ''}."
        )
        if right and graph.undirected:
            text += " No CI test finds which way an undirected edge points."
        if right and any(kind == "compelled" for _, _, kind in at.before.arrows):
            text += " M: a Meek rule directs the edge."
    if context.doubts:  # it is not what a theorem says
        return " ".join((*context.doubts, capitalized(text))), context.algorithm, "no test"
    return f"Done: {text}", context.conclusion, "no test"
