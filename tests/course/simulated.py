"""Learners that are simulated: what a test can see of beliefs, never whether people learn.

A simulated learner knows nothing of `marvel_widgets.assessment.telling`. It answers a case as its
wrong rule computes it (the typical mistake of the belief, which the lesson computed on that case),
or rightly where no wrong rule of its applies, and errs in ways of its own: a random answer of the
right form, which may happen to be right, or the answer of a belief that it does not hold.
"""

import random
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from marvel_widgets.assessment.beliefs import Believed
from marvel_widgets.assessment.exercise import Exercise


@dataclass(frozen=True, slots=True)
class Learner:
    """A simulated learner."""

    beliefs: Collection[Believed] = ()
    slip: float = 0.1
    lapse: float = 0.1
    copying: float = 0.4

    def answer(self, exercise: Exercise, rng: random.Random) -> Any:
        """Return the learner's answer to a case.

        >>> from marvel_widgets import exercises
        >>> exercise = exercises("03").removable.exercise
        >>> sure = Learner(["only_sinks"], slip=0, lapse=0)
        >>> given = sure.answer(exercise, random.Random(1))
        >>> exercise.misconception(given)
        <Belief.only_sinks: 'only_sinks'>
        """
        own = [m.answer for m in exercise.mistakes if m.misconception in self.beliefs]
        if own and rng.random() >= self.lapse:
            return rng.choice(own)
        if rng.random() >= self.slip:
            return exercise.solution
        if rng.random() < self.copying:
            return rng.choice(exercise.mistakes).answer
        return exercise.kind.random(rng)


def share_right(
    cases: Collection[Exercise], draw_learner: Callable[[random.Random], Learner], seed: int
) -> float:
    """Return which share of the cases a simulated class answers rightly, one learner a case."""
    rng = random.Random(seed)
    right = sum(case.is_right(draw_learner(rng).answer(case, rng)) for case in cases)
    return right / len(cases)
