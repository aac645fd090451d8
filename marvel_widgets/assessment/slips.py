"""Likely slips in the form of an answer, read all the same where only one reading is possible.

What the kinds read themselves never comes here. What is read here is said to the learner, so that
nobody is judged on something that they did not mean.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from marvel_widgets.assessment.answers import NOBODY, AnswerKind, Number, Parts, Statements, name_in
from marvel_widgets.assessment.plain import AnswerError, from_code, plain
from marvel_widgets.assessment.variable_answers import Names, Order, Pairs

_LONGEST_LITERAL: Final = 2_000
_EMPTY: Final = NOBODY | {"empty", "empty set", "the empty set", "no one", "nobody at all", "{ }"}
_JOINING: Final = {"and", "then", "und"}
# Blanks beside them are taken off afterwards: an expression that begins with a repetition of no
# known end takes a time that grows with the square of its length.
_LINK: Final = re.compile(r"(<-+|<=+|←|-{1,6}>|={1,6}>|→|\bto\b)")
_BACKWARD: Final = re.compile(r"<|←")
_DASH: Final = re.compile(r"[-–—]")
_DASH_APART: Final = re.compile(r"(?<=\s)[-–—](?=\s)")  # "A-C" may also mean A to C
# between two parts; a comma only where a key follows it
_PARTED: Final = re.compile(r"[;\n]|,(?=[^,;\n:=]*[:=])")
_COUNTED: Final = (
    "test", "question", "pair", "set", "subset", "statement", "cell", "cluster", "graph"
)  # fmt: skip
_NUMBER: Final = re.compile(
    rf"[=\s]*([+-]?(?:\d{{1,3}}(?:[ '’,\u00a0\u202f]\d{{3}})+|\d+))(?:\.0+)?"
    rf"(?:\s*(?:{'|'.join(_COUNTED)})s?)?[\s.]*",
    re.IGNORECASE,
)


def mended(kind: AnswerKind, raw: object) -> Any:
    """Return the value of an answer that `kind` itself can't read."""
    raw = plain(raw)
    try:
        return kind.read(raw)
    except AnswerError as error:
        for way in (_as_python, _in_the_kinds_form):
            with suppress(AnswerError):
                if (value := way(kind, raw)) is not None:
                    return value
        raise error from None


def _as_python(kind: AnswerKind, raw: Any) -> Any:
    """Read a text that holds a set, a list or a dictionary in Python; nothing is run."""
    text = raw.strip() if isinstance(raw, str) else ""
    if not text.startswith(("{", "[", "(")) or len(text) > _LONGEST_LITERAL:
        return None
    return mended(kind, from_code(text))


def _in_the_kinds_form(kind: AnswerKind, raw: Any) -> Any:
    ways: dict[type, Callable[[Any, Any], Any]] = {
        Names: lambda k, r: k.read(_names(k.names, r, _DASH_APART)),
        Order: lambda k, r: k.read(_names(k.names, _ordered(r), _DASH)),
        Pairs: lambda k, r: k.read(_pairs(k, r)),
        Number: lambda k, r: k.read(_number(r)),
        Statements: lambda k, r: k.read(_statements(k, r)),
        Parts: _parts,
    }
    way = ways.get(type(kind))
    return None if way is None else way(kind, raw)


# -- variables -----------------------------------------------------------------------------


def _ordered(raw: Any) -> Any:
    """Return what was typed, if no set of several things is in it: a set has no order."""
    parts = raw if isinstance(raw, list | tuple) else [raw]
    if any(isinstance(part, frozenset) and len(part) > 1 for part in parts):
        msg = "a set has no order"
        raise AnswerError(msg)
    return raw


def _names(names: Sequence[str], raw: Any, dash: re.Pattern[str]) -> list[str]:
    """Return the names in a text, or in texts inside a collection, in their order."""
    if isinstance(raw, str):
        return _names_in_text(names, dash.sub(" ", raw))
    if isinstance(raw, int):
        return [name_in(names, raw)]
    if not isinstance(raw, Iterable) or isinstance(raw, Mapping):
        msg = "no names"
        raise AnswerError(msg)
    return [name for item in raw for name in _names(names, item, dash)]


def _names_in_text(names: Sequence[str], text: str) -> list[str]:
    if text.strip(" .").casefold() in _EMPTY:
        return []
    if re.search(r"[<>=:!-]", text) or not re.search(r"\w", text):
        msg = "signs between the names mean more than a list"
        raise AnswerError(msg)
    words = [w for w in re.findall(r"[\w'′]+", text) if w.casefold() not in _JOINING - set(names)]
    return [name for word in words for name in _spelled(names, word)]


def _spelled(names: Sequence[str], word: str) -> list[str]:
    """Return the name that a word is; or, where all names are single letters, those it is of."""
    if word in names or len(word) == 1 or any(len(name) > 1 for name in names):
        return [name_in(names, word.strip("'"))]
    return [name_in(names, letter) for letter in word.strip("'")]


# -- pairs ---------------------------------------------------------------------------------


def _pairs(kind: Pairs, raw: Any) -> list[tuple[str, ...]]:
    """Return the pairs in texts such as "A <- B", "A -> B -> C", or, undirected, "AC, BD"."""
    if isinstance(raw, str):
        if raw.strip().strip(".").casefold() in _EMPTY:
            return []
        parts = [part for part in re.split(r"[,;\n]+", raw.strip(" .,;{}[]()")) if part.strip()]
        return [pair for part in parts for pair in _pairs_in_text(kind, part)]
    if not isinstance(raw, Iterable) or isinstance(raw, Mapping):
        msg = "no pairs"
        raise AnswerError(msg)
    items = list(raw)
    if _is_one_pair(kind, raw, items):
        return [tuple(items)]
    return [pair for item in items for pair in _pair_item(kind, item)]


def _is_one_pair(kind: Pairs, raw: Any, items: Sequence[Any]) -> bool:
    """Return whether a flat collection is a pair; a set has no direction."""
    flat = len(items) == 2 and all(isinstance(item, str) for item in items)
    ordered = not (kind.directed and isinstance(raw, frozenset))
    known = {name.casefold() for name in kind.names}
    return flat and ordered and all(item.strip().casefold() in known for item in items)


def _pair_item(kind: Pairs, item: Any) -> list[tuple[str, ...]]:
    if isinstance(item, str):
        return _pairs_in_text(kind, item)
    return [tuple(pair) for pair in kind.read([item])]


def _pairs_in_text(kind: Pairs, text: str) -> list[tuple[str, ...]]:
    """Return the arrows of a chain, or one pair."""
    pieces = [piece.strip() for piece in _LINK.split(text.strip().strip("\"'"))]
    links, ends = pieces[1::2], pieces[0::2]
    if links:
        found = [name_in(kind.names, end.strip(" \"'")) for end in ends]
        arrows = zip(found, links, found[1:], strict=False)
        return [(b, a) if _BACKWARD.search(link) else (a, b) for a, link, b in arrows]
    words = [w for w in re.findall(r"[\w'′]+", text) if w.casefold() not in _JOINING]
    names = [name for word in words for name in _spelled(kind.names, word)]
    if kind.directed or len(names) != 2:
        msg = "no pair"
        raise AnswerError(msg)
    return [tuple(names)]


# -- numbers -------------------------------------------------------------------------------


def _number(raw: Any) -> Any:
    """Return the number of a text such as "64 tests" or "= 4 096", or of a collection of one."""
    if isinstance(raw, list | tuple | frozenset) and len(raw) == 1:
        return next(iter(raw))
    found = _NUMBER.fullmatch(raw) if isinstance(raw, str) else None
    if found is None:
        msg = "not one number"
        raise AnswerError(msg)
    return re.sub(r"[^\d+-]", "", found[1])


def _statements(kind: Statements, raw: Any) -> Any:
    """Return the numbers of "1 and 3" or "13", or those at which a list says True."""
    count = len(kind.sentences)
    if isinstance(raw, Mapping) and all(isinstance(each, bool) for each in raw.values()):
        said = {Number(1, count).read(key): value for key, value in raw.items()}
        if set(said) == set(range(1, count + 1)):
            return {number for number, value in said.items() if value}
    if isinstance(raw, list | tuple) and [type(each) for each in raw] == [bool] * count:
        return {number for number, value in enumerate(raw, start=1) if value}
    if not isinstance(raw, str):
        msg = "no list of numbers"
        raise AnswerError(msg)
    text = raw.casefold().strip(" .")
    if text in _EMPTY:
        return []
    words = [word for word in re.split(r"[\s,;+&{}\[\]()]+", text) if word]
    words = [word for word in words if word not in _JOINING | {"statement", "statements"}]
    digits = "".join(words)
    if len(words) == 1 and count < 10 and digits.isdecimal() and list(digits) == sorted({*digits}):
        return list(digits)
    return words or None


# -- parts ---------------------------------------------------------------------------------


def _parts(kind: Parts, raw: Any) -> dict[str, Any]:
    """Return the parts under keys spelled in another way, or in their order without keys."""
    given = _by_name(kind, raw) if isinstance(raw, Mapping) else _by_place(kind, raw)
    return {key: mended(part, given[key]) for key, part in kind.parts.items()}


def _by_name(kind: Parts, raw: Mapping[Any, Any]) -> dict[str, Any]:
    spelled = {_bare(key): key for key in kind.parts}
    found = {spelled.get(_bare(str(key))): value for key, value in raw.items()}
    if len(spelled) < len(kind.parts) or set(found) != set(kind.parts) or len(found) < len(raw):
        msg = "other parts"
        raise AnswerError(msg)
    return {str(key): value for key, value in found.items()}


def _bare(key: str) -> str:
    """Return a key without what is often spelled in another way."""
    letters = re.sub(r"[\W_]", "", key.casefold()).replace("neighbour", "neighbor")
    return letters.removesuffix("s") if len(letters) > 2 else letters


def _by_place(kind: Parts, raw: Any) -> dict[str, Any]:
    """Return the parts of a list, or of a text that is divided by semicolons or has keys."""
    if isinstance(raw, str):
        cut = [piece.strip() for piece in _PARTED.split(raw.strip(" {}\n;"))]
        pieces = [piece for piece in cut if piece]
        named = [[end.strip() for end in re.split("[:=]", p, maxsplit=1)] for p in pieces]
        if all(len(each) == 2 for each in named):
            return _by_name(kind, {key.strip("\"'"): value for key, value in named})
        numbers = all(isinstance(part, Number) for part in kind.parts.values())
        raw = re.split(r"[,\s]+", pieces[0]) if numbers and len(pieces) == 1 else pieces
    if not isinstance(raw, list | tuple) or len(raw) != len(kind.parts):
        msg = "not as many as there are parts"
        raise AnswerError(msg)
    return dict(zip(kind.parts, raw, strict=True))
