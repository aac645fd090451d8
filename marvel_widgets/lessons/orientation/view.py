"""From learned arrows to the essential graph: the end of a run, step by step.

The learned arrows, line 17, each Meek rule, and the essential graph, as states with a
picture and a sentence; and the members of its class. The printed rule beside the repaired
one is in `marvel_widgets.lessons.orientation.printed_rule`.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from marvel_widgets.assessment.prediction import Question
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.options import Orientation
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.algorithms.run import Trace
from marvel_widgets.core.boundary.events import Event
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import equivalent_dags, essential_graph, fitting_rule
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.palette import EdgeState
from marvel_widgets.pictures.positions import Positions
from marvel_widgets.pictures.stage import Stage, stage_of
from marvel_widgets.replay.explanations import explain
from marvel_widgets.replay.fold import PlayerState, advance, initial_state
from marvel_widgets.replay.wording import RunContext
from marvel_widgets.text import counted, listed

Arrow = tuple[int, int]
MOST_TESTS = 100_000  # of a run that is shown to its end
MOST_TOLD = 3  # v-structures
MOST_MEMBERS = 200  # shown of one class
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

    def origins(self, position: int) -> dict[Arrow, EdgeState]:
        """Return the reason for each arrow at a position.

        ``"v_structure"``: it belongs to a v-structure of the true graph. ``"printed"``: line
        13 drew it, or it does not stand in the true essential graph. ``"compelled"``: a rule
        directed it, rightly.
        """
        place = self.dag.position
        right: dict[Arrow, EdgeState] = {
            (place(a), place(b)): "compelled" for a, b in self.truth.directed
        }
        for a, c, b in self.dag.v_structures():
            right |= {(place(end), place(c)): "v_structure" for end in (a, b)}
        return {
            (tail, head): "printed" if kind == "printed" else right.get((tail, head), "printed")
            for tail, head, kind in self.stages[position].state.arrows
        }

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
        if origins[arrow] == "printed":
            return f"{self._arrow(*arrow)} was drawn by line 13, and may point the wrong way."
        tail, head = (self.dag.nodes[end] for end in arrow)
        v = next(v for v in self.dag.v_structures() if v[1] == head and tail in v)
        return f"{self._arrow(*arrow)} belongs to the v-structure {v[0]} → {head} ← {v[2]}."

    def drawing(self, position: int, title: str = "") -> Drawing:
        """Return the graph at a position; the arrows that it adds are thick, their cause is blue.

        The premises of a Meek rule are all other edges among the variables that it looks at.
        """
        moment, names, mark = self.stages[position], self.dag.nodes, self.layout.mark
        event, origins = moment.event, self.origins(position)
        fresh = _arrows(moment.state) - _arrows(moment.before)
        of_rule: set[int] = set()
        if isinstance(event, ev.EdgeDirected):
            of_rule = {event.tail, event.head, *event.because}
        state: EdgeState
        marks = []
        for (a, b), state in origins.items():
            why = "cause" if {a, b} <= of_rule else state
            marks.append(mark(names[a], names[b], True, "new" if (a, b) in fresh else why))
        marks += [
            mark(names[u], names[v], False, "cause" if {u, v} <= of_rule else "undirected")
            for u, mask in enumerate(moment.state.edges)
            for v in members(mask)
            if u < v and not {(u, v), (v, u)} & {*origins}
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
        event = self.stages[position].event
        if event is None:
            return "Learned arrows"
        if isinstance(event, ev.VStructuresCollected):
            return "Line 17: the v-structures"
        if isinstance(event, ev.EdgeDirected):
            return f"Line 18: rule {event.rule}"
        return "Line 19: the graph returned"

    def question(self, position: int) -> Question | None:
        """Return what to predict before the next step: which edge a rule directs; or None."""
        if position + 1 >= len(self.stages) or position == 0:
            return None
        graph = self.stages[position].state.learned_graph(self.dag.nodes)
        event = self.stages[position + 1].event
        ways = [(a, b) for a, mask in enumerate(graph.undirected_masks) for b in members(mask)]
        if not ways:
            return None
        answer = NO_EDGE
        if isinstance(event, ev.EdgeDirected):  # no other right answer is offered
            answer, arrow = self._arrow(event.tail, event.head), (event.tail, event.head)
            ways = [way for way in ways if way == arrow or fitting_rule(graph, *way) is None]
        return Question(
            key=f"{self.orientation} {position}",
            text="Which edge does a Meek rule direct next?",
            options=(*(self._arrow(*way) for way in ways), NO_EDGE),
            answer=answer,
            because=self.stages[position + 1].text,
        )

    def _arrow(self, a: int, b: int) -> str:
        return f"{self.context.name(a)} → {self.context.name(b)}"

    @cached_property
    def is_right(self) -> bool:
        return self.result == self.truth


def _arrows(state: PlayerState) -> set[Arrow]:
    return {(tail, head) for tail, head, _ in state.arrows}


class Members:
    """The DAGs of the Markov equivalence class of a graph."""

    def __init__(
        self, dag: Dag, limit: int = MOST_MEMBERS, positions: Positions | None = None
    ) -> None:
        self.dag, self.graph = dag, essential_graph(dag)
        found = tuple(islice(equivalent_dags(self.graph, limit=limit + 1), limit + 1))
        self.dags, self.is_cut = found[:limit], len(found) > limit
        self.limit = limit
        self._places = positions

    @cached_property
    def layout(self) -> Stage:
        """The positions of the variables, in the picture of every member."""
        return stage_of(self.dag, self._places)

    @property
    def count_words(self) -> str:
        if self.is_cut:
            return (
                f"The class has more than {self.limit:,} members; we show the first {self.limit:,}."
            )
        return f"The class has {counted(len(self.dags), 'member')}."

    def text(self, number: int) -> str:
        """Return what is special about a member."""
        of = f"{len(self.dags):,}{' and more' if self.is_cut else ''}"
        turned = [edge for edge in self.dags[number].edges if edge[::-1] in self.dag.edges]
        if not turned:
            return f"Member {number + 1:,} of {of}: this is the true graph itself."
        words = listed(f"{a} → {b}" for a, b in turned)
        against = "against" if len(turned) == 1 else "all against"
        return (
            f"Member {number + 1:,} of {of}: {words}, {against} the true graph. Skeleton and "
            "v-structures are the same, so no CI test can tell them apart."
        )

    def drawing(self, number: int) -> Drawing:
        """Return a member; edges that all members share look as in the essential graph."""
        in_v = {(end, c) for a, c, b in self.dag.v_structures() for end in (a, b)}
        marks = []
        for a, b in self.dags[number].edges:
            state: EdgeState = "free"
            if (a, b) in self.graph.directed:
                state = "v_structure" if (a, b) in in_v else "compelled"
            marks.append(self.layout.mark(a, b, True, state))
        return self.layout.with_edges(f"Member {number + 1}", marks)
