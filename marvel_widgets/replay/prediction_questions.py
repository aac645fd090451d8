"""What a learner can be asked before the next step of a film is shown."""

from marvel_widgets.assessment.prediction import Question
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.replay.film import Film, Frame, Level
from marvel_widgets.replay.stories.registry import story_of
from marvel_widgets.replay.stories.story import Asked, independence_question

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
