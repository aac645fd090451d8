"""Facts on the printed run: the order of removals, the arrows of lines 11 and 13, line 20."""

from collections.abc import Callable

from marvel_widgets.assessment.facts import Case
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.orientation.by_hand import (
    Edge,
    Edges,
    Triple,
    unordered,
    v_structures_of,
)


@kind(
    "{drawn:{path:met} is a v-structure of the true graph|No line draws {edge:arrow}}.",
    "{drawn:{edge:arrow} is in no pair that line 20 keeps: an edge joins {edge[0]} to the others|"
    "No line draws {edge:arrow}}.",
)
def NotKept(case: Case, edge: Edge, path: Triple | None = None, drawn: bool = True) -> bool:
    """An arrow in none of the false pairs of line 20: not drawn, shielded, or in a true one."""
    arrows = drawn_arrows(case.graph)
    if not drawn or edge not in arrows:
        return drawn == (edge in arrows)
    if path is not None:
        return edge[0] in path and unordered(path) <= v_structures_of(case.graph.edges)
    joined = {frozenset(e) for e in case.graph.edges}
    others = {end for end, head in arrows if head == edge[1] and end != edge[0]}
    return all(frozenset((edge[0], end)) in joined for end in others)


@kind(
    "{missing:sorted} {missing:is|are} missing: line 20 reads {path:all_met}, since no edge joins "
    "{path[0][0]} and {path[0][2]}, and the true graph does not have this v-structure.",
    "Line 20 reads {path:all_met}, which the true graph denies.",
)
def FalseIn20(case: Case, path: tuple[Triple, ...], missing: Edges = ()) -> bool:
    """V-structures that line 20 reads and the true graph lacks; of one, what was left out."""
    read = v_structures_of(drawn_arrows(case.graph)) - v_structures_of(case.graph.edges)
    if not missing:
        return unordered(*path) == read
    left_out = {*missing} <= {(end, c) for a, c, b in path for end in (a, b)}
    return unordered(*path) <= read and left_out and not {*missing} & case.answer


# -- of the repaired run, whose removals are the same ----------------------------------------------


def before_of(dag: Dag) -> Callable[[Label, Label], bool]:
    """Return whether one variable leaves before another, as a function of the two."""
    order = record("marvel", dag).result.removal_order
    return lambda a, b: order.index(a) < order.index(b)


def of_line_11(dag: Dag) -> set[Edge]:
    """Return the arrows of the v-structures that line 10 finds."""
    found = set()
    for step in record("marvel", dag).steps:
        if isinstance(step.event, ev.VStructuresKnown):
            names, x = dag.nodes, step.event.x
            found |= {(names[end], names[y]) for y, t in step.event.v_structures for end in (x, t)}
    return found


def drawn_arrows(dag: Dag) -> set[Edge]:
    """Return all arrows of lines 11 and 13."""
    known, before = of_line_11(dag), before_of(dag)
    left = {e for e in dag.edges if not {e, e[::-1]} & known}
    return known | {(a, b) if before(b, a) else (b, a) for a, b in left}
