"""The sentences of boundary discovery: what is found, and why."""

from __future__ import annotations

from marvel_widgets.algorithms import events as ev
from marvel_widgets.graphs.bits import members
from marvel_widgets.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.teaching.replay_state import PlayerState
from marvel_widgets.teaching.wording import Parts, Sentences, Telling, counted, given_words, some_of


def _boundary_found(event: ev.BoundaryFound, before: PlayerState, telling: Telling) -> Parts:
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


def _boundaries_given(event: ev.BoundariesGiven, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    largest = max(map(len, event.boundaries), default=0)
    given = counted(len(event.boundaries), "given boundary", "given boundaries")
    text = f"The run starts from {given}; the largest has {counted(largest, 'member')}."
    return text, BOUNDARY_DISCOVERY, "no test"


def _boundary_started(event: ev.BoundaryStarted, before: PlayerState, telling: Telling) -> Parts:
    x = telling.name(event.x)
    left = len(telling.names) - before.boundaries_known.bit_count()
    to_go = counted(left, "variable")
    text = f"We look for the Markov boundary of {x}, starting from the empty set; {to_go} to go."
    return text, "growing", "no test"


def _grown(event: ev.Grown, before: PlayerState, telling: Telling) -> Parts:
    x, y = telling.name(event.x), telling.name(event.y)
    now = given_words(telling, members(before.boundaries[event.x]))
    text = f"{y} comes into the set of {x}: {now}, the two are dependent{telling.claimed}"
    if telling.algorithm in ("iamb", "inter-iamb"):
        text += "; of all such variables it is the most strongly associated, or the first"
    text += "."
    return text, "growing", "performed"


def _shrunk(event: ev.Shrunk, before: PlayerState, telling: Telling) -> Parts:
    x, y = telling.name(event.x), telling.name(event.y)
    rest = given_words(telling, members(before.boundaries[event.x] & ~(1 << event.y)))
    text = f"{y} leaves the set of {x} again: {rest}, the two are independent{telling.claimed}."
    return text, "growing", "performed"


def _repeated(event: ev.GrowthRepeated, before: PlayerState, telling: Telling) -> Parts:
    now = telling.mask(before.boundaries[event.x])
    text = (
        f"The set of {telling.name(event.x)} is {now} again: the answers lead in circles, which "
        "never happens with an oracle, and we stop here."
    )
    return text, "growing", "performed"


def _settled(event: ev.BoundarySettled, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    x = telling.name(event.x)
    if not event.boundary:
        what = "empty: nobody is dependent on it"
    else:
        what = f"{telling.some(event.boundary)}: nobody outside is needed, and nobody inside can go"
    return f"The Markov boundary of {x} is {what}{telling.claimed}.", "growing", "performed"


def _made_symmetric(event: ev.MadeSymmetric, before: PlayerState, telling: Telling) -> Parts:  # noqa: ARG001
    pairs = [f"{telling.name(y)} in that of {telling.name(x)}" for x, y in event.pairs]
    rule = "let each in both" if event.rule == "or" else "keep none of them"
    text = (
        f"{counted(len(pairs), 'membership')} had no counterpart ({some_of(pairs)}); boundaries "
        f'are symmetric, so we {rule} (rule "{event.rule}").'
    )
    return text, "growing", "no test"


SENTENCES: Sentences = {
    ev.BoundaryFound: _boundary_found,
    ev.BoundariesGiven: _boundaries_given,
    ev.BoundaryStarted: _boundary_started,
    ev.Grown: _grown,
    ev.Shrunk: _shrunk,
    ev.GrowthRepeated: _repeated,
    ev.BoundarySettled: _settled,
    ev.MadeSymmetric: _made_symmetric,
}
