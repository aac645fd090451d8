"""The printed lines 13 and 20 beside the repaired rule, and where the printed proof slips."""

from dataclasses import dataclass, replace
from typing import Any

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.lessons.orientation.view import OrientationRun
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.positions import Positions
from marvel_widgets.text import counted, listed

PROOF = (
    "The proof of the correctness theorem says: “Since Y is getting removed, it is removable "
    "while both X and Z are present in the remaining graph.”"
)
LabelTriple = tuple[Label, Label, Label]


@dataclass(frozen=True, slots=True)
class FalseVStructure:
    """A v-structure of the printed run that the true graph does not have."""

    triple: LabelTriple
    gone: tuple[Label, ...]
    claimed: tuple[tuple[Label, Label], ...]

    @property
    def text(self) -> str:
        """The story of the mistake: what was removed, what line 13 drew, what line 20 read."""
        a, c, b = self.triple
        arrows = listed(f"{tail} → {head}" for tail, head in self.claimed)
        truth = listed(f"{head} → {tail}" for tail, head in self.claimed)
        gone = listed(map(str, self.gone))
        return (
            f"Line 13 draws {arrows} when {c} leaves; the true graph has {truth}. Line 20 then "
            f"reads {a} → {c} ← {b}. {PROOF} Here Y is {c}, X is {a}, Z is {b}, and {gone} had "
            f"left before {c}."
        )


class PrintedRule:
    """The two runs on one graph, and what is different.

    Examples
    --------
    >>> both = PrintedRule(Dag("{V0 V1 V2 V3}; V0 -> V2; V1 -> {V2 V3}; V2 -> V3"))
    >>> [wrong.triple for wrong in both.false_v_structures]
    [('V0', 'V2', 'V3')]
    >>> both.summary
    'The printed run returns another graph: 2 edges differ: V1 - V3, V2 - V3.'
    """

    def __init__(self, dag: Dag, positions: Positions | None = None) -> None:
        self.dag = dag
        self.printed = OrientationRun(dag, "printed", positions)
        self.recorded = OrientationRun(dag, "recorded", positions)
        one, other = self.printed.result, self.recorded.result
        self.different: tuple[tuple[Label, Label], ...] = tuple(
            (a, b)
            for at, a in enumerate(dag.nodes)
            for b in dag.nodes[at + 1 :]
            if _joint(one, a, b) != _joint(other, a, b)
        )
        self.false_v_structures = tuple(self._false())

    def _false(self) -> list[FalseVStructure]:
        collected = next(
            stage.event
            for stage in self.printed.stages
            if isinstance(stage.event, ev.VStructuresCollected)
        )
        names, order = self.dag.nodes, self.printed.trace.result.removal_order
        true = set(self.dag.v_structures())
        found = []
        for a, c, b in ((names[a], names[c], names[b]) for a, c, b in collected.v_structures):
            if (a, c, b) in true or (b, c, a) in true:
                continue
            gone = tuple(end for end in (a, b) if order.index(end) < order.index(c))
            claimed = tuple((end, c) for end in (a, b) if (c, end) in self.dag.edges)
            found.append(FalseVStructure((a, c, b), gone, claimed))
        return found

    @property
    def summary(self) -> str:
        """Whether the printed rule fails here, and where."""
        if not self.different:
            return "On this graph the printed rule returns the same graph as the repaired one."
        pairs = ", ".join(f"{a} - {b}" for a, b in self.different)
        edges = counted(len(self.different), "edge")
        verb = "differs" if len(self.different) == 1 else "differ"
        return f"The printed run returns another graph: {edges} {verb}: {pairs}."

    @property
    def sentences(self) -> tuple[str, ...]:
        """The summary, and the story of each false v-structure."""
        return (self.summary, *(wrong.text for wrong in self.false_v_structures))

    def drawings(self) -> tuple[Drawing, Drawing]:
        """Return what the printed and the repaired run return, differences marked in both."""
        return (
            self._drawing(self.printed, "As printed"),
            self._drawing(self.recorded, "Repaired"),
        )

    def _drawing(self, run: OrientationRun, title: str) -> Drawing:
        last = len(run.stages) - 1
        plain = run.drawing(last, title)
        different = {frozenset(map(str, pair)) for pair in self.different}
        marks = tuple(
            replace(mark, state="differs") if {mark.tail, mark.head} in different else mark
            for mark in plain.edges
        )
        return Drawing(title, plain.width, plain.height, plain.nodes, marks)


def _joint(graph: Pdag, a: Any, b: Any) -> Any:
    return (
        (a, b) in graph.directed,
        (b, a) in graph.directed,
        frozenset((a, b)) in graph.undirected,
    )
