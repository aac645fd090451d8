"""Strings of pretended learners hold what a learner with the belief would answer."""

import pytest

from marvel_widgets import exercises
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.results import result_of
from marvel_widgets.classroom.samples import sample_submissions


def answers_of(string, key=""):
    result, genuine = result_of(string, key)
    assert genuine
    return {answered.name: answered for answered in result.answers}


def test_without_a_belief_everything_is_right():
    answers = answers_of(sample_submissions("T", "3"))
    assert set(answers) == {check.name for check in exercises("T")}
    assert {answered.verdict for answered in answers.values()} == {"correct"}


def test_a_belief_shows_in_the_exercises_where_it_leads_astray():
    answers = answers_of(sample_submissions("T", "3", Belief.understood, key="k"), "k")
    wrong = {name for name, answered in answers.items() if answered.verdict == "incorrect"}
    holding = {
        check.name
        for check in exercises("T", "3")
        if Belief.understood in [m.misconception for m in check.exercise.mistakes]
    }
    assert wrong == holding
    assert wrong


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(("T", "3", "M999"), "no misconception 'M999'"), (("ZZ", "3"), "no notebook 'ZZ'")],
)
def test_unknown_arguments_are_reported(arguments, said):
    with pytest.raises(ValueError, match=said):
        sample_submissions(*arguments)


def test_an_unknown_exercise_is_reported():
    with pytest.raises(ValueError, match="no exercise 'dance' in notebook T"):
        sample_submissions("T", "3", names="gain dance")
