"""The registry names lessons as text, which no import linter sees: it is held here."""

from collections import Counter
from importlib import import_module
from pathlib import Path

import marvel_widgets.lessons
from marvel_widgets.course.registry import LESSONS, lesson_exercises

FOLDER = Path(marvel_widgets.lessons.__file__).parent


def test_each_exercise_of_each_lesson_is_asked_in_one_notebook():
    asked = [build for notebook in LESSONS for build in lesson_exercises(notebook).values()]
    names = [path.parent.name for path in FOLDER.glob("*/exercises.py")]
    homes = [import_module(f"marvel_widgets.lessons.{name}.exercises") for name in names]
    assert Counter(asked) == Counter(build for home in homes for build in home.EXERCISES.values())
