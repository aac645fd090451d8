"""Exercises in which a learner changes a graph: arrows that make X removable, and removals."""

import random

from marvel_widgets.assessment.exercise import Exercise, Mistake, names_of
from marvel_widgets.assessment.variable_answers import Order, Pairs
from marvel_widgets.core.boundary.removability import is_removable, removable_variables
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.removability.beliefs import (
    always_the_first,
    apart_from_children,
    by_boundary,
    count_orders,
    fewest_repairs,
    first_failure,
    is_repaired,
    missing_pairs,
)
from marvel_widgets.lessons.removability.draws import turning_matters, with_a_leaver
from marvel_widgets.lessons.removability.facts_answers import RemovableInTurn, Repairs
from marvel_widgets.lessons.removability.witnesses import bad_repair, in_order, order_error
from marvel_widgets.pictures.path_marks import asked
from marvel_widgets.text import counted


def repair(rng: random.Random) -> Exercise | None:
    """Ask for the fewest arrows that make X removable."""
    dag, x = turning_matters(rng)
    needed, one = missing_pairs(dag, x), missing_pairs(dag, x, 1)
    ways = fewest_repairs(dag, x)
    joined = sorted(apart_from_children(dag, x) - needed, key=sorted)
    if not ways or not joined or not 0 < len(one) < len(needed):
        return None
    solution = ways[0]
    # an arrow reversed, where that closes no cycle
    kept = [(a, b) for a, b in sorted(solution, key=str) if b not in dag.descendants(a)]
    others = [solution ^ {(a, b), (b, a)} for a, b in kept]
    turned = [way for way in others if not is_repaired(dag, x, way)]
    if not turned:
        return None
    return Exercise(
        title=f"Make {x} removable",
        question=(
            f"Add the fewest arrows to this graph so that {x} becomes removable and no cycle "
            "closes. Which arrows? Several answers may be right."
        ),
        kind=Pairs(names_of(dag), directed=True),
        solution=solution,
        mistakes=(
            Mistake(frozenset(arrow for arrow in solution if frozenset(arrow) in one), "M6"),
            Mistake(turned[0], "M26"),
            Mistake(solution | {_pointed(dag, joined[0])}, "M7"),
        ),
        shows=lambda value: bad_repair(dag, x, value, len(solution)),
        reasons=(Repairs(x, len(solution), len(solution)),),
        hints=(
            f"{counted(len(solution), 'arrow')} will do.",
            f"One of them joins {' and '.join(in_order(dag, sorted(needed, key=sorted)[0]))}.",
            "A new arrow gives its head a new parent: look at Condition 2 once more, and turn the "
            "arrow where you may.",
        ),
        dag=dag,
        marks=asked(x),
        accepts=lambda value: len(value) == len(solution) and is_repaired(dag, x, value),
        rights=lambda: ways,
    )


def _pointed(dag: Dag, pair: frozenset[Label]) -> tuple[Label, Label]:
    """Return a pair as an arrow along the causal order."""
    a, b = (v for v in dag.topological_order if v in pair)
    return a, b


def order(rng: random.Random) -> Exercise | None:
    """Ask for an order of removal of all variables that begins with one that has children."""
    dag, start = with_a_leaver(rng, (8, 10))
    if not dag.children(start) or not is_removable(dag, start):
        return None
    rest = dag.without(start)
    if count_orders(rest) > 24:  # of 720 possible guesses
        return None
    solution = (start, *reversed(rest.topological_order))
    return Exercise(
        title="One after the other",
        question=(
            f"All six variables leave, one after the other, each of them removable in what is left "
            f"when it leaves. {start}, which has a child, leaves first. Give such an order."
        ),
        kind=Order(names_of(dag)),
        solution=solution,
        mistakes=(
            Mistake((start, *always_the_first(rest)), "M9"),
            Mistake((start, *(v for v in by_boundary(dag) if v != start)), "M5"),
            Mistake((start, *rest.nodes), "M23"),
        ),
        shows=lambda value: order_error(dag, start, value),
        reasons=(RemovableInTurn(),),
        hints=(
            f"After {start} has left, "
            f"{counted(len(removable_variables(rest)), 'variable is', 'variables are')} removable.",
            f"Without {start}, {solution[1]} has no children.",
            "In every DAG some variable has no children, and nothing to fear from the conditions.",
        ),
        dag=dag,
        accepts=lambda value: value[0] == start and first_failure(rest, value[1:]) is None,
    )
