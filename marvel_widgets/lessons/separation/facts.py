"""Facts on d-separation, paths and edges, which all lessons use."""

from collections.abc import Iterable
from typing import Final

from marvel_widgets.assessment.facts import FORMS, Facts, kind
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.lessons.separation.view import path_line, separation_report, shown_path
from marvel_widgets.replay.wording import given_names, path_words

Labels = tuple[Label, ...]
FORMS.update(given=given_names, line=path_line, path=path_words)

# How the two verdicts are written: of a graph, of a distribution, in short.
OPPOSITE: Final = {
    "d-separated": "d-connected",
    "independent": "dependent",
    "separated": "not separated",
}


def _verdict(x: Label, y: Label, given: Labels, separated: bool, term: str) -> str:
    return f"{x} and {y} are {term if separated else OPPOSITE[term]} {given_names(given)}."


Separates = kind("x y given separated term='d-separated'", _verdict)
PathState = kind("path given", "{path:line}.")


def _does_block(path: Path, blocker: Label) -> str:
    vertex = next(v for v in path.vertices if v.name == blocker)
    does = f"{vertex.name} {'does not block' if vertex.is_open else 'blocks'}: it is a"
    if vertex.role != "collider":
        return f"{does} {vertex.role} and {'' if vertex.given else 'not '}given."
    if not vertex.is_open:
        return f"{does} collider, and neither it nor a descendant of it is given."
    if vertex.given:
        return f"{does} collider, and given."
    return f"{does} collider, and its descendant {vertex.opened_by} is given."


VertexState = kind("path given blocker", _does_block)
OthersBlocked = kind("x y given number", "{number:# more path is|more paths are} blocked.")
NoPath = kind("x y", "No path joins them.")
Adjacent = kind("edge adjacent=True", "{adjacent:An|No} edge joins {edge}.")
NeverSeparated = kind(
    "edge", "An edge joins {edge}: a path with nothing on it that could block it."
)


def why_separated(dag: Dag, x: Label, y: Label, given: Iterable[Label] = ()) -> Facts:
    """Return whether two variables are d-separated, with an open path or a blocked one."""
    report = separation_report(dag, x, y, given)
    verdict = Separates(x, y, report.given, report.certificate.separated)
    shown = shown_path(report)
    if shown is None:
        return verdict, NoPath(x, y)
    others = len(report.paths.paths) - 1
    path = PathState(shown, report.given)
    if shown.is_open or not others:
        return verdict, path
    return verdict, path, OthersBlocked(x, y, report.given, others)
