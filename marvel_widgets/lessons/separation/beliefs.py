"""Separation as a holder of a mistaken belief would judge it, path by path."""

from collections.abc import Iterable
from itertools import combinations
from typing import Final

from marvel_widgets.assessment.exercise import names_of
from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.witness import Path, PathVertex, all_paths
from marvel_widgets.text import listed

Pair = frozenset[str]

# The beliefs that change what a path says; one more changes what a pair says.
PATH_BELIEFS: Final = ("M2", "M3", "M19", "M20")
BELIEFS: Final = ("M16", *PATH_BELIEFS)
RULE: Final = (
    "A chain or a fork blocks when it is given. A collider blocks unless it or a descendant of "
    "it is given."
)
MANY: Final = 10_000


def believed_blocker(vertex: PathVertex, belief: Misconception) -> bool:
    """Return whether an inner vertex blocks its path, for a holder of M2, M3 or M20."""
    collider = vertex.role == "collider"
    if belief == "M2":
        return vertex.given or collider
    if belief == "M3":
        return vertex.given != collider
    return vertex.given


def believed_open(path: Path, belief: Misconception) -> bool:
    """Return whether a path is open for a holder of a belief.

    For M19 a path has to follow the arrows all the way, one way or the other.
    """
    inner = path.vertices[1:-1]
    if belief == "M19":
        return len(set(path.arrows)) == 1 and not any(vertex.given for vertex in inner)
    return not any(believed_blocker(vertex, belief) for vertex in inner)


def believed_separated(
    dag: Dag, x: Label, y: Label, given: Iterable[Label], belief: Misconception
) -> bool:
    """Return whether two variables are separated for a holder of a belief."""
    paths = all_paths(dag, x, y, given, limit=MANY).paths
    if belief == "M16":
        shared = dag.children(x) & dag.children(y)
        return bool(shared) or not any(path.is_open for path in paths)
    return not any(believed_open(path, belief) for path in paths)


def named(group: Iterable[Label], dag: Dag) -> tuple[str, ...]:
    """Return some variables in the order of a graph."""
    chosen = set(group)
    return tuple(name for name in names_of(dag) if name in chosen)


def first_pair(pairs: Iterable[Pair], dag: Dag) -> tuple[str, str]:
    """Return the first of some pairs in the order of a graph."""
    wanted = set(pairs)
    return next(pair for pair in combinations(names_of(dag), 2) if frozenset(pair) in wanted)


def given_sentence(given: Iterable[Label]) -> str:
    """Return a sentence on what is given."""
    names = list(map(str, given))
    if not names:
        return "Nothing is given."
    return f"{listed(names)} {'is' if len(names) == 1 else 'are'} given."
