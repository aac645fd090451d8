"""The widgets: the only part that needs ipywidgets and ipycytoscape."""

from marvel_widgets.widgets.graph_view import GraphView
from marvel_widgets.widgets.player import MarvelPlayer
from marvel_widgets.widgets.separation_lab import DSeparationLab

__all__ = ["DSeparationLab", "GraphView", "MarvelPlayer"]
