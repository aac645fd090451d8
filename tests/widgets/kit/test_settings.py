"""The arguments that all apps share, and the one way to a saved state, on every app."""

import inspect
from typing import get_args, get_type_hints

import pytest

from marvel_widgets import exercises, widgets
from marvel_widgets.widgets import AppSettings, MarvelPlayer
from marvel_widgets.widgets.kit.app import App
from marvel_widgets.widgets.kit.app_token import to_app_token
from marvel_widgets.widgets.kit.settings import DEFAULTS, SharedSettings

PUBLIC = [getattr(widgets, name) for name in widgets.__all__]
APPS = [app for app in PUBLIC if inspect.isclass(app) and issubclass(app, App)]


def made(app, **settings):
    own = (exercises("03").removable,) if app.__name__ in ("ExerciseBox", "Vote") else ()
    return app(*own, **settings)


@pytest.fixture(params=APPS, ids=lambda app: app.__name__)
def app(request):
    return request.param


def test_the_docstring_lists_the_parts(app):
    assert [part for part in made(app).parts if f'"{part}"' not in app.__doc__] == []


@pytest.mark.parametrize("state", [{"graph": 3}, {"graph": {}, "x": ["A"]}])
def test_a_state_of_something_else_is_refused_in_a_sentence(app, state):
    if app is MarvelPlayer:
        pytest.skip("a token of its own kind; tests/widgets/player has its damages")
    with pytest.raises(ValueError, match=r"\w"):
        app(token=to_app_token(app.spec.kind, state))


def test_a_damaged_or_foreign_token_is_refused(app):
    token = made(app).token
    for wrong in (token[:-5], "nonsense", to_app_token("other", {})):
        with pytest.raises(ValueError, match="state token"):
            app(token=wrong)


def test_an_unknown_argument_is_named_with_the_known_ones(app):
    with pytest.raises(TypeError, match=f"{app.__name__} has no argument 'anwsers'.*answers, big"):
        made(app, anwsers=True)


def test_the_shared_arguments_are_the_documented_ones(app):
    known = AppSettings if app.spec.predicts else SharedSettings
    if app is not MarvelPlayer:  # which takes the options of an algorithm besides
        (settings,) = get_args(get_type_hints(app.__init__)["settings"])
        assert settings is known
    assert all(name in AppSettings.__doc__ for name in DEFAULTS)
    assert "`AppSettings`" in app.__doc__
    assert not {*inspect.signature(app).parameters} & {*DEFAULTS}
