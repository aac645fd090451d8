"""Facts on PC's second half: what a kept set says of a triple, where v-structures contradict."""

import re

from marvel_widgets.assessment.facts import Case
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.orientation.arrows import collision
from marvel_widgets.lessons.pc_skeleton.facts import listed_sets
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import in_braces

Edge = tuple[Label, Label]
Triple = tuple[Label, Label, Label]


def _set_says(path: Triple, given: Labels, collider: bool) -> str:
    a, c, b = path
    if collider:
        return f"{a} and {b} left {given_names(given)}, and {c} is not given: {collision(path)}."
    return f"{a} and {b} left given {in_braces(given)}, and {c} is in it: not {collision(path)}."


@kind(_set_says)
def SetSays(case: Case, path: Triple, given: Labels, collider: bool) -> bool:
    """Whether a triple is a v-structure, by the edges and the sets that the question lists."""
    a, c, b = path
    edges, kept = listed(case)
    joined = {frozenset((a, c)), frozenset((b, c))} <= edges and frozenset((a, b)) not in edges
    return (
        joined and kept.get(frozenset((a, b))) == frozenset(given) and (c not in given) == collider
    )


@kind("{edge:arrow} is in no v-structure: each other neighbor of {edge[1]} is joined to {edge[0]}.")
def InNoTriple(case: Case, edge: Edge) -> bool:
    """An arrow outside all triples: the other neighbors of its head are joined to its tail."""
    edges, _ = listed(case)
    tail, head = edge
    others = {v for pair in edges if head in pair for v in pair} - {tail, head}
    return frozenset(edge) in edges and all(frozenset((tail, v)) in edges for v in others)


@kind("No edge {edge[0]} - {edge[1]} is left.")
def NotLeft(case: Case, edge: Edge) -> bool:
    """The first half has taken an edge away."""
    return frozenset(edge) not in listed(case)[0]


@kind("{path:met} is read first, then {other:met}: they direct {pair[0]} - {pair[1]} both ways.")
def Contradict(case: Case, path: Triple, other: Triple, pair: Edge, backward: bool = False) -> bool:
    """Two v-structures, by the listed sets, that give an edge two directions; which is first."""
    edges, kept = listed(case)
    one, two = ({(a, c), (b, c)} for a, c, b in (path, other))
    read = all(c not in kept[frozenset((a, b))] for a, c, b in (path, other))
    both = {pair, pair[::-1]} <= one ^ two and pair in one | two and frozenset(pair) in edges
    return read and both and (str(path[1]) < str(other[1])) != backward


# -- by the question alone -------------------------------------------------------------------------


def listed(case: Case) -> tuple[set[frozenset[Label]], dict[frozenset[Label], frozenset[Label]]]:
    """Return the edges and the kept sets that a question lists."""
    edges: set[frozenset[Label]] = set()
    for line in case.asked:
        if line.startswith("Edges: "):
            edges = {frozenset(pair) for pair in re.findall(r"(\w) - (\w)", line)}
    return edges, dict(listed_sets(case.asked))
