"""One plain sentence for every event and every CI test."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch

from marvel_widgets.algorithms import events as ev
from marvel_widgets.boundary import lemmas
from marvel_widgets.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.independence.log import TestRecord
from marvel_widgets.teaching.explanations_rivals import SENTENCES, Parts
from marvel_widgets.teaching.pseudocode import (
    ITEMS,
    PURPOSES,
    Item,
    item_of_purpose,
    line_of,
    line_of_purpose,
)
from marvel_widgets.teaching.replay import PlayerState
from marvel_widgets.teaching.wording import (
    Reason,
    Telling,
    counted,
    given_words,
    listed,
    reason,
)


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

    @property
    def located(self) -> str:
        """The sentence after its line and place."""
        return f"Line {self.line}, {self.item}: {self.text}"

    def __str__(self) -> str:
        return f"Line {self.line}, {self.item}, {self.status}: {self.text}"


def explain_test(
    test: TestRecord, before: PlayerState, telling: Telling, why: Reason | None = None
) -> Explanation:
    """Return the sentence of one CI test: who, given what, the verdict and its witness.

    `why` is the witness, where it is at hand; else it is looked for.

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
    if telling.dag is None:
        words = ", says the test"
    else:
        why = why or reason(telling, test.x, test.y, test.given, before.remaining)
        words = f": {why.text}"
    text = f"{question} {answer}{words}."
    line = line_of_purpose(test.purpose, telling.algorithm)
    if test.purpose == lemmas.NEIGHBORS and before.condition_one:
        line = ev.SeparatingSetRenewed.line  # a stored set is searched again
    return Explanation(text, line, item_of_purpose(test.purpose, telling.algorithm), "performed")


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
    Line 6, Algorithm 1 (MARVEL), no test: A is next: its boundary is empty. Is A removable?
    """
    text, item, status = sentence(event, before, telling)
    return Explanation(text, line_of(event, telling.algorithm), ITEMS[item], status)


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
    x = telling.name(event.x)
    left = len(telling.names) - before.boundaries_known.bit_count() - 1
    if not event.boundary:
        what = f"empty: {x} was found dependent on nobody given all the others"
    else:
        these = "exactly this one was" if len(event.boundary) == 1 else "exactly these were"
        what = f"{telling.some(event.boundary)}: {these} found dependent on it given all the others"
    if left:
        rest = f"{counted(left, 'boundary', 'boundaries')} to go"
    else:
        rest = "That was the last, and every pair has been tested already"
    text = f"The Markov boundary of {x} is {what}. {rest}."
    return text, BOUNDARY_DISCOVERY, "performed" if left else "no test"


@sentence.register
def _(event: ev.BoundariesGiven, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    largest = max(map(len, event.boundaries), default=0)
    given = counted(len(event.boundaries), "given boundary", "given boundaries")
    text = f"The run starts from {given}; the largest has {counted(largest, 'member')}."
    return text, BOUNDARY_DISCOVERY, "no test"


@sentence.register
def _(event: ev.RoundStarted, before: PlayerState, telling: Telling) -> Parts:
    order = before.order()
    if len(order) == 1:
        return (
            f"Round {event.number}: only {telling.name(order[0])} remains.",
            "algorithm",
            "no test",
        )
    words = [f"{telling.name(x)} ({before.boundaries[x].bit_count()})" for x in order[:6]]
    rest = f" and {len(order) - 6} more" if len(order) > 6 else ""
    text = (
        f"Round {event.number}: {_remain(len(order))}, sorted by boundary size: "
        f"{', '.join(words)}{rest}."
    )
    return text, "boundary-size", "no test"


def _remain(variables: int) -> str:
    if not variables:
        return "no variable remains"
    return f"{counted(variables, 'variable')} {'remains' if variables == 1 else 'remain'}"


@sentence.register
def _(event: ev.Visited, before: PlayerState, telling: Telling) -> Parts:
    x = telling.name(event.x)
    boundary = before.boundaries[event.x]
    has = f"{telling.mask(boundary)} has {counted(boundary.bit_count(), 'member')}"
    text = f"{x} is next: its boundary {has if boundary else 'is empty'}. Is {x} removable?"
    return text, "algorithm", "no test"


@sentence.register
def _(event: ev.NeighborDecided, before: PlayerState, telling: Telling) -> Parts:
    x, y = telling.name(event.x), telling.name(event.y)
    if event.separating_set is not None:
        text = (
            f"{y} is a co-parent of {x}{telling.claimed}: {telling.some(event.separating_set)} "
            "separates them, so there is no edge, only a common child."
        )
        return text, lemmas.NEIGHBORS, "performed"
    if before.boundaries[event.x].bit_count() == 1:
        text = (
            f"{y} is a neighbor of {x}{telling.claimed}, without a new test: nothing else is in "
            "the boundary, so there is no proper subset to try."
        )
        return text, lemmas.NEIGHBORS, "no test"
    text = (
        f"{y} is a neighbor of {x}{telling.claimed}: no proper subset of the rest of the "
        "boundary separates them."
    )
    return text, lemmas.NEIGHBORS, "performed"


@sentence.register
def _(event: ev.NeighborsKnown, before: PlayerState, telling: Telling) -> Parts:
    x = telling.name(event.x)
    near = _these(telling, event.neighbors, "neighbor")
    others = _these(telling, event.co_parents, "co-parent")
    if event.reused:
        text = f"The neighbors of {x} were found before: it now has {near} and {others}."
        return text, "bookkeeping", "reused"
    new = [y for y in event.neighbors if not before.has_edge(event.x, y)]
    drawn = (
        f"we draw {listed(f'{x} - {telling.name(y)}' for y in new)}" if new else "no edge is new"
    )
    return f"{x} has {near} and {others}; {drawn}.", lemmas.NEIGHBORS, "no test"


def _these(telling: Telling, variables: ev.Set, noun: str) -> str:
    """Return ``the neighbors {A, B}``, ``the neighbor {A}`` or ``no neighbor``."""
    if not variables:
        return f"no {noun}"
    return f"the {noun}{'' if len(variables) == 1 else 's'} {telling.some(variables)}"


@sentence.register
def _(event: ev.PairDecided, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    x, z, w = (telling.name(v) for v in (event.x, event.z, event.w))
    again = " We know this from an earlier visit." if event.reused else ""
    if event.separating_set is None:
        text = (
            f"{z} and {w} pass: with {x} given, no set from its boundary separates them, so they "
            f"are adjacent or both parents of {x}{telling.claimed}.{again}"
        )
    else:
        given = telling.some((*event.separating_set, event.x))
        text = (
            f"{z} and {w} break Condition 1: {given} separates them, so they are neither adjacent "
            f"nor both parents of {x}{telling.claimed}.{again}"
        )
    return text, lemmas.CONDITION_ONE, _status(event.reused)


@sentence.register
def _(event: ev.ConditionOneDecided, before: PlayerState, telling: Telling) -> Parts:
    x = telling.name(event.x)
    if not event.holds:
        text = (
            f"Condition 1 fails for {x}{telling.claimed}: it is not removable now, and we pass "
            "over it."
        )
    elif (before.neighbors or 0).bit_count() < 2:
        text = f"Condition 1 holds for {x}: with fewer than two neighbors there is no pair to test."
    else:
        text = (
            f"Condition 1 holds for {x}{telling.claimed}: all pairs passed, so each child of {x} "
            "is adjacent to all its other neighbors."
        )
    return text, "removability", "no test"


@sentence.register
def _(event: ev.SeparatingSetRenewed, before: PlayerState, telling: Telling) -> Parts:
    x, t = telling.name(event.x), telling.name(event.t)
    boundary = telling.mask(before.boundaries[event.x])
    if event.separating_set is None:
        text = (
            f"The set kept for {x} and {t} is not inside the present boundary {boundary}, and no "
            "other is found there; we keep the old one."
        )
    else:
        text = (
            f"The set kept for {x} and {t} is not inside the present boundary {boundary}, where "
            f"the lemma needs it; we search again and find {telling.some(event.separating_set)}."
        )
    alone = before.boundaries[event.x].bit_count() == 1  # then there is no proper subset
    return text, lemmas.V_STRUCTURES, "no test" if alone else "performed"


@sentence.register
def _(event: ev.VStructureDecided, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    x, y, t = (telling.name(v) for v in (event.x, event.y, event.t))
    if event.found:
        text = (
            f"{x} → {y} ← {t} is a v-structure{telling.claimed}: {y} is not in the set that "
            f"separates {x} and {t}, and no set tried separates {y} and {t}."
        )
        return text, lemmas.V_STRUCTURES, "performed"
    if event.in_separating_set:
        text = (
            f"{y} is no common child of {x} and {t}{telling.claimed}: it is in the set that "
            "separates them. No test is needed."
        )
        return text, lemmas.V_STRUCTURES, "no test"
    text = (
        f"{y} is no common child of {x} and {t}{telling.claimed}: "
        f"{telling.some(event.separating_set or ())} separates {y} and {t}, so there is no edge "
        "between these two."
    )
    return text, lemmas.V_STRUCTURES, "performed"


@sentence.register
def _(event: ev.VStructuresKnown, before: PlayerState, telling: Telling) -> Parts:
    x = telling.name(event.x)
    found = [f"{x} → {telling.name(y)} ← {telling.name(t)}" for y, t in event.v_structures]
    if event.reused:
        kept = listed(found) if found else "there is none now"
        text = f"The v-structures with {x} as a parent were looked for before: {kept}."
        return text, "bookkeeping", "reused"
    if not found:
        # v-structures with a variable that has left were found at its turn, and stay drawn
        left = " of the variables left" if before.removal_order else ""
        text = f"{x} is a parent in no v-structure{left}; no further edge gets a direction."
    else:
        text = f"We direct the edges of {listed(found)}."
    return text, lemmas.V_STRUCTURES, "no test"


@sentence.register
def _(event: ev.TripleDecided, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    x, y, t, z = (telling.name(v) for v in (event.x, event.y, event.t, event.z))
    again = " We know this from an earlier visit." if event.reused else ""
    if event.separating_set is None:
        text = (
            f"For {x} → {y} ← {t}, the neighbor {z} passes: with {x} and {y} given, no set from "
            f"the boundary of {x} separates {z} and {t}.{again}"
        )
    else:
        given = telling.some((*event.separating_set, event.x, event.y))
        text = (
            f"For {x} → {y} ← {t}, the neighbor {z} breaks Condition 2: {given} separates {z} "
            f"and {t}, so {t} is not a parent of {z}{telling.claimed}.{again}"
        )
    return text, lemmas.CONDITION_TWO, _status(event.reused)


@sentence.register
def _(event: ev.ConditionTwoDecided, before: PlayerState, telling: Telling) -> Parts:
    x = telling.name(event.x)
    if event.holds:
        vacuous = "" if before.co_parents else " (it has no co-parent)"
        text = (
            f"Condition 2 holds for {x} as well{vacuous}: by Theorem 1, {x} is "
            f"removable{telling.claimed}."
        )
    else:
        text = (
            f"Condition 2 fails for {x}{telling.claimed}: it is not removable now, and we pass "
            "over it."
        )
    return text, "removability", "no test"


@sentence.register
def _(event: ev.NoneRemovable, before: PlayerState, telling: Telling) -> Parts:
    left = counted(before.remaining.bit_count(), "remaining variable")
    if event.chosen is None:
        text = f"None of the {left} passed, which never happens with an oracle; the run stops here."
    else:
        text = (
            f"None of the {left} passed, which never happens with an oracle; "
            f"{telling.name(event.chosen)}, with the smallest boundary, leaves all the same."
        )
    return text, "algorithm", "no test"


@sentence.register
def _(event: ev.Removed, before: PlayerState, telling: Telling) -> Parts:
    x = telling.name(event.x)
    remain = _remain(before.remaining.bit_count() - 1)
    if event.arrows:
        text = f"{x} leaves. {_line_13(event, telling)}; {remain}."
    elif not event.neighbors:
        text = f"{x} leaves, without a remaining neighbor; {remain}."
    elif telling.orientation == "printed":
        text = f"{x} leaves. Line 13 finds no undirected edge at it; {remain}."
    else:
        noun = "neighbor was" if len(event.neighbors) == 1 else "neighbors were"
        text = (
            f"{x} leaves. We keep in mind that its {noun} {telling.some(event.neighbors)}; "
            f"{remain}."
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


@sentence.register
def _(event: ev.BoundaryPairTested, before: PlayerState, telling: Telling) -> Parts:
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


@sentence.register
def _(event: ev.VStructuresCollected, before: PlayerState, telling: Telling) -> Parts:
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
    left = _remain(before.remaining.bit_count())
    text = f"{left[0].upper()}{left[1:]}. We keep {edges} and {which}.{dropped}"
    return text, "correctness", "no test"


_RULES = {
    "R1": "otherwise {first} → {a} ← {b} would be a new v-structure",
    "R2": "otherwise {a} → {first} → {b} → {a} would be a cycle",
    "R3": "otherwise there would be a cycle or the new v-structure {first} → {a} ← {second}",
    "R4": "otherwise there would be a cycle or the new v-structure {first} → {a} ← {b}",
}


@sentence.register
def _(event: ev.EdgeDirected, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    a, b = telling.name(event.tail), telling.name(event.head)
    others = [telling.name(v) for v in event.because]
    why = _RULES[event.rule].format(a=a, b=b, first=others[0], second=others[-1])
    item = "correctness" if telling.algorithm == "marvel" else telling.algorithm
    return f"Meek's rule {event.rule}: {a} → {b}, since {why}.", item, "no test"


@sentence.register
def _(event: ev.Finished, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
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


for kind, rule in SENTENCES.items():  # boundary discovery and the other algorithms
    sentence.register(kind, rule)
