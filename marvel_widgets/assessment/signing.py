"""Plain data as a string with a signature, and such strings found again in any text.

What a signature shows: the string was not changed since it was made, by mistake or by hand, and it
was made with this key. What it can't show: who made it. Whoever runs the notebook runs this code
with the same key, and can sign what they like. So a report never believes a verdict: it judges
every answer again.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from dataclasses import dataclass
from typing import Any, Final

from marvel_widgets.assessment.plain import shown
from marvel_widgets.tokens import pack, unpack

PREFIX: Final = "mwr1."
# Not a secret: it stands in a public file. It guards against slips only.
DEFAULT_KEY: Final = "marvel-widgets"

_BYTES = 16  # of the 32 that SHA-256 gives; 128 bits are enough, and the string stays short
_LETTERS = 22  # that 16 bytes take in base 64
_LONGEST = 20_000
# Mail programs break long lines, some with a mark at the end of the line, and mark quoted lines:
# such white space does not belong to a string.
_GAP = r"(?:\s|=\r?\n|(?<=[\s>])>)*"
_NO_PART = re.compile(r"=\r?\n|[\s>]")
_STRING = re.compile(
    rf"\bmwr\d+\.{_GAP}(?:[\w-]{_GAP}){{1,{_LONGEST}}}?\.{_GAP}(?:[\w-]{_GAP}){{{_LETTERS}}}(?![\w-])",
    re.ASCII,
)
_BEGINNING = re.compile(r"\bmwr\d+\.[\w.-]*", re.ASCII)


class SignatureError(ValueError):
    """A text is not a result string, is damaged, or is of another version; the message says so."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The content of a signed string."""

    content: dict[str, Any]
    genuine: bool


def signed(content: dict[str, Any], key: str = "") -> str:
    """Return JSON data as a signed string of letters, digits, ``-``, ``_`` and dots.

    Parameters
    ----------
    content : dict
    key : str
        The teacher's key; empty stands for `DEFAULT_KEY`.

    Notes
    -----
    The same content and key give the same string. The signature is HMAC-SHA256, cut to 128 bits.

    Examples
    --------
    >>> string = signed({"student": "17"}, key="spring")
    >>> string.startswith("mwr1."), opened(string, key="spring")
    (True, Opened(content={'student': '17'}, genuine=True))
    >>> opened(string, key="autumn").genuine
    False
    """
    body = PREFIX + pack(content)
    return f"{body}.{_signature(body, key)}"


def opened(string: str, key: str = "") -> Opened:
    """Return the content of a string that `signed` wrote, and whether its signature fits.

    White space inside is harmless.

    Raises
    ------
    SignatureError
        The string is of another version, was cut short, or is not such a string.
    """
    text = _NO_PART.sub("", string)
    if not text.startswith(PREFIX):
        other = re.match(r"mwr\d+\.", text)
        msg = (
            f"the string is of version {shown(other[0])}; this library reads {PREFIX!r}"
            if other
            else f"a result string starts with {PREFIX!r}; this starts with {text[:8]!r}"
        )
        raise SignatureError(msg)
    body, _, signature = text.rpartition(".")
    if len(signature) != _LETTERS or not body.startswith(PREFIX):
        msg = "the string is cut short; copy it whole"
        raise SignatureError(msg)
    try:
        genuine = hmac.compare_digest(signature.encode(), _signature(body, key).encode())
        return Opened(unpack(body, PREFIX), genuine)
    except ValueError as error:
        msg = "the string is damaged; copy it whole"
        raise SignatureError(msg) from error


def own_key(key: str, student: str) -> str:
    """Return the key that a student's own copy carries in place of the class's.

    With it nobody can sign under another id, and the class's key can't be computed from it.
    """
    if not key or not student:
        return key
    return _letters(hmac.new(key.encode(), student.encode(), hashlib.sha256).digest()[:_BYTES])


def strings_in(text: str) -> tuple[str, ...]:
    """Return the result strings in a text, each once, in the order of the text.

    A string that a mail program broke into lines is put together again. One that is cut short is
    returned as it stands, so that a report can say so.
    """
    found: dict[str, None] = {}
    at = 0
    while begin := _BEGINNING.search(text, at):
        whole = _STRING.match(text, begin.start())
        # the beginning of the next string does not belong to this one
        if whole and len(_BEGINNING.findall(whole[0])) == 1:
            found[_NO_PART.sub("", whole[0])] = None
            at = whole.end()
        else:
            found[begin[0]] = None
            at = begin.end()
    return tuple(found)


def digest(text: str) -> str:
    """Return six letters that change when the text changes."""
    return _letters(hashlib.sha256(text.encode()).digest())[:6]


def _signature(body: str, key: str) -> str:
    secret = (key or DEFAULT_KEY).encode()
    return _letters(hmac.new(secret, body.encode(), hashlib.sha256).digest()[:_BYTES])


def _letters(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
