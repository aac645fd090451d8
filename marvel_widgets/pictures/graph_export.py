"""Every way in which a graph can be taken along: texts, code and pictures."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.formats import to_dagitty
from marvel_widgets.pictures.editor_positions import Positions, canvas_drawing, first_positions
from marvel_widgets.pictures.layout.bends import control_point, edge_bends
from marvel_widgets.pictures.palette import printable
from marvel_widgets.pictures.pills import LEAST_PILL, PILL_HEIGHT, Point
from marvel_widgets.pictures.svg import to_svg

# What LaTeX would take for a command, or draw as something else than it is.
_SPECIAL: Final = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': "\\char34{}",
    "-": "-{}",
}
_STYLE: Final = (
    "draw, rounded corners=11pt, inner xsep=6pt, inner ysep=2pt, "
    f"minimum width={0.75 * LEAST_PILL:g}pt, minimum height={0.75 * PILL_HEIGHT:g}pt"
)
_HEAD: Final = r"""% In the preamble: \usepackage{tikz} \usetikzlibrary{arrows.meta}
% Letters outside ASCII may need XeLaTeX or LuaLaTeX and a font that has them.
"""


def to_tikz(dag: Dag, positions: Positions | None = None) -> str:
    """Return a DAG as a TikZ picture."""
    points = dict(first_positions(dag) if positions is None else positions)
    bends = edge_bends(dag, points)
    number = {name: f"v{i}" for i, name in enumerate(dag.nodes)}
    lines = [
        r"\begin{tikzpicture}[x=0.75pt, y=-0.75pt, >={Stealth[length=6pt]}, semithick,",
        f"    variable/.style={{{_STYLE}}}]",
    ]
    lines += [f"  {_node(str(name), number[name], points[name])}" for name in dag.nodes]
    for tail, head in dag.edges:
        way = _way(points[tail], points[head], bends[tail, head])
        lines.append(rf"  \draw[->] ({number[tail]}) {way} ({number[head]});")
    return "\n".join([_HEAD + lines[0], *lines[1:], r"\end{tikzpicture}"]) + "\n"


def escaped_for_tex(name: str) -> str:
    """Return a name as LaTeX prints it letter by letter."""
    return "".join(_SPECIAL.get(letter, letter) for letter in printable(name))


def _node(name: str, number: str, position: Point) -> str:
    at = f"({number}) at ({position[0]:g},{position[1]:g})"
    label = escaped_for_tex(name)
    return rf"\node[variable] {at} {{{label}}};"


def _way(start: Point, end: Point, bend: float) -> str:
    """Return a straight line, or the cubic curve that is our quadratic one."""
    if not bend:
        return "--"
    cx, cy = control_point(start, end, bend)
    one, two = (f"({x + 2 / 3 * (cx - x):.2f},{y + 2 / 3 * (cy - y):.2f})" for x, y in (start, end))
    return f".. controls {one} and {two} .."


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
