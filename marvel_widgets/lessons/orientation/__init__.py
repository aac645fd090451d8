"""The essential graph, and the printed orientation rule beside the repaired one."""

from typing import TYPE_CHECKING

from marvel_widgets._lazy import lazy

if TYPE_CHECKING:
    from marvel_widgets.lessons.orientation.exercises import printed_run as printed_run
    from marvel_widgets.lessons.orientation.printed_rule import PrintedRule as PrintedRule

__getattr__, __dir__, __all__ = lazy(__name__)
