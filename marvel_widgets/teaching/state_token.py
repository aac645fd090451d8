"""A player's state as a short string: graph, algorithm, options, position."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from marvel_widgets.algorithms.registry import ALGORITHMS
from marvel_widgets.graphs.dag import Dag
from marvel_widgets.teaching.frames import LEVELS, Level

_PREFIX = "mw1."
# A graph of 1,000 variables takes about 60,000 characters; more is no state of a player.
_LONGEST = 2_000_000


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """What a token restores.

    Attributes
    ----------
    dag : Dag
        Its labels come back as strings.
    algorithm : str
    options : Mapping of str to Any
        As the algorithm takes them.
    level : {"test", "decision", "round"}
    position : int
    """

    dag: Dag
    algorithm: str = "marvel"
    options: Mapping[str, Any] = field(default_factory=dict)
    level: Level = "decision"
    position: int = 0


def to_token(settings: PlayerSettings) -> str:
    """Return the settings as a string of letters, digits, ``-``, ``_`` and dots.

    Examples
    --------
    >>> token = to_token(PlayerSettings(Dag("A -> B"), position=3))
    >>> from_token(token).position
    3
    """
    data = {
        "graph": settings.dag.to_text(),
        "algorithm": settings.algorithm,
        "options": dict(settings.options),
        "level": settings.level,
        "position": settings.position,
    }
    packed = zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 9)
    return _PREFIX + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def from_token(token: str) -> PlayerSettings:
    """Return the settings that `to_token` wrote.

    Raises
    ------
    ValueError
        The string is not a token, was cut short, or names something unknown.
    """
    text = token.strip()
    if not text.startswith(_PREFIX):
        msg = f"a state token starts with {_PREFIX!r}; this starts with {text[:8]!r}"
        raise ValueError(msg)
    try:
        packed = base64.b64decode(text[len(_PREFIX) :] + "===", altchars=b"-_")
        unpacker = zlib.decompressobj()
        plain = unpacker.decompress(packed, _LONGEST)
        data = json.loads(plain)
        settings = PlayerSettings(
            Dag(data["graph"]),
            data["algorithm"],
            data["options"],
            data["level"],
            int(data["position"]),
        )
    except (binascii.Error, zlib.error, KeyError, TypeError, json.JSONDecodeError) as error:
        msg = f"this state token is damaged or cut short ({error}); copy it whole"
        raise ValueError(msg) from error
    if settings.algorithm not in ALGORITHMS:
        msg = f"the token names the algorithm {settings.algorithm!r}; there is {list(ALGORITHMS)}"
        raise ValueError(msg)
    if settings.level not in LEVELS:
        msg = f"the token names the level {settings.level!r}; there is {list(LEVELS)}"
        raise ValueError(msg)
    return settings
