"""Exercises on finding Markov boundaries by tests: what is added and removed, what it costs."""

from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from marvel_widgets.assessment.answers import Parts
from marvel_widgets.assessment.exercise import Exercise, names_of, random_dag, typical_mistakes
from marvel_widgets.assessment.facts import Facts
from marvel_widgets.assessment.variable_answers import Names
from marvel_widgets.core.algorithms.boundary_run import record_boundaries
from marvel_widgets.core.boundary.events import Grown, Shrunk
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.independence.log import TestRecord
from marvel_widgets.lessons.markov_boundary.facts import ComesIn, InShrinking
from marvel_widgets.lessons.separation.facts import Separates

ORDER = (
    "Grow-shrink goes round the other variables in alphabetical order, again and again, and lets "
    "in what is dependent given the set so far. When one comes in, it goes on with the next one; "
    "it stops when every variable outside was tested against the set as it is. Then each "
    "member is tested once, in alphabetical order, given the rest of the set, and thrown out when "
    "independent."
)
Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class GrowShrink:
    """What grow-shrink did for one variable."""

    grown: frozenset[str]
    shrunk: frozenset[str]
    growing: tuple[tuple[str, tuple[str, ...], bool], ...]
    shrinking: tuple[tuple[str, tuple[str, ...], bool], ...]


def grow_shrink_for(dag: Dag, x: str) -> GrowShrink:
    """Return what grow-shrink does for one variable, from a recorded run."""
    trace = record_boundaries(dag, "gs")
    names = names_of(dag)
    i = names.index(x)
    # the first event of a variable is that it is started: no test of its own comes before it
    mine = [(b, a.tests) for a, b in pairwise(trace.steps) if getattr(b.event, "x", None) == i]
    grown = frozenset(names[s.event.y] for s, _ in mine if isinstance(s.event, Grown))
    shrunk = frozenset(names[s.event.y] for s, _ in mine if isinstance(s.event, Shrunk))
    records = [trace.tests[n] for step, since in mine for n in range(since, step.tests)]
    asked = tuple(_asked(record, i, names) for record in records)
    cut = len(asked) - len(grown)  # shrinking tests each member once
    return GrowShrink(grown, shrunk, asked[:cut], asked[cut:])


def _asked(record: TestRecord, x: int, names: tuple[str, ...]) -> tuple[str, tuple[str, ...], bool]:
    y = record.y if record.x == x else record.x
    return names[y], tuple(names[s] for s in record.given), record.independent


def grow_shrink(rng: Random) -> Exercise | None:
    """Ask which variables grow-shrink adds, and which it removes again."""
    dag = random_dag(rng, 6, 7)
    x = rng.choice(names_of(dag))
    run = grow_shrink_for(dag, x)
    others = [name for name in names_of(dag) if name != x]
    neighbors, whole = dag.neighbors(x), dag.markov_boundary(x)
    dependent = frozenset(y for y in others if not d_separated(dag, x, y))
    once = _one_round(dag, x, others)
    believed: list[tuple[Answer, str]] = [
        (_in_out(dependent, dependent - whole), "M21"),
        (_in_out(once, once - whole), "M42"),
        (_in_out(run.grown, run.grown - neighbors), "M7"),
    ]
    solution = _in_out(run.grown, run.shrunk)
    lonely = not all(map(dag.neighbors, dag.nodes))
    if lonely or not run.shrunk or not whole - neighbors:
        return None
    return Exercise(
        title="Run grow-shrink",
        question=(
            f"{ORDER} Run it for {x}. Which are let in, thrown out later or not, and which are "
            "thrown out again?"
        ),
        kind=Parts({"in": Names(others), "out again": Names(others)}),
        solution=solution,
        mistakes=typical_mistakes(believed, solution.__eq__),
        shows=lambda value: _first_test(x, run, value),
        reasons=tuple(_test(x, *test) for test in run.growing if not test[2]),
        hints=(
            f"{len(run.grown)} come in and {len(run.shrunk)} "
            f"{'goes' if len(run.shrunk) == 1 else 'go'} again.",
            f"The first to come in is {first_in(run)}.",
            "A collider that is let in is given from then on, and opens paths.",
        ),
        dag=dag,
    )


def first_in(run: GrowShrink) -> str:
    """Return the variable that is added first."""
    return next(name for name, _, independent in run.growing if not independent)


def _in_out(grown: Any, shrunk: Any) -> Answer:
    return {"in": frozenset(grown), "out again": frozenset(shrunk)}


def _one_round(dag: Dag, x: str, others: list[str]) -> frozenset[str]:
    """Return the variables that are added when none is tested a second time."""
    found: list[str] = []
    for y in others:
        if not d_separated(dag, x, y, found):
            found.append(y)
    return frozenset(found)


def _test(x: str, y: str, given: tuple[str, ...], independent: bool) -> Separates:
    return Separates(x, y, given, independent, "independent")


def _first_test(x: str, run: GrowShrink, value: Answer) -> Facts:
    """Return the test that shows the first wrong name to be wrong."""
    differ = value["in"] ^ run.grown
    if differ:
        name = min(differ)
        tests = tuple(_test(x, *test) for test in run.growing if test[0] == name)
        return (ComesIn(x, name, name in run.grown, tests),)
    name = min(value["out again"] ^ run.shrunk)
    asked = (_test(x, *test) for test in run.shrinking if test[0] == name)
    return (InShrinking(x, name, next(asked, None)),)
