"""What a DAG is built from: sources of edges, topological orders, and cycles."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush
from operator import index
from typing import Any, Final

from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.core.graphs.limits import MOST_LETTERS
from marvel_widgets.core.graphs.shortening import shortened, shown

Edge = tuple[Label, Label]
SUFFIXES: Final = (".bif", ".dot", ".gv", ".dagitty", ".graphml", ".gml", ".txt", ".dag")
_MORE_THAN_A_NAME: Final = frozenset('\n;,{}<>"→←⟶⟵')


def read_source(source: Any) -> tuple[list[Label], list[Edge]]:
    """Return the nodes and edges of pairs, or of a networkx graph."""
    if is_networkx(source):
        return list(source.nodes), list(_networkx_edges(source))
    shape: tuple[int, ...] = getattr(source, "shape", ())
    # a frame, or an array whose rows are not pairs
    matrix = len(shape) == 2 and (shape[1] != 2 or hasattr(source, "columns"))
    if matrix or not isinstance(source, Iterable) or isinstance(source, bytes):
        msg = (
            f"a Dag is made from text, edges or a networkx graph; got {shown(source)}: "
            "Dag.from_file reads a file, and networkx a matrix, "
            "Dag(nx.from_numpy_array(matrix, create_using=nx.DiGraph))"
        )
        raise GraphError(msg)
    edges = [_pair(edge) for edge in source]
    met: dict[Label, None] = {}
    for edge in edges:
        for name in edge:
            met[_checked_label(name)] = None
    return list(met), edges


def refuse_file_name(text: str) -> None:
    """Refuse the name of a file, which would be a graph of one variable."""
    end = text.rstrip().lower()
    table = end.endswith((".csv", ".tsv"))
    if (table or end.endswith(SUFFIXES)) and not set(text) & _MORE_THAN_A_NAME:
        reader = "read_csv" if table else "Dag.from_file"
        msg = f"{shown(text)} is the name of a file: {reader}({shown(text)}) reads it"
        raise GraphError(msg)


def is_networkx(source: Any) -> bool:
    """Return whether something is a graph of networkx, which is not imported for it."""
    return all(hasattr(source, name) for name in ("edges", "nodes", "is_directed"))


def checked_labels(names: Any) -> tuple[Label, ...]:
    """Return the names of variables, each of them once."""
    if not isinstance(names, Iterable):
        msg = f"the variables must be a list such as ['X', 'Y']; got {shown(names)}"
        raise GraphError(msg)
    labels = tuple(map(_checked_label, names))
    if len(set(labels)) != len(labels):
        msg = f"the variable {shown(first_twice(labels))} occurs twice in nodes; name it once"
        raise GraphError(msg)
    return labels


def _checked_label(name: Any) -> Label:
    if fault := name_fault(name):
        raise GraphError(fault)
    return name  # type: ignore[no-any-return]


def name_fault(name: Any) -> str:
    """Return why something can't be the name of a variable; empty where it can.

    Every name comes through here, whether of a graph, a test or a column of data: what shows
    names need not reckon with others.
    """
    words = name if isinstance(name, str) else _written(name)
    if words is None or not is_hashable(name):
        return f"{shown(name)} can't be the name of a variable: take a text, a number or a tuple"
    if len(words) > MOST_LETTERS:
        return (
            f"the name {shown(name)} has {len(words):,} letters; at most {MOST_LETTERS:,} are "
            "taken: choose a shorter one"
        )
    if not words.isascii() and any("\ud800" <= letter <= "\udfff" for letter in words):
        return f"the name {shown(name)} contains an unpaired surrogate; choose another"
    return ""


def _written(name: Any) -> str | None:
    """Return a name as text; None where Python does not write it, such as a very long number."""
    try:
        return str(name)
    except Exception:  # whatever a label's own words raise
        return None


def is_hashable(name: Any) -> bool:
    """Return whether something can be a name, which is looked up: a list can't."""
    try:
        hash(name)
    except TypeError:
        return False
    return True


def names_given(names: Any) -> list[Label]:
    """Return a set of variables as a list of names; a single text is one name, not letters."""
    if isinstance(names, str):
        return [names]
    if not isinstance(names, Iterable):
        msg = f"a set of variables must be names such as ['X', 'Y']; got {shown(names)}"
        raise GraphError(msg)
    return list(names)


def first_twice(names: Sequence[Label]) -> Label:
    """Return the first of some names that occurs twice."""
    often = Counter(names)
    return next(name for name in names if often[name] > 1)


def written_names(labels: Iterable[Label]) -> tuple[str, ...]:
    """Return the variables as a text or file names them: every label as a string."""
    labels = tuple(labels)
    names = tuple(str(label) for label in labels)
    if "" in names:
        msg = "a variable has an empty name, which cannot be written as text; rename it"
        raise GraphError(msg)
    if len(set(names)) < len(names):
        twice = first_twice(names)
        one, other = [label for label in labels if str(label) == twice][:2]
        both = f"{shown(one)} and {shown(other)}"
        msg = f"the variables {both} are both written {shortened(twice)}; rename one"
        raise GraphError(msg)
    return names


def checked_masks(parents: Any) -> tuple[int, ...]:
    """Return the parents of each variable as masks that name only variables that are there."""
    try:
        masks = tuple(map(index, parents))
    except TypeError:
        msg = (
            f"the parents must be a list of bit masks, non-negative integers; got {shown(parents)}"
        )
        raise GraphError(msg) from None
    p = len(masks)
    for head, mask in enumerate(masks):
        if mask < 0 or mask >> p:
            msg = (
                f"the mask {shown(mask)} of variable {head} is none of {p} variables; "
                f"it is at least 0 and less than 2**{p}"
            )
            raise GraphError(msg)
    return masks


def _networkx_edges(graph: Any) -> Iterable[Edge]:
    if not graph.is_directed():
        msg = "this networkx graph is undirected; give a DiGraph"
        raise GraphError(msg)
    return graph.edges() if not graph.is_multigraph() else [(u, v) for u, v, _ in graph.edges]


def _pair(edge: Any) -> Edge:
    # a set or a dict of two has no first
    ordered = hasattr(edge, "__len__") and hasattr(edge, "__getitem__")
    if not ordered or isinstance(edge, str | bytes | Mapping) or len(edge) != 2:
        msg = f"an edge must be a pair (tail, head); got {shown(edge)}"
        if isinstance(edge, str):
            msg += "; a text is the whole graph, as Dag('A -> B; B -> C')"
        raise GraphError(msg)
    return (edge[0], edge[1])


def topological_order(parents: Sequence[int], children: Sequence[int]) -> list[int]:
    """Return the vertices, parents first, ties by index; those on or below a cycle are left out."""
    waiting = [mask.bit_count() for mask in parents]
    ready = [v for v, count in enumerate(waiting) if count == 0]
    heapify(ready)
    order = []
    while ready:
        v = heappop(ready)
        order.append(v)
        for child in members(children[v]):
            waiting[child] -= 1
            if waiting[child] == 0:
                heappush(ready, child)
    return order


def find_cycle(parents: Sequence[int], order: Iterable[int]) -> list[int]:
    """Return a directed cycle outside a topological order, its first vertex repeated at the end.

    Every vertex left out of the order has a parent that is left out.
    """
    stuck = ~mask_of(order) & ((1 << len(parents)) - 1)
    v = next(members(stuck))
    walk: dict[int, int] = {}  # vertex -> when it was met
    while v not in walk:
        walk[v] = len(walk)
        v = next(members(parents[v] & stuck))
    loop = [*list(walk)[walk[v] :], v]
    loop.reverse()  # the walk went against the arrows
    return loop
