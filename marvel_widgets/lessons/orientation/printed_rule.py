"""The printed lines 13 and 17 beside the repaired rule, and where the printed proof slips."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.orientation.view import OrientationRun
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.positions import Positions
from marvel_widgets.text import counted, listed

PROOF = (
    "The proof of the correctness theorem says: “Since Y is getting removed, it is removable "
    "while both X and Z are present in the remaining graph.”"
)


@dataclass(frozen=True, slots=True)
class FalseVStructure:
    """A v-structure of the printed run that the true graph does not have."""

    triple: tuple[Label, Label, Label]
    gone: tuple[Label, ...]
    claimed: tuple[tuple[Label, Label], ...]

    @property
    def text(self) -> str:
        """The story of the mistake: what was removed, what line 13 drew, what line 17 read."""
        a, c, b = self.triple
        arrows = listed(f"{tail} → {head}" for tail, head in self.claimed)
        truth = listed(f"{head} → {tail}" for tail, head in self.claimed)
        gone = listed(map(str, self.gone))
        return (
            f"Line 13 draws {arrows} when {c} leaves; the true graph has {truth}. Line 17 then "
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
        changed = self.printed.result.directed ^ self.recorded.result.directed
        pairs = combinations(dag.nodes, 2)
        self.different = tuple(pair for pair in pairs if {pair, pair[::-1]} & changed)
        self.false_v_structures = tuple(self._false())

    def _false(self) -> Iterator[FalseVStructure]:
        names, order = self.dag.nodes, self.printed.trace.result.removal_order
        true = set(self.dag.v_structures())
        events = (stage.event for stage in self.printed.stages)
        collected = next(each for each in events if isinstance(each, ev.VStructuresCollected))
        for a, c, b in ((names[a], names[c], names[b]) for a, c, b in collected.v_structures):
            if not {(a, c, b), (b, c, a)} & true:
                gone = tuple(end for end in (a, b) if order.index(end) < order.index(c))
                claimed = tuple((end, c) for end in (a, b) if (c, end) in self.dag.edges)
                yield FalseVStructure((a, c, b), gone, claimed)

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
        different = {frozenset(map(str, pair)) for pair in self.different}

        def drawn(run: OrientationRun, title: str) -> Drawing:
            plain = run.drawing(len(run.stages) - 1, title)
            marks = (
                replace(mark, state="differs") if {mark.tail, mark.head} in different else mark
                for mark in plain.edges
            )
            return replace(plain, edges=tuple(marks))

        return drawn(self.printed, "As printed"), drawn(self.recorded, "Repaired")
