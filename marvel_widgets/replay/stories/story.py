"""What a type of event means to the player: one `Story`, complete, or an error."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Generic, TypeVar

from marvel_widgets.core.boundary.events import Event
from marvel_widgets.replay.state import PlayerState
from marvel_widgets.replay.wording import Parts, RunContext, given_words

INDEPENDENT, DEPENDENT = "independent", "dependent"
YES, NO = "yes", "no"

Asked = tuple[str, tuple[str, ...], str]  # the question, the options, the answer
E = TypeVar("E", bound=Event)

_LACKING: Any = object()


@dataclass(frozen=True, slots=True)
class Focus:
    """The variables that a test or an event is about, and the boundary that it states."""

    pair: tuple[int, ...] = ()
    given: tuple[int, ...] = ()
    members: tuple[int, ...] = ()


@dataclass(frozen=True)
class Story(Generic[E]):
    """How a type of event is replayed. None says that there is nothing; silence is an error."""

    kind: type[E]
    fold: Callable[[E, PlayerState], PlayerState] = _LACKING
    sentence: Callable[[E, PlayerState, RunContext], Parts] = _LACKING
    focus: Callable[[E, PlayerState], Focus] | None = _LACKING
    question: Callable[[E, RunContext], Asked | None] | None = _LACKING
    line: Callable[[E], int] | None = None  # where events of the type belong to several lines
    marks_new: bool = False

    def __post_init__(self) -> None:
        """Refuse a story that leaves something out."""
        lacking = [part.name for part in fields(self) if getattr(self, part.name) is _LACKING]
        if lacking:
            msg = f"the story of {self.kind.__name__} lacks {', '.join(lacking)}; None means none"
            raise TypeError(msg)


def story(
    kind: type[E],
    *,
    fold: Callable[[E, PlayerState], PlayerState] = _LACKING,
    focus: Callable[[E, PlayerState], Focus] | None = _LACKING,
    question: Callable[[E, RunContext], Asked | None] | None = _LACKING,
    line: Callable[[E], int] | None = None,
    marks_new: bool = False,
) -> Callable[[Callable[[E, PlayerState, RunContext], Parts]], Story[E]]:
    """Make a function that says the sentence of a type of event its story."""
    return lambda sentence: Story(kind, fold, sentence, focus, question, line, marks_new)


def unchanged(_event: Event, state: PlayerState) -> PlayerState:
    """Return the state as it is: the event that sums up single answers changes it."""
    return state


def independence_question(
    context: RunContext, x: int, y: int, given: tuple[int, ...], independent: bool
) -> Asked:
    """Return the question of a CI test."""
    text = f"Are {context.name(x)} and {context.name(y)} independent {given_words(context, given)}?"
    return text, (INDEPENDENT, DEPENDENT), INDEPENDENT if independent else DEPENDENT


def yes_no_question(text: str, holds: bool) -> Asked:
    """Return a question whose answer is yes or no."""
    return text, (YES, NO), YES if holds else NO
