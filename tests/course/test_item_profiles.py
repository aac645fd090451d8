"""The stored profiles: complete, true of what is drawn, and every belief in an exercise."""

from importlib.resources import files

import pytest

from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.exercise import drawn
from marvel_widgets.course.registry import LESSONS, NOTEBOOKS, items, lesson_exercises, profile_of
from tests.item_profiles import DRAWS, FOLDER, deeper, sections, table

ITEMS = items()
WRITE = "python -m tests.item_profiles"


def test_every_belief_is_probed_by_an_exercise():
    assert set(Belief) == {belief for item in ITEMS for belief in item.beliefs}


def test_the_table_has_every_exercise():
    every = [(n, name) for n in LESSONS for name in lesson_exercises(n)]
    assert [(item.notebook, item.name) for item in ITEMS] == every, WRITE


@pytest.mark.parametrize("number", NOTEBOOKS)
def test_sections_and_titles_are_those_of_the_notebooks(number):
    title, places = sections(path := next(FOLDER.glob(f"{number}-*.ipynb")))
    assert NOTEBOOKS[number].title == title, "python -m tests.guide_minutes"
    for item in ITEMS:
        if item.notebook == number:
            assert (item.section, item.deeper) == (places[item.name], item.name in deeper(path)), (
                WRITE
            )


def test_a_case_of_an_item_shows_its_beliefs():
    for item in ITEMS:
        builder = lesson_exercises(item.notebook)[item.name]
        cases = (drawn(builder, f"profile/{n}") for n in range(DRAWS))
        exercise = next(case for case in cases if profile_of(case) == item.beliefs)
        for mistake in exercise.mistakes:
            assert exercise.misconception(mistake.answer) == mistake.misconception, item


@pytest.mark.night
def test_the_table_is_what_the_command_writes():
    stored = files("marvel_widgets.course").joinpath("item_profiles.toml").read_text("utf-8")
    assert table() == stored, WRITE
