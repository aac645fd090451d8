"""The engine of the exercises: reading answers, verdicts, hints, draws."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets.assessment.answers import Choice, Number, Parts, Statements
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.exercise import (
    CoincidenceError,
    Exercise,
    Slip,
    drawn,
)
from marvel_widgets.assessment.facts import Principle
from marvel_widgets.assessment.plain import AnswerError
from marvel_widgets.assessment.question import question_svg, question_text
from marvel_widgets.assessment.variable_answers import Names, Order, Pairs
from marvel_widgets.assessment.verdict import judge, wrong_words
from marvel_widgets.course.checks import Check, Checks
from marvel_widgets.pictures.layout.layered import layered_layout
from tests.drawn_cases import sinks

LETTERS = ["A", "B", "C", "D"]
KINDS = {
    "names": Names(LETTERS),
    "order": Order(LETTERS),
    "first two": Order(LETTERS, 2),
    "least first": Order(LETTERS, first="least", called={"a star": "A", "dee": "D"}),
    "most first": Order(LETTERS, first="most"),
    "pairs": Pairs(LETTERS),
    "arrows": Pairs(LETTERS, directed=True),
    "number": Number(0, 5000),
    "choice": Choice(["red", "green"]),
    "statements": Statements(["One.", "Two.", "Three."]),
    "parts": Parts({"sinks": Names(LETTERS), "tests": Number(0, 9)}),
}


@pytest.fixture
def check():
    return Checks("00", "", {"sinks": sinks})


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@given(seed=st.integers(0, 10**6))
def test_what_is_written_as_code_is_read_back(kind, seed):
    value = kind.random(random.Random(seed))
    # A test may evaluate what the library itself wrote; the library never does.
    assert kind.read(eval(kind.code(value))) == value


@pytest.mark.parametrize(
    ("kind", "raw", "value"),
    [
        ("names", "A, C", {"A", "C"}),
        ("names", "{'a' b}", {"A", "B"}),
        ("names", "nobody", set()),
        ("names", {}, set()),
        ("names", ["A", "A"], {"A"}),
        ("order", "D > C > B > A", tuple("DCBA")),
        ("first two", ["B", "A"], ("B", "A")),
        ("least first", "D < C < B < A", tuple("DCBA")),
        ("least first", "D > C > B > A", tuple("ABCD")),
        ("least first", "D -> C -> B -> A", tuple("DCBA")),
        ("least first", "Dee, C, B, a_star", tuple("DCBA")),
        ("least first", ["dee", "C", "B", "A-Star"], tuple("DCBA")),
        ("most first", "D > C > B > A", tuple("DCBA")),
        ("most first", "D<C<B<A", tuple("ABCD")),
        ("most first", "D, C, B, A", tuple("DCBA")),
        ("pairs", "A-B; D - C", {frozenset("AB"), frozenset("CD")}),
        ("pairs", ("A", "B"), {frozenset("AB")}),
        ("pairs", [{"A", "B"}], {frozenset("AB")}),
        ("arrows", "{A -> B, D → C}", {("A", "B"), ("D", "C")}),
        ("arrows", "none", set()),
        ("arrows", '{("A", "B"), ("C", "D")}', {("A", "B"), ("C", "D")}),
        ("pairs", "(A, B)", {frozenset("AB")}),
        ("number", "53,248", 53248),
        ("number", 4.0, 4),
        ("choice", " RED ", "red"),
        ("statements", "3 1", {1, 3}),
        ("statements", 2, {2}),
        ("parts", ("A", 3), {"sinks": frozenset("A"), "tests": 3}),
    ],
)
def test_many_ways_to_write_an_answer(kind, raw, value):
    assert KINDS[kind].read(raw) == value


@pytest.mark.parametrize(
    ("kind", "raw", "said"),
    [
        ("names", "E", "'E' is not among A, B, C, D"),
        ("names", 3, "a set of names"),
        ("names", {"A": 1}, "a set of names"),
        ("names", None, "a set of names"),
        ("order", {"A", "B", "C", "D"}, "a set has no order"),
        ("order", "A, B", "4 names in order"),
        ("order", "A, B, C, C", "4 names in order"),
        ("order", "A < B < C < D", "is not among A, B, C, D"),
        ("least first", "A < B > C < D", "has both < and >"),
        ("pairs", "A", "is not a pair"),
        ("pairs", "A-A", "A occurs twice"),
        ("pairs", 7, "not a set of pairs"),
        ("arrows", [{"A", "B"}], "has no direction"),
        ("arrows", "A - B", "is not a pair"),
        ("number", "many", "not a whole number"),
        ("number", 2.5, "not whole"),
        ("number", True, "not a whole number"),
        ("number", float("nan"), "not a whole number"),
        ("number", float("inf"), "not whole"),
        ("choice", "blue", 'one of "red", "green"'),
        ("statements", {4}, "numbered 1 to 3"),
        ("statements", "first", "not a set of numbers"),
        ("parts", {"sinks": "A"}, "does not have the parts"),
        ("parts", {"sinks": "A", "tests": "x"}, "under 'tests'"),
    ],
)
def test_the_error_on_an_unreadable_answer_is_a_sentence(kind, raw, said):
    with pytest.raises(AnswerError) as caught:
        KINDS[kind].read(raw)
    assert said in str(caught.value)


@pytest.mark.parametrize("raw", [["AB", "C", ""], ({}, "A"), ("", "A")])
def test_letters_of_a_text_are_names_and_what_lies_between_is_none(raw):
    for kind in (Order("ABC"), Names("ABC"), Pairs("ABC")):
        with pytest.raises(AnswerError):
            kind.read(raw)


@pytest.mark.parametrize(
    ("kind", "solution", "close", "far"),
    [
        ("names", "A, B", "A", "C, D"),
        ("order", "A, B, C, D", "B, A, C, D", "D, B, C, A"),
        ("pairs", "A-B", "A-B, C-D", "C-D"),
        ("arrows", "A -> B", "B -> A", "C -> D"),
        ("number", 7, 8, 9),
        ("statements", {1, 2}, {1}, {3}),
        ("parts", ("A", 3), ("A", 9), ("B", 9)),
    ],
)
def test_close_is_one_step_away(kind, solution, close, far):
    kind = KINDS[kind]
    assert kind.close(kind.read(close), kind.read(solution))
    assert not kind.close(kind.read(far), kind.read(solution))


def test_the_verdicts(check):
    exercise = check.sinks.exercise
    right = exercise.solution
    other = next(iter(set(exercise.dag.nodes) - right))
    assert check.sinks(right)
    assert check.sinks(right).points == 1
    near = check.sinks(right | {other})
    assert (near.kind, near.points, bool(near)) == ("close", 0.5, False)
    wrong = check.sinks(exercise.mistakes[0].answer)
    assert (wrong.kind, wrong.misconception, wrong.points) == ("incorrect", Belief.drawn_is_true, 0)
    assert "every arrow that is drawn" in wrong.text
    assert wrong.witness.startswith("Look at ")
    assert (check.sinks(...).kind, check.sinks("Q").kind) == ("open", "unread")


def test_a_mistake_is_named_even_where_it_is_close():
    exercise = drawn(sinks, "x")
    near = exercise.solution - {min(exercise.solution)}
    named = Exercise(
        **{
            **{f: getattr(exercise, f) for f in Exercise.__dataclass_fields__},
            "believed": ((near, Belief.first_leaves), *exercise.believed[:2]),
        }
    )
    verdict = judge(named, near)
    assert (verdict.kind, verdict.misconception) == ("incorrect", Belief.first_leaves)


def counting_to(*slips):
    return Exercise(
        title="Eight",
        question="How many subsets have three variables?",
        kind=Number(0, 99),
        solution=8,
        believed=(
            (3, Belief.m_sets),
            (1, Belief.one_test_settles),
            (32, Belief.pair_given),
        ),
        shows=lambda value: (Principle(f"{value} is another number."),),
        reasons=(Principle("Each is in or out."),),
        count="One digit.",
        place="In or out.",
        rule="A power of 2.",
        slips=slips,
    )


def test_a_slip_is_told_and_no_belief_is_named():
    exercise = counting_to(Slip(7, "Perhaps the empty set was left out."))
    verdict = judge(exercise, 7)
    assert (verdict.kind, verdict.misconception) == ("close", "")
    assert verdict.text.endswith("Perhaps the empty set was left out. 7 is another number.")
    assert "Perhaps a wrong belief" in judge(exercise, 3).text


@pytest.mark.parametrize("answer", [8, 3])
def test_a_slip_that_is_right_or_a_mistake_too_is_refused(answer):
    with pytest.raises(CoincidenceError, match="coincide"):
        counting_to(Slip(answer, "Perhaps not."))


def test_tries_count_answers_that_could_be_read(check):
    for answer in ("A", "A", "Q", ..., "B"):
        check.sinks(answer)
    assert (check.sinks.attempt.tries, check.sinks.attempt.answer) == (2, '{"B"}')


def test_the_hints_go_from_the_count_to_the_answer(check):
    hints = [check.sinks.hint() for _ in range(6)]
    assert [hint.number for hint in hints] == [1, 2, 3, 0, 4, 4]
    answer = check.sinks.exercise.kind.say(check.sinks.exercise.solution)
    assert answer in hints[4].text
    assert not any(answer in hint.text for hint in hints[:4])
    assert repr(hints[3]).startswith("The last hint is the answer itself.")
    assert check.sinks.attempt.hints == 4


def test_every_student_has_a_case_of_their_own_and_keeps_it():
    first, second = (Checks("00", "17", {"sinks": sinks}).sinks.exercise.dag for _ in range(2))
    assert first == second
    others = {Checks("00", str(n), {"sinks": sinks}).sinks.exercise.dag for n in range(20)}
    assert len(others) > 15


def test_practice_is_another_case_and_does_not_count(check):
    another = check.sinks.another()
    assert another.exercise.dag != check.sinks.exercise.dag
    another("A")
    assert check.sinks.attempt.tries == 0
    assert isinstance(another.another(), Check)


def test_the_error_on_an_unknown_exercise_lists_all_exercises(check):
    with pytest.raises(AttributeError, match="no exercise is named 'roots'; choose one of sinks"):
        check.roots  # noqa: B018
    assert "sinks" in dir(check)
    assert repr(check) == "check.sinks: Ends (not answered yet)"


def test_the_question_is_shown_with_its_graph(check):
    svg, text = check.sinks._repr_svg_(), repr(check.sinks)
    assert "Name all variables without children." in svg
    assert "6 variables, 6 edges" in text
    for name in check.sinks.exercise.dag.nodes:
        assert f">{name}</text>" in svg


def fields(**changes):
    exercise = drawn(sinks, "x")
    return {**{f: getattr(exercise, f) for f in Exercise.__dataclass_fields__}, **changes}


def test_an_exercise_with_a_right_mistake_is_drawn_again():
    exercise = drawn(sinks, "x")
    right = exercise.solution, Belief.whole_graph
    with pytest.raises(CoincidenceError):
        Exercise(**fields(believed=(right, *exercise.believed[:2])))


def test_an_exercise_with_too_little_is_refused():
    with pytest.raises(ValueError, match=r"2 mistakes of 'Ends' are wrong .*; it takes 3"):
        Exercise(**fields(believed=drawn(sinks, "x").believed[:2]))
    with pytest.raises(ValueError, match="'Ends' needs three hints"):
        Exercise(**fields(place=""))


def test_a_builder_without_a_good_case_says_so():
    with pytest.raises(RuntimeError, match=r"no good case in 2000 draws .*: None was returned"):
        drawn(lambda rng: None, "x")


# -- words and pictures of the graph -------------------------------------------------------


def test_the_words_need_no_layout_and_the_picture_one(monkeypatch):
    exercise = drawn(sinks, "words")
    layouts = []

    def counted(*args, **kwargs):
        layouts.append(args)
        return layered_layout(*args, **kwargs)

    monkeypatch.setattr("marvel_widgets.pictures.positions.layered_layout", counted)
    text = question_text(exercise)
    assert layouts == []
    assert question_svg(exercise) == question_svg(exercise)
    assert exercise.drawing is exercise.drawing
    assert len(layouts) == 1
    assert " ".join(text.split()).endswith(exercise.drawing.description)


@pytest.mark.parametrize(
    ("kind", "solution", "part", "other"),
    [
        ("names", "A, B, C", "A", "A, D"),
        ("pairs", "A-B, C-D", "D-C", "A-C"),
        ("statements", {1, 2}, None, {1}),  # what is left out was said to be false
        ("order", "D > C > B > A", None, "C > D > B > A"),
        ("number", 12, None, 5),
    ],
)
def test_a_part_of_the_right_set_is_not_called_wrong(kind, solution, part, other):
    kind = KINDS[kind]

    def begins(raw):
        return wrong_words(kind, kind.read(raw), kind.read(solution))

    assert begins(other) in ("Not right.", "Close, but not right.")
    if part is not None:
        assert begins(part) == "Not all of them."
        assert begins(set()) != "Not all of them."  # it names nothing that is right
