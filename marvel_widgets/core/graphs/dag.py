"""Directed acyclic graphs over named variables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from marvel_widgets.core.graphs import construction, errors
from marvel_widgets.core.graphs.bits import (
    mask_of,
    members,
    search_tree,
    transposed,
    v_structure_triples,
    way_to,
)
from marvel_widgets.core.graphs.grammar import Latents, ParsedGraph, parse_text, quoted

if TYPE_CHECKING:
    import networkx as nx

    from marvel_widgets.core.graphs.random_models import Rng

_OTHER_LANGUAGE: Final = re.compile(r"[{([]|<(?!-)")  # what ours has only in names and groups


class Dag:
    """A directed acyclic graph (DAG). A value: it never changes, methods return new ones.

    Parameters
    ----------
    source : str, iterable of (tail, head) pairs, networkx.DiGraph, or Dag
        A text such as ``"X -> Y <- T; Y -> Z"`` (see :mod:`marvel_widgets.core.graphs.grammar`),
        or one in DAGitty's, DOT's, BIF's, GraphML's or GML's language, or edges, or a graph.
    nodes : iterable of Label, optional
        The variables in the order that ties are broken by. Without it: order of first
        appearance. Must name every endpoint; may name more.
    latents : "refused" or "measured"
        What becomes of variables that a text calls latent or selected.

    Raises
    ------
    GraphSyntaxError
        The text is not a graph; the message names the place and what was expected there.
    SelfEdgeError, DuplicateEdgeError, CycleError
        The edges are not those of a DAG; a cycle is shown.
    UnknownVariableError
        An edge has an endpoint that `nodes` does not name.
    HiddenVariableError
        The text calls a variable latent or selected, and `latents` is not "measured".
    GraphError
        A name has more than 2,000 letters, or is none.

    Notes
    -----
    Inside, variables are the integers ``0..p-1`` in the order of `nodes`, and sets of them
    are bit masks: `parent_masks`, `child_masks`, `adjacency_masks`. Two DAGs are equal when
    they have the same variables and edges, in whatever order.

    Examples
    --------
    >>> dag = Dag("X -> Y <- T; Y -> Z; X -> Z")
    >>> dag.nodes
    ('X', 'Y', 'T', 'Z')
    >>> sorted(dag.parents("Z")), sorted(dag.co_parents("X"))
    (['X', 'Y'], ['T'])
    >>> Dag("dag { X -> Y }") == Dag("digraph { X -> Y }") == Dag("X -> Y")
    True
    """

    def __init__(
        self,
        source: str | Iterable[construction.Edge] | nx.DiGraph[Any] | Dag | ParsedGraph = "",
        nodes: Iterable[errors.Label] | None = None,
        *,
        latents: Latents = "refused",
    ) -> None:
        if isinstance(source, str):
            source = read_text(source, latents)
        if isinstance(source, Dag | ParsedGraph):
            found, edges = list(source.nodes), list(source.edges)
        else:
            found, edges = construction.read_source(source)
        names = construction.checked_labels(found if nodes is None else nodes)
        index = {name: i for i, name in enumerate(names)}
        for edge in edges:
            for name in edge:
                if name not in index:
                    raise errors.UnknownVariableError(name, names)
        parents = [0] * len(names)
        for tail, head in edges:
            # by number: of some labels, such as a tuple and one of numpy's, `==` is no yes or no
            above, below = index[tail], index[head]
            if above == below:
                raise errors.SelfEdgeError(tail)
            if parents[below] >> above & 1:
                raise errors.DuplicateEdgeError(tail, head)
            parents[below] |= 1 << above
        self._set(names, parents)

    def _set(self, names: tuple[errors.Label, ...], parents: Sequence[int]) -> None:
        self.nodes = names
        self.index = {name: i for i, name in enumerate(names)}
        self.parent_masks = tuple(parents)
        children = transposed(self.parent_masks)
        self.child_masks = tuple(children)
        self.adjacency_masks = tuple(up | down for up, down in zip(parents, children, strict=True))
        order = construction.topological_order(self.parent_masks, self.child_masks)
        if len(order) < len(names):
            raise errors.CycleError(
                [names[v] for v in construction.find_cycle(self.parent_masks, order)]
            )
        self._order = tuple(order)

    @classmethod
    def from_parent_masks(
        cls, parents: Sequence[int], names: Sequence[errors.Label] | None = None
    ) -> Dag:
        """Return the DAG in which bit ``u`` of ``parents[v]`` means ``u -> v``.

        Raises
        ------
        CycleError
            The masks close a cycle.
        GraphError
            A mask names a variable that is not there, or `names` does not fit.

        Examples
        --------
        >>> Dag.from_parent_masks([0, 0b1, 0b1]).edges
        ((0, 1), (0, 2))
        """
        dag = cls.__new__(cls)
        masks = construction.checked_masks(parents)
        labels = construction.checked_labels(range(len(masks)) if names is None else names)
        if len(labels) != len(masks):
            msg = f"{len(labels)} names were given for {len(masks)} masks; give one for each"
            raise errors.GraphError(msg)
        dag._set(labels, masks)
        return dag

    @classmethod
    def from_file(cls, path: str | Path, *, latents: Latents = "refused") -> Dag:
        """Return the DAG in a file, read as the same text is by the constructor.

        Its suffix says what the text is where its beginning does not: ``.bif`` (structure only),
        ``.dot`` or ``.gv``, ``.dagitty``, ``.graphml``, ``.gml``, and ``.txt`` or ``.dag`` for
        our own notation.

        Raises
        ------
        GraphError
            The suffix is unknown, or the content is not a DAG.
        OSError
            The file can't be read.
        """
        from marvel_widgets.core.graphs.formats.files import read_file

        return cls(all_measured(read_file(path), latents))

    @classmethod
    def random_fixed_in_degree(cls, p: int, max_in_degree: int, rng: Rng) -> Dag:
        """Return a random DAG of the paper's second model (Section 5.1).

        See :func:`marvel_widgets.core.graphs.random_models.fixed_in_degree_parents`.
        """
        from marvel_widgets.core.graphs.random_models import fixed_in_degree_parents

        return cls.from_parent_masks(fixed_in_degree_parents(p, max_in_degree, rng))

    @classmethod
    def random_erdos_renyi(
        cls, p: int, rng: Rng, *, m: int | None = None, density: float | None = None
    ) -> Dag:
        """Return a random DAG of the paper's first model, G(p, m) (Section 5.1).

        See :func:`marvel_widgets.core.graphs.random_models.erdos_renyi_parents`.
        """
        from marvel_widgets.core.graphs.random_models import erdos_renyi_parents

        return cls.from_parent_masks(erdos_renyi_parents(p, rng, m=m, density=density))

    # -- what it holds -----------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.nodes)

    def __contains__(self, name: object) -> bool:
        return name in self.index

    def __iter__(self) -> Iterator[errors.Label]:
        return iter(self.nodes)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dag):
            return NotImplemented
        return set(self.nodes) == set(other.nodes) and set(self.edges) == set(other.edges)

    def __hash__(self) -> int:
        return hash((frozenset(self.nodes), frozenset(self.edges)))

    def __repr__(self) -> str:
        words = f"<Dag: {len(self.nodes)} variables, {self.edge_count} edges>"
        if len(self.nodes) > 12:
            return words
        try:
            told = f"Dag({self.to_text()!r})"
        except errors.GraphError:  # the names are ambiguous in text
            told = f"Dag({list(self.edges)!r}, nodes={list(self.nodes)!r})"
        return told if len(told) <= 1000 else words

    # -- the questions one asks of it --------------------------------------------------

    @cached_property
    def edges(self) -> tuple[construction.Edge, ...]:
        """All edges as (tail, head), sorted by the order of the variables."""
        return tuple(
            (self.nodes[tail], self.nodes[head])
            for tail in range(len(self.nodes))
            for head in members(self.child_masks[tail])
        )

    @property
    def edge_count(self) -> int:
        """How many edges there are."""
        return sum(mask.bit_count() for mask in self.parent_masks)

    def position(self, name: errors.Label) -> int:
        """Return the index of a variable."""
        try:
            return self.index[name]
        except (KeyError, TypeError):
            raise errors.UnknownVariableError(name, self.nodes) from None

    def mask(self, names: Iterable[errors.Label]) -> int:
        """Return a set of variables as a bit mask; a single string is one name, not letters."""
        return mask_of(self.position(name) for name in construction.names_given(names))

    def labels(self, mask: int) -> frozenset[errors.Label]:
        """Return the variables of a bit mask."""
        return frozenset(self.nodes[i] for i in members(mask))

    def parents(self, name: errors.Label) -> frozenset[errors.Label]:
        """Return the direct causes of a variable."""
        return self.labels(self.parent_masks[self.position(name)])

    def children(self, name: errors.Label) -> frozenset[errors.Label]:
        """Return the direct effects of a variable."""
        return self.labels(self.child_masks[self.position(name)])

    def neighbors(self, name: errors.Label) -> frozenset[errors.Label]:
        """Return the parents and children of a variable."""
        return self.labels(self.adjacency_masks[self.position(name)])

    def co_parents(self, name: errors.Label) -> frozenset[errors.Label]:
        """Return the non-neighbors that share a child with a variable (the paper's Lambda)."""
        x = self.position(name)
        return self.labels(self.boundary_masks[x] & ~self.adjacency_masks[x])

    def markov_boundary(self, name: errors.Label) -> frozenset[errors.Label]:
        """Return the neighbors and co-parents of a variable.

        Given these, the variable is independent of all others; no smaller set does that
        under faithfulness (Section 2.1 of the paper).
        """
        return self.labels(self.boundary_masks[self.position(name)])

    def ancestors(self, name: errors.Label) -> frozenset[errors.Label]:
        """Return the variables with a directed path to this one, itself excluded."""
        x = self.position(name)
        return self.labels(self.ancestral_masks[x] & ~(1 << x))

    def descendants(self, name: errors.Label) -> frozenset[errors.Label]:
        """Return the variables with a directed path from this one, itself excluded."""
        x = self.position(name)
        below = (i for i, up in enumerate(self.ancestral_masks) if up >> x & 1 and i != x)
        return frozenset(self.nodes[i] for i in below)

    def v_structures(self) -> tuple[tuple[errors.Label, errors.Label, errors.Label], ...]:
        """Return all ``(x, z, y)`` with ``x -> z <- y``, x and y not adjacent, x before y.

        >>> from marvel_widgets.core import Dag
        >>> Dag("X -> Y <- T; Y -> Z; X -> Z").v_structures()
        (('X', 'Y', 'T'),)
        """
        names = self.nodes
        found = v_structure_triples(self.parent_masks, self.adjacency_masks)
        return tuple((names[x], names[z], names[y]) for x, z, y in found)

    @property
    def max_in_degree(self) -> int:
        """The largest number of parents of a variable (the paper's Delta_in)."""
        return max((mask.bit_count() for mask in self.parent_masks), default=0)

    @property
    def max_degree(self) -> int:
        """The largest number of neighbors of a variable (the paper's Delta)."""
        return max((mask.bit_count() for mask in self.adjacency_masks), default=0)

    @property
    def max_boundary_size(self) -> int:
        """The size of the largest Markov boundary (the paper's alpha)."""
        return max((mask.bit_count() for mask in self.boundary_masks), default=0)

    @property
    def topological_order(self) -> tuple[errors.Label, ...]:
        """The variables, causes first; ties by index."""
        return tuple(self.nodes[i] for i in self._order)

    @cached_property
    def ancestral_masks(self) -> tuple[int, ...]:
        """For each variable, itself and its ancestors. Cost: p unions per edge, once."""
        up = [0] * len(self.nodes)
        for v in self._order:
            mask = 1 << v
            for parent in members(self.parent_masks[v]):
                mask |= up[parent]
            up[v] = mask
        return tuple(up)

    @cached_property
    def boundary_masks(self) -> tuple[int, ...]:
        """For each variable, its Markov boundary."""
        boundaries = []
        for x, near in enumerate(self.adjacency_masks):
            mask = near
            for child in members(self.child_masks[x]):
                mask |= self.parent_masks[child]
            boundaries.append(mask & ~(1 << x))
        return tuple(boundaries)

    def written_names(self) -> tuple[str, ...]:
        """Return the variables as a text or file names them: every label as a string."""
        return construction.written_names(self.nodes)

    def to_text(self) -> str:
        """Return a text that the constructor reads back, order of variables included.

        Labels that are not strings come back as strings. Refused where two labels would be written
        alike, or one is empty.

        >>> from marvel_widgets.core import Dag
        >>> Dag([(0, 2), (1, 2)], nodes=range(3)).to_text()
        '{0 1 2}; 0 -> 2; 1 -> 2'
        """
        written = [(quoted(str(a)), quoted(str(b))) for a, b in self.edges]
        seen = dict.fromkeys(name for edge in written for name in edge)
        order = [quoted(name) for name in construction.written_names(self.nodes)]
        statements = [f"{a} -> {b}" for a, b in written]
        if list(seen) != order and order:
            statements.insert(0, "{" + " ".join(order) + "}")
        return "; ".join(statements)

    # -- new graphs and other forms ----------------------------------------------------

    def without(self, name: errors.Label) -> Dag:
        """Return the graph after one variable and its edges are deleted."""
        gone = self.position(name)
        return self.induced(n for i, n in enumerate(self.nodes) if i != gone)

    def induced(self, names: Iterable[errors.Label]) -> Dag:
        """Return the induced subgraph on some variables, in their present order."""
        keep = self.mask(names)
        kept = [i for i in range(len(self.nodes)) if keep >> i & 1]
        place = {old: new for new, old in enumerate(kept)}
        parents = [
            mask_of(place[u] for u in members(self.parent_masks[old] & keep)) for old in kept
        ]
        return Dag.from_parent_masks(parents, [self.nodes[i] for i in kept])

    def with_edge(self, tail: errors.Label, head: errors.Label) -> Dag:
        """Return the graph with one more edge; one that closes a cycle is refused with the cycle.

        Cost: one breadth-first search below `head`.
        """
        u, v = self.position(tail), self.position(head)
        if u == v:
            raise errors.SelfEdgeError(tail)
        if self.parent_masks[v] >> u & 1:
            raise errors.DuplicateEdgeError(tail, head)
        came_from = search_tree(self.child_masks, v)
        if u in came_from:
            raise errors.ClosingEdgeError([self.nodes[w] for w in (u, *way_to(u, came_from))])
        parents = list(self.parent_masks)
        parents[v] |= 1 << u
        return Dag.from_parent_masks(parents, self.nodes)

    def to_networkx(self) -> nx.DiGraph[Any]:
        """Return the graph as a networkx DiGraph with nodes in our order."""
        import networkx as nx

        graph: nx.DiGraph[Any] = nx.DiGraph()
        graph.add_nodes_from(self.nodes)
        graph.add_edges_from(self.edges)
        return graph


def read_text(text: str, latents: Latents, *, lines: bool = False) -> ParsedGraph:
    """Return the graph of a text, whatever its language; `lines`: of a Pdag."""
    text = text.removeprefix("\ufeff")
    if not _OTHER_LANGUAGE.search(text):
        # Loaded where one is met: the notation of our own needs none of the other readers.
        construction.refuse_file_name(text)
        return parse_text(text, lines=lines)
    from marvel_widgets.core.graphs.formats.files import text_of_file

    return all_measured(text_of_file(text, lines=lines), latents)


def all_measured(graph: ParsedGraph, latents: Latents) -> ParsedGraph:
    """Return a graph that was read; refuse one with hidden variables, unless they are taken."""
    if graph.hidden and latents != "measured":
        raise errors.HiddenVariableError(graph.hidden)
    return graph
