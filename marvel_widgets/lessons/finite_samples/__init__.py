"""Real data: errors, paired runs, curves, and the figures of the paper."""

from typing import TYPE_CHECKING

from marvel_widgets._lazy import lazy

if TYPE_CHECKING:
    from marvel_widgets.lessons.finite_samples.figures import ChartFigure as ChartFigure
    from marvel_widgets.lessons.finite_samples.figures import beside_printed as beside_printed
    from marvel_widgets.lessons.finite_samples.figures import (
        cancellation_chart as cancellation_chart,
    )
    from marvel_widgets.lessons.finite_samples.figures import (
        chance_of_independent as chance_of_independent,
    )
    from marvel_widgets.lessons.finite_samples.figures import class_design as class_design
    from marvel_widgets.lessons.finite_samples.figures import class_rows as class_rows
    from marvel_widgets.lessons.finite_samples.figures import end_correlation as end_correlation
    from marvel_widgets.lessons.finite_samples.figures import errors_chart as errors_chart
    from marvel_widgets.lessons.finite_samples.figures import figure_3 as figure_3
    from marvel_widgets.lessons.finite_samples.figures import figure_4 as figure_4
    from marvel_widgets.lessons.finite_samples.figures import intervals_table as intervals_table
    from marvel_widgets.lessons.finite_samples.figures import orders_figure as orders_figure
    from marvel_widgets.lessons.finite_samples.figures import (
        recall_precision_chart as recall_precision_chart,
    )
    from marvel_widgets.lessons.finite_samples.figures import stored_rows as stored_rows
    from marvel_widgets.lessons.finite_samples.figures import survival as survival
    from marvel_widgets.lessons.finite_samples.figures import survival_chart as survival_chart
    from marvel_widgets.lessons.finite_samples.figures import survival_table as survival_table
    from marvel_widgets.lessons.finite_samples.figures import triple_model as triple_model
    from marvel_widgets.lessons.finite_samples.own_table import in_the_way as in_the_way
    from marvel_widgets.lessons.finite_samples.paired_film import dead_end_words as dead_end_words
    from marvel_widgets.lessons.finite_samples.runs import error_rates as error_rates
    from marvel_widgets.lessons.finite_samples.runs import paired_runs as paired_runs
    from marvel_widgets.lessons.finite_samples.runs import repeated as repeated
    from marvel_widgets.lessons.finite_samples.words import damage_words as damage_words
    from marvel_widgets.lessons.finite_samples.words import test_words as test_words

__getattr__, __dir__, __all__ = lazy(__name__)
