"""Greedy ancestral search: which candidates are dropped, and the groups that direct the edges."""

from dataclasses import replace

from marvel_widgets.core.algorithms import ancestral_events as ev
from marvel_widgets.core.boundary.events import Set
from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.replay.state import PlayerState, with_arrow, without_edges
from marvel_widgets.replay.stories.story import Asked, Focus, story, unchanged, yes_no_question
from marvel_widgets.replay.wording import Parts, RunContext, given_words
from marvel_widgets.text import counted, listed


@story(
    ev.GroupStarted,
    fold=lambda event, state: replace(state, round=event.number, passed_over=(), level=None),
    focus=lambda event, _: Focus((), event.prefix),
    question=None,
)
def _group_started(event: ev.GroupStarted, _before: PlayerState, context: RunContext) -> Parts:
    left = len(context.names) - len(event.prefix)
    if not event.prefix:
        text = f"Group {event.number}: the prefix is empty, and every variable is a candidate."
    else:
        others = counted(left, "other variable")
        are = "is a candidate" if left == 1 else "are candidates"
        text = f"Group {event.number}: the prefix is {context.some(event.prefix)}; {others} {are}."
    return text, context.algorithm, "no test"


@story(
    ev.SizeStarted,
    fold=lambda event, state: replace(state, level=event.size),
    focus=None,
    question=None,
)
def _size_started(event: ev.SizeStarted, _before: PlayerState, context: RunContext) -> Parts:
    among = context.some(event.candidates)
    sets = f"sets of {_candidates(event.size)}" if event.size else "the prefix alone"
    text = f"Size {event.size}: {sets}, while the candidates are {among}."
    if event.size:
        text = f"Size {event.size}: {sets}, out of {among}, with the prefix."
    return text, context.algorithm, "no test"


def _candidates(size: int) -> str:
    return counted(size, "candidate") if size else "no candidate"


def _set(context: RunContext, given: Set, candidates: Set) -> str:
    return context.some(sorted((*given, *candidates)))


def _fold_link_tested(event: ev.LinkTested, state: PlayerState) -> PlayerState:
    if event.separating_set is None:
        return state
    return without_edges(state, [(event.x, event.y)])


def _ask_link_tested(event: ev.LinkTested, context: RunContext) -> Asked:
    x, y = context.name(event.x), context.name(event.y)
    return yes_no_question(
        f"Does one of the sets with {_candidates(event.size)} that come next separate {x} and {y}?",
        event.separating_set is not None,
    )


@story(
    ev.LinkTested,
    fold=_fold_link_tested,
    focus=lambda event, _: Focus((event.x, event.y), (*event.given, *(event.separating_set or ()))),
    question=_ask_link_tested,
)
def _link_tested(event: ev.LinkTested, _before: PlayerState, context: RunContext) -> Parts:
    x, y = context.name(event.x), context.name(event.y)
    if event.separating_set is not None:
        found = _set(context, event.given, event.separating_set)
        text = f"{x} - {y} leaves{context.claimed}: {found} separates the two."
    elif event.size:
        beside = f" with {context.some(event.given)}" if event.given else ""
        text = (
            f"{x} - {y} stays for now: no set of {_candidates(event.size)}{beside} separates the "
            f"two{context.claimed}."
        )
    else:
        given = given_words(context, event.given)
        text = f"{x} - {y} stays for now: the two are dependent {given}{context.claimed}."
    return text, context.algorithm, "performed"


def _ask_downstream_tested(event: ev.DownstreamTested, context: RunContext) -> Asked:
    u, v, w = context.name(event.u), context.name(event.v), context.name(event.w)
    text = f"{context.some(event.given)} separates {u} and {v}. Are they dependent given {w} too?"
    return yes_no_question(text, event.found)


@story(
    ev.DownstreamTested,
    fold=lambda event, state: (
        replace(state, passed_over=(*state.passed_over, event.w)) if event.found else state
    ),
    focus=lambda event, _: Focus((event.u, event.v), (*event.given, event.w)),
    question=_ask_downstream_tested,
)
def _downstream_tested(
    event: ev.DownstreamTested, _before: PlayerState, context: RunContext
) -> Parts:
    u, v, w = context.name(event.u), context.name(event.v), context.name(event.w)
    given = _set(context, event.given, (event.w,))
    if event.found:
        text = (
            f"{w} is a candidate no more: given {given}, {u} and {v} are dependent, so {w} is a "
            f"collider on a path between them, or below one{context.claimed}."
        )
    else:
        text = f"{w} stays a candidate: {given} separates {u} and {v} as well{context.claimed}."
    return text, context.algorithm, "performed"


def _fold_prefix_pair(event: ev.PrefixPairDecided, state: PlayerState) -> PlayerState:
    if event.separating_set is None:
        return state
    return replace(state, passed_over=(*state.passed_over, event.v))


@story(
    ev.PrefixPairDecided,
    fold=_fold_prefix_pair,
    focus=lambda event, _: Focus((event.u, event.v), (*event.given, *(event.separating_set or ()))),
    question=None,
)
def _prefix_pair(event: ev.PrefixPairDecided, _before: PlayerState, context: RunContext) -> Parts:
    u, v = context.name(event.u), context.name(event.v)
    if event.separating_set is None:
        text = (
            f"{v} stays a candidate: no set with {_candidates(event.size)} separates it from {u}"
            f"{context.claimed}."
        )
    else:
        found = _set(context, event.given, event.separating_set)
        text = (
            f"{v} is a candidate no more: {found} separates it from {u}{context.claimed}, and one "
            f"of the candidates in that set, {context.some(event.separating_set)}, comes before it."
        )
    return text, context.algorithm, "no test" if event.remembered else "performed"


@story(ev.GroupClosed, fold=unchanged, focus=None, question=None)
def _group_closed(event: ev.GroupClosed, _before: PlayerState, context: RunContext) -> Parts:
    text = f"Group {event.number} is {context.some(event.group)}; it joins the prefix."
    return text, context.algorithm, "no test"


def _fold_groups_directed(event: ev.GroupsDirected, state: PlayerState) -> PlayerState:
    earlier = 0
    for group in event.groups:
        for v in group:
            for u in members(state.edges[v] & earlier):
                state = with_arrow(state, u, v, "ordered")
        earlier |= mask_of(group)
    return replace(state, passed_over=(), level=None)


@story(ev.GroupsDirected, fold=_fold_groups_directed, focus=None, question=None, marks_new=True)
def _groups_directed(event: ev.GroupsDirected, _before: PlayerState, context: RunContext) -> Parts:
    groups = listed([context.some(group) for group in event.groups])
    text = (
        f"In the order of the groups {groups}, an edge between two groups points to the later one; "
        "an edge inside a group has no direction."
    )
    return text, context.algorithm, "no test"
