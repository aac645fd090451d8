"""How much work a call is, in units that no machine changes: lines of Python, and comparisons."""

import sys
from collections.abc import Callable
from typing import Any


def lines_run(call: Callable[[], Any]) -> int:
    """Return how many lines of Python a call runs through.

    Work inside C is not seen: `CountedText` is for what a line hands to a list or a dict, and
    `tests/test_regular_expressions.py` is about regular expressions.
    """
    count = 0

    def trace(frame, event, argument):
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return count


class CountedText(str):
    """A text that counts how often such a text is compared."""

    __slots__ = ()
    compared = 0

    def __eq__(self, other: object) -> bool:
        CountedText.compared += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__
