"""What is said and drawn of the proof of Theorem 1 is so, on the gallery and on random DAGs."""

from functools import cache
from itertools import combinations, islice, pairwise
from random import Random

from marvel_widgets import Dag, gallery, is_removable
from marvel_widgets.lessons.proof import view as proof_view
from marvel_widgets.lessons.proof import words as proof_wording
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.editor_positions import first_positions
from marvel_widgets.pictures.marks import note_box
from marvel_widgets.pictures.pills import pill_width
from marvel_widgets.replay.wording import path_words
from marvel_widgets.theory import missing_separators, paths_through, walk_path
from marvel_widgets.theory.removability_proof import loss_stages
from tests.lessons.proof.claims import PATTERNS, Reading, unconfirmed
from tests.reference import paths as ref
from tests.reference.checks import dag_of, named_graph
from tests.reference.dags import graph
from tests.slices import graphs_of, one_in

TWICE = dag_of(graph(5, "03 04 12 23 24 34"))


@cache
def dags():
    """Return the gallery up to eight variables, the paper's loose end, and random DAGs."""
    found = [dag for dag in gallery.values() if 2 < len(dag) <= 8]
    rng = Random(4)
    found += [Dag.random_erdos_renyi(6, rng, density=0.6) for _ in range(8)]
    found += [Dag.random_fixed_in_degree(7, 3, rng) for _ in range(5)]
    return (*found, TWICE)


@cache
def paths_of(dag):
    """Return (x, path, the variables beside them) for the paths through each removable x."""
    return [
        (x, path.names, [v for v in dag if v not in (x, y, z)])
        for x in filter(lambda v: is_removable(dag, v), dag)
        for y, z in combinations([v for v in dag if v != x], 2)
        for path in islice(paths_through(dag, x, y, z)[0], 8)
    ]


def walks(dag, rng, most=40):
    """Yield walks of the if side: of all paths with five sets each, as many, drawn by chance."""
    queries = [(*path, number) for path in paths_of(dag) for number in range(5)]
    for x, names, rest, number in rng.sample(queries, min(most, len(queries))):
        some = [v for v in rest if rng.random() < 0.5]
        yield walk_path(dag, x, names, ([], rest, some, some, some)[number])


def reading_of(dag, x, given=frozenset(), pair=()):
    given, pair = frozenset(map(str, given)), tuple(map(str, pair))
    return Reading(named_graph(dag), str(x), given, pair=pair)


def wrong_in_walk(dag, walk, seen):
    reading = reading_of(dag, walk.variable, walk.given)
    for stage in walk.stages:
        wrong = unconfirmed(proof_wording.stage_words(dag, walk, stage), reading, seen)
        if wrong:
            return wrong
        reading.path = tuple(map(str, stage.path.names))
        wrong = unconfirmed(proof_wording.rule_words(stage), reading, seen)
        if wrong:
            return wrong
    return None


def wrong_in_losses(dag, seen):
    for x in dag:
        for found in missing_separators(dag, x):
            for stage in loss_stages(dag, found):
                reading = reading_of(dag, x, stage.given, found.pair)
                wrong = unconfirmed(proof_wording.loss_words(dag, found, stage), reading, seen)
                if wrong:
                    return wrong
    return None


def test_every_sentence_of_the_proof_is_so_and_every_kind_occurs():
    seen, rng = set(), Random(1)
    for dag in dags():
        for walk in walks(dag, rng):
            assert wrong_in_walk(dag, walk, seen) is None
        assert wrong_in_losses(dag, seen) is None
    twice = walk_path(TWICE, 3, (1, 2, 3, 0, 4))
    assert wrong_in_walk(TWICE, twice, seen) is None
    assert seen == set(PATTERNS)


@graphs_of("slice")
def test_every_sentence_on_small_graphs(graphs):
    seen, rng = set(), Random(2)
    for g in graphs():
        dag = dag_of(g)
        for walk in walks(dag, rng, most=6):
            assert wrong_in_walk(dag, walk, seen) is None
        assert wrong_in_losses(dag, seen) is None


def edges_in(drawing: Drawing, *states) -> set[frozenset[str]]:
    return {frozenset((e.tail, e.head)) for e in drawing.edges if e.state in states}


def nodes_in(drawing: Drawing, state) -> set[str]:
    return {node.name for node in drawing.nodes if node.state == state}


def graph_shown(dag, walk, stage):
    return named_graph(dag.without(walk.variable) if stage.in_smaller else dag)


@one_in(13)
def test_the_picture_of_a_step_marks_its_path_and_nothing_else(every):
    rng = Random(3)
    for dag in dags()[::every]:
        positions = first_positions(dag)
        for walk in walks(dag, rng, most=10):
            for stage in walk.stages:
                drawing = proof_view.stage_drawing(dag, walk, stage, positions)
                joined = {frozenset(map(str, pair)) for pair in pairwise(stage.path.names)}
                joined |= {frozenset(map(str, pair)) for pair in pairwise(stage.way_down)}
                assert edges_in(drawing, "path", "blocked_path", "object") == joined
                assert {e.state for e in drawing.edges} <= {
                    "true", "removed", "object", "path" if stage.path.is_open else "blocked_path",
                }  # fmt: skip
                gone = {str(walk.variable)} if stage.in_smaller else set()
                assert nodes_in(drawing, "removed") == gone
                assert {frozenset(map(str, e)) for e in stage.new_edges} <= edges_in(
                    drawing, "object"
                )


@one_in(13)
def test_notes_stand_within_the_picture(every):
    rng = Random(3)
    sides = set()
    for dag in dags()[::every]:
        for walk in walks(dag, rng, most=5):
            for stage in walk.stages:
                drawing = proof_view.stage_drawing(dag, walk, stage)
                for mark in (mark for mark in drawing.nodes if mark.note):
                    wide = pill_width(mark.name)
                    left, right, top, low = note_box(mark.note, mark.x, mark.y, wide, mark.side)
                    assert 0 <= left < right <= drawing.width
                    assert 0 <= top < low <= drawing.height
                    sides.add(mark.side)
    assert len(sides) > 1


@one_in(13)
def test_the_picture_marks_the_vertex_that_blocks(every):
    rng = Random(3)
    for dag in dags()[2::every]:
        positions = first_positions(dag)
        for walk in walks(dag, rng, most=10):
            chosen = frozenset(map(str, walk.given))
            for stage in walk.stages:
                drawing = proof_view.stage_drawing(dag, walk, stage, positions)
                given = nodes_in(drawing, "blocking_given")
                marked = nodes_in(drawing, "blocking") | given
                names, here = tuple(map(str, stage.path.names)), graph_shown(dag, walk, stage)
                if ref.is_open(here, names, chosen, "paper"):
                    assert not marked
                elif stage.kind != "conclusion":
                    (name,) = marked
                    assert bool(given) == (name in chosen)
                    assert ref.blocks(here, names, name, chosen)


@one_in(13)
def test_the_missing_edge_is_drawn_and_x_is_gone_in_h(every):
    for dag in dags()[4::every]:
        positions = first_positions(dag)
        for x in dag:
            for found in missing_separators(dag, x):
                for stage in loss_stages(dag, found):
                    drawing = proof_view.loss_drawing(dag, found, stage, positions)
                    assert edges_in(drawing, "missing") == {frozenset(map(str, found.pair))}
                    assert (str(x) in nodes_in(drawing, "removed")) == stage.in_smaller
                    assert stage.in_smaller == (stage.kind in ("separated", "conclusion"))
                    opened = stage.kind in ("joined", "conclusion")
                    assert bool(edges_in(drawing, "path")) == opened
                    assert len(drawing.edges) == dag.edge_count + 1


def test_the_text_has_every_step():
    dag = Dag("X -> B <- A; B -> C; X -> C; A -> C")
    walk = walk_path(dag, "X", ["A", "B", "X", "C"], given={"B"})
    text = proof_view.walk_text(dag, walk)
    for stage in walk.stages:
        assert proof_wording.stage_words(dag, walk, stage) in text
    assert proof_wording.PAPERS_RULE in text
    assert "Step 2 of 4: P' in H, case (b)." in text


def test_a_question_has_the_one_right_answer():
    rng, are_open = Random(7), set()
    for dag, walk in ((d, walk) for d in dags() for walk in walks(d, rng, most=20)):
        chosen = frozenset(map(str, walk.given))
        for stage in walk.stages:
            question = proof_view.blocker_question(dag, walk, stage)
            if question is None:
                continue
            names, here = tuple(map(str, stage.path.names)), graph_shown(dag, walk, stage)
            blocking = {v for v in names if ref.blocks(here, names, v, chosen)}
            assert {question.answer} == (blocking or {proof_view.OPEN}), stage
            assert {str(v) for v in stage.path.names[1:-1]} <= set(question.options)
            are_open.add(not blocking)
    assert are_open == {True, False}


@one_in(13)
def test_before_an_answer_neither_words_nor_picture_reveal_it(every):
    rng = Random(8)
    for dag in dags()[::every]:
        positions = first_positions(dag)
        for walk in walks(dag, rng, most=5):
            for stage in walk.stages:
                drawing = proof_view.stage_drawing(dag, walk, stage, positions, answers=False)
                assert not edges_in(drawing, "path", "blocked_path")
                assert {node.state for node in drawing.nodes} <= {
                    "idle", "subject", "given", "object", "removed",
                }  # fmt: skip
                text = proof_view.announcement_words(dag, walk, stage)
                assert path_words(stage.path) in text
                assert "open" not in text
                assert "block" not in text
