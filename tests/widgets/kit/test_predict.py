"""Predict, then reveal."""

import pytest

from marvel_widgets.assessment.prediction import Question, Score
from marvel_widgets.widgets.kit.predict import PredictBox, Predictions

ONE = Question("one", "Is X <removable>?", ("yes", "no"), "no", "Y and T are apart.")
TWO = Question("two", "And Y?", ("yes", "no"), "yes")


def test_off_shows_everything_and_asks_nothing():
    predictions = Predictions()
    predictions.ask(ONE)
    assert predictions.revealed
    assert predictions.message == ""
    assert PredictBox(predictions).layout.display == "none"


def test_nothing_is_revealed_before_the_answer():
    predictions = Predictions(on=True)
    predictions.ask(ONE)
    box = PredictBox(predictions)
    assert not predictions.revealed
    assert "apart" not in box.verdict.value
    assert box.check.disabled  # nothing chosen yet
    assert "&lt;removable&gt;" in box.text.value


def test_an_answer_is_recorded_before_the_verdict_shows():
    predictions = Predictions(on=True)
    predictions.ask(ONE)
    recorded = []
    predictions.observe(lambda _: recorded.append(dict(predictions.given)), "revealed")
    box = PredictBox(predictions)
    box.options.value = "yes"
    box.check.click()
    assert recorded == [{"one": "yes"}]
    assert predictions.score == Score(right=0, wrong=1)
    assert "Not right. The answer is: no. Y and T are apart." in box.verdict.value
    assert box.check.disabled
    assert box.options.disabled


def test_before_a_room_the_prediction_is_named_once_it_is_made():
    predictions = Predictions(on=True, answers=False)
    predictions.ask(ONE)
    box = PredictBox(predictions)
    assert "Predicted" not in box.verdict.value
    predictions.answer("yes")
    assert "Predicted: yes." in box.verdict.value
    predictions.ask(TWO)
    predictions.skip()
    assert "Predicted" not in box.verdict.value


def test_a_question_is_scored_once():
    predictions = Predictions(on=True)
    predictions.ask(ONE)
    predictions.answer("no")
    predictions.answer("yes")
    predictions.skip()
    predictions.ask(TWO)
    predictions.ask(ONE)
    assert predictions.revealed
    assert predictions.score == Score(right=1)


def test_coming_back_shows_the_earlier_guess():
    predictions = Predictions(on=True)
    box = PredictBox(predictions)
    predictions.ask(ONE)
    predictions.answer("no")
    predictions.ask(TWO)
    assert box.options.value is None
    assert not box.options.disabled
    predictions.ask(ONE)
    assert box.options.value == "no"


def test_skipping_tells_and_counts():
    predictions = Predictions(on=True)
    predictions.ask(TWO)
    box = PredictBox(predictions)
    box.skip.click()
    assert predictions.revealed
    assert "Skipped. The answer is: yes." in box.verdict.value
    assert "1 skipped" in box.verdict.value


def test_without_answers_a_guess_is_kept_and_the_verdict_is_not_revealed():
    predictions = Predictions(on=True, answers=False)
    box = PredictBox(predictions)
    predictions.ask(ONE)
    predictions.answer("yes")
    assert not predictions.revealed
    assert predictions.given == {"one": "yes"}
    assert predictions.message == "Your answer is recorded."
    assert "apart" not in box.verdict.value
    assert "1 prediction recorded." in box.verdict.value
    assert "right" not in box.verdict.value


def test_a_guess_that_is_no_option_is_refused():
    predictions = Predictions(on=True)
    predictions.ask(ONE)
    with pytest.raises(ValueError, match="'maybe'"):
        predictions.answer("maybe")
    assert not predictions.revealed


@pytest.mark.parametrize(("options", "answer"), [(("yes",), "yes"), (("a", "a"), "a"), ("ab", "c")])
def test_a_question_without_a_choice_is_refused(options, answer):
    with pytest.raises(ValueError, match="option"):
        Question("q", "Which?", tuple(options), answer)


def test_a_click_on_a_variable_chooses_its_name_until_it_is_recorded():
    predictions = Predictions(on=True)
    box = PredictBox(predictions)
    box.pick("X")  # nothing is asked yet
    predictions.ask(Question("who", "Which variable leaves next?", ("X", "Y", "T"), "T"))
    box.pick("Z")
    assert box.options.value is None
    box.pick("X")
    box.pick("Y")
    assert box.options.value == "Y"
    assert predictions.given == {}  # not recorded before "Check"
    box.check.click()
    assert predictions.given == {"who": "Y"}
    box.pick("X")
    assert box.options.value == "Y"
