"""Every type of event has one story; a new type without one is an error."""

import pytest

from marvel_widgets.core.boundary.events import Event
from marvel_widgets.replay.explanations import explain
from marvel_widgets.replay.fold import STORIES, advance, initial_state, story_of
from marvel_widgets.replay.pseudocode import line_of
from marvel_widgets.replay.story import Story
from marvel_widgets.replay.wording import RunContext

STATE, NAMES = initial_state(2), RunContext(("A", "B"))


class MadeUp(Event):
    x: int = 0


def made_up_sentence(at):
    return f"{at.x} is made up."


def test_every_type_of_event_has_a_full_story():
    ours = {k for k in Event.__subclasses__() if k.__module__.startswith("marvel_widgets.")}
    assert STORIES.keys() == ours
    for kind, story in STORIES.items():
        assert story.kind is kind
        assert callable(story.fold)
        assert callable(story.sentence)
        for part in (story.focus, story.question, story.line):
            assert part is None or callable(part)


def test_a_new_type_without_a_story_is_an_error_that_names_it():
    for ask in (
        lambda: story_of(MadeUp()),
        lambda: advance(MadeUp(), STATE),
        lambda: explain(MadeUp(), STATE, NAMES),
        lambda: line_of(MadeUp()),
    ):
        with pytest.raises(TypeError, match="MadeUp has no story"):
            ask()


def test_a_story_is_all_that_a_new_type_needs(monkeypatch):
    story = Story(MadeUp, made_up_sentence)
    monkeypatch.setattr("marvel_widgets.replay.fold.STORIES", {**STORIES, MadeUp: story})
    assert advance(MadeUp(), STATE) is STATE
    assert explain(MadeUp(1), STATE, NAMES).text == "B is made up."
    assert line_of(MadeUp()) == 1
