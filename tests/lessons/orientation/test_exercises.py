"""The exercises of notebook 07 against enumeration and the literal Algorithm 1."""

import re
from functools import cache

import pytest

from marvel_widgets import Dag, exercises
from marvel_widgets.lessons.orientation import exercises as f
from marvel_widgets.lessons.orientation.exercises import EXERCISES
from tests.reference import broken, equivalence
from tests.reference.algorithm_one import AlgorithmOne
from tests.reference.checks import named_graph
from tests.reference.dags import Graph, v_structures
from tests.reference.separation import separation
from tests.slices import in_each_run
from tests.truths import Case, holds

STUDENTS = [f"t{n}" for n in range(12)]


@cache
def case(name, student):
    return getattr(exercises("07", student), name).exercise


def arrows(triples):
    return frozenset((end, c) for ends, c in triples for end in ends)


def printed(g: Graph):
    return AlgorithmOne(g.vertices, separation(g), orientation="printed").run()


def true_directed(g):
    return equivalence.essential_graph(g)[0]


def true_turn(g):
    members = equivalence.members(g)
    turned = {(a, b): g.edges - {(a, b)} | {(b, a)} for a, b in g.edges}
    return frozenset(frozenset(edge) for edge, edges in turned.items() if edges in members)


def believed_v_structures(g):
    apart, found = separation(g), v_structures(g)
    meeting = [(a, c, b) for a, c in g.edges for b, d in g.edges if c == d and a < b]
    return {
        "whole_graph": g.edges,
        "parents_apart": {(end, c) for a, c, b in meeting for end in (a, b)},
        "no_empty_set": arrows((ends, c) for ends, c in found if not apart(*ends, frozenset())),
    }


def believed_directed(g):
    return {
        "whole_graph": broken.essential_is_the_dag(g)[0],
        "only_v_structures": broken.essential_without_meek(g)[0],
        "parents_apart": broken.essential_with_shielded_colliders(g)[0],
    }


def believed_meek(g):
    in_v = arrows(v_structures(g))
    return {belief: answer - in_v for belief, answer in believed_directed(g).items()}


def believed_turn(g):
    lines = {frozenset(line) for line in equivalence.essential_graph(g)[1]}
    loose = {frozenset(edge) for edge in g.edges - arrows(v_structures(g))}
    return {"turns_freely": lines, "only_v_structures": loose, "whole_graph": set()}


def believed_printed(g):
    drawn = {(a, b) for a, b in printed(g).arrows}
    meeting = [(a, c, b) for a, c in drawn for b, d in drawn if c == d and a < b]
    untrue = [{(a, c), (b, c)} for a, c, b in meeting if not {(a, c), (b, c)} <= g.edges]
    return {
        "drawn_is_true": set(),
        "parents_apart": set().union(*untrue),
        "whole_graph": drawn - g.edges,
    }


# The truth about each question, and the answers of those who hold a belief.
ARROWS = {
    "v_structures": (lambda g: arrows(v_structures(g)), believed_v_structures),
    "directed": (true_directed, believed_directed),
    "meek": (lambda g: true_directed(g) - arrows(v_structures(g)), believed_meek),
    "turn": (true_turn, believed_turn),
    "printed_v_structures": (
        lambda g: arrows(printed(g).read_off_arrows() - v_structures(g)), believed_printed
    ),
}  # fmt: skip


@pytest.mark.parametrize("student", in_each_run(STUDENTS, STUDENTS[:4]))
@pytest.mark.parametrize("name", EXERCISES)
def test_the_solution_is_the_truth_and_each_mistake_a_belief(name, student):
    exercise = case(name, student)
    g, (truth, believed) = named_graph(exercise.dag), ARROWS[name]
    assert exercise.solution == truth(g)
    said = {m.misconception: m.answer for m in exercise.mistakes}
    assert said == believed(g)
    for one in v_structures(g) if name == "v_structures" else ():  # to forget one is a slip
        assert arrows(v_structures(g) - {one}) not in said.values()


def test_the_order_in_a_question_is_that_of_the_run():
    for student in STUDENTS:
        exercise = case("printed_v_structures", student)
        order = re.search(r"leave in the order ([\w, ]+)\.", exercise.question)[1].split(", ")
        assert order == printed(named_graph(exercise.dag)).removal_order


A_C_B = "A", "C", "B"
SAID = [
    (f.VStructures((A_C_B,)), "The v-structure is A → C ← B."),
    (f.InVStructure(("A", "C")), "The graph has no arrow A → C."),
    (f.InVStructure(("A", "C"), ()), "A → C meets no other arrow: C has no other parent."),
    (f.InVStructure(("A", "C"), ("B", "D")), "A → C is in no v-structure: A is joined to B and D."),
    (f.IsVStructure(A_C_B), "A → C ← B is a v-structure: no edge joins A and B."),
    (f.InEach(("A", "C"), 2), "A → C is missing: each graph of the class has it (2 graphs)."),
    (f.MayTurn(("A", "C")),
     "A → C turned round leaves the edges and the v-structures as they are."),
    (f.MeekAdds((("R1", "C", "D"),)), "Meek's rules add C → D by R1."),
    (f.MeekAdds((("R1", "C", "D"),), True), "They are, in turn, C → D by R1."),
    (f.MeekAdds(()), "No rule of Meek fits after that."),
    (f.PointsBothWays(("A", "C"), (("C", "B"), ("C", "A"))),
     "A → C is not fixed. The class has a graph with C → A: C → A and C → B."),
    (f.PartOfV(("A", "C"), True),
     "A → C is part of a v-structure, so it is there already."),
    (f.PartOfV(("C", "D"), False), "C → D is in no v-structure of the graph."),
    (f.LeavesClass((), ("C", "B"), "new", A_C_B),
     "C → B is not free to turn: it would make the v-structure A → C ← B."),
    (f.LeavesClass((), ("C", "B"), "lost", A_C_B),
     "C → B is not free to turn: it would undo the v-structure A → C ← B."),
    (f.LeavesClass((), ("C", "B"), "cycle", None),
     "C → B is not free to turn: it would close a cycle."),
    (f.NotKept(("A", "C"), drawn=False), "No line draws A → C."),
    (f.NotKept(("A", "C")),
     "A → C is in no pair that line 17 keeps: an edge joins A to the others."),
    (f.NotKept(("A", "C"), A_C_B), "A → C ← B is a v-structure of the true graph."),
    (f.FalselyRead((A_C_B,)), "Line 17 reads A → C ← B, which the true graph denies."),
    (f.FalselyRead((A_C_B,), (("A", "C"),)),
     "A → C is missing: line 17 reads A → C ← B, since no edge joins A and B, and the true graph "
     "does not have this v-structure."),
]  # fmt: skip


def test_what_facts_say():
    assert [fact.say() for fact, _ in SAID] == [text for _, text in SAID]


def test_an_arrow_is_in_a_v_structure_or_in_none():
    """The fact that other cases leave true."""
    case = Case(Dag("A -> C <- B; C -> D"))
    for arrow, inside in ((("A", "C"), True), (("C", "D"), False)):
        assert holds(f.PartOfV(arrow, inside), case)
        assert not holds(f.PartOfV(arrow, not inside), case)
