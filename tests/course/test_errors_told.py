"""A verdict is about what was chosen wrongly; only where nothing was, about what was left out."""

import pytest

from marvel_widgets.site.ask.forms import errors, turned_over, with_errors
from tests.drawn_cases import drawn_once
from tests.verdict_texts import asked

TOLD = {"blockers", "openers", "separable", "boundary", "split", "total_conditioning"}
BUILDERS = [builder for _, name, builder in asked() if name in TOLD]


@pytest.mark.parametrize("builder", BUILDERS)
def test_what_was_left_out_is_not_told_first(builder):
    exercise = drawn_once(builder, "student 1")
    solution = exercise.solution
    each = with_errors(exercise.kind, solution)
    missing = errors(exercise.kind, turned_over(solution, solution), solution)
    for wrong in each.keys() - {*missing}:
        value = turned_over(solution, each[wrong])
        for also in missing:
            assert exercise.shows(turned_over(value, each[also])) == exercise.shows(value)
