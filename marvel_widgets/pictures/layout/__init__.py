"""Where the variables of a DAG are drawn: in rows, causes above effects.

The method is Sugiyama's: give every vertex a row, cut long edges into pieces with dummy
vertices, order the rows so that few pieces cross, then choose coordinates. As our edges are
drawn as one curve each and not along their dummies, they are then bent so that few cross.
"""

from marvel_widgets.pictures.layout.bends import (
    Curves,
    Positions,
    bends_between,
    control_point,
    curve_points,
    edge_bends,
)
from marvel_widgets.pictures.layout.layered import ASPECT, assign_rows, canvas_size, layered_layout
from marvel_widgets.pictures.layout.order import GAP
from marvel_widgets.pictures.pills import Point

__all__ = [
    "ASPECT",
    "GAP",
    "Curves",
    "Point",
    "Positions",
    "assign_rows",
    "bends_between",
    "canvas_size",
    "control_point",
    "curve_points",
    "edge_bends",
    "layered_layout",
]
