"""The exercises on running Algorithm 1: every solution again by the definition and by hand."""

import re
from itertools import combinations, permutations, takewhile

import pytest

from marvel_widgets.lessons.algorithm_game import exercises as f
from marvel_widgets.lessons.algorithm_game.exercises import EXERCISES
from tests.drawn_cases import drawn_once
from tests.reference.checks import named_graph
from tests.reference.dags import children, neighbors, parents, without
from tests.reference.separation import separation, subsets
from tests.reference.theory import is_removable_by_definition, markov_boundary
from tests.slices import in_each_run

SEEDS = [f"student {n}" for n in range(8)]


def line_of(g):
    return sorted(g.vertices, key=lambda v: (len(markov_boundary(g, v)), v))


def leaver(g):
    return next(v for v in line_of(g) if is_removable_by_definition(g, v))


def words(exercise, pattern):
    return re.search(pattern, exercise.question).groups()


def passing(exercise):
    """The graph, and the variable of which the question says that it is removable."""
    g, (x,) = named_graph(exercise.dag), words(exercise, r"^(\w) passes")
    assert is_removable_by_definition(g, x)
    return g, x


def first_round(exercise):
    g = named_graph(exercise.dag)
    return {"order": tuple(line_of(g)), "leaves": {leaver(g)}}


def update_pairs(exercise):
    return pairs_of(neighbors(*passing(exercise)))


def boundaries_after(exercise):
    g, x = passing(exercise)
    return {v: markov_boundary(without(g, x), v) for v in neighbors(g, x)}


def removal_order(exercise):
    g, left = named_graph(exercise.dag), []
    while g.vertices:
        left.append(leaver(g))
        g = without(g, left[-1])
    return tuple(left)


def passes(g, x, pair):
    """Whether no set with x separates two neighbors of x."""
    rest = set(g.vertices) - {x, *pair}
    return not any(separation(g)(*pair, given | {x}) for given in subsets(rest))


def second_visit(exercise):
    """Go through the rounds with a memory of pairs, up to the visit that is asked about."""
    g = named_graph(exercise.dag)
    name, last = words(exercise, r"By round (\d) .* left, (\w) is visited")[::-1]
    memory = {v: {} for v in g.vertices}
    for number in range(1, int(last) + 1):
        for x in line_of(g):
            pairs = list(combinations(sorted(neighbors(g, x)), 2))
            verdicts = {pair: passes(g, x, pair) for pair in pairs}
            fine = list(takewhile(verdicts.get, pairs))
            met = pairs[: len(fine) + 1]
            if number == int(last) and x == name:
                assert len(fine) == len(pairs), "no pair fails"
                known = {frozenset(pair) for pair in met if pair in memory[x]}
                return {"reused": known, "asked": set(map(frozenset, met)) - known}
            memory[x].update({pair: verdicts[pair] for pair in met})
            if is_removable_by_definition(g, x):
                g = without(g, x)
                break
    return None


AGAIN = {
    "first_round": first_round,
    "update_pairs": update_pairs,
    "boundaries_after": boundaries_after,
    "removal_order": removal_order,
    "second_visit": second_visit,
}


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_the_alphabet_is_never_the_line_and_a_wrong_leaver_is_answered_by_a_reason(seed):
    exercise = drawn_once(EXERCISES["first_round"], seed)
    g, order = named_graph(exercise.dag), exercise.solution["order"]
    assert list(order) != sorted(order)
    for v in set(order) - exercise.solution["leaves"]:
        text = exercise.witness({"order": order, "leaves": frozenset({v})})
        if is_removable_by_definition(g, v):
            assert text == f"{v} is removable, but so is another one before it in the line."
            continue
        assert text.startswith(f"{v} is not removable: ")
        y, z, inside = re.search(
            r"Without \w, (\w) and (\w) are separated given (.*?);", text
        ).groups()
        given = frozenset(re.findall(r"[A-E]", inside))
        assert separation(without(g, v))(y, z, given)
        assert not separation(g)(y, z, given)
    told = exercise.witness({"order": order, "leaves": frozenset()})
    assert told.startswith("One variable leaves")


def pairs_of(names):
    return set(map(frozenset, combinations(names, 2)))


def line_by(g, size):
    return tuple(sorted(g.vertices, key=lambda v: (size(v), v)))


def believed_first_round(exercise):
    g, order = named_graph(exercise.dag), exercise.solution["order"]
    by_near = line_by(g, lambda v: len(neighbors(g, v)))
    return {
        "first_leaves": {"order": order, "leaves": {order[0]}},
        "only_sinks": {
            "order": order,
            "leaves": {next(v for v in order if not children(g, v))},
        },
        "only_neighbors": {
            "order": by_near,
            "leaves": {next(v for v in by_near if is_removable_by_definition(g, v))},
        },
    }


def believed_update_pairs(exercise):
    g, x = passing(exercise)
    return {
        "only_deletes": set(),
        "whole_graph": pairs_of(parents(g, x)),
        "only_neighbors": pairs_of(markov_boundary(g, x)),
    }


def believed_boundaries_after(exercise):
    g, x = passing(exercise)
    asked = neighbors(g, x)
    cut = {v: markov_boundary(g, v) - {x} for v in asked}
    return {
        "only_deletes": cut,
        "parents_apart": {v: cut[v] - (asked - {v} - neighbors(g, v)) for v in asked},
        "only_neighbors": {v: neighbors(without(g, x), v) for v in asked},
    }


def leaving(g, able, size):
    """All removals, the first of the line that is able to leave; size(left, v) makes the line."""
    order = []
    while g.vertices:
        line = line_by(g, lambda v, left=g: size(left, v))
        order.append(next(v for v in line if able(g, v)))
        g = without(g, order[-1])
    return tuple(order)


def believed_removal_order(exercise):
    g = named_graph(exercise.dag)
    start = {v: markov_boundary(g, v) for v in g.vertices}

    def fresh(left, v):
        return len(markov_boundary(left, v))

    def stale(left, v):
        return len(start[v] & set(left.vertices))

    return {
        "first_leaves": line_by(g, lambda v: len(start[v])),
        "only_sinks": leaving(g, lambda left, v: not children(left, v), fresh),
        "only_deletes": leaving(g, is_removable_by_definition, stale),
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
@pytest.mark.parametrize("name", EXERCISES)
def test_solution_and_mistakes_are_found_another_way(name, seed):
    exercise = drawn_once(EXERCISES[name], seed)
    assert exercise.solution == AGAIN[name](exercise)
    assert {m.misconception: m.answer for m in exercise.mistakes} == BELIEVED[name](exercise)


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_a_wrong_order_is_answered_at_its_first_wrong_round(seed):
    exercise = drawn_once(EXERCISES["removal_order"], seed)
    seen = set()
    for value in permutations(exercise.solution):
        if value == exercise.solution:
            continue
        at = next(n for n, v in enumerate(value) if v != exercise.solution[n])
        left = named_graph(exercise.dag.induced(value[at:]))
        v, right = value[at], exercise.solution[at]
        text, able = exercise.witness(value), is_removable_by_definition(left, v)
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
