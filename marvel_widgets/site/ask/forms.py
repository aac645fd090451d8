"""Answers as a page has them: numbers in place of names, counted in one order.

`site/static/ask_answers.js` has the same forms.
"""

import json
from collections.abc import Iterator
from itertools import combinations, permutations, product
from math import perm, prod
from typing import Any

from marvel_widgets.assessment.answers import AnswerKind, Choice, Number, Parts, Statements
from marvel_widgets.assessment.variable_answers import Order, Pairs


def described(kind: AnswerKind) -> dict[str, Any]:
    """Return a kind of answers as JSON."""
    match kind:
        case Parts(parts=parts):
            return {"kind": "parts", "parts": {key: described(part) for key, part in parts.items()}}
        case Number(low=low, high=high):
            return {"kind": "number", "low": low, "high": high}
        case Order():
            length = len(kind.names) if kind.length is None else kind.length
            return {"kind": "order", "names": list(kind.names), "length": length}
        case Pairs(names=names, directed=directed):
            return {"kind": "pairs", "names": list(names), "directed": directed}
    return {"kind": type(kind).__name__.lower(), "names": items_of(kind)}


def items_of(kind: Any) -> list[str]:
    """Return what is ticked, ordered or joined: names, options or sentences."""
    for field in ("names", "options", "sentences"):
        if hasattr(kind, field):
            return list(getattr(kind, field))
    return []


def size(kind: AnswerKind) -> int:
    """Return how many answers there are."""
    match kind:
        case Parts(parts=parts):
            return prod(map(size, parts.values()))
        case Number(low=low, high=high):
            return high - low + 1
        case Order(names=names, length=length):
            return perm(len(names), len(names) if length is None else length)
        case Choice(options=options):
            return len(options)
        case Pairs():
            return 1 << len(_pairs(kind))
    return 1 << len(items_of(kind))


def every(kind: AnswerKind) -> Iterator[Any]:
    """Yield all answers, each at its place."""
    match kind:
        case Parts(parts=parts):
            found = product(*map(every, parts.values()))
            yield from (dict(zip(parts, values, strict=True)) for values in found)
        case Number(low=low, high=high):
            yield from range(low, high + 1)
        case Order(names=names, length=length):
            yield from permutations(names, length)
        case Choice(options=options):
            yield from options
        case _:
            units = _units(kind)
            for mask in range(1 << len(units)):
                yield frozenset(unit for i, unit in enumerate(units) if mask >> i & 1)


def _units(kind: Any) -> list[Any]:
    """Return what may be in a set: names, numbers of sentences, pairs."""
    match kind:
        case Statements(sentences=sentences):
            return list(range(1, len(sentences) + 1))
        case Pairs():
            return _pairs(kind)
    return items_of(kind)


def _pairs(kind: Pairs) -> list[Any]:
    if kind.directed:
        return list(permutations(kind.names, 2))
    return list(map(frozenset, combinations(kind.names, 2)))


def written(kind: AnswerKind, value: Any) -> Any:
    """Return an answer as JSON: names as their places."""
    match kind:
        case Parts(parts=parts):
            return {key: written(part, value[key]) for key, part in parts.items()}
        case Number():
            return value
        case Statements():
            return sorted(number - 1 for number in value)
        case Choice(options=options):
            return list(options).index(value)
        case Pairs(names=names, directed=directed):
            places = [[list(names).index(end) for end in pair] for pair in value]
            return sorted(pair if directed else sorted(pair) for pair in places)
    places_of = [items_of(kind).index(name) for name in value]
    return places_of if isinstance(kind, Order) else sorted(places_of)


def errors(kind: AnswerKind, value: Any, solution: Any) -> list[str]:
    """Return what of a set is missing or too much, by the places of the names; of sets in parts."""
    if isinstance(kind, Parts):
        found = {k: errors(part, value[k], solution[k]) for k, part in kind.parts.items()}
        return [f"{key}|{name}" for key, names in found.items() for name in names]
    wrong = written(kind, frozenset(value) ^ frozenset(solution))
    return ["-".join(map(str, unit)) if isinstance(unit, list) else str(unit) for unit in wrong]


def with_errors(kind: AnswerKind, solution: Any) -> dict[str, Any]:
    """Return by the name of each error that sets may have what of the solution is turned over."""
    if isinstance(kind, Parts):
        nothing: dict[str, frozenset[Any]] = {key: frozenset() for key in kind.parts}
        return {
            f"{key}|{name}": {**nothing, key: turned}
            for key, part in kind.parts.items()
            for name, turned in with_errors(part, solution[key]).items()
        }
    return {errors(kind, {unit}, ())[0]: {unit} for unit in _units(kind)}


def turned_over(value: Any, turned: Any) -> Any:
    """Return an answer with some of its sets' elements taken out or put in."""
    if isinstance(value, dict):
        return {key: turned_over(value[key], turned[key]) for key in value}
    return frozenset(value) ^ frozenset(turned)


def as_json(value: Any) -> str:
    """Return a value as JSON without needless letters."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
