"""The sentences of MARVEL's lines 13 to 22, and of the end of every algorithm."""

from __future__ import annotations

from marvel_widgets.algorithms import events as ev
from marvel_widgets.boundary import lemmas
from marvel_widgets.teaching.replay_state import PlayerState
from marvel_widgets.teaching.wording import Parts, Sentences, Telling, counted, listed, remain


def _none_removable(event: ev.NoneRemovable, before: PlayerState, telling: Telling) -> Parts:
    left = counted(before.remaining.bit_count(), "remaining variable")
    if event.chosen is None:
        text = f"None of the {left} passed, which never happens with an oracle; the run stops here."
    else:
        text = (
            f"None of the {left} passed, which never happens with an oracle; "
            f"{telling.name(event.chosen)}, with the smallest boundary, leaves all the same."
        )
    return text, "algorithm", "no test"


def _removed(event: ev.Removed, before: PlayerState, telling: Telling) -> Parts:
    x = telling.name(event.x)
    left = remain(before.remaining.bit_count() - 1)
    if event.arrows:
        text = f"{x} leaves. {_line_13(event, telling)}; {left}."
    elif not event.neighbors:
        text = f"{x} leaves, without a remaining neighbor; {left}."
    elif telling.orientation == "printed":
        text = f"{x} leaves. Line 13 finds no undirected edge at it; {left}."
    else:
        noun = "neighbor was" if len(event.neighbors) == 1 else "neighbors were"
        text = (
            f"{x} leaves. We keep in mind that its {noun} {telling.some(event.neighbors)}; {left}."
        )
    return text, "removability", "no test"


def _line_13(event: ev.Removed, telling: Telling) -> str:
    arrows = listed(f"{telling.name(y)} → {telling.name(event.x)}" for y in event.arrows)
    if len(event.arrows) == 1:
        return (
            f"Line 13 points its undirected edge at it: {arrows}, a claim of the printed "
            "algorithm, not yet a truth"
        )
    return (
        f"Line 13 points its undirected edges at it: {arrows}, claims of the printed algorithm, "
        "not yet truths"
    )


def _boundary_pair_tested(
    event: ev.BoundaryPairTested, before: PlayerState, telling: Telling
) -> Parts:
    x, y, z = (telling.name(v) for v in (event.x, event.y, event.z))
    met = before.boundaries[event.y] >> event.z & 1
    if event.independent and met:
        text = (
            f"{y} and {z} leave each other's boundary: only their common child {x} held "
            f"them{telling.claimed}"
        )
    elif met:
        text = f"{y} and {z} stay in each other's boundary without {x}{telling.claimed}"
    else:  # wrong answers before: neighbors of a removable variable are in each other's boundary
        text = f"{y} and {z} were not in each other's boundary; nothing changes"
    owner = telling.name(event.smaller)
    if event.given:
        sizes = {before.boundaries[v].bit_count() for v in (event.y, event.z)}
        smaller = ", the smaller one" if len(sizes) == 2 else ""
        how = f"Given was {telling.some(event.given)}, the rest of the boundary of {owner}{smaller}"
    else:
        how = f"Nothing was given: the boundary of {owner} has no other member"
    return f"{text}. {how}.", lemmas.BOUNDARY_UPDATE, "performed"


def _v_structures_collected(
    event: ev.VStructuresCollected, before: PlayerState, telling: Telling
) -> Parts:
    found = [
        f"{telling.name(a)} → {telling.name(c)} ← {telling.name(b)}"
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
    if telling.algorithm != "marvel":
        return f"We keep {edges} and {which}.{dropped}", telling.algorithm, "no test"
    left = remain(before.remaining.bit_count())
    text = f"{left[0].upper()}{left[1:]}. We keep {edges} and {which}.{dropped}"
    return text, "correctness", "no test"


_RULES = {
    "R1": "otherwise {first} → {a} ← {b} would be a new v-structure",
    "R2": "otherwise {a} → {first} → {b} → {a} would be a cycle",
    "R3": "otherwise there would be a cycle or the new v-structure {first} → {a} ← {second}",
    "R4": "otherwise there would be a cycle or the new v-structure {first} → {a} ← {b}",
}


def meek_reason(rule: str, tail: int, head: int, because: ev.Set, telling: Telling) -> str:
    """Return why a Meek rule directs an edge: what the other direction would bring.

    Examples
    --------
    >>> meek_reason("R1", 1, 2, (0,), Telling(("A", "B", "C")))
    'otherwise A → B ← C would be a new v-structure'
    """
    others = [telling.name(v) for v in because]
    a, b = telling.name(tail), telling.name(head)
    return _RULES[rule].format(a=a, b=b, first=others[0], second=others[-1])


def _edge_directed(event: ev.EdgeDirected, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    a, b = telling.name(event.tail), telling.name(event.head)
    why = meek_reason(event.rule, event.tail, event.head, event.because, telling)
    item = "correctness" if telling.algorithm == "marvel" else telling.algorithm
    return f"Meek's rule {event.rule}: {a} → {b}, since {why}.", item, "no test"


def _finished(event: ev.Finished, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    graph = before.learned_graph(telling.names)
    item = "correctness" if telling.algorithm == "marvel" else telling.algorithm
    if telling.algorithm == "mmpc":
        edges = counted(len(graph.undirected), "edge")
        return f"Done: the skeleton has {edges}; MMPC gives none a direction.", item, "no test"
    right = telling.dag is not None and telling.orientation == "recorded"
    which = "the essential graph" if right else "the graph returned"
    text = (
        f"Done: {which} has {counted(len(graph.directed), 'directed edge')} and "
        f"{counted(len(graph.undirected), 'undirected edge')}."
    )
    return text, item, "no test"


SENTENCES: Sentences = {
    ev.NoneRemovable: _none_removable,
    ev.Removed: _removed,
    ev.BoundaryPairTested: _boundary_pair_tested,
    ev.VStructuresCollected: _v_structures_collected,
    ev.EdgeDirected: _edge_directed,
    ev.Finished: _finished,
}
