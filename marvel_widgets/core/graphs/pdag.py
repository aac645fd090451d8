"""Partially directed graphs: what an algorithm has learned, and essential graphs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from marvel_widgets.core.graphs import construction
from marvel_widgets.core.graphs.bits import mask_of, members, transposed, v_structure_triples
from marvel_widgets.core.graphs.dag import Dag, read_text
from marvel_widgets.core.graphs.errors import GraphError, Label, UnknownVariableError
from marvel_widgets.core.graphs.grammar import Latents, parse_text, quoted
from marvel_widgets.core.graphs.shortening import shown

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True, slots=True, eq=False, init=False)
class Pdag:
    """A graph with directed and undirected edges, at most one edge for a pair.

    Parameters
    ----------
    source : str
        A text such as ``"A - B -> C"``, in the notation of `Dag`, or DAGitty's ``pdag { }``;
        `from_edges` takes edges, and labels that are not strings.
    nodes : iterable of Label, optional
        The variables in order. Without it: order of first appearance.
    latents : "refused" or "measured"
        As of `Dag`.

    Attributes
    ----------
    nodes : tuple of Label
    parent_masks : tuple of int
        Bit u of ``parent_masks[v]`` means ``u -> v``.
    undirected_masks : tuple of int
        Bit u of ``undirected_masks[v]`` means ``u - v``; symmetric.

    Raises
    ------
    GraphSyntaxError
        The text is not a graph; the message names the place and what was expected there.
    GraphError
        A pair has two edges, an edge joins a variable to itself, or `source` is not a text.

    Notes
    -----
    Nothing here asks for acyclicity: a wrong run may produce a `cycle`, and must be shown.
    Two graphs are equal when they have the same variables and edges, in whatever order.

    Examples
    --------
    >>> graph = Pdag("A -> B - C")
    >>> sorted(graph.directed), [sorted(e) for e in graph.undirected]
    ([('A', 'B')], [['B', 'C']])
    >>> print(graph)
    A -> B; B - C
    >>> Pdag("A -> B; B - C") == graph
    True
    """

    nodes: tuple[Label, ...]
    parent_masks: tuple[int, ...]
    undirected_masks: tuple[int, ...]

    def __init__(
        self,
        source: str = "",
        nodes: Iterable[Label] | None = None,
        *,
        latents: Latents = "refused",
    ) -> None:
        given: Any = source  # what a user wrote, whatever its type
        if not isinstance(given, str):
            msg = (
                f"a Pdag is made from text such as 'A - B -> C', not from {shown(given)}; "
                "Pdag.from_edges(nodes, directed, undirected) takes edges"
            )
            raise GraphError(msg)
        found = read_text(source, latents, lines=True)
        names = found.nodes if nodes is None else nodes
        made = Pdag.from_edges(names, found.edges, found.lines)
        self._set(made.nodes, made.parent_masks, made.undirected_masks)

    def _set(self, *values: object) -> None:
        for field, value in zip(self.__slots__, values, strict=True):
            object.__setattr__(self, field, value)

    @classmethod
    def from_masks(
        cls, nodes: tuple[Label, ...], parents: tuple[int, ...], undirected: tuple[int, ...]
    ) -> Pdag:
        """Return the graph with these masks, as the attributes describe them."""
        graph = cls.__new__(cls)
        graph._set(nodes, parents, undirected)
        return graph

    @classmethod
    def from_edges(
        cls,
        nodes: Iterable[Label],
        directed: Iterable[Sequence[Label]] = (),
        undirected: Iterable[Iterable[Label]] = (),
    ) -> Pdag:
        """Return the graph with these edges.

        Raises
        ------
        GraphError
            A pair has two edges, an edge joins a variable to itself, or a name is none.
        """
        names = construction.checked_labels(nodes)
        index = {name: i for i, name in enumerate(names)}
        parents, lines = [0] * len(names), [0] * len(names)
        taken: set[frozenset[int]] = set()

        def ends(edge: Iterable[Label]) -> tuple[int, int]:
            a, b = edge
            for name in (a, b):
                if name not in index:
                    raise UnknownVariableError(name, names)
            pair = frozenset((index[a], index[b]))
            if len(pair) == 1 or pair in taken:
                reason = "joins a variable to itself" if len(pair) == 1 else "is there already"
                msg = f"the edge between {shown(a)} and {shown(b)} {reason}"
                raise GraphError(msg)
            taken.add(pair)
            return index[a], index[b]

        for edge in directed:
            u, v = ends(edge)
            parents[v] |= 1 << u
        for line in undirected:
            u, v = ends(line)
            lines[v] |= 1 << u
            lines[u] |= 1 << v
        return cls.from_masks(names, tuple(parents), tuple(lines))

    @property
    def directed(self) -> frozenset[tuple[Label, Label]]:
        """The directed edges as (tail, head)."""
        return frozenset(
            (self.nodes[u], self.nodes[v])
            for v, mask in enumerate(self.parent_masks)
            for u in members(mask)
        )

    @property
    def undirected(self) -> frozenset[frozenset[Label]]:
        """The undirected edges as pairs."""
        return frozenset(
            frozenset((self.nodes[u], self.nodes[v]))
            for v, mask in enumerate(self.undirected_masks)
            for u in members(mask)
        )

    @property
    def skeleton(self) -> frozenset[frozenset[Label]]:
        """All edges as pairs, directions forgotten."""
        return self.undirected | {frozenset(edge) for edge in self.directed}

    @property
    def adjacency_masks(self) -> tuple[int, ...]:
        """For each vertex, everything it has an edge with."""
        around = self.parent_masks, transposed(self.parent_masks), self.undirected_masks
        return tuple(up | down | line for up, down, line in zip(*around, strict=True))

    @property
    def v_structures(self) -> frozenset[tuple[Label, Label, Label]]:
        """All ``(x, z, y)`` with ``x -> z <- y``, x and y not adjacent, x before y in `nodes`."""
        found = v_structure_triples(self.parent_masks, self.adjacency_masks)
        return frozenset((self.nodes[x], self.nodes[z], self.nodes[y]) for x, z, y in found)

    def cycle(self) -> tuple[Label, ...]:
        """Return a directed cycle, its first vertex repeated at the end; empty if there is none.

        Examples
        --------
        >>> Pdag("A -> B -> C -> A; C - D").cycle()
        ('A', 'B', 'C', 'A')
        """
        parents = self.parent_masks
        order = construction.topological_order(parents, transposed(parents))
        found = construction.find_cycle(parents, order) if len(order) < len(parents) else []
        return tuple(self.nodes[v] for v in found)

    def extension(self) -> Dag | None:
        """Return a DAG with these arrows and edges and no further v-structure, or None.

        From Dor and Tarsi (1992): a variable without a child, each of whose lines ends at a
        neighbor of all its other neighbors, may be a sink; its lines are pointed at it, and it
        leaves. Any order will do; ours begins with the last. Cost: a look at what is around a
        variable whenever one of it leaves.

        Examples
        --------
        >>> print(Pdag("A -> B - C").extension().to_text())
        A -> B; B -> C
        >>> print(Pdag("A - B - C - D - A").extension())
        None
        """
        parents, near = list(self.parent_masks), self.adjacency_masks
        waiting = list(range(len(parents)))
        left = mask_of(waiting)
        while waiting:
            x = waiting.pop()
            around, lines = near[x] & left, self.undirected_masks[x] & left
            is_sink = left >> x & 1 and not around & ~(self.parent_masks[x] | lines)
            if is_sink and not any(around & ~near[y] & ~(1 << y) for y in members(lines)):
                parents[x] |= lines
                left ^= 1 << x
                waiting += members(around)
        return None if left else Dag.from_parent_masks(parents, self.nodes)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pdag):
            return NotImplemented
        return (
            set(self.nodes) == set(other.nodes)
            and self.directed == other.directed
            and self.undirected == other.undirected
        )

    def __hash__(self) -> int:
        return hash((frozenset(self.nodes), self.directed, self.undirected))

    def __str__(self) -> str:
        words = []
        for v in range(len(self.nodes)):
            heads = [h for h, mask in enumerate(self.parent_masks) if mask >> v & 1]
            lines = [u for u in members(self.undirected_masks[v]) if u > v]
            name = quoted(str(self.nodes[v]))
            words += [f"{name} -> {quoted(str(self.nodes[h]))}" for h in heads]
            words += [f"{name} - {quoted(str(self.nodes[u]))}" for u in lines]
        return "; ".join(words) if words else "no edges"

    def to_text(self) -> str:
        """Return a text that the constructor reads back, order of variables included.

        Labels that are not strings come back as strings.

        Examples
        --------
        >>> Pdag.from_edges("ABC", undirected=["CB"]).to_text()
        '{A B C}; B - C'
        """
        words = str(self) if self.skeleton else ""
        names = [quoted(name) for name in construction.written_names(self.nodes)]
        if names and list(parse_text(words, lines=True).nodes) != list(map(str, self.nodes)):
            words = "; ".join(filter(None, ("{" + " ".join(names) + "}", words)))
        return words

    def __repr__(self) -> str:
        if len(self.nodes) <= 12:
            with suppress(GraphError):  # names that a text cannot tell apart
                words = f"Pdag({self.to_text()!r})"
                if len(words) <= 1000:
                    return words
        directed = sum(mask.bit_count() for mask in self.parent_masks)
        lines = sum(mask.bit_count() for mask in self.undirected_masks) // 2
        return f"<Pdag: {len(self.nodes)} variables, {directed} directed, {lines} undirected edges>"

    def to_networkx(self) -> nx.MultiDiGraph[Any]:
        """Return a networkx graph; an undirected edge becomes a pair of opposite ones.

        Each edge carries ``undirected=True`` or ``False``.
        """
        import networkx as nx

        graph: nx.MultiDiGraph[Any] = nx.MultiDiGraph()
        graph.add_nodes_from(self.nodes)
        graph.add_edges_from(self.directed, undirected=False)
        for pair in self.undirected:
            a, b = pair
            graph.add_edge(a, b, undirected=True)
            graph.add_edge(b, a, undirected=True)
        return graph


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
