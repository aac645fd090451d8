"""Typical wrong answers of one drawn case: those that are wrong there, and differ."""

from collections.abc import Callable, Iterable
from typing import Any

from marvel_widgets.assessment.exercise import FEWEST_MISTAKES, CoincidenceError, Mistake
from marvel_widgets.assessment.misconceptions import Misconception


def typical_mistakes(
    believed: Iterable[tuple[Any, Misconception]],
    is_right: Callable[[Any], bool],
    *,
    beliefs: int = FEWEST_MISTAKES,
) -> tuple[Mistake, ...]:
    """Return the answers that beliefs lead to, where enough beliefs lead to a wrong one.

    >>> typical_mistakes([(1, "M1"), (2, "M2"), (2, "M3"), (3, "M4")], {3}.__contains__)
    Traceback (most recent call last):
    ...
    marvel_widgets.assessment.exercise.CoincidenceError: 2 answers are wrong and different, too few
    >>> found = typical_mistakes([(1, "M1"), (2, "M2"), (2, "M3"), (4, "M4")], {3}.__contains__)
    >>> [(mistake.answer, mistake.misconception) for mistake in found]
    [(1, 'M1'), (2, 'M2'), (4, 'M4')]
    """
    kept = wrong_and_different(believed, is_right)
    if len(kept) < FEWEST_MISTAKES or len({mistake.misconception for mistake in kept}) < beliefs:
        msg = f"{len(kept)} answers are wrong and different, too few"
        raise CoincidenceError(msg)
    return kept


def wrong_and_different(
    believed: Iterable[tuple[Any, Misconception]], is_right: Callable[[Any], bool]
) -> tuple[Mistake, ...]:
    """Return the answers that beliefs lead to, without right ones and repetitions.

    >>> found = wrong_and_different([(1, "M1"), (1, "M2"), (3, "M4")], {3}.__contains__)
    >>> [(mistake.answer, mistake.misconception) for mistake in found]
    [(1, 'M1')]
    """
    kept: list[Mistake] = []
    for answer, misconception in believed:
        if not is_right(answer) and all(mistake.answer != answer for mistake in kept):
            kept.append(Mistake(answer, misconception))
    return tuple(kept)
