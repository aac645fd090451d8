"""Tokens of apps that were cut, mistyped, forged, or are of a later version."""

import random
import re
import warnings
from functools import cache

from marvel_widgets.tokens import pack, unpack
from marvel_widgets.widgets.kit.app_token import from_app_token, to_app_token
from tests.fuzz.spellings import damaged
from tests.widgets.every_app import APPS, live, made

WRONG = [
    *(None, True, 0, 1, -1, 10**9, 10**30, 1.5, float("nan"), "", "q", "X", "0" * 50, "<b>\u202e"),
    *("\ud800", {"\udfff": 1}, "A" * 5_000, ["A" * 5_000], [f"A{n}" for n in range(2_000)]),
    *([], ["X"], ["X", "Z", "Y1"], [1], [[]], {}, {"X": 1}, {"a": []}),
]
GONE = object()


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


@cache
def written(name):
    """Return an app's class, the data in its token, and how data becomes a token of it."""
    app = made(name)
    kind, token = type(app), app.token
    app.close()
    if name == "MarvelPlayer":
        return kind, unpack(token, "mw1."), lambda data: "mw1." + pack(data)
    state = from_app_token(kind.spec.kind, token)
    return kind, state, lambda data: to_app_token(kind.spec.kind, data)


def draw_token(rng: random.Random):
    """Return the name of an app, and a token for it."""
    name = rng.choice(APPS)
    _, state, token_of = written(name)
    if rng.random() < 0.3:
        return name, damaged(token_of(state), rng)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        at = rng.choice([*places(state), ("later",)])
        value = rng.choice([*WRONG, GONE])
        if not (value is GONE and at == ("later",)):
            state = forged(state, at, value)
    return name, token_of(state)


# What Python and traitlets say of values that they meet.
RAW = re.compile(
    r"object (is|has|of)|NoneType|unhashable|\d argument|not supported|instance expected|instance's"
    r"|invalid literal|codec can't|\b_\w+\(\)|index out of|<class|must be (real|str|int)|unpack"
)


def try_out(kind, token):
    """Return what is wrong with the answer to a token; empty for an app, or a sentence."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            app = kind(token=token)
            app.text(), app.svg(), app.token
    except ValueError as error:
        words = str(error)
        if not 10 < len(words) < 700:
            return f"{len(words)} characters"
        return f"Python's own words: {words}" if RAW.search(words) else ""
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    app.close()
    return ""


def check_token(case) -> None:
    """Raise where a token is neither taken nor refused in a sentence, or something is left."""
    name, token = case
    before = len(live())
    wrong = try_out(written(name)[0], token)
    assert not wrong, wrong
    assert len(live()) == before, "widgets are left"
