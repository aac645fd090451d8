"""A Jupyter kit that teaches MARVEL, a Markov-boundary algorithm for causal discovery.

The names a learner types: those of the core library (`marvel_widgets.core`) and of the rooms above
it. Each is loaded when it is first asked for; the apps are `marvel_widgets.widgets`.
"""

import os
from typing import TYPE_CHECKING

from marvel_widgets._lazy import lazy

if TYPE_CHECKING:
    from marvel_widgets.core import *  # noqa: F403 - all that core offers, the top offers
    from marvel_widgets.course.checks import exercises as exercises
    from marvel_widgets.experiments.edge_frequencies import edge_frequencies as edge_frequencies
    from marvel_widgets.experiments.linear_gaussian import LinearGaussian as LinearGaussian
    from marvel_widgets.experiments.metrics import skeleton_scores as skeleton_scores
    from marvel_widgets.experiments.metrics import (
        structural_hamming_distance as structural_hamming_distance,
    )
    from marvel_widgets.lessons.challenge.judge import challenge as challenge
    from marvel_widgets.lessons.challenge.shortest_proofs import shortest_proof as shortest_proof
    from marvel_widgets.pictures.figure import Figure as Figure
    from marvel_widgets.pictures.figure import draw as draw
    from marvel_widgets.replay.export.filmstrip import filmstrip as filmstrip
    from marvel_widgets.replay.export.run_page import export_run as export_run
    from marvel_widgets.theory.bounds import lower_bound as lower_bound
    from marvel_widgets.theory.bounds import upper_bound as upper_bound

__getattr__, __dir__, __all__ = lazy(__name__)

__version__ = "0.1.0"

if "JPY_SESSION_NAME" in os.environ:  # set by Jupyter's server for the kernel of a notebook
    from marvel_widgets._made_for import say_for_which_version

    say_for_which_version()
    del say_for_which_version
