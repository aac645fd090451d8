"""Answers by number: a known value in one of many spellings, or anything that Python can hold."""

import itertools
import random
from collections import deque
from decimal import Decimal
from functools import cache
from typing import Any, NamedTuple

from marvel_widgets import exercises
from marvel_widgets.assessment.answers import Number, Parts, Statements
from marvel_widgets.assessment.variable_answers import Names, Order, Pairs
from marvel_widgets.course.checks import builders
from marvel_widgets.course.registry import LESSONS

STUDENTS = ("", "17")


class Case(NamedTuple):
    """An answer to an exercise; the answer itself is made anew each time, since some run dry."""

    notebook: str
    student: str
    name: str
    seed: int


class Meant(NamedTuple):
    """What is typed, and the value that it means; `value` is None where nobody can say."""

    raw: Any
    value: Any = None


# A few for each kind of answer, all drawn quickly.
QUICK = {
    "00": ["one_edge", "reading_tests"],
    "01": ["blockers", "separable"],
    "02": ["split"],
    "03": ["at_children", "changed", "order"],
    "07": ["directed"],
    "09": ["families", "counted_once"],
    "08": ["unasked"],
    "T": ["ninety_minutes", "settings"],
}


@cache
def every_exercise():
    """The notebook, the student and the name of all exercises."""
    return [
        (notebook, student, name)
        for notebook in LESSONS
        for student in STUDENTS
        for name in builders(notebook)
    ]


@cache
def exercise_of(notebook, student, name):
    return getattr(exercises(notebook, student), name).exercise


def draw_quick(rng: random.Random) -> Case:
    notebook, names = rng.choice(list(QUICK.items()))
    return Case(notebook, "", rng.choice(names), rng.getrandbits(64))


def draw_any(rng: random.Random) -> Case:
    return Case(*rng.choice(every_exercise()), rng.getrandbits(64))


def answer_of(case: Case) -> Meant:
    rng = random.Random(case.seed)
    exercise = exercise_of(*case[:3])
    if rng.random() < 0.5:
        value = exercise.kind.random(rng) if rng.random() < 0.7 else exercise.solution
        return Meant(spelled(exercise.kind, value, rng), value)
    if rng.random() < 0.5:
        text = str(spelled(exercise.kind, exercise.kind.random(rng), rng))
        return Meant(damaged(text, rng))
    return Meant(junk(rng, exercise.kind))


def spelled(kind, value, rng: random.Random):
    """Return one of the ways in which learners write a value."""
    return rng.choice(list(WAYS[type(kind)](kind, value, rng)))


class Index:
    """A number as other libraries have them."""

    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number


def numbers(kind, value, rng):
    yield from (value, str(value), f" {value} ", f"{value:,}", Index(value))
    if abs(value) < 10**15:
        yield from (float(value), Decimal(value))


def names(kind, value, rng):
    some = rng.sample(sorted(value), len(value))
    yield from (value, some, tuple(some), deque(some), (name for name in some), kind.code(value))
    yield from (", ".join(some), " ".join(some), f"{{{', '.join(some)}}}", [*some, *some])
    yield ", ".join(some).lower()
    if not some:
        yield from ("nobody", "None", "{}", "set()", {}, ())


def order(kind, value, rng):
    yield from (value, list(value), (name for name in value), kind.code(value))
    falls = " < " if kind.first == "least" else " > "
    yield from (mark.join(value) for mark in (", ", falls, " -> ", " ", "; "))
    yield ", ".join(value).lower()


def pairs(kind, value, rng):
    some = [tuple(pair) for pair in value]
    rng.shuffle(some)
    mark = " -> " if kind.directed else " - "
    texts = [mark.join(pair) for pair in some]
    yield from (value, some, set(some), (pair for pair in some), kind.code(value), set(texts))
    yield from (", ".join(texts), "; ".join(texts), texts)
    yield ", ".join(texts).replace(" ", "")
    if kind.directed:
        yield ", ".join(texts).replace("->", "→")
    else:
        yield {frozenset(pair) for pair in some}
    if not some:
        yield from ("none", {}, set())


def statements(kind, value, rng):
    some = sorted(value)
    yield from (value, some, {str(n) for n in some}, [Index(n) for n in some], kind.code(value))
    yield ", ".join(map(str, some))


def parts(kind, value, rng):
    def again(part, key):
        return spelled(part, value[key], rng)

    yield from (value, list(value.values()), tuple(value.values()))
    yield {key: again(part, key) for key, part in kind.parts.items()}
    yield tuple(again(part, key) for key, part in kind.parts.items())


WAYS = {
    Number: numbers,
    Names: names,
    Order: order,
    Pairs: pairs,
    Statements: statements,
    Parts: parts,
}


SIGNS = [
    *"ABCDEFGH abc123,;:-><→←(){}[]'\"=+*.&\n\t\0_/\\|é∅′",
    "->", "nobody", "and", "set()", "True", "None", "9" * 400, "\ud800", "neighbors", "PC",
]  # fmt: skip


class Raises:
    """An object that raises in some of what it is asked."""

    def __init__(self, *where):
        self.where = where

    def _maybe(self, where, value):
        if where in self.where:
            raise ZeroDivisionError(where)
        return value

    def __repr__(self):
        return self._maybe("repr", "<an object>")

    def __str__(self):
        return self._maybe("str", "A")

    def __iter__(self):
        return self._maybe("iter", iter("AB"))

    def __eq__(self, other):
        return self._maybe("eq", self is other)

    def __hash__(self):
        return 7

    @property
    def __class__(self):
        return self._maybe("class", Raises)


def _stopping():
    yield "A"
    raise KeyError


def _nested(rng):
    found: Any = "A"
    for _ in range(rng.choice([3, 8, 200])):
        found = rng.choice([[found], (found,), {"A": found}])
    return found


def _loop(_):
    found: list[Any] = ["A"]
    found.append(found)
    return found


ATOMS = [
    lambda rng: rng.choice(["A", "B", "C", "1", "3", "PC", "", " ", "A, B", "A - B", "X", "AC"]),
    lambda rng: rng.choice([0, 1, 2, 7, 64, -1, 2.0, 2.5, 1e300, float("nan"), float("inf")]),
    lambda rng: rng.choice([True, False, None, ..., b"A", print, 3j, 10**299, 10**5000]),
    lambda rng: "".join(rng.choices(SIGNS, k=rng.randint(0, 25))),
    lambda rng: "9" * rng.choice([299, 301, 5000]),
    lambda rng: Raises(*rng.sample(["repr", "str", "iter", "eq", "class"], rng.randint(0, 4))),
    lambda rng: _stopping(),
    lambda rng: itertools.repeat("A") if rng.random() < 0.02 else itertools.repeat("A", 3),
    lambda rng: itertools.count() if rng.random() < 0.02 else range(3),
    _nested,
    _loop,
    lambda rng: Decimal(rng.choice(["4", "1e999999999", "NaN"])),
]


def junk(rng, kind, depth=0):
    """Return any object, now and then of the form that is asked for."""
    if depth > 2 or rng.random() < 0.4:
        return rng.choice(ATOMS)(rng)
    if isinstance(kind, Parts) and rng.random() < 0.5:
        keys = [key if rng.random() < 0.9 else key.title() for key in kind.parts]
        return dict(zip(keys, [junk(rng, None, depth + 1) for _ in keys], strict=True))
    items = [junk(rng, kind, depth + 1) for _ in range(rng.randint(0, 4))]
    make = rng.choice([list, tuple, iter, _set, _dict])
    return make(items)


def _set(items):
    return {item for item in items if _hashable(item)}


def _dict(items):
    return {item: items[0] for item in items if _hashable(item)}


def _hashable(item):
    try:
        return item == item and isinstance(hash(item), int)
    except Exception:
        return False


def damaged(text: str, rng: random.Random) -> str:
    """Return a text with a few letters lost, doubled, exchanged or put in."""
    letters = list(text)
    for _ in range(rng.randint(1, 4)):
        at = rng.randint(0, len(letters))
        way = rng.randrange(4)
        if way == 0:
            letters[at:at] = rng.choice(SIGNS)
        elif way == 1:
            del letters[at : at + rng.randint(1, 3)]
        elif way == 2:
            letters[at:at] = letters[at : at + 5]
        else:
            rng.shuffle(letters) if rng.random() < 0.2 else letters.reverse()
    return "".join(letters)
