"""What is marked in a picture is what the frame says, and nothing else."""

import math
import re
from functools import cache
from itertools import groupby

from marvel_widgets import Dag
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.boundary.events import BoundaryFound, Event
from marvel_widgets.core.graphs import networks
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.pictures.drawing import ITS_TURN, Drawing
from marvel_widgets.pictures.marks import edge_point
from marvel_widgets.pictures.positions import WIDEST
from marvel_widgets.pictures.stage import stage_of
from marvel_widgets.replay.film import Film
from marvel_widgets.replay.run_pictures import RunPictures, focus_of, subject_of
from marvel_widgets.replay.stage_layers import arc_between
from tests.replay import films


def many_films():
    for options in films.OPTIONS[:2]:
        dags = films.dealt_out(films.larger(most=10)[:6], options, 2)
        yield from (films.film_of(dag, **options) for dag in dags)
    yield from map(films.film_of, films.rare())
    yield from (films.film_of(dag) for _, dag in films.gallery_dags(most=6))
    yield from (Film(trace) for trace in films.noisy_traces(2))
    yield films.film_of(Dag("A"))


@cache
def shown():
    """Return (scene, frame, true drawing or None, learned drawing) of many frames."""
    found = []
    for film in many_films():
        pictures = RunPictures(film)
        for frame in map(film.frame, range(film.last + 1)):
            found.append(
                (pictures, frame, pictures.true_drawing(frame), pictures.learned_drawing(frame))
            )
    return found


def drawings():
    for pictures, frame, true, learned in shown():
        if true is not None:
            yield pictures, frame, true
        yield pictures, frame, learned


def by_run():
    """Yield each run's pictures with all its true and all its learned drawings."""
    for pictures, frames in groupby(shown(), key=lambda entry: entry[0]):
        shots = list(frames)
        true = [drawing for _, _, drawing, _ in shots if drawing is not None]
        yield pictures, true, [drawing for _, _, _, drawing in shots]


def marked(drawing: Drawing) -> dict[str, set[str]]:
    """Return the variables in each state."""
    found: dict[str, set[str]] = {}
    for mark in drawing.nodes:
        found.setdefault(mark.state, set()).add(mark.name)
    return found


def labels(pictures: RunPictures, numbers) -> set[str]:
    return {str(pictures.names[i]) for i in numbers}


# -- variables -----------------------------------------------------------------------------


def test_the_test_is_marked():
    for pictures, frame, true, learned in shown():
        if frame.test is None:
            continue
        for drawing in filter(None, (true, learned)):
            states = marked(drawing)
            asked = labels(pictures, (frame.test.x, frame.test.y))
            assert asked <= states["object"] | states.get("subject", set())
            assert states["object"] <= asked
            assert states.get("subject", set()) - asked <= labels(
                pictures, {frame.state.visiting} - {None}
            )
            given = states.get("given", set()) | states.get("blocking_given", set())
            assert given == labels(pictures, frame.test.given)


def expected_focus(event: Event | None) -> tuple[set[int], set[int]]:
    """Return the pair and the given set of an event, read off its fields by name."""
    given = set(getattr(event, "separating_set", None) or ())
    match event:
        case ev.NeighborDecided(x=x, y=y):
            return {x, y}, given
        case ev.PairDecided(x=x, z=z, w=w):
            return {z, w}, given | {x}
        case ev.SeparatingSetRenewed(x=x, t=t):
            return {x, t}, given
        case ev.VStructureDecided(y=y, t=t):
            return {y, t}, given
        case ev.TripleDecided(x=x, y=y, t=t, z=z):
            return {z, t}, given | {x, y}
        case ev.BoundaryPairTested(y=y, z=z, given=rest):
            return {y, z}, set(rest)
        case BoundaryFound(x=x):
            return {x}, set()
        case ev.EdgeDirected(tail=tail, head=head):
            return {tail, head}, set()
    return set(), set()


def test_the_event_is_marked():
    kinds = set()
    for pictures, frame, _, learned in shown():
        if frame.event is None:
            continue
        pair, given = expected_focus(frame.event)
        told = focus_of(frame)
        assert (set(told.pair), set(told.given)) == (pair, given)
        assert not pair & given
        states = marked(learned)
        asked = states.get("object", set()) | states.get("subject", set())
        assert labels(pictures, pair) <= asked
        assert len(states.get("subject", ())) <= 1
        assert asked - labels(pictures, pair) <= labels(pictures, {frame.state.visiting} - {None})
        if isinstance(frame.event, BoundaryFound):  # stated: a boundary, and nothing is given
            members = labels(pictures, frame.event.boundary)
            assert states.get("member", set()) == members
            assert set(learned.hull) == members | labels(pictures, pair) or not members
        assert states.get("given", set()) == labels(pictures, given)
        kinds.add(type(frame.event))
    assert len(kinds) > 15


def test_everyone_else_is_idle_visited_a_member_or_removed():
    for pictures, frame, _, learned in shown():
        busy = labels(pictures, focus_of(frame).pair) | marked(learned).get("given", set())
        inside = labels(pictures, focus_of(frame).members)
        asked = subject_of(frame, focus_of(frame))
        for i, mark in enumerate(learned.nodes):
            if mark.name in busy:
                continue
            if not frame.state.remaining >> i & 1:
                assert mark.state == ("idle" if frame.state.finished else "removed")
            else:
                other = "member" if mark.name in inside else "idle"
                assert mark.state == ("subject" if i == asked else other)
            assert str(pictures.names[i]) == mark.name


def test_whose_turn_it_is_can_always_be_seen():
    for _, frame, drawing in drawings():
        for i, mark in enumerate(drawing.nodes):
            visiting = i == frame.state.visiting and frame.state.remaining >> i & 1
            if frame.state.visiting is not None:
                assert visiting == (mark.state == "subject" or mark.note == ITS_TURN)


def test_variables_that_have_left_are_numbered():
    for pictures, frame, drawing in drawings():
        badges = {mark.name: mark.out for mark in drawing.nodes}
        left = () if frame.state.finished else frame.state.removal_order  # at the end, a graph
        for at, x in enumerate(left, start=1):
            assert badges.pop(str(pictures.names[x])) == at
            assert f"{pictures.names[x]} out {at}" in drawing.description
        assert set(badges.values()) <= {0}
        assert {mark.note for mark in drawing.nodes} <= {"", ITS_TURN}


def test_removal_notes_are_those_of_the_last_picture_before_the_end():
    for pictures, frame, _, _ in shown():
        if frame.position == pictures.film.last:
            last = pictures.learned_drawing(pictures.film.frame(frame.position - 1))
            badges = {mark.name: str(mark.out) for mark in last.nodes if mark.out}
            assert pictures.removal_notes() == badges


# -- edges ---------------------------------------------------------------------------------


def test_the_learned_picture_is_the_learned_graph():
    for pictures, frame, _, learned in shown():
        graph = frame.state.learned_graph(pictures.names)
        directed = {(m.tail, m.head) for m in learned.edges if m.directed}
        lines = {frozenset((m.tail, m.head)) for m in learned.edges if not m.directed}
        assert directed == {(str(a), str(b)) for a, b in graph.directed}
        assert lines == {frozenset(map(str, pair)) for pair in graph.undirected}
        assert len(learned.edges) == len(graph.directed) + len(graph.undirected)


def test_edges_say_why_they_are_there():
    for pictures, frame, _, learned in shown():
        kinds = {
            (str(pictures.names[a]), str(pictures.names[b])): why
            for a, b, why in frame.state.arrows
        }
        for mark in learned.edges:
            if mark.state != "new":
                ended = frame.state.finished and pictures.film.context.ends_essential
                line = "open_end" if ended else "undirected"
                expected = kinds[mark.tail, mark.head] if mark.directed else line
                assert mark.state == expected


def looks(pictures: RunPictures, state) -> dict[frozenset[str], object]:
    """Return how each pair is joined: None for a line, else the head."""
    graph = state.learned_graph(pictures.names)
    found: dict[frozenset[str], object] = {
        frozenset(map(str, pair)): None for pair in graph.undirected
    }
    return found | {frozenset((str(a), str(b))): str(b) for a, b in graph.directed}


def test_new_edges_are_those_that_the_event_changed():
    news = 0
    for pictures, frame, _, learned in shown():
        new = {frozenset((m.tail, m.head)) for m in learned.edges if m.state == "new"}
        before, after = looks(pictures, frame.before), looks(pictures, frame.state)
        changed = {pair for pair in after if pair not in before or before[pair] != after[pair]}
        if isinstance(frame.event, ev.NeighborsKnown | ev.VStructuresKnown | ev.EdgeDirected):
            assert new == changed
            news += len(new)
        else:
            assert new == set()
    assert news


def test_the_true_picture_is_the_true_graph():
    for pictures, frame, true, _ in shown():
        dag = pictures.film.dag
        if dag is None:
            assert true is None
            continue
        assert {(m.tail, m.head) for m in true.edges} == {(str(a), str(b)) for a, b in dag.edges}
        assert all(mark.directed for mark in true.edges)
        for mark in true.edges:
            gone = {mark.tail, mark.head} - labels(pictures, members(frame.state.remaining))
            assert (mark.state == "removed") == bool(gone)


def test_on_the_stage_is_the_learned_graph_alone_where_no_true_one_is_known():
    (trace,) = films.noisy_traces(1)
    unknown, known = (Film(trace, dag) for dag in (None, Dag((), nodes=trace.names)))
    for film in (unknown, known):
        pictures, frame = RunPictures(film), film.frame(film.last)
        learned, staged = pictures.learned_drawing(frame), pictures.stage_drawing(frame)
        assert staged.edges == learned.edges
        assert (staged == learned) == (film is unknown)


def test_the_witness_path_is_marked_edge_by_edge():
    seen = set()
    for _, frame, true, _ in shown():
        if true is None:
            continue
        path = None if frame.reason is None else frame.reason.path
        states = {frozenset((m.tail, m.head)): m.state for m in true.edges}
        on_it = (
            {frozenset(map(str, p)) for p in zip(path.names, path.names[1:], strict=False)}
            if path
            else set()
        )
        expected = "path" if path and path.is_open else "blocked_path"
        assert {pair for pair, s in states.items() if s in ("path", "blocked_path")} == on_it
        assert all(states[pair] == expected for pair in on_it)
        seen.add(expected if path else "none")
    assert seen == {"path", "blocked_path", "none"}


def test_the_vertices_of_the_path_say_what_they_do():
    seen = set()
    for _, frame, true, _ in shown():
        if true is None or frame.reason is None or frame.reason.path is None:
            continue
        path, states = frame.reason.path, {m.name: m.state for m in true.nodes}
        for vertex in path.vertices:
            state = states[str(vertex.name)]
            if vertex.role == "end":
                assert state in ("subject", "object")
            elif vertex.given:
                blocks = vertex is path.blocker
                assert state == ("blocking_given" if blocks else "given")
            elif not vertex.is_open and vertex is path.blocker:
                assert state == "blocking"
            elif vertex.role == "collider" and vertex.is_open:
                assert state == "opened"
            elif path.is_open:
                assert state == "on_path"
            seen.add(state)
        others = {name: s for name, s in states.items() if name not in map(str, path.names)}
        assert not {"on_path", "blocking", "blocking_given", "opened"} & set(others.values())
    assert {"object", "given", "blocking", "blocking_given", "on_path"} <= seen


def test_all_learned_edges_are_those_of_some_frame():
    for pictures, _, learned in by_run():
        ever = {frozenset((m.tail, m.head)) for picture in learned for m in picture.edges}
        listed = [frozenset((m.tail, m.head)) for m in pictures.all_learned_edges()]
        assert len(set(listed)) == len(listed)
        assert set(listed) == ever


# -- places --------------------------------------------------------------------------------


def test_no_variable_moves():
    for pictures, true, learned in by_run():
        stage = pictures.stage
        positions = {str(name): place for name, place in stage.positions.items()}
        bends: dict[tuple[str, str], float] = {}
        for drawing in (*true, *learned):
            assert {m.name: (m.x, m.y) for m in drawing.nodes} == positions
            assert (drawing.width, drawing.height) == (stage.width, stage.height)
            for mark in drawing.edges:
                assert bends.setdefault((mark.tail, mark.head), mark.bend) == mark.bend
                assert bends.setdefault((mark.head, mark.tail), -mark.bend) == -mark.bend


def test_everyone_stands_inside():
    for pictures, _, _ in by_run():
        for x, y in pictures.stage.positions.values():
            assert 0 < x < pictures.stage.width
            assert 0 < y < pictures.stage.height
        assert pictures.stage.width <= WIDEST + 2 * 24


def test_the_arc_of_a_test_does_not_run_along_the_bent_edge_of_its_pair():
    drawing = stage_of(networks.load("insurance")).drawing()
    at = {mark.name: mark for mark in drawing.nodes}
    for one, other in (("SocioEcon", "AntiTheft"), ("Mileage", "Accident")):
        (edge,) = (e for e in drawing.edges if {e.tail, e.head} == {one, other})
        assert edge.bend
        arc = arc_between(drawing, one, other, independent=False)
        path = re.search(r'd="M(.*?)"', arc)[1].replace("Q", " ")
        ax, ay, tx, ty, bx, by = map(float, path.split())
        middle = (ax + 2 * tx + bx) / 4, (ay + 2 * ty + by) / 4
        parts = (edge_point(edge, at[edge.tail], at[edge.head], n / 20) for n in range(21))
        assert min(math.dist(part, middle) for part in parts) > 13
