"""What a learner can be asked before the next step of a film is shown."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from marvel_widgets.assessment.prediction import Question
from marvel_widgets.assessment.telling import Case, Evidence, Topic
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.replay.film import Film, Frame, Level
from marvel_widgets.replay.fold import story_of
from marvel_widgets.replay.story import Asked, independence_question

# More names are no longer a choice.
MOST_NAMES = 10


def next_question(film: Film, position: int, level: Level) -> Question | None:
    """Return the question whose answer the next step of a film shows."""
    if position >= film.last:
        return None
    following = film.frame(film.next(position, level))
    asked = _asked(film, following, level)
    if asked is None:
        return None
    text, options, answer = asked
    key = f"{film.context.algorithm}:{following.position}:{level}"
    return Question(key, text, options, answer, following.explanation.text)


def _asked(film: Film, following: Frame, level: Level) -> Asked | None:
    context, event = film.context, following.event
    if following.test is not None:
        test = following.test
        return independence_question(context, test.x, test.y, test.given, test.independent)
    if level == "round":
        names = [context.name(x) for x in members(following.before.remaining)]
        if not isinstance(following.event, ev.Removed) or not 2 <= len(names) <= MOST_NAMES:
            return None
        return "Which variable leaves next?", tuple(names), context.name(following.event.x)
    if event is None or getattr(event, "reused", False):
        return None
    question = story_of(event).question
    return None if question is None else question(event, context)


ENOUGH: Final = 0.005  # bits; what tells less is asked only of a belief that is named
NEARLY: Final = 0.98  # of what the best question tells: a test of the run is worth waiting for
EACH_PLAIN: Final = 3  # one question in so many is plain
ASIDE: Final = "An aside, which the run does not ask."


@dataclass(frozen=True, slots=True)
class Planned:
    """A question and the position at which it is asked; an aside is not about the next step."""

    position: int
    question: Question
    aside: bool = False


class Teller:
    """Chooses the questions of a film, one by one, by what the answers so far leave open."""

    def __init__(self, film: Film, topic: Topic, evidence: Evidence, *, done: int = 0) -> None:
        self.film, self.topic, self.evidence = film, topic, evidence
        self.done = done  # questions planned, of earlier films too
        self._used: set[str] = set()

    def next(self, position: int) -> Planned | None:
        """Return what to ask at a position or later; none where no telling question is left."""
        found = self._plain(position) if self.done % EACH_PLAIN == EACH_PLAIN - 1 else None
        found = found or self._telling(position)
        if found is not None:
            self.done += 1
            self._used.add(found.question.key)
        return found

    # -- choosing ----------------------------------------------------------------------------

    def _plain(self, position: int) -> Planned | None:
        """Return the next question that no belief of the topic gets wrong."""
        for one in (*self._tests_from(position), *self._asides_at(position)):
            if not one.question.beliefs:
                return replace(one, question=replace(one.question, counts=False))
        return None

    def _telling(self, position: int) -> Planned | None:
        """Return the first test of the run that is nearly as informative as the best, or an aside.

        Of a belief that is named, questions go on to ask: it may have been given up.
        """
        tests, asides = self._tests_from(position), self._asides_at(position)
        kinds = {one.question.beliefs for one in (*tests, *asides)}
        own = self.topic.beliefs
        named = {*self.evidence.named} & {*own}
        worth = {
            wrongly: max(self.evidence.telling(wrongly, own), ENOUGH * bool(named & {*wrongly}))
            for wrongly in kinds
        }
        best = max(worth.values(), default=0.0)
        if best < ENOUGH:
            return None
        good = [one for one in tests if worth[one.question.beliefs] >= NEARLY * best]
        return min(good, key=lambda one: one.position, default=None) or max(
            asides, key=lambda one: worth[one.question.beliefs]
        )

    # -- what there is to ask ------------------------------------------------------------------

    @cached_property
    def _tests(self) -> dict[Case, Planned]:
        """The different CI tests of the film, where each is made first."""
        film, dag, found = self.film, self.film.context.dag, {}
        of_test = self.topic.of_test
        if dag is None or of_test is None:
            return {}
        for position in range(1, film.last + 1):
            test = film.frame(position).test
            if test is None:
                continue
            x, y, *given = (film.context.names[v] for v in (test.x, test.y, *test.given))
            case = frozenset((x, y)), frozenset(given)
            question = next_question(film, position - 1, "test") if case not in found else None
            if question is not None:
                wrong = of_test(dag, x, y, given)
                found[case] = Planned(position - 1, replace(question, beliefs=wrong))
        return found

    @cached_property
    def _asides(self) -> list[Question]:
        dag = self.film.context.dag
        if dag is None:
            return []
        asides = [*self.topic.asides(dag, self._tests), *self.topic.elsewhere()]
        return [replace(each, text=f"{ASIDE} {each.text}") for each in asides]

    def _tests_from(self, position: int) -> list[Planned]:
        later = (one for one in self._tests.values() if one.position >= position)
        return [one for one in later if one.question.key not in self._used]

    def _asides_at(self, position: int) -> list[Planned]:
        at = self.film.next(position, "decision") if position else 0
        planned = (Planned(at, each, aside=True) for each in self._asides)
        return [one for one in planned if one.question.key not in self._used]
