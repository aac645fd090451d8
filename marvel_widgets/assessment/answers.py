"""The kinds of answers: how each is read, shown, written as code, and found to be close.

A kind reads what learners type: Python values as well as text. It raises `AnswerError`, with a
sentence for the learner, for what it can't read; it does not decide whether an answer is right.
Those made of variables are in :mod:`marvel_widgets.assessment.variable_answers`.
"""

import json
import random
import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from marvel_widgets.assessment.plain import MOST_DIGITS, AnswerError, plain, shown

# How learners write an empty answer.
NOBODY = frozenset({"", "nobody", "none", "nothing", "no", "{}", "[]", "()", "set()", "∅"})


class AnswerKind(ABC):
    """What every kind of answer offers; where it says nothing else, an answer is a text."""

    __slots__ = ()

    @property
    @abstractmethod
    def form(self) -> str:
        """What an answer looks like, as the end of a sentence."""

    @abstractmethod
    def read(self, raw: object) -> Any:
        """Return the value of what a learner typed; AnswerError when it can't be read."""

    def say(self, value: Any) -> str:
        """Return a value as words."""
        return str(value)

    def code(self, value: Any) -> str:
        """Return a value as Python, which `read` takes back."""
        return json.dumps(value, ensure_ascii=False)

    def close(self, value: Any, solution: Any) -> bool:  # noqa: ARG002 - another text is another one
        """Return whether a wrong value misses the solution by one step."""
        return False

    @abstractmethod
    def random(self, rng: random.Random) -> Any:
        """Return a random guess."""


class SetKind(AnswerKind):
    """A set of things that can be ticked."""

    __slots__ = ()

    @property
    @abstractmethod
    def choices(self) -> list[tuple[str, Any]]:
        """What can be in the set, in order: as it is read, and the element."""

    def chosen(self, value: Collection[Any]) -> list[tuple[str, Any]]:
        """Return the choices that are in a set, in their order."""
        return [choice for choice in self.choices if choice[1] in value]

    def code(self, value: frozenset[Any]) -> str:
        inside = ", ".join(self.element(each) for _, each in self.chosen(value))
        return f"{{{inside}}}" if inside else "set()"

    def element(self, each: Any) -> str:
        """Return an element as Python."""
        return json.dumps(each, ensure_ascii=False)

    def close(self, value: frozenset[Any], solution: frozenset[Any]) -> bool:
        return len(value ^ solution) == 1

    def random(self, rng: random.Random) -> frozenset[Any]:
        """Return a subset, each with the same chance."""
        return frozenset(each for _, each in self.choices if rng.random() < 0.5)


@dataclass(frozen=True, slots=True)
class Number(AnswerKind):
    """A whole number."""

    low: int
    high: int

    @property
    def form(self) -> str:
        return "a whole number"

    def read(self, raw: object) -> int:
        raw = plain(raw)
        if isinstance(raw, str) and re.fullmatch(r"\s*[+-]?\d[\d,_]*\s*", raw):
            return _whole(raw.replace(",", "").replace("_", ""))
        if isinstance(raw, bool) or not isinstance(raw, int | float) or raw != raw:
            msg = f"{shown(raw)} is not a whole number; write {self.form}"
            raise AnswerError(msg)
        if isinstance(raw, float) and not raw.is_integer():
            msg = f"{raw} is not whole; write {self.form}"
            raise AnswerError(msg)
        return int(raw)

    def say(self, value: int) -> str:
        return f"{value:,}"

    def close(self, value: int, solution: int) -> bool:
        return abs(value - solution) == 1

    def random(self, rng: random.Random) -> int:
        return rng.randint(self.low, self.high)


@dataclass(frozen=True, slots=True)
class Choice(AnswerKind):
    """One of several texts."""

    options: Sequence[str]

    @property
    def form(self) -> str:
        return "one of " + ", ".join(f'"{option}"' for option in self.options)

    def read(self, raw: object) -> str:
        raw = plain(raw)
        word = str(raw).strip().casefold()
        found = [option for option in self.options if option.casefold() == word]
        if not found:
            msg = f"{shown(raw)} is not among the options; write {self.form}"
            raise AnswerError(msg)
        return found[0]

    def random(self, rng: random.Random) -> str:
        return rng.choice(list(self.options))


@dataclass(frozen=True, slots=True)
class Statements(SetKind):
    """The numbers of those sentences that are true, counted from 1."""

    sentences: Sequence[str]

    @property
    def form(self) -> str:
        return "the set of the numbers of those that are true, such as {1, 3}; set() for none"

    @property
    def choices(self) -> list[tuple[str, int]]:
        return [(text, n) for n, text in enumerate(self.sentences, start=1)]

    def read(self, raw: object) -> frozenset[int]:
        raw = plain(raw)
        parts = [raw] if isinstance(raw, int) else words_of(raw, self.form)
        try:
            found = frozenset(Number(1, 1).read(part) for part in parts)
        except AnswerError:
            msg = f"{shown(raw)} is not a set of numbers; write {self.form}"
            raise AnswerError(msg) from None
        unknown = sorted(number for number in found if not 1 <= number <= len(self.sentences))
        if unknown:
            last = len(self.sentences)
            msg = f"there is no sentence {shown(unknown[0])}; they are numbered 1 to {last}"
            raise AnswerError(msg)
        return found

    def say(self, value: frozenset[int]) -> str:
        return ", ".join(map(str, sorted(value))) or "none"

    def told_of(self, value: Collection[int], solution: Collection[int]) -> int:
        """Return the number that a verdict is about: of a false sentence that was ticked.

        Only where none was, the first true one that was left out.
        """
        ticked, true = set(value), set(solution)
        return min(ticked - true or true - ticked)


@dataclass(frozen=True, slots=True)
class Parts(AnswerKind):
    """Several answers under names of their own."""

    parts: Mapping[str, AnswerKind]

    def of(self, *values: Any) -> dict[str, Any]:
        """Return an answer with these parts, in order."""
        return dict(zip(self.parts, values, strict=True))

    @property
    def form(self) -> str:
        inside = "; ".join(f'under "{key}" {kind.form}' for key, kind in self.parts.items())
        keys = ", ".join(f'"{key}": ...' for key in self.parts)
        return f"{{{keys}}}: {inside}"

    def read(self, raw: object) -> dict[str, Any]:
        raw = plain(raw)
        if isinstance(raw, tuple | list) and len(raw) == len(self.parts):
            raw = dict(zip(self.parts, raw, strict=True))
        if not isinstance(raw, Mapping) or set(raw) != set(self.parts):
            msg = f"{shown(raw)} does not have the parts {', '.join(self.parts)}; write {self.form}"
            raise AnswerError(msg)
        found = {}
        for key, kind in self.parts.items():
            try:
                found[key] = kind.read(raw[key])
            except AnswerError as error:
                msg = f"under {key!r}: {error}"
                raise AnswerError(msg) from error
        return found

    def say(self, value: Mapping[str, Any]) -> str:
        return "; ".join(f"{key}: {kind.say(value[key])}" for key, kind in self.parts.items())

    def code(self, value: Mapping[str, Any]) -> str:
        inside = ", ".join(
            f"{json.dumps(key)}: {kind.code(value[key])}" for key, kind in self.parts.items()
        )
        return f"{{{inside}}}"

    def close(self, value: Mapping[str, Any], solution: Mapping[str, Any]) -> bool:
        return len([key for key in self.parts if value[key] != solution[key]]) == 1

    def random(self, rng: random.Random) -> dict[str, Any]:
        return {key: kind.random(rng) for key, kind in self.parts.items()}


def words_of(raw: object, form: str) -> list[Any]:
    """Return the items of a collection, or of a text separated by commas or blanks."""
    raw = plain(raw)
    if isinstance(raw, str):
        inside = raw.strip().strip("{}[]()")
        if {raw.strip().lower(), inside.strip().lower()} & NOBODY:
            return []
        return [word.strip("'\"") for word in re.split(r"[,;\s]+", inside.strip(" ,;"))]
    if not isinstance(raw, Iterable) or (isinstance(raw, Mapping) and raw):
        msg = f"{shown(raw)} can't be read; write {form}"
        raise AnswerError(msg)
    return list(raw)


def name_in(names: Sequence[str], word: object) -> str:
    """Return the name that a word means; case matters only where two names differ in case alone."""
    text = str(word).strip()
    if text in tuple(names):  # of letters in a text, two are no name
        return text
    found = [name for name in names if name.casefold() == text.casefold()]
    if len(found) != 1:
        msg = f"{shown(text)} is not among {', '.join(names)}"
        raise AnswerError(msg)
    return found[0]


def _whole(digits: str) -> int:
    """Return the number that a text of digits means."""
    if len(digits) > MOST_DIGITS:
        msg = f"it has more than {MOST_DIGITS:,} digits"
        raise AnswerError(msg)
    return int(digits)
