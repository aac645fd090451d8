"""Questions that ask for a prediction before something is shown, and the score of the answers."""

from dataclasses import dataclass, replace
from typing import Self

from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.text import counted


@dataclass(frozen=True, slots=True)
class Question:
    """A question to answer before a verdict is shown."""

    key: str
    text: str
    options: tuple[str, ...]
    answer: str
    because: str = ""
    beliefs: tuple[Belief, ...] = ()  # those that would answer wrongly
    counts: bool = True  # towards the score

    def __post_init__(self) -> None:
        if len(set(self.options)) < max(2, len(self.options)):
            msg = f"a question needs two or more different options; it has {self.options}"
            raise ValueError(msg)
        if self.answer not in self.options:
            msg = f"the answer {self.answer!r} is not among the options {self.options}"
            raise ValueError(msg)

    def judged(self, guess: str | None) -> str:
        """Return whether a guess is right, in a word; None stands for a skipped question."""
        if guess is None:
            return "Skipped"
        return "Right" if guess == self.answer else "Not right"

    def verdict(self, guess: str | None) -> str:
        """Return the verdict on a guess, with the answer."""
        told = ": " if guess == self.answer else ". The answer is: "
        return f"{self.judged(guess)}{told}{self.answer}. {self.because}".strip()


@dataclass(frozen=True, slots=True)
class Score:
    """How many predictions were right."""

    right: int = 0
    wrong: int = 0
    skipped: int = 0
    plain: int = 0  # answers to plain questions, which are told apart
    plain_right: int = 0

    def after(self, question: Question, guess: str | None) -> Self:
        """Return the score with one more answer; None stands for a skipped question."""
        if guess is None:
            return replace(self, skipped=self.skipped + 1)
        if not question.counts:
            right = self.plain_right + (guess == question.answer)
            return replace(self, plain=self.plain + 1, plain_right=right)
        if guess == question.answer:
            return replace(self, right=self.right + 1)
        return replace(self, wrong=self.wrong + 1)

    @property
    def recorded(self) -> str:
        """How many predictions were made, and not which were right."""
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        made = self.right + self.wrong + self.plain
        return f"{counted(made, 'prediction')} recorded{skipped}."

    @property
    def words(self) -> str:
        """The score in one line."""
        made = counted(self.right + self.wrong, "prediction")
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        of_plain = f", and {self.plain_right} of {counted(self.plain, 'plain one')}"
        plain = of_plain if self.plain else ""
        return f"Score: {self.right} of {made} right{plain}{skipped}."
