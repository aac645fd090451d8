"""For teachers: exercises on diagnosing and planning."""

from typing import TYPE_CHECKING

from marvel_widgets._lazy import lazy

if TYPE_CHECKING:
    from marvel_widgets.lessons.teachers.exercises import PREDICTIONS as PREDICTIONS

__getattr__, __dir__, __all__ = lazy(__name__)
