"""What a picture shows of a verdict is true of its graph, by another method than the facts'."""

from dataclasses import replace

import networkx as nx
import pytest

from marvel_widgets.assessment.drawn_facts import with_facts, with_names
from marvel_widgets.assessment.exercise import drawn
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.witness import open_path
from marvel_widgets.lessons.removability.exercises import Removable
from marvel_widgets.lessons.removability.view import MissingArrow, NeighborsAtChild
from marvel_widgets.lessons.separation.facts import Adjacent, PathState, why_separated
from marvel_widgets.pictures.stage import stage_of
from tests.slices import some_of
from tests.verdict_texts import answers, asked

EVERY = list(asked())
IDS = [f"{notebook}-{name}" for notebook, name, _ in EVERY]
# Exercises with a picture in which little or nothing is said of it: counts, scores, whole runs,
# orders of algorithms, a course's plan.
ONLY_WORDS = {
    "all_pairs", "one_edge", "fewest_tests", "smallest_sets", "like_with_like",
    "ninety_minutes", "behind", "changed_method",
}  # fmt: skip


def test_what_lies_on_a_path_is_not_marked_as_if_it_were_tested():
    drawing = stage_of(Dag("A -> B -> C; D -> C")).drawing("")
    assert nodes_in(with_names(drawing, "What blocks A → B → C, D or B?"), "object") == {"B", "D"}
    assert nodes_in(with_names(drawing, "What blocks A → B → C?"), "object") == set()


def nodes_in(drawing, *states):
    return {mark.name for mark in drawing.nodes if mark.state in states}


def edges_in(drawing, state):
    return {(mark.tail, mark.head) for mark in drawing.edges if mark.state == state}


def untrue(before, after):
    """What is wrong in a picture with marks, by networkx."""
    graph = nx.DiGraph([(mark.tail, mark.head) for mark in before.edges if mark.directed])
    graph.add_nodes_from(mark.name for mark in before.nodes)
    if [replace(mark, state="idle", note="") for mark in before.nodes] != [
        replace(mark, state="idle", note="") for mark in after.nodes
    ]:
        yield "something has moved"
    missing = edges_in(after, "missing")
    if {(m.tail, m.head) for m in after.edges} - missing != {
        (m.tail, m.head) for m in before.edges
    }:
        yield "edges have come or gone"
    if any(graph.has_edge(*pair) or graph.has_edge(*pair[::-1]) for pair in missing):
        yield "an edge that is there is missing"
    if any(nx.has_path(graph, head, tail) for tail, head in missing):
        yield "an edge that would close a cycle is missing"
    given = nodes_in(after, "given")
    ends = nodes_in(after, "subject"), nodes_in(after, "object")
    if route := edges_in(after, "path"):
        if nodes_in(after, "blocking") or any(mark.note == "blocks" for mark in after.nodes):
            yield "an open path is blocked"
        line = nx.Graph(list(route))
        loose = {v for v, degree in line.degree if degree == 1}
        inside = {*line} - loose
        if not nx.is_connected(line) or not loose <= ends[0] | ends[1] or len(loose) != 2:
            yield "the open path does not join the pair"
        elif nx.is_d_separator(graph, {min(loose)}, {max(loose)}, given - loose):
            yield "the pair of an open path is separated"
        if inside - given != inside & nodes_in(after, "opened", "on_path"):
            yield "a variable of the open path has no mark"
    if edges_in(after, "blocked_path") and not (
        nodes_in(after, "blocking") or any(mark.note == "blocks" for mark in after.nodes)
    ):
        yield "nothing blocks the blocked path"
    for subject in ends[0] if nodes_in(after, "member") else ():
        children = {*graph.successors(subject)}
        around = children | {*graph.predecessors(subject)}
        around |= {v for child in children for v in graph.predecessors(child)}
        if not nodes_in(after, "member") <= around:
            yield "a member is outside the boundary"


def judged(exercise, seed):
    """Pictures before and after each verdict."""
    for value in answers(exercise, seed):
        facts = exercise.why(value) if exercise.is_right(value) else exercise.shows(value)
        yield exercise.drawing, with_facts(exercise.drawing, facts), facts


@some_of(1, 20, name="draws")
@pytest.mark.parametrize(("notebook", "name", "builder"), EVERY, ids=IDS)
def test_what_is_drawn_of_every_verdict_is_true(notebook, name, builder, draws):
    seen = pictured = 0
    for draw in range(draws):
        exercise = drawn(builder, f"drawn {notebook} {name} {draw}")
        for before, after, facts in judged(exercise, f"{draw}") if exercise.dag else ():
            assert [*untrue(before, after)] == [], (facts, after.description)
            seen, pictured = seen + 1, pictured + (before != after)
    assert pictured or not seen or name in ONLY_WORDS


DAG = Dag("X -> Y <- T; Y -> Z; X -> Z")
BEFORE = stage_of(DAG).drawing()


def nodes(drawing, **states):
    """The drawing with other states of some variables."""
    marks = (replace(mark, state=states.get(mark.name, mark.state)) for mark in drawing.nodes)
    return replace(drawing, nodes=tuple(marks))


def test_what_a_path_opens_or_blocks_is_marked():
    is_open = with_facts(BEFORE, why_separated(DAG, "X", "T", ["Z"]))
    assert [mark.state for mark in is_open.nodes] == ["subject", "opened", "object", "given"]
    assert [*untrue(BEFORE, is_open)] == []
    given = with_facts(BEFORE, why_separated(DAG, "X", "T", ["Y"]))
    assert [(mark.state, mark.note) for mark in given.nodes][1] == ("given", "opens")
    blocked = with_facts(BEFORE, why_separated(DAG, "X", "T"))
    assert nodes_in(blocked, "blocking") == {"Y"}
    assert [*untrue(BEFORE, blocked)] == []


def test_what_theorem_1_asks_for_is_drawn_between_the_two():
    for fact in (MissingArrow("X", "Y", ("T", "Z")), NeighborsAtChild("X", "Z", ("T",), False)):
        after = with_facts(BEFORE, (fact,))
        assert edges_in(after, "missing") == {("T", "Z")}
        assert [*untrue(BEFORE, after)] == []
    nested = Removable("X", False, (), (MissingArrow("X", "Y", ("T", "Z")),))
    assert edges_in(with_facts(BEFORE, (nested,)), "missing") == {("T", "Z")}


def test_a_second_question_and_a_path_of_another_graph_are_left_to_the_words():
    first = why_separated(DAG, "X", "T")
    assert with_facts(BEFORE, (*first, *why_separated(DAG, "X", "T", ["Z"]))) == with_facts(
        BEFORE, first
    )
    other = Dag("X -> T; Y -> Z")
    assert with_facts(BEFORE, (PathState(open_path(other, "X", "T"), ()),)) == BEFORE
    assert nodes_in(with_facts(BEFORE, (Adjacent(("X", "T"), False),)), "object") == {"X", "T"}
