"""MMPC: the candidates of one variable after the other, and the skeleton that they form."""

from dataclasses import replace

from marvel_widgets.core.algorithms import rival_events as ev
from marvel_widgets.core.graphs.bits import mask_of
from marvel_widgets.replay.state import PlayerState, without_current_variable, without_edges
from marvel_widgets.replay.stories.story import Focus, story
from marvel_widgets.replay.wording import Parts, RunContext
from marvel_widgets.text import some_of


def _fold_candidates_started(event: ev.CandidatesStarted, state: PlayerState) -> PlayerState:
    return replace(without_current_variable(state), visiting=event.x, neighbors=0)


@story(ev.CandidatesStarted, fold=_fold_candidates_started, focus=None, question=None)
def _candidates_started(
    event: ev.CandidatesStarted, _before: PlayerState, context: RunContext
) -> Parts:
    x = context.name(event.x)
    text = f"We look for the parents and children of {x}; none is a candidate yet."
    return text, context.algorithm, "no test"


@story(
    ev.CandidateExcluded,
    fold=lambda event, state: replace(state, neighbors=(state.neighbors or 0) & ~(1 << event.y)),
    focus=lambda event, _: Focus((event.x, event.y), event.separating_set or ()),
    question=None,
    line=lambda event: 6 if event.was_chosen else event.line,
)
def _candidate_excluded(
    event: ev.CandidateExcluded, before: PlayerState, context: RunContext
) -> Parts:
    x, y = context.name(event.x), context.name(event.y)
    found = context.some(event.separating_set)
    among = context.mask(before.neighbors or 0)
    again = "is a candidate no more" if event.was_chosen else "is excluded"
    text = f"{y} {again}{context.claimed}: {found}, from the candidates {among}, separates it "
    return f"{text}from {x}.", context.algorithm, "performed"


@story(
    ev.CandidateChosen,
    fold=lambda event, state: replace(state, neighbors=(state.neighbors or 0) | 1 << event.y),
    focus=None,
    question=None,
)
def _candidate_chosen(event: ev.CandidateChosen, before: PlayerState, context: RunContext) -> Parts:
    x, y = context.name(event.x), context.name(event.y)
    among = context.mask(before.neighbors or 0)
    text = (
        f"{y} becomes a candidate for {x}: no set of the candidates {among} separates them, and of "
        "all such variables it is the most strongly associated, or the first."
    )
    return text, context.algorithm, "performed"


def _fold_candidates_known(event: ev.CandidatesKnown, state: PlayerState) -> PlayerState:
    edges = list(state.edges)
    edges[event.x] |= mask_of(event.candidates)
    for y in event.candidates:
        edges[y] |= 1 << event.x
    return replace(state, edges=tuple(edges), neighbors=mask_of(event.candidates))


@story(ev.CandidatesKnown, fold=_fold_candidates_known, focus=None, question=None)
def _candidates_known(
    event: ev.CandidatesKnown, _before: PlayerState, context: RunContext
) -> Parts:
    x = context.name(event.x)
    if event.candidates:
        text = f"The candidates {context.some(event.candidates)} of {x} stay; we join {x} to them."
    else:
        text = f"No candidate is left for {x}."
    return text, context.algorithm, "performed"


def _fold_skeleton_corrected(event: ev.SkeletonCorrected, state: PlayerState) -> PlayerState:
    after = without_current_variable(state)
    return without_edges(after, event.pairs) if event.rule == "and" else after


@story(ev.SkeletonCorrected, fold=_fold_skeleton_corrected, focus=None, question=None)
def _skeleton_corrected(
    event: ev.SkeletonCorrected, _before: PlayerState, context: RunContext
) -> Parts:
    pairs = [f"{context.name(x)} - {context.name(y)}" for x, y in event.pairs]
    if not pairs:
        text = "Every pair was found from both ends; nothing is to be corrected."
    elif event.rule == "and":
        text = f"Found from one end only, and taken away: {some_of(pairs)}."
    else:
        text = f"Found from one end only, and kept all the same: {some_of(pairs)}."
    return text, context.algorithm, "no test"
