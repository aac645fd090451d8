"""Markup that changes, cut into pieces, so that what stays is stored once."""

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, Final

CUTS: Final = re.compile(r"(?<=>)(?=\s*<)|(?<=[,.;] )")  # between tags, and within sentences


def aligned(texts: Sequence[str]) -> list[list[str]]:
    """Return each text in as many pieces as the others; a piece that stays keeps its number."""
    places: list[int] = []  # their keys, in order
    rows: list[dict[int, str]] = []
    before: list[tuple[int, str]] = []
    for text in texts:
        before = _placed(CUTS.split(text), before, places)
        rows.append(dict(before))
    return [[row.get(key, "") for key in places] for row in rows]


def with_texts(
    rows: Sequence[Sequence[Any]], texts: Mapping[str, Sequence[str]]
) -> tuple[list[list[Any]], dict[str, tuple[int, int]]]:
    """Add texts of each position, in pieces, to its row of slots; return where each text is."""
    longer, places = [[*row] for row in rows], {}
    for name, each in texts.items():
        pieces = aligned(each)
        places[name] = (len(longer[0]), len(longer[0]) + len(pieces[0]))
        longer = [[*row, *more] for row, more in zip(longer, pieces, strict=True)]
    return longer, places


def _placed(
    pieces: Sequence[str], before: Sequence[tuple[int, str]], places: list[int]
) -> list[tuple[int, str]]:
    """Give each piece a place, new ones where none is free."""
    found: list[tuple[int, str]] = []
    matcher = SequenceMatcher(None, [piece for _, piece in before], pieces, autojunk=False)
    for what, i, i_end, j, j_end in matcher.get_opcodes():
        if what == "equal":
            keys = [key for key, _ in before[i:i_end]]
        else:
            begin = places.index(before[i - 1][0]) + 1 if i else 0
            end = places.index(before[i_end][0]) if i_end < len(before) else len(places)
            lacking = max(0, j_end - j - (end - begin))
            places[end:end] = range(len(places), len(places) + lacking)
            keys = places[begin : begin + j_end - j]
        found += zip(keys, pieces[j:j_end], strict=True)
    return found
