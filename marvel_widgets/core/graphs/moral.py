"""Whether a set separates, by the moral graph, with all that shows why."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from marvel_widgets.core.graphs.bits import members
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

    Returns
    -------
    MoralCertificate

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
    moral, married = _moralised(dag, relevant)
    came_from = {i: i}
    queue = deque([i])
    while queue:
        v = queue.popleft()
        for u in members(moral[v] & ~mask):
            if u not in came_from:
                came_from[u] = v
                queue.append(u)
    path = None
    if j in came_from:
        walk = [j]
        while walk[-1] != i:
            walk.append(came_from[walk[-1]])
        path = tuple(dag.nodes[v] for v in reversed(walk))
    return MoralCertificate(
        ancestral=dag.labels(relevant),
        married=frozenset(frozenset((dag.nodes[a], dag.nodes[b])) for a, b in married),
        reached=frozenset(dag.nodes[v] for v in came_from),
        path=path,
    )


def _moralised(dag: Dag, relevant: int) -> tuple[dict[int, int], set[tuple[int, int]]]:
    """Return the moral graph on an ancestral set, and the pairs that share only a child."""
    moral = {v: dag.adjacency_masks[v] & relevant for v in members(relevant)}
    married = set()
    for v in members(relevant):
        parents = list(members(dag.parent_masks[v]))
        for at, a in enumerate(parents):
            for b in parents[at + 1 :]:
                if not dag.adjacency_masks[a] >> b & 1:
                    married.add((a, b))
                    moral[a] |= 1 << b
                    moral[b] |= 1 << a
    return moral, married
