"""Five algorithms on one graph: bets, counts, charts, sentences."""

from typing import TYPE_CHECKING

from marvel_widgets._lazy import lazy

if TYPE_CHECKING:
    from marvel_widgets.lessons.race.runs import race as race

__getattr__, __dir__, __all__ = lazy(__name__)
