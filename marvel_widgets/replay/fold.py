"""The state of a run at any point: the fold of its events up to there."""

from collections.abc import Mapping

from marvel_widgets.core.boundary.events import Event
from marvel_widgets.replay.stories import marvel, rivals
from marvel_widgets.replay.story import PlayerState, Story, initial_state

__all__ = ["STORIES", "PlayerState", "advance", "initial_state", "story_of"]

STORIES: Mapping[type[Event], Story] = {
    each.kind: each
    for module in (marvel, rivals)
    for each in vars(module).values()
    if isinstance(each, Story)
}


def story_of(event: Event) -> Story:
    try:
        return STORIES[type(event)]
    except KeyError:
        msg = f"{type(event).__name__} has no story; add one to marvel_widgets.replay.stories"
        raise TypeError(msg) from None


def advance(event: Event, state: PlayerState) -> PlayerState:
    """Return the state after one more event."""
    return story_of(event).fold(event, state)
