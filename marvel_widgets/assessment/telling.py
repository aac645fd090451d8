"""Telling questions: where a mistaken belief answers wrongly, and what an answer says of it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import log2
from typing import Final

from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.prediction import Question
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label

RIGHT: Final = "right"
WRONG: Final = "wrong"  # the wrong answer of a question with two, whichever belief led to it
SLIP: Final = 0.1
LAPSE: Final = 0.15
USUAL: Final = 0.15  # how likely a belief of the topic is before the first answer
NAMED: Final = 0.8  # a belief that is at least as likely is told
TRIED: Final = 3  # after so many answers on which a belief bears
NAMED_TRIED: Final = 0.6  # it is told from here on: a slip alone no longer leads there
LEAST: Final = 1e-9  # no set of beliefs is ever ruled out: one may be given up, or taken up

Wrongly = tuple[Belief, ...]  # the beliefs that answer a question wrongly
Case = tuple[frozenset[Label], frozenset[Label]]  # a CI test: the pair, and what is given


@dataclass(frozen=True, slots=True)
class Topic:
    """Some beliefs, and the telling questions about a graph.

    `of_test` says which err at a CI test; `asides` yields questions, each with those that err in
    its `beliefs`, but no CI test of the run, which it is given. `elsewhere` has more of them, of
    a small graph which each names, for graphs on which a belief would not show.
    """

    beliefs: Wrongly
    of_test: Callable[[Dag, Label, Label, Sequence[Label]], Wrongly] | None
    asides: Callable[[Dag, Container[Case]], Iterable[Question]]
    elsewhere: Callable[[], Iterable[Question]] = tuple


class Evidence:
    """How likely each belief is, given the answers so far, and which may be held together.

    A question with two answers is answered wrongly by several beliefs: what clears one of them
    accuses the others. Each is held with the probability `USUAL`, independently, before the first
    answer. Who holds one that errs at a question answers wrongly, but with the probability `LAPSE`
    like somebody who holds none; who holds none errs with the probability `SLIP`. After an answer
    the probabilities follow from Bayes' rule over all sets of beliefs. Nobody has fitted this to
    learners.
    """

    def __init__(self, beliefs: Iterable[Belief]) -> None:
        self._topic = tuple(beliefs)
        self.probability = dict.fromkeys(self._topic, USUAL)
        held = product((False, True), repeat=len(self._topic))
        sets = (frozenset(b for b, h in zip(self._topic, one, strict=True) if h) for one in held)
        rest = len(self._topic)
        self._likely = {s: USUAL ** len(s) * (1 - USUAL) ** (rest - len(s)) for s in sets}
        self._tried = dict.fromkeys(self._topic, 0)

    def take(self, wrongly: Sequence[Belief], shown: str) -> None:
        """Learn from an answer, `RIGHT` or `WRONG`, to a question at which some beliefs err."""
        for belief in {*wrongly}:
            self._tried[belief] += 1
        is_wrong = shown == WRONG
        likely = {h: p * _chance(h, wrongly, wrong=is_wrong) for h, p in self._likely.items()}
        whole = sum(likely.values())
        self._likely = {held: max(weight / whole, LEAST) for held, weight in likely.items()}
        for belief in self._topic:
            share = sum(p for held, p in self._likely.items() if belief in held)
            self.probability[belief] = min(max(share, 1e-9), 1 - 1e-9)

    def telling(self, wrongly: Wrongly, of: Wrongly = ()) -> float:
        """Return how many bits the answer is expected to give on which single belief is held.

        That two of them are held together is rare, and no question is spent on it here; an answer
        is weighed for all sets of beliefs. `of` are the beliefs; without them, all.
        """
        if not wrongly:
            return 0.0
        among = {*(of or self._topic)}
        single = [(held, p) for held, p in self._likely.items() if len(held & among) <= 1]
        chances = [(p, _chance(held, wrongly, wrong=True)) for held, p in single]
        whole = sum(p for p, _ in chances)
        wrong = sum(p * wrong for p, wrong in chances) / whole
        return _bits(wrong) - sum(p * _bits(wrong) for p, wrong in chances) / whole

    @property
    def named(self) -> Wrongly:
        """The beliefs of the topic that are likely so far, the likeliest first."""
        least = {b: NAMED if tried < TRIED else NAMED_TRIED for b, tried in self._tried.items()}
        found = [b for b in self._topic if self.probability[b] >= least[b]]
        return tuple(sorted(found, key=lambda belief: -self.probability[belief]))


def _chance(held: frozenset[Belief], wrongly: Sequence[Belief], *, wrong: bool) -> float:
    """Return how likely an answer is for a learner who holds these beliefs."""
    right = (1 - SLIP) * (1 if held.isdisjoint(wrongly) else LAPSE)
    return 1 - right if wrong else right


def _bits(p: float) -> float:
    return -sum(q * log2(q) for q in (p, 1 - p) if q > 0)
