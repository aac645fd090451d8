"""The oracle: a CI test that answers with d-separation in a known DAG."""

from __future__ import annotations

from collections.abc import Iterable

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.graphs.separation import checked_query, first_separating, is_separated


class DSeparation:
    """The d-separation oracle of a DAG.

    It stands for data without end from a distribution that is Markov and faithful to the
    DAG: independence and d-separation are then the same.

    Parameters
    ----------
    dag : Dag or str
        The true graph, or its text.

    Examples
    --------
    >>> test = DSeparation("X -> Y <- T; Y -> Z")
    >>> test("X", "T"), test("X", "T", given={"Z"})
    (True, False)
    """

    def __init__(self, dag: Dag | str) -> None:
        self.dag = dag if isinstance(dag, Dag) else Dag(dag)

    @property
    def names(self) -> tuple[Label, ...]:
        """The variables of the DAG, in order."""
        return self.dag.nodes

    def __call__(self, x: Label, y: Label, given: Iterable[Label] = ()) -> bool:
        """Return whether `given` d-separates x and y; errors as `d_separated`."""
        return is_separated(self.dag, *checked_query(self.dag, x, y, given))

    def __repr__(self) -> str:
        return f"DSeparation({self.dag!r})"

    def independent(self, x: int, y: int, given: int) -> bool:
        """Return whether a set separates two variables, all as numbers and masks."""
        return is_separated(self.dag, x, y, given)

    def first_separating(
        self,
        search: Search,
        limit: int | None = None,  # noqa: ARG002 - no answer costs more than a few queries
    ) -> tuple[int | None, int]:
        """Return the first separating subset and the tests a one-by-one search makes.

        See `marvel_widgets.core.graphs.separation.first_separating`.
        """
        return first_separating(self.dag, search)

    def total_conditioning(self) -> tuple[int, ...]:
        """Return the Markov boundaries, as total conditioning finds them.

        Given all other variables, two are dependent exactly when they are adjacent or share
        a child: an edge, or a collider opened by its own presence in the set.
        """
        return self.dag.boundary_masks

    def at_level(self, alpha: float) -> DSeparation:  # noqa: ARG002 - an oracle is never wrong
        """Return this oracle: it has no significance level."""
        return self
