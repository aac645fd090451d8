"""A learner's own program: what its functions returned, and how it ended."""

from dataclasses import replace

from marvel_widgets.core.algorithms import own_events as ev
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.replay.state import PlayerState, with_arrow
from marvel_widgets.replay.stories.story import story, unchanged
from marvel_widgets.replay.wording import Parts, RunContext
from marvel_widgets.text import counted


@story(ev.FunctionReturned, fold=unchanged, focus=None, question=None, line=lambda event: event.at)
def _returned(event: ev.FunctionReturned, _before: PlayerState, context: RunContext) -> Parts:
    text = f"{event.name}({event.arguments}) returns {event.value}."
    return text, context.algorithm, "no test"


def _fold_graph(event: ev.GraphReturned, state: PlayerState) -> PlayerState:
    edges = list(event.undirected)
    for head, parents in enumerate(event.parents):
        edges[head] |= parents
        for tail in members(parents):
            edges[tail] |= 1 << head
    state = replace(state, edges=tuple(edges), finished=True)
    for tail, head in _arrows(event):
        state = with_arrow(state, tail, head, "compelled")
    return state


def _arrows(event: ev.GraphReturned) -> list[tuple[int, int]]:
    return [(tail, head) for head, mask in enumerate(event.parents) for tail in members(mask)]


@story(
    ev.GraphReturned,
    fold=_fold_graph,
    focus=None,
    question=None,
    line=lambda event: event.at,
    marks_new=True,
)
def _graph(event: ev.GraphReturned, _before: PlayerState, context: RunContext) -> Parts:
    arrows = counted(len(_arrows(event)), "directed edge")
    lines = counted(sum(mask.bit_count() for mask in event.undirected) // 2, "undirected edge")
    return f"Done: the program returns {arrows} and {lines}.", context.algorithm, "no test"


@story(ev.ProgramStopped, fold=unchanged, focus=None, question=None, line=lambda event: event.at)
def _stopped(event: ev.ProgramStopped, _before: PlayerState, context: RunContext) -> Parts:
    return f"There is no answer: {event.why}.", context.algorithm, "no test"
