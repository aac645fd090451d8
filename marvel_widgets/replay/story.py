"""What is known at one point of a run."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from string import Formatter
from typing import Any, Literal

from marvel_widgets.core.boundary.events import Event
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.replay.wording import RunContext, given_words

ArrowKind = Literal["v_structure", "two_headed", "printed", "compelled"]
Arrows = tuple[tuple[int, int, ArrowKind], ...]  # (tail, head, why)


@dataclass(frozen=True, slots=True)
class PlayerState:
    """What an algorithm knows at one point of a run. Numbers and masks, as in the events.

    The names are MARVEL's. Where another algorithm, or boundary discovery, works on one
    variable, that one is `visiting`; MMPC's candidates for it are its `neighbors`.
    """

    boundaries: tuple[int, ...]
    boundaries_known: int
    remaining: int
    edges: tuple[int, ...]
    round: int = 0
    visiting: int | None = None
    passed_over: tuple[int, ...] = ()
    neighbors: int | None = None
    co_parents: int | None = None
    condition_one: bool | None = None
    condition_two: bool | None = None
    arrows: Arrows = ()
    removal_order: tuple[int, ...] = ()
    dead_ends: int = 0
    finished: bool = False
    level: int | None = None

    def learned_graph(self, names: tuple[Label, ...]) -> Pdag:
        """Return the learned graph as a `Pdag`; an edge with two heads is a line there."""
        parents = [0] * len(names)
        lines = list(self.edges)
        for tail, head, kind in self.arrows:
            if kind == "two_headed":
                continue
            parents[head] |= 1 << tail
            lines[head] &= ~(1 << tail)
            lines[tail] &= ~(1 << head)
        return Pdag.from_masks(names, tuple(parents), tuple(lines))

    def has_edge(self, u: int, v: int) -> bool:
        """Return whether an edge is drawn between u and v, directed or not.

        Line 11 may direct an edge before line 8 has drawn it.
        """
        return bool(self.edges[u] >> v & 1) or any({a, b} == {u, v} for a, b, _ in self.arrows)

    def order(self) -> tuple[int, ...]:
        """Return the remaining variables as line 5 sorts them."""
        return tuple(
            sorted(members(self.remaining), key=lambda x: (self.boundaries[x].bit_count(), x))
        )


def initial_state(p: int) -> PlayerState:
    """Return the state before anything has happened."""
    return PlayerState((0,) * p, 0, (1 << p) - 1, (0,) * p)


def without_current_variable(state: PlayerState) -> PlayerState:
    return replace(
        state,
        visiting=None,
        neighbors=None,
        co_parents=None,
        condition_one=None,
        condition_two=None,
    )


def with_arrow(state: PlayerState, tail: int, head: int, kind: ArrowKind) -> PlayerState:
    """Return the state with one more arrow; a direction that is there already is kept."""
    if any({a, b} == {tail, head} for a, b, _ in state.arrows):
        return state
    return replace(state, arrows=(*state.arrows, (tail, head, kind)))


def with_v_structure(state: PlayerState, a: int, c: int, b: int) -> PlayerState:
    return with_arrow(with_arrow(state, a, c, "v_structure"), b, c, "v_structure")


def with_neighbors(state: PlayerState, x: int, neighbors: int) -> PlayerState:
    """Return the state with an edge from x to each of its neighbors, which it knows now."""
    edges = list(state.edges)
    edges[x] |= neighbors
    for y in members(neighbors):
        edges[y] |= 1 << x
    return replace(state, edges=tuple(edges), neighbors=neighbors)


def without_edges(state: PlayerState, pairs: Iterable[tuple[int, int]]) -> PlayerState:
    """Return the state with some edges taken out of the skeleton."""
    edges = list(state.edges)
    for x, y in pairs:
        edges[x] &= ~(1 << y)
        edges[y] &= ~(1 << x)
    return replace(state, edges=tuple(edges))


INDEPENDENT, DEPENDENT = "independent", "dependent"
YES, NO = "yes", "no"

Asked = tuple[str, tuple[str, ...], str]  # the question, the options, the answer


@dataclass(frozen=True, slots=True)
class Focus:
    """The variables that a test or an event is about, and the boundary that it states."""

    pair: tuple[int, ...] = ()
    given: tuple[int, ...] = ()
    members: tuple[int, ...] = ()


def unchanged(_event: Event, state: PlayerState) -> PlayerState:
    return state


@dataclass(frozen=True, slots=True)
class Moment:
    """An event and what was known before it; a variable of it has its name here, as in ``at.x``."""

    event: Any
    before: PlayerState
    context: RunContext

    def __getattr__(self, field: str) -> str:
        return self.of(getattr(self.event, field))

    def of(self, variable: int) -> str:
        return self.context.name(variable)

    def some(self, variables: Iterable[int]) -> str:
        return self.context.some(variables)

    def mask(self, mask: int) -> str:
        return self.context.mask(mask)

    @property
    def claimed(self) -> str:
        return self.context.claimed


Parts = tuple[str, str, str]  # a sentence, the key of its source, its status


@dataclass(frozen=True)
class Story:
    """How a type of event is replayed; what it does not say, there is not.

    Where each event has the same source and status, they are here, and `sentence` returns text
    alone. Without a key the source is that of the algorithm.
    """

    kind: type[Event]
    sentence: Callable[[Moment], str | Parts]
    item: str = ""
    status: str = "no test"
    fold: Callable[[Any, PlayerState], PlayerState] = unchanged
    focus: Callable[[Any, PlayerState], Focus] | None = None
    question: Callable[[Any, RunContext], Asked | None] | None = None
    line: Callable[[Any], int] | None = None  # where events of the type belong to several lines
    marks_new: bool = False


def story(
    kind: type[Event], item: str = "", status: str = "no test", **parts: Any
) -> Callable[[Callable[[Moment], str | Parts]], Story]:
    """Make a function that says the sentence of a type of event its story."""
    return lambda sentence: Story(kind, sentence, item, status, **parts)


def independence_question(
    context: RunContext, x: int, y: int, given: tuple[int, ...], independent: bool
) -> Asked:
    """Return the question of a CI test."""
    text = f"Are {context.name(x)} and {context.name(y)} independent {given_words(context, given)}?"
    return text, (INDEPENDENT, DEPENDENT), INDEPENDENT if independent else DEPENDENT


def yes_no_question(
    text: str, field: str, *, is_there: bool = True
) -> Callable[[Any, RunContext], Asked]:
    """Return what asks about an event: a text with its variables, as ``{x}``.

    The answer is yes where the field is true, or has a set; without `is_there`, where it has none.
    """
    letters = [name for _, name, *_ in Formatter().parse(text) if name and len(name) == 1]

    def ask(event: Any, context: RunContext) -> Asked:
        names = {letter: context.name(getattr(event, letter)) for letter in letters}
        holds = getattr(event, field) not in (None, False)
        answer = YES if holds == is_there else NO
        return text.format(event=event, **names), (YES, NO), answer

    return ask


def focus_on(pair: str, given: str = "") -> Callable[[Any, PlayerState], Focus]:
    """Return what events are about: a pair by its letters, given a separating set and others."""

    def focus(event: Any, _before: PlayerState) -> Focus:
        inside = (*(event.separating_set or ()), *(getattr(event, each) for each in given))
        return Focus(tuple(getattr(event, each) for each in pair), inside)

    return focus
