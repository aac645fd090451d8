"""A placement test: questions chosen one after the other, to find which beliefs to work on.

The questions are the exercises of the course with cases of their own. After each answer the
evidence for every belief is weighed (`marvel_widgets.assessment.evidence`), and the next question
is the one whose answer is expected to tell most. docs/placement.md says what it can see, and what
it can't.
"""

from ast import literal_eval
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from marvel_widgets.assessment.evidence import OTHER, RIGHT, Evidence, ResponseModel
from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.assessment.plain import from_code, shown
from marvel_widgets.assessment.results import Submission
from marvel_widgets.assessment.verdict import Verdict
from marvel_widgets.course.checks import Check, Checks, written_id
from marvel_widgets.course.item_profiles import Item
from marvel_widgets.course.placement_items import PLACEMENT, part_named, pool

ENOUGH: Final = 0.02  # bits; a question that is expected to tell less is not asked
NAMED: Final = 0.5  # a belief that is at least as likely is told
UNSEEN: Final = "not met yet"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that was answered."""

    item: Item
    shown: str


class PlacementTest:
    """A placement test for one learner."""

    def __init__(
        self,
        part: str = "course",
        student: str = "",
        model: ResponseModel | None = None,
        evidence: Evidence | None = None,
    ) -> None:
        self.part, self.student = part, written_id(student)
        self.scope = part_named(part)
        # that of a player which asked before, or a new one
        self.evidence = evidence or Evidence((), model)
        self.evidence.begin(self.scope.beliefs)
        self.asked: list[Asked] = []
        self.stopped = False
        self._checks: dict[str, Check] = {}
        self._left = list(pool(part))
        self._bits: dict[str, float] = {}
        self._next = self._chosen()

    @property
    def question(self) -> Check | None:
        """The present question; none when the test is over."""
        return None if self._next is None or self.stopped else self._check(self._next)

    def _check(self, item: Item) -> Check:
        if item.key not in self._checks:
            self._checks[item.key] = Check(PLACEMENT, item.key, item.builder, self.student)
        return self._checks[item.key]

    def answer(self, raw: object) -> Verdict:
        """Judge an answer, weigh it, and go on to the next question.

        An answer that can't be read, and no answer, change nothing.
        """
        item, check = self._present()
        verdict = check(raw)
        if verdict.answer:
            self._take(item, shown_by(verdict, item.beliefs))
        return verdict

    def skip(self) -> None:
        """Say that the matter of this question was not met yet: no evidence for any belief."""
        item, _ = self._present()
        self._take(item, UNSEEN)

    def stop(self) -> None:
        """End the test before its rule does."""
        self.stopped = True

    def _present(self) -> tuple[Item, Check]:
        check = self.question
        if self._next is None or check is None:
            msg = "the placement test is over: there is no question to answer"
            raise ValueError(msg)
        return self._next, check

    def _take(self, item: Item, seen: str) -> None:
        self.asked.append(Asked(item, seen))
        self._left.remove(item)
        if seen != UNSEEN:
            self.evidence.take(item.beliefs, seen)
            touched = set(item.beliefs)
            for other in self._left:
                if touched & set(other.beliefs):
                    self._bits.pop(other.key, None)
        self._next = self._chosen()

    # -- the next question ------------------------------------------------------------------------

    def _chosen(self) -> Item | None:
        """Return the most informative question, or None by the rule for the end."""
        if len(self.asked) >= self.scope.most:
            return None
        best = max(self._offered(), key=self._information, default=None)
        return None if best is None or self._information(best) < ENOUGH else best

    def _offered(self) -> Iterator[Item]:
        """Yield the questions of notebooks that the learner has not called unknown."""
        unknown = self.unmet
        return (item for item in self._left if item.notebook not in unknown)

    def _information(self, item: Item) -> float:
        if item.key not in self._bits:
            self._bits[item.key] = self.evidence.information(item.beliefs, self.scope.beliefs)
        return self._bits[item.key]

    # -- what is known by now ---------------------------------------------------------------------

    @property
    def unmet(self) -> tuple[str, ...]:
        """The notebooks of the questions that the learner called unknown, in their order."""
        return tuple(sorted({one.item.notebook for one in self.asked if one.shown == UNSEEN}))

    @property
    def named(self) -> tuple[Misconception, ...]:
        """The beliefs that are likely so far, the likeliest first."""
        likely = self.evidence.probability
        found = [belief for belief in likely if likely[belief] >= NAMED]
        return tuple(sorted(found, key=lambda belief: -likely[belief]))

    def result(self, key: str = "") -> Submission:
        """Return what was answered so far, with the signed string to hand in."""
        from marvel_widgets.assessment.results import to_hand_in

        done = [self._check(one.item) for one in self.asked]
        return to_hand_in(done, PLACEMENT, self.student, key)

    # -- state ------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Return what a token keeps: the answers, from which all else follows."""
        return {
            "part": self.part,
            "student": self.student,
            "answers": [[one.item.key, self._given(one)] for one in self.asked],
            "stopped": self.stopped,
        }

    def _given(self, one: Asked) -> str | None:
        """Return an answer as Python; none where the matter was not met."""
        return None if one.shown == UNSEEN else self._check(one.item).attempt.answer

    def _ask(self, key: object) -> None:
        """Put a question in place of the one that would come next."""
        found = [item for item in self._left if item.key == key]
        if not found:
            msg = f"the state has the question {shown(key)}, which is not asked here"
            raise ValueError(msg)
        self._next = found[0]

    @classmethod
    def restored(cls, state: Mapping[str, Any]) -> Self:
        """Return the test of a state; a ValueError says what is wrong with it."""
        test = cls(state["part"], state["student"])
        for key, answer in state["answers"]:
            test._ask(key)
            if answer is None:
                test.skip()
            elif not test.answer(_literal(answer)).answer:
                msg = f"the state has the answer {shown(answer)}, which can't be read"
                raise ValueError(msg)
        test.stopped = bool(state["stopped"])
        return test


def _literal(answer: object) -> Any:
    """Return an answer that is kept as Python; anything else stays a text."""
    try:
        return literal_eval(str(answer))
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return str(answer)


def evidence_of(checks: Checks) -> Evidence:
    """Return what the answers to exercises show of beliefs: of a program, what it does."""
    evidence = Evidence(())
    for check in checks:
        verdict = check.verdict_on(from_code(check.attempt.answer or "..."))
        if verdict.answer:  # a program of another day is not run
            behind = [each.misconception for each in check.exercise.mistakes]
            behind += [verdict.misconception] if verdict.misconception else []
            listed = list(dict.fromkeys(behind))
            evidence.take(listed, shown_by(verdict, listed))
    return evidence


def shown_by(verdict: Verdict, listed: Sequence[Misconception]) -> str:
    """Return what an answer shows: a listed belief, `RIGHT` or `OTHER`."""
    if verdict.kind == "correct":
        return RIGHT
    return verdict.misconception if verdict.misconception in listed else OTHER
