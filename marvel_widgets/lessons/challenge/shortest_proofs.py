"""The fewest tests whose answers leave one Markov equivalence class, for up to five variables.

They are in `shortest_proofs.txt`, line by line those of `classes.txt`, and are found by
``python -m tests.shortest_proofs``.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, permutations

from marvel_widgets._data import text_of
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.core.graphs.validation import check_dag
from marvel_widgets.lessons.challenge.hidden import LARGEST, classes

Test = tuple[Label, Label, frozenset[Label]]
Place = tuple[int, tuple[int, ...]]  # a class, and the number that each of its variables has
Key = tuple[frozenset[frozenset[int]], frozenset[tuple[frozenset[int], int]]]


def shortest_proof(dag: Dag) -> tuple[Test, ...]:
    """Return the fewest tests that leave only this graph and its equivalents.

    No method asks fewer, whatever it knows: its answers must rule out all other classes.

    Raises
    ------
    TypeError
        The argument is not a `Dag`.
    GraphError
        The graph has no variable, or more than five.

    Notes
    -----
    Of several shortest proofs, one. The 170 classes up to renaming with at most five variables
    have 1,350 tests together; MARVEL asks 4,608 different ones on them. A clique needs every test.
    Found by an integer program, once; to look one up costs a moment.

    Examples
    --------
    >>> from marvel_widgets import Dag, shortest_proof
    >>> for x, y, given in shortest_proof(Dag("X -> Y <- T")):
    ...     print(x, y, sorted(given))
    X T []
    X T ['Y']
    """
    check_dag(dag)
    p = len(dag)
    if not 1 <= p <= LARGEST:
        msg = f"shortest proofs are known for 1 to {LARGEST} variables; this graph has {p}"
        raise GraphError(msg)
    at, numbers = _places(p)[_key(dag)]
    names = [dag.nodes[number] for number in numbers]
    return tuple(
        (names[x], names[y], frozenset(names[z] for z in given)) for x, y, *given in proofs()[at]
    )


@lru_cache
def proofs() -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the proof of each of `classes`: tests as two numbers, then those of the given ones."""
    text = text_of("lessons/challenge/shortest_proofs.txt")
    return tuple(tuple(tuple(map(int, test)) for test in row.split()) for row in text.splitlines())


@lru_cache(maxsize=LARGEST)
def _places(p: int) -> dict[Key, Place]:
    """Return where each labelled class of p variables is: its class, and how to rename it."""
    found: dict[Key, Place] = {}
    for at, dag in enumerate(classes()):
        if len(dag) == p:
            edges, colliders = _key(dag)
            for way in permutations(range(p)):
                key = (
                    frozenset(frozenset(way[v] for v in edge) for edge in edges),
                    frozenset((frozenset(way[v] for v in ends), way[c]) for ends, c in colliders),
                )
                found.setdefault(key, (at, way))
    return found


def _key(dag: Dag) -> Key:
    """Return skeleton and v-structures, which are the class (Verma and Pearl 1990)."""
    parents = [list(members(mask)) for mask in dag.parent_masks]
    edges = frozenset(frozenset((u, v)) for v, tails in enumerate(parents) for u in tails)
    colliders = (
        (frozenset(ends), v) for v, tails in enumerate(parents) for ends in combinations(tails, 2)
    )
    return edges, frozenset(each for each in colliders if each[0] not in edges)
