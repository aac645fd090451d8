"""Every way in which a graph can be taken along: texts, code and pictures."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.formats import to_dagitty
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


SAVE_AS: Final[tuple[SaveAs, ...]] = (
    SaveAs("Text, our notation", "graph.txt", "text/plain", lambda dag, _: dag.to_text() + "\n"),
    SaveAs("DAGitty", "graph.dagitty", "text/plain", lambda dag, _: to_dagitty(dag)),
    SaveAs("TikZ for LaTeX", "graph.tex", "text/x-tex", to_tikz),
    SaveAs("SVG picture", "graph.svg", "image/svg+xml", _svg),
    SaveAs("PNG picture", "graph.png", "image/png", _svg),
)
