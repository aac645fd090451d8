"""What opens a collider of a path, and which children can take its place."""

from collections.abc import Collection

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label


def openers(dag: Dag, x: Label, given: Collection[Label]) -> frozenset[Label]:
    """Return the members of a set that a collider x leads down to, x itself included."""
    return frozenset(given) & dag.descendants(x) | frozenset(given) & {x}


def replacements(dag: Dag, x: Label, opened: Collection[Label]) -> frozenset[Label]:
    """Return the children of x that lead down to one of some variables, or are one."""
    return frozenset(w for w in dag.children(x) if openers(dag, w, opened))
