"""The shortest proof as a puzzle: what remains is checked by other classes' answers, and paths."""

import random

import pytest

from marvel_widgets import Dag, essential_graph, shortest_proof
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.lessons.challenge.hidden import classes
from marvel_widgets.lessons.challenge.proof_puzzle import ProofPuzzle, puzzles
from marvel_widgets.theory.consistent_dags import all_dags
from tests import shortest_proofs as made
from tests.by_networkx import separated
from tests.lessons.challenge.test_shortest_proofs import as_mask, meets_all

SMALL = [dag for dag in classes() if 2 <= len(dag) <= 4]


def played(dag, tests):
    puzzle = ProofPuzzle(dag)
    for x, y, given in tests:
        puzzle = puzzle.pressed(x, y, given)
    return puzzle


@pytest.mark.parametrize("dag", SMALL, ids=str)
def test_a_shortest_proof_is_par_and_each_test_of_it_is_needed(dag):
    proof = shortest_proof(dag)
    assert played(dag, proof).words() == (
        f"Proved with {len(proof)} test{'s' if len(proof) != 1 else ''}. That is par: no proof is "
        "shorter."
    )
    for test in proof:
        assert not played(dag, [other for other in proof if other != test]).proved


@pytest.mark.parametrize("dag", SMALL, ids=str)
def test_it_is_proved_when_the_tests_tell_every_other_class_apart(dag):
    """The puzzle goes through DAGs; here each other class has a mask of what tells it apart."""
    rng, rivals = random.Random(str(dag)), made.rivals(dag)
    cells = [cell for row in ProofPuzzle(dag).rows for cell in row]
    assert len(cells) == len(made.statements(len(dag)))
    for _ in range(12):
        some = rng.sample(cells, rng.randint(0, len(cells)))
        tests = [(cell.x, cell.y, cell.subset) for cell in some]
        mask = as_mask(dag, tests)
        assert played(dag, tests).proved == all(rival & mask for rival in rivals)
    assert not meets_all(rivals, len(shortest_proof(dag)) - 1)


def left_by_paths(puzzle):
    """The other classes that fit, with networkx's d-separation."""
    told = [(a.x, a.y, a.given, a.independent) for a in puzzle.asked]
    fits = [
        dag
        for dag in all_dags(puzzle.dag.nodes)
        if all(separated(dag, x, y, given) == answer for x, y, given, answer in told)
    ]
    return {essential_graph(dag) for dag in fits} - {essential_graph(puzzle.dag)}


@pytest.mark.parametrize("text", ["A -> B <- C", "A -> B; A -> C; B -> D", "A -> B <- C; B -> D"])
def test_the_classes_that_remain_are_those_that_paths_leave(text):
    dag, rng = Dag(text), random.Random(text)
    cells = [cell for row in ProofPuzzle(dag).rows for cell in row]
    for _ in range(2):
        some = rng.sample(cells, 3)
        puzzle = played(dag, [(cell.x, cell.y, cell.subset) for cell in some])
        assert {essential_graph(other) for other in puzzle.others} == left_by_paths(puzzle)


def test_a_wrong_answer_would_be_seen():
    puzzle = played(Dag("A -> B <- C"), shortest_proof(Dag("A -> B <- C")))
    assert not left_by_paths(puzzle)
    first, *rest = puzzle.asked
    wrong = type(first)(first.x, first.y, first.given, not first.independent)
    assert left_by_paths(ProofPuzzle(puzzle.dag, (wrong, *rest)))


def test_par_is_told_only_at_the_end():
    dag = Dag("A -> B <- C")
    puzzle = ProofPuzzle(dag)
    par = str(len(shortest_proof(dag)))
    cells = [cell for row in puzzle.rows for cell in row]
    for cell in cells:
        if not puzzle.proved:
            assert "par" not in puzzle.words().lower()
            assert "shortest" not in puzzle.words()
        puzzle = puzzle.pressed(cell.x, cell.y, cell.subset)
    assert puzzle.words() == f"Proved with 6 tests. The shortest proof has {par}."
    assert puzzle.words(tell=False) == "6 tests picked."


def test_a_cell_pressed_again_is_taken_back():
    puzzle = ProofPuzzle(Dag("A -> B <- C")).pressed("A", "C", ())
    assert puzzle.answers() == ["A and C given nothing: independent"]
    assert puzzle.pressed("C", "A", ()).asked == ()
    assert puzzle.grid().rows[1][1][0].spoken == "A and C given {}: independent"


def test_the_drawings_are_the_graph_and_one_that_fits_as_well():
    puzzle = ProofPuzzle(Dag("A -> B <- C"))
    assert [d.title for d in puzzle.drawings()] == ["Prove this graph", "Fits as well, 1 of 10"]
    assert len(puzzle.drawings(tell=False)) == 1


def test_the_puzzles_are_all_classes_of_three_and_four_variables():
    assert len(puzzles()) == 25
    assert len(shortest_proof(puzzles()[0])) == 2


@pytest.mark.parametrize(("nodes", "has"), [("ABCDE", 5), ("A", 1)])
def test_other_sizes_are_refused(nodes, has):
    with pytest.raises(GraphError, match=f"2 to 4 variables.*this graph has {has}"):
        ProofPuzzle(Dag(nodes=nodes))
