"""Everything that depends on a graph, worked out at once: what the living graph shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Final, Self

from marvel_widgets.core.algorithms.marvel import MARVEL
from marvel_widgets.core.algorithms.registry import ALGORITHMS, start
from marvel_widgets.core.algorithms.run import Result
from marvel_widgets.core.boundary.removability import removable_variables
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import essential_graph
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.independence.counting import BudgetExceededError
from marvel_widgets.theory.bounds import lower_bound, upper_bound

# An algorithm that needs more is stopped: its bar says so, and the next edit need not wait.
BUDGET: Final = 20_000


@dataclass(frozen=True, slots=True)
class Survey:
    """What a graph implies."""

    dag: Dag
    removable: tuple[Label, ...]
    chosen: Label | None
    essential: Pdag
    tests: Mapping[str, int | None]
    upper: int | Fraction
    lower: int
    printed_wrong: bool | None

    @property
    def discovery(self) -> int:
        """The tests by which total conditioning would find the boundaries: one for each pair."""
        return comb(len(self.dag), 2)

    def about(self, chosen: Label | None) -> Self:
        """Return the same with another chosen variable; no algorithm runs again."""
        if chosen is not None:
            self.dag.position(chosen)  # raises for an unknown name
        return replace(self, chosen=chosen)


def survey(dag: Dag) -> Survey:
    """Return what a graph implies.

    Parameters
    ----------
    dag : Dag

    Raises
    ------
    GraphError
        The graph has no variables.

    Notes
    -----
    Cost: five runs on the d-separation oracle, about 20 ms at 15 variables and 35 at 25; none goes
    past `BUDGET` tests.

    Examples
    --------
    >>> found = survey(Dag("X -> Y <- T; Y -> Z; X -> Z"))
    >>> found.removable, dict(found.tests)["marvel"], float(found.upper), found.lower
    (('T', 'Z'), 8, 34.4, 6)
    """
    return next(found for found in survey_steps(dag) if found is not None)


def survey_steps(dag: Dag) -> Iterator[Survey | None]:
    """Yield None where the work may be left for another graph, and the survey in the end."""
    if not dag.nodes:
        msg = "the graph has no variables; write at least one, such as A -> B"
        raise GraphError(msg)
    p, d = len(dag), dag.max_in_degree
    removable, essential = removable_variables(dag), essential_graph(dag)
    given = {x: dag.markov_boundary(x) for x in dag.nodes}
    tests: dict[str, int | None] = {}
    printed: Result | None = None
    for name in ALGORITHMS:
        # how v-structures are read off changes no test, so one run of MARVEL answers both
        options = {"orientation": "printed"} if name == MARVEL.name else {}
        run = start(name, dag, given, budget=BUDGET, **options)
        tests[name] = None
        try:
            for _ in run.events():
                yield None
        except BudgetExceededError:
            continue
        tests[name] = run.result().counts.after_boundaries
        printed = run.result() if name == MARVEL.name else printed
    wrong = None if printed is None else printed.essential_graph != essential
    bounds = upper_bound(p, d), lower_bound(p, d)
    yield Survey(dag, removable, None, essential, tests, *bounds, wrong)


Edge = tuple[Label, Label]


@dataclass(frozen=True, slots=True)
class EdgeChanges:
    """How the edges of two graphs differ, each in the graph's order."""

    added: tuple[Edge, ...]
    deleted: tuple[Edge, ...]
    turned: tuple[Edge, ...]

    def __len__(self) -> int:
        return len(self.added) + len(self.deleted) + len(self.turned)


def edge_changes(before: Dag, after: Dag) -> EdgeChanges:
    """Return how the edges of two graphs differ."""
    old, new = set(before.edges), set(after.edges)
    turned = tuple(edge for edge in after.edges if edge not in old and edge[::-1] in old)
    return EdgeChanges(
        tuple(edge for edge in after.edges if edge not in old and edge[::-1] not in old),
        tuple(edge for edge in before.edges if edge not in new and edge[::-1] not in new),
        turned,
    )


@dataclass(frozen=True, slots=True)
class Changes:
    """What is different after an edit."""

    now_removable: tuple[Label, ...]
    no_longer_removable: tuple[Label, ...]
    entered: tuple[Label, ...]
    left: tuple[Label, ...]
    tests: Mapping[str, int | None]
    upper: int | Fraction | None
    lower: int | None
    directed: tuple[Edge, ...]
    undirected: tuple[Edge, ...]
    printed: bool

    @property
    def consequences(self) -> bool:
        """Whether anything changed beyond the edges and variables themselves."""
        found = (self.now_removable, self.no_longer_removable, self.entered, self.left, self.tests)
        more = (self.directed, self.undirected, self.printed)
        return any((*found, *more)) or self.upper is not None or self.lower is not None


def changes(before: Survey, after: Survey) -> Changes:
    """Return what became different from one survey to the next.

    Examples
    --------
    >>> from marvel_widgets.theory.graph_survey import survey
    >>> trap = Dag("X -> Y <- T; Y -> Z; X -> Z")
    >>> found = changes(survey(trap), survey(trap.with_edge("T", "Z")))
    >>> found.now_removable, found.tests["marvel"]
    (('X', 'Y'), 8)
    """
    old, new = before.dag, after.dag
    entered, left = _boundary_changes(before, after)
    directed, undirected = _direction_changes(before, after)
    return Changes(
        tuple(x for x in after.removable if x in old and x not in before.removable),
        tuple(x for x in before.removable if x in new and x not in after.removable),
        entered,
        left,
        {k: n for k, n in before.tests.items() if after.tests[k] != n},
        before.upper if before.upper != after.upper else None,
        before.lower if before.lower != after.lower else None,
        directed,
        undirected,
        before.printed_wrong != after.printed_wrong,
    )


def _boundary_changes(before: Survey, after: Survey) -> tuple[tuple[Label, ...], tuple[Label, ...]]:
    """Return which variables came into the boundary of the chosen one, and which left it."""
    x = after.chosen
    if x is None or x != before.chosen:
        return (), ()
    old, new = before.dag.markov_boundary(x), after.dag.markov_boundary(x)
    entered = tuple(v for v in after.dag.nodes if v in new - old)
    return entered, tuple(v for v in before.dag.nodes if v in old - new)


def _direction_changes(before: Survey, after: Survey) -> tuple[tuple[Edge, ...], tuple[Edge, ...]]:
    """Return the edges of both graphs that got a direction in the essential graph, or lost it."""
    there = set(before.dag.edges)
    # An edge that was turned is the same link: whether tests tell its direction may be another.
    both = [edge for edge in after.dag.edges if edge in there or edge[::-1] in there]
    old, new = before.essential.directed, after.essential.directed
    known = {edge for edge in both if edge in old or edge[::-1] in old}
    return (
        tuple(edge for edge in both if edge in new and edge not in known),
        tuple(edge for edge in both if edge in known and edge not in new),
    )
