"""Where the variables of a DAG are drawn: in rows, causes above effects.

The method is Sugiyama's: give every vertex a row, cut long edges into pieces with dummy
vertices, order the rows so that few pieces cross, then choose coordinates. As our edges are
drawn as one line and not along their dummies, a local search on the true geometry follows.
"""

from marvel_widgets.teaching.layout.bends import (
    Point,
    Positions,
    bends_between,
    control_point,
    curve_points,
    edge_bends,
)
from marvel_widgets.teaching.layout.layered import canvas_size, layered_layout
from marvel_widgets.teaching.layout.places import GAP
from marvel_widgets.teaching.layout.rows import assign_rows

__all__ = [
    "GAP",
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
