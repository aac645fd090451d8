"""The widgets: the only part that needs ipywidgets and ipycytoscape."""

from marvel_widgets.widgets.adversary_duel import AdversaryDuel
from marvel_widgets.widgets.be_marvel import BeMarvel
from marvel_widgets.widgets.bound_anatomy import BoundAnatomy
from marvel_widgets.widgets.boundary_lab import BoundaryLab
from marvel_widgets.widgets.breaker import Breaker
from marvel_widgets.widgets.exercise_box import ExerciseBox
from marvel_widgets.widgets.finite_sample_lab import FiniteSampleLab
from marvel_widgets.widgets.graph_model import GraphModel
from marvel_widgets.widgets.graph_view import GraphView
from marvel_widgets.widgets.lemma_bench import LemmaBench
from marvel_widgets.widgets.orientation_lab import OrientationLab
from marvel_widgets.widgets.player import MarvelPlayer
from marvel_widgets.widgets.proof_walk import ProofWalk
from marvel_widgets.widgets.race import Race
from marvel_widgets.widgets.removability_lab import RemovabilityLab
from marvel_widgets.widgets.separation_lab import DSeparationLab
from marvel_widgets.widgets.workbench import Workbench

__all__ = [
    "AdversaryDuel",
    "BeMarvel",
    "BoundAnatomy",
    "BoundaryLab",
    "Breaker",
    "DSeparationLab",
    "ExerciseBox",
    "FiniteSampleLab",
    "GraphModel",
    "GraphView",
    "LemmaBench",
    "MarvelPlayer",
    "OrientationLab",
    "ProofWalk",
    "Race",
    "RemovabilityLab",
    "Workbench",
]
