"""What a learner typed, as plain values: nothing in it can raise any more, or be endless.

A learner's answer may come from their own code: a number of numpy, a generator, an object that
raises when it is looked at. The kinds of answers read only what :func:`plain` returns.
"""

import operator
import warnings
from ast import literal_eval
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from marvel_widgets.core.graphs.shortening import said

LONGEST_SHOWN: Final = 80
MOST_ITEMS: Final = 10_000  # no answer of the course has more than a hundred
MOST_LETTERS: Final = 20_000
DEEPEST: Final = 6
MOST_DIGITS: Final = 300  # with more, a number is no longer in the range of `float`

_CUT: Final = " ... "
_TOO_LARGE: Final = 10**MOST_DIGITS


class AnswerError(ValueError):
    """An answer that can't be read; the message says why, or what was expected."""


@dataclass(frozen=True, slots=True)
class Strange:
    """An object that is not a number, text or collection: only its words are kept."""

    words: str
    shown: str

    def __str__(self) -> str:
        return self.words

    def __repr__(self) -> str:
        return self.shown


def shortened(text: str, longest: int = LONGEST_SHOWN) -> str:
    """Return a text, of a long one the beginning and the end."""
    if len(text) <= longest:
        return text
    kept = longest - len(_CUT)
    return text[: kept - kept // 2] + _CUT + text[len(text) - kept // 2 :]


def from_code(answer: str) -> Any:
    """Return the value that Python in a text stands for; nothing is evaluated."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what Python thinks of the way it is written
            return literal_eval(answer[:MOST_LETTERS])  # a cut one can't be read
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        msg = f"{shown(answer)} is not Python for an answer"
        raise AnswerError(msg) from None


def shown(value: object, longest: int = LONGEST_SHOWN) -> str:
    """Return a value as Python in a sentence: short, and whatever its own code does."""
    # a long text or number is cut before `repr`, which may refuse or take long
    if type(value) is str:
        return repr(shortened(value, longest))
    # a copy made by `plain` has frozen sets where learners wrote sets
    return shortened(said(repr, set(value) if type(value) is frozenset else value), longest)


def plain(raw: object) -> Any:
    """Return a copy of a value that is made of Python's own numbers, texts and collections.

    Numbers of other libraries become `int` or `float`, other collections (arrays, generators)
    lists. Inside a set, collections become tuples and frozen sets. What is none of these becomes
    `Strange`.
    """
    try:
        return _Copy().of(raw)
    except AnswerError:
        raise
    except Exception as error:  # the learner's own code, even where we ask only for its class
        msg = f"{shown(raw)} raises {type(error).__name__} when we look at it"
        raise AnswerError(msg) from error


class _Copy:
    """One copy in the making: counts the items, so that none is endless."""

    def __init__(self) -> None:
        self.left = MOST_ITEMS

    def of(self, raw: object, depth: int = 0, hashable: bool = False) -> Any:
        if raw is None or raw is ... or isinstance(raw, bool):
            return raw
        if isinstance(raw, str):
            return _text(str.__str__(raw))
        if isinstance(raw, Strange):
            return raw
        number = _number(raw)
        if number is not None:
            return number
        if depth >= DEEPEST:
            msg = f"{shown(raw)} has too many brackets inside brackets"
            raise AnswerError(msg)
        if getattr(raw, "ndim", None) == 0:  # an array without axes, which can't be walked through
            return self.of(raw.item(), depth + 1, hashable)  # type: ignore[attr-defined]
        if isinstance(raw, Mapping) and not hashable:
            pairs = self._items(raw.items())
            return {self.of(k, depth + 1, True): self.of(v, depth + 1) for k, v in pairs}
        if isinstance(raw, Iterable):
            within = hashable or isinstance(raw, set | frozenset)
            items = [self.of(item, depth + 1, within) for item in self._items(raw)]
            if isinstance(raw, set | frozenset):
                return frozenset(items)
            return tuple(items) if hashable or isinstance(raw, tuple) else items
        return Strange(said(str, raw), shown(raw))

    def _items(self, items: Iterable[Any]) -> list[Any]:
        """Return the items of a collection; an endless one is left at the limit."""
        found = list(islice(iter(items), self.left + 1))
        self.left -= len(found)
        if self.left < 0:
            msg = f"it has more than {MOST_ITEMS:,} items"
            raise AnswerError(msg)
        return found


def _text(text: str) -> str:
    if len(text) > MOST_LETTERS:
        msg = f"it has more than {MOST_LETTERS:,} letters"
        raise AnswerError(msg)
    return text


def _number(raw: object) -> int | float | None:
    """Return a number of Python or of another library as `int` or `float`; None for no number."""
    for convert in (operator.index, _scalar):
        try:
            number = convert(raw)  # type: ignore[arg-type]
        except Exception:  # its own code; whatever it raises, it is no such number
            continue
        if _TOO_LARGE <= abs(number) < float("inf"):
            msg = f"it has more than {MOST_DIGITS:,} digits"
            raise AnswerError(msg)
        return number
    return None


def _scalar(raw: Any) -> float:
    """Return a fraction, a decimal or a floating number; anything else raises."""
    _ = raw.as_integer_ratio  # numbers alone have it
    return float(raw)
