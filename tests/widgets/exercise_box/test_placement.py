"""Placement: nothing is told before the end; then what to work on, and where."""

import json
import re

import pytest

from marvel_widgets.assessment.misconceptions import MISCONCEPTIONS
from marvel_widgets.course.placement_items import PARTS
from marvel_widgets.widgets import Placement
from marvel_widgets.widgets.exercise_box.placement import OVER, RECORDED, TITLE
from tests.widgets.page import Page, found


def wrong(app):
    return app.model.test.question.exercise.mistakes[0]


def words(text):
    return re.escape(json.dumps(text, ensure_ascii=False)[1:-1])


def secrets(exercise):
    """What may not be told of a question: its key, its reasons, its hints, beliefs."""
    because = [exercise.because, *exercise.hints[1:]]
    witness = [exercise.witness(mistake.answer) for mistake in exercise.mistakes]
    beliefs = [rf"\b{m.misconception}\b" for m in exercise.mistakes]
    return [
        *map(words, [*because, *witness]),
        *beliefs,
        "Correct",
        "Not right",
        "wrong belief",
        "likely",
    ]


@pytest.mark.parametrize("part", PARTS)
def test_nothing_is_told_before_the_end(part, monkeypatch):
    page = Page(monkeypatch)
    app = Placement(part, student="17")
    asked = []
    for give in (wrong(app).answer, None):
        asked.append(app.model.test.question.exercise)
        app.answer(asked[-1].solution if give is None else give)
    asked.append(app.model.test.question.exercise)
    told = page.told(app)
    assert RECORDED in told
    for exercise in asked:
        assert found(told, secrets(exercise)) == []


def test_the_search_notices_what_is_told_at_the_end(monkeypatch):
    page = Page(monkeypatch)
    app = Placement("removal")
    exercise, belief = app.model.test.question.exercise, wrong(app).misconception
    app.answer(wrong(app).answer)
    app.stop_button.click()
    told = page.told(app)
    assert MISCONCEPTIONS[belief] in told
    assert found(told, secrets(exercise))


def test_the_key_of_a_question_is_not_even_on_the_last_page():
    app = Placement("removal")
    exercise = app.model.test.question.exercise
    app.answer(wrong(app).answer)
    app.model.stop()
    assert exercise.because not in app.text() + app.page.value
    assert exercise.kind.say(exercise.solution) not in app.page.value


def test_questions_are_answered_by_the_control_one_after_the_other():
    app = Placement("removal")
    numbers = []
    while app.model.test.question is not None:
        exercise = app.model.test.question.exercise
        numbers.append(app.model.progress)
        before = app.form.control
        app.form.put(exercise.solution if not isinstance(exercise.solution, tuple) else ...)
        app.answer_button.click()
        if app.model.test.question and app.form.control is before:  # an order is typed
            app.answer(exercise.solution)
    assert numbers == [f"Question {n}, of at most 12" for n in range(1, len(numbers) + 1)]
    assert TITLE in app.page.value
    assert "No wrong belief is likely" in app.text()
    assert app.buttons.layout.display == "none"


def test_an_empty_answer_asks_for_one_and_stays():
    app = Placement("bounds")
    question = app.model.test.question
    app.answer("!?")
    assert "We can&#x27;t read this answer" in app.said.value
    assert "We can't read this answer" in app.text()
    assert app.model.test.question is question


def test_not_met_yet_goes_on_without_evidence():
    app = Placement("bounds")
    first = app.model.test.question.name
    app.skip_button.click()
    assert app.model.test.question.name != first
    app.stop_button.click()
    assert "Not met yet: notebook" in app.text()
    app.stop_button.click()
    app.skip_button.click()
    assert app.model.test.question is None


def test_without_answers_the_page_says_only_that_they_are_recorded(monkeypatch):
    page = Page(monkeypatch)
    app = Placement("removal", answers=False)
    exercise = app.model.test.question.exercise
    app.answer(wrong(app).answer)
    app.model.stop()
    assert OVER in page.told(app)
    assert (
        found(page.told(app), [*secrets(exercise), *map(re.escape, MISCONCEPTIONS.values())]) == []
    )
    assert app.chart.value == ""


def test_a_question_without_a_picture_has_the_whole_width():
    app = Placement("practice")
    assert app.form.drawn is ("mw-undrawn" not in app.picture_place._dom_classes)
    seen = set()
    while app.model.test.question is not None:
        seen.add(app.form.drawn)
        assert app.form.drawn is ("mw-undrawn" not in app.picture_place._dom_classes)
        app.answer(app.model.test.question.exercise.solution)
    assert seen == {True, False}


def test_a_token_in_the_middle_and_at_the_end():
    app = Placement("removal", student="17")
    app.answer(wrong(app).answer)
    app.model.skip()
    for _ in range(2):
        again = Placement.from_token(app.token)
        assert (again.text(), again.svg(), again.token) == (app.text(), app.svg(), app.token)
        app.model.stop()


def test_the_answers_can_be_handed_in():
    app = Placement("removal", student="17")
    app.answer(wrong(app).answer)
    assert app.result().string.startswith("mwr1.")


@pytest.mark.parametrize("part", [["course"], {"course": 1}, None, 3, "", "x" * 5_000])
def test_what_names_no_part_is_refused_in_a_sentence(part):
    with pytest.raises(
        ValueError, match=r"there is no part .*; choose one of course, reading"
    ) as refused:
        Placement(part)
    assert len(str(refused.value)) < 300


def test_an_id_that_is_half_a_letter_draws_cases_too():
    placement = Placement("removal", student="\ud800")
    placement.answer(placement.model.test.question.exercise.solution)
    assert placement.result().string.startswith("mwr1.")
    assert Placement(token=placement.token).text() == placement.text()
