"""Questions that tell: simulated holders of a belief, whose rules are written here afresh."""

import random
from functools import cache
from itertools import pairwise

import networkx as nx
import pytest

from marvel_widgets import Dag, gallery, networks, record
from marvel_widgets.assessment.evidence import RIGHT
from marvel_widgets.assessment.telling import WRONG, JointEvidence
from marvel_widgets.lessons.removability.telling import REMOVAL, removability_asides
from marvel_widgets.lessons.separation.telling import READING, separation_asides
from marvel_widgets.replay.film import Film
from marvel_widgets.replay.telling import EACH_PLAIN, Teller

GRAPHS = {
    **{name: networks.load(name) for name in ("survey", "cancer", "earthquake", "sachs")},
    **{name: gallery[name] for name in gallery},
}
SLIP = 0.1


# -- the rules of the holders, by networkx --------------------------------------------------


@cache
def digraph(dag):
    graph = nx.DiGraph(list(dag.edges))
    graph.add_nodes_from(dag.nodes)
    return graph


@cache
def routes(dag, x, y):
    """Each path between two variables, as its inner variables with whether it has them as collider."""
    graph = digraph(dag)
    found = []
    for path in nx.all_simple_paths(graph.to_undirected(), x, y):
        onward = [graph.has_edge(a, b) for a, b in pairwise(path)]
        colliders = [one and not two for one, two in pairwise(onward)]
        found.append((tuple(zip(path[1:-1], colliders, strict=True)), len(set(onward)) == 1))
    return found


def believes_separated(dag, x, y, given, belief):
    given, graph = set(given), digraph(dag)

    def lets_through(v, collider):
        if belief == "M2":  # what is given blocks, and nothing opens
            return v not in given and not collider
        if belief == "M20":  # a collider is like any other
            return v not in given
        opened = {v} if belief == "M3" else {v} | nx.descendants(graph, v)
        return bool(given & opened) if collider else v not in given

    if belief == "M16" and set(graph.successors(x)) & set(graph.successors(y)):
        return True
    if belief == "M19":  # along the arrows alone
        return not any(
            way and all(v not in given for v, _ in inner) for inner, way in routes(dag, x, y)
        )
    return not any(all(lets_through(*one) for one in inner) for inner, _ in routes(dag, x, y))


def believes_removable(dag, x, belief):
    graph = digraph(dag)
    ends = set(graph.predecessors(x)) | set(graph.successors(x))
    if belief == "M24":
        return all(b in nx.all_neighbors(graph, a) for a in ends for b in ends - {a})
    if belief == "M4":
        return graph.out_degree(x) == 0
    married = nx.moral_graph(graph)
    if belief == "M5":
        return married.degree(x) == min(dict(married.degree).values())
    raise AssertionError(belief)
