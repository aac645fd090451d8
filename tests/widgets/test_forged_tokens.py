"""A token that was forged, or comes from a later version, is refused in a sentence or taken."""

import random
import warnings

import pytest

from marvel_widgets import exercises
from marvel_widgets.tokens import pack, unpack
from marvel_widgets.widgets import DSeparationLab, ExerciseBox, Race
from marvel_widgets.widgets.kit.app import App
from marvel_widgets.widgets.kit.app_token import from_app_token, to_app_token
from tests.widgets.every_app import APPS, made

WITH_TOKEN = [name for name in APPS if name != "Workbench"]
WRONG = [
    *(None, True, 0, 1, -1, 10**9, 10**30, 1.5, float("nan"), "", "q", "X", "0" * 50, "<b>\u202e"),
    *([], ["X"], ["X", "Z", "Y1"], [1], [[]], {}, {"X": 1}, {"a": []}),
]
GONE = object()
IN_CI = 8  # for each app; `test_every_field` has them all


def places(state, path=()):
    """Yield where there is something in plain data, down to its fourth level."""
    for key, value in state.items() if isinstance(state, dict) else enumerate(state):
        yield (*path, key)
        if isinstance(value, dict | list) and len(path) < 3:
            yield from places(value, (*path, key))


def forged(state, path, value):
    """Return a copy in which there is something else in one place, or nothing."""
    first, *rest = path
    copy = dict(state) if isinstance(state, dict) else list(state)
    if rest:
        copy[first] = forged(copy[first], rest, value)
    elif value is GONE:
        del copy[first]
    else:
        copy[first] = value
    return copy


def written(name):
    """Return an app's class, the data in its token, and how data becomes a token of it."""
    app = made(name)
    kind, token = type(app), app.token
    app.close()
    if name == "MarvelPlayer":
        return kind, unpack(token, "mw1."), lambda data: "mw1." + pack(data)
    state = from_app_token(kind.kind, token)
    return kind, state, lambda data: to_app_token(kind.kind, data)


def forgeries(name):
    kind, state, token_of = written(name)
    found = [forged(state, at, value) for at in places(state) for value in [*WRONG, GONE]]
    return kind, [token_of(each) for each in [*found, {**state, "later": 1}]]


def try_out(kind, token):
    """Return what is wrong with the answer to a token; empty for an app, or a sentence."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            app = kind(token=token)
            app.text(), app.svg(), app.token
    except ValueError as error:
        return "" if str(error).strip() else "no sentence"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    app.close()
    return ""


@pytest.mark.parametrize("name", WITH_TOKEN)
def test_some_forged_fields(name):
    kind, tokens = forgeries(name)
    some = random.Random(1).sample(tokens, IN_CI) + tokens[-1:]
    assert [wrong for wrong in (try_out(kind, token) for token in some) if wrong] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_TOKEN)
def test_every_field_forged(name):
    kind, tokens = forgeries(name)
    assert sorted({wrong for wrong in (try_out(kind, token) for token in tokens) if wrong}) == []


def test_a_raw_error_is_found(monkeypatch):
    def restored(app, model):
        if app.settings["token"] is not None:
            model.load_state(app.read_token(app.settings["token"]))
        return model

    monkeypatch.setattr(App, "restored", restored)
    kind, tokens = forgeries("DSeparationLab")
    assert any("TypeError" in try_out(kind, token) for token in tokens[-60:])


def test_a_later_version_is_told():
    _, state, token_of = written("DSeparationLab")
    with pytest.raises(ValueError, match="of a later version: it also has 'later'"):
        DSeparationLab(token=token_of({**state, "later": 1}))


def test_a_winner_that_is_no_name_is_refused():
    _, state, token_of = written("Race")
    with pytest.raises(ValueError, match=r"\[\] is not in this race"):
        Race(token=token_of({**state, "bet": {"winner": [], "tests": {}}}))


def test_an_answer_that_the_control_can_t_give_comes_back():
    box = ExerciseBox(exercises("03").removable)
    box.answer(1)
    again = ExerciseBox(token=box.token)
    assert again.model.raw == 1
    assert again.text() == box.text()
