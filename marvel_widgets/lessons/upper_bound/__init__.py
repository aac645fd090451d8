"""The upper bound in charts, sentences and exercises."""

from typing import TYPE_CHECKING

from marvel_widgets._lazy import lazy

if TYPE_CHECKING:
    from marvel_widgets.lessons.upper_bound.charts import spending_chart as spending_chart
    from marvel_widgets.lessons.upper_bound.charts import split_chart as split_chart

__getattr__, __dir__, __all__ = lazy(__name__)
