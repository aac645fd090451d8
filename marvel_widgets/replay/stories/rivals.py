"""PC, grow-shrink and collider sets: which edges stay, and which are directed."""

from dataclasses import replace

from marvel_widgets.core.algorithms import rival_events as ev
from marvel_widgets.core.graphs.bits import mask_of
from marvel_widgets.replay.state import PlayerState, with_arrow, without_edges
from marvel_widgets.replay.stories.story import Asked, Focus, story, unchanged, yes_no_question
from marvel_widgets.replay.wording import Parts, RunContext
from marvel_widgets.text import counted, listed, some_of


def _with_collider(
    state: PlayerState, event: ev.ColliderDecided | ev.ColliderTested
) -> PlayerState:
    after = with_arrow(state, event.a, event.c, "v_structure")
    return with_arrow(after, event.b, event.c, "v_structure")


def _focus_collider_tested(event: ev.ColliderTested, _before: PlayerState) -> Focus:
    given = () if event.separating_set is None else (*event.separating_set, event.c)
    return Focus((event.a, event.b), given)


@story(
    ev.SkeletonStarted,
    fold=lambda event, state: replace(state, edges=tuple(map(mask_of, event.neighbors))),
    focus=None,
    question=None,
)
def _skeleton_started(
    event: ev.SkeletonStarted, _before: PlayerState, context: RunContext
) -> Parts:
    edges = counted(sum(map(len, event.neighbors)) // 2, "edge")
    if event.start == "moral":
        text = (
            f"We join every variable to its Markov boundary: this moral graph has {edges}, all "
            "true ones among them, and from now on edges only leave."
        )
    else:
        text = f"We join every pair: {edges}, and from now on edges only leave."
    return text, context.algorithm, "no test"


@story(
    ev.LevelStarted,
    fold=lambda event, state: replace(state, level=event.size),
    focus=None,
    question=None,
)
def _level_started(event: ev.LevelStarted, before: PlayerState, context: RunContext) -> Parts:
    edges = counted(sum(mask.bit_count() for mask in before.edges) // 2, "edge")
    given = "nothing" if not event.size else counted(event.size, "neighbor")
    text = f"Level {event.size}: {edges} left, each to be tested given {given}."
    return text, context.algorithm, "no test"


def _without_separated(event: ev.EdgeDecided | ev.LinkDecided, state: PlayerState) -> PlayerState:
    if event.separating_set is None:
        return state
    return without_edges(state, [(event.x, event.y)])


def _set(variables: tuple[int, ...], context: RunContext) -> str:
    return f"the set {context.some(variables)}" if variables else "the empty set"


def _ask_edge_decided(event: ev.EdgeDecided, context: RunContext) -> Asked:
    x, y = context.name(event.x), context.name(event.y)
    size = event.size
    return yes_no_question(
        f"Does one of the sets of size {size} that come next separate {x} and {y}?",
        event.separating_set is not None,
    )


@story(
    ev.EdgeDecided,
    fold=_without_separated,
    focus=lambda event, _: Focus((event.x, event.y), event.separating_set or ()),
    question=_ask_edge_decided,
)
def _edge_decided(event: ev.EdgeDecided, _before: PlayerState, context: RunContext) -> Parts:
    x, y = context.name(event.x), context.name(event.y)
    if event.separating_set is not None:
        found = _set(event.separating_set, context).removeprefix("the set ")
        text = f"{x} - {y} leaves{context.claimed}: {found} separates the two."
    elif not event.size:
        text = f"{x} - {y} stays for now: the two are dependent given nothing."
    else:
        sets = f"set of {counted(event.size, 'neighbor')}"
        text = f"{x} - {y} stays for now: no {sets} of {x} or of {y} separates them."
    return text, context.algorithm, "performed"


def _ask_adjacent(event: ev.LinkDecided | ev.TriangleDecided, context: RunContext) -> Asked:
    x, y = context.name(event.x), context.name(event.y)
    return yes_no_question(f"Are {x} and {y} adjacent?", event.separating_set is None)


@story(
    ev.LinkDecided,
    fold=_without_separated,
    focus=lambda event, _: Focus((event.x, event.y), event.separating_set or ()),
    question=_ask_adjacent,
)
def _link_decided(event: ev.LinkDecided, _before: PlayerState, context: RunContext) -> Parts:
    x, y, owner = (context.name(v) for v in (event.x, event.y, event.smaller))
    if event.separating_set is not None:
        found = context.some(event.separating_set)
        text = f"{x} - {y} leaves: {found} separates the two, so they are co-parents"
    else:
        text = f"{x} and {y} are neighbors: no set from the boundary of {owner} separates them"
    return f"{text}{context.claimed}.", context.algorithm, "performed"


@story(
    ev.TriangleDecided,
    fold=unchanged,
    focus=lambda event, _: Focus((event.x, event.y), event.separating_set or ()),
    question=_ask_adjacent,
)
def _triangle_decided(
    event: ev.TriangleDecided, _before: PlayerState, context: RunContext
) -> Parts:
    x, y = context.name(event.x), context.name(event.y)
    corners = context.some(event.triangle)
    if event.separating_set is None:
        text = (
            f"{x} - {y} stays: it closes triangles with {corners}, but no set tried separates "
            f"the two{context.claimed}."
        )
    else:
        found = context.some(event.separating_set)
        outside = context.some(event.colliders) if event.colliders else "none"
        text = (
            f"{x} - {y} only joins co-parents{context.claimed}: {found} separates the two. Of the "
            f"triangle corners, {outside} stayed out of that set: colliders, if linked to both."
        )
    return text, context.algorithm, "performed"


@story(
    ev.LinksRemoved,
    fold=lambda event, state: without_edges(state, event.pairs),
    focus=None,
    question=None,
)
def _links_removed(event: ev.LinksRemoved, _before: PlayerState, context: RunContext) -> Parts:
    pairs = [f"{context.name(x)} - {context.name(y)}" for x, y in event.pairs]
    if pairs:
        text = f"All links between co-parents leave: {some_of(pairs)}."
    else:
        text = "No link joins co-parents only; all stay."
    return text, context.algorithm, "no test"


def _ask_collider_decided(event: ev.ColliderDecided, context: RunContext) -> Asked:
    a, c, b = map(context.name, (event.a, event.c, event.b))
    return yes_no_question(f"Is {a} → {c} ← {b} a v-structure?", event.found)


@story(
    ev.ColliderDecided,
    fold=lambda event, state: _with_collider(state, event) if event.found else state,
    focus=lambda event, _: Focus((event.a, event.b), event.separating_set),
    question=_ask_collider_decided,
)
def _collider_decided(
    event: ev.ColliderDecided, _before: PlayerState, context: RunContext
) -> Parts:
    a, c, b = (context.name(v) for v in (event.a, event.c, event.b))
    found = _set(event.separating_set, context)
    if event.found:
        text = (
            f"{a} → {c} ← {b} is a v-structure{context.claimed}: {found}, which separates "
            f"{a} and {b}, is without {c}."
        )
    else:
        text = (
            f"{a} - {c} - {b} is no v-structure{context.claimed}: {c} is in {found}, "
            f"which separates {a} and {b}."
        )
    return text, context.algorithm, "no test"


def _fold_contradictions_settled(
    event: ev.ContradictionsSettled, state: PlayerState
) -> PlayerState:
    for tail, head in event.arrows:
        state = with_arrow(state, tail, head, "v_structure")
    for one, other in event.marked:
        state = with_arrow(state, one, other, "two_headed")
    return state


@story(ev.ContradictionsSettled, fold=_fold_contradictions_settled, focus=None, question=None)
def _contradictions_settled(
    event: ev.ContradictionsSettled, _before: PlayerState, context: RunContext
) -> Parts:
    name = context.name
    triples = listed(f"{name(a)} → {name(c)} ← {name(b)}" for a, c, b in event.dropped)
    arrows = listed(f"{name(tail)} → {name(head)}" for tail, head in event.arrows)
    stays = "stays" if len(event.arrows) == 1 else "stay"
    left = f"of the other arrows, {arrows} {stays}" if arrows else "no other arrow stays"
    if event.how == "mark":
        two = listed(f"{name(a)} ↔ {name(b)}" for a, b in event.marked)
        gets = "gets" if len(event.marked) == 1 else "get"
        text = f"{triples} contradict each other: {two} {gets} two heads, and {left}."
    else:
        loses = "loses" if len(event.dropped) == 1 else "lose"
        text = f"{triples} {loses} an arrow to a v-structure found later; {left}."
    return text, context.conclusion, "no test"


@story(
    ev.ColliderTested,
    fold=lambda event, state: (
        _with_collider(state, event) if event.separating_set is None else state
    ),
    focus=_focus_collider_tested,
    question=None,
)
def _collider_tested(event: ev.ColliderTested, _before: PlayerState, context: RunContext) -> Parts:
    a, c, b, owner = (context.name(v) for v in (event.a, event.c, event.b, event.smaller))
    if event.separating_set is None:
        text = (
            f"{a} → {c} ← {b} is a v-structure{context.claimed}: no set with {c} from the boundary "
            f"of {owner} separates {a} and {b}."
        )
    else:
        found = context.some((*event.separating_set, event.c))
        text = (
            f"{a} - {c} - {b} is no v-structure{context.claimed}: {found}, with {c} in it, "
            f"separates {a} and {b}."
        )
    return text, context.algorithm, "performed"
