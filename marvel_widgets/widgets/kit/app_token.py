"""An app's state as a short string, for a link, a mail, or a student's answer sheet."""

from __future__ import annotations

import re
from typing import Any, Final

from traitlets import TraitError

from marvel_widgets.core.graphs.shortening import shortened, shown
from marvel_widgets.tokens import pack, unpack

_PREFIX = "mwa1."


def to_app_token(kind: str, state: dict[str, Any]) -> str:
    """Return the state of one kind of app as a string.

    Parameters
    ----------
    kind : str
        Such as ``"removability-lab"``.
    state : dict
        What JSON can write.

    Examples
    --------
    >>> token = to_app_token("removability-lab", {"x": "A"})
    >>> from_app_token("removability-lab", token)
    {'x': 'A'}
    """
    return _PREFIX + pack({"app": kind, "state": state})


def from_app_token(kind: str, token: str) -> dict[str, Any]:
    """Return the state that `to_app_token` wrote for the same kind of app.

    Raises
    ------
    ValueError
        The token is damaged, or of another kind of app.
    """
    data = unpack(token, _PREFIX)
    if not isinstance(data.get("state"), dict) or data.get("app") != kind:
        msg = f"this state token is of {shown(data.get('app'))}; this app is {kind!r}"
        raise ValueError(msg)
    return dict(data["state"])


# What Python says of values that it meets in the middle of our code.
_OF_PYTHON: Final = re.compile(
    r"object (?:is|has|of)\b|unhashable|to unpack|unpack non|zip\(\) argument|not supported between"
    r"|\bargument|indices must|must be real"
)


def refused_state(error: Exception) -> str:
    """Return why a state is none: the error's own sentence, or one in the place of Python's.

    Examples
    --------
    >>> refused_state(ValueError("there is no variable 'Q'"))
    "there is no variable 'Q'"
    >>> refused_state(TypeError("'int' object is not iterable"))
    'it was changed by hand, or comes from another version'
    """
    if isinstance(error, TraitError):
        # "The 'across' trait of a BoundModel instance expected ...": our classes' names go
        whose, instance, expected = str(error).partition(" instance ")
        name = whose.partition("The '")[2].partition("' trait of ")[0]
        return f"its {name!r} {shortened(expected)}" if name and instance else shortened(error)
    if isinstance(error, ValueError) and not _OF_PYTHON.search(str(error)):
        return str(error)
    return "it was changed by hand, or comes from another version"
