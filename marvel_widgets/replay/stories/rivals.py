"""Boundary discovery, PC, grow-shrink, collider sets and MMPC; and a learner's own program."""

from dataclasses import replace

from marvel_widgets.core.algorithms import events as marvel_ev
from marvel_widgets.core.algorithms import own_events as own_ev
from marvel_widgets.core.algorithms import rival_events as ev
from marvel_widgets.core.boundary import events as found
from marvel_widgets.core.graphs.bits import mask_of, members, transposed
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.replay import story as s
from marvel_widgets.replay.wording import given_words
from marvel_widgets.text import counted, first_of, listed


def _with_boundary(state: s.PlayerState, x: int, boundary: int) -> s.PlayerState:
    masks = list(state.boundaries)
    masks[x] = boundary
    return replace(state, boundaries=tuple(masks))


def _focus_on_set(event: found.Grown | found.Shrunk, before: s.PlayerState) -> s.Focus:
    """Where a set has grown or shrunk, it is given, as it was then."""
    given = before.boundaries[event.x] & ~(1 << event.y)
    return s.Focus((event.x, event.y), tuple(members(given)))


def _fold_boundary(
    event: found.BoundaryFound | found.BoundarySettled, state: s.PlayerState
) -> s.PlayerState:
    after = _with_boundary(state, event.x, mask_of(event.boundary))
    return replace(after, boundaries_known=state.boundaries_known | 1 << event.x, visiting=None)


@s.story(
    found.BoundaryFound,
    fold=_fold_boundary,
    focus=lambda event, _: s.Focus((event.x,), (), event.boundary),
)
def _boundary_found(at: s.Moment) -> s.Parts:
    boundary = at.event.boundary
    left = len(at.context.names) - at.before.boundaries_known.bit_count() - 1
    what = f"empty: {at.x} was found dependent on none given all the others"
    if boundary:
        these = "exactly this one was" if len(boundary) == 1 else "exactly these were"
        what = f"{at.some(boundary)}: {these} found dependent on it given all the others"
    rest = "That was the last, and every pair has been tested already"
    if left:
        rest = f"{counted(left, 'boundary', 'boundaries')} to go"
    text = f"The Markov boundary of {at.x} is {what}. {rest}."
    return text, BOUNDARY_DISCOVERY, "performed" if left else "no test"


def _fold_boundaries_given(event: marvel_ev.BoundariesGiven, state: s.PlayerState) -> s.PlayerState:
    masks = tuple(map(mask_of, event.boundaries))
    return replace(state, boundaries=masks, boundaries_known=state.remaining)


@s.story(marvel_ev.BoundariesGiven, BOUNDARY_DISCOVERY, fold=_fold_boundaries_given)
def _boundaries_given(at: s.Moment) -> str:
    largest = max(map(len, at.event.boundaries), default=0)
    given = counted(len(at.event.boundaries), "given boundary", "given boundaries")
    return f"The run starts from {given}; the largest has {counted(largest, 'member')}."


@s.story(
    found.BoundaryStarted,
    "growing",
    fold=lambda event, state: replace(_with_boundary(state, event.x, 0), visiting=event.x),
)
def _boundary_started(at: s.Moment) -> str:
    left = len(at.context.names) - at.before.boundaries_known.bit_count()
    begin = f"We look for the Markov boundary of {at.x}, starting from the empty set"
    return f"{begin}; {counted(left, 'variable')} to go."


def _fold_in_or_out(event: found.Grown | found.Shrunk, state: s.PlayerState) -> s.PlayerState:
    return _with_boundary(state, event.x, state.boundaries[event.x] ^ 1 << event.y)


@s.story(found.Grown, "growing", "performed", fold=_fold_in_or_out, focus=_focus_on_set)
def _grown(at: s.Moment) -> str:
    now = given_words(at.context, members(at.before.boundaries[at.event.x]))
    text = f"{at.y} comes into the set of {at.x}: {now}, the two are dependent{at.claimed}"
    if at.context.discovery in ("iamb", "inter-iamb"):
        text += "; of all such variables it is the most strongly associated, or the first"
    return f"{text}."


@s.story(found.Shrunk, "growing", "performed", fold=_fold_in_or_out, focus=_focus_on_set)
def _shrunk(at: s.Moment) -> str:
    rest = given_words(at.context, members(at.before.boundaries[at.event.x] & ~(1 << at.event.y)))
    leaves = f"{at.y} leaves the set of {at.x} again"
    return f"{leaves}: {rest}, the two are independent{at.claimed}."


@s.story(found.GrowthRepeated, "growing", "performed")
def _growth_repeated(at: s.Moment) -> str:
    return (
        f"The set of {at.x} is {at.mask(at.before.boundaries[at.event.x])} again: the answers lead "
        "in circles, which never happens with an oracle, and we stop here."
    )


@s.story(
    found.BoundarySettled,
    "growing",
    "performed",
    fold=_fold_boundary,
    focus=lambda event, _: s.Focus((event.x,), (), event.boundary),
)
def _boundary_settled(at: s.Moment) -> str:
    what = "empty: nothing is dependent on it"
    if at.event.boundary:
        boundary = at.some(at.event.boundary)
        what = f"{boundary}: none outside is needed, and none inside can go"
    return f"The Markov boundary of {at.x} is {what}{at.claimed}."


def _fold_made_symmetric(event: found.MadeSymmetric, state: s.PlayerState) -> s.PlayerState:
    for x, y in event.pairs:
        if event.rule == "or":
            state = _with_boundary(state, y, state.boundaries[y] | 1 << x)
        else:
            state = _with_boundary(state, x, state.boundaries[x] & ~(1 << y))
    return state


@s.story(found.MadeSymmetric, "growing", fold=_fold_made_symmetric)
def _made_symmetric(at: s.Moment) -> str:
    pairs = [f"{at.of(y)} in that of {at.of(x)}" for x, y in at.event.pairs]
    rule = "let each in both" if at.event.rule == "or" else "keep none of them"
    return (
        f"{counted(len(pairs), 'membership')} had no counterpart ({first_of(pairs)}); boundaries "
        f'are symmetric, so we {rule} (rule "{at.event.rule}").'
    )


@s.story(
    ev.SkeletonStarted,
    fold=lambda event, state: replace(state, edges=tuple(map(mask_of, event.neighbors))),
)
def _skeleton_started(at: s.Moment) -> str:
    edges = counted(sum(map(len, at.event.neighbors)) // 2, "edge")
    if at.event.start == "moral":
        return (
            f"We join every variable to its Markov boundary: this moral graph has {edges}, all "
            "true ones among them, and from now on edges only leave."
        )
    return f"We join every pair: {edges}, and from now on edges only leave."


@s.story(ev.LevelStarted, fold=lambda event, state: replace(state, level=event.size))
def _level_started(at: s.Moment) -> str:
    edges = counted(sum(mask.bit_count() for mask in at.before.edges) // 2, "edge")
    size = at.event.size
    given = "nothing" if not size else counted(size, "neighbor")
    return f"Level {size}: {edges} left, each to be tested given {given}."


def _without_separated(
    event: ev.EdgeDecided | ev.LinkDecided, state: s.PlayerState
) -> s.PlayerState:
    return state if event.separating_set is None else s.without_edges(state, [(event.x, event.y)])


@s.story(
    ev.EdgeDecided,
    status="performed",
    fold=_without_separated,
    focus=s.focus_on("xy"),
    question=s.yes_no_question(
        "Does one of the sets of size {event.size} that come next separate {x} and {y}?",
        "separating_set",
    ),
)
def _edge_decided(at: s.Moment) -> str:
    separating, size = at.event.separating_set, at.event.size
    if separating is not None:
        which = at.some(separating) if separating else "the empty set"
        return f"{at.x} - {at.y} leaves{at.claimed}: {which} separates the two."
    if not size:
        return f"{at.x} - {at.y} stays for now: the two are dependent given nothing."
    sets = f"set of {counted(size, 'neighbor')}"
    return f"{at.x} - {at.y} stays for now: no {sets} of {at.x} or of {at.y} separates them."


_ARE_ADJACENT = s.yes_no_question("Are {x} and {y} adjacent?", "separating_set", is_there=False)


@s.story(
    ev.LinkDecided,
    status="performed",
    fold=_without_separated,
    focus=s.focus_on("xy"),
    question=_ARE_ADJACENT,
)
def _link_decided(at: s.Moment) -> str:
    text = (
        f"{at.x} and {at.y} are neighbors: no set from the boundary of {at.smaller} separates them"
    )
    if at.event.separating_set is not None:
        separating = at.some(at.event.separating_set)
        text = f"{at.x} - {at.y} leaves: {separating} separates the two, so they are co-parents"
    return f"{text}{at.claimed}."


@s.story(ev.TriangleDecided, status="performed", focus=s.focus_on("xy"), question=_ARE_ADJACENT)
def _triangle_decided(at: s.Moment) -> str:
    event = at.event
    if event.separating_set is None:
        return (
            f"{at.x} - {at.y} stays: it closes triangles with {at.some(event.triangle)}, but no "
            f"set tried separates the two{at.claimed}."
        )
    outside = at.some(event.colliders) if event.colliders else "none"
    return (
        f"{at.x} - {at.y} only joins co-parents{at.claimed}: {at.some(event.separating_set)} "
        f"separates the two. Of the triangle corners, {outside} stayed out of that set: colliders, "
        "if linked to both."
    )


@s.story(ev.LinksRemoved, fold=lambda event, state: s.without_edges(state, event.pairs))
def _links_removed(at: s.Moment) -> str:
    pairs = [f"{at.of(x)} - {at.of(y)}" for x, y in at.event.pairs]
    if pairs:
        return f"All links between co-parents leave: {first_of(pairs)}."
    return "No link joins co-parents only; all stay."


@s.story(
    ev.ColliderDecided,
    fold=lambda e, state: s.with_v_structure(state, e.a, e.c, e.b) if e.found else state,
    focus=s.focus_on("ab"),
    question=s.yes_no_question("Is {a} → {c} ← {b} a v-structure?", "found"),
)
def _collider_decided(at: s.Moment) -> str:
    separating = at.event.separating_set
    which = f"the set {at.some(separating)}" if separating else "the empty set"
    if at.event.found:
        return (
            f"{at.a} → {at.c} ← {at.b} is a v-structure{at.claimed}: {which}, which separates "
            f"{at.a} and {at.b}, is without {at.c}."
        )
    return (
        f"{at.a} - {at.c} - {at.b} is no v-structure{at.claimed}: {at.c} is in {which}, which "
        f"separates {at.a} and {at.b}."
    )


def _fold_contradictions_settled(
    event: ev.ContradictionsSettled, state: s.PlayerState
) -> s.PlayerState:
    for tail, head in event.arrows:
        state = s.with_arrow(state, tail, head, "v_structure")
    for one, other in event.marked:
        state = s.with_arrow(state, one, other, "two_headed")
    return state


@s.story(ev.ContradictionsSettled, fold=_fold_contradictions_settled)
def _contradictions_settled(at: s.Moment) -> s.Parts:
    event = at.event
    triples = listed(f"{at.of(a)} → {at.of(c)} ← {at.of(b)}" for a, c, b in event.dropped)
    arrows = listed(f"{at.of(tail)} → {at.of(head)}" for tail, head in event.arrows)
    stays = "stays" if len(event.arrows) == 1 else "stay"
    left = f"of the other arrows, {arrows} {stays}" if arrows else "no other arrow stays"
    if event.how == "mark":
        two = listed(f"{at.of(a)} ↔ {at.of(b)}" for a, b in event.marked)
        gets = "gets" if len(event.marked) == 1 else "get"
        text = f"{triples} contradict each other: {two} {gets} two heads, and {left}."
    else:
        loses = "loses" if len(event.dropped) == 1 else "lose"
        text = f"{triples} {loses} an arrow to a v-structure found later; {left}."
    return text, at.context.conclusion, "no test"


def _focus_collider_tested(event: ev.ColliderTested, _before: s.PlayerState) -> s.Focus:
    given = () if event.separating_set is None else (*event.separating_set, event.c)
    return s.Focus((event.a, event.b), given)


@s.story(
    ev.ColliderTested,
    status="performed",
    fold=lambda e, state: (
        s.with_v_structure(state, e.a, e.c, e.b) if e.separating_set is None else state
    ),
    focus=_focus_collider_tested,
)
def _collider_tested(at: s.Moment) -> str:
    if at.event.separating_set is None:
        return (
            f"{at.a} → {at.c} ← {at.b} is a v-structure{at.claimed}: no set with {at.c} from the "
            f"boundary of {at.smaller} separates {at.a} and {at.b}."
        )
    separating = at.some((*at.event.separating_set, at.event.c))
    return (
        f"{at.a} - {at.c} - {at.b} is no v-structure{at.claimed}: {separating}, with {at.c} in it, "
        f"separates {at.a} and {at.b}."
    )


@s.story(
    ev.CandidatesStarted,
    fold=lambda event, state: replace(
        s.without_current_variable(state), visiting=event.x, neighbors=0
    ),
)
def _candidates_started(at: s.Moment) -> str:
    return f"We look for the parents and children of {at.x}; none is a candidate yet."


@s.story(
    ev.CandidateExcluded,
    status="performed",
    fold=lambda event, state: replace(state, neighbors=(state.neighbors or 0) & ~(1 << event.y)),
    focus=s.focus_on("xy"),
    line=lambda event: 6 if event.was_chosen else event.line,
)
def _candidate_excluded(at: s.Moment) -> str:
    again = "is a candidate no more" if at.event.was_chosen else "is excluded"
    return (
        f"{at.y} {again}{at.claimed}: {at.some(at.event.separating_set)}, from the candidates "
        f"{at.mask(at.before.neighbors or 0)}, separates it from {at.x}."
    )


@s.story(
    ev.CandidateChosen,
    status="performed",
    fold=lambda event, state: replace(state, neighbors=(state.neighbors or 0) | 1 << event.y),
)
def _candidate_chosen(at: s.Moment) -> str:
    return (
        f"{at.y} becomes a candidate for {at.x}: no set of the candidates "
        f"{at.mask(at.before.neighbors or 0)} separates them, and of all such variables it is the "
        "most strongly associated, or the first."
    )


@s.story(
    ev.CandidatesKnown,
    status="performed",
    fold=lambda event, state: s.with_neighbors(state, event.x, mask_of(event.candidates)),
)
def _candidates_known(at: s.Moment) -> str:
    if not at.event.candidates:
        return f"No candidate is left for {at.x}."
    return f"The candidates {at.some(at.event.candidates)} of {at.x} stay; we join {at.x} to them."


def _fold_skeleton_corrected(event: ev.SkeletonCorrected, state: s.PlayerState) -> s.PlayerState:
    after = s.without_current_variable(state)
    return s.without_edges(after, event.pairs) if event.rule == "and" else after


@s.story(ev.SkeletonCorrected, fold=_fold_skeleton_corrected)
def _skeleton_corrected(at: s.Moment) -> str:
    pairs = [f"{at.of(x)} - {at.of(y)}" for x, y in at.event.pairs]
    if not pairs:
        return "Every pair was found from both ends; nothing is to be corrected."
    what = "taken away" if at.event.rule == "and" else "kept all the same"
    return f"Found from one end only, and {what}: {first_of(pairs)}."


@s.story(own_ev.FunctionReturned, line=lambda event: event.at)
def _returned(at: s.Moment) -> str:
    return f"{at.event.name}({at.event.arguments}) returns {at.event.value}."


def _fold_graph(event: own_ev.GraphReturned, state: s.PlayerState) -> s.PlayerState:
    around = zip(event.undirected, event.parents, transposed(event.parents), strict=True)
    edges = tuple(line | up | down for line, up, down in around)
    state = replace(state, edges=edges, finished=True)
    for head, mask in enumerate(event.parents):
        for tail in members(mask):
            state = s.with_arrow(state, tail, head, "compelled")
    return state


@s.story(own_ev.GraphReturned, fold=_fold_graph, line=lambda event: event.at, marks_new=True)
def _graph(at: s.Moment) -> str:
    arrows = counted(sum(map(int.bit_count, at.event.parents)), "directed edge")
    lines = counted(sum(map(int.bit_count, at.event.undirected)) // 2, "undirected edge")
    return f"Done: the program returns {arrows} and {lines}."


@s.story(own_ev.ProgramStopped, line=lambda event: event.at)
def _stopped(at: s.Moment) -> str:
    return f"There is no answer: {at.event.why}."
