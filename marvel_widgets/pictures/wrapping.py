"""Text in a picture: broken into lines, or cut to one.

Each letter is measured once. To measure every beginning of a word anew takes time that grows with
the square of its length, and a name may have thousands of letters.
"""

from functools import reduce
from operator import add
from typing import Final

from marvel_widgets.pictures.palette import FONT_SIZE, letter_width, printable
from marvel_widgets.text import cut

LONGEST_WORD: Final = 200  # letters of it that a caption has; a name may have ten times as many


def wrapped(text: str, width: float, size: float) -> list[str]:
    """Return the lines of a text; a word goes on in the next line, and a very long one is cut."""
    lines: list[str] = []
    filled = 0.0  # of the last line, in sizes of the font
    for word in (cut(each, LONGEST_WORD) for each in text.split()):
        longer = reduce(add, map(letter_width, f" {word}"), filled)
        if lines and size * longer <= width:
            lines[-1] += f" {word}"
            filled = longer
            continue
        pieces, filled = _pieces(word, width, size)
        lines += pieces
    return lines


def _pieces(word: str, width: float, size: float) -> tuple[list[str], float]:
    """Return a word in pieces that fit, one letter at least, and how much the last one fills."""
    pieces, start, filled = [], 0, 0.0
    for at, wide in enumerate(map(letter_width, word)):
        if size * (filled + wide) > width and at > start:
            pieces.append(word[start:at])
            start, filled = at, 0.0
        filled += wide
    return [*pieces, word[start:]], filled


def fitting(text: str, width: float, size: float = FONT_SIZE) -> str:
    """Return as much of a text as fits one line."""
    lines = wrapped(printable(text), width, size) or [""]
    return lines[0] + ("…" if len(lines) > 1 else "")
