"""The variables that a frame is about: the tested pair and the conditioning set."""

from marvel_widgets.replay.film import Frame
from marvel_widgets.replay.stories.registry import story_of
from marvel_widgets.replay.stories.story import Focus

__all__ = ["Focus", "focus_of"]


def focus_of(frame: Frame) -> Focus:
    """Return the variables that a frame is about: those of its test, or of its event.

    Where a set has grown or shrunk, that set is given as well, as it was then.
    """
    test, event = frame.test, frame.event
    if test is not None:
        return Focus((test.x, test.y), test.given)
    focus = None if event is None else story_of(event).focus
    return Focus() if focus is None else focus(event, frame.before)
