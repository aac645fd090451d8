"""Whether a set separates by the moral graph, with all that shows why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from marvel_widgets.core.graphs.bits import members, search_tree, way_to
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import checked_query


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
    start, end = ancestral.position(x), ancestral.position(y)
    around = ancestral.mask(dag.labels(mask))
    came_from = search_tree(ancestral.boundary_masks, start, around)
    names, path = ancestral.nodes, None
    if end in came_from:
        path = tuple(names[v] for v in way_to(end, came_from))
    return MoralCertificate(
        ancestral=frozenset(names),
        married=frozenset(
            frozenset((one, other)) for one in names for other in ancestral.co_parents(one)
        ),
        reached=frozenset(names[v] for v in came_from),
        path=path,
    )
