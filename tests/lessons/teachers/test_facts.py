"""What facts for teachers say, in both polarities, and that they can be false."""

import pytest

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.counting.facts import Amount
from marvel_widgets.lessons.teachers.facts import BoundaryShows, Predicts
from marvel_widgets.lessons.teachers.facts_courses import (
    DONE,
    AtTheBreak,
    NormalizedGain,
    PartNeeds,
    SettingFor,
    Signature,
)
from marvel_widgets.lessons.upper_bound.amounts import Found
from tests.truths import Case, holds

CHAIN = Dag("A -> B -> C")  # A and C are removable; B has the largest boundary
COLLIDER = Dag("A -> C <- B; C -> D")
MINUTES = (("tests", 20), ("race", 20), ("separation", 20), ("boundaries", 20))
ORDER = tuple(part for part, _ in MINUTES)
CUT = (("tests", 10), ("race", 20), ("separation", 30), ("boundaries", 20))
NEEDED = Dag("tests -> race; tests -> separation; separation -> boundaries")

BIG = "big=True, so that it is shown by a projector to a large room"

SAID = [
    (CHAIN, Predicts(1, ("C",), ("A", "C")), {1},
     "Belief 1 predicts {C}; the learner named {A, C}."),
    (CHAIN, Predicts(2, ("A", "C"), ("A", "C")), set(),
     "Belief 2 predicts {A, C}; the learner named {A, C}."),
    (CHAIN, Amount("fitting", (2,), 3), {2, 3, 5}, "3"),
    (CHAIN, Found("predicted", (2,), ("A", "C"), "{}"), None, "{A, C}"),
    (COLLIDER, BoundaryShows("A", "B"), None,
     "The boundary of A contains B, which is no neighbor of A."),
    (COLLIDER, BoundaryShows("D", None), None,
     "The boundary of D and its neighbors are the same set, so nothing shows."),
    (None, SettingFor("big", True), set(),
     "We wish that it is shown by a projector to a large room: that is what big=True is for."),
    (None, SettingFor("token", False), {"token"},
     "token= is for this wish, which we do not have: all must begin at a state that we prepared "
     "at home."),
    (None, Found("settings", (), (BIG,)), {"big"}, BIG),
    (None, PartNeeds("race", "tests"), ("race", "tests"),
     "race comes before tests, which it needs."),
    (NEEDED, AtTheBreak(MINUTES), ORDER,
     "One good order is tests, race, separation, boundaries: a part ends at minute 40, and nothing "
     "is used before it is known."),
    (NEEDED, AtTheBreak(CUT, "separation"), ORDER,
     "separation is cut by the break: no part ends at minute 40."),
    (None, NormalizedGain(2, 6, 50, True), 50, "(6 - 2) / (10 - 2) = 0.5."),
    (None, NormalizedGain(2, 6, 40, False), 40,
     "8 points were left to gain, and 4 of them were gained; 40 percent of 8 would be 3.2."),
    *((None, Signature(done, done in ("made", "broken", "copied", "signed")), None,
       f"We tried it: after '{text}' the signature is "
       f"{'valid' if done in ('made', 'broken', 'copied', 'signed') else 'not valid'}.")
      for done, text in DONE.items()),
]  # fmt: skip


@pytest.mark.parametrize(("dag", "fact", "answer", "text"), SAID)
def test_what_is_said_and_true(dag, fact, answer, text):
    assert fact.say() == text
    assert holds(fact, Case(dag, answer))


FALSE = [
    (CHAIN, Predicts(1, ("A",), ("A", "C")), {1}),
    (CHAIN, Predicts(1, ("C",), ("A", "C")), {2}),
    (CHAIN, Predicts(2, ("A", "C"), ("A", "C")), {2}),
    (CHAIN, Amount("fitting", (2,), 2), {2, 3}),
    (CHAIN, Amount("fitting", (2,), 2), {2, 3, 5}),
    (CHAIN, Found("predicted", (2,), ("A",), "{}"), None),
    (COLLIDER, BoundaryShows("A", "C"), None),
    (COLLIDER, BoundaryShows("A", None), None),
    (None, SettingFor("big", True), {"big"}),
    (None, SettingFor("big", False), set()),
    (None, Found("settings", (), (BIG,)), {"lock"}),
    (None, PartNeeds("race", "tests"), ("tests", "race")),
    (None, PartNeeds("tests", "race"), ("tests", "race")),
    (None, PartNeeds("game", "race"), ("game", "race")),
    (NEEDED, AtTheBreak(CUT), ORDER),
    (NEEDED, AtTheBreak(MINUTES, "race"), ORDER),
    (NEEDED, AtTheBreak(MINUTES), ORDER[::-1]),
    (NEEDED, AtTheBreak(MINUTES[::-1]), ORDER[::-1]),
    (None, NormalizedGain(2, 6, 40, True), 40),
    (None, NormalizedGain(2, 6, 50, False), 50),
    (None, NormalizedGain(2, 6, 50, True), 40),
    (None, Signature("broken", False), None),
    (None, Signature("cut", True), None),
]


@pytest.mark.parametrize(("dag", "fact", "answer"), FALSE)
def test_what_is_false_does_not_hold(dag, fact, answer):
    assert not holds(fact, Case(dag, answer))
