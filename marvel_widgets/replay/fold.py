"""The state of a run at any point: the fold of its events up to there."""

from marvel_widgets.core.boundary.events import Event
from marvel_widgets.replay.state import ArrowKind, Arrows, PlayerState, initial_state
from marvel_widgets.replay.stories.registry import story_of

__all__ = ["ArrowKind", "Arrows", "PlayerState", "advance", "initial_state"]


def advance(event: Event, state: PlayerState) -> PlayerState:
    """Return the state after one more event."""
    after: PlayerState = story_of(event).fold(event, state)
    return after
