"""Pictures of the apps that the course does not show: what they are for, at a glance."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Final

from marvel_widgets.core.graphs import networks
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.living_graph.view import board_svg
from marvel_widgets.pictures.marks import node_svg, text_line
from marvel_widgets.pictures.palette import BLUE, GRAY, INK
from marvel_widgets.pictures.positions import Positions
from marvel_widgets.pictures.stage import stage_of
from marvel_widgets.pictures.svg import edge_fragments
from marvel_widgets.theory.graph_survey import survey

BOARD: Final[Positions] = {
    "asia": (40, 0), "tub": (40, 84), "smoke": (210, 0), "lung": (150, 84), "bronc": (270, 84),
    "either": (95, 168), "xray": (40, 252), "dysp": (200, 252),
}  # fmt: skip
CANVAS: Final[Positions] = {"X": (70, 60), "T": (230, 60), "Y": (150, 150), "Z": (290, 150)}


def live_board_picture() -> str:
    """Return the board of Asia: what its graph implies, and the tests that it costs."""
    return board_svg(survey(networks.load("asia"), "either"), BOARD)


def workbench_picture() -> str:
    """Return a graph into which an edge is being drawn, and the text that it is.

    Examples
    --------
    >>> "T → Z is being drawn" in workbench_picture()
    True
    """
    dag = Dag("X -> Y <- T", nodes=["X", "T", "Y", "Z"])
    drawing = stage_of(dag, CANVAS).drawing("", {"T": "visited"})
    marks = {mark.name: mark for mark in drawing.nodes}
    start, end = marks["T"], marks["Z"]
    ghost = (
        f'<path d="M{start.x + 12} {start.y + 16}L{end.x - 8} {end.y - 26}" fill="none" '
        f'stroke="{BLUE}" stroke-width="2.5" stroke-dasharray="6 5"/>'
        f'<circle cx="{end.x - 6}" cy="{end.y - 22}" r="5" fill="{BLUE}"/>'
    )
    low = drawing.height
    frame = f'fill="none" stroke="{GRAY}"'
    line = (
        f'<rect x="12" y="{low}" width="{drawing.width - 24}" height="30" rx="6" {frame}/>'
        + text_line(f"{dag.to_text()}", 24, low + 20, INK, anchor="start")
    )
    pieces = [svg for _, svg in edge_fragments(drawing)] + [node_svg(m) for m in drawing.nodes]
    words = "A graph on a canvas: the edge T → Z is being drawn. Below it, the graph as text."
    return (
        f'<svg role="img" aria-label="{escape(words)}" width="{drawing.width}" height="{low + 44}" '
        f'viewBox="0 0 {drawing.width} {low + 44}" font-family="Arial, Helvetica, sans-serif" '
        f'font-size="12">{"".join(pieces)}{ghost}{line}</svg>'
    )


PICTURES: Final[dict[str, Callable[[], str]]] = {
    "LiveBoard": live_board_picture,
    "Workbench": workbench_picture,
}
