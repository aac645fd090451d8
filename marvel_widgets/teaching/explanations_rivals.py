"""The sentences of MARVEL's rivals: what is found, and why."""

from __future__ import annotations

from marvel_widgets.algorithms import events as ev
from marvel_widgets.teaching.replay_state import PlayerState
from marvel_widgets.teaching.wording import Parts, Sentences, Telling, counted, some_of


def _skeleton_started(event: ev.SkeletonStarted, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    edges = counted(sum(map(len, event.neighbors)) // 2, "edge")
    if event.start == "moral":
        text = (
            f"We join every variable to its Markov boundary: this moral graph has {edges}, all "
            "true ones among them, and from now on edges only leave."
        )
    else:
        text = f"We join every pair: {edges}, and from now on edges only leave."
    return text, telling.algorithm, "no test"


def _level_started(event: ev.LevelStarted, before: PlayerState, telling: Telling) -> Parts:
    edges = counted(sum(mask.bit_count() for mask in before.edges) // 2, "edge")
    given = "nothing" if not event.size else counted(event.size, "neighbor")
    text = f"Level {event.size}: {edges} left, each to be tested given {given}."
    return text, telling.algorithm, "no test"


def _edge_decided(event: ev.EdgeDecided, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    x, y = telling.name(event.x), telling.name(event.y)
    if event.separating_set is not None:
        found = telling.some(event.separating_set)
        text = f"{x} - {y} leaves{telling.claimed}: {found} separates the two."
    elif not event.size:
        text = f"{x} - {y} stays for now: the two are dependent given nothing."
    else:
        sets = f"set of {counted(event.size, 'neighbor')}"
        text = f"{x} - {y} stays for now: no {sets} of {x} or of {y} separates them."
    return text, telling.algorithm, "performed"


def _collider_decided(event: ev.ColliderDecided, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    a, c, b = (telling.name(v) for v in (event.a, event.c, event.b))
    found = telling.some(event.separating_set)
    if event.found:
        text = (
            f"{a} → {c} ← {b} is a v-structure{telling.claimed}: the set {found}, which separates "
            f"{a} and {b}, is without {c}."
        )
    else:
        text = (
            f"{a} - {c} - {b} is no v-structure{telling.claimed}: {c} is in the set {found}, "
            f"which separates {a} and {b}."
        )
    return text, telling.algorithm, "no test"


def _link_decided(event: ev.LinkDecided, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    x, y, owner = (telling.name(v) for v in (event.x, event.y, event.smaller))
    if event.separating_set is not None:
        found = telling.some(event.separating_set)
        text = f"{x} - {y} leaves: {found} separates the two, so they are co-parents"
    else:
        text = f"{x} and {y} are neighbors: no set from the boundary of {owner} separates them"
    return f"{text}{telling.claimed}.", telling.algorithm, "performed"


def _collider_tested(event: ev.ColliderTested, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    a, c, b, owner = (telling.name(v) for v in (event.a, event.c, event.b, event.smaller))
    if event.separating_set is None:
        text = (
            f"{a} → {c} ← {b} is a v-structure{telling.claimed}: no set with {c} from the boundary "
            f"of {owner} separates {a} and {b}."
        )
    else:
        found = telling.some((*event.separating_set, event.c))
        text = (
            f"{a} - {c} - {b} is no v-structure{telling.claimed}: {found}, with {c} in it, "
            f"separates {a} and {b}."
        )
    return text, telling.algorithm, "performed"


def _triangle_decided(event: ev.TriangleDecided, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    x, y = telling.name(event.x), telling.name(event.y)
    corners = telling.some(event.triangle)
    if event.separating_set is None:
        text = (
            f"{x} - {y} stays: it closes triangles with {corners}, but no set tried separates "
            f"the two{telling.claimed}."
        )
    else:
        found = telling.some(event.separating_set)
        outside = telling.some(event.colliders) if event.colliders else "none"
        text = (
            f"{x} - {y} only joins co-parents{telling.claimed}: {found} separates the two. Of the "
            f"triangle corners, {outside} stayed out of that set: colliders, if linked to both."
        )
    return text, telling.algorithm, "performed"


def _links_removed(event: ev.LinksRemoved, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    pairs = [f"{telling.name(x)} - {telling.name(y)}" for x, y in event.pairs]
    if pairs:
        text = f"All links between co-parents leave: {some_of(pairs)}."
    else:
        text = "No link joins co-parents only; all stay."
    return text, telling.algorithm, "no test"


def _candidates_started(
    event: ev.CandidatesStarted,
    before: PlayerState,  # noqa: ARG001
    telling: Telling,
) -> Parts:
    x = telling.name(event.x)
    text = f"We look for the parents and children of {x}; nobody is a candidate yet."
    return text, telling.algorithm, "no test"


def _candidate_excluded(
    event: ev.CandidateExcluded, before: PlayerState, telling: Telling
) -> Parts:
    x, y = telling.name(event.x), telling.name(event.y)
    found = telling.some(event.separating_set)
    among = telling.mask(before.neighbors or 0)
    again = "is a candidate no more" if event.was_chosen else "is excluded"
    text = f"{y} {again}{telling.claimed}: {found}, from the candidates {among}, separates it "
    return f"{text}from {x}.", telling.algorithm, "performed"


def _candidate_chosen(event: ev.CandidateChosen, before: PlayerState, telling: Telling) -> Parts:
    x, y = telling.name(event.x), telling.name(event.y)
    among = telling.mask(before.neighbors or 0)
    text = (
        f"{y} becomes a candidate for {x}: no set of the candidates {among} separates them, and of "
        "all such variables it is the most strongly associated, or the first."
    )
    return text, telling.algorithm, "performed"


def _candidates_known(event: ev.CandidatesKnown, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    x = telling.name(event.x)
    if event.candidates:
        text = f"The candidates {telling.some(event.candidates)} of {x} stay; we join {x} to them."
    else:
        text = f"No candidate is left for {x}."
    return text, telling.algorithm, "performed"


def _skeleton_corrected(
    event: ev.SkeletonCorrected,
    before: PlayerState,  # noqa: ARG001
    telling: Telling,
) -> Parts:
    pairs = [f"{telling.name(x)} - {telling.name(y)}" for x, y in event.pairs]
    if not pairs:
        text = "Every pair was found from both ends; nothing is to be corrected."
    elif event.rule == "and":
        text = f"Found from one end only, and taken away: {some_of(pairs)}."
    else:
        text = f"Found from one end only, and kept all the same: {some_of(pairs)}."
    return text, telling.algorithm, "no test"


SENTENCES: Sentences = {
    ev.SkeletonStarted: _skeleton_started,
    ev.LevelStarted: _level_started,
    ev.EdgeDecided: _edge_decided,
    ev.ColliderDecided: _collider_decided,
    ev.LinkDecided: _link_decided,
    ev.ColliderTested: _collider_tested,
    ev.TriangleDecided: _triangle_decided,
    ev.LinksRemoved: _links_removed,
    ev.CandidatesStarted: _candidates_started,
    ev.CandidateExcluded: _candidate_excluded,
    ev.CandidateChosen: _candidate_chosen,
    ev.CandidatesKnown: _candidates_known,
    ev.SkeletonCorrected: _skeleton_corrected,
}
