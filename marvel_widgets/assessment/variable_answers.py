"""Answers made of a graph's variables: a set of them, an order, a set of pairs."""

import json
import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from marvel_widgets.assessment.answers import NOBODY, name_in, words_of
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
class Names:
    """A set of variables, or of other things with names."""

    names: Sequence[str]
    called: Mapping[str, str] = field(default_factory=dict)

    @property
    def form(self) -> str:
        """What an answer looks like."""
        some = ", ".join(f'"{name}"' for name in list(self.names)[:2])
        return f"a set of names, such as {{{some}}}; set() when there is none"

    def read(self, raw: object) -> frozenset[str]:
        """Return the set of names."""
        return frozenset(
            name_in(self.names, _meant(word, self.called)) for word in words_of(raw, self.form)
        )

    def say(self, value: frozenset[str]) -> str:
        """Return a set as words."""
        inside = ", ".join(self._sorted(value))
        return f"{{{inside}}}" if inside else "none"

    def code(self, value: frozenset[str]) -> str:
        """Return a set as Python."""
        inside = ", ".join(json.dumps(name, ensure_ascii=False) for name in self._sorted(value))
        return f"{{{inside}}}" if inside else "set()"

    def close(self, value: frozenset[str], solution: frozenset[str]) -> bool:
        """Return whether one name is missing or too many."""
        return len(value ^ solution) == 1

    def random(self, rng: random.Random) -> frozenset[str]:
        """Return a subset, each with the same chance."""
        return frozenset(name for name in self.names if rng.random() < 0.5)

    def _sorted(self, value: frozenset[str]) -> list[str]:
        return [name for name in self.names if name in value]


@dataclass(frozen=True, slots=True)
class Order:
    """Different variables in an order."""

    names: Sequence[str]
    length: int | None = None
    first: Literal["", "least", "most"] = ""
    called: Mapping[str, str] = field(default_factory=dict)

    @property
    def form(self) -> str:
        """What an answer looks like."""
        some = ", ".join(f'"{name}"' for name in list(self.names)[: min(3, self._needed)])
        return f"a list of {self._needed} names in order, such as [{some}]"

    @property
    def _needed(self) -> int:
        return len(self.names) if self.length is None else self.length

    def read(self, raw: object) -> tuple[str, ...]:
        """Return the names in order."""
        raw = plain(raw)
        if isinstance(raw, set | frozenset):
            msg = f"a set has no order; write {self.form}"
            raise AnswerError(msg)
        text, turned = self._listed(raw) if isinstance(raw, str) else (raw, False)
        words = [_meant(word, self.called) for word in words_of(text, self.form)]
        found = tuple(name_in(self.names, word) for word in words)[:: -1 if turned else 1]
        if len(set(found)) < len(found) or len(found) != self._needed:
            said, different = shortened(self.say(found)), len(set(found))
            msg = f"{said} has {different} different names; write {self.form}"
            raise AnswerError(msg)
        return found

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
        """Return an order as words."""
        return ", ".join(value)

    def code(self, value: Sequence[str]) -> str:
        """Return an order as Python."""
        return json.dumps(list(value), ensure_ascii=False)

    def close(self, value: Sequence[str], solution: Sequence[str]) -> bool:
        """Return whether two adjacent names are exchanged."""
        wrong = [i for i, (a, b) in enumerate(zip(value, solution, strict=True)) if a != b]
        return (
            len(wrong) == 2
            and wrong[1] == wrong[0] + 1
            and {value[i] for i in wrong} == {solution[i] for i in wrong}
        )

    def random(self, rng: random.Random) -> tuple[str, ...]:
        """Return an order, each with the same chance."""
        return tuple(rng.sample(list(self.names), self._needed))


@dataclass(frozen=True, slots=True)
class Pairs:
    """A set of pairs of variables; with `directed` the first is the tail."""

    names: Sequence[str]
    directed: bool = False

    @property
    def form(self) -> str:
        """What an answer looks like."""
        a, b = list(self.names)[:2]
        text = f'"{a} -> {b}"' if self.directed else f'"{a} - {b}"'
        what = "arrows" if self.directed else "pairs"
        return f'a set of {what}, such as {{("{a}", "{b}")}} or {text}; set() when there is none'

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
        """Return pairs as words."""
        mark = " -> " if self.directed else " - "
        return ", ".join(mark.join(pair) for pair in self._sorted(value)) or "none"

    def code(self, value: frozenset[Any]) -> str:
        """Return pairs as Python."""
        inside = ", ".join(
            f"({json.dumps(a, ensure_ascii=False)}, {json.dumps(b, ensure_ascii=False)})"
            for a, b in self._sorted(value)
        )
        return f"{{{inside}}}" if inside else "set()"

    def close(self, value: frozenset[Any], solution: frozenset[Any]) -> bool:
        """Return whether one pair is missing or too many, or one arrow turned around."""
        differ = value ^ solution
        turned = self.directed and len(differ) == 2 and len({frozenset(p) for p in differ}) == 1
        return len(differ) == 1 or turned

    def random(self, rng: random.Random) -> frozenset[Any]:
        """Return one to four pairs."""
        pairs = [tuple(rng.sample(list(self.names), 2)) for _ in range(rng.randint(1, 4))]
        return frozenset(pairs if self.directed else map(frozenset, pairs))

    def _sorted(self, value: frozenset[Any]) -> list[tuple[str, str]]:
        names = list(self.names)
        pairs = [pair if self.directed else sorted(pair, key=names.index) for pair in value]
        return sorted(
            ((a, b) for a, b in pairs), key=lambda p: (names.index(p[0]), names.index(p[1]))
        )


def _bare(end: str) -> str:
    """Return a name without its quotes; nothing where there are more of them, or no name."""
    name = end.strip()
    name = name[:-1] if name.endswith(_QUOTES) else name
    name = name[1:] if name.startswith(_QUOTES) else name
    return "" if any(quote in name for quote in _QUOTES) else name
