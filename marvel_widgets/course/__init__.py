"""The course: exercises by notebook, the tests before and after, coverage of the paper."""

from typing import TYPE_CHECKING

from marvel_widgets._lazy import lazy

if TYPE_CHECKING:
    from marvel_widgets.course.checks import exercises as exercises
    from marvel_widgets.course.coverage import coverage_index as coverage_index
    from marvel_widgets.course.start_page import StartPage as StartPage

__getattr__, __dir__, __all__ = lazy(__name__)
