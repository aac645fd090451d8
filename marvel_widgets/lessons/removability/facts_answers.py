"""Facts on what an answer names: other graphs, kinship, the parts of a pair, a set, an order."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations, permutations
from typing import Any

from marvel_widgets.assessment.facts import Case, Facts
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.boundary.removability import is_removable, is_removable_by_definition
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.removability.facts import Edge
from marvel_widgets.lessons.separation.by_arrows import Kinship, has_cycle, kindred
from marvel_widgets.lessons.separation.facts import Labels

# -- facts on another graph ----------------------------------------------------------------------


@kind("After {removed} {removed:has|have} left, {there}")
def Without(case: Case, removed: Labels, there: Facts) -> bool:
    """Facts on the graph that is left when some variables have been removed."""
    left = case.graph.induced(set(case.graph.nodes) - set(removed))
    known = len(left) + len(removed) == len(case.graph)
    return known and all(fact.holds(replace(case, dag=left)) for fact in there)


@kind("With {arrows:added}, {there}")
def With(case: Case, arrows: tuple[Edge, ...], there: Facts) -> bool:
    """Facts on the graph with more arrows."""
    larger = Dag([*case.graph.edges, *arrows], nodes=case.graph.nodes)
    return all(fact.holds(replace(case, dag=larger)) for fact in there)


@kind("With {arrows:added} there is a cycle: no DAG any more.")
def Cycle(case: Case, arrows: tuple[Edge, ...]) -> bool:
    """With more arrows there is a cycle."""
    return has_cycle([*(() if case.dag is None else case.dag.edges), *arrows])


# -- facts on an answer --------------------------------------------------------------------------


def _repaired(x: Label, added: int, fewest: int) -> str:
    if added == fewest:
        return f"Then both conditions hold for {x}, and fewer arrows do not suffice."
    return f"{x} is removable then, but {fewest} will do, and you add {added}."


@kind(_repaired)
def Repairs(case: Case, x: Label, added: int, fewest: int) -> bool:
    """The arrows of an answer make a variable removable; they are the fewest, or too many."""
    dag = case.graph
    done = Dag([*dag.edges, *case.answer], nodes=dag.nodes)
    right = is_removable_by_definition(done, x) and len(case.answer) == added
    return right and next(s for s in range(9) if _repairable(dag, x, s)) == fewest


@kind("Each of them is removable in what is left when its turn comes.")
def RemovableInTurn(case: Case) -> bool:
    """The variables of an answer can leave in its order."""
    order = case.answer
    left = [case.graph.induced(order[at:]) for at in range(len(order))]
    return all(map(is_removable_by_definition, left, order))


@kind("The order has to begin with {x}.")
def BeginsWith(case: Case, x: Label) -> bool:
    """An order does not begin as it has to."""
    return bool(case.answer[0] != x)


@kind(lambda x, kin, y, true: f"{x} is {'a' if true else 'no'} {kin} of {_other(x, y)}.")
def Kin(case: Case, x: Label, kin: Kinship, y: Label, true: bool) -> bool:
    """A variable is a child, parent, ... of another one, or is not."""
    return (x in kindred(case.graph, y, kin)) == true


def _other(x: Label, y: Label) -> Label:
    return "itself" if x == y else y


@kind(lambda x, removed: f"{x} {'has left' if removed else 'leaves'}.")
def Leaves(case: Case, x: Label, removed: Labels = ()) -> bool:
    """An answer names, as one of the others, a variable that leaves, or one of those that have."""
    left, able = case.graph, not removed or x in removed
    for name in removed:
        able = able and is_removable_by_definition(left, name)
        left = left.without(name)
    return able and x in case.graph and x in named_in(case.answer)


@kind("{x} is in the pair and in the set.")
def InPairAndSet(case: Case, x: Label, pair: Edge) -> bool:
    """The set of an answer contains one of the pair."""
    named = case.answer.get("pair", frozenset(pair))
    return named == set(pair) and x in named and x in _set_of(case.answer)


# -- by the arrows alone -------------------------------------------------------------------------


def named_in(answer: Any) -> frozenset[Label]:
    """Return all variables that an answer names, in whichever part."""
    if isinstance(answer, Mapping):
        return named_in(tuple(answer.values()))
    if isinstance(answer, frozenset | tuple):
        return frozenset(name for part in answer for name in named_in(part))
    return frozenset({answer})


def _repairable(dag: Dag, x: Label, size: int) -> bool:
    """Return whether so many new arrows can make a variable removable."""
    joined = {frozenset(edge) for edge in dag.edges}
    free = [p for p in permutations(set(dag.nodes) - {x}, 2) if frozenset(p) not in joined]
    more = (arrows for arrows in combinations(free, size) if not has_cycle([*dag.edges, *arrows]))
    return any(is_removable(Dag([*dag.edges, *arrows], nodes=dag.nodes), x) for arrows in more)


def _set_of(answer: Mapping[str, Any]) -> frozenset[Label]:
    found = [answer[part] for part in ("given", "S", "set", "sometimes") if part in answer]
    return frozenset().union(*found)
