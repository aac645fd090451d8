"""All that `exercises(...)` knows: notebooks, the two forms of the test, programs."""

from collections.abc import Mapping

from marvel_widgets.assessment.exercise import Builder
from marvel_widgets.assessment.plain import shown
from marvel_widgets.course import pre_post
from marvel_widgets.course.registry import LESSONS, lesson_exercises

TEST_FORMS = tuple(f"PRE-POST-{form}" for form in pre_post.FORMS)

PROGRAMS_TO_WRITE = "PROGRAMS"

KNOWN = (*LESSONS, *TEST_FORMS, PROGRAMS_TO_WRITE)


def builders(notebook: str) -> Mapping[str, Builder]:
    """Return the builders of the exercises of a notebook or a test by name, in its order."""
    if notebook in LESSONS:
        return lesson_exercises(notebook)
    if notebook in TEST_FORMS:
        return pre_post.EXERCISES
    if notebook == PROGRAMS_TO_WRITE:
        from marvel_widgets.lessons.challenge.program_exercises import PROGRAMS

        return PROGRAMS
    msg = f"there is no notebook {shown(notebook)} with exercises; choose one of {', '.join(KNOWN)}"
    raise ValueError(msg)
