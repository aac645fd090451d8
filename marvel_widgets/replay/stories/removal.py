"""MARVEL's lines 13 to 16: a variable leaves, and boundaries change."""

from dataclasses import replace

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.boundary import lemmas
from marvel_widgets.replay.state import PlayerState, with_arrow, without_current_variable
from marvel_widgets.replay.stories.story import Asked, Focus, independence_question, story
from marvel_widgets.replay.wording import Parts, RunContext
from marvel_widgets.text import counted, listed, remain


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


def _fold_none_removable(event: ev.NoneRemovable, state: PlayerState) -> PlayerState:
    after = replace(without_current_variable(state), dead_ends=state.dead_ends + 1)
    return replace(after, visiting=event.chosen)


@story(ev.NoneRemovable, fold=_fold_none_removable, focus=None, question=None)
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


@story(ev.Removed, fold=_fold_removed, focus=None, question=None)
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


def _ask_boundary_pair_tested(event: ev.BoundaryPairTested, context: RunContext) -> Asked:
    return independence_question(context, event.y, event.z, event.given, event.independent)


@story(
    ev.BoundaryPairTested,
    fold=_fold_boundary_pair_tested,
    focus=lambda event, _: Focus((event.y, event.z), event.given),
    question=_ask_boundary_pair_tested,
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
