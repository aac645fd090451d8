"""Messages of a length that can be read, whatever was given: values and lines cut short."""

from collections.abc import Callable

_LONGEST = 80
_LINE = 100  # characters of a line that stand around the place of an error
_BEFORE = 70  # of these, how many stand in front of it


def shortened(value: object) -> str:
    """Return a value as a text prints it; of a long one the beginning and the end."""
    return _cut(said(str, value))


def shown(value: object) -> str:
    """Return a value as Python writes it; of a long one the beginning and the end."""
    return _cut(said(repr, value))


def said(way: Callable[[object], str], value: object) -> str:
    """Return a value in words; one whose own words fail is named by its kind."""
    try:
        return way(value)
    except Exception:  # a number with too many digits, for instance, or a user's own code
        return f"<{type(value).__name__}>"


def _cut(words: str) -> str:
    if len(words) <= _LONGEST:
        return words
    end = 12
    return f"{words[: _LONGEST - end - 3]}...{words[-end:]}"


def line_with_pointer(line: str, column: int) -> str:
    """Return a line and, below it, a pointer at a column (from 1); a long line is cut around it."""
    start = max(0, min(column - 1 - _BEFORE, len(line) - _LINE))
    piece = line[start : start + _LINE]
    before = "..." if start else ""
    after = "..." if start + _LINE < len(line) else ""
    blanks = " " * (len(before) + column - 1 - start)
    return f"  {before}{piece}{after}\n  {blanks}^"
