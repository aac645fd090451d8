"""The widgets: the only part that needs ipywidgets and ipycytoscape."""

from marvel_widgets.widgets.adversary_duel import AdversaryDuel
from marvel_widgets.widgets.bound_anatomy import BoundAnatomy
from marvel_widgets.widgets.boundary_lab import BoundaryLab
from marvel_widgets.widgets.graph_model import GraphModel
from marvel_widgets.widgets.graph_view import GraphView
from marvel_widgets.widgets.player import MarvelPlayer
from marvel_widgets.widgets.separation_lab import DSeparationLab
from marvel_widgets.widgets.workbench import Workbench

__all__ = [
    "AdversaryDuel",
    "BoundAnatomy",
    "BoundaryLab",
    "DSeparationLab",
    "GraphModel",
    "GraphView",
    "MarvelPlayer",
    "Workbench",
]
