"""PC, grow-shrink and collider sets: which edges stay, and which are directed."""

from dataclasses import replace

from marvel_widgets.core.algorithms import events as marvel_ev
from marvel_widgets.core.algorithms import own_events as own_ev
from marvel_widgets.core.algorithms import rival_events as ev
from marvel_widgets.core.boundary.events import (
    BoundaryFound,
    BoundarySettled,
    BoundaryStarted,
    Grown,
    GrowthRepeated,
    MadeSymmetric,
    Shrunk,
)
from marvel_widgets.core.graphs.bits import mask_of, members, transposed
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.replay.story import (
    Focus,
    PlayerState,
    focus_on,
    story,
    with_arrow,
    with_neighbors,
    with_v_structure,
    without_current_variable,
    without_edges,
    yes_no_question,
)
from marvel_widgets.replay.wording import Parts, RunContext, given_words
from marvel_widgets.text import counted, first_of, listed


def _with_boundary(state: PlayerState, x: int, boundary: int) -> PlayerState:
    masks = list(state.boundaries)
    masks[x] = boundary
    return replace(state, boundaries=tuple(masks))


def _focus_on_set(event: Grown | Shrunk, before: PlayerState) -> Focus:
    """Where a set has grown or shrunk, it is given, as it was then."""
    given = before.boundaries[event.x] & ~(1 << event.y)
    return Focus((event.x, event.y), tuple(members(given)))


def _fold_boundary(event: BoundaryFound | BoundarySettled, state: PlayerState) -> PlayerState:
    after = _with_boundary(state, event.x, mask_of(event.boundary))
    return replace(after, boundaries_known=state.boundaries_known | 1 << event.x, visiting=None)


@story(
    BoundaryFound, fold=_fold_boundary, focus=lambda event, _: Focus((event.x,), (), event.boundary)
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


def _fold_boundaries_given(event: marvel_ev.BoundariesGiven, state: PlayerState) -> PlayerState:
    masks = tuple(map(mask_of, event.boundaries))
    return replace(state, boundaries=masks, boundaries_known=state.remaining)


@story(marvel_ev.BoundariesGiven, fold=_fold_boundaries_given)
def _boundaries_given(
    event: marvel_ev.BoundariesGiven, _before: PlayerState, _context: RunContext
) -> Parts:
    largest = max(map(len, event.boundaries), default=0)
    given = counted(len(event.boundaries), "given boundary", "given boundaries")
    text = f"The run starts from {given}; the largest has {counted(largest, 'member')}."
    return text, BOUNDARY_DISCOVERY, "no test"


@story(
    BoundaryStarted,
    fold=lambda event, state: replace(_with_boundary(state, event.x, 0), visiting=event.x),
)
def _boundary_started(event: BoundaryStarted, before: PlayerState, context: RunContext) -> Parts:
    x = context.name(event.x)
    to_go = counted(len(context.names) - before.boundaries_known.bit_count(), "variable")
    text = f"We look for the Markov boundary of {x}, starting from the empty set; {to_go} to go."
    return text, "growing", "no test"


def _fold_in_or_out(event: Grown | Shrunk, state: PlayerState) -> PlayerState:
    return _with_boundary(state, event.x, state.boundaries[event.x] ^ 1 << event.y)


@story(Grown, fold=_fold_in_or_out, focus=_focus_on_set)
def _grown(event: Grown, before: PlayerState, context: RunContext) -> Parts:
    x, y = context.name(event.x), context.name(event.y)
    now = given_words(context, members(before.boundaries[event.x]))
    text = f"{y} comes into the set of {x}: {now}, the two are dependent{context.claimed}"
    if context.discovery in ("iamb", "inter-iamb"):
        text += "; of all such variables it is the most strongly associated, or the first"
    text += "."
    return text, "growing", "performed"


@story(Shrunk, fold=_fold_in_or_out, focus=_focus_on_set)
def _shrunk(event: Shrunk, before: PlayerState, context: RunContext) -> Parts:
    x, y = context.name(event.x), context.name(event.y)
    rest = given_words(context, members(before.boundaries[event.x] & ~(1 << event.y)))
    text = f"{y} leaves the set of {x} again: {rest}, the two are independent{context.claimed}."
    return text, "growing", "performed"


@story(GrowthRepeated)
def _growth_repeated(event: GrowthRepeated, before: PlayerState, context: RunContext) -> Parts:
    now = context.mask(before.boundaries[event.x])
    text = (
        f"The set of {context.name(event.x)} is {now} again: the answers lead in circles, which "
        "never happens with an oracle, and we stop here."
    )
    return text, "growing", "performed"


@story(
    BoundarySettled,
    fold=_fold_boundary,
    focus=lambda event, _: Focus((event.x,), (), event.boundary),
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


@story(MadeSymmetric, fold=_fold_made_symmetric)
def _made_symmetric(event: MadeSymmetric, _before: PlayerState, context: RunContext) -> Parts:
    pairs = [f"{context.name(y)} in that of {context.name(x)}" for x, y in event.pairs]
    rule = "let each in both" if event.rule == "or" else "keep none of them"
    text = (
        f"{counted(len(pairs), 'membership')} had no counterpart ({first_of(pairs)}); boundaries "
        f'are symmetric, so we {rule} (rule "{event.rule}").'
    )
    return text, "growing", "no test"


def _focus_collider_tested(event: ev.ColliderTested, _before: PlayerState) -> Focus:
    given = () if event.separating_set is None else (*event.separating_set, event.c)
    return Focus((event.a, event.b), given)


@story(
    ev.SkeletonStarted,
    fold=lambda event, state: replace(state, edges=tuple(map(mask_of, event.neighbors))),
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


@story(ev.LevelStarted, fold=lambda event, state: replace(state, level=event.size))
def _level_started(event: ev.LevelStarted, before: PlayerState, context: RunContext) -> Parts:
    edges = counted(sum(mask.bit_count() for mask in before.edges) // 2, "edge")
    given = "nothing" if not event.size else counted(event.size, "neighbor")
    text = f"Level {event.size}: {edges} left, each to be tested given {given}."
    return text, context.algorithm, "no test"


def _without_separated(event: ev.EdgeDecided | ev.LinkDecided, state: PlayerState) -> PlayerState:
    return state if event.separating_set is None else without_edges(state, [(event.x, event.y)])


def _set(variables: tuple[int, ...], context: RunContext) -> str:
    return f"the set {context.some(variables)}" if variables else "the empty set"


@story(
    ev.EdgeDecided,
    fold=_without_separated,
    focus=focus_on("xy"),
    question=yes_no_question(
        "Does one of the sets of size {event.size} that come next separate {x} and {y}?",
        "separating_set",
    ),
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


_ARE_ADJACENT = yes_no_question("Are {x} and {y} adjacent?", "separating_set", is_there=False)


@story(ev.LinkDecided, fold=_without_separated, focus=focus_on("xy"), question=_ARE_ADJACENT)
def _link_decided(event: ev.LinkDecided, _before: PlayerState, context: RunContext) -> Parts:
    x, y, owner = (context.name(v) for v in (event.x, event.y, event.smaller))
    if event.separating_set is not None:
        found = context.some(event.separating_set)
        text = f"{x} - {y} leaves: {found} separates the two, so they are co-parents"
    else:
        text = f"{x} and {y} are neighbors: no set from the boundary of {owner} separates them"
    return f"{text}{context.claimed}.", context.algorithm, "performed"


@story(ev.TriangleDecided, focus=focus_on("xy"), question=_ARE_ADJACENT)
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


@story(ev.LinksRemoved, fold=lambda event, state: without_edges(state, event.pairs))
def _links_removed(event: ev.LinksRemoved, _before: PlayerState, context: RunContext) -> Parts:
    pairs = [f"{context.name(x)} - {context.name(y)}" for x, y in event.pairs]
    if pairs:
        text = f"All links between co-parents leave: {first_of(pairs)}."
    else:
        text = "No link joins co-parents only; all stay."
    return text, context.algorithm, "no test"


@story(
    ev.ColliderDecided,
    fold=lambda e, state: with_v_structure(state, e.a, e.c, e.b) if e.found else state,
    focus=focus_on("ab"),
    question=yes_no_question("Is {a} → {c} ← {b} a v-structure?", "found"),
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


@story(ev.ContradictionsSettled, fold=_fold_contradictions_settled)
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
    fold=lambda e, state: (
        with_v_structure(state, e.a, e.c, e.b) if e.separating_set is None else state
    ),
    focus=_focus_collider_tested,
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


@story(
    ev.CandidatesStarted,
    fold=lambda event, state: replace(
        without_current_variable(state), visiting=event.x, neighbors=0
    ),
)
def _candidates_started(
    event: ev.CandidatesStarted, _before: PlayerState, context: RunContext
) -> Parts:
    x = context.name(event.x)
    text = f"We look for the parents and children of {x}; none is a candidate yet."
    return text, context.algorithm, "no test"


@story(
    ev.CandidateExcluded,
    fold=lambda event, state: replace(state, neighbors=(state.neighbors or 0) & ~(1 << event.y)),
    focus=focus_on("xy"),
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
)
def _candidate_chosen(event: ev.CandidateChosen, before: PlayerState, context: RunContext) -> Parts:
    x, y = context.name(event.x), context.name(event.y)
    among = context.mask(before.neighbors or 0)
    text = (
        f"{y} becomes a candidate for {x}: no set of the candidates {among} separates them, and of "
        "all such variables it is the most strongly associated, or the first."
    )
    return text, context.algorithm, "performed"


@story(
    ev.CandidatesKnown,
    fold=lambda event, state: with_neighbors(state, event.x, mask_of(event.candidates)),
)
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


@story(ev.SkeletonCorrected, fold=_fold_skeleton_corrected)
def _skeleton_corrected(
    event: ev.SkeletonCorrected, _before: PlayerState, context: RunContext
) -> Parts:
    pairs = [f"{context.name(x)} - {context.name(y)}" for x, y in event.pairs]
    if not pairs:
        text = "Every pair was found from both ends; nothing is to be corrected."
    elif event.rule == "and":
        text = f"Found from one end only, and taken away: {first_of(pairs)}."
    else:
        text = f"Found from one end only, and kept all the same: {first_of(pairs)}."
    return text, context.algorithm, "no test"


@story(own_ev.FunctionReturned, line=lambda event: event.at)
def _returned(event: own_ev.FunctionReturned, _before: PlayerState, context: RunContext) -> Parts:
    text = f"{event.name}({event.arguments}) returns {event.value}."
    return text, context.algorithm, "no test"


def _fold_graph(event: own_ev.GraphReturned, state: PlayerState) -> PlayerState:
    around = zip(event.undirected, event.parents, transposed(event.parents), strict=True)
    edges = tuple(line | up | down for line, up, down in around)
    state = replace(state, edges=edges, finished=True)
    for tail, head in _arrows(event):
        state = with_arrow(state, tail, head, "compelled")
    return state


def _arrows(event: own_ev.GraphReturned) -> list[tuple[int, int]]:
    return [(tail, head) for head, mask in enumerate(event.parents) for tail in members(mask)]


@story(own_ev.GraphReturned, fold=_fold_graph, line=lambda event: event.at, marks_new=True)
def _graph(event: own_ev.GraphReturned, _before: PlayerState, context: RunContext) -> Parts:
    arrows = counted(len(_arrows(event)), "directed edge")
    lines = counted(sum(mask.bit_count() for mask in event.undirected) // 2, "undirected edge")
    return f"Done: the program returns {arrows} and {lines}.", context.algorithm, "no test"


@story(own_ev.ProgramStopped, line=lambda event: event.at)
def _stopped(event: own_ev.ProgramStopped, _before: PlayerState, context: RunContext) -> Parts:
    return f"There is no answer: {event.why}.", context.algorithm, "no test"
