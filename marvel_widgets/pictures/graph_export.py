"""Every way in which a graph can be taken along: texts, code and pictures."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.formats import (
    to_bif,
    to_dagitty,
    to_dot,
    to_graphml,
    to_networkx_code,
    to_notation,
)
from marvel_widgets.pictures.editor_positions import Positions, canvas_drawing
from marvel_widgets.pictures.svg import to_svg
from marvel_widgets.pictures.tikz import to_tikz


@dataclass(frozen=True, slots=True)
class SaveAs:
    """A way to write a graph and the places of its variables."""

    title: str
    file_name: str
    media_type: str
    written: Callable[[Dag, Positions], str]


def _svg(dag: Dag, positions: Positions) -> str:
    return to_svg(canvas_drawing(dag, positions), legend=False)


def _program(dag: Dag, _: Positions) -> str:
    """Return the code with what it needs, as a file that can be run."""
    return f"import networkx as nx\n\ngraph = {to_networkx_code(dag)}"


SAVE_AS: Final[tuple[SaveAs, ...]] = (
    SaveAs("Text, our notation", "graph.txt", "text/plain", lambda dag, _: to_notation(dag)),
    SaveAs("DAGitty", "graph.dagitty", "text/plain", lambda dag, _: to_dagitty(dag)),
    SaveAs("networkx code", "graph.py", "text/x-python", _program),
    SaveAs("TikZ for LaTeX", "graph.tex", "text/x-tex", to_tikz),
    SaveAs("SVG picture", "graph.svg", "image/svg+xml", _svg),
    SaveAs("PNG picture", "graph.png", "image/png", _svg),
    SaveAs("DOT for Graphviz", "graph.dot", "text/vnd.graphviz", lambda dag, _: to_dot(dag)),
    SaveAs("GraphML", "graph.graphml", "application/xml", lambda dag, _: to_graphml(dag)),
    SaveAs("BIF, structure only", "graph.bif", "text/plain", lambda dag, _: to_bif(dag)),
)


def save_as(title: str) -> SaveAs:
    """Return a way to save by its title."""
    for one in SAVE_AS:
        if one.title == title:
            return one
    msg = f"no format is named {title!r}; choose one of {', '.join(s.title for s in SAVE_AS)}"
    raise ValueError(msg)
