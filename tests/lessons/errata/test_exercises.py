"""The exercises of notebook E against definitions, enumeration and the literal Algorithm 1."""

import re
from functools import cache
from itertools import permutations
from math import comb

import pytest

from marvel_widgets import exercises
from marvel_widgets.lessons.errata.exercises import EXERCISES
from tests.reference.algorithm_one import AlgorithmOne
from tests.reference.checks import graph_of
from tests.reference.dags import (
    Graph,
    children,
    co_parents,
    max_in_degree,
    neighbors,
    v_structures,
    without,
)
from tests.reference.separation import first_separating, separation, subsets
from tests.reference.theory import is_removable_by_theorem, markov_boundary
from tests.slices import in_each_run, some_of

STUDENTS = [f"t{n}" for n in range(8)]


@cache
def case(name, student):
    return getattr(exercises("E", student), name).exercise


def roles(exercise, pattern):
    """Return the variables that a question names, as numbers."""
    found = re.search(pattern, exercise.question)
    place = {name: i for i, name in enumerate(exercise.dag.nodes)}
    return [place[v] for text in found.groups() for v in re.findall(r"\b[A-G]\b", text)]


def named(exercise, group):
    return frozenset(exercise.dag.nodes[v] for v in group)


# -- what is true, from a plain graph ---------------------------------------------------


def true_co_parents(exercise, g: Graph):
    *left, x = roles(exercise, r"^(.*) have left, .* co-parents of (\w) now")
    assert AlgorithmOne(len(g.vertices), separation(g)).run().removal_order[: len(left)] == left
    for v in left:
        g = without(g, v)
    return named(exercise, co_parents(g, x))


def true_neighbor_tests(exercise, g: Graph):
    (x,) = roles(exercise, r"^The boundary of (\w) is known")
    boundary, test = markov_boundary(g, x), separation(g)
    return {
        kind: sum(
            first_separating(test, x, y, boundary - {y}, frozenset(), proper=kind == "proper")[1]
            for y in boundary
        )
        for kind in ("proper", "plain")
    }


def true_condition_two_counts(exercise, g: Graph):
    (x,) = roles(exercise, r"^(\w) is removable")
    assert is_removable_by_theorem(g, x)
    run = started(g, bookkeeping="none")
    run.find_neighbors(x)
    run.find_v_structures(x)
    assert run.condition_two(x)
    tests = [q for q in run.queries if q.purpose == "condition-2"]
    different = {(frozenset((q.x, q.y)), q.given) for q in tests}
    return {"performed": len(tests), "distinct": len(different)}


def started(g: Graph, **options) -> AlgorithmOne:
    """Return a run that knows the boundaries and has not begun."""
    run = AlgorithmOne(len(g.vertices), separation(g), **options)
    run.mb = {v: set(markov_boundary(g, v)) for v in g.vertices}
    return run


def true_update_given(exercise, g: Graph):
    x, y, z = roles(exercise, r"parents\. (\w) is removable, .* whether (\w) and (\w) stay")
    assert is_removable_by_theorem(g, x)
    run = started(g)
    run.find_neighbors(x)
    run.remove(x)
    updates = [q for q in run.queries if q.purpose == "boundary-update"]
    (query,) = [q for q in updates if {q.x, q.y} == {y, z}]
    assert len(query.given) > max_in_degree(g)
    assert ("stay together" in exercise.because) == (not query.independent)
    return named(exercise, query.given)


def true_comparisons(exercise, g: Graph):
    p, d = len(g.vertices), max_in_degree(g)
    queries = AlgorithmOne(p, separation(g)).run().queries
    after = [q for q in queries if q.purpose != "boundary-discovery"]
    least = max(comb(p, 2), p // (d + 1) * comb(d + 1, 2) * 2 ** (d - 1))
    most = p * comb(d, 2) + p / 2 * d * (1 + 0.45 * d) * 2**d
    different = {(frozenset((q.x, q.y)), q.given) for q in after}
    truth = {
        "After the boundaries, some statement": len(after) > len(different),
        "After the boundaries, the run performs fewer": len(after) < least,
        "The boundaries included": len(queries) < least,
        "After the boundaries, the run performs more than half": len(after) > most / 2,
        "On some graph with this p": True,  # thm: lwrBound
        "The lower bound says that no": False,  # see the test of the empty graph below
    }
    sentences = enumerate(exercise.kind.sentences, start=1)
    return {
        n for n, text in sentences for start in truth if text.startswith(start) and truth[start]
    }


TRUTHS = {
    "present_co_parents": true_co_parents,
    "neighbor_tests": true_neighbor_tests,
    "condition_two_counts": true_condition_two_counts,
    "update_given": true_update_given,
    "like_with_like": true_comparisons,
}


@pytest.mark.parametrize("name", TRUTHS)
def test_the_solution_is_the_truth(name):
    for student in STUDENTS:
        exercise = case(name, student)
        assert exercise.solution == TRUTHS[name](exercise, graph_of(exercise.dag))


@pytest.mark.parametrize("name", TRUTHS)
def test_a_typical_mistake_would_be_noticed(name):
    exercise = case(name, "t0")
    truth = TRUTHS[name](exercise, graph_of(exercise.dag))
    assert all(mistake.answer != truth for mistake in exercise.mistakes)


# -- what a holder of a belief answers --------------------------------------------------


def believed_co_parents(exercise, g: Graph):
    *left, x = roles(exercise, r"^(.*) have left, .* co-parents of (\w) now")
    first = co_parents(g, x)
    groups = {"M36": first, "M11": first - set(left), "M7": frozenset()}
    return {belief: named(exercise, group) for belief, group in groups.items()}


def believed_neighbor_tests(exercise, g: Graph):
    (x,) = roles(exercise, r"^The boundary of (\w) is known")
    boundary, test = markov_boundary(g, x), separation(g)
    plain = 0
    for y in boundary:
        tried = [s for s in subsets(boundary - {y}) if s]  # M17: the empty set is none
        apart = [n for n, given in enumerate(tried, start=1) if test(x, y, given)]
        plain += min(apart, default=len(tried))
    size, near = len(boundary), len(neighbors(g, x))
    every = size * 2 ** (size - 1)
    numbers = {"M17": (plain - near, plain), "M8": (size, size), "M14": (every, every)}
    return {b: {"proper": one, "plain": two} for b, (one, two) in numbers.items()}


def believed_condition_two_counts(exercise, g: Graph):
    (x,) = roles(exercise, r"^(\w) is removable")
    run = started(g, bookkeeping="none")
    run.find_neighbors(x)
    run.find_v_structures(x)
    run.condition_two(x)
    tests = [q for q in run.queries if q.purpose == "condition-2"]
    more = [(frozenset((q.x, q.y)), q.given) for q in tests if len(q.given) > 2]
    n, m = len(neighbors(g, x)), len(co_parents(g, x))
    most, distinct = n * m * 2 ** (n + m - 2), exercise.solution["distinct"]
    pairs = {"M37": (distinct, distinct), "M14": (most, most), "M17": (len(more), len(set(more)))}
    return {b: {"performed": one, "distinct": two} for b, (one, two) in pairs.items()}


def believed_update(exercise, g: Graph):
    x, y, z = roles(exercise, r"parents\. (\w) is removable, .* whether (\w) and (\w) stay")
    w = min((y, z), key=lambda v: (len(markov_boundary(g, v)), v))
    groups = {"M7": neighbors(g, w), "M8": frozenset(g.vertices), "M11": frozenset()}
    return {b: named(exercise, group - {x, y, z}) for b, group in groups.items()}


def believed_misleading(exercise, g: Graph):
    t, x, y = roles(exercise, r"^(\w) is a co-parent of (\w), and (\w) is a neighbor")
    test, everyone = separation(g), frozenset(g.vertices)
    inside = next(s for s in subsets(markov_boundary(g, x) - {t}) if test(x, t, s))
    groups = {"M35": inside, "M2": everyone - {x, t, y}, "M8": everyone - {x, t}}
    return {belief: named(exercise, group) for belief, group in groups.items()}


def believed_ties(exercise, g: Graph):
    names, right = exercise.dag.nodes, exercise.solution
    (meeting,) = [m.answer for m in exercise.mistakes if m.misconception == "M16"]
    assert meeting["order"] == right["order"]
    assert meeting["arrows"] > right["arrows"]
    below = tuple(reversed([str(v) for v in exercise.dag.topological_order]))
    return {
        "M10": {"order": tuple(names), "arrows": frozenset()},
        "M4": {"order": below, "arrows": frozenset()},
        "M16": meeting,
    }


def believed_comparisons(exercise, g: Graph):
    starts = {"M37": "After the boundaries, some statement", "M15": "On some graph with this p"}
    starts["M14"] = "After the boundaries, the run performs more"
    sentences = list(enumerate(exercise.kind.sentences, start=1))
    return {
        belief: exercise.solution ^ {n for n, text in sentences if text.startswith(start)}
        for belief, start in starts.items()
    }


BELIEVED = {
    "misleading_set": believed_misleading,
    "present_co_parents": believed_co_parents,
    "neighbor_tests": believed_neighbor_tests,
    "condition_two_counts": believed_condition_two_counts,
    "update_given": believed_update,
    "ties": believed_ties,
    "like_with_like": believed_comparisons,
}


@pytest.mark.parametrize("name", EXERCISES)
def test_each_mistake_is_what_a_holder_of_the_belief_answers(name):
    for student in STUDENTS:
        exercise = case(name, student)
        believed = BELIEVED[name](exercise, graph_of(exercise.dag))
        assert {m.misconception: m.answer for m in exercise.mistakes} == believed


def test_the_lower_bound_is_no_floor_for_a_single_graph():
    """No edge, four parents allowed: ten tests suffice, the bound is 80."""
    empty = Graph(tuple(range(5)), frozenset())
    queries = AlgorithmOne(5, separation(empty)).run().queries
    assert len(queries) == comb(5, 2) < 5 // 5 * comb(5, 2) * 2**3


# -- a set that misleads ---------------------------------------------------------------


def misleads(g: Graph, x, t, y, chosen):
    """Whether the lemma with this separating set reports a common child that is none."""
    test = separation(g)
    if {x, t} & chosen or not test(x, t, chosen) or y in chosen:
        return False
    inside = (markov_boundary(g, x) | {x}) - {y, t}
    return not any(test(y, t, s) for s in subsets(frozenset(inside)))


def test_the_misleading_sets_are_all_that_mislead():
    for student in STUDENTS:
        exercise = case("misleading_set", student)
        g = graph_of(exercise.dag)
        t, x, y = roles(exercise, r"^(\w) is a co-parent of (\w), and (\w) is a neighbor")
        assert y not in children(g, x) & children(g, t)
        right = [
            chosen for chosen in subsets(frozenset(g.vertices)) if misleads(g, x, t, y, chosen)
        ]
        for chosen in subsets(frozenset(g.vertices)):
            assert exercise.is_right(named(exercise, chosen)) == (chosen in right)
        assert 1 <= len(right) <= 3
        assert not any(chosen <= markov_boundary(g, x) for chosen in right)


# -- ties ------------------------------------------------------------------------------


def false_arrows(g: Graph, order):
    """What the printed run reports falsely when ties are broken by an order."""
    place = {v: i for i, v in enumerate(order)}
    renamed = Graph(g.vertices, frozenset((place[a], place[b]) for a, b in g.edges))
    run = AlgorithmOne(len(order), separation(renamed), orientation="printed").run()
    false = run.read_off_arrows() - v_structures(renamed)
    return frozenset((order[end], order[c]) for ends, c in false for end in ends)


@some_of(2, 4)
def test_exactly_the_orders_that_fail_are_right(count):
    for student in STUDENTS[:count]:
        check_orders(student)


def check_orders(student):
    exercise = case("ties", student)
    g, names = graph_of(exercise.dag), exercise.dag.nodes
    right = 0
    for order in permutations(g.vertices):
        arrows = frozenset((names[a], names[b]) for a, b in false_arrows(g, order))
        answer = {"order": tuple(names[v] for v in order), "arrows": arrows}
        assert exercise.is_right(answer) == bool(arrows)
        assert not exercise.is_right({**answer, "arrows": arrows | {(names[0], "?")}})
        right += bool(arrows)
    assert 0 < right < 120
    assert not false_arrows(g, g.vertices)


def test_all_seven_are_there():
    assert len(EXERCISES) == 7


@pytest.mark.parametrize("student", in_each_run(STUDENTS, STUDENTS[:3]))
def test_the_repeated_statement_is_one_of_two_searches(student):
    """A wrong number of distinct tests is answered with a statement that is tested twice."""
    exercise = case("condition_two_counts", student)
    g = graph_of(exercise.dag)
    (x,) = roles(exercise, r"^(\w) is removable")
    told = exercise.witness({**exercise.solution, "distinct": 1})
    z, t, *given = (
        exercise.dag.nodes.index(v) for v in re.findall(r"\b[A-G]\b", told.split(" for Y")[0])
    )
    first, second = (exercise.dag.nodes.index(v) for v in re.findall(r"Y = (\w)", told))
    assert first != second
    assert set(given) == {x, first, second}
    assert z not in given
    assert t in co_parents(g, x)
    for y in (first, second):
        assert y in children(g, x) & children(g, t)


def test_a_wrong_sentence_on_the_lower_bound_gets_a_reason():
    exercise = case("like_with_like", "")
    (number,) = (
        n for n, text in enumerate(exercise.kind.sentences, start=1) if "no algorithm" in text
    )
    assert "worst graph of this size" in exercise.witness(exercise.solution | {number})
