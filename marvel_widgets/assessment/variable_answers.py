"""Answers made of a graph's variables: a set of them, an order, a set of pairs."""

import json
import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Any, Literal

from marvel_widgets.assessment.answers import NOBODY, AnswerKind, SetKind, name_in, words_of
from marvel_widgets.assessment.plain import AnswerError, plain, shortened, shown

# Blanks are taken off afterwards: an expression that begins with them takes a time that grows with
# the square of their number.
_ARROW = re.compile(r"->|→")
# ("A", "B"), typed into a field of text as the form shows it
_PAIR_WRITTEN = re.compile(r"\(([^,()]*),([^,()]*)\)")
_QUOTES = ('"', "'")
_PAIR_PLAIN = re.compile(r"[-–—]")


def _meant(word: object, called: Mapping[str, str]) -> object:
    """Return the name that a word is another name for; the word itself if it is none."""
    return called.get(" ".join(re.split(r"[\s_-]", str(word).strip().casefold())), word)


@dataclass(frozen=True, slots=True)
class Names(SetKind):
    """A set of variables, or of other things with names."""

    names: Sequence[str]
    called: Mapping[str, str] = field(default_factory=dict)

    @property
    def form(self) -> str:
        some = ", ".join(f'"{name}"' for name in list(self.names)[:2])
        return f"a set of names, such as {{{some}}}; set() when there is none"

    @property
    def choices(self) -> list[tuple[str, str]]:
        return [(name, name) for name in self.names]

    def read(self, raw: object) -> frozenset[str]:
        return frozenset(
            name_in(self.names, _meant(word, self.called)) for word in words_of(raw, self.form)
        )

    def say(self, value: frozenset[str]) -> str:
        inside = ", ".join(name for name, _ in self.chosen(value))
        return f"{{{inside}}}" if inside else "none"


@dataclass(frozen=True, slots=True)
class Order(AnswerKind):
    """Different variables in an order."""

    names: Sequence[str]
    length: int | None = None
    first: Literal["", "least", "most"] = ""
    called: Mapping[str, str] = field(default_factory=dict)

    @property
    def form(self) -> str:
        some = ", ".join(f'"{name}"' for name in list(self.names)[: min(3, self._needed)])
        return f"a list of {self._needed} names in order, such as [{some}]"

    @property
    def _needed(self) -> int:
        return len(self.names) if self.length is None else self.length

    def read(self, raw: object) -> tuple[str, ...]:
        raw = plain(raw)
        if isinstance(raw, set | frozenset):
            msg = f"a set has no order; write {self.form}"
            raise AnswerError(msg)
        text, turned = self._listed(raw) if isinstance(raw, str) else (raw, False)
        words = [_meant(word, self.called) for word in words_of(text, self.form)]
        found = tuple(name_in(self.names, word) for word in words)
        if len(set(found)) < len(found) or len(found) != self._needed:
            said = shortened(self.say(found)) or "nothing"
            msg = f"{said} is not an order of {self._needed} different names; write {self.form}"
            raise AnswerError(msg)
        return found[::-1] if turned else found

    def _listed(self, text: str) -> tuple[str, bool]:
        """Return a text with commas between the names, and whether it begins at the other end."""
        text = _ARROW.sub(",", text)
        if not self.first:
            return text.replace(">", ","), False
        if "<" in text and ">" in text:
            msg = f"{shown(text)} has both < and >; write {self.form}"
            raise AnswerError(msg)
        turned = (">" if self.first == "least" else "<") in text
        return text.replace("<", ",").replace(">", ","), turned

    def say(self, value: Sequence[str]) -> str:
        return ", ".join(value)

    def close(self, value: Sequence[str], solution: Sequence[str]) -> bool:
        """Return whether two adjacent names are exchanged."""
        wrong = [i for i, (a, b) in enumerate(zip(value, solution, strict=True)) if a != b]
        return (
            len(wrong) == 2
            and wrong[1] == wrong[0] + 1
            and {value[i] for i in wrong} == {solution[i] for i in wrong}
        )

    def random(self, rng: random.Random) -> tuple[str, ...]:
        return tuple(rng.sample(list(self.names), self._needed))


@dataclass(frozen=True, slots=True)
class Pairs(SetKind):
    """A set of pairs of variables; with `directed` the first is the tail."""

    names: Sequence[str]
    directed: bool = False

    @property
    def form(self) -> str:
        a, b = list(self.names)[:2]
        text = f'"{a} -> {b}"' if self.directed else f'"{a} - {b}"'
        what = "arrows" if self.directed else "pairs"
        return f'a set of {what}, such as {{("{a}", "{b}")}} or {text}; set() when there is none'

    @property
    def choices(self) -> list[tuple[str, Any]]:
        if self.directed:
            return [(" -> ".join(pair), pair) for pair in permutations(self.names, 2)]
        return [(" - ".join(pair), frozenset(pair)) for pair in combinations(self.names, 2)]

    def read(self, raw: object) -> frozenset[Any]:
        """Return the set of pairs: tuples when directed, else frozensets."""
        return frozenset(self._pair(part) for part in self._parts(plain(raw)))

    def _parts(self, raw: object) -> list[Any]:
        if isinstance(raw, str):
            pairs = [tuple(map(_bare, pair)) for pair in _PAIR_WRITTEN.findall(raw)]
            written = [pair for pair in pairs if all(pair)]
            if written:
                return list(written)
            inside = raw.strip().strip("{}[]")
            return [] if inside.lower() in NOBODY else re.split("[,;]", inside.strip(" ,;"))
        names = tuple(self.names)
        if isinstance(raw, tuple) and len(raw) == 2 and all(part in names for part in raw):
            return [raw]
        if isinstance(raw, Mapping) and not raw:
            return []
        if not isinstance(raw, Iterable) or isinstance(raw, Mapping):
            msg = f"{shown(raw)} is not a set of pairs; write {self.form}"
            raise AnswerError(msg)
        return list(raw)

    def _pair(self, part: object) -> Any:
        if isinstance(part, str):
            cut = _ARROW if self.directed else _PAIR_PLAIN
            ends: list[Any] = [end.strip() for end in cut.split(part)]
        else:
            ends = list(part) if isinstance(part, Iterable) else []
        if self.directed and isinstance(part, set | frozenset):
            msg = f"{shown(set(part))} has no direction; write {self.form}"
            raise AnswerError(msg)
        if len(ends) != 2:
            msg = f"{shown(part)} is not a pair; write {self.form}"
            raise AnswerError(msg)
        a, b = (name_in(self.names, end) for end in ends)
        if a == b:
            msg = f"a pair has two different names; {a} occurs twice"
            raise AnswerError(msg)
        return (a, b) if self.directed else frozenset({a, b})

    def say(self, value: frozenset[Any]) -> str:
        return ", ".join(text for text, _ in self.chosen(value)) or "none"

    def element(self, each: Any) -> str:
        ends = each if self.directed else sorted(each, key=list(self.names).index)
        return f"({', '.join(json.dumps(end, ensure_ascii=False) for end in ends)})"

    def close(self, value: frozenset[Any], solution: frozenset[Any]) -> bool:
        """Return whether one pair is missing or too many, or one arrow turned around."""
        differ = value ^ solution
        turned = self.directed and len(differ) == 2 and len({frozenset(p) for p in differ}) == 1
        return len(differ) == 1 or turned

    def random(self, rng: random.Random) -> frozenset[Any]:
        pairs = [tuple(rng.sample(list(self.names), 2)) for _ in range(rng.randint(1, 4))]
        return frozenset(pairs if self.directed else map(frozenset, pairs))


def _bare(end: str) -> str:
    """Return a name without its quotes; nothing where there are more of them, or no name."""
    name = end.strip()
    name = name[:-1] if name.endswith(_QUOTES) else name
    name = name[1:] if name.startswith(_QUOTES) else name
    return "" if any(quote in name for quote in _QUOTES) else name
