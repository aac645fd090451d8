"""Random DAGs with a property that one asks for, such as a variable that is hard to remove."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from marvel_widgets.core.algorithms.marvel import marvel
from marvel_widgets.core.boundary.removability import (
    condition_one_holds,
    condition_two_holds,
    removable_variables,
)
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import essential_graph
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.relations import v_structure_triples
from marvel_widgets.core.graphs.shortening import shown

if TYPE_CHECKING:
    from marvel_widgets.core.graphs.random_models import Rng

TRIES: Final = 3000


@dataclass(frozen=True, slots=True)
class GraphProperty:
    """Something that a DAG has or has not."""

    name: str
    title: str
    meaning: str
    holds: Callable[[Dag], bool]


def random_dag_with(
    wanted: str, p: int, max_in_degree: int, rng: Rng, *, tries: int = TRIES
) -> Dag:
    """Return a random DAG that has a property: the first of many draws that does.

    Cost: up to `tries` draws and checks; a check of ``"printed-goes-wrong"`` is a run of
    MARVEL, the others take time polynomial in p.
    """
    asked = graph_property(wanted)
    for _ in range(tries):
        dag = Dag.random_fixed_in_degree(p, max_in_degree, rng)
        if asked.holds(dag):
            return dag
    msg = (
        f"none of {tries:,} random graphs on {p} variables with in-degree at most "
        f"{max_in_degree} had the property ({asked.title}); try another seed, more "
        "variables, or a larger in-degree"
    )
    raise GraphError(msg)


def graph_property(name: str) -> GraphProperty:
    """Return a property by its name."""
    if name not in PROPERTIES:
        msg = f"there is no property {shown(name)}; choose one of {', '.join(PROPERTIES)}"
        raise GraphError(msg)
    return PROPERTIES[name]


def _condition_one_only(dag: Dag) -> bool:
    vertices = range(len(dag))
    return any(condition_one_holds(dag, x) and not condition_two_holds(dag, x) for x in vertices)


def _smallest_boundaries_stay(dag: Dag) -> bool:
    sizes = [mask.bit_count() for mask in dag.boundary_masks]
    removable = removable_variables(dag)
    return bool(sizes) and all(sizes[dag.position(x)] > min(sizes) for x in removable)


def _printed_goes_wrong(dag: Dag) -> bool:
    boundaries = {x: dag.markov_boundary(x) for x in dag.nodes}
    answer = marvel(dag, boundaries, orientation="printed").essential_graph
    return answer != essential_graph(dag)


_ALL = (
    GraphProperty(
        "condition-1-only",
        "Condition 1 holds, Condition 2 fails for some variable",
        "For at least one variable Condition 1 of Theorem 1 holds and Condition 2 fails.",
        _condition_one_only,
    ),
    GraphProperty(
        "condition-1-fails",
        "Condition 1 fails for some variable",
        "For at least one variable Condition 1 of Theorem 1 fails.",
        lambda dag: not all(condition_one_holds(dag, x) for x in range(len(dag))),
    ),
    GraphProperty(
        "one-removable",
        "Exactly one removable variable",
        "Exactly one variable is removable.",
        lambda dag: len(removable_variables(dag)) == 1,
    ),
    GraphProperty(
        "removable-with-children",
        "A removable variable that is not a sink",
        "At least one removable variable has children.",
        lambda dag: any(dag.child_masks[dag.position(x)] for x in removable_variables(dag)),
    ),
    GraphProperty(
        "smallest-boundary-stays",
        "Smallest boundary is not removable",
        "No variable with a Markov boundary of the smallest size is removable.",
        _smallest_boundaries_stay,
    ),
    GraphProperty(
        "has-v-structure",
        "Has a v-structure",
        "Two variables that are not adjacent have a common child.",
        lambda dag: bool(v_structure_triples(dag)),
    ),
    GraphProperty(
        "has-undirected-edges",
        "Essential graph has undirected edges",
        "At least one edge points either way among the Markov equivalent graphs.",
        lambda dag: bool(essential_graph(dag).undirected),
    ),
    GraphProperty(
        "printed-goes-wrong",
        "Printed algorithm goes wrong",
        "Algorithm 1 as printed returns another essential graph, with these ties broken by order.",
        _printed_goes_wrong,
    ),
)

PROPERTIES: Final[Mapping[str, GraphProperty]] = MappingProxyType({one.name: one for one in _ALL})
