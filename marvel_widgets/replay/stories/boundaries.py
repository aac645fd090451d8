"""Boundary discovery: what is found, and why."""

from dataclasses import replace

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.boundary.events import (
    BoundaryFound,
    BoundarySettled,
    BoundaryStarted,
    Grown,
    GrowthRepeated,
    MadeSymmetric,
    Shrunk,
)
from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.replay.state import PlayerState
from marvel_widgets.replay.stories.story import Focus, story, unchanged
from marvel_widgets.replay.wording import Parts, RunContext, given_words
from marvel_widgets.text import counted, some_of


def _with_boundary(state: PlayerState, x: int, boundary: int) -> PlayerState:
    masks = list(state.boundaries)
    masks[x] = boundary
    return replace(state, boundaries=tuple(masks))


def _focus_on_set(event: Grown | Shrunk, before: PlayerState) -> Focus:
    """Where a set has grown or shrunk, it is given, as it was then."""
    given = before.boundaries[event.x] & ~(1 << event.y)
    return Focus((event.x, event.y), tuple(members(given)))


def _fold_boundary_found(event: BoundaryFound, state: PlayerState) -> PlayerState:
    masks = list(state.boundaries)
    masks[event.x] = mask_of(event.boundary)
    known = state.boundaries_known | 1 << event.x
    return replace(state, boundaries=tuple(masks), boundaries_known=known)


@story(
    BoundaryFound,
    fold=_fold_boundary_found,
    focus=lambda event, _: Focus((event.x,), (), event.boundary),
    question=None,
)
def _boundary_found(event: BoundaryFound, before: PlayerState, context: RunContext) -> Parts:
    x = context.name(event.x)
    left = len(context.names) - before.boundaries_known.bit_count() - 1
    if not event.boundary:
        what = f"empty: {x} was found dependent on none given all the others"
    else:
        these = "exactly this one was" if len(event.boundary) == 1 else "exactly these were"
        what = f"{context.some(event.boundary)}: {these} found dependent on it given all the others"
    if left:
        rest = f"{counted(left, 'boundary', 'boundaries')} to go"
    else:
        rest = "That was the last, and every pair has been tested already"
    text = f"The Markov boundary of {x} is {what}. {rest}."
    return text, BOUNDARY_DISCOVERY, "performed" if left else "no test"


def _fold_boundaries_given(event: ev.BoundariesGiven, state: PlayerState) -> PlayerState:
    masks = tuple(map(mask_of, event.boundaries))
    return replace(state, boundaries=masks, boundaries_known=state.remaining)


@story(ev.BoundariesGiven, fold=_fold_boundaries_given, focus=None, question=None)
def _boundaries_given(
    event: ev.BoundariesGiven, _before: PlayerState, _context: RunContext
) -> Parts:
    largest = max(map(len, event.boundaries), default=0)
    given = counted(len(event.boundaries), "given boundary", "given boundaries")
    text = f"The run starts from {given}; the largest has {counted(largest, 'member')}."
    return text, BOUNDARY_DISCOVERY, "no test"


@story(
    BoundaryStarted,
    fold=lambda event, state: replace(_with_boundary(state, event.x, 0), visiting=event.x),
    focus=None,
    question=None,
)
def _boundary_started(event: BoundaryStarted, before: PlayerState, context: RunContext) -> Parts:
    x = context.name(event.x)
    left = len(context.names) - before.boundaries_known.bit_count()
    to_go = counted(left, "variable")
    text = f"We look for the Markov boundary of {x}, starting from the empty set; {to_go} to go."
    return text, "growing", "no test"


def _fold_grown(event: Grown, state: PlayerState) -> PlayerState:
    return _with_boundary(state, event.x, state.boundaries[event.x] | 1 << event.y)


@story(Grown, fold=_fold_grown, focus=_focus_on_set, question=None)
def _grown(event: Grown, before: PlayerState, context: RunContext) -> Parts:
    x, y = context.name(event.x), context.name(event.y)
    now = given_words(context, members(before.boundaries[event.x]))
    text = f"{y} comes into the set of {x}: {now}, the two are dependent{context.claimed}"
    if context.discovery in ("iamb", "inter-iamb"):
        text += "; of all such variables it is the most strongly associated, or the first"
    text += "."
    return text, "growing", "performed"


def _fold_shrunk(event: Shrunk, state: PlayerState) -> PlayerState:
    return _with_boundary(state, event.x, state.boundaries[event.x] & ~(1 << event.y))


@story(Shrunk, fold=_fold_shrunk, focus=_focus_on_set, question=None)
def _shrunk(event: Shrunk, before: PlayerState, context: RunContext) -> Parts:
    x, y = context.name(event.x), context.name(event.y)
    rest = given_words(context, members(before.boundaries[event.x] & ~(1 << event.y)))
    text = f"{y} leaves the set of {x} again: {rest}, the two are independent{context.claimed}."
    return text, "growing", "performed"


@story(GrowthRepeated, fold=unchanged, focus=None, question=None)
def _growth_repeated(event: GrowthRepeated, before: PlayerState, context: RunContext) -> Parts:
    now = context.mask(before.boundaries[event.x])
    text = (
        f"The set of {context.name(event.x)} is {now} again: the answers lead in circles, which "
        "never happens with an oracle, and we stop here."
    )
    return text, "growing", "performed"


def _fold_boundary_settled(event: BoundarySettled, state: PlayerState) -> PlayerState:
    after = _with_boundary(state, event.x, mask_of(event.boundary))
    known = state.boundaries_known | 1 << event.x
    return replace(after, boundaries_known=known, visiting=None)


@story(
    BoundarySettled,
    fold=_fold_boundary_settled,
    focus=lambda event, _: Focus((event.x,), (), event.boundary),
    question=None,
)
def _boundary_settled(event: BoundarySettled, _before: PlayerState, context: RunContext) -> Parts:
    x = context.name(event.x)
    if not event.boundary:
        what = "empty: nothing is dependent on it"
    else:
        what = f"{context.some(event.boundary)}: none outside is needed, and none inside can go"
    return f"The Markov boundary of {x} is {what}{context.claimed}.", "growing", "performed"


def _fold_made_symmetric(event: MadeSymmetric, state: PlayerState) -> PlayerState:
    for x, y in event.pairs:
        if event.rule == "or":
            state = _with_boundary(state, y, state.boundaries[y] | 1 << x)
        else:
            state = _with_boundary(state, x, state.boundaries[x] & ~(1 << y))
    return state


@story(MadeSymmetric, fold=_fold_made_symmetric, focus=None, question=None)
def _made_symmetric(event: MadeSymmetric, _before: PlayerState, context: RunContext) -> Parts:
    pairs = [f"{context.name(y)} in that of {context.name(x)}" for x, y in event.pairs]
    rule = "let each in both" if event.rule == "or" else "keep none of them"
    text = (
        f"{counted(len(pairs), 'membership')} had no counterpart ({some_of(pairs)}); boundaries "
        f'are symmetric, so we {rule} (rule "{event.rule}").'
    )
    return text, "growing", "no test"
