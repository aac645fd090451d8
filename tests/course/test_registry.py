"""The registry names lessons as text, which no import linter sees: it is held here."""

from pathlib import Path

import pytest

import marvel_widgets.lessons
from marvel_widgets.course.registry import LESSONS, lesson_exercises

FOLDER = Path(marvel_widgets.lessons.__file__).parent


def test_every_lesson_with_exercises_has_a_notebook_and_the_other_way_round():
    written = {path.parent.name for path in FOLDER.glob("*/exercises.py")}
    assert sorted(LESSONS.values()) == sorted(written)


@pytest.mark.parametrize("notebook", LESSONS)
def test_the_exercises_of_a_notebook_come_from_its_lesson(notebook):
    home = f"marvel_widgets.lessons.{LESSONS[notebook]}."
    assert any(build.__module__.startswith(home) for build in lesson_exercises(notebook).values())
