"""V-structures, classes and rules by their definitions, without the code that learns them."""

from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import Literal

from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.separation.by_arrows import has_cycle

Edge = tuple[Label, Label]
Edges = tuple[Edge, ...]
Triple = tuple[Label, Label, Label]  # (end, collider, other end)
Met = tuple[frozenset[Label], Label]  # the ends, and where their arrows meet
Change = Literal["new", "lost", "cycle"]


def unordered(*triples: Triple) -> set[Met]:
    """Return v-structures whose ends have no order."""
    return {(frozenset((a, b)), c) for a, c, b in triples}


def v_structures_of(edges: Collection[Edge]) -> set[Met]:
    """Return the pairs of arrows that meet while no edge joins their ends."""
    joined = {frozenset(edge) for edge in edges}
    pairs = combinations(edges, 2)
    met = {(frozenset((a, b)), c) for (a, c), (b, d) in pairs if c == d}
    return {(ends, c) for ends, c in met if ends not in joined}


@lru_cache(maxsize=16)  # the facts on one graph ask for its class again and again
def members_of(edges: Edges) -> tuple[frozenset[Edge], ...]:
    """Return all graphs of the Markov equivalence class: each way to direct the edges is tried."""
    return tuple(map(frozenset, _members(edges)))


def _members(edges: Edges) -> Iterator[Edges]:
    wanted = v_structures_of(edges)
    for turned in product((False, True), repeat=len(edges)):
        found = tuple((b, a) if t else (a, b) for (a, b), t in zip(edges, turned, strict=True))
        if v_structures_of(found) == wanted and not has_cycle(found):
            yield found


def follows(edges: Collection[Edge], known: set[Edge], rule: str, arrow: Edge) -> bool:
    """Return whether one of Meek's rules directs an edge, given the arrows that are known."""
    a, b = arrow
    joined = {frozenset(edge) for edge in edges}
    nodes = {v for edge in edges for v in edge}
    if frozenset(arrow) not in joined or {arrow, (b, a)} & known:
        return False
    if rule == "R1":
        return any((c, a) in known and frozenset((c, b)) not in joined for c in nodes - {b})
    if rule == "R2":
        return any({(a, c), (c, b)} <= known for c in nodes)
    loose = [c for c in nodes if (c, b) in known and frozenset((a, c)) in joined]
    between = [c for c in loose if not {(a, c), (c, a)} & known]
    return rule == "R3" and any(frozenset(pair) not in joined for pair in combinations(between, 2))


def differs(edges: Edges, there: Edges, change: Change, path: Triple | None) -> bool:
    """Return whether another graph with these edges has a cycle, or this v-structure changed."""
    if {frozenset(e) for e in edges} != {frozenset(e) for e in there}:
        return False
    if change == "cycle" or path is None:
        return change == "cycle" and path is None and has_cycle(there)
    (met,) = unordered(path)
    ours, theirs = met in v_structures_of(edges), met in v_structures_of(there)
    return (ours, theirs) == ((False, True) if change == "new" else (True, False))
