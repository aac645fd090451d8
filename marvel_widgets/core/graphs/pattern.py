"""The pattern of a DAG: its skeleton with the arrows of its v-structures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from marvel_widgets.core.graphs.errors import GraphError, Label, UnknownVariableError
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.graphs.shortening import shown


def pattern(
    nodes: Iterable[Label],
    skeleton: Iterable[Iterable[Label]],
    v_structures: Iterable[Sequence[Label]],
) -> Pdag:
    """Return the graph with a skeleton and the arrows of some v-structures ``(x, z, y)``.

    From here Meek's rules (`meek_closure`) reach the essential graph. Where two v-structures
    disagree about an edge, the first one decides.

    Parameters
    ----------
    nodes : iterable of Label
        The variables, in order.
    skeleton : iterable of pairs of Label
        The edges; directions are forgotten.
    v_structures : iterable of (x, z, y)
        The collider in the middle.

    Returns
    -------
    Pdag

    Raises
    ------
    GraphError
        A name is not in `nodes`, a pair is given twice, or a v-structure is not a triple.

    Examples
    --------
    >>> from marvel_widgets.core import Dag
    >>> dag = Dag("X -> Y <- T; Y -> Z")
    >>> print(pattern(dag.nodes, dag.edges, dag.v_structures()))
    X -> Y; Y - Z; T -> Y
    """
    lines = Pdag.from_edges(nodes, undirected=skeleton)
    place = {name: i for i, name in enumerate(lines.nodes)}
    triples = []
    for found in v_structures:
        if isinstance(found, str) or len(found) != 3:
            msg = f"a v-structure is a triple (x, z, y) with z in the middle, not {shown(found)}"
            raise GraphError(msg)
        for name in found:
            if name not in place:
                raise UnknownVariableError(name, lines.nodes)
        x, z, y = (place[name] for name in found)
        triples.append((x, z, y))
    return mask_pattern(lines.nodes, lines.undirected_masks, triples)


def mask_pattern(
    nodes: Sequence[object], adjacency: Sequence[int], v_structures: Iterable[tuple[int, int, int]]
) -> Pdag:
    """Return the same of masks and numbers."""
    lines = list(adjacency)
    parents = [0] * len(lines)
    for x, z, y in v_structures:
        for tail in (x, y):
            if lines[z] >> tail & 1:
                lines[z] &= ~(1 << tail)
                lines[tail] &= ~(1 << z)
                parents[z] |= 1 << tail
    return Pdag.from_masks(tuple(nodes), tuple(parents), tuple(lines))
