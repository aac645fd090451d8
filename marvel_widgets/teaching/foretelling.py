"""What a learner can be asked before the next step of a film is shown."""

from __future__ import annotations

from functools import singledispatch

from marvel_widgets.algorithms import events as ev
from marvel_widgets.graphs.bits import members
from marvel_widgets.teaching.frames import Film, Frame, Level
from marvel_widgets.teaching.prediction import Question
from marvel_widgets.teaching.wording import Telling, given_words

INDEPENDENT, DEPENDENT = "independent", "dependent"
YES, NO = "yes", "no"
# More names are no longer a choice.
MOST_NAMES = 10

Asked = tuple[str, tuple[str, ...], str]  # the question, the options, the answer


def next_question(film: Film, position: int, level: Level) -> Question | None:
    """Return the question whose answer the next step of a film shows.

    Parameters
    ----------
    film : Film
    position : int
        Where the learner is.
    level : {"test", "decision", "round"}
        How far the next step goes.

    Returns
    -------
    Question or None
        None where the next step decides nothing that could have come out otherwise.

    Examples
    --------
    >>> from marvel_widgets import Dag, record
    >>> dag = Dag("X -> Y <- T")
    >>> film = Film(record("marvel", dag), dag)
    >>> question = next_question(film, 0, "test")
    >>> question.text, question.answer
    ('Are X and Y independent given {T}?', 'dependent')
    """
    if position >= film.last:
        return None
    following = film.frame(film.next(position, level))
    asked = _asked(film, following, level)
    if asked is None:
        return None
    text, options, answer = asked
    key = f"{film.telling.algorithm}:{following.position}:{level}"
    return Question(key, text, options, answer, following.explanation.text)


def _asked(film: Film, following: Frame, level: Level) -> Asked | None:
    telling, event = film.telling, following.event
    if following.test is not None:
        test = following.test
        return _independence(telling, test.x, test.y, test.given, test.independent)
    if level == "round":
        return _who_leaves(telling, following)
    if event is None or getattr(event, "reused", False):
        return None
    return question_of(event, telling)


def _independence(
    telling: Telling, x: int, y: int, given: tuple[int, ...], independent: bool
) -> Asked:
    text = f"Are {telling.name(x)} and {telling.name(y)} independent {given_words(telling, given)}?"
    return text, (INDEPENDENT, DEPENDENT), INDEPENDENT if independent else DEPENDENT


def _yes_no(text: str, holds: bool) -> Asked:
    return text, (YES, NO), YES if holds else NO


def _who_leaves(telling: Telling, following: Frame) -> Asked | None:
    names = [telling.name(x) for x in members(following.before.remaining)]
    if not isinstance(following.event, ev.Removed) or not 2 <= len(names) <= MOST_NAMES:
        return None
    return "Which variable leaves next?", tuple(names), telling.name(following.event.x)


@singledispatch
def question_of(event: ev.Event, telling: Telling) -> Asked | None:  # noqa: ARG001
    """Return what can be asked before an event: text, options, answer; None for most."""
    return None


@question_of.register
def _(event: ev.NeighborDecided, telling: Telling) -> Asked:
    x, y = telling.name(event.x), telling.name(event.y)
    options = "neighbor", "co-parent"
    answer = options[event.separating_set is not None]
    return f"Is {y} a neighbor or a co-parent of {x}?", options, answer


@question_of.register
def _(event: ev.PairDecided, telling: Telling) -> Asked:
    x, z, w = map(telling.name, (event.x, event.z, event.w))
    return _yes_no(
        f"Does a set from the boundary of {x}, together with {x}, separate {z} and {w}?",
        event.separating_set is not None,
    )


@question_of.register
def _(event: ev.ConditionOneDecided, telling: Telling) -> Asked:
    return _yes_no(f"Does Condition 1 hold at {telling.name(event.x)}?", event.holds)


@question_of.register
def _(event: ev.VStructureDecided, telling: Telling) -> Asked:
    x, y, t = map(telling.name, (event.x, event.y, event.t))
    return _yes_no(f"Is {x} → {y} ← {t} a v-structure?", event.found)


@question_of.register
def _(event: ev.TripleDecided, telling: Telling) -> Asked:
    x, y, t, z = map(telling.name, (event.x, event.y, event.t, event.z))
    return _yes_no(
        f"Does a set from the boundary of {x}, together with {x} and {y}, separate {t} and {z}?",
        event.separating_set is not None,
    )


@question_of.register
def _(event: ev.ConditionTwoDecided, telling: Telling) -> Asked:
    return _yes_no(f"Does Condition 2 hold at {telling.name(event.x)}?", event.holds)


@question_of.register
def _(event: ev.BoundaryPairTested, telling: Telling) -> Asked:
    return _independence(telling, event.y, event.z, event.given, event.independent)


@question_of.register
def _(event: ev.EdgeDecided, telling: Telling) -> Asked:
    x, y = telling.name(event.x), telling.name(event.y)
    size = event.size
    return _yes_no(
        f"Does one of the sets of size {size} that come next separate {x} and {y}?",
        event.separating_set is not None,
    )


@question_of.register
def _(event: ev.LinkDecided, telling: Telling) -> Asked:
    x, y = telling.name(event.x), telling.name(event.y)
    return _yes_no(f"Are {x} and {y} adjacent?", event.separating_set is None)


@question_of.register
def _(event: ev.TriangleDecided, telling: Telling) -> Asked:
    x, y = telling.name(event.x), telling.name(event.y)
    return _yes_no(f"Are {x} and {y} adjacent?", event.separating_set is None)


@question_of.register
def _(event: ev.ColliderDecided, telling: Telling) -> Asked:
    a, c, b = map(telling.name, (event.a, event.c, event.b))
    return _yes_no(f"Is {a} → {c} ← {b} a v-structure?", event.found)
