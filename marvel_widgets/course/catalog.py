"""All that `exercises(...)` knows: the notebooks, and the two forms of the test."""

from __future__ import annotations

from collections.abc import Mapping

from marvel_widgets.assessment.exercise import Builder
from marvel_widgets.assessment.plain import shown
from marvel_widgets.course import pre_post
from marvel_widgets.course.registry import LESSONS, lesson_exercises

TEST_FORMS = tuple(f"PRE-POST-{form}" for form in pre_post.FORMS)


def builders(notebook: str) -> Mapping[str, Builder]:
    """Return the builders of the exercises of a notebook or test form by name, in its order.

    Raises
    ------
    ValueError
        There is no such notebook.

    Examples
    --------
    >>> "removable" in builders("03")
    True
    """
    if notebook in LESSONS:
        return lesson_exercises(notebook)
    if notebook in TEST_FORMS:
        return pre_post.EXERCISES
    msg = f"there is no notebook {shown(notebook)}; there is {', '.join([*LESSONS, *TEST_FORMS])}"
    raise ValueError(msg)
