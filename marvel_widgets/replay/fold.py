"""The state of a run at any point: the fold of its events up to there."""

from collections.abc import Iterable, Mapping

from marvel_widgets._lazy import modules_of
from marvel_widgets.core.boundary.events import Event
from marvel_widgets.replay.story import ArrowKind, Arrows, PlayerState, Story, initial_state

__all__ = ["STORIES", "ArrowKind", "Arrows", "PlayerState", "advance", "initial_state", "story_of"]


def registered(stories: Iterable[Story]) -> dict[type[Event], Story]:
    found: dict[type[Event], Story] = {}
    for story in stories:
        if story.kind in found:
            msg = f"{story.kind.__name__} has two stories; delete one"
            raise TypeError(msg)
        found[story.kind] = story
    return found


STORIES: Mapping[type[Event], Story] = registered(
    story
    for module in modules_of("marvel_widgets.replay.stories")
    for story in vars(module).values()
    if isinstance(story, Story)
)


def story_of(event: Event) -> Story:
    try:
        return STORIES[type(event)]
    except KeyError:
        msg = without_story(type(event))
        raise TypeError(msg) from None


def without_story(kind: type[Event]) -> str:
    """Return the error for a type of event without a story."""
    return f"{kind.__name__} has no story; add one to a module of marvel_widgets.replay.stories"


def advance(event: Event, state: PlayerState) -> PlayerState:
    """Return the state after one more event."""
    return story_of(event).fold(event, state)
