"""A picture of a DAG for LaTeX, in which everything stands where it does on the screen."""

from __future__ import annotations

from typing import Final

from marvel_widgets.graphs.dag import Dag
from marvel_widgets.teaching.canvas import Places, first_places
from marvel_widgets.teaching.layout import Point, bends_between, control_point
from marvel_widgets.teaching.palette import NODE_RADIUS, fits_inside, printable

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
_HEAD: Final = r"""% In the preamble: \usepackage{tikz} \usetikzlibrary{arrows.meta}
% Letters outside ASCII may need XeLaTeX or LuaLaTeX and a font that has them.
"""


def to_tikz(dag: Dag, places: Places | None = None) -> str:
    r"""Return a DAG as a TikZ picture.

    Parameters
    ----------
    dag : Dag
    places : mapping of Label to (x, y), optional
        In px, y downwards; one px is drawn as 0.75 pt. Left out: a layout of its own.

    Returns
    -------
    str
        A ``tikzpicture``; the preamble needs the packages that its first line names.

    Examples
    --------
    >>> picture = to_tikz(Dag("X -> Y"), {"X": (20, 20), "Y": (20, 120)})
    >>> print("\n".join(picture.splitlines()[-4:]))
      \node[variable] (v0) at (20,20) {X};
      \node[variable] (v1) at (20,120) {Y};
      \draw[->] (v0) -- (v1);
    \end{tikzpicture}
    """
    spots = dict(first_places(dag) if places is None else places)
    bends = bends_between(dag.edges, spots)
    number = {name: f"v{i}" for i, name in enumerate(dag.nodes)}
    size = 1.5 * NODE_RADIUS
    lines = [
        r"\begin{tikzpicture}[x=0.75pt, y=-0.75pt, >={Stealth[length=6pt]}, semithick,",
        f"    variable/.style={{draw, circle, inner sep=1pt, minimum size={size:g}pt}}]",
    ]
    lines += [f"  {_node(str(name), number[name], spots[name])}" for name in dag.nodes]
    for tail, head in dag.edges:
        way = _way(spots[tail], spots[head], bends[tail, head])
        lines.append(rf"  \draw[->] ({number[tail]}) {way} ({number[head]});")
    return "\n".join([_HEAD + lines[0], *lines[1:], r"\end{tikzpicture}"]) + "\n"


def escaped_for_tex(name: str) -> str:
    r"""Return a name as LaTeX prints it letter by letter.

    Examples
    --------
    >>> print(escaped_for_tex("50% of x_1"))
    50\% of x\_1
    """
    return "".join(_SPECIAL.get(letter, letter) for letter in printable(name))


def _node(name: str, number: str, spot: Point) -> str:
    at = f"({number}) at ({spot[0]:g},{spot[1]:g})"
    said = escaped_for_tex(name)
    if fits_inside(printable(name)):
        return rf"\node[variable] {at} {{{said}}};"
    return rf"\node[variable, label={{below:{{{said}}}}}] {at} {{}};"


def _way(start: Point, end: Point, bend: float) -> str:
    """Return a straight line, or the cubic curve that is our quadratic one."""
    if not bend:
        return "--"
    cx, cy = control_point(start, end, bend)
    one, two = (f"({x + 2 / 3 * (cx - x):.2f},{y + 2 / 3 * (cy - y):.2f})" for x, y in (start, end))
    return f".. controls {one} and {two} .."
