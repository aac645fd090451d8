"""Statements on a drawn case, some true and some false: which of them hold?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from marvel_widgets.assessment.answers import Statements
from marvel_widgets.assessment.exercise import Exercise
from marvel_widgets.assessment.facts import Case, Fact, Facts, Principle, said
from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.assessment.typical import typical_mistakes
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.text import counted

ALL_HOLD: Final = Principle("All of them hold.")


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence that is true or false, what shows it, and the belief that says the opposite."""

    text: str
    is_true: bool
    why: Facts | str
    belief: Misconception = ""


@dataclass(frozen=True)
class SentenceIs(Fact):
    """A numbered sentence that the answer judged wrong is true, or false."""

    number: int
    true: bool

    def say(self) -> str:
        """Return that."""
        return f"Sentence {self.number} is {'true' if self.true else 'false'}."

    def holds(self, case: Case) -> bool:
        """Return whether the answer has it the other way round."""
        return (self.number in case.answer) != self.true


def judged(statements: Sequence[Statement], belief: Misconception = "") -> frozenset[int]:
    """Return the numbers of the true statements, or of those true for a holder of a belief.

    Examples
    --------
    >>> both = [Statement("One.", True, "So."), Statement("Two.", False, "Not so.", "M12")]
    >>> sorted(judged(both)), sorted(judged(both, "M12"))
    ([1], [1, 2])
    """
    return frozenset(
        i
        for i, statement in enumerate(statements, start=1)
        if statement.is_true != (bool(belief) and statement.belief == belief)
    )


def which_hold(
    title: str,
    question: str,
    statements: Sequence[Statement],
    principle: str,
    dag: Dag | None = None,
) -> Exercise | None:
    """Return the question which statements are true; None where it would not be a fair one.

    The statements are numbered in their order; `principle` is the third hint.

    Examples
    --------
    >>> told = [Statement("So.", True, "It is.")]
    >>> told += [Statement("Not so.", False, "It is not.", belief) for belief in ("M1", "M2", "M3")]
    >>> sorted(which_hold("What holds", "Which are true?", told, "Look.", Dag("A -> B")).solution)
    [1]
    """
    solution = judged(statements)
    beliefs = sorted({s.belief for s in statements if s.belief})
    mistakes = typical_mistakes(
        [(judged(statements, belief), belief) for belief in beliefs], solution.__eq__
    )
    if mistakes is None or not solution:
        return None
    return Exercise(
        title=title,
        question=question,
        kind=Statements([statement.text for statement in statements]),
        solution=solution,
        mistakes=mistakes,
        shows=lambda value: statements[min(value ^ solution) - 1].why,
        reasons=_reasons([s.why for s in statements if not s.is_true]),
        hints=(
            f"{counted(len(solution), 'statement is', 'statements are')} true.",
            f"Number {min(solution)} is among them.",
            principle,
        ),
        dag=dag,
    )


def _reasons(whys: Sequence[Facts | str]) -> Facts | str:
    if any(isinstance(why, str) for why in whys):
        return " ".join(map(said, whys))
    return tuple(fact for why in whys for fact in why if isinstance(fact, Fact)) or (ALL_HOLD,)
