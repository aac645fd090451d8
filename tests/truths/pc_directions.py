"""When what is said in the lesson pc_directions is true."""

import re

from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.pc_directions.exercises import Contradict, InNoTriple, NotLeft, SetSays
from tests.truths import true_when
from tests.truths.pc_skeleton import listed_sets


@true_when(SetSays)
def _(case, path, given, collider):
    a, c, b = path
    edges, kept = listed(case)
    joined = {frozenset((a, c)), frozenset((b, c))} <= edges and frozenset((a, b)) not in edges
    return (
        joined and kept.get(frozenset((a, b))) == frozenset(given) and (c not in given) == collider
    )


@true_when(InNoTriple)
def _(case, edge):
    edges, _ = listed(case)
    tail, head = edge
    others = {v for pair in edges if head in pair for v in pair} - {tail, head}
    return frozenset(edge) in edges and all(frozenset((tail, v)) in edges for v in others)


@true_when(NotLeft)
def _(case, edge):
    return frozenset(edge) not in listed(case)[0]


@true_when(Contradict)
def _(case, path, other, pair, backward):
    edges, kept = listed(case)
    one, two = ({(a, c), (b, c)} for a, c, b in (path, other))
    read = all(c not in kept[frozenset((a, b))] for a, c, b in (path, other))
    both = {pair, pair[::-1]} <= one ^ two and pair in one | two and frozenset(pair) in edges
    return read and both and (str(path[1]) < str(other[1])) != backward


def listed(case):
    """Return the edges and the kept sets that a question lists."""
    edges: set[frozenset[Label]] = set()
    for line in case.asked:
        if line.startswith("Edges: "):
            edges = {frozenset(pair) for pair in re.findall(r"(\w) - (\w)", line)}
    return edges, dict(listed_sets(case.asked))
