"""The exercises on the upper bound: solutions and beliefs again by enumeration or a formula."""

import re
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from marvel_widgets.lessons.upper_bound.exercises import (
    EXERCISES,
    AskedBy,
    Grows,
    OneEffect,
    ProperToo,
    SetsOfAPair,
    ShareOf,
    SizesOf,
)
from tests.drawn_cases import drawn_once
from tests.reference.algorithm_one import AlgorithmOne
from tests.reference.dags import Graph
from tests.reference.separation import separation, subsets
from tests.slices import in_each_run
from tests.truths import Case, holds

SEEDS = [f"student {n}" for n in range(8)]


def printed_bound(p, d):
    """The formula of the proposition, with 45/100 for 0.45."""
    return p * comb(d, 2) + Fraction(p, 2) * d * (1 + Fraction(45, 100) * d) * 2**d


def asked_about(exercise):
    """The variable of the question, its neighbors and its co-parents."""
    graph = exercise.dag.to_networkx()
    x = next(v for v in graph if f"may {v} cost" in exercise.title)
    near = set(graph.pred[x]) | set(graph.succ[x])
    return x, near, {t for y in graph.succ[x] for t in graph.pred[y]} - near - {x}


def families_by_listing(exercise, subsets=subsets, *, ends=False, co_parents=True):
    """List every (pair, set) that the four searches of Section 4.2 may ask, by a belief or not."""
    x, near, apart = asked_about(exercise)
    apart = apart if co_parents else set()
    mb = near | apart

    def sets(candidates, *pair):
        return subsets(candidates if ends else candidates - {*pair})

    tests = {
        "neighbors": [(x, y, s) for y in mb for s in sets(mb, y)],
        "v-structures": [(y, t, s) for t in apart for y in near for s in sets(mb | {x}, y, t)],
        "condition 1": [(z, w, s) for z, w in combinations(near, 2) for s in sets(mb, z, w)],
        "condition 2": [(z, t, s) for z in near for t in apart for s in sets(mb, z, t)],
    }
    return {family: len(asked) for family, asked in tests.items()}


def cost_of_the_thin_graph(p, d):
    """Distinct tests after boundary discovery, by the reference transcription of Algorithm 1."""
    graph = Graph(tuple(range(d + 1)), frozenset((i, d) for i in range(d)))
    return len(set(AlgorithmOne(graph.vertices, separation(graph)).run().after_boundaries()))


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


def counted_by_reading(exercise, count=lambda lines: len(set(lines)), *, once=False):
    """Read the questions from the text, write each in one way, and put them into a set."""
    first, later = (
        [
            ("".join(sorted((a, b))), "".join(sorted(re.findall(r"[A-D]", given))))
            for a, b, given in re.findall(r"([A-D]) and ([A-D]) given \{([^}]*)\}", text)
        ]
        for text in exercise.question.split("Later it asks:")
    )
    return {"upper": count(first + later if once else later), "lower": count(first + later)}


OTHER_WAYS = {
    "families": families_by_listing,
    "growth": growth_by_formula,
    "counted_once": counted_by_reading,
}


def wrong_about(exercise, **sentences):
    """The solution with one sentence the other way round, by belief."""
    return {belief: exercise.solution ^ {number} for belief, number in sentences.items()}


BELIEVED = {
    "families": lambda e: {
        "only_neighbors": families_by_listing(e, co_parents=False),
        "m_sets": families_by_listing(e, lambda candidates: list(candidates) or [()]),
        "pair_given": families_by_listing(e, ends=True),
    },
    "growth": lambda e: wrong_about(e, m_sets=2, bound_is_usual=4, bounds_alike=5, counted_again=6),
    "counted_once": lambda e: {
        "counted_again": counted_by_reading(e, len),
        "bounds_alike": counted_by_reading(e, once=True),
        "one_test_settles": counted_by_reading(e, lambda lines: len({pair for pair, _ in lines})),
    },
}


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
@pytest.mark.parametrize("name", EXERCISES)
def test_solution_and_mistakes_are_found_another_way(name, seed):
    exercise = drawn_once(EXERCISES[name], seed)
    assert exercise.solution == OTHER_WAYS[name](exercise)
    believed = BELIEVED[name](exercise)
    assert {mistake.misconception: mistake.answer for mistake in exercise.mistakes} == believed
    assert name != "growth" or 2 <= len(exercise.solution) < 6


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_proper_subsets_are_right_too_and_the_variable_may_be_visited(seed):
    """The proof counts for boundaries that are visited: of no more members than the in-degree."""
    exercise = drawn_once(EXERCISES["families"], seed)
    _, near, apart = asked_about(exercise)
    mb = near | apart
    assert len(mb) <= exercise.dag.max_in_degree
    proper = sum(len(s) < len(mb) - 1 for y in mb for s in subsets(mb - {y}))
    right = {**exercise.solution, "neighbors": proper}
    assert exercise.is_right(right)
    assert f"proper subsets: {proper} tests" in exercise.because
    # the witness then looks at what is wrong, not at the neighbors
    assert "'condition 2'" in exercise.witness({**right, "condition 2": 0})


ASKED = "A", "B", ("C",)
SAID = [
    (ProperToo(3, 9, 12),
     "The neighbor lemma asks for proper subsets: 9 tests. The proof pays for the whole set as "
     "well: 12. Both are right here."),
    (Grows(4, 1, 5, 34, 34.4 / 5.8), "It goes from 5 to 34: times 5.93."),
    (ShareOf(4, 2, 4, 34, 400 / 34.4), "It is 4 of 34, 11.6 %."),
    (OneEffect(3, 2, 4, 25),
     "Take one variable with 2 parents, and nothing else joined: 4 tests of 25."),
    (SizesOf("X", 2, 1, 3),
     "N = 2 and M = 1, so D = 3: D 2^(D-1), M N 2^(D-1), C(N, 2) 2^(D-2) and M N 2^(D-2)."),
    (SetsOfAPair("X", "condition 1", 9, ("A", "B"), ("C", "D")),
     "Under 'condition 1' you have 9. Count the sets of one pair there: A and B leave {C, D}, "
     "which has 4 subsets (X is given each time). How many such pairs are there?"),
    (SetsOfAPair("X", "v-structures", 1000, ("A", "B"), ("X",)),
     "Under 'v-structures' you have 1,000. Count the sets of one pair there: A and B leave {X}, "
     "which has 2 subsets. How many such pairs are there?"),
    (AskedBy(*ASKED, "before", ASKED, "upper", (), ()),
     "A and B given {C} is asked for the boundaries alone: the upper bound begins later."),
    (AskedBy(*ASKED, "counts", ASKED, "lower", (), ()),
     "A and B given {C}, for the boundaries, is a question of the run: the lower bound counts."),
    (AskedBy(*ASKED, "again", ASKED, "lower", (), ()),
     "A and B given {C} is asked twice later, and that is one question. Under 'lower' the "
     "count is another one."),
    (AskedBy(*ASKED, "other set", ("A", "B", ()), "upper", (), ()),
     "A and B given {C} and A and B given {} are two questions: the pair is the same, the set is "
     "not. Under 'upper' the count is another one."),
]  # fmt: skip


def test_what_facts_say():
    assert [fact.say() for fact, _ in SAID] == [text for _, text in SAID]


def test_a_fact_on_numbers_can_be_false():
    """Those that no other case makes false."""
    false = [ProperToo(3, 12, 12), Grows(4, 1, 5, 34, 6.5), ShareOf(4, 2, 8, 34, 800 / 34.4)]
    false += [OneEffect(3, 2, 9, 25)]
    facts = *(fact for fact, _ in SAID[:4]), *false
    assert [holds(fact, Case(None)) for fact in facts] == [True] * 4 + [False] * 4
