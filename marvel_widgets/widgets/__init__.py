"""The widgets: the only part that needs ipywidgets and ipycytoscape.

A name is imported when it is asked for: a notebook loads the apps that it shows, and no other.
"""

from typing import TYPE_CHECKING

from marvel_widgets._lazy import lazy

if TYPE_CHECKING:
    from marvel_widgets.widgets.adversary_duel.widget import AdversaryDuel as AdversaryDuel
    from marvel_widgets.widgets.be_marvel.widget import BeMarvel as BeMarvel
    from marvel_widgets.widgets.be_marvel.widget import BePC as BePC
    from marvel_widgets.widgets.bound_anatomy.widget import BoundAnatomy as BoundAnatomy
    from marvel_widgets.widgets.boundary_lab.widget import BoundaryLab as BoundaryLab
    from marvel_widgets.widgets.editor.model import GraphModel as GraphModel
    from marvel_widgets.widgets.exercise_box.guesses import Guesses as Guesses
    from marvel_widgets.widgets.exercise_box.widget import ExerciseBox as ExerciseBox
    from marvel_widgets.widgets.finite_sample_lab.widget import FiniteSampleLab as FiniteSampleLab
    from marvel_widgets.widgets.kit.graph_view import GraphView as GraphView
    from marvel_widgets.widgets.kit.settings import AppSettings as AppSettings
    from marvel_widgets.widgets.lemma_bench.breaker import Breaker as Breaker
    from marvel_widgets.widgets.lemma_bench.widget import LemmaBench as LemmaBench
    from marvel_widgets.widgets.live_board.widget import LiveBoard as LiveBoard
    from marvel_widgets.widgets.orientation_lab.widget import OrientationLab as OrientationLab
    from marvel_widgets.widgets.player.widget import MarvelPlayer as MarvelPlayer
    from marvel_widgets.widgets.proof_walk.widget import ProofWalk as ProofWalk
    from marvel_widgets.widgets.race.widget import Race as Race
    from marvel_widgets.widgets.removability_lab.widget import RemovabilityLab as RemovabilityLab
    from marvel_widgets.widgets.separation_lab.widget import DSeparationLab as DSeparationLab
    from marvel_widgets.widgets.vote.widget import Vote as Vote

__getattr__, __dir__, __all__ = lazy(__name__)
