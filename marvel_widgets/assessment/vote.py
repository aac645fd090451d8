"""A question for a room: an answer on each card, the cards counted, and what they say when.

No names, no points: a vote is a few numbers. The answers are the solution and what the beliefs of
the exercise answer, so that a count of cards is a count of beliefs.
"""

import hashlib
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from marvel_widgets.assessment.beliefs import Believed
from marvel_widgets.assessment.exercise import Exercise
from marvel_widgets.assessment.facts import Facts, said
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.pictures.voting_cards import CARDS
from marvel_widgets.text import capitalized, listed

MOST: Final = 999  # cards of one shape
SHUFFLES: Final = 200
_NEXT: Final = re.compile(r"(?<=[.?]) |(?<=[.?]') ")


@dataclass(frozen=True, slots=True)
class Option:
    """One of the answers; without a belief it is the right one."""

    card: str
    words: str
    answer: Any
    belief: Believed = ""

    @property
    def named(self) -> str:
        """What is shown of its card: that it is right, or the belief behind it."""
        return f"False: {capitalized(self.belief.words)}" if self.belief else "Right."


@dataclass(frozen=True)
class Ballot:
    """A question as a room votes on it."""

    exercise: Exercise
    options: tuple[Option, ...]
    seed: str

    @classmethod
    def of(cls, exercise: Exercise, seed: str, after: "Ballot | None" = None) -> "Ballot":
        """Put the solution and the typical mistakes of an exercise on cards, at random.

        No belief has the card again that it had in the vote before, nor has the right answer.
        """
        answers: list[tuple[Any, Believed]] = [(exercise.solution, "")]
        answers += [(mistake.answer, mistake.misconception) for mistake in exercise.mistakes]
        answers = answers[: len(CARDS)]
        rng = random.Random(f"vote {seed}")
        before = [] if after is None else [option.belief for option in after.options]
        for _ in range(SHUFFLES):
            rng.shuffle(answers)
            if all(old != new for old, (_, new) in zip(before, answers, strict=False)):
                break
        options = tuple(
            Option(card, exercise.kind.say(answer), answer, belief)
            for card, (answer, belief) in zip(CARDS, answers, strict=False)
        )
        return cls(exercise, options, seed)

    @property
    def cards(self) -> tuple[str, ...]:
        """Its cards, by their shapes."""
        return CARDS[: len(self.options)]

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
        """What a phone compares: the right card cannot be read off it."""
        return mixed(f"{self.seed}/{self.digits}/{self.right.card}")

    def read(self, text: str) -> tuple[int, ...]:
        """Return counts that were typed, such as ``12 30 4 2``; a ValueError says what is wrong.

        Numbers that are missing are 0.
        """
        words = re.split(r"[\s,;]+", text.strip())
        for word in words:
            if not re.fullmatch(r"[0-9]{1,3}", word):
                msg = f"{shown(word)} must be a number of cards, 0 to {MOST}"
                raise ValueError(msg)
        cards = len(self.options)
        if len(words) > cards:
            msg = f"You typed {len(words)} numbers, but there are {cards} cards: "
            raise ValueError(msg + listed(self.cards))
        return (*map(int, words), *[0] * (cards - len(words)))

    def witness(self, counts: Sequence[int]) -> Facts:
        """Return what shows that the most frequent mistake is wrong; else why right is right."""
        wrong = [at for at, option in enumerate(self.options) if counts[at] and option.belief]
        if not wrong:
            return self.exercise.reasons
        return self.exercise.shows(self.options[max(wrong, key=counts.__getitem__)].answer)

    def outcome(self, counts: Sequence[int]) -> str:
        """Return which card most hold up, and no word on which is right."""
        most = max(counts)
        top = [card for card, n in zip(self.cards, counts, strict=True) if n == most]
        is_, each = ("cards are", " each") if len(top) > 1 else ("card is", "")
        return f"The most frequent {is_} the {listed(top)}: {most} of {sum(counts)}{each}."

    def verdict(self, counts: Sequence[int]) -> list[str]:
        """Return which card is right and how many are, then the witness in sentences."""
        right = counts[self.options.index(self.right)]
        tally = f"The {self.right.card} is right: {right} of {sum(counts)} cards."
        return [tally, *_NEXT.split(said(self.witness(counts)))]


def mixed(text: str) -> int:
    """Return a number that a text is mixed into (FNV-1a, 32 bits); `card.js` does the same."""
    found = 0x811C9DC5
    for byte in text.encode():
        found = (found ^ byte) * 0x01000193 % 2**32
    return found
