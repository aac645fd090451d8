"""The moral graph of a DAG, and whether a set separates by it, with all that shows why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from marvel_widgets.core.graphs.bits import members, search_tree, way_to
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.graphs.separation import checked_query
from marvel_widgets.core.graphs.validation import check_dag


@dataclass(frozen=True, slots=True)
class MoralCertificate:
    """The second reason: separation in the moral graph of the ancestors."""

    ancestral: frozenset[Label]
    married: frozenset[frozenset[Label]]
    reached: frozenset[Label]
    path: tuple[Label, ...] | None

    @property
    def separated(self) -> bool:
        """Whether the given variables separate x and y."""
        return self.path is None


def moral_graph(dag: Dag) -> Pdag:
    """Return the moral graph of a DAG: directions forgotten, parents of a common child joined.

    In it each variable is joined to its Markov boundary. `moral_certificate` uses the moral graph
    of the ancestors of a query.

    Returns
    -------
    Pdag
        On the same variables, in the same order; all its edges are undirected.

    Examples
    --------
    >>> print(moral_graph(Dag("X -> Y <- T; Y -> Z")))
    X - Y; X - T; Y - T; Y - Z
    """
    check_dag(dag)
    return Pdag.from_masks(dag.nodes, (0,) * len(dag), dag.boundary_masks)


def moral_certificate(
    dag: Dag, x: Label, y: Label, given: Iterable[Label] = ()
) -> MoralCertificate:
    """Return the moral graph of the ancestors as a reason for the verdict.

    Two variables are d-separated exactly when the given ones separate them in this graph
    (Lauritzen and others 1990). Cost: one look at each pair of parents of the ancestors.

    Parameters
    ----------
    dag : Dag
    x, y : Label
    given : iterable of Label
        The conditioning set.

    Raises
    ------
    GraphError
        As `d_separated`.

    Examples
    --------
    >>> dag = Dag("X -> Y <- T; Y -> Z")
    >>> moral_certificate(dag, "X", "T").separated
    True
    >>> moral_certificate(dag, "X", "T", given={"Z"}).path
    ('X', 'T')
    """
    i, j, mask = checked_query(dag, x, y, given)
    relevant = 0
    for v in members(mask | 1 << i | 1 << j):
        relevant |= dag.ancestral_masks[v]
    ancestral = dag.induced(dag.labels(relevant))
    moral = moral_graph(ancestral)
    start, end = ancestral.position(x), ancestral.position(y)
    around = ancestral.mask(dag.labels(mask))
    came_from = search_tree(moral.undirected_masks, start, around)
    path = None
    if end in came_from:
        path = tuple(moral.nodes[v] for v in way_to(end, came_from))
    return MoralCertificate(
        ancestral=frozenset(moral.nodes),
        married=moral.undirected - {frozenset(edge) for edge in ancestral.edges},
        reached=frozenset(moral.nodes[v] for v in came_from),
        path=path,
    )
