"""What is asked before a step: each answer confirmed on the graph itself."""

from itertools import combinations

import networkx as nx
import pytest

from marvel_widgets import ALGORITHMS, Dag, gallery, is_removable, record
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.rival_events import (
    ColliderDecided,
    LinkDecided,
    TriangleDecided,
)
from marvel_widgets.replay.film import LEVELS, Film
from marvel_widgets.replay.prediction_questions import next_question

NAMES = list(gallery)[:6]


def films(name):
    dag = gallery[name]
    return [(dag, Film(record(algorithm, dag), dag)) for algorithm in ALGORITHMS]


def separable(graph, x, y, forced=()):
    """Is there any set with `forced` that separates x and y? By networkx, over all sets."""
    rest = set(graph) - {x, y, *forced}
    return any(
        nx.is_d_separator(graph, {x}, {y}, {*forced, *s})
        for size in range(len(rest) + 1)
        for s in combinations(sorted(rest, key=str), size)
    )


def truth(dag, film, position, level):
    """What the step shows, judged by networkx on what is left; None where we don't judge."""
    following = film.frame(film.next(position, level))
    here = [film.trace.names[i] for i in range(len(dag)) if following.before.remaining >> i & 1]
    graph = dag.to_networkx()
    left = graph.subgraph(here)
    name = film.context.names.__getitem__
    event, test = following.event, following.test
    if test is not None:
        given = {name(i) for i in test.given}
        apart = nx.is_d_separator(graph, {name(test.x)}, {name(test.y)}, given)
        return "independent" if apart else "dependent"
    match event:
        case ev.NeighborDecided(x, y):
            joined = left.has_edge(name(x), name(y)) or left.has_edge(name(y), name(x))
            return "neighbor" if joined else "co-parent"
        case ev.PairDecided(x, z, w):
            return "yes" if separable(left, name(z), name(w), (name(x),)) else "no"
        case ev.TripleDecided(x, y, t, z):
            return "yes" if separable(left, name(t), name(z), (name(x), name(y))) else "no"
        case ev.VStructureDecided(x, y, t):
            points = left.has_edge(name(x), name(y)) and left.has_edge(name(t), name(y))
            apart = not left.has_edge(name(x), name(t)) and not left.has_edge(name(t), name(x))
            return "yes" if points and apart else "no"
        case LinkDecided(x, y) | TriangleDecided(x, y):
            return "no" if separable(graph, name(x), name(y)) else "yes"
        case ColliderDecided(a, c, b):
            points = graph.has_edge(name(a), name(c)) and graph.has_edge(name(b), name(c))
            return "yes" if points else "no"
        case ev.Removed(x):
            return name(x)
    return None


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_every_answer_is_true(name, level):
    judged = 0
    for dag, film in films(name):
        position = 0
        while position < film.last:
            question = next_question(film, position, level)
            right = None if question is None else truth(dag, film, position, level)
            if right is not None:
                assert question.answer == str(right), (question, position)
                judged += 1
            position = film.next(position, level)
    assert judged > 0


def test_condition_two_after_condition_one_is_removability():
    dag = gallery[next(iter(gallery))]
    film = Film(record("marvel", dag), dag)
    seen = 0
    position = 0
    while position < film.last:
        question = next_question(film, position, "decision")
        position = film.next(position, "decision")
        event = film.frame(position).event
        if (
            isinstance(event, ev.ConditionTwoDecided)
            and not film.frame(position).before.removal_order
        ):
            x = film.trace.names[event.x]
            assert (question.answer == "yes") == is_removable(dag, x)
            seen += 1
    assert seen


def test_nothing_is_asked_where_nothing_could_come_out_otherwise():
    dag = Dag("X -> Y <- T")
    film = Film(record("marvel", dag), dag)
    assert next_question(film, film.last, "test") is None
    kinds = set()
    position = 0
    while position < film.last:
        asked = next_question(film, position, "decision") is not None
        position = film.next(position, "decision")
        kinds.add((type(film.frame(position).event).__name__, asked))
    assert ("Visited", False) in kinds
    assert ("Finished", False) in kinds
    assert ("NeighborDecided", True) in kinds


def test_keys_tell_questions_apart():
    dag = Dag("X -> Y <- T; Y -> Z")
    film = Film(record("marvel", dag), dag)
    questions = [next_question(film, p, "test") for p in range(film.last)]
    keys = [question.key for question in questions if question is not None]
    assert len(keys) == len(set(keys))
