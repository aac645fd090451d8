"""Evidence for beliefs: what one answer says about the beliefs behind it, by Bayes' rule.

An exercise lists the beliefs that lead to a wrong answer of their own. The model is simple on
purpose, because nobody has fitted it to learners:

- Each belief is held with a probability, independently of the others.
- Who holds listed beliefs answers by one of them, all equally likely, but with the probability
  `lapse` answers like somebody who holds none.
- Who holds none errs with the probability `slip`; a part `stray` of these errors falls on the
  listed answers, all equally likely, and the rest on others.

After an answer, the probabilities of the listed beliefs follow from Bayes' rule over all sets of
them that may be held; then they count as independent again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import log2, prod
from typing import Final

from marvel_widgets.assessment.misconceptions import Misconception

# Besides a belief, what an answer can show.
RIGHT: Final = "right"
OTHER: Final = "another wrong answer"


@dataclass(frozen=True, slots=True)
class ResponseModel:
    """The probabilities of the model."""

    prior: float = 0.05
    slip: float = 0.1
    lapse: float = 0.15
    stray: float = 0.4

    def __post_init__(self) -> None:
        for name in ("prior", "slip", "lapse", "stray"):
            value = getattr(self, name)
            if not 0 < value < 1:
                msg = f"{name} must be between 0 and 1, not {value!r}"
                raise ValueError(msg)

    def without(self, listed: int) -> tuple[float, ...]:
        """Return the probabilities of each answer of a learner with none of the listed beliefs.

        First of a right answer, then of that of each listed belief, then of another one.
        """
        strays = self.slip * self.stray / listed
        return (1 - self.slip, *[strays] * listed, self.slip * (1 - self.stray))

    def holding(self, held: Sequence[bool]) -> tuple[float, ...]:
        """Return the same for a learner with some of the listed beliefs."""
        plain = self.without(len(held))
        if not any(held):
            return plain
        shown = (1 - self.lapse) / sum(held)
        shares = (0.0, *(shown * one for one in held), 0.0)
        return tuple(share + self.lapse * p for share, p in zip(shares, plain, strict=True))


@lru_cache(maxsize=64)
def _answers(
    model: ResponseModel, listed: int
) -> tuple[tuple[tuple[bool, ...], tuple[float, ...]], ...]:
    """Return for each set of held beliefs the set and the probabilities of the answers."""
    return tuple((held, model.holding(held)) for held in product((False, True), repeat=listed))


class Evidence:
    """How likely each belief is, given the answers so far.

    >>> evidence = Evidence(["M4", "M5", "M6"])
    >>> evidence.take(["M4", "M5"], "M4")
    >>> [round(evidence.probability[belief], 2) for belief in ("M4", "M5", "M6")]
    [0.7, 0.02, 0.05]
    """

    def __init__(self, beliefs: Iterable[Misconception], model: ResponseModel | None = None):
        self.model = model or ResponseModel()
        self.probability: dict[Misconception, float] = {}
        self.begin(beliefs)

    def begin(self, beliefs: Iterable[Misconception]) -> None:
        """Take in beliefs with the prior; what is known of one stays."""
        for belief in beliefs:
            self.probability.setdefault(belief, self.model.prior)

    def take(self, listed: Sequence[Misconception], shown: str) -> None:
        """Learn from an answer."""
        known = self._known(listed)
        at = _place(known, shown)
        weights = [(held, p * answers[at]) for held, p, answers in self._sets(known)]
        total = sum(weight for _, weight in weights)
        for n, belief in enumerate(known):
            share = sum(weight for held, weight in weights if held[n])
            self.probability[belief] = share / total

    def information(self, listed: Sequence[Misconception], about: Iterable[Misconception]) -> float:
        """Return how many bits of information an answer is expected to give, over all beliefs.

        >>> evidence = Evidence(["M4", "M5"])
        >>> one = evidence.information(["M4"], ["M4", "M5"])
        >>> 0 < one < evidence.information(["M4", "M5"], ["M4", "M5"])
        True
        >>> evidence.information(["M4"], ["M5"])
        0.0
        """
        known, wanted = self._known(listed), set(about)
        asked = [n for n, belief in enumerate(known) if belief in wanted]
        if not asked:
            return 0.0
        total = [0.0] * (len(known) + 2)
        joint = {n: [0.0] * len(total) for n in asked}
        for held, p, answers in self._sets(known):
            for at, likely in enumerate(answers):
                total[at] += p * likely
                for n in asked:
                    joint[n][at] += p * likely * held[n]
        return sum(
            _mutual(joint[n], total, self.probability[belief])
            for n, belief in enumerate(known)
            if n in joint
        )

    def _known(self, listed: Sequence[Misconception]) -> tuple[Misconception, ...]:
        """Return the listed beliefs; a new one begins with the prior."""
        self.begin(listed)
        return tuple(listed)

    def _sets(
        self, listed: Sequence[Misconception]
    ) -> Iterator[tuple[tuple[bool, ...], float, tuple[float, ...]]]:
        """Yield each set that may be held, its probability, and those of the answers."""
        chances = [(1 - self.probability[b], self.probability[b]) for b in listed]
        for held, answers in _answers(self.model, len(listed)):
            yield held, prod(c[h] for c, h in zip(chances, held, strict=True)), answers


def _place(listed: Sequence[Misconception], shown: str) -> int:
    places: Mapping[str, int] = {
        RIGHT: 0,
        **{belief: n for n, belief in enumerate(listed, start=1)},
        OTHER: len(listed) + 1,
    }
    if shown not in places:
        msg = f"an answer to this exercise shows one of {list(places)}, not {shown!r}"
        raise ValueError(msg)
    return places[shown]


def _mutual(joint: Sequence[float], total: Sequence[float], held: float) -> float:
    """Return the information between an answer and whether one belief is held, in bits."""
    bits = 0.0
    for both, answer in zip(joint, total, strict=True):
        for p, marginal in ((both, held), (answer - both, 1 - held)):
            if p > 0 and marginal > 0:
                bits += p * log2(p / (answer * marginal))
    return bits
