"""A graph that is edited and all that follows: removable variables, tests, bounds, goals."""

from typing import TYPE_CHECKING

from marvel_widgets._lazy import lazy

if TYPE_CHECKING:
    from marvel_widgets.lessons.living_graph.words import GOALS as GOALS
    from marvel_widgets.theory.graph_survey import changes as changes
    from marvel_widgets.theory.graph_survey import survey as survey

__getattr__, __dir__, __all__ = lazy(__name__)
