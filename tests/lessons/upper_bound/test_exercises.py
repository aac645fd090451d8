"""The exercises on the upper bound: every solution again by enumeration, networkx or a formula."""

import re
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from marvel_widgets.lessons.upper_bound.exercises import EXERCISES
from tests.drawn_cases import drawn_once
from tests.reference.algorithm_one import AlgorithmOne
from tests.reference.dags import Graph
from tests.reference.separation import separation
from tests.slices import in_each_run

SEEDS = [f"student {n}" for n in range(8)]


def printed_bound(p, d):
    """The formula of the proposition, with 45/100 for 0.45."""
    return p * comb(d, 2) + Fraction(p, 2) * d * (1 + Fraction(45, 100) * d) * 2**d


def every_subset(items):
    return [set(s) for k in range(len(items) + 1) for s in combinations(sorted(items), k)]


def boundary(graph, x):
    near = set(graph.pred[x]) | set(graph.succ[x])
    apart = {t for y in graph.succ[x] for t in graph.pred[y]} - near - {x}
    return near, apart


def families_by_listing(exercise):
    """List every (pair, set) that the four searches of Section 4.2 may ask."""
    graph = exercise.dag.to_networkx()
    x = next(v for v in graph if f"may {v} cost" in exercise.title)
    near, apart = boundary(graph, x)
    mb = near | apart
    tests = {
        "neighbors": [(x, y, s) for y in mb for s in every_subset(mb - {y})],
        "v-structures": [
            (y, t, s) for t in apart for y in near for s in every_subset((mb | {x}) - {y, t})
        ],
        "condition 1": [
            (z, w, s) for z, w in combinations(near, 2) for s in every_subset(mb - {z, w})
        ],
        "condition 2": [(z, t, s) for z in near for t in apart for s in every_subset(mb - {z, t})],
    }
    return {family: len(asked) for family, asked in tests.items()}


def cost_of_the_thin_graph(p, d):
    """Distinct tests after boundary discovery, by the reference transcription of Algorithm 1."""
    graph = Graph(tuple(range(d + 1)), frozenset((i, d) for i in range(d)))
    run = AlgorithmOne(d + 1, separation(graph))
    run.run()
    after = {
        (frozenset((q.x, q.y)), q.given) for q in run.queries if q.purpose != "boundary-discovery"
    }
    return len(after)


def growth_by_formula(exercise):
    p, d = map(int, re.search(r"p = (\d+).*in-degree (\d+)", exercise.question).groups())
    bound, later = printed_bound(p, d), printed_bound(p, d + 1)
    cost = cost_of_the_thin_graph(p, d)
    truths = [
        (r"exactly (\d) times", lambda n: printed_bound(2 * p, d) == int(n) * bound),
        (r"(more than doubles)", lambda _: later > 2 * bound),
        (r"(grows by less than a half)", lambda _: later < bound * 3 / 2),
        (r"more than (\d+) %", lambda n: 100 * p * comb(d, 2) > int(n) * bound),
        (r"(every graph .* at least half)", lambda _: cost >= bound / 2),
        (r"(some graph .* less than a tenth)", lambda _: cost < bound / 10),
        (r"(are counted|come on top)", lambda words: words == "come on top"),
        (r"counts (once|twice)", lambda words: words == "once"),
    ]
    return by_patterns(exercise, truths)


def by_patterns(exercise, truths):
    """The numbers of the sentences that are true; each must match exactly one pattern."""
    found = set()
    for number, sentence in enumerate(exercise.kind.sentences, start=1):
        ((match, rule),) = (
            (m, rule) for pattern, rule in truths if (m := re.search(pattern, sentence))
        )
        if rule(match[1]):
            found.add(number)
    return frozenset(found)


def counted_by_reading(exercise):
    """Read the questions from the text, write each in one way, and put them into a set."""
    first, later = (
        [
            ("".join(sorted((a, b))), "".join(sorted(re.findall(r"[A-D]", given))))
            for a, b, given in re.findall(r"([A-D]) and ([A-D]) given \{([^}]*)\}", text)
        ]
        for text in exercise.question.split("The later lines ask:")
    )
    return {"upper": len(set(later)), "lower": len(set(first + later))}


OTHER_WAYS = {
    "families": families_by_listing,
    "growth": growth_by_formula,
    "counted_once": counted_by_reading,
}


def test_each_exercise_has_another_way():
    assert set(OTHER_WAYS) == set(EXERCISES)


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
@pytest.mark.parametrize("name", OTHER_WAYS)
def test_the_solution_is_found_another_way_and_no_mistake_is(name, seed):
    exercise = drawn_once(EXERCISES[name], seed)
    found = OTHER_WAYS[name](exercise)
    assert exercise.solution == found
    # a check that took a mistake for the truth would fail here
    assert all(mistake.answer != found for mistake in exercise.mistakes)


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
@pytest.mark.parametrize("name", OTHER_WAYS)
def test_three_beliefs_are_behind_the_mistakes(name, seed):
    mistakes = drawn_once(EXERCISES[name], seed).mistakes
    assert len({mistake.misconception for mistake in mistakes}) >= 3


def test_the_counts_by_family_of_the_solution_are_those_of_the_proof():
    """K of the proof, with the exponent D - 2 that is meant."""
    for seed in SEEDS:
        exercise = drawn_once(EXERCISES["families"], seed)
        x = next(v for v in exercise.dag.nodes if f"may {v} cost" in exercise.title)
        n, m = map(len, boundary(exercise.dag.to_networkx(), x))
        d = n + m
        assert sum(exercise.solution.values()) == 2 ** (d - 2) * (2 * d + 3 * m * n + comb(n, 2))


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_the_count_of_proper_subsets_is_right_too(seed):
    exercise = drawn_once(EXERCISES["families"], seed)
    graph = exercise.dag.to_networkx()
    x = next(v for v in graph if f"may {v} cost" in exercise.title)
    mb = set.union(*boundary(graph, x))
    proper = sum(len(s) < len(mb) - 1 for y in mb for s in every_subset(mb - {y}))
    right = {**exercise.solution, "neighbors": proper}
    assert exercise.is_right(right)
    assert f"proper subsets: {proper} tests" in exercise.because
    # the witness then looks at what is wrong, not at the neighbors
    wrong = {**right, "condition 2": 0}
    assert not exercise.is_right(wrong)
    assert "'condition 2'" in exercise.witness(wrong)


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_some_sentences_are_true_and_some_are_not(seed):
    exercise = drawn_once(EXERCISES["growth"], seed)
    assert 2 <= len(exercise.solution) < len(exercise.kind.sentences)


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_the_variable_of_the_families_may_be_visited(seed):
    """The proof counts for boundaries that are visited: of no more members than the in-degree."""
    exercise = drawn_once(EXERCISES["families"], seed)
    graph = exercise.dag.to_networkx()
    x = next(v for v in graph if f"may {v} cost" in exercise.title)
    near, apart = boundary(graph, x)
    assert len(near) + len(apart) <= max(dict(graph.in_degree).values())
    text = exercise.witness(exercise.mistakes[0].answer)
    assert re.match(rf"No edge joins {x} and (\w),", text)[1] in apart


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_the_witness_of_what_counts_names_questions_that_were_asked_so(seed):
    exercise = drawn_once(EXERCISES["counted_once"], seed)
    first, later = (
        [
            (frozenset(pair.split(" and ")), frozenset(given.split(", ")))
            for pair, given in re.findall(r"(\w and \w) given {(.*?)}", part)
        ]
        for part in exercise.question.split("The later lines ask")
    )
    beliefs = {m.misconception: exercise.witness(m.answer) for m in exercise.mistakes}
    told = {
        belief: [
            (frozenset(pair.split(" and ")), frozenset(given.split(", ")))
            for pair, given in re.findall(r"(\w and \w) given {(.*?)}", text)
        ]
        for belief, text in beliefs.items()
    }
    assert later.count(told["M40"][0]) > 1
    assert told["M41"][0] in first
    assert told["M41"][0] not in later
    if len(told["M42"]) == 2:
        one, other = told["M42"]
        assert one[0] == other[0]
        assert one[1] != other[1]
