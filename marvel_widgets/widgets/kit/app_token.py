"""An app's state as a short string, for a link, a mail, or a student's answer sheet."""

from __future__ import annotations

from typing import Any

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
        msg = f"this state token is of {data.get('app')!r}; this app is {kind!r}"
        raise ValueError(msg)
    return dict(data["state"])
