"""A run of the printed algorithm, as far as the exercises on lines 13 and 20 use it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.lessons.orientation.arrows import Arrow, Triple, arrows_of, collisions, joined
from marvel_widgets.text import arrows_text

AS_PRINTED: Final = "Algorithm 1 runs on this graph as printed, ties broken by the alphabet."


@dataclass(frozen=True, slots=True)
class PrintedRun:
    """A run of the printed algorithm on a graph."""

    order: tuple[Any, ...]
    of_line_11: frozenset[Arrow]
    of_line_13: frozenset[Arrow]
    neighbors: dict[Any, frozenset[Any]]
    answer: Pdag

    @property
    def arrows(self) -> frozenset[Arrow]:
        """All arrows, after the last removal."""
        return self.of_line_11 | self.of_line_13

    @property
    def rule(self) -> str:
        """The sentence of a question on the arrows."""
        drawn = arrows_text(self.of_line_11) if self.of_line_11 else "nothing"
        return (
            f"Line 11 draws {drawn} in the whole run, each arrow before one of its ends leaves. "
            "Line 13 points each other edge at the end that leaves first."
        )

    @property
    def story(self) -> str:
        """The sentence of a question on the run."""
        order = ", ".join(self.order)
        return f"{AS_PRINTED} The variables leave in the order {order}. {self.rule}"

    def drawn_if(self, order: Sequence[Any]) -> frozenset[Arrow]:
        """Return what line 13 would draw if the variables were removed in another order."""
        return frozenset(
            min(((a, b), (b, a)), key=lambda e: order.index(e[1])) for a, b in self.of_line_13
        )


def printed_run(dag: Dag) -> PrintedRun:
    """Return the run of the printed algorithm on a graph.

    Examples
    --------
    >>> run = printed_run(Dag("{A B C D}; A -> C; B -> {C D}; C -> D"))
    >>> run.order, sorted(run.of_line_11), sorted(run.of_line_13)
    (('A', 'B', 'C', 'D'), [('A', 'C'), ('B', 'C')], [('D', 'B'), ('D', 'C')])
    """
    trace = record("marvel", dag, orientation="printed")
    events = [step.event for step in trace.steps]
    names = dag.nodes
    of_11 = frozenset(
        (names[tail], names[y])
        for event in events
        if isinstance(event, ev.VStructuresKnown)
        for y, t in event.v_structures
        for tail in (event.x, t)
    )
    left = [event for event in events if isinstance(event, ev.Removed)]
    of_13 = frozenset((names[tail], names[event.x]) for event in left for tail in event.arrows)
    near = {names[event.x]: frozenset(names[y] for y in event.neighbors) for event in left}
    result = trace.result
    return PrintedRun(result.removal_order, of_11, of_13, near, result.essential_graph)


def false_v_structures(dag: Dag, run: PrintedRun) -> tuple[Triple, ...]:
    """Return the v-structures that line 20 reads off and the true graph does not have."""
    return tuple(
        t
        for t in collisions(run.arrows)
        if not joined(dag, t) and not arrows_of([t]) <= set(dag.edges)
    )
