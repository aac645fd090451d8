"""Facts on the proof of Theorem 1: the sentence of each in both polarities, and where it is false."""

# ruff: noqa: E501, a sentence is one line

import pytest

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.proof import exercises as f
from marvel_widgets.lessons.removability.exercises import Leaves
from marvel_widgets.theory.removability_proof import judged_path
from tests.truths import Case, holds

CHAIN = Dag("A -> B -> C -> D")
# the proof leaves X out of A -> B <- X -> C, and B as well where B is given
SHORT = Dag("X -> B <- A; B -> C; X -> C; A -> C; C -> D")
OPEN, BLOCKED = judged_path(CHAIN, "ABC"), judged_path(CHAIN, "ABC", "B")
WHOLE, AFTER = judged_path(SHORT, "ABXC", "B"), judged_path(SHORT.without("X"), "ABC", "B")
TEXTBOOK = Dag("A -> C <- D -> B; C -> B")

# fmt: off
# fact, graph, answer, sentence
TRUE = [
    (f.JudgedPath(OPEN, ()), CHAIN, None, "A → B → C is open: chain B is not given."),
    (f.JudgedPath(BLOCKED, ("B",), "B"), CHAIN, None, "B blocks A → B → C: chain B is given."),
    (f.JudgedPath(OPEN, (), "B"), CHAIN, None, "B does not block A → B → C: chain B is not given."),
    (f.InPlace("In H, ", "X", f.JudgedPath(AFTER, ("B",), "B")), SHORT, None, "In H, B blocks A → B → C: chain B is given."),
    (f.NotOn("D", OPEN, False), CHAIN, frozenset("D"), "D is not on P."),
    (f.NotOn("A", OPEN, True), CHAIN, frozenset("A"), "A is no inner vertex of A → B → C."),
    (f.OtherPath(WHOLE, "X", ("B",)), SHORT, frozenset("ABC"), "It is not the path that the proof makes."),
    (f.LeftOut(WHOLE, "X", "B", ("B",)), SHORT, None, "X goes, by Condition 1; then B, which S holds, by Condition 2."),
    (f.Opener("C", "B", ("C",), (), True), CHAIN, {"T": frozenset()}, "C is in S, and B leads down to it: it opens B."),
    (f.Opener("C", "B", (), ("C",), True), CHAIN, {"T": frozenset()}, "C is an end of P, and B leads down to it: it opens B."),
    (f.Opener("A", "B", ("A",), (), False), CHAIN, {"T": frozenset("A")}, "B does not lead down to A, so A does not open it."),
    (f.Opener("D", "B", ("A",), (), False), CHAIN, {"T": frozenset("D")}, "D is neither in S nor an end of P."),
    (f.TakesPlace("B", "A", ("C",), ("C",)), CHAIN, {"W": frozenset()}, "B is a child of A too, and at or below it is C: P' would be open."),
    (f.TakesPlace("B", "A", (), ()), CHAIN, {"W": frozenset("B")}, "B would be a collider of P', and neither B nor a descendant of it is among {}: P' would be blocked."),
    (f.NoOpenPathOn("A", "D", ("A", "B", "D"), ()), CHAIN, {"path": frozenset("ABD")}, "No path on exactly {A, B, D} is open in G given nothing."),
    (f.NoOpenPathOn("A", "C", ("A", "B", "C"), ("B",)), CHAIN, {"path": frozenset("ABC")}, "No path on exactly {A, B, C} is open in G given {B}."),
]

FALSE = [  # what no other case makes false
    (f.JudgedPath(judged_path(TEXTBOOK, "ACDB", (), "textbook"), (), "C"), TEXTBOOK, None),
    (f.OtherPath(WHOLE, "X", ("B",)), SHORT, frozenset("AC")),
    (f.OtherPath(WHOLE, "X", ()), SHORT, frozenset("ABC")),
    (Leaves("X"), SHORT, frozenset("AB")),
]
# fmt: on


@pytest.mark.parametrize(("fact", "dag", "answer", "sentence"), TRUE)
def test_what_is_true_is_said_and_holds(fact, dag, answer, sentence):
    assert fact.say() == sentence
    assert holds(fact, Case(dag, answer))


@pytest.mark.parametrize(("fact", "dag", "answer"), FALSE)
def test_what_is_false_does_not_hold(fact, dag, answer):
    assert not holds(fact, Case(dag, answer))
