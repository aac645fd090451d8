"""What a DAG knows of its variables: parents, boundaries, ancestors."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.construction import Edge, names_given, written_names
from marvel_widgets.core.graphs.errors import Label, UnknownVariableError
from marvel_widgets.core.graphs.grammar import quoted

VStructure = tuple[Label, Label, Label]


class Relations:
    """The questions one asks of a DAG, and its text; `Dag` adds how one is made and changed."""

    nodes: tuple[Label, ...]
    index: Mapping[Label, int]
    parent_masks: tuple[int, ...]
    child_masks: tuple[int, ...]
    adjacency_masks: tuple[int, ...]
    _order: tuple[int, ...]

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
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

    def position(self, name: Label) -> int:
        """Return the index of a variable."""
        try:
            return self.index[name]
        except (KeyError, TypeError):
            raise UnknownVariableError(name, self.nodes) from None

    def mask(self, names: Iterable[Label]) -> int:
        """Return a set of variables as a bit mask; a single string is one name, not letters."""
        return mask_of(self.position(name) for name in names_given(names))

    def labels(self, mask: int) -> frozenset[Label]:
        """Return the variables of a bit mask."""
        return frozenset(self.nodes[i] for i in members(mask))

    def parents(self, name: Label) -> frozenset[Label]:
        """Return the direct causes of a variable."""
        return self.labels(self.parent_masks[self.position(name)])

    def children(self, name: Label) -> frozenset[Label]:
        """Return the direct effects of a variable."""
        return self.labels(self.child_masks[self.position(name)])

    def neighbors(self, name: Label) -> frozenset[Label]:
        """Return the parents and children of a variable."""
        return self.labels(self.adjacency_masks[self.position(name)])

    def co_parents(self, name: Label) -> frozenset[Label]:
        """Return the non-neighbors that share a child with a variable (the paper's Lambda)."""
        x = self.position(name)
        return self.labels(self.boundary_masks[x] & ~self.adjacency_masks[x])

    def markov_boundary(self, name: Label) -> frozenset[Label]:
        """Return the neighbors and co-parents of a variable.

        Given these, the variable is independent of all others; no smaller set does that
        under faithfulness (Section 2.1 of the paper).
        """
        return self.labels(self.boundary_masks[self.position(name)])

    def ancestors(self, name: Label) -> frozenset[Label]:
        """Return the variables with a directed path to this one, itself excluded."""
        x = self.position(name)
        return self.labels(self.ancestral_masks[x] & ~(1 << x))

    def descendants(self, name: Label) -> frozenset[Label]:
        """Return the variables with a directed path from this one, itself excluded."""
        x = self.position(name)
        below = (i for i, up in enumerate(self.ancestral_masks) if up >> x & 1 and i != x)
        return frozenset(self.nodes[i] for i in below)

    def v_structures(self) -> tuple[VStructure, ...]:
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
    def topological_order(self) -> tuple[Label, ...]:
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
        return written_names(self.nodes)

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
        order = [quoted(name) for name in written_names(self.nodes)]
        statements = [f"{a} -> {b}" for a, b in written]
        if list(seen) != order and order:
            statements.insert(0, "{" + " ".join(order) + "}")
        return "; ".join(statements)


def v_structure_triples(
    parents: Sequence[int], adjacent: Sequence[int]
) -> list[tuple[int, int, int]]:
    """Return the v-structures as sorted index triples ``(x, z, y)``, collider in the middle."""
    triples: list[tuple[int, int, int]] = []
    for z, mask in enumerate(parents):
        for x in members(mask):
            apart = mask & ~adjacent[x] & ~((2 << x) - 1)
            triples.extend((x, z, y) for y in members(apart))
    return sorted(triples)
