"""Removable variables: conditions, the definition, and exercises."""

from typing import TYPE_CHECKING

from marvel_widgets._lazy import lazy

if TYPE_CHECKING:
    from marvel_widgets.lessons.removability.view import condition_verdicts as condition_verdicts
    from marvel_widgets.lessons.removability.view import definition_report as definition_report
    from marvel_widgets.lessons.removability.view import (
        removability_drawing as removability_drawing,
    )

__getattr__, __dir__, __all__ = lazy(__name__)
