"""Single paths by the two rules: the textbook's, and the one in the proof of Theorem 1."""

from itertools import pairwise

from tests.reference import separation
from tests.reference.dags import Graph, descendants
from tests.reference.separation import Set


def role(g: Graph, path: tuple[int, ...], at: int) -> str:
    """Return what a vertex does on a path, by its place there."""
    return "end" if at in (0, len(path) - 1) else separation.role(g, *path[at - 1 : at + 2])


def state(g: Graph, path: tuple[int, ...], at: int, given: Set, rule: str) -> bool:
    """Return whether a vertex lets a path through; ends count as below by the paper's rule."""
    what = role(g, path, at)
    if what == "end":
        return True
    if what != "collider":
        return path[at] not in given
    openers = given | {path[0], path[-1]} if rule == "paper" else given
    return bool(descendants(g, path[at]) & openers)


def is_open(g: Graph, path: tuple[int, ...], given: Set, rule: str) -> bool:
    return all(state(g, path, at, given, rule) for at in range(len(path)))


def blocks(g: Graph, path: tuple[int, ...], v: int, given: Set) -> bool:
    """Return whether a vertex blocks a path somewhere, by the paper's rule."""
    return any(u == v and not state(g, path, at, given, "paper") for at, u in enumerate(path))


def is_walk(g: Graph, path: tuple[int, ...]) -> bool:
    return len(path) > 1 and all((a, b) in g.edges or (b, a) in g.edges for a, b in pairwise(path))


def is_path(g: Graph, path: tuple[int, ...]) -> bool:
    return is_walk(g, path) and len(set(path)) == len(path)


def edges_of(g: Graph, path: tuple[int, ...]) -> set[tuple[int, int]]:
    return {(a, b) if (a, b) in g.edges else (b, a) for a, b in pairwise(path)}
