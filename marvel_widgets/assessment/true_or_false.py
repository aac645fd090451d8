"""Statements on a drawn case, some true and some false: which of them hold?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from marvel_widgets.assessment.answers import Statements
from marvel_widgets.assessment.exercise import Exercise, typical_mistakes
from marvel_widgets.assessment.facts import Case, Fact, Facts, Principle, said
from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.text import counted


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence that is true or false, what shows it, and the belief that says the opposite."""

    text: str
    is_true: bool
    why: Facts
    belief: Misconception = ""


@dataclass(frozen=True)
class SentenceIs(Fact):
    """A numbered sentence is true, or false, and what shows it; an answer may judge it wrongly."""

    number: int
    true: bool
    shown: Facts = ()
    text: str = ""  # of the sentence
    wrongly: bool = True

    def say(self) -> str:
        """Return that; of a reason, only what shows it."""
        head = f"Sentence {self.number} is {'true' if self.true else 'false'}."
        return f"{head if self.wrongly else f'{self.number}:'} {said(self.shown)}".rstrip()

    def holds(self, case: Case) -> bool:
        """Return whether the answer has it so, the sentence has this number, and why is true."""
        judged = (self.number in case.answer) == (self.true != self.wrongly)
        asked = not self.text or f"{self.number}. {self.text}" in case.asked
        return judged and asked and all(fact.holds(case) for fact in self.shown)


ALL_HOLD: Final = Principle("All of them hold.")


def one_of(
    rng: Random,
    text: str,
    versions: tuple[str, str],
    first_holds: bool,
    why: Facts,
    belief: Misconception = "",
) -> Statement:
    """Return a sentence with one of two versions in its braces, of which just one is true."""
    first = rng.random() < 0.5
    sentence = text.format(versions[0 if first else 1])
    return Statement(sentence, first_holds == first, why, belief)


def numbers(flags: Iterable[bool]) -> frozenset[int]:
    """Return the numbers of those that are true, counted from 1."""
    return frozenset(n for n, flag in enumerate(flags, start=1) if flag)


def judged(statements: Sequence[Statement], belief: Misconception = "") -> frozenset[int]:
    """Return the numbers of the true statements, or of those true for a holder of a belief."""
    return numbers(s.is_true != (bool(belief) and s.belief == belief) for s in statements)


def which_hold(
    title: str,
    question: str,
    statements: Sequence[Statement],
    principle: str,
    dag: Dag | None = None,
    *,
    place: str = "",
    numbered: bool = False,
) -> Exercise | None:
    """Return the question which statements are true; None where it would not be a fair one.

    The statements are numbered in their order; `principle` is the third hint, `place` the second
    instead of the number of a true one. Where feedback is `numbered`, it names the statement.
    """
    solution = judged(statements)
    beliefs = dict.fromkeys(s.belief for s in statements if s.belief)
    if not solution:
        return None

    def of(number: int, wrongly: bool) -> SentenceIs:
        told = statements[number - 1]
        return SentenceIs(number, told.is_true, told.why, told.text, wrongly)

    def shows(value: Iterable[int]) -> Facts:
        number = min(solution ^ frozenset(value))
        return (of(number, True),) if numbered else statements[number - 1].why

    of_false = tuple(fact for s in statements if not s.is_true for fact in s.why) or (ALL_HOLD,)
    noun = "sentence" if numbered else "statement"
    return Exercise(
        title=title,
        question=question,
        kind=Statements([statement.text for statement in statements]),
        solution=solution,
        mistakes=typical_mistakes(
            [(judged(statements, belief), belief) for belief in beliefs], solution.__eq__
        ),
        shows=shows,
        reasons=tuple(of(n + 1, False) for n in range(len(statements))) if numbered else of_false,
        hints=(
            f"{counted(len(solution), f'{noun} is', f'{noun}s are')} true.",
            place or f"Number {min(solution)} is among them.",
            principle,
        ),
        dag=dag,
    )
