"""How the answers to a case are judged, as data that a page can follow without deciding anything.

Python judges; what it said is written down: for each answer where there are few, else for each
error that an answer may contain, with the order in which Python names them, which is then held
against guesses. Where no order fits, a page knows the solution and the common mistakes, and says so
of other answers.
"""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from marvel_widgets.assessment.answers import AnswerKind, Number, Parts, Statements
from marvel_widgets.assessment.exercise import Exercise
from marvel_widgets.assessment.facts import Facts, said
from marvel_widgets.assessment.variable_answers import Names, Order, Pairs
from marvel_widgets.assessment.verdict import judge, wrong_words
from marvel_widgets.site.ask.forms import errors, every, number_of_answers, turned_over, with_errors

MOST_LISTED: Final = 512
# Of orders and of several parts, whose errors have no fixed order; of sentences, which may share a
# belief.
MOST_ORDERS: Final = 1024
MOST_TRIED: Final = 20_000  # answers of which each is either right or wrong
MOST_ALONE: Final = 256  # numbers of which something else may be said than of all smaller or larger
GUESSES: Final = 20
FAR: Final = (7919, 104729)  # numbers that no sentence has by chance
# A number of the answer in a sentence: itself, its neighbors; with commas and without.
GAPS: Final = tuple((f"\x01{sign}{by}", by, sign) for by in (0, -1, 1) for sign in (",", "d"))
Rule = list[Any]
_WRITTEN: Final = re.compile(r"(?<![\w.,-])-?\d+(?:[.,]\d+)*")


@dataclass
class Said:
    """The verdicts on the answers to a case, each text once."""

    exercise: Exercise
    texts: list[tuple[str, str, str]] = field(default_factory=list)  # kind, words, belief
    facts: list[Facts] = field(default_factory=list)
    _places: dict[tuple[str, str, str], int] = field(default_factory=dict)

    def place(self, entry: tuple[str, str, str], facts: Facts) -> int:
        """Return the number of a text, new or known."""
        if entry not in self._places:
            self._places[entry] = len(self.texts)
            self.texts.append(entry)
            self.facts.append(facts)
        return self._places[entry]

    def whole(self, value: Any, number: int | None = None) -> int:
        """Write down Python's verdict on an answer; of a number's answer with gaps."""
        verdict = judge(self.exercise, value)
        words = verdict.text if number is None else with_gaps(verdict.text, number)
        return self.place((verdict.kind, words, verdict.misconception), verdict.facts)

    def part(self, value: Any, number: int | None = None) -> int:
        """Write down the verdict on an error, whatever else the answer has."""
        if self.exercise.is_right(value):
            return 0
        facts = self.exercise.shows(value)
        words = said(facts) if number is None else with_gaps(said(facts), number)
        return self.place(("?", words, ""), facts)


def with_gaps(text: str, number: int) -> str:
    """Return a text with gaps in place of a number, which `filled` fills."""
    gaps = {f"{number + by:{sign}}": gap for gap, by, sign in reversed(GAPS)}
    return _WRITTEN.sub(lambda found: gaps.get(found[0], found[0]), text)


def filled(text: str, number: int) -> str:
    """Return a text with its gaps filled."""
    for gap, by, sign in GAPS:
        text = text.replace(gap, f"{number + by:{sign}}")
    return text


@dataclass(frozen=True)
class Judged:
    """A case with its table or its order of errors."""

    exercise: Exercise
    said: Said
    known: dict[str, int]
    rule: Rule | None  # None where a page can judge the known answers alone
    complete: bool = True  # whether what is not known is wrong

    @classmethod
    def of(cls, exercise: Exercise) -> "Judged":
        """Write down how a case is judged."""
        book, kind = Said(exercise), exercise.kind
        many = isinstance(kind, Order | Parts | Statements)
        if number_of_answers(kind) <= (MOST_ORDERS if many else MOST_LISTED):
            return cls(exercise, book, {}, _listed(kind, book.whole))
        answers = [exercise.solution, *(mistake.answer for mistake in exercise.mistakes)]
        answers += [slip.answer for slip in exercise.slips]
        known = {kind.code(answer): book.whole(answer) for answer in answers}
        for rule in _rules(exercise, book):
            found = cls(exercise, book, known, rule)
            if found.agrees():
                return found
        rights = _rights(exercise)
        known |= {kind.code(answer): book.whole(answer) for answer in rights}
        return cls(exercise, book, known, None, exercise.accepts is None or bool(rights))

    def agrees(self) -> bool:
        """Return whether it says of some guesses what Python says."""
        guesses = some_answers(self.exercise, random.Random(7), GUESSES)
        return all(self.says(guess) == judge(self.exercise, guess).text for guess in guesses)

    def says(self, value: Any) -> str:
        """Return the verdict as a page says it, empty where it cannot; see `ask_answers.js`."""
        kind = self.exercise.kind
        number = value if isinstance(kind, Number) else None
        place = self.known.get(kind.code(value))
        if place is None and self.rule is not None:
            place, number = _follow(self.rule, kind, value, self.exercise.solution)
        if place is None:
            return ""
        how, words, _ = self.said.texts[place]
        words = words if number is None else filled(words, number)
        if how != "?":
            return words
        near = self.exercise.accepts is None
        head = wrong_words(kind, value, self.exercise.solution) if near else "Not right."
        return f"{head} {words}"


def _follow(rule: Rule, kind: Any, value: Any, solution: Any) -> tuple[int | None, int | None]:
    """Return which text a rule names for an answer, and the number for its gaps."""
    how, *rest = rule
    if how == "all":
        return rest[0][list(every(kind)).index(value)], None
    if how == "first":
        wrong = set(errors(kind, value, solution))
        return next((place for error, place in rest[0] if error in wrong), None), None
    if how == "number":
        low, places, below, above = rest
        at = value - low
        place = below if at < 0 else above if at >= len(places) else places[at]
        return place, value
    if how == "sides":
        solution, others, below, above = rest
        return others.get(value, below if value < solution else above), value
    for key, inside in rest[0]:
        if value[key] != solution[key]:
            return _follow(inside, kind.parts[key], value[key], solution[key])
    return None, None


def some_answers(exercise: Exercise, rng: random.Random, count: int) -> Iterator[Any]:
    """Yield guesses, every other one near the solution."""
    kind = exercise.kind
    for n in range(count):
        guess = kind.random(rng)
        if n % 2 and isinstance(kind, Parts):
            kept = {key: exercise.solution[key] for key in guess if rng.random() < 0.5}
            guess = {**guess, **kept}
        elif n % 2 and isinstance(kind, Names | Pairs | Statements):
            found = with_errors(kind, exercise.solution)
            guess = exercise.solution
            for name in rng.sample(sorted(found), min(len(found), rng.randint(1, 3))):
                guess = turned_over(guess, found[name])
        yield guess


def _rights(exercise: Exercise) -> list[Any]:
    """Return all right answers, where there are several and they can be listed."""
    if exercise.rights is not None:
        return list(exercise.rights())
    kind = exercise.kind
    tried = every(kind) if exercise.accepts and number_of_answers(kind) <= MOST_TRIED else ()
    return [answer for answer in tried if exercise.is_right(answer)]


def _rules(exercise: Exercise, book: "Said") -> Iterator[Rule]:
    """Yield rules that may fit: none where what is right is not one answer."""
    if exercise.accepts is None and exercise.diagnose is None:
        yield _ordered(exercise.kind, exercise.solution, book.part)
        if isinstance(exercise.kind, Parts) and all(
            isinstance(part, Names | Pairs) for part in exercise.kind.parts.values()
        ):
            yield _first(exercise.kind, exercise.solution, book.part)


Write = Callable[..., int]  # judges a value and writes down what was said


def _listed(kind: AnswerKind, write: Write) -> Rule:
    if isinstance(kind, Number):
        places = [write(value, value) for value in every(kind)]
        below, above = _beyond(kind.low, -1, write), _beyond(kind.high, 1, write)
        return ["number", kind.low, places, below, above]
    return ["all", [write(value) for value in every(kind)]]


def _beyond(end: int, way: int, write: Write) -> int | None:
    """Return the verdict on all numbers beyond an end; None where two have different ones."""
    places = {write(end + way * far, end + way * far) for far in FAR}
    return places.pop() if len(places) == 1 else None


def _sides(kind: Number, solution: int, write: Write) -> Rule:
    """Return the verdicts on smaller and on larger numbers, and on some for themselves."""
    below, above = (_beyond(solution, way, write) for way in (-1, 1))
    first = range(kind.low, min(kind.high + 1, kind.low + MOST_ALONE))
    own = {number: write(number, number) for number in first}
    others = {n: place for n, place in own.items() if place != (below if n < solution else above)}
    return ["sides", solution, others, below, above]


def _ordered(kind: AnswerKind, solution: Any, write: Write) -> Rule:
    """Return the verdict on each error, in the order in which errors are named."""
    if isinstance(kind, Parts):

        def rule(key: str, part: AnswerKind) -> Rule:
            def write_part(value: Any, number: int | None = None) -> int:
                return write({**solution, key: value}, number)

            return _ordered(part, solution[key], write_part)

        return ["parts", [[key, rule(key, part)] for key, part in kind.parts.items()]]
    if number_of_answers(kind) <= MOST_LISTED:
        return _listed(kind, write)
    if isinstance(kind, Number):
        return _sides(kind, solution, write)
    return _first(kind, solution, write)


def _first(kind: AnswerKind, solution: Any, write: Write) -> Rule:
    """Return the verdict on each element that is missing or too much, those named first first.

    All errors are made at once; the one that Python names is mended, and so on.
    """
    found = with_errors(kind, solution)

    def said_of(*wrong: str) -> int:
        value = solution
        for name in wrong:
            value = turned_over(value, found[name])
        return write(value)

    alone = {name: said_of(name) for name in found}
    missing = {*errors(kind, turned_over(solution, solution), solution)}
    # in all parts at once; of two errors with the same words, what was chosen is named first
    left = sorted(found, key=lambda name: (name in missing, name.rpartition("|")[2]))
    order = []
    while left:
        named = said_of(*left)
        first = next((name for name in left if alone[name] == named), left[0])
        left.remove(first)
        order.append([first, alone[first]])
    return ["first", order]
