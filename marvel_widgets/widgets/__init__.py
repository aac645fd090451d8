"""The widgets: the only part that needs ipywidgets and ipycytoscape."""

from marvel_widgets.widgets.adversary_duel.widget import AdversaryDuel
from marvel_widgets.widgets.be_marvel.widget import BeMarvel
from marvel_widgets.widgets.bound_anatomy.widget import BoundAnatomy
from marvel_widgets.widgets.boundary_lab.widget import BoundaryLab
from marvel_widgets.widgets.editor.model import GraphModel
from marvel_widgets.widgets.editor.workbench import Workbench
from marvel_widgets.widgets.exercise_box.placement import Placement
from marvel_widgets.widgets.exercise_box.widget import ExerciseBox
from marvel_widgets.widgets.finite_sample_lab.widget import FiniteSampleLab
from marvel_widgets.widgets.kit.graph_view import GraphView
from marvel_widgets.widgets.kit.settings import AppSettings
from marvel_widgets.widgets.lemma_bench.breaker import Breaker
from marvel_widgets.widgets.lemma_bench.widget import LemmaBench
from marvel_widgets.widgets.live_board.widget import LiveBoard
from marvel_widgets.widgets.orientation_lab.widget import OrientationLab
from marvel_widgets.widgets.player.widget import MarvelPlayer
from marvel_widgets.widgets.proof_walk.widget import ProofWalk
from marvel_widgets.widgets.race.widget import Race
from marvel_widgets.widgets.removability_lab.widget import RemovabilityLab
from marvel_widgets.widgets.separation_lab.widget import DSeparationLab

__all__ = [
    "AdversaryDuel",
    "AppSettings",
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
    "LiveBoard",
    "MarvelPlayer",
    "OrientationLab",
    "Placement",
    "ProofWalk",
    "Race",
    "RemovabilityLab",
    "Workbench",
]
