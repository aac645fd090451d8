"""A question for a room: its answers under letters, the cards counted, and what a count asks for.

No names, no points: a vote is a few numbers. The answers are the solution and what the beliefs of
the exercise answer, so that a count of cards is a count of beliefs.
"""

import hashlib
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from marvel_widgets.assessment.exercise import Exercise
from marvel_widgets.assessment.facts import Facts
from marvel_widgets.assessment.misconceptions import MISCONCEPTIONS, Misconception
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.text import capitalized

LETTERS: Final = "ABCDEF"
MOST: Final = 999  # cards of one letter
# Shares of right cards between which a discussion is worth its time (Crouch and Mazur 2001).
FEW, MANY = 35, 70
RIGHT: Final = "right."
SHUFFLES: Final = 200


@dataclass(frozen=True, slots=True)
class Option:
    """One of the answers; without a belief it is the right one."""

    letter: str
    words: str
    answer: Any
    belief: Misconception = ""

    @property
    def named(self) -> str:
        """The belief that may be behind its card, as a sentence."""
        return capitalized(MISCONCEPTIONS.get(self.belief, RIGHT))


@dataclass(frozen=True)
class Ballot:
    """A question as a room votes on it."""

    exercise: Exercise
    options: tuple[Option, ...]
    seed: str

    @classmethod
    def of(cls, exercise: Exercise, seed: str, after: "Ballot | None" = None) -> "Ballot":
        """Put the solution and the typical mistakes of an exercise under letters, at random.

        No belief has the letter again that it had in the vote before, nor has the right answer.
        """
        answers = [(exercise.solution, "")]
        answers += [(mistake.answer, mistake.misconception) for mistake in exercise.mistakes]
        answers = answers[: len(LETTERS)]
        rng = random.Random(f"vote {seed}")
        before = [] if after is None else [option.belief for option in after.options]
        for _ in range(SHUFFLES):
            rng.shuffle(answers)
            if all(old != new for old, (_, new) in zip(before, answers, strict=False)):
                break
        options = tuple(
            Option(letter, exercise.kind.say(answer), answer, belief)
            for letter, (answer, belief) in zip(LETTERS, answers, strict=False)
        )
        return cls(exercise, options, seed)

    @property
    def letters(self) -> str:
        """The letters of its cards."""
        return LETTERS[: len(self.options)]

    @property
    def right(self) -> Option:
        """The right answer."""
        return next(option for option in self.options if not option.belief)

    @property
    def digits(self) -> str:
        """Two digits for the stage after the vote; with them a phone names the right card."""
        return str(10 + int(hashlib.sha256(self.seed.encode()).hexdigest(), 16) % 90)

    @property
    def tag(self) -> int:
        """What a phone compares: the right letter cannot be read off it."""
        return mixed(f"{self.seed}/{self.digits}/{self.right.letter}")

    def read(self, text: str, room: int = 0) -> tuple[int, ...]:
        """Return counts that were typed, such as ``12 30 4 2``; a ValueError says what is wrong.

        Where it is known how many are in the room, the last number may be left out: it is the rest.
        """
        words = re.split(r"[\s,;]+", text.strip())
        wanted = f"type {len(self.options)} numbers, for {', '.join(self.letters)}"
        wrong = [word for word in words if not re.fullmatch(r"[0-9]{1,3}", word)]
        if wrong:
            msg = f"{shown(wrong[0])} must be a number of cards, 0 to {MOST}; {wanted}"
            raise ValueError(msg)
        counts = tuple(map(int, words))
        if room and len(counts) == len(self.options) - 1:
            if sum(counts) > room:
                msg = f"{shown(text.strip())} makes {sum(counts)} cards of {room}; {wanted}"
                raise ValueError(msg)
            counts = (*counts, room - sum(counts))
        if len(counts) != len(self.options):
            msg = f"{shown(text.strip())} has {len(words)}; {wanted}"
            raise ValueError(msg)
        return counts

    def shown_wrong(self, counts: Sequence[int]) -> Option | None:
        """Return the wrong answer with most cards, whose witness is drawn, if there is one."""
        wrong = [(n, o) for n, o in zip(counts, self.options, strict=True) if n and o.belief]
        return max(wrong, key=lambda each: each[0])[1] if wrong else None

    def witness(self, counts: Sequence[int]) -> Facts:
        """Return what shows that the most frequent mistake is wrong; else why right is right."""
        wrong = self.shown_wrong(counts)
        return self.exercise.reasons if wrong is None else self.exercise.shows(wrong.answer)

    def advice(self, counts: Sequence[int], *, last: bool = False) -> str:
        """Return what a count asks the lecturer to do; after the last vote it is explained."""
        total = sum(counts)
        if not total:
            return "No card is counted yet."
        right = counts[self.options.index(self.right)]
        said = f"{right} of {total} are right ({100 * right / total:.0f} %)."
        if last or 100 * right > MANY * total:
            return f"{said} Explain it with the picture, and go on."
        if 100 * right < FEW * total:
            return f"{said} Give a hint before they vote again: {self.exercise.hints[-1]}"
        return f"{said} Let neighbors with different cards discuss, then vote again."


def mixed(text: str) -> int:
    """Return a number that a text is mixed into (FNV-1a, 32 bits); `card.js` does the same."""
    found = 0x811C9DC5
    for byte in text.encode():
        found = (found ^ byte) * 0x01000193 % 2**32
    return found
