"""One plain sentence for every event and every CI test."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch

from marvel_widgets.algorithms import events as ev
from marvel_widgets.boundary import lemmas
from marvel_widgets.graphs.bits import mask_of
from marvel_widgets.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.independence.log import TestRecord
from marvel_widgets.teaching.pseudocode import ITEMS, LINE_OF_PURPOSE, PURPOSES, Item
from marvel_widgets.teaching.replay import PlayerState
from marvel_widgets.teaching.wording import Telling, counted, given_words, listed, reason


@dataclass(frozen=True, slots=True)
class Explanation:
    """A sentence and its place.

    Attributes
    ----------
    text : str
        The sentence, names and reason included.
    line : int
        The line of the pseudo-code.
    item : Item
        The place in the paper.
    status : {"performed", "reused", "no test"}
        Whether CI tests were made for it, or an earlier answer was used again.
    """

    text: str
    line: int
    item: Item
    status: str

    def __str__(self) -> str:
        return f"Line {self.line}, {self.item}, {self.status}: {self.text}"


def explain_test(test: TestRecord, before: PlayerState, telling: Telling) -> Explanation:
    """Return the sentence of one CI test: who, given what, the verdict and its witness.

    Examples
    --------
    >>> from marvel_widgets import Dag, record
    >>> from marvel_widgets.teaching.replay import initial_state
    >>> dag = Dag("X -> Y <- T")
    >>> trace = record("marvel", dag)
    >>> telling = Telling(dag.nodes, dag)
    >>> print(explain_test(trace.tests[1], initial_state(3), telling).text)
    Are X and T independent given {Y}? No: the path X → Y ← T is open (collider Y is given).
    """
    x, y = telling.name(test.x), telling.name(test.y)
    question = f"Are {x} and {y} independent {given_words(telling, test.given)}?"
    answer = "Yes" if test.independent else "No"
    why = "; that is what the test says of the data"
    if telling.dag is not None:
        why = f": {reason(telling, test.x, test.y, test.given, before.remaining).text}"
    text = f"{question} {answer}{why}."
    line = LINE_OF_PURPOSE.get(test.purpose, 1)
    return Explanation(text, line, ITEMS.get(test.purpose, ITEMS["algorithm"]), "performed")


def purpose_words(purpose: str) -> str:
    """Return the purpose of a test as people read it.

    Examples
    --------
    >>> purpose_words("condition-1")
    'Condition 1'
    """
    return PURPOSES.get(purpose, purpose)


def explain(event: ev.Event, before: PlayerState, telling: Telling) -> Explanation:
    """Return the sentence of an event.

    Parameters
    ----------
    event : Event
    before : PlayerState
        The state in which it happened.
    telling : Telling
        The names, and the true graph where it is known.

    Raises
    ------
    TypeError
        The event has no sentence.

    Examples
    --------
    >>> from marvel_widgets.teaching.replay import initial_state
    >>> names = Telling(("A", "B"))
    >>> print(explain(ev.Visited(0), initial_state(2), names))
    Line 6, Algorithm 1 (MARVEL), no test: A is next: its boundary {} has 0 members. \
Is A removable?
    """
    text, item, status = sentence(event, before, telling)
    return Explanation(text, event.line, ITEMS[item], status)


Parts = tuple[str, str, str]  # the sentence, the key of the paper's item, the status


@singledispatch
def sentence(event: ev.Event, before: PlayerState, telling: Telling) -> Parts:
    """Return the parts of `explain`; one rule for each type of event."""
    msg = (
        f"{type(event).__name__} has no explanation "
        f"({len(before.edges)} of {len(telling.names)} variables)"
    )
    raise TypeError(msg)


def _status(reused: bool) -> str:
    return "reused" if reused else "performed"


@sentence.register
def _(event: ev.BoundaryFound, before: PlayerState, telling: Telling) -> Parts:
    boundary = telling.some(event.boundary)
    text = (
        f"The Markov boundary of {telling.name(event.x)} is {boundary}: exactly these depend on "
        f"it given all other variables. {_known_boundaries(before, telling)}"
    )
    return text, BOUNDARY_DISCOVERY, "performed"


def _known_boundaries(before: PlayerState, telling: Telling) -> str:
    left = len(telling.names) - before.boundaries_known.bit_count() - 1
    return f"{counted(left, 'boundary', 'boundaries')} to go." if left else "That was the last."


@sentence.register
def _(event: ev.BoundariesGiven, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    largest = max(map(len, event.boundaries), default=0)
    given = counted(len(event.boundaries), "given boundary", "given boundaries")
    text = f"The run starts from {given}; the largest has {counted(largest, 'member')}."
    return text, BOUNDARY_DISCOVERY, "no test"


@sentence.register
def _(event: ev.RoundStarted, before: PlayerState, telling: Telling) -> Parts:
    order = before.order()
    words = [f"{telling.name(x)} ({before.boundaries[x].bit_count()})" for x in order[:6]]
    rest = f" and {len(order) - 6} more" if len(order) > 6 else ""
    text = (
        f"Round {event.number}: {counted(len(order), 'variable')} "
        f"{'remains' if len(order) == 1 else 'remain'}, sorted by boundary size: "
        f"{', '.join(words)}{rest}."
    )
    return text, "boundary-size", "no test"


@sentence.register
def _(event: ev.Visited, before: PlayerState, telling: Telling) -> Parts:
    x = telling.name(event.x)
    boundary = before.boundaries[event.x]
    text = (
        f"{x} is next: its boundary {telling.mask(boundary)} has "
        f"{counted(boundary.bit_count(), 'member')}. Is {x} removable?"
    )
    return text, "algorithm", "no test"


@sentence.register
def _(event: ev.NeighborDecided, before: PlayerState, telling: Telling) -> Parts:
    x, y = telling.name(event.x), telling.name(event.y)
    if event.separating_set is not None:
        text = (
            f"{y} is a co-parent of {x}: {telling.some(event.separating_set)} separates them, "
            "so there is no edge, only a common child."
        )
        return text, lemmas.NEIGHBORS, "performed"
    if before.boundaries[event.x].bit_count() == 1:
        text = (
            f"{y} is a neighbor of {x} without any test: it is alone in the boundary, and there "
            "is no proper subset to try."
        )
        return text, lemmas.NEIGHBORS, "no test"
    text = f"{y} is a neighbor of {x}: no proper subset of the rest of the boundary separates them."
    return text, lemmas.NEIGHBORS, "performed"


@sentence.register
def _(event: ev.NeighborsKnown, before: PlayerState, telling: Telling) -> Parts:
    x = telling.name(event.x)
    near, others = telling.some(event.neighbors), telling.some(event.co_parents)
    if event.reused:
        text = (
            f"The neighbors of {x} were found before; those still here are {near}, and its "
            f"co-parents are now {others}."
        )
        return text, "bookkeeping", "reused"
    new = [y for y in event.neighbors if not before.edges[event.x] >> y & 1]
    drawn = (
        f"we draw {listed(f'{x} - {telling.name(y)}' for y in new)}" if new else "no edge is new"
    )
    text = f"{x} has the neighbors {near} and the co-parents {others}; {drawn}."
    return text, lemmas.NEIGHBORS, "no test"


@sentence.register
def _(event: ev.PairDecided, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    x, z, w = (telling.name(v) for v in (event.x, event.z, event.w))
    again = " We know this from an earlier visit." if event.reused else ""
    if event.separating_set is None:
        text = (
            f"{z} and {w} pass: no set that holds {x} separates them, so they are adjacent or "
            f"both parents of {x}.{again}"
        )
    else:
        given = telling.some((*event.separating_set, event.x))
        text = (
            f"{z} and {w} break Condition 1: {given} separates them, so they are not adjacent, "
            f"and not both parents of {x}.{again}"
        )
    return text, lemmas.CONDITION_ONE, _status(event.reused)


@sentence.register
def _(event: ev.ConditionOneDecided, before: PlayerState, telling: Telling) -> Parts:
    x = telling.name(event.x)
    if not event.holds:
        text = f"Condition 1 fails for {x}: it is not removable now. We go on to the next variable."
    elif (before.neighbors or 0).bit_count() < 2:
        text = f"Condition 1 holds for {x}: with fewer than two neighbors there is no pair to test."
    else:
        text = f"Condition 1 holds for {x}: all its neighbors are adjacent to each of its children."
    return text, "removability", "no test"


@sentence.register
def _(event: ev.SeparatingSetRenewed, before: PlayerState, telling: Telling) -> Parts:
    x, t = telling.name(event.x), telling.name(event.t)
    boundary = telling.mask(before.boundaries[event.x])
    if event.separating_set is None:
        text = (
            f"The set kept for {x} and {t} has left the boundary {boundary}, and no other is "
            "found there; we keep the old one."
        )
    else:
        text = (
            f"The set kept for {x} and {t} is not inside the present boundary {boundary}, where "
            f"the lemma needs it; we search again and find {telling.some(event.separating_set)}."
        )
    return text, lemmas.V_STRUCTURES, "performed"


@sentence.register
def _(event: ev.VStructureDecided, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    x, y, t = (telling.name(v) for v in (event.x, event.y, event.t))
    if event.found:
        text = (
            f"{x} → {y} ← {t} is a v-structure: {y} is not in the set that separates {x} and "
            f"{t}, and nothing separates {y} and {t}."
        )
        return text, lemmas.V_STRUCTURES, "performed"
    if event.in_separating_set:
        text = (
            f"{y} is no common child of {x} and {t}: it is in the set that separates them. "
            "No test is needed."
        )
        return text, lemmas.V_STRUCTURES, "no test"
    text = (
        f"{y} is no common child of {x} and {t}: {telling.some(event.separating_set or ())} "
        f"separates {y} and {t}, so there is no edge between these two."
    )
    return text, lemmas.V_STRUCTURES, "performed"


@sentence.register
def _(event: ev.VStructuresKnown, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    x = telling.name(event.x)
    found = [f"{x} → {telling.name(y)} ← {telling.name(t)}" for y, t in event.v_structures]
    if event.reused:
        kept = listed(found) if found else "none of them is left"
        text = f"The v-structures with {x} as a parent were found before: {kept}."
        return text, "bookkeeping", "reused"
    if not found:
        text = f"{x} is a parent in no v-structure; no edge gets a direction."
    else:
        text = f"We direct the edges of {listed(found)}."
    return text, lemmas.V_STRUCTURES, "no test"


@sentence.register
def _(event: ev.TripleDecided, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    x, y, t, z = (telling.name(v) for v in (event.x, event.y, event.t, event.z))
    again = " We know this from an earlier visit." if event.reused else ""
    if event.separating_set is None:
        text = (
            f"For {x} → {y} ← {t}, the neighbor {z} passes: no set that holds {x} and {y} "
            f"separates {z} and {t}.{again}"
        )
    else:
        given = telling.some((*event.separating_set, event.x, event.y))
        text = (
            f"For {x} → {y} ← {t}, the neighbor {z} breaks Condition 2: {given} separates {z} "
            f"and {t}, so {t} is not a parent of {z}.{again}"
        )
    return text, lemmas.CONDITION_TWO, _status(event.reused)


@sentence.register
def _(event: ev.ConditionTwoDecided, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    x = telling.name(event.x)
    if event.holds:
        text = f"Condition 2 holds for {x} as well: by Theorem 1, {x} is removable."
    else:
        text = f"Condition 2 fails for {x}: it is not removable now. We go on to the next variable."
    return text, "removability", "no test"


@sentence.register
def _(event: ev.NoneRemovable, before: PlayerState, telling: Telling) -> Parts:
    left = counted(before.remaining.bit_count(), "remaining variable")
    if event.chosen is None:
        text = f"None of the {left} passed, which an oracle never says; the run stops here."
    else:
        text = (
            f"None of the {left} passed, which an oracle never says; "
            f"{telling.name(event.chosen)}, with the smallest boundary, leaves all the same."
        )
    return text, "algorithm", "no test"


@sentence.register
def _(event: ev.Removed, before: PlayerState, telling: Telling) -> Parts:
    x = telling.name(event.x)
    left = before.remaining.bit_count() - 1
    remain = f"{counted(left, 'variable')} {'remains' if left == 1 else 'remain'}"
    if telling.orientation == "printed" and event.arrows:
        arrows = listed(f"{telling.name(y)} → {x}" for y in event.arrows)
        text = (
            f"{x} leaves. Line 13 points its undirected edges at it: {arrows}. These arrows are "
            f"claims of the printed algorithm, not yet truths. {remain}."
        )
    elif event.neighbors:
        text = (
            f"{x} leaves. We keep in mind that its neighbors were {telling.some(event.neighbors)}; "
            f"{remain}."
        )
    else:
        text = f"{x} leaves; it has no neighbor any more. {remain[0].upper()}{remain[1:]}."
    return text, "removability", "no test"


@sentence.register
def _(event: ev.BoundaryPairTested, before: PlayerState, telling: Telling) -> Parts:
    x, y, z = (telling.name(v) for v in (event.x, event.y, event.z))
    met = before.boundaries[event.y] & mask_of((event.z,))
    if event.independent and met:
        text = f"{y} and {z} leave each other's boundary: only their common child {x} held them."
    elif event.independent:
        text = f"{y} and {z} stay outside each other's boundary without {x}."
    else:
        text = f"{y} and {z} stay in each other's boundary without {x}."
    smaller = telling.name(event.smaller)
    return (
        f"{text} The smaller boundary, that of {smaller}, was given.",
        (lemmas.BOUNDARY_UPDATE),
        "performed",
    )


@sentence.register
def _(event: ev.VStructuresCollected, before: PlayerState, telling: Telling) -> Parts:
    found = [
        f"{telling.name(a)} → {telling.name(c)} ← {telling.name(b)}"
        for a, c, b in event.v_structures
    ]
    edges = counted(sum(mask.bit_count() for mask in before.edges) // 2, "edge")
    dropped = ""
    if event.dropped:
        dropped = f" {counted(len(event.dropped), 'other')} contradicted these and was dropped."
    which = f"the v-structures {listed(found)}" if found else "no v-structure"
    return f"All have left. We keep {edges} and {which}.{dropped}", "correctness", "no test"


_RULES = {
    "R1": "otherwise {a} would be the middle of a new v-structure with {first}",
    "R2": "otherwise {a} → {first} → {b} would close a cycle",
    "R3": "otherwise {first} and {second} would force a cycle or a new v-structure",
    "R4": "otherwise {first} and {second} would force a cycle or a new v-structure",
}


@sentence.register
def _(event: ev.EdgeDirected, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    a, b = telling.name(event.tail), telling.name(event.head)
    others = [telling.name(v) for v in event.because]
    why = _RULES[event.rule].format(a=a, b=b, first=others[0], second=others[-1])
    return f"Meek's rule {event.rule}: {a} → {b}, for {why}.", "correctness", "no test"


@sentence.register
def _(event: ev.Finished, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    graph = before.learned_graph(telling.names)
    text = (
        f"Done: the essential graph has {counted(len(graph.directed), 'directed edge')} and "
        f"{counted(len(graph.undirected), 'undirected edge')}."
    )
    return text, "correctness", "no test"
