"""The stored profiles: complete, true of what is drawn, and every belief in two exercises."""

from collections import defaultdict
from importlib.resources import files

import pytest

from marvel_widgets.assessment.exercise import drawn
from marvel_widgets.assessment.misconceptions import MISCONCEPTIONS
from marvel_widgets.course.item_profiles import profile_of, profiles, with_profile
from marvel_widgets.course.registry import LESSONS, lesson_exercises, second_questions
from tests.item_profiles import NOTEBOOKS, sections, table

ITEMS = profiles().items
WRITE = "python -m tests.item_profiles"


def test_every_belief_is_probed_by_two_exercises():
    found = defaultdict(set)
    for item in ITEMS:
        for belief in item.beliefs:
            found[belief].add(item.key)
    assert {belief for belief in MISCONCEPTIONS if len(found[belief]) < 2} == set()


def test_the_table_has_every_exercise():
    every = [(n, name) for n in LESSONS for name in {**lesson_exercises(n), **second_questions(n)}]
    assert [(item.notebook, item.name) for item in ITEMS] == every, WRITE
    assert len({item.key for item in ITEMS}) == len(ITEMS)


@pytest.mark.parametrize("number", LESSONS)
def test_sections_and_titles_are_those_of_the_notebooks(number):
    title, places = sections(next(NOTEBOOKS.glob(f"{number}-*.ipynb")))
    assert profiles().notebooks[number] == title, WRITE
    for item in ITEMS:
        if item.notebook == number:
            asked = item.name in lesson_exercises(number)
            assert item.section == (places[item.name] if asked else ""), WRITE


def test_a_case_of_an_item_shows_its_beliefs():
    for item in ITEMS:
        exercise = drawn(item.builder, "a seed")
        assert profile_of(exercise) == item.beliefs, item.key
        for mistake in exercise.mistakes:
            assert exercise.misconception(mistake.answer) == mistake.misconception, item.key


@pytest.mark.night
@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.key)
def test_cases_are_found_for_many_students(item):
    assert {profile_of(drawn(item.builder, f"student {n}")) for n in range(10)} == {item.beliefs}


@pytest.mark.night
def test_the_table_is_what_the_command_writes():
    stored = files("marvel_widgets.course").joinpath("item_profiles.toml").read_text("utf-8")
    assert table() == stored, WRITE


def test_a_builder_without_a_profile_draws_others():
    builder = lesson_exercises("02")["boundary"]
    free = {profile_of(drawn(builder, str(seed))) for seed in range(12)}
    assert len(free) > 1
    wanted = min(free)
    assert {profile_of(drawn(with_profile(builder, wanted), str(n))) for n in range(12)} == {wanted}
