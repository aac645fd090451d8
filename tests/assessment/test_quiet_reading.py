"""What Python thinks of the way an answer is written is not shown to a learner."""

import warnings

import pytest

from marvel_widgets import exercises
from marvel_widgets.assessment.verdict import judge


@pytest.mark.parametrize("raw", ["[1and 2]", "{1or 2}", "(0x1for x in y)", "['\\d']"])
def test_no_warning_comes_from_an_answer(raw):
    exercise = exercises("03").removable.exercise
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        assert judge(exercise, raw).kind in ("unread", "incorrect")
    assert heard == []
