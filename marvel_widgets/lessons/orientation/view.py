"""From learned arrows to the essential graph: the end of a run, step by step.

The learned arrows, line 20, each Meek rule, and the essential graph, as states with a
picture and a sentence; the members of its class; and the printed rule beside the repaired
one (`marvel_widgets.lessons.orientation.printed_rule`).
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from marvel_widgets.assessment.prediction import Question
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.options import Orientation
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.algorithms.run import Trace
from marvel_widgets.core.boundary.events import Event
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import essential_graph, fitting_rule
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.palette import EdgeState
from marvel_widgets.pictures.positions import Positions
from marvel_widgets.pictures.stage import Stage, stage_of
from marvel_widgets.replay.explanations import explain
from marvel_widgets.replay.fold import PlayerState, advance, initial_state
from marvel_widgets.replay.wording import RunContext
from marvel_widgets.text import counted

Arrow = tuple[int, int]
ArrowOrigin = Literal["v_structure", "compelled", "artefact"]
MOST_TESTS = 100_000  # of a run that is shown to its end
MOST_TOLD = 3  # v-structures
NO_EDGE = "none: no rule fits any more"


@dataclass(frozen=True, slots=True)
class Moment:
    """One position of the end of a run."""

    state: PlayerState
    event: Event | None
    before: PlayerState
    text: str


class OrientationRun:
    """The end of a run of MARVEL on a graph, from the learned arrows on."""

    def __init__(
        self, dag: Dag, orientation: Orientation = "recorded", positions: Positions | None = None
    ) -> None:
        self.dag = dag
        self.orientation: Orientation = orientation
        true = {name: dag.markov_boundary(name) for name in dag.nodes}
        self.trace: Trace = record("marvel", dag, true, orientation=orientation, budget=MOST_TESTS)
        self.context = RunContext(dag.nodes, dag, orientation)
        self._places = positions
        self.truth = essential_graph(dag)
        self.stages = tuple(self._stages())

    @cached_property
    def layout(self) -> Stage:
        """The positions of the variables, in the picture of every position of the run."""
        return stage_of(self.dag, self._places)

    @property
    def result(self) -> Pdag:
        """The graph that the run returns."""
        return self.trace.result.essential_graph

    def _stages(self) -> list[Moment]:
        state = initial_state(len(self.dag))
        stages: list[Moment] = []
        for event, _ in self.trace.steps:
            if isinstance(event, ev.VStructuresCollected):
                stages.append(Moment(state, None, state, self._opening(state)))
            before, state = state, advance(event, state)
            if stages:
                text = explain(event, before, self.context).text
                stages.append(Moment(state, event, before, text))
        return stages

    def _opening(self, state: PlayerState) -> str:
        edges = counted(sum(mask.bit_count() for mask in state.edges) // 2, "edge")
        drawn = [kind for _, _, kind in state.arrows]
        of_line_11 = counted(drawn.count("v_structure"), "arrow")
        text = f"{edges} learned; line 11 drew {of_line_11}"
        if self.orientation == "printed":
            of_line_13 = counted(drawn.count("printed"), "arrow")
            return f"{text}, line 13 drew {of_line_13}, which may point the wrong way."
        return f"{text}. The other edges have no direction yet."

    def origins(self, position: int) -> dict[Arrow, ArrowOrigin]:
        """Return the reason for each arrow at a position.

        ``"v_structure"``: it belongs to a v-structure of the true graph. ``"artefact"``: line
        13 drew it, or it does not stand in the true essential graph. ``"compelled"``: a rule
        directed it, rightly.
        """
        state = self.stages[position].state
        place = self.dag.position
        true_arrows = {(place(a), place(b)) for a, b in self.truth.directed}
        in_v = {(place(end), place(c)) for a, c, b in self.dag.v_structures() for end in (a, b)}
        found: dict[Arrow, ArrowOrigin] = {}
        for tail, head, kind in state.arrows:
            arrow = (tail, head)
            if kind == "printed" or arrow not in true_arrows:
                found[arrow] = "artefact"
            else:
                found[arrow] = "v_structure" if arrow in in_v else "compelled"
        return found

    def edge_words(self, position: int, u: Label, v: Label) -> str:
        """Return what has directed an edge by a position, and nothing of what comes later."""
        name, origins = self.context.name, self.origins(position)
        a, b = sorted((self.dag.position(u), self.dag.position(v)))
        arrow = (a, b) if (a, b) in origins else (b, a)
        if arrow not in origins:
            end = position == len(self.stages) - 1
            kept = "keeps no direction" if end else "has no direction yet"
            return f"{name(a)} - {name(b)} {kept}."
        for moment in self.stages[: position + 1]:
            event = moment.event
            if isinstance(event, ev.EdgeDirected) and (event.tail, event.head) == arrow:
                return moment.text
        if origins[arrow] == "artefact":
            return f"{self._arrow(*arrow)} was drawn by line 13, and may point the wrong way."
        tail, head = (self.dag.nodes[end] for end in arrow)
        v = next(v for v in self.dag.v_structures() if v[1] == head and tail in v)
        return f"{self._arrow(*arrow)} belongs to the v-structure {v[0]} → {head} ← {v[2]}."

    def drawing(self, position: int, title: str = "") -> Drawing:
        """Return the graph at a position; the arrows that it adds are thick."""
        moment, names, mark = self.stages[position], self.dag.nodes, self.layout.mark
        origins = self.origins(position)
        fresh = _arrows(moment.state) - _arrows(moment.before)
        marks = [
            mark(names[a], names[b], True, "new" if (a, b) in fresh else _STATES[origin])
            for (a, b), origin in origins.items()
        ]
        joined = {frozenset(arrow) for arrow in origins}
        marks += [
            mark(names[u], names[v], False, "undirected")
            for u, mask in enumerate(moment.state.edges)
            for v in members(mask)
            if u < v and frozenset((u, v)) not in joined
        ]
        return self.layout.with_edges(title or self.title(position), marks)

    def told(self, position: int) -> tuple[str, ...]:
        """Return what a position adds, then why, for a stage that shows the rest."""
        moment = self.stages[position]
        event = moment.event
        if isinstance(event, ev.EdgeDirected):
            directed, _, why = moment.text.partition(", since ")
            return f"{directed},", f"since {why}"
        if isinstance(event, ev.VStructuresCollected) and len(event.v_structures) > MOST_TOLD:
            return (f"We keep {len(event.v_structures)} v-structures.",)
        first, _, rest = moment.text.removeprefix("No variable remains. ").partition(". ")
        return (f"{first}.", rest) if rest else (first,)

    def title(self, position: int) -> str:
        """Return what a position shows."""
        event = self.stages[position].event
        if event is None:
            return "Learned arrows"
        if isinstance(event, ev.VStructuresCollected):
            return "Line 20: the v-structures"
        if isinstance(event, ev.EdgeDirected):
            return f"Line 21: rule {event.rule}"
        return "Line 22: the graph returned"

    def question(self, position: int) -> Question | None:
        """Return what to predict before the next step: which edge a rule directs; or None."""
        if position + 1 >= len(self.stages) or position == 0:
            return None
        graph = self.stages[position].state.learned_graph(self.dag.nodes)
        event = self.stages[position + 1].event
        ways = [
            self._arrow(a, b)
            for a, mask in enumerate(graph.undirected_masks)
            for b in members(mask)
        ]
        if not ways:
            return None
        answer = NO_EDGE
        if isinstance(event, ev.EdgeDirected):
            answer = self._arrow(event.tail, event.head)
            also = {self._arrow(*arrow) for arrow in fitting_arrows(graph)} - {answer}
            ways = [way for way in ways if way not in also]
        if len(ways) == 0 or (answer != NO_EDGE and answer not in ways):
            return None
        return Question(
            key=f"{self.orientation} {position}",
            text="Which edge does a Meek rule direct next?",
            options=(*ways, NO_EDGE),
            answer=answer,
            because=self.stages[position + 1].text,
        )

    def _arrow(self, a: int, b: int) -> str:
        return f"{self.context.name(a)} → {self.context.name(b)}"

    @cached_property
    def is_right(self) -> bool:
        """Whether the answer is the essential graph of the true graph."""
        return self.result == self.truth


_STATES: dict[ArrowOrigin, EdgeState] = {
    "v_structure": "v_structure",
    "compelled": "compelled",
    "artefact": "printed",
}


def fitting_arrows(graph: Pdag) -> list[Arrow]:
    """Return the directions that a Meek rule gives to an edge now."""
    return [
        (a, b)
        for a, mask in enumerate(graph.undirected_masks)
        for b in members(mask)
        if fitting_rule(graph, a, b) is not None
    ]


def _arrows(state: PlayerState) -> set[Arrow]:
    return {(tail, head) for tail, head, _ in state.arrows}
