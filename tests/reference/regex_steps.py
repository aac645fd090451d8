"""How many steps a backtracking search takes: regular expressions matched slowly, and counted.

Python's own engine tells neither steps nor backtracks, and seconds tell of the machine. This
matcher walks the parsed expression in the same order as the engine and counts each attempt;
`tests/test_regular_expressions.py` holds that it finds the same matches.
"""

import re
from collections.abc import Iterator
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]

REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT)


class TooManyStepsError(Exception):
    """The search was given up."""


class SlowPattern:
    """A regular expression that counts.

    `steps` is the number of attempts so far to match one item of the expression at one place.
    """

    def __init__(self, pattern: str, flags: int = 0, most: int = 200_000) -> None:
        self.tree = _parser.parse(pattern, flags)
        self.flags = self.tree.state.flags
        self.most = most
        self.steps = 0
        # The items live as long as the tree; what one of them takes is asked at every step.
        self._taken: dict[tuple[int, str, int], bool] = {}

    def match(self, text: str, start: int = 0, *, full: bool = False) -> int | None:
        """Return where the match that starts here ends."""
        ends = self._sequence(list(self.tree), text, start, self.flags)
        return next((end for end in ends if not full or end == len(text)), None)

    def every_match(self, text: str) -> list[tuple[int, int]]:
        """Return what `finditer` finds: matches from left to right."""
        found, at = [], 0
        while at <= len(text):
            end = self.match(text, at)
            if end is not None:
                found.append((at, end))
            at = end if end is not None and end > at else at + 1
        return found

    def tokens(self, text: str) -> list[int]:
        """Return the ends of matches that follow each other without a gap."""
        ends = [0]
        while (end := self.match(text, ends[-1])) is not None and end > ends[-1]:
            ends.append(end)
        return ends

    def _sequence(self, items, text, at, flags, first=0) -> Iterator[int]:
        if first == len(items):
            yield at
            return
        if first == len(items) - 1:
            yield from self._item(items[first], text, at, flags)
            return
        for middle in self._item(items[first], text, at, flags):
            yield from self._sequence(items, text, middle, flags, first + 1)

    def _item(self, item, text, at, flags) -> Iterator[int]:
        self.steps += 1
        if self.steps > self.most:
            raise TooManyStepsError
        kind, value = item
        if kind in REPEATS:
            low, high, body = value
            yield from self._repeat(kind, (low, high, list(body)), text, at, flags, 0)
        elif kind is op.BRANCH:
            for way in value[1]:
                yield from self._sequence(list(way), text, at, flags)
        elif kind is op.SUBPATTERN:
            _, on, off, body = value
            yield from self._sequence(list(body), text, at, (flags | on) & ~off)
        elif kind in (op.ASSERT, op.ASSERT_NOT):
            if self._looks(value, text, at, flags) == (kind is op.ASSERT):
                yield at
        elif kind is op.AT:
            if _stands(value, text, at, flags):
                yield at
        elif at < len(text) and self._takes(item, text[at], flags):
            yield at + 1

    def _takes(self, item, character, flags) -> bool:
        key = (id(item), character, flags)
        if key not in self._taken:
            self._taken[key] = _takes(item, character, flags)
        return self._taken[key]

    def _repeat(self, kind, loop, text, at, flags, done) -> Iterator[int]:
        low, high, body = loop
        if kind is op.MIN_REPEAT and done >= low:
            yield at
        if done < high:
            for middle in self._sequence(body, text, at, flags):
                if middle > at or done < low:
                    yield from self._repeat(kind, loop, text, middle, flags, done + 1)
        if kind is op.MAX_REPEAT and done >= low:
            yield at

    def _looks(self, value, text, at, flags) -> bool:
        direction, body = value
        start = at if direction > 0 else at - body.getwidth()[0]
        if start < 0:
            return False
        return next(self._sequence(list(body), text, start, flags), None) is not None


def _stands(where, text, at, flags) -> bool:
    if where is op.AT_BOUNDARY:
        around = [at > 0 and _is_word(text[at - 1], flags)]
        around.append(at < len(text) and _is_word(text[at], flags))
        return around[0] != around[1]
    if where is op.AT_BEGINNING:
        return at == 0 or bool(flags & re.MULTILINE and text[at - 1] == "\n")
    if where is op.AT_BEGINNING_STRING:
        return at == 0
    if where is op.AT_END:
        return at == len(text) or text[at:] == "\n" or bool(flags & re.M and text[at] == "\n")
    if where is op.AT_END_STRING:
        return at == len(text)
    raise NotImplementedError(where)


def _takes(item, character, flags) -> bool:
    kind, value = item
    if kind is op.ANY:
        return bool(flags & re.DOTALL) or character != "\n"
    forms = {character}
    if flags & re.IGNORECASE:
        forms |= {character.lower(), character.upper()}
    if kind is op.LITERAL:
        return any(ord(form) == value for form in forms if len(form) == 1)
    if kind is op.NOT_LITERAL:
        return not _takes((op.LITERAL, value), character, flags)
    if kind is not op.IN:
        raise NotImplementedError(kind)
    negated = value[0][0] is op.NEGATE
    return negated != any(_in(part, forms, flags) for part in value[negated:])


def _in(part, forms, flags) -> bool:
    kind, value = part
    if kind is op.LITERAL:
        return any(ord(form) == value for form in forms if len(form) == 1)
    if kind is op.RANGE:
        return any(value[0] <= ord(form) <= value[1] for form in forms if len(form) == 1)
    one = next(iter(forms))
    ascii_only = bool(flags & re.ASCII) and not one.isascii()
    has = {
        op.CATEGORY_SPACE: one.isspace() and not ascii_only,
        op.CATEGORY_DIGIT: one.isdecimal() and not ascii_only,
        op.CATEGORY_WORD: _is_word(one, flags),
    }
    opposite = {
        op.CATEGORY_NOT_SPACE: op.CATEGORY_SPACE,
        op.CATEGORY_NOT_DIGIT: op.CATEGORY_DIGIT,
        op.CATEGORY_NOT_WORD: op.CATEGORY_WORD,
    }
    return has[value] if value in has else not has[opposite[value]]


def _is_word(character, flags) -> bool:
    return (character.isalnum() or character == "_") and (
        character.isascii() or not flags & re.ASCII
    )


# -- texts that are hard to match ------------------------------------------------------------

_TRIED = "a1 \n\"\\'.-_/*#(){}[],;=<>→:|"


def examples(items) -> Iterator[str]:
    """Yield short texts that a part of an expression matches, one for each of its ways."""
    texts = [""]
    for item in items:
        texts = [text + more for text in texts[:12] for more in _examples_of(item)]
    yield from dict.fromkeys(texts)


def _examples_of(item) -> list[str]:
    kind, value = item
    if kind is op.SUBPATTERN:
        return list(examples(value[3]))
    if kind is op.BRANCH:
        return [text for way in value[1] for text in examples(way)]
    if kind in REPEATS:
        low, _, body = value
        return [text * max(low, 1) for text in examples(body)][:8] + [""] * (low == 0)
    if kind in (op.AT, op.ASSERT, op.ASSERT_NOT):
        return [""]
    if kind is op.LITERAL:
        return [chr(value)]
    return [next((c for c in _TRIED if _takes(item, c, 0)), "\x00")]


def _bodies(items) -> Iterator[list]:
    """Yield what is repeated, at whatever depth."""
    for kind, value in items:
        if kind in REPEATS:
            yield list(value[2])
            yield from _bodies(value[2])
        elif kind is op.SUBPATTERN:
            yield from _bodies(value[3])
        elif kind is op.BRANCH:
            for way in value[1]:
                yield from _bodies(way)


def hard_texts(slow: SlowPattern, *, thorough: bool = False) -> Iterator[tuple[str, str, str]]:
    """Yield beginnings, what to repeat, and ends, from the expression's own parts."""
    items = list(slow.tree)
    cuts = range(len(items) + 1) if len(items) < 6 or thorough else (0, 1, 2, 3, len(items) - 1)
    starts = [text for cut in cuts for text in list(examples(items[:cut]))[: 8 if thorough else 3]]
    parts = [text for body in _bodies(items) for text in examples(body) if text]
    whole = [text for text in examples(items) if text]
    letters = [c for c in _TRIED if any(c in text for text in [*parts, *whole, *starts])]
    pumps = [*parts, *whole[:3], *letters, " ", "a"]
    if thorough:
        pumps += [a + b for a in letters for b in letters]
        pumps += [a + b for a in parts[:8] for b in parts[:8]]
    for start in dict.fromkeys(starts):
        for pump in dict.fromkeys(pumps):
            for end in ("\x00", "") if thorough else ("\x00",):
                yield start, pump, end
