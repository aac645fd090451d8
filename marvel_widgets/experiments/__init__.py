"""Experiments on data: models to sample from, and how good an answer is."""

from typing import TYPE_CHECKING

from marvel_widgets._lazy import lazy

if TYPE_CHECKING:
    from marvel_widgets.experiments.comparison import differences as differences
    from marvel_widgets.experiments.comparison import place_of as place_of
    from marvel_widgets.experiments.designs import design as design
    from marvel_widgets.experiments.errors import ExperimentError as ExperimentError
    from marvel_widgets.experiments.linear_gaussian import LinearGaussian as LinearGaussian
    from marvel_widgets.experiments.metrics import directed_scores as directed_scores
    from marvel_widgets.experiments.metrics import skeleton_scores as skeleton_scores
    from marvel_widgets.experiments.metrics import (
        structural_hamming_distance as structural_hamming_distance,
    )
    from marvel_widgets.experiments.printed import PRINTED as PRINTED
    from marvel_widgets.experiments.summary import averages as averages

__getattr__, __dir__, __all__ = lazy(__name__)
