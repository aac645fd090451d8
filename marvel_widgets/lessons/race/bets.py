"""Bets on a race: which algorithm needs the fewest tests, how many one needs; and the outcome."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.lessons.race.runs import LARGEST_BUDGET, Race, racer_title
from marvel_widgets.text import counted, listed

BetVerdict = Literal["right", "close", "wrong"]

NO_BET: Final = "No bet was placed."
CLOSE: Final = 2  # a number is close when neither is more than so many times the other


@dataclass(frozen=True, slots=True)
class Bet:
    """What a learner expects of a race."""

    winner: str = ""
    tests: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        wanted: Mapping[str, Any] = self.tests  # what a user wrote, whatever its type
        for algorithm, tests in wanted.items():
            if not isinstance(tests, int) or not 0 <= tests <= 10 * LARGEST_BUDGET:
                msg = (
                    f"a bet on {algorithm} must be a number of tests from 0 to "
                    f"{10 * LARGEST_BUDGET:,}; got {shown(tests)}"
                )
                raise ValueError(msg)

    @property
    def is_empty(self) -> bool:
        return not self.winner and not self.tests


@dataclass(frozen=True, slots=True)
class Graded:
    """One part of a bet, graded."""

    verdict: BetVerdict
    words: str


def checked_bet(
    algorithms: Iterable[str], winner: str = "", tests: Mapping[str, int] | None = None
) -> Bet:
    bet = Bet(winner, dict(tests or {}))
    known = list(algorithms)
    for name in (winner, *bet.tests):
        if name != "" and name not in known:
            msg = f"{shown(name)} is not in this race of {', '.join(known)}"
            raise ValueError(msg)
    return bet


def read_number(text: str) -> int | None:
    """Return the number of tests that a learner wrote; None for an empty field."""
    digits = text.strip().replace(",", "").replace(" ", "")
    if not digits:
        return None
    if not (digits.isascii() and digits.isdigit()) or len(digits) > len(str(10 * LARGEST_BUDGET)):
        msg = (
            f"{shown(text.strip())} is not a number of tests; write a whole number from 0 to "
            f"{10 * LARGEST_BUDGET:,}, such as 120"
        )
        raise ValueError(msg)
    return int(digits)


def grade(bet: Bet, race: Race) -> tuple[Graded, ...]:
    """Return how each part of a bet turned out."""
    parts = [_graded_winner(bet.winner, race)] if bet.winner else []
    return (*parts, *(_graded_number(name, n, race) for name, n in bet.tests.items()))


def bet_words(bet: Bet) -> str:
    """Return a placed bet, as a lecturer reads it to the room."""
    numbers = ", ".join(f"{racer_title(x)} {counted(n, 'test')}" for x, n in bet.tests.items())
    first = f"{racer_title(bet.winner)} performs the fewest" if bet.winner else ""
    said = "; ".join(part for part in (first, numbers) if part)
    return f"The bet: {said}." if said else NO_BET


def score_words(grades: tuple[Graded, ...]) -> str:
    """Return how many parts of a bet were right."""
    if not grades:
        return NO_BET
    right = sum(part.verdict == "right" for part in grades)
    close = sum(part.verdict == "close" for part in grades)
    return f"{right} of {counted(len(grades), 'bet')} right{f', {close} close' if close else ''}."


def _graded_winner(winner: str, race: Race) -> Graded:
    racer = race.racer(winner)
    best = race.ranking()[0]
    if not best.finished:
        return Graded("wrong", "None wins: the budget stops all of them.")
    names, one = listed(map(racer_title, best.algorithms)), len(best.algorithms) == 1
    text = f"{names} perform{'s' * one} {counted(best.tests, 'test')}{'' if one else ' each'}"
    if winner in best.algorithms:
        all_tie = len(best.algorithms) == len(race.racers)
        return Graded("right", f"Right: {text}{'' if all_tie else ', fewer than all others'}.")
    rest = f"{racer.total:,}"
    if not racer.complete:
        rest = f"more than {racer.total:,}"
    return Graded("wrong", f"Not right: {text}, {racer_title(winner)} {rest}.")


def _graded_number(algorithm: str, guess: int, race: Race) -> Graded:
    racer = race.racer(algorithm)
    name = racer_title(algorithm)
    if not racer.complete:
        text = f"{name} needs more than the budget of {counted(racer.total, 'test')}"
        if guess > racer.total:
            return Graded("right", f"Right as far as this race tells: {text}; you said {guess:,}.")
        return Graded("wrong", f"Not right: {text}; you said {guess:,}.")
    text = f"{name} performs {counted(racer.total, 'test')}"
    if guess == racer.total:
        return Graded("right", f"Right: {text}.")
    if max(guess, racer.total) <= CLOSE * min(guess, racer.total):
        return Graded("close", f"Close: {text}; you said {guess:,}.")
    return Graded("wrong", f"Not right: {text}; you said {guess:,}.")
