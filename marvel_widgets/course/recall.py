"""Spaced return: a belief that led to a wrong answer comes back after one day, and after three.

It comes back in another exercise that can show it, of a notebook that was begun, or, where there is
none, in another case of the same one. A right answer on that day counts; one that came at once,
after the verdict was read, does not. What is due is a function of the journal.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import count, islice
from typing import Final

from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.course.checks import Check
from marvel_widgets.course.journal import EXERCISE, Entry, Journal
from marvel_widgets.course.registry import Item, items, lesson_exercises, profile_of

WAITS: Final = (timedelta(days=1), timedelta(days=3))
FIRST_DRAW: Final = 100  # of the cases for recall; "Another" counts up from 1
MOST: Final = 2  # questions at once, a minute each
PRACTICE: Final = "practice: it does not count"
RECALLED: Final = "recall: has the belief behind an earlier wrong answer gone?"
_TRIED: Final = 12  # draws, until one can show the belief


def purpose(check: Check) -> str:
    """Return what a case is for that is not in the result; nothing about the one that is."""
    return RECALLED if check.draw >= FIRST_DRAW else PRACTICE if check.draw else ""


@dataclass(frozen=True, slots=True)
class Held:
    """A belief that an answer showed, and how often it was passed since."""

    item: Item | None
    day: date
    passed: int = 0

    @property
    def due(self) -> date:
        """From which day on it is asked about again."""
        return self.day + WAITS[self.passed]


def held_beliefs(entries: Iterable[Entry]) -> dict[Belief, Held]:
    """Return the beliefs that are not settled yet."""
    held: dict[Belief, Held] = {}
    known = {(item.notebook, item.name): item for item in items()}
    for entry in sorted(entries, key=lambda entry: entry.at):
        item = known.get((entry.notebook, entry.name)) if entry.kind == EXERCISE else None
        day = entry.day
        if entry.belief in Belief.__members__:
            held[Belief[entry.belief]] = Held(item, day)
        elif entry.verdict == "correct" and item is not None:
            for belief in set(item.beliefs) & {b for b, each in held.items() if each.due <= day}:
                passed = held[belief].passed + 1
                held[belief] = replace(held[belief], day=day, passed=passed)
                if passed == len(WAITS):
                    del held[belief]
    return held


def due(journal: Journal, today: date) -> list[tuple[Belief, Check]]:
    """Return the beliefs that come back today, the oldest first, each with its question."""
    held = held_beliefs(journal.entries)
    waiting = sorted((b for b in held if held[b].due <= today), key=lambda b: held[b].due)
    found: list[tuple[Belief, Check]] = []
    for belief in waiting:
        taken = {(check.notebook, check.name) for _, check in found}
        item = _another(belief, held[belief], journal, taken)
        if item is not None and len(found) < MOST:
            found.append((belief, _case(item, belief, journal)))
    return found


def _another(
    belief: Belief, held: Held, journal: Journal, taken: set[tuple[str, str]]
) -> Item | None:
    """Return the exercise in which a belief comes back: not the one that showed it, if possible."""
    begun = {entry.notebook for entry in journal.entries if entry.kind == EXERCISE}
    able = [
        item
        for item in items()
        if belief in item.beliefs and item.notebook in begun
        if (item.notebook, item.name) not in taken
    ]
    others = [item for item in able if item != held.item]
    # the second time in another one again, if there are two
    chosen = others or able
    return chosen[min(held.passed, len(chosen) - 1)] if chosen else None


def _case(item: Item, belief: Belief, journal: Journal) -> Check:
    """Return a case that can show the belief and was not answered yet."""
    about = [e for e in journal.entries if (e.notebook, e.name) == (item.notebook, item.name)]
    done = {entry.draw for entry in about if entry.answer and entry.draw >= FIRST_DRAW}
    student = next((e.student for e in reversed(journal.entries) if e.kind == EXERCISE), "")
    check = Check(
        item.notebook, item.name, lesson_exercises(item.notebook)[item.name], student,
        journal=journal,
    )  # fmt: skip
    cases = [check.at(n) for n in islice(count(max(done, default=FIRST_DRAW - 1) + 1), _TRIED)]
    return next((c for c in cases if belief in profile_of(c.exercise)), cases[0])
