"""Changes to a DAG, one at a time: each function takes a DAG and returns another one.

What can't be done is refused with an error that names the reason; an edge that would close a
cycle is refused with the cycle.
"""

from itertools import count
from string import ascii_uppercase

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import (
    GraphError,
    Label,
)
from marvel_widgets.core.graphs.shortening import shown


def next_name(dag: Dag) -> str:
    """Return the first free name of A, B, ..., Z, V1, V2, ..."""
    taken = {str(name) for name in dag.nodes}
    letters = (letter for letter in ascii_uppercase if letter not in taken)
    numbered = (f"V{i}" for i in count(1))
    return next(letters, None) or next(name for name in numbered if name not in taken)


def checked_name(dag: Dag, name: str) -> str:
    """Return a new name without the blanks around it, if a variable of a DAG can have it."""
    plain = str(name).strip()
    if not plain:
        msg = "a variable needs a name; the field is empty"
        raise GraphError(msg)
    if plain in {str(known) for known in dag.nodes}:
        msg = f"there is a variable {shown(plain)} already; choose another name"
        raise GraphError(msg)
    return plain


def add_variable(dag: Dag, name: str | None = None) -> Dag:
    """Return the graph with one more variable, the last in order, without edges."""
    new = next_name(dag) if name is None else checked_name(dag, name)
    return Dag.from_parent_masks((*dag.parent_masks, 0), (*dag.nodes, new))


def rename_variable(dag: Dag, old: Label, new: str) -> Dag:
    """Return the graph with one variable called otherwise, in its old place of the order."""
    place = dag.position(old)
    if str(new).strip() == str(old):
        return dag
    names = list(dag.nodes)
    names[place] = checked_name(dag, new)
    return Dag.from_parent_masks(dag.parent_masks, names)


def remove_edge(dag: Dag, tail: Label, head: Label) -> Dag:
    """Return the graph without an edge; both its ends stay."""
    u, v = dag.position(tail), dag.position(head)
    if not dag.parent_masks[v] >> u & 1:
        turned = f"; there is {head} -> {tail}" if dag.parent_masks[u] >> v & 1 else ""
        msg = f"there is no edge {tail} -> {head}{turned}"
        raise GraphError(msg)
    parents = list(dag.parent_masks)
    parents[v] &= ~(1 << u)
    return Dag.from_parent_masks(parents, dag.nodes)


def reverse_edge(dag: Dag, tail: Label, head: Label) -> Dag:
    """Return the graph with an edge turned round."""
    return remove_edge(dag, tail, head).with_edge(head, tail)
