"""Exercises drawn from a seed, whose answers are computed and judged, never stored."""

from typing import TYPE_CHECKING

from marvel_widgets._lazy import lazy

if TYPE_CHECKING:
    from marvel_widgets.assessment.beliefs import Belief as Belief
    from marvel_widgets.assessment.signing import SignatureError as SignatureError
    from marvel_widgets.assessment.signing import opened as opened
    from marvel_widgets.assessment.signing import signed as signed

__getattr__, __dir__, __all__ = lazy(__name__)
