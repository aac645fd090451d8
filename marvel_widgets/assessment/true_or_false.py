"""Statements on a drawn case, some true and some false: which of them hold?"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from marvel_widgets.assessment.answers import Statements
from marvel_widgets.assessment.beliefs import Believed
from marvel_widgets.assessment.exercise import Exercise
from marvel_widgets.assessment.facts import Fact, Facts, said
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.text import counted


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence that is true or false, what shows it, and the belief that says the opposite."""

    text: str
    is_true: bool
    why: Facts
    belief: Believed = ""


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
        head = f"Number {self.number} is {'true' if self.true else 'false'}."
        if self.text and not self.text.endswith("."):  # a set, a path or a graph
            head = f"Number {self.number} is {'' if self.true else 'not '}one of them."
        return f"{head if self.wrongly else f'{self.number}:'} {said(self.shown)}".rstrip()


def one_of(
    rng: Random,
    text: str,
    versions: tuple[str, str],
    first_holds: bool,
    why: Facts,
    belief: Believed = "",
) -> Statement:
    """Return a sentence with one of two versions in its braces, of which just one is true."""
    first = rng.random() < 0.5
    sentence = text.format(versions[0 if first else 1])
    return Statement(sentence, first_holds == first, why, belief)


def numbers(flags: Iterable[bool]) -> frozenset[int]:
    """Return the numbers of those that are true, counted from 1."""
    return frozenset(n for n, flag in enumerate(flags, start=1) if flag)


def judged(statements: Sequence[Statement], belief: Believed = "") -> frozenset[int]:
    """Return the numbers of the true statements, or of those true for a holder of a belief."""
    return numbers(s.is_true != (bool(belief) and s.belief == belief) for s in statements)


def of_one(
    kind: Statements, solution: frozenset[int], why: Callable[[int], Facts]
) -> Callable[[Iterable[int]], Facts]:
    """Return what shows that an answer is wrong: one sentence by its number, and why it is so.

    `why` takes its place among the sentences, from 0.
    """

    def shows(value: Iterable[int]) -> Facts:
        number = kind.told_of(frozenset(value), solution)
        text = kind.sentences[number - 1]
        return (SentenceIs(number, number in solution, why(number - 1), text),)

    return shows


def ticked(
    sentences: Sequence[str],
    solution: frozenset[int],
    why: Callable[[int], Facts],
    noun: tuple[str, str] = ("statement is true", "statements are true"),
    *,
    place: str = "",
    **more: Any,
) -> Exercise:
    """Return an exercise on which of some sentences hold; `why` says it, by their place."""
    kind = Statements(sentences)
    return Exercise(
        kind=kind,
        solution=solution,
        shows=of_one(kind, solution, why),
        count=f"{counted(len(solution), *noun)}.",
        place=place or f"Number {min(solution)} is among them.",
        **more,
    )


def which_hold(
    title: str,
    question: str,
    statements: Sequence[Statement],
    principle: str,
    dag: Dag | None = None,
    *,
    place: str = "",
) -> Exercise | None:
    """Return the question which statements are true; None where it would not be a fair one.

    The statements are numbered in their order; `principle` is the third hint, `place` the second
    instead of the number of a true one.
    """
    solution = judged(statements)
    beliefs = dict.fromkeys(s.belief for s in statements if s.belief)
    if not solution:
        return None

    return ticked(
        [statement.text for statement in statements],
        solution,
        [s.why for s in statements].__getitem__,
        ("sentence is true", "sentences are true"),
        title=title,
        question=question,
        believed=[(judged(statements, belief), belief) for belief in beliefs],
        reasons=tuple(
            SentenceIs(n, s.is_true, s.why, s.text, wrongly=False)
            for n, s in enumerate(statements, start=1)
        ),
        rule=principle,
        dag=dag,
        place=place,
    )
