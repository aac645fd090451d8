"""Whatever object is given as an answer: a plain value, or a sentence."""

import itertools
from collections import deque
from decimal import Decimal
from fractions import Fraction

import pytest

from marvel_widgets import exercises
from marvel_widgets.assessment.plain import (
    MOST_DIGITS,
    MOST_ITEMS,
    AnswerError,
    Strange,
    plain,
    shortened,
    shown,
)


class Raises:
    """An object that raises wherever it is looked at."""

    def _refuse(self, *_):
        raise ZeroDivisionError

    __repr__ = __str__ = __iter__ = __len__ = __eq__ = __index__ = __float__ = _refuse
    __hash__ = object.__hash__


class Disguised:
    @property
    def __class__(self):
        raise ZeroDivisionError


def stopping():
    yield "A"
    raise KeyError


def nested(depth):
    found = []
    for _ in range(depth):
        found = [found]
    return found


ENDLESS = [0]
ENDLESS.append(ENDLESS)
HOSTILE = {
    "digits": lambda: "9" * 5000,
    "number": lambda: 10**5000,
    "float": lambda: Decimal("1e999999999"),
    "raises": Raises,
    "raises inside": lambda: [Raises()],
    "raises as a key": lambda: {Raises(): 1},
    "class": Disguised,
    "generator": stopping,
    "endless": itertools.count,
    "the same for ever": lambda: itertools.repeat("A"),
    "itself": lambda: ENDLESS,
    "deep": lambda: nested(3000),
    "brackets": lambda: "[" * 15_000,
    "letters": lambda: "A, " * 100_000,
    "large": lambda: range(10**12),
    "surrogate": lambda: "\ud800",
    "zero": lambda: "\0",
    "function": lambda: print,
    "bytes": lambda: b"\x01",
}


class Scalar:
    """A number as other libraries have them: no `int`, but usable as an index."""

    def __index__(self):
        return 3


@pytest.fixture(scope="module")
def checks():
    """Exercises with every kind of answer."""
    return [check for notebook in ("00", "01", "02", "03", "09") for check in exercises(notebook)]


@pytest.mark.parametrize("make", HOSTILE.values(), ids=HOSTILE)
def test_no_answer_raises_and_no_text_is_as_long_as_it(make, checks):
    for check in checks:
        verdict = check(make())
        assert verdict.kind in ("unread", "incorrect", "close", "correct")
        assert len(verdict.text) < 2_000
        assert not (verdict and make in (Raises, Disguised))


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        (Scalar(), 3),
        (Fraction(6, 2), 3),
        (Decimal("2.5"), 2.5),
        (deque("AB"), ["A", "B"]),
        ({"A": 1}.keys(), ["A"]),
        ((n for n in (1, 2)), [1, 2]),
        ({("A", "B")}, frozenset({("A", "B")})),
        ([{"A"}], [frozenset("A")]),
        (True, True),
        (None, None),
        (..., ...),
    ],
)
def test_plain_values(raw, value):
    assert plain(raw) == value
    assert type(plain(raw)) in (int, float, list, frozenset, bool, type(None), type(...))


def test_other_objects_keep_their_words():
    assert plain(print) == Strange(str(print), repr(print))
    assert repr(plain([Strange("a", "b")])) == "[b]"


def test_limits_are_said():
    for raw, said in [
        (itertools.count(), f"more than {MOST_ITEMS:,} items"),
        (10**MOST_DIGITS, f"more than {MOST_DIGITS:,} digits"),
        (-1e301, f"more than {MOST_DIGITS:,} digits"),
        ("A" * 20_001, "more than 20,000 letters"),
        (nested(20), "brackets inside brackets"),
        (stopping(), "raises KeyError when we look at it"),
    ]:
        with pytest.raises(AnswerError, match=said):
            plain(raw)
    assert plain(10**MOST_DIGITS - 1) == 10**MOST_DIGITS - 1
    assert plain(range(MOST_ITEMS)) == list(range(MOST_ITEMS))


def test_numbers_of_numpy_are_numbers():
    numpy = pytest.importorskip("numpy")
    check = exercises("00").one_edge
    right = check.exercise.solution
    for number in (numpy.int64(right), numpy.array(right), numpy.float32(right)):
        assert check(number), repr(number)
    assert plain(numpy.array([[1, 2]])) == [[1, 2]]
    assert plain(numpy.array("A")) == "A"
    assert plain(numpy.bool_(True)) is True
    chosen = exercises("00").reading_tests
    assert chosen(numpy.array(sorted(chosen.exercise.solution)))


def test_long_values_are_shortened():
    assert len(shown("x" * 10_000)) <= 82
    assert len(shown(list(range(10_000)))) <= 80
    assert shown({"A"}) == shown(frozenset("A")) == "{'A'}"
    assert shortened("short") == "short"
    assert shown(Raises()) == "<Raises>"
