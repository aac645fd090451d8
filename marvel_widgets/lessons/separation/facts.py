"""Facts on d-separation, paths and edges, which all lessons use."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from marvel_widgets.assessment.facts import Case, Fact, Facts
from marvel_widgets.assessment.kinds import FORMS, kind
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import Path, PathVertex
from marvel_widgets.lessons.separation.view import path_line, separation_report, shown_path
from marvel_widgets.replay.wording import given_names, path_words

Labels = tuple[Label, ...]
FORMS.update(given=given_names, line=path_line, path=path_words)

# How the two verdicts are written: of a graph, of a distribution, in short.
Terms = Literal["d-separated", "independent", "separated"]
OPPOSITE: Final = {
    "d-separated": "d-connected",
    "independent": "dependent",
    "separated": "not separated",
}


@dataclass(frozen=True)
class Separates(Fact):
    """A set separates two variables, or does not."""

    x: Label
    y: Label
    given: Labels
    separated: bool
    term: Terms = "d-separated"

    def say(self) -> str:
        verdict = self.term if self.separated else OPPOSITE[self.term]
        return f"{self.x} and {self.y} are {verdict} {given_names(self.given)}."

    def holds(self, case: Case) -> bool:
        return d_separated(case.graph, self.x, self.y, self.given) == self.separated


@kind("{path:line}.")
def PathState(case: Case, path: Path, given: Labels) -> bool:
    """A path between two variables, with what opens or blocks it."""
    return is_described(case.graph, path, given)


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


@kind(_does_block)
def VertexState(case: Case, path: Path, given: Labels, blocker: Label) -> bool:
    """Whether an inner variable of a path blocks it, and why."""
    return blocker in path.names[1:-1] and is_described(case.graph, path, given)


@kind("{number:# more path is|more paths are} blocked.")
def OthersBlocked(case: Case, x: Label, y: Label, given: Labels, number: int) -> bool:
    """How many paths there are besides one, all of them blocked."""
    apart = d_separated(case.graph, x, y, given)
    return apart and number_of_paths(case.graph, (x,), y) == number + 1


@kind("No path joins them.")
def NoPath(case: Case, x: Label, y: Label) -> bool:
    """Two variables are in different parts of the graph."""
    return number_of_paths(case.graph, (x,), y) == 0


@kind("{adjacent:An|No} edge joins {edge}.")
def Adjacent(case: Case, edge: tuple[Label, Label], adjacent: bool = True) -> bool:
    """An edge joins two variables, or none does."""
    return ({edge, edge[::-1]} & set(case.graph.edges) != set()) == adjacent


@kind("An edge joins {edge}: a path with nothing on it that could block it.")
def NeverSeparated(case: Case, edge: tuple[Label, Label]) -> bool:
    """An edge joins two variables, so that no set separates them."""
    return Adjacent(edge).holds(case)


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


# -- the truth of a path, by its definition ------------------------------------------------------


def is_described(dag: Dag, path: Path, given: Labels, also: Labels = ()) -> bool:
    """Return whether a path is one of the graph, with the role and the state of each variable.

    Members of `also` open colliders, as those given do, and block nothing.
    """
    into = {"->": lambda a, b: (a, b), "<-": lambda a, b: (b, a)}
    steps = zip(pairwise(path.names), path.arrows, strict=True)
    there = all(into[arrow](*pair) in dag.edges for pair, arrow in steps)
    simple = len(set(path.names)) == len(path.names)
    ends = all(vertex.role == "end" for vertex in (path.vertices[0], path.vertices[-1]))
    inner = zip(path.vertices[1:-1], pairwise(path.arrows), strict=True)
    so = (_is_so(dag, v, arrows, given, also) for v, arrows in inner)
    return there and simple and ends and all(so)


def _is_so(
    dag: Dag, vertex: PathVertex, arrows: tuple[str, str], given: Labels, also: Labels
) -> bool:
    role = {("->", "<-"): "collider", ("<-", "->"): "fork"}.get(arrows, "chain")
    is_given = vertex.name in given
    if (vertex.role, vertex.given) != (role, is_given):
        return False
    if role != "collider":
        return vertex.is_open != is_given
    openers = {*given, *also} & {vertex.name, *dag.descendants(vertex.name)}
    return vertex.is_open == bool(openers) and (not openers or vertex.opened_by in openers)


def number_of_paths(dag: Dag, walk: Labels, y: Label) -> int:
    """Return how many paths lead on from a walk to a variable, whatever is given."""
    if walk[-1] == y:
        return 1
    return sum(number_of_paths(dag, (*walk, v), y) for v in dag.neighbors(walk[-1]) - set(walk))
