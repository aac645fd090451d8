"""One effect of several causes in any order of its names, by the transcription of Algorithm 1."""

import re

from tests.reference.algorithm_one import AlgorithmOne
from tests.reference.dags import Graph
from tests.reference.separation import separation


def run_of(order, effect):
    """Run the transcription, which breaks ties by number, on the names in an order."""
    place = {name: number for number, name in enumerate(order)}
    arrows = frozenset((place[name], place[effect]) for name in order if name != effect)
    return AlgorithmOne(len(order), separation(Graph(tuple(place.values()), arrows))).run()


def after_boundaries(run):
    return [q for q in run.queries if q.purpose != "boundary-discovery"]


def different(queries):
    return len({(frozenset((q.x, q.y)), q.given) for q in queries})


def first_visit(order, effect):
    """Return what leaves first, and the tests that told its neighbors from its co-parents.

    They are the first queries after the boundaries that are about this variable, up to the first
    one of another purpose.
    """
    run = run_of(order, effect)
    first, spent = run.removal_order[0], 0
    for query in after_boundaries(run):
        if query.purpose != "neighbors" or first not in (query.x, query.y):
            break
        spent += 1
    return order[first], spent


def order_by_transcription(exercise):
    """Read effect and lists from the question, and run the transcription with each list."""
    effect = exercise.question[0]
    found = {}
    for name, listed in re.findall(r"^([PQ]): (.*)$", exercise.question, re.MULTILINE):
        leaves, spent = first_visit(listed.split(", "), effect)
        found |= {f"{name} leaves": frozenset(leaves), f"{name} tests": spent}
    return found
