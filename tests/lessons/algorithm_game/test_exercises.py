"""The exercises on running Algorithm 1: every solution again by the definition and by hand."""

import re
from itertools import combinations, permutations, takewhile

import networkx as nx
import pytest

from marvel_widgets.lessons.algorithm_game import exercises as f
from marvel_widgets.lessons.algorithm_game.exercises import EXERCISES
from tests.drawn_cases import drawn_once
from tests.reference.separation import subsets
from tests.slices import in_each_run

SEEDS = [f"student {n}" for n in range(8)]


def near(graph, x):
    return set(graph.pred[x]) | set(graph.succ[x])


def boundary(graph, x):
    """The smallest set that separates x from all others, found set by set."""
    others = set(graph) - {x}
    for given in subsets(others):
        if all(nx.is_d_separator(graph, x, y, given) for y in others - given):
            return given
    return others


def without_one(graph, x):
    return graph.subgraph(set(graph) - {x}).copy()  # a view answers three times as slowly


def removable(graph, x):
    after = without_one(graph, x)
    return all(
        nx.is_d_separator(graph, y, z, given) == nx.is_d_separator(after, y, z, given)
        for y, z in combinations(after, 2)
        for given in subsets(set(after) - {y, z})
    )


def line_of(graph):
    return sorted(graph, key=lambda v: (len(boundary(graph, v)), v))


def leaver(graph):
    return next(v for v in line_of(graph) if removable(graph, v))


def words(exercise, pattern):
    return re.search(pattern, exercise.question).groups()


def graph_of(exercise):
    return exercise.dag.to_networkx()


def first_round(exercise):
    graph = graph_of(exercise)
    return {"order": tuple(line_of(graph)), "leaves": {leaver(graph)}}


def update_pairs(exercise):
    graph = graph_of(exercise)
    (x,) = words(exercise, r"^(\w) passes")
    assert removable(graph, x)
    return set(map(frozenset, combinations(near(graph, x), 2)))


def boundaries_after(exercise):
    graph = graph_of(exercise)
    (x,) = words(exercise, r"^(\w) passes")
    assert removable(graph, x)
    after = without_one(graph, x)
    return {v: boundary(after, v) for v in near(graph, x)}


def removal_order(exercise):
    graph, left = graph_of(exercise), []
    while len(graph):
        left.append(leaver(graph))
        graph = without_one(graph, left[-1])
    return tuple(left)


def passes(graph, x, pair):
    """Whether no set with x separates two neighbors of x."""
    z, w = pair
    rest = set(graph) - {x, z, w}
    return not any(nx.is_d_separator(graph, z, w, given | {x}) for given in subsets(rest))


def second_visit(exercise):
    """Go through the rounds with a memory of pairs, up to the visit that is asked about."""
    graph = graph_of(exercise)
    name, last = words(exercise, r"By round (\d) .* left, (\w) is visited")[::-1]
    memory = {v: {} for v in graph}
    for number in range(1, int(last) + 1):
        for x in line_of(graph):
            pairs = list(combinations(sorted(near(graph, x)), 2))
            verdicts = {pair: passes(graph, x, pair) for pair in pairs}
            fine = list(takewhile(verdicts.get, pairs))
            met = pairs[: len(fine) + 1]
            if number == int(last) and x == name:
                assert len(fine) == len(pairs), "no pair fails"
                known = {frozenset(pair) for pair in met if pair in memory[x]}
                return {"reused": known, "asked": set(map(frozenset, met)) - known}
            memory[x].update({pair: verdicts[pair] for pair in met})
            if removable(graph, x):
                graph = without_one(graph, x)
                break
    return None


AGAIN = {
    "first_round": first_round,
    "update_pairs": update_pairs,
    "boundaries_after": boundaries_after,
    "removal_order": removal_order,
    "second_visit": second_visit,
}


def test_no_exercise_is_left_out():
    assert list(AGAIN) == list(EXERCISES)


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
@pytest.mark.parametrize("name", AGAIN)
def test_the_solution_is_what_another_method_finds(name, seed):
    exercise = drawn_once(EXERCISES[name], seed)
    truth = AGAIN[name](exercise)
    assert exercise.solution == truth
    assert all(mistake.answer != truth for mistake in exercise.mistakes)


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_the_alphabet_is_never_the_line_and_a_wrong_leaver_is_answered_by_a_reason(seed):
    exercise = drawn_once(EXERCISES["first_round"], seed)
    graph, order = graph_of(exercise), exercise.solution["order"]
    assert list(order) != sorted(order)
    for v in set(graph) - exercise.solution["leaves"]:
        text = exercise.witness({"order": order, "leaves": frozenset({v})})
        if removable(graph, v):
            assert text == f"{v} is removable, but so is another one before it in the line."
            continue
        assert text.startswith(f"{v} is not removable: ")
        y, z, inside = re.search(
            r"Without \w, (\w) and (\w) are separated given (.*?);", text
        ).groups()
        given = set(re.findall(r"[A-E]", inside))
        after = without_one(graph, v)
        assert nx.is_d_separator(after, y, z, given)
        assert not nx.is_d_separator(graph, y, z, given)
    told = exercise.witness({"order": order, "leaves": frozenset()})
    assert told.startswith("One variable leaves")


# -- what holders of a belief answer --------------------------------------------------------------


def pairs_of(names):
    return set(map(frozenset, combinations(names, 2)))


def line_by(graph, size):
    return tuple(sorted(graph, key=lambda v: (size(v), v)))


def sinks(graph):
    return [v for v in graph if not graph.succ[v]]


def believed_first_round(exercise):
    graph, order = graph_of(exercise), exercise.solution["order"]
    by_near = line_by(graph, lambda v: len(near(graph, v)))
    return {
        "first_leaves": {"order": order, "leaves": {order[0]}},
        "only_sinks": {"order": order, "leaves": {min(sinks(graph), key=order.index)}},
        "only_neighbors": {
            "order": by_near,
            "leaves": {next(v for v in by_near if removable(graph, v))},
        },
    }


def believed_update_pairs(exercise):
    graph, (x,) = graph_of(exercise), words(exercise, r"^(\w) passes")
    return {
        "only_deletes": set(),
        "whole_graph": pairs_of(graph.pred[x]),
        "only_neighbors": pairs_of(boundary(graph, x)),
    }


def believed_boundaries_after(exercise):
    graph, (x,) = graph_of(exercise), words(exercise, r"^(\w) passes")
    after, asked = without_one(graph, x), near(graph, x)
    cut = {v: boundary(graph, v) - {x} for v in asked}
    apart = {v: asked - {v} - near(graph, v) for v in asked}
    parted = {v: cut[v] - apart[v] for v in asked}
    return {
        "only_deletes": cut,
        "parents_apart": parted,
        "only_neighbors": {v: near(after, v) for v in asked},
    }


def leaving(graph, able, size):
    """All removals, the first of the line that is able to leave; size(left, v) makes the line."""
    left, order = graph, []
    while len(left):
        line = line_by(left, lambda v, left=left: size(left, v))
        order.append(next(v for v in line if able(left, v)))
        left = without_one(left, order[-1])
    return tuple(order)


def believed_removal_order(exercise):
    graph = graph_of(exercise)
    start = {v: boundary(graph, v) for v in graph}

    def fresh(left, v):
        return len(boundary(left, v))

    return {
        "first_leaves": line_by(graph, lambda v: len(start[v])),
        "only_sinks": leaving(graph, lambda left, v: not left.succ[v], fresh),
        "only_deletes": leaving(graph, removable, lambda left, v: len(start[v] & set(left))),
    }


def believed_second_visit(exercise):
    reused, asked = exercise.solution["reused"], exercise.solution["asked"]
    looked_at = {
        frozenset(p) for p in re.findall(r"(\w) - (\w) (?:passed|failed)", exercise.question)
    }
    return {
        "starts_over": {"reused": set(), "asked": reused | asked},
        "never_stops": {"reused": reused | asked, "asked": set()},
        "only_deletes": {"reused": reused | looked_at, "asked": asked},
    }


BELIEVED = {
    "first_round": believed_first_round,
    "update_pairs": believed_update_pairs,
    "boundaries_after": believed_boundaries_after,
    "removal_order": believed_removal_order,
    "second_visit": believed_second_visit,
}


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
@pytest.mark.parametrize("name", BELIEVED)
def test_mistakes_are_what_the_beliefs_say(name, seed):
    exercise = drawn_once(EXERCISES[name], seed)
    assert {m.misconception: m.answer for m in exercise.mistakes} == BELIEVED[name](exercise)


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_a_wrong_order_is_answered_at_its_first_wrong_round(seed):
    exercise = drawn_once(EXERCISES["removal_order"], seed)
    seen = set()
    for value in permutations(exercise.solution):
        if value == exercise.solution:
            continue
        at = next(n for n, v in enumerate(value) if v != exercise.solution[n])
        left = graph_of(exercise).subgraph(value[at:]).copy()
        v, right = value[at], exercise.solution[at]
        text, able = exercise.witness(value), removable(left, v)
        gone = re.match(r"After (.*?) ha(?:s|ve) left, ", text)
        assert (gone is not None) == (at > 0)
        assert gone is None or set(re.findall(r"\w", gone[1].replace("and", ""))) == set(value[:at])
        assert (f"{v} is not removable: " in text) != able
        assert (f"{right} comes before {v}. Boundary sizes: " in text) == able
        seen.add(able)
    assert False in seen


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_one_has_left_and_more_have(seed):
    exercise = drawn_once(EXERCISES["second_visit"], seed)
    gone, verb = words(exercise, r"By round \d (.*?) (has|have) left")
    assert verb == ("have" if "and" in gone else "has")


def test_what_each_kind_of_fact_says():
    said = {
        f.ComesBefore("W", "X"): "W comes before X.",
        f.BoundarySizes(("X", "W"), (3, 1)): "Boundary sizes: X 3 and W 1; ties by name.",
        f.InLine("W", True): "W is the first in the line that passes both conditions.",
        f.TwoNeighbors("X", ("Y", "Z")): "Y and Z are two neighbors of X.",
        f.AtFirstVisit("X", (), ("A", "C"), "passed"): "A and C passed at the first visit, and a "
        "passed pair never fails later.",
        f.AtFirstVisit("X", (), ("A", "D"), "failed"): "A and D failed at the first visit, and a "
        "failed pair may pass later.",
        f.AtFirstVisit("X", (), ("B", "C"), "unasked"): "B and C were not decided at the first "
        "visit, which ended before them.",
    }
    assert [fact.say() for fact in said] == list(said.values())
