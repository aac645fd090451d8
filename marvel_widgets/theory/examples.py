"""The two examples in the proof of the lower bound: a graph G, and an H for every question left.

A *cell* is what the proof counts: a set of questions of which one has to be asked. As long as
a cell is unasked, some other graph H answers every question outside of it as G does.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.independence.coercion import check_choice
from marvel_widgets.core.independence.protocol import indices
from marvel_widgets.theory.bounds import lower_bound_clusters, lower_bound_empty

ExampleName = Literal["cliques", "empty"]
MOST_CELLS: Final = 5_000  # more than anyone asks by hand; the numbers are in `bounds`


@dataclass(frozen=True, slots=True)
class Cell:
    """A pair, and the part of the conditioning set that matters.

    Attributes
    ----------
    x, y : Label
    subset : frozenset of Label, or None
        Example 1: the part of the conditioning set in the pair's own cluster. Example 2:
        None, since any conditioning set will do.
    """

    x: Label
    y: Label
    subset: frozenset[Label] | None


@dataclass(frozen=True, slots=True)
class Example:
    """One of the two examples of the lower bound theorem.

    Parameters
    ----------
    name : {"cliques", "empty"}
        Example 1 (G is made of cliques of d + 1 variables), or Example 2 (G is empty).
    p : int
        How many variables; they are called X1, X2, ... as in the paper.
    max_in_degree : int
        The d of the theorem, from 1 on and below p. Neither G nor any H passes it.

    Raises
    ------
    ValueError
        A number makes no sense, the example is unknown, or it has too many cells.

    Examples
    --------
    >>> example = Example("cliques", 4, 2)
    >>> example.graph.to_text(), len(example.cells)
    ('{X1 X2 X3 X4}; X1 -> X2; X1 -> X3; X2 -> X3', 6)
    """

    name: ExampleName
    p: int
    max_in_degree: int

    def __post_init__(self) -> None:
        check_choice("name", self.name, ExampleName)
        cells = self.bound  # refuses numbers without sense
        if self.max_in_degree < 1:
            msg = (
                "max_in_degree = 0 leaves only the empty graph, and nothing to ask; take 1 or more"
            )
            raise ValueError(msg)
        if cells > MOST_CELLS:
            msg = (
                f"p = {self.p}, max_in_degree = {self.max_in_degree} has {cells:,} cells, more "
                f"than the {MOST_CELLS:,} that fit; take smaller numbers"
            )
            raise ValueError(msg)

    @property
    def bound(self) -> int:
        """How many cells there are: the count of the proof."""
        clusters = lower_bound_clusters(self.p, self.max_in_degree)
        return clusters if self.name == "cliques" else lower_bound_empty(self.p)

    @property
    def names(self) -> tuple[Label, ...]:
        """The variables."""
        return tuple(f"X{i}" for i in range(1, self.p + 1))

    @property
    def clusters(self) -> tuple[tuple[Label, ...], ...]:
        """The cliques of Example 1; none in Example 2. Variables left over have no edge."""
        if self.name == "empty":
            return ()
        size = self.max_in_degree + 1
        return tuple(self.names[i : i + size] for i in range(0, self.p - size + 1, size))

    @property
    def graph(self) -> Dag:
        """The graph G, as which the adversary answers."""
        edges = [pair for cluster in self.clusters for pair in combinations(cluster, 2)]
        return Dag(edges, nodes=self.names)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells: pairs in the order of the variables, subsets by size."""
        return tuple(cell for row in self.rows for cell in row)

    @property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells, one row for each pair that has any."""
        if self.name == "empty":
            return tuple((Cell(x, y, None),) for x, y in combinations(self.names, 2))
        return tuple(
            tuple(
                Cell(x, y, frozenset(subset))
                for size in range(len(cluster) - 1)
                for subset in combinations([v for v in cluster if v not in (x, y)], size)
            )
            for cluster in self.clusters
            for x, y in combinations(cluster, 2)
        )

    def answer(self, x: Label, y: Label, given: Iterable[Label] = ()) -> bool:
        """Return what G answers: true means independent.

        Two variables of one clique are dependent given anything, all others independent.

        Raises
        ------
        GraphError
            A variable is unknown, x and y are equal, or one of them is given.

        Examples
        --------
        >>> Example("cliques", 4, 2).answer("X1", "X4", ["X2"])
        True
        """
        x, y, _ = self.query(x, y, given)
        return self._cluster(x) is None or self._cluster(x) != self._cluster(y)

    def cell_of(self, x: Label, y: Label, given: Iterable[Label] = ()) -> Cell | None:
        """Return the cell that a question is in, or None where its answer could not matter.

        Raises
        ------
        GraphError
            As `answer`.

        Examples
        --------
        >>> Example("cliques", 4, 2).cell_of("X2", "X1", ["X3", "X4"])
        Cell(x='X1', y='X2', subset=frozenset({'X3'}))
        """
        x, y, group = self.query(x, y, given)
        if self.name == "empty":
            return Cell(x, y, None)
        cluster = self._cluster(x)
        return None if cluster is None or y not in cluster else Cell(x, y, group & set(cluster))

    def rival(self, cell: Cell) -> Dag:
        """Return the graph H that differs from G on the questions of one cell alone.

        Example 1: in the cell's cluster come first the subset S*, then the pair, then the
        rest; all are joined except the pair, so that S* and no other part of the cluster
        separates it. Example 2: the pair is joined.

        Parameters
        ----------
        cell : Cell
            One of `cells`.

        Raises
        ------
        ValueError
            It is none of the cells.

        Examples
        --------
        >>> example = Example("cliques", 3, 2)
        >>> example.rival(Cell("X1", "X2", frozenset(["X3"]))).edges
        (('X3', 'X1'), ('X3', 'X2'))
        """
        if cell not in self.cells:
            msg = f"{cell} is not a cell of {self.name}, p = {self.p}, d = {self.max_in_degree}"
            raise ValueError(msg)
        if cell.subset is None:
            return Dag([(cell.x, cell.y)], nodes=self.names)
        edges = list(self.graph.edges)
        cluster = self._cluster(cell.x) or ()
        rest = [v for v in cluster if v not in cell.subset and v not in (cell.x, cell.y)]
        order = [v for v in cluster if v in cell.subset] + [cell.x, cell.y] + rest
        edges = [edge for edge in edges if edge[0] not in cluster]
        edges += [pair for pair in combinations(order, 2) if pair != (cell.x, cell.y)]
        return Dag(edges, nodes=self.names)

    def query(
        self, x: Label, y: Label, given: Iterable[Label]
    ) -> tuple[Label, Label, frozenset[Label]]:
        """Return a question with its pair in the order of the variables, checked.

        Raises
        ------
        GraphError
            As `answer`.
        """
        a, b, mask = indices(self.names, x, y, given)
        names = self.names
        group = frozenset(name for i, name in enumerate(names) if mask >> i & 1)
        return names[min(a, b)], names[max(a, b)], group

    def _cluster(self, x: Label) -> tuple[Label, ...] | None:
        return next((cluster for cluster in self.clusters if x in cluster), None)
