"""How every algorithm ends: v-structures, Meek's rules, the answer."""

from dataclasses import replace

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.registry import described_as
from marvel_widgets.core.boundary.events import Set
from marvel_widgets.replay.state import PlayerState, with_arrow, without_current_variable
from marvel_widgets.replay.stories.story import Focus, story
from marvel_widgets.replay.wording import Parts, RunContext
from marvel_widgets.text import capitalized, counted, listed, remain

_RULES = {
    "R1": "otherwise {first} → {a} ← {b} would be a new v-structure",
    "R2": "otherwise {a} → {first} → {b} → {a} would be a cycle",
    "R3": "otherwise there would be a cycle or the new v-structure {first} → {a} ← {second}",
    "R4": "otherwise there would be a cycle or the new v-structure {first} → {a} ← {b}",
}


def meek_reason(rule: str, tail: int, head: int, because: Set, context: RunContext) -> str:
    """Return why a Meek rule directs an edge: what the other direction would bring."""
    others = [context.name(v) for v in because]
    a, b = context.name(tail), context.name(head)
    return _RULES[rule].format(a=a, b=b, first=others[0], second=others[-1])


def _fold_v_structures_collected(event: ev.VStructuresCollected, state: PlayerState) -> PlayerState:
    after = replace(without_current_variable(state), arrows=(), passed_over=(), level=None)
    for a, c, b in event.v_structures:
        after = with_arrow(with_arrow(after, a, c, "v_structure"), b, c, "v_structure")
    return after


@story(ev.VStructuresCollected, fold=_fold_v_structures_collected, focus=None, question=None)
def _v_structures_collected(
    event: ev.VStructuresCollected, before: PlayerState, context: RunContext
) -> Parts:
    found = [
        f"{context.name(a)} → {context.name(c)} ← {context.name(b)}"
        for a, c, b in event.v_structures
    ]
    edges = counted(sum(mask.bit_count() for mask in before.edges) // 2, "edge")
    dropped = ""
    if event.dropped:
        were = "was" if len(event.dropped) == 1 else "were"
        dropped = f" {counted(len(event.dropped), 'other')} did not fit and {were} dropped."
    which = "no v-structure"
    if found:
        which = f"the v-structure{'' if len(found) == 1 else 's'} {listed(found)}"
    text = f"We keep {edges} and {which}.{dropped}"
    if context.removes:
        text = f"{capitalized(remain(before.remaining.bit_count()))}. {text}"
    return text, context.conclusion, "no test"


@story(
    ev.EdgeDirected,
    fold=lambda event, state: with_arrow(state, event.tail, event.head, "compelled"),
    focus=lambda event, _: Focus((event.tail, event.head)),
    question=None,
    marks_new=True,
)
def _edge_directed(event: ev.EdgeDirected, _before: PlayerState, context: RunContext) -> Parts:
    a, b = context.name(event.tail), context.name(event.head)
    why = meek_reason(event.rule, event.tail, event.head, event.because, context)
    return f"Meek's rule {event.rule}: {a} → {b}, since {why}.", context.conclusion, "no test"


@story(ev.Finished, fold=lambda _, state: replace(state, finished=True), focus=None, question=None)
def _finished(_event: ev.Finished, before: PlayerState, context: RunContext) -> Parts:
    graph = before.learned_graph(context.names)
    if described_as(context.algorithm).finds == "skeleton":
        edges = counted(len(graph.undirected), "edge")
        text = f"the skeleton has {edges}; {context.presentation.title} gives none a direction."
    else:
        right = context.dag is not None and context.orientation == "recorded" and not context.doubts
        which = "the essential graph" if right else "the graph returned"
        both = sum(kind == "two_headed" for _, _, kind in before.arrows)
        text = (
            f"{which} has {counted(len(graph.directed), 'directed edge')} and "
            f"{counted(len(graph.undirected) - both, 'undirected edge')}"
            f"{f', and {both:,} with two heads' if both else ''}."
        )
    if context.doubts:  # it is not what a theorem says
        return " ".join((*context.doubts, capitalized(text))), context.algorithm, "no test"
    return f"Done: {text}", context.conclusion, "no test"
