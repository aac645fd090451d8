"""Boundary discovery as numbered lines: the text, and which tests are on which line."""

from __future__ import annotations

_GROWING = (
    (1, 0, "for each variable X:"),
    (2, 1, "begin with the empty set S"),
)
_ONE_BY_ONE = (
    (3, 1, "repeat until none comes in: for each Y outside S:"),
    (4, 2, "if X and Y are dependent given S: Y comes into S"),
)
_STRONGEST_FIRST = (
    (3, 1, "repeat until none comes in: test each Y outside S given S"),
    (4, 2, "of the dependent ones, the most strongly associated comes into S"),
)
_SHRINKING = (
    (5, 1, "for each Y in S:"),
    (6, 2, "if X and Y are independent given the rest of S: Y leaves S"),
)
_SYMMETRY = "where Y is in Mb(X) and X not in Mb(Y): let both in, or neither"
_END = (
    (7, 1, "S is Mb(X)"),
    (8, 0, _SYMMETRY),
)

LINES: dict[str, tuple[tuple[int, int, str], ...]] = {
    "tc": (
        (1, 0, "for each variable X:"),
        (2, 1, "for each Y after X:"),
        (3, 2, "if X and Y are dependent given all the others:"),
        (4, 3, "Y is in Mb(X), and X in Mb(Y)"),
        (5, 1, "now Mb(X) is known"),
    ),
    "gs": (*_GROWING, *_ONE_BY_ONE, *_SHRINKING, *_END),
    "iamb": (*_GROWING, *_STRONGEST_FIRST, *_SHRINKING, *_END),
    "inter-iamb": (
        *_GROWING,
        *_STRONGEST_FIRST,
        (5, 2, "for each Y in S:"),
        (6, 3, "if X and Y are independent given the rest of S: Y leaves S"),
        (7, 2, "stop if S is a set that X has had before"),
        (8, 1, "S is Mb(X)"),
        (9, 0, _SYMMETRY),
    ),
}

_TESTS = {"tc": (3, 3), "gs": (4, 6), "iamb": (3, 6), "inter-iamb": (3, 6)}


def boundary_line_of_test(method: str, *, is_inside: bool) -> int:
    """Return the line that tests a variable inside the set (it may leave), or outside it.

    Examples
    --------
    >>> boundary_line_of_test("gs", is_inside=False), boundary_line_of_test("gs", is_inside=True)
    (4, 6)
    """
    return _TESTS[method][is_inside]
