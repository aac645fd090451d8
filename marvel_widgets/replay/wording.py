"""How names, sets and reasons are written in sentences."""

from collections.abc import Iterable
from dataclasses import dataclass

from marvel_widgets.core.algorithms.options import Orientation
from marvel_widgets.core.algorithms.own import OWN
from marvel_widgets.core.algorithms.registry import described_as
from marvel_widgets.core.boundary.discovery import METHODS
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import is_separated
from marvel_widgets.core.graphs.witness import Path, PathVertex, all_paths, open_path
from marvel_widgets.replay.presentation import Presentation, presentation_of
from marvel_widgets.text import counted, in_braces, listed

# A sentence names this many blocked paths, and counts up to this many.
PATHS_NAMED = 2
PATHS_COUNTED = 12
# "All others" are named up to this many.
OTHERS_NAMED = 8


@dataclass(frozen=True, slots=True)
class RunContext:
    """What sentences about a run need to know."""

    names: tuple[Label, ...]
    dag: Dag | None = None
    orientation: Orientation = "recorded"
    algorithm: str = "marvel"
    needs_boundaries: bool = True
    discovery: str = ""  # the method that finds the boundaries
    doubts: tuple[str, ...] = ()  # why the answer is in doubt

    @property
    def claimed(self) -> str:
        """What follows a claim that only an oracle could know to be true."""
        return "" if self.dag is not None else ", by the test's answers"

    @property
    def is_discovery(self) -> bool:
        """Whether the run only looks for Markov boundaries."""
        return self.algorithm in METHODS

    @property
    def presentation(self) -> Presentation:
        """The presentation of the algorithm."""
        return presentation_of(self.algorithm)

    @property
    def conclusion(self) -> str:
        """The key of what the answer is told from, see `pseudocode.ITEMS`."""
        return self.presentation.conclusion or self.algorithm

    @property
    def removes(self) -> bool:
        """Whether variables leave one by one."""
        return not self.is_discovery and described_as(self.algorithm).removes

    @property
    def is_bounded(self) -> bool:
        """Whether the paper's upper bound is about the run."""
        return not self.is_discovery and described_as(self.algorithm).bounded

    @property
    def ends_essential(self) -> bool:
        """Whether the graph at the end is the essential graph of the true DAG, by a theorem."""
        sure = self.dag is not None and self.orientation == "recorded" and not self.doubts
        learns = self.algorithm != OWN and not self.is_discovery
        return sure and learns and described_as(self.algorithm).finds != "skeleton"

    def name(self, x: int) -> str:
        """Return the name of a variable."""
        return str(self.names[x])

    def some(self, variables: Iterable[int]) -> str:
        """Return a set of variables as ``{A, B}``; the empty one as ``{}``."""
        return in_braces(map(self.name, variables))

    def mask(self, mask: int) -> str:
        """Return a mask as ``{A, B}``."""
        return self.some(members(mask))


def braces(dag: Dag, names: Iterable[Label]) -> str:
    """Return a set of variables in the order of the graph."""
    return in_braces(sorted(names, key=dag.position))


def given_names(names: Iterable[Label]) -> str:
    """Return ``given {A, B}`` or ``given nothing``, in the order of the names."""
    inside = in_braces(names)
    return "given nothing" if inside == "{}" else f"given {inside}"


def given_words(context: RunContext, given: Iterable[int]) -> str:
    """Return ``given {A, B}``, ``given nothing``, or ``given all 25 other variables``."""
    items = list(given)
    if len(items) == len(context.names) - 2 > OTHERS_NAMED:
        return f"given all {len(items):,} other variables"
    return f"given {context.some(items)}" if items else "given nothing"


def vertex_reason(vertex: PathVertex) -> str:
    """Return in a few words why a vertex on a path is open or blocks it."""
    name = str(vertex.name)
    if vertex.role == "collider":
        if not vertex.is_open:
            return f"collider {name} is not given, nor is a descendant of it"
        if vertex.opened_by == vertex.name:
            return f"collider {name} is given"
        return f"collider {name} is opened by its given descendant {vertex.opened_by}"
    return f"{vertex.role} {name} is {'not ' if vertex.is_open else ''}given"


def path_words(path: Path) -> str:
    """Return a path with typeset arrows."""
    words = [str(path.vertices[0].name)]
    for arrow, vertex in zip(path.arrows, path.vertices[1:], strict=True):
        words += ["→" if arrow == "->" else "←", str(vertex.name)]
    return " ".join(words)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why the oracle answers as it does."""

    text: str
    path: Path | None
    brief: str = ""  # where every path is blocked: at what

    @property
    def separated(self) -> bool:
        """Whether the two are separated: no path between them is open."""
        return self.path is None or not self.path.is_open


def reason(context: RunContext, x: int, y: int, given: Iterable[int], remaining: int) -> Reason:
    """Return the witness of an oracle's answer: an open path, or the blocked ones.

    The path is looked for among the remaining variables first. Removing a removable
    variable changes no answer, so there is one there, and the reader sees it on the
    graph that is left.
    """
    if context.dag is None:
        msg = "the true graph is not known, so there is no witness"
        raise ValueError(msg)
    dag = _visible(context.dag, x, y, list(given), remaining)
    ends = (context.names[x], context.names[y])
    labels = [context.names[i] for i in given]
    path = open_path(dag, *ends, labels)
    if path is not None:
        inner = "; ".join(map(vertex_reason, path.vertices[1:-1]))
        words = f"the path {path_words(path)} is open ({inner})"
        return Reason(words if inner else f"they are adjacent, {path_words(path)}", path)
    blocked = all_paths(dag, *ends, labels, limit=PATHS_COUNTED)
    left = "" if len(dag) == len(context.dag) else " left"
    words = _blocked_words(blocked.paths, blocked.is_cut, left)
    at = listed(dict.fromkeys(str(p.blocker.name) for p in blocked.paths if p.blocker))
    brief = f"each path{left} is blocked, at {at}" if at and not blocked.is_cut else ""
    return Reason(words, next(iter(blocked.paths), None), brief)


def _visible(dag: Dag, x: int, y: int, given: list[int], remaining: int) -> Dag:
    """Return the graph on the remaining variables where it gives the same answer."""
    everyone = (1 << len(dag)) - 1
    needed = sum(1 << i for i in {x, y, *given})
    if remaining == everyone or needed & ~remaining:
        return dag
    part = dag.induced(dag.labels(remaining))
    place = {old: new for new, old in enumerate(members(remaining))}
    mask = sum(1 << place[i] for i in given)
    same = is_separated(part, place[x], place[y], mask) == is_separated(
        dag, x, y, sum(1 << i for i in given)
    )
    return part if same else dag


def _blocked_words(paths: tuple[Path, ...], is_cut: bool, left: str) -> str:
    """Return why all paths are blocked; `left` says that some have gone with removed variables."""
    if not paths:
        return f"no path{left} joins them"
    shown = [
        f"{path_words(path)} ({vertex_reason(path.blocker)})"
        for path in paths[:PATHS_NAMED]
        if path.blocker is not None
    ]
    more = len(paths) - len(shown)
    if is_cut:  # the search was stopped: there may be more, or not
        shown.append(f"at least {counted(more, 'other')}" if more else "whatever others there are")
    elif len(paths) == 1:
        return f"their only path{left} is blocked, {shown[0]}"
    elif more:
        shown.append(counted(more, "other"))
    return f"every path{left} is blocked, {listed(shown)}"
