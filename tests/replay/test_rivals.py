"""Replay and explanations of the other algorithms and of boundary discovery."""

from itertools import accumulate, islice

import pytest

from marvel_widgets import Dag, DSeparation, FunctionTest, record, record_boundaries
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.registry import DESCRIBED
from marvel_widgets.core.algorithms.rival_events import (
    CandidateChosen,
    CandidateExcluded,
    CandidatesKnown,
    CandidatesStarted,
    ColliderDecided,
    ColliderTested,
    EdgeDecided,
    LevelStarted,
    LinkDecided,
    LinksRemoved,
    SkeletonCorrected,
    SkeletonStarted,
    TriangleDecided,
)
from marvel_widgets.core.boundary.events import (
    BoundarySettled,
    BoundaryStarted,
    Grown,
    GrowthRepeated,
    Shrunk,
)
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.pictures.svg import to_svg
from marvel_widgets.replay.explanations import explain
from marvel_widgets.replay.film import Film
from marvel_widgets.replay.fold import advance, initial_state, story_of
from marvel_widgets.replay.pseudocode import line_of, pseudocode
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.replay.static_views import frame_text, result_words
from marvel_widgets.replay.stories import rivals
from marvel_widgets.replay.story import Focus, Story
from marvel_widgets.replay.wording import RunContext
from tests.reference.checks import graph_of
from tests.reference.dags import skeleton
from tests.reference.theory import markov_boundary
from tests.replay import films

RIVALS = [name for name, value in DESCRIBED.items() if not value.removes]
METHODS = ["gs", "iamb", "inter-iamb"]


def folded(events, p, fold=advance):
    return list(accumulate(events, lambda s, e: fold(e, s), initial=initial_state(p)))


def states(trace, fold=advance):
    return folded([step.event for step in trace.steps], len(trace.names), fold)


def some_dags():
    return [*islice(films.small(), 0, None, 23), *films.larger(most=9)[::2]]


# -- what the states say is true -----------------------------------------------------------


def told_edges(state):
    return {frozenset((u, v)) for u, mask in enumerate(state.edges) for v in members(mask)}


def wrong_with_run(trace, dag, seen):
    """The states end in the result, never lack a true edge, and directions are true ones."""
    g = graph_of(dag)
    last = seen[-1]
    if last.learned_graph(trace.names) != trace.result.essential_graph or not last.finished:
        return "the graph"
    started = settled = False
    chosen: dict[int, int] = {}
    level = None
    for step, state in zip(trace.steps, seen[1:], strict=True):
        event = step.event
        if isinstance(event, SkeletonStarted):
            started = True
            near = {x: markov_boundary(g, x) for x in g.vertices}
            if event.start == "complete":
                near = {x: set(g.vertices) - {x} for x in g.vertices}
            if told_edges(state) != {frozenset((x, y)) for x in g.vertices for y in near[x]}:
                return f"not the {event.start} graph"
        if started and not skeleton(g) <= told_edges(state):
            return "a true edge left"
        if isinstance(event, LevelStarted):
            level = event.size
        if isinstance(event, EdgeDecided) and state.level != level:
            return "the level"
        settled = settled or isinstance(event, ev.VStructuresCollected)
        if settled and told_edges(state) != skeleton(g):
            return "an edge too many"
        if any((a, b) not in g.edges for a, b, _ in state.arrows):
            return "a wrong arrow"
        wrong = wrong_with_collider(event, state) or wrong_with_candidates(event, state, chosen)
        if wrong:
            return event, wrong
    return None


def wrong_with_collider(event, state):
    if isinstance(event, ColliderDecided):
        found = event.found
    elif isinstance(event, ColliderTested):
        found = event.separating_set is None
    else:
        return None
    heads = {(a, b) for a, b, _ in state.arrows}
    drawn = {(event.a, event.c), (event.b, event.c)} <= heads
    return "a collider" if found and not drawn else None


def wrong_with_candidates(event, state, chosen):
    match event:
        case CandidatesStarted(x):
            chosen[x] = 0
        case CandidateChosen(x, y):
            chosen[x] |= 1 << y
        case CandidateExcluded(x, y):
            chosen[x] &= ~(1 << y)
        case CandidatesKnown(x, group):
            if tuple(members(chosen[x])) != group:
                return "another set"
        case SkeletonCorrected():
            return None if state.visiting is None else "still somebody's turn"
        case _:
            return None
    return None if (state.visiting, state.neighbors) == (x, chosen[x]) else "not the candidates"


@pytest.mark.parametrize("name", RIVALS)
def test_replay_of_an_oracle_run_is_true(name):
    for dag in some_dags():
        trace = record(name, dag)
        assert wrong_with_run(trace, dag, states(trace)) is None, dag


@pytest.mark.parametrize("name", RIVALS)
def test_replay_of_a_noisy_run_ends_in_its_result(name):
    for seed, dag in enumerate(films.larger(16, most=8, seed=7)):
        trace = record(name, films.noisy(dag, 0.12, seed))
        last = states(trace)[-1]
        assert last.learned_graph(trace.names) == trace.result.essential_graph


def test_mmpc_without_the_correction_and_pc_from_the_complete_graph_are_replayed():
    for seed, dag in enumerate(films.larger(8, most=7, seed=3)):
        test = films.noisy(dag, 0.12, seed)
        for trace in (
            record("mmpc", test, symmetry="or"),
            record("pc", test, start="complete"),
            record("pc", test, variant="stable"),
        ):
            last = states(trace)[-1]
            assert last.learned_graph(trace.names) == trace.result.essential_graph


OURS = {story.kind for story in vars(rivals).values() if isinstance(story, Story)}
OURS -= {kind for kind in OURS if kind.__module__.endswith("own_events")}


def runs():
    """Yield runs of every algorithm; MMPC from all variables finds asymmetric pairs."""
    for dag in some_dags():
        for name in RIVALS:
            yield record(name, dag), dag
    for dag in films.larger(8, most=7, seed=3):
        yield record("mmpc", dag, start="complete"), dag
    for trace in contradicting():
        yield trace, Dag("{A B C D}; A -> B; C -> B; D -> C")


def contradicting():
    """Yield runs of PC on answers that no graph gives: A, B, C, D on a path of two colliders."""
    path = ({"A", "B"}, {"B", "C"}, {"C", "D"})
    test = FunctionTest("ABCD", lambda x, y, given: {x, y} not in path)
    for conflicts in ("overwrite", "mark"):
        yield record("pc", test, start="complete", conflicts=conflicts)


def test_contradicting_v_structures_are_told_and_drawn_with_two_heads():
    overwritten, marked = contradicting()
    for trace in (overwritten, marked):
        assert states(trace)[-1].learned_graph(trace.names) == trace.result.essential_graph
    said = [text.text for trace in (overwritten, marked) for _, text in sentences(trace)]
    assert (
        "A → B ← C loses an arrow to a v-structure found later; of the other arrows, A → B stays."
    ) in said
    assert (
        "A → B ← C and B → C ← D contradict each other: B ↔ C gets two heads, and of the other "
        "arrows, A → B and D → C stay."
    ) in said
    assert said[-1].endswith("2 directed edges and 0 undirected edges, and 1 with two heads.")
    film = Film(marked)
    drawn = RunPictures(film).learned_drawing(film.frame(film.last))
    assert [(e.tail, e.head) for e in drawn.edges if e.state == "two_headed"] == [("B", "C")]
    assert "B ↔ C" in to_svg(drawn)
    assert "With two heads: B ↔ C." in frame_text(film, film.frame(film.last))
    assert ", and 1 with two heads." in result_words(marked.result, None)


def sentences(trace):
    context = RunContext(trace.names, algorithm="pc")
    return told([step.event for step in trace.steps], len(trace.names), context)


# -- boundary discovery --------------------------------------------------------------------


def wrong_with_discovery(found, names, fold=advance):
    """The states end in the boundaries, and show the growing set of the one looked at."""
    events = [step.event for step in found.steps]
    seen = folded(events, len(names), fold)
    group: set[int] = set()
    for event, state in zip(events, seen[1:], strict=True):
        match event:
            case BoundaryStarted():
                group = set()
            case Grown(_, y):
                group.add(y)
            case Shrunk(_, y):
                group.discard(y)
            case BoundarySettled(x):
                if state.visiting is not None or not state.boundaries_known >> x & 1:
                    return "not settled"
                continue
            case _:
                continue
        if state.visiting != event.x or set(members(state.boundaries[event.x])) != group:
            return event, "the growing set"
    last = {
        names[x]: frozenset(names[y] for y in members(mask))
        for x, mask in enumerate(seen[-1].boundaries)
    }
    return None if last == found.result.boundaries else "the boundaries"


def discoveries():
    for seed, dag in enumerate(films.larger(6, most=8, seed=5)):
        for method in METHODS:
            for rule in ("or", "and"):
                test = films.noisy(dag, 0.15, seed)
                yield record_boundaries(test, method, symmetry=rule), dag.nodes
            yield record_boundaries(dag, method), dag.nodes


def test_discovery_is_replayed():
    for found, names in discoveries():
        assert wrong_with_discovery(found, names) is None


# -- sentences -----------------------------------------------------------------------------


def told(events, p, context):
    """Yield each event with its explanation."""
    for event, state in zip(events, folded(events, p), strict=False):
        yield event, explain(event, state, context)


def everything_told():
    for name in RIVALS:
        for _, dag in films.gallery_dags(8):
            trace = record(name, dag)
            for true_graph in (dag, None):
                context = RunContext(dag.nodes, true_graph, algorithm=name)
                events = [step.event for step in trace.steps]
                for event, text in told(events, len(dag), context):
                    yield name, event, text
    for trace in contradicting():
        for event, text in sentences(trace):
            yield "pc", event, text
    for found, names in discoveries():
        events = [step.event for step in found.steps]
        for event, text in told(events, len(names), RunContext(names)):
            yield "marvel", event, text


def test_every_event_has_one_sentence_on_a_line_of_its_algorithm():
    seen = set()
    for name, event, text in everything_told():
        lines = {line.number for line in pseudocode(algorithm=name)}
        assert text.line in lines, (name, event)
        assert text.line == line_of(event, name)
        seen.add(type(event))
    told_here = OURS
    assert told_here - seen <= {GrowthRepeated, ev.BoundariesGiven}


def test_growth_in_circles_is_reported():
    explanation = explain(GrowthRepeated(0), initial_state(2), RunContext(("A", "B")))
    assert explanation.text.startswith("The set of A is {} again")


@pytest.mark.parametrize("name", RIVALS)
def test_pictures_and_static_views_of_every_frame(name):
    dag = Dag("X -> Y <- T; Y -> Z; X -> Z")
    film = Film(record(name, dag), dag)
    pictures = RunPictures(film)
    stage = {frozenset((mark.tail, mark.head)) for mark in pictures.all_learned_edges()}
    for position in range(film.last + 1):
        frame = film.frame(position)
        drawn = pictures.learned_drawing(frame).edges
        assert {frozenset((mark.tail, mark.head)) for mark in drawn} <= stage
        assert "speaks of MARVEL" in frame_text(film, frame)
    what = DESCRIBED[name].finds
    words = result_words(film.trace.result, dag)
    assert words.startswith("After ")
    assert words.endswith(f"It is the {what} of the true DAG.")


def focus(event):
    return story_of(event).focus(event, initial_state(4))


def test_a_picture_shows_which_variables_an_event_is_about():
    assert focus(EdgeDecided(1, 2, 1, (0,), False)) == Focus((1, 2), (0,))
    assert focus(ColliderDecided(0, 1, 2, True, ())) == Focus((0, 2), ())
    assert focus(ColliderTested(0, 1, 2, 0, (3,))) == Focus((0, 2), (3, 1))
    assert focus(ColliderTested(0, 1, 2, 0, None)) == Focus((0, 2), ())


SAID = {
    "pc": [
        (EdgeDecided, "X - T leaves: the empty set separates the two."),
        (EdgeDecided, "X - Y stays for now: no set of 1 neighbor of X or of Y separates them."),
        (
            ColliderDecided,
            "X → Y ← T is a v-structure: the empty set, which separates X and T, is without Y.",
        ),
        (
            ev.Finished,
            "Done: the essential graph has 3 directed edges and 0 undirected edges. "
            "M: a Meek rule directs the edge.",
        ),
    ],
    "grow_shrink": [
        (LinkDecided, "X - T leaves: {} separates the two, so they are co-parents."),
        (
            ColliderTested,
            "X → Y ← T is a v-structure: no set with Y from the boundary of X separates X and T.",
        ),
    ],
    "collider_set": [
        (LinksRemoved, "All links between co-parents leave: X - T."),
        (
            TriangleDecided,
            "X - T only joins co-parents: {} separates the two. Of the triangle corners, {Y} "
            "stayed out of that set: colliders, if linked to both.",
        ),
    ],
    "mmpc": [
        (CandidateExcluded, "T is excluded: {}, from the candidates {}, separates it from X."),
        (ev.Finished, "Done: the skeleton has 3 edges; MMPC gives none a direction."),
    ],
}


@pytest.mark.parametrize("name", RIVALS)
def test_sentences_as_they_are_read(name):
    dag = Dag("X -> Y <- T; Y -> Z")
    trace = record(name, dag)
    events = [step.event for step in trace.steps]
    text = {
        (type(event), explanation.text)
        for event, explanation in told(events, 4, RunContext(dag.nodes, dag, algorithm=name))
    }
    assert set(SAID[name]) <= text


def test_without_the_true_graph_no_claim_is_made_of_truth():
    dag = Dag("X -> Y <- T; Y -> Z")
    trace = record("pc", FunctionTest(dag.nodes, DSeparation(dag)))
    events = [step.event for step in trace.steps]
    for event, text in told(events, 4, RunContext(dag.nodes, None, algorithm="pc")):
        if isinstance(event, ColliderDecided):
            assert ", by the test's answers:" in text.text
