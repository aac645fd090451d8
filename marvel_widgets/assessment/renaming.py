"""Draws that fall on the same variables under other names, and what a renaming makes of a text."""

import random
import re
from collections.abc import Mapping, MutableSequence, Sequence
from itertools import chain
from typing import Any, Final

_NAME: Final = re.compile(r"\b[A-Z]\b")
_LIST: Final = re.compile(r"(?<!- )\b[A-Z](?:, [A-Z])*(?: and [A-Z])?\b")
_EDGES: Final = re.compile(r"\b[A-Z] - [A-Z]\b(?:, [A-Z] - [A-Z]\b)*")
# "A" is an article before a word, but a name before one of these.
_ARTICLE: Final = re.compile(r"\bA (?!and|or|is|are|given|has|to|with|from|in|on|as|at)(?=[a-z])")


class Renaming(random.Random):
    """A source of a seed's draws in which each variable has the name that `names` gives it.

    A choice among names is made in the order of their former names, so it falls on the same
    variable. What a builder does by itself in the order of names is done in the order of the new.
    """

    names: Mapping[str, str] = {}

    def choice(self, seq: Any) -> Any:
        """Choose as before."""
        return super().choice(self._as_before(seq))

    def sample(self, population: Sequence[Any], k: int, **more: Any) -> list[Any]:
        """Draw as before."""
        return super().sample(self._as_before(population), k, **more)

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Shuffle as before."""
        x[:] = self._as_before(x)
        super().shuffle(x)

    def _as_before(self, items: Sequence[Any]) -> list[Any]:
        before = {new: old for old, new in self.names.items()}
        parts = chain.from_iterable(item if isinstance(item, tuple) else (item,) for item in items)
        names = all(isinstance(part, str) and part in before for part in parts)
        if isinstance(items, str) or not names:
            return list(items)
        return sorted(items, key=lambda item: renamed(item, before))


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Return an answer, a text or a set of them with other names."""
    if isinstance(value, str):
        text = _ARTICLE.sub("\x01 ", value) if len(value) > 1 else value
        text = _NAME.sub(lambda found: names.get(found[0], found[0]), text)
        text = _LIST.sub(_sorted, text.replace("\x01", "A"))
        return _EDGES.sub(_in_order, text)
    if isinstance(value, Mapping):
        return {renamed(key, names): renamed(inside, names) for key, inside in value.items()}
    if isinstance(value, tuple | frozenset):
        return type(value)(renamed(inside, names) for inside in value)
    return value


def _sorted(found: re.Match[str]) -> str:
    """Return a list of names in the order of the alphabet, as texts have it."""
    inside = iter(sorted(_NAME.findall(found[0])))
    return _NAME.sub(lambda _: next(inside), found[0])


def _in_order(found: re.Match[str]) -> str:
    """Return a list of edges in the order of the alphabet, each with its ends so."""
    return ", ".join(sorted(" - ".join(sorted(edge.split(" - "))) for edge in found[0].split(", ")))
