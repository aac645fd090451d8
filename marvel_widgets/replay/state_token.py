"""A player's state as a short string: graph, algorithm, options, position."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from marvel_widgets.core.algorithms.registry import DESCRIBED, start
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.replay.film import LEVELS, Level
from marvel_widgets.tokens import pack, unpack

_PREFIX = "mw1."
_FIELDS = {"graph": str, "algorithm": str, "options": dict, "level": str, "position": int}


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """What a token restores."""

    dag: Dag
    algorithm: str = "marvel"
    options: Mapping[str, Any] = field(default_factory=dict)
    level: Level = "decision"
    position: int = 0


def to_token(settings: PlayerSettings) -> str:
    """Return the settings as a string of letters, digits, ``-``, ``_`` and dots."""
    data = {
        "graph": settings.dag.to_text(),
        "algorithm": settings.algorithm,
        "options": dict(settings.options),
        "level": settings.level,
        "position": settings.position,
    }
    return _PREFIX + pack(data)


def from_token(token: str) -> PlayerSettings:
    """Return the settings that `to_token` wrote."""
    data = unpack(token, _PREFIX)
    if set(_FIELDS) - set(data):
        lacking = sorted(set(_FIELDS) - set(data))
        msg = f"this state token is damaged or cut short (no {lacking}); copy it whole"
        raise ValueError(msg)
    fields = [data[key] for key in _FIELDS]
    if len(data) > len(_FIELDS) or list(map(type, fields)) != list(_FIELDS.values()):
        msg = "this state token does not contain the state of a player"
        raise ValueError(msg)
    settings = PlayerSettings(Dag(data["graph"]), *fields[1:])
    if settings.algorithm not in DESCRIBED:
        msg = (
            f"the token names the algorithm {shown(settings.algorithm)}; there is {list(DESCRIBED)}"
        )
        raise ValueError(msg)
    if settings.level not in LEVELS:
        msg = f"the token names the level {shown(settings.level)}; choose one of {list(LEVELS)}"
        raise ValueError(msg)
    try:
        start(settings.algorithm, settings.dag, **settings.options)
    except (TypeError, ValueError) as error:
        msg = f"the token has options that {settings.algorithm} does not take: {error}"
        raise ValueError(msg) from error
    return settings
