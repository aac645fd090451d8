"""Plain data as a short string that survives copying: what every state token is made of."""

import base64
import json
import re
import zlib
from typing import Any

# A graph of 1,000 variables takes about 60,000 characters; more is no state of an app.
_LONGEST = 2_000_000


def pack(data: dict[str, Any]) -> str:
    """Return data that JSON can write as a string of letters, digits, ``-`` and ``_``."""
    packed = zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def unpack(token: str, prefix: str) -> dict[str, Any]:
    """Return the data of a token that begins with `prefix`."""
    text = token.strip()
    if not text.startswith(prefix):
        if re.match(prefix.rstrip(".0123456789") + r"\d+\.", text):
            msg = f"this state token is of another version; this one reads {prefix!r}"
        else:
            msg = f"a state token starts with {prefix!r}; this starts with {text[:8]!r}"
        raise ValueError(msg)
    try:
        data = dict(json.loads(_unpacked(text[len(prefix) :])).items())
        json.dumps(data, ensure_ascii=False).encode()  # half a character can't be shown anywhere
    except (ValueError, zlib.error, AttributeError, RecursionError) as error:
        msg = "this state token is damaged or cut short; copy it whole"
        raise ValueError(msg) from error
    return data


def _unpacked(text: str) -> str:
    """Return what was packed, whole; neither a part of it nor more than an app needs."""
    packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    unpacker = zlib.decompressobj()
    plain = unpacker.decompress(packed, _LONGEST)
    if not unpacker.eof or unpacker.unused_data:
        msg = "too long" if unpacker.unconsumed_tail else "its end does not fit"
        raise zlib.error(msg)
    return plain.decode()
