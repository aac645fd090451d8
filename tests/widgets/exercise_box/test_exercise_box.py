"""ExerciseBox on its own parts: every kind of answer by its control, hints, practice, tokens."""

import re
from itertools import pairwise

import pytest

from marvel_widgets.assessment.answers import Choice, Number, Parts, Statements
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.exercise import Exercise, random_dag
from marvel_widgets.assessment.facts import Principle
from marvel_widgets.assessment.variable_answers import Names, Order, Pairs
from marvel_widgets.course import checks as course
from marvel_widgets.course.checks import Checks
from marvel_widgets.widgets import ExerciseBox
from marvel_widgets.widgets.exercise_box.controls import answer_control
from marvel_widgets.widgets.exercise_box.picture import answered

LETTERS = ["A", "B", "C"]


def asking(kind, solution, *wrong):
    def builder(rng):
        dag = random_dag(rng, 5, 5) if isinstance(kind, Names) else None
        return Exercise(
            title="A title",
            question="A question <b>with signs</b>?",
            kind=kind,
            solution=solution,
            believed=tuple((w, m) for w, m in zip(wrong, [*Belief][:3], strict=True)),
            shows=lambda value: (Principle(f"Look at {kind.say(value)}."),),
            reasons=(Principle("So it is."),),
            count="One.",
            place="Two.",
            rule="Three.",
            dag=dag,
        )

    return builder


EDGES = [frozenset({frozenset(pair)}) for pair in ("AB", "AC", "BC")]
COUNTS = [{"sinks": frozenset(n), "tests": t} for n, t in (("A", 3), ("B", 4), ("C", 5), ("AB", 6))]
NUMBERS = [frozenset(numbers) for numbers in ({1, 2}, {5}, {4}, {3, 4})]
ITEMS = {
    "names": asking(Names("ABCDE"), *map(frozenset, ("AB", "DE", "ABCDE", ""))),
    "order": asking(Order(LETTERS), *map(tuple, ("ABC", "CBA", "BCA", "CAB"))),
    "pairs": asking(Pairs(LETTERS), *EDGES, frozenset()),
    "number": asking(Number(0, 99), 7, 20, 30, 40),
    "choice": asking(Choice(["red", "green", "blue", "gray"]), "red", "green", "blue", "gray"),
    "statements": asking(Statements([f"Number {n}." for n in range(1, 6)]), *NUMBERS),
    "parts": asking(Parts({"sinks": Names(LETTERS), "tests": Number(0, 9)}), *COUNTS),
}


@pytest.fixture
def items(monkeypatch):
    monkeypatch.setattr(course, "builders", lambda notebook: ITEMS)


def box_of(name, **options):
    return ExerciseBox(getattr(Checks("00", "", ITEMS), name), **options)


@pytest.mark.parametrize("name", ITEMS)
def test_an_answer_given_by_the_control_is_judged(name):
    box = box_of(name)
    exercise = box.model.check.exercise
    for value, kind in [(exercise.solution, "correct"), (exercise.mistakes[0].answer, "incorrect")]:
        plain = exercise.kind.read(exercise.kind.code(value)) if name == "pairs" else value
        box.control.put(exercise.kind.code(plain) if name in ("order", "pairs") else plain)
        box.check_button.click()
        assert box.model.verdict.kind == kind
    assert "Perhaps a wrong belief" in box.verdict.value


WANTED = {
    "names": "Choose your answer first; if there is none, “none: the empty set”.",
    "order": "Give your answer first: 3 names in order, such as A, B and so on.",
    "pairs": "Give your answer first: pairs such as A - B, A - C; none for the empty set.",
    "number": "Give your answer first: a whole number.",
    "choice": "Choose one of the options first.",
    "statements": "Choose your answer first; if there is none, “none of them”.",
    "parts": "“sinks” is still open. Choose your answer first",
}


@pytest.mark.parametrize("name", ITEMS)
def test_no_answer_is_not_judged(name):
    box = box_of(name)
    box.check_button.click()
    assert box.model.verdict.kind == "open"
    assert WANTED[name] in box.verdict.value
    assert box.model.check.attempt.tries == 0


@pytest.mark.parametrize("name", ["names", "statements"])
def test_the_empty_set_is_an_answer_when_it_is_ticked(name):
    box = box_of(name)
    first = box.control.boxes[0]
    first.value = box.control.none.value = True
    assert not first.value
    assert box.control.raw == []
    box.check_button.click()
    assert box.model.check.attempt.answer == "set()"
    first.value = True
    assert not box.control.none.value
    box.control.put([])
    assert (box.control.raw, box.control.none.value) == ([], True)
    box.control.put(...)
    assert box.control.raw is ...


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        (Pairs(LETTERS), {frozenset("AB"), frozenset("AC")}),
        (Pairs(LETTERS, directed=True), {("A", "B"), ("A", "C")}),
        (Names([f"V{n}" for n in range(40)]), {"V0", "V1"}),
        (Order(LETTERS, length=2), ("A", "B")),
    ],
)
def test_what_a_field_shows_as_an_example_has_no_python_and_is_read(kind, wanted):
    told = answer_control(kind).placeholder
    assert not {*'{}[]()"'} & {*told}
    example = re.search(r"such as (.*?)( and so on|;)", told)[1]
    assert kind.read(example) == wanted
    assert isinstance(kind, Order) or kind.read(told.rpartition("; ")[2].split()[0]) == set()


@pytest.mark.parametrize(
    ("name", "raw", "told"),
    [
        ("number", "<i>many</i>", "&#x27;&lt;i&gt;many&lt;/i&gt;&#x27;"),
        ("order", "A, B", "A, B is not an order of 3 different names; write 3 names in order,"),
        ("pairs", "A", "&#x27;A&#x27; is not a pair; write pairs such as A - B, A - C; none for"),
    ],
)
def test_what_cannot_be_read_is_a_sentence_and_nothing_is_lost(name, raw, told):
    box = box_of(name)
    box.control.value = raw
    box.check_button.click()
    assert f"We can&#x27;t read this answer: {told}" in box.verdict.value
    assert box.form.control.value == raw


def test_a_click_in_the_picture_ticks_a_variable():
    box = box_of("names")
    for name in ("A", "B", "C", "C"):
        assert ("mw-unchosen" in box._dom_classes) is (name == "A")  # until the first click
        box.form.pick(name)
    assert box.control.raw == ["A", "B"]
    box.check_button.click()
    assert box.model.verdict


def test_an_order_without_a_picture_is_pressed_name_by_name():
    box = box_of("order")
    chips = box.form.answer_place.children[2]
    for pressed in ("B", "AB", "ABC"):
        chips.value = tuple(pressed)
    assert box.control.raw == "B, A, C"
    chips.value = ("B", "C")
    assert box.control.raw == "B, C"
    box.control.value = "C, A"  # typed
    assert chips.value == ("A", "C")
    box.form.put(["C", "B", "A"])  # from a token
    assert (box.control.raw, chips.value) == ("C, B, A", ("A", "B", "C"))
    assert len(box_of("names").form.answer_place.children) == 2


def test_two_clicks_make_a_pair_and_the_same_again_takes_it_out():
    control = answer_control(Pairs(LETTERS))
    assert control.hint.startswith("Click two variables for a pair")
    control.pick("B")
    assert control.hint == "From B: click the other variable."
    control.pick("B")  # not with itself
    assert (control.raw, control.waiting) == (..., "")
    for name in ("B", "A", "C", "A"):
        control.pick(name)
    assert control.kind.read(control.raw) == frozenset(map(frozenset, ("AB", "AC")))
    control.pick("A")
    control.pick("B")
    assert control.kind.read(control.raw) == frozenset({frozenset("AC")})
    control.value = "A -"  # half typed: a click begins anew, and nothing breaks
    assert control.chosen.pairs == ()


def test_two_clicks_make_an_arrow_and_the_other_way_round_turn_it():
    control = answer_control(Pairs(LETTERS, directed=True))
    for name in ("A", "B"):
        control.pick(name)
    assert control.raw == "A -> B"
    for name in ("B", "A"):
        control.pick(name)
    assert control.raw == "B -> A"
    for name in ("B", "A"):
        control.pick(name)
    assert control.raw is ...
    control.disabled = True
    control.pick("C")
    assert control.waiting == ""


def test_the_answer_is_drawn_in_the_picture():
    box = box_of("names")
    for name in ("A", "D"):
        box.form.pick(name)
    marks = box.picture.views[0].drawing.nodes
    assert [mark.name for mark in marks if mark.state == "answer"] == ["A", "D"]
    order = answer_control(Order("ABCDE"))
    for name in ("D", "A"):
        order.pick(name)
    drawing = answered(box.picture.views[0].drawing, order.chosen)
    assert {mark.name: mark.note for mark in drawing.nodes if mark.note} == {"D": "1", "A": "2"}


def test_clicks_answer_the_part_that_is_switched_on():
    kind = Parts({"parents": Names(LETTERS), "tests": Number(0, 9), "arrows": Pairs(LETTERS, True)})
    control = answer_control(kind)
    assert control.part.options == ("parents", "arrows")
    control.pick("A")
    control.part.value = "arrows"
    control.pick("B")
    control.pick("C")
    assert control.controls["parents"].raw == ["A"]
    assert control.controls["arrows"].raw == "B -> C"
    assert control.chosen.pairs == (("B", "C"),)
    for notebook, name in (("08", "unasked"), ("03", "changed")):  # without a picture, and with one
        box = ExerciseBox(getattr(course.exercises(notebook), name))
        assert (box.control.part.layout.display == "none") == (notebook == "08")


def test_each_verdict_has_its_own_mark_and_the_newest_stands_first():
    box = box_of("number")
    looks = set()
    for raw, look, sign in ((7, "mw-right", "✓"), (8, "mw-close", "≈"), (20, "mw-wrong", "✗")):
        box.answer(raw)
        assert f"mw-judged {look}" in box.verdict.value
        assert sign in box.verdict.value
        looks.add(look)
    box.hint_button.click()
    assert len(looks | {"mw-hint"}) == 4
    assert box.verdict.value.index("Hint 1 of 4") < box.verdict.value.index("Not right.")
    box.answer(7)
    assert box.verdict.value.index("Correct.") < box.verdict.value.index("Hint 1 of 4")
    quiet = box_of("number", answers=False)
    quiet.answer(7)
    assert "mw-right" not in quiet.verdict.value


def test_every_line_of_a_question_is_shown():
    check = course.exercises("05").told_apart
    shown = ExerciseBox(check).form.question.value
    lines = check.exercise.question.split("\n")
    assert len(lines) == 5
    assert [shown.count(f"<div>{line}</div>") for line in lines] == [1] * 5


def test_hints_come_one_by_one_and_end():
    box = box_of("number")
    for label in ("Hint", "Hint", "Hint", "Show the answer", "Show the answer"):
        assert not box.hint_button.disabled
        assert box.hint_button.description == label
        assert "The answer: 7." not in box.verdict.value + box.text() + box.svg()
        box.hint_button.click()
        assert ("ask again to see it" in box.text()) == (
            "Show" in label and not box.model.hints[3:]
        )
    assert box.hint_button.disabled
    assert "Hint 4 of 4: The answer: 7." in box.verdict.value
    assert box.model.check.attempt.hints == 4


# -- what is said is drawn -----------------------------------------------------------------------


def states(drawing):
    return {mark.name: mark.state for mark in drawing.nodes}


def places(drawing):
    return [(mark.name, mark.x, mark.y) for mark in drawing.nodes]


def test_a_verdict_is_drawn_in_the_learners_own_picture_until_another_answer_is_begun():
    box = ExerciseBox(course.exercises("01").separator)
    exercise, before = box.model.check.exercise, box.picture.views[0].drawing
    wrong = exercise.mistakes[0].answer
    box.control.put(list(wrong))
    box.check_button.click()
    judged = box.picture.views[0].drawing
    assert places(judged) == places(before)
    assert (judged.width, judged.height) == (before.width, before.height)
    path = next(fact.path for fact in box.model.facts if hasattr(fact, "path"))
    drawn = {frozenset((e.tail, e.head)) for e in judged.edges if e.state == "path"}
    assert drawn == {frozenset(pair) for pair in pairwise(path.names)}
    assert {name for name, state in states(judged).items() if state == "given"} == wrong
    assert "open path" in box.picture.words[0]
    assert "open path" in box.svg()
    box.control.pick(next(iter(wrong)))
    assert "path" not in {e.state for e in box.picture.views[0].drawing.edges}
    assert box.form.judged is None


def test_after_a_verdict_ones_answer_stays_in_sight_and_check_waits_for_another():
    box = ExerciseBox(course.exercises("03", "site").removable)
    for wrong in [mistake.answer for mistake in box.model.check.exercise.mistakes]:
        box.answer(wrong)
        marks = box.picture.views[0].drawing.nodes
        assert {m.name for m in marks if m.state == "answer" or m.note == "yours"} == wrong
        part = (
            ", which is right so far: add the others"
            if box.model.said.what.startswith("Not all")
            else ""
        )
        mine = f" You said {box.model.check.asked.kind.say(wrong)}{part}."
        assert box.model.said.why.endswith(mine)
        assert box.check_button.layout.display == box.hint_button.layout.display == "none"
        box.form.pick("A")
        assert box.check_button.layout.display is box.hint_button.layout.display is None
    for name in ("verdicts", "openers", "separable"):  # no reason and no belief makes room for it
        box = ExerciseBox(getattr(course.exercises("01", "site"), name))
        box.answer(box.model.check.exercise.mistakes[0].answer)
        assert box.model.said.why.startswith(box.model.verdict.said.why)
    typed = ExerciseBox(course.exercises("P1", "site").how_many_sets)
    right = typed.model.check.exercise.solution
    for answer, display in ((right + 1, None), (right, "none")):  # read when it is left
        typed.answer(answer)
        assert typed.check_button.layout.display == display


def test_a_token_brings_the_drawn_verdict_back():
    box = ExerciseBox(course.exercises("03").missing)
    box.control.value = box.model.check.exercise.kind.say(frozenset())
    box.check_button.click()
    shown = box.form.judged
    assert "missing" in {mark.state for mark in shown.edges}
    assert ExerciseBox.from_token(box.token).form.judged == shown


def test_without_answers_nothing_is_drawn():
    for checks, told in (
        (course.exercises("01"), False),
        (course.exercises("01", answers=False), True),
    ):
        box = ExerciseBox(checks.separator, answers=told)
        box.control.put({"A", "B"} & {*box.model.check.asked.kind.names})
        before = box.picture.views[0].drawing
        box.check_button.click()
        assert box.picture.views[0].drawing == before


def test_what_the_question_gives_looks_given():
    for answers in (True, False):
        check = course.exercises("01", answers=answers).openers
        shown = states(ExerciseBox(check).picture.views[0].drawing)
        assert [*shown.values()].count("subject") == [*shown.values()].count("object") == 1
    shown = states(ExerciseBox(course.exercises("01").blockers).picture.views[0].drawing)
    assert "given" in shown.values()


def test_another_case_is_practice_and_does_not_count():
    checks = Checks("00", "", ITEMS)
    box = ExerciseBox(checks.names)
    first = box.form.question.value
    box.another_button.click()
    assert "practice" in box.form.question.value != first
    box.answer("AB")
    assert checks.names.attempt.tries == 0
    assert box.model.check.exercise.dag != checks.names.exercise.dag


def test_the_box_and_the_cell_share_what_was_done():
    checks = Checks("00", "", ITEMS)
    ExerciseBox(checks.number).answer(8)
    assert (checks.number.attempt.verdict, checks.number.attempt.answer) == ("close", "8")


def test_a_token_brings_case_and_answer_back(items):
    box = box_of("names")
    box.another_button.click()
    box.control.put(["A", "B"])
    box.check_button.click()
    again = ExerciseBox.from_token(box.token)
    assert again.model.check.exercise.dag == box.model.check.exercise.dag
    assert again.control.raw == ["A", "B"]
    assert again.model.verdict


def test_the_question_is_escaped():
    box = box_of("number")
    assert "&lt;b&gt;" in box.form.question.value
    assert "&lt;b&gt;" in box.svg()


def test_it_needs_an_exercise():
    with pytest.raises(ValueError, match="give an exercise"):
        ExerciseBox("03")
    with pytest.raises(ValueError, match="the parts of this app are"):
        box_of("number", hide="everything")


def test_a_locked_answer_stays_locked_in_the_next_case():
    box = box_of("names", lock="answer")
    box.another_button.click()
    assert all(each.disabled for each in box.control.boxes)
    box.form.pick("A")
    assert box.control.raw is ...


def test_a_click_on_a_variable_that_is_no_answer_does_nothing():
    """The picture of 10/fewest_tests shows variables; the answer is an order of algorithms."""
    box = ExerciseBox(course.exercises("10").fewest_tests)
    shown = box.model.check.asked.drawing.nodes[0].name
    box.form.pick(shown)
    assert box.form.control.value == ""
    assert "Click variables" not in box.form.hint.value
    order = ExerciseBox(course.exercises("03").order)
    order.form.pick("A")
    assert order.form.control.value == "A"
    assert "Click variables in their order." in order.form.hint.value


def test_an_id_that_is_half_a_letter_draws_cases_too():
    checks = course.exercises("03", "\ud800")
    box = ExerciseBox(checks.removable)
    box.answer(box.model.check.exercise.solution)
    assert checks.result().string.startswith("mwr1.")
