"""The exercises on the upper bound: every solution again by enumeration, networkx or a formula."""

import re
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import networkx as nx
import pytest

from marvel_widgets import record
from marvel_widgets.lessons.upper_bound.exercises import EXERCISES
from tests.drawn_cases import drawn_once
from tests.lessons.upper_bound.collider_star import order_by_transcription
from tests.reference.algorithm_one import AlgorithmOne
from tests.reference.dags import Graph
from tests.reference.separation import separation
from tests.reference.theory import is_removable_by_definition
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


def update_by_networkx(exercise):
    """The pairs of neighbors in networkx, of a variable that is removable by definition."""
    x = exercise.title.split()[1]
    graph = exercise.dag.to_networkx()
    numbers = {v: i for i, v in enumerate(exercise.dag.nodes)}
    plain = Graph(
        tuple(range(len(numbers))), frozenset((numbers[a], numbers[b]) for a, b in graph.edges)
    )
    assert is_removable_by_definition(plain, numbers[x])
    near, _ = boundary(graph, x)
    return frozenset(frozenset(pair) for pair in combinations(near, 2))


def split_by_formula(exercise):
    """The bracket of the proof, evaluated for each split; the largest is the only one."""
    p, d = map(int, re.search(r"p = (\d+) variables.* D = (\d+)", exercise.question).groups())
    cost = {
        n: 2 ** (d - 2) * (2 * d + 3 * (d - n) * n + n * (n - 1) // 2) * p for n in range(d + 1)
    }
    (worst,) = (n for n in cost if cost[n] == max(cost.values()))
    return {"neighbors": worst, "tests": cost[worst]}


def budget_by_formula(exercise):
    p = int(re.search(r"p = (\d+)", exercise.question)[1])
    allowed = int(re.search(r"afford ([\d,]+)", exercise.question)[1].replace(",", ""))
    d = 0
    while printed_bound(p, d + 1) <= allowed:
        d += 1
    return {"in-degree": d, "bound": int(printed_bound(p, d))}


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


def rows_by_printed_formulas(exercise):
    graph = exercise.dag.to_networkx()
    p = len(graph)
    din = max(d for _, d in graph.in_degree)
    degree = max(d for _, d in graph.degree)
    alpha = max(d for _, d in nx.moral_graph(graph).degree)
    values = {
        "PC": p**degree,
        "GS": p**2 + p * alpha**2 * 2**alpha,
        "CS": p**2 * 2**alpha,
        "MARVEL": p**2 + p * din**2 * 2**din,
        "LOWER": p**2 + p * din * 2**din,
    }
    assert len(set(values.values())) == len(values)
    return {"order": tuple(sorted(values, key=values.get)), "MARVEL": values["MARVEL"]}


OTHER_WAYS = {
    "families": families_by_listing,
    "update": update_by_networkx,
    "split": split_by_formula,
    "budget": budget_by_formula,
    "growth": growth_by_formula,
    "counted_once": counted_by_reading,
    "rows": rows_by_printed_formulas,
    "order_of_names": order_by_transcription,
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


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_the_updates_of_a_run_ask_all_pairs_of_neighbors(seed):
    """What the exercise asks for one variable, a recorded run does for each that leaves."""
    dag = drawn_once(EXERCISES["update"], seed).dag
    trace = record("marvel", dag)
    left, expected = dag.to_networkx(), []
    for x in trace.result.removal_order:
        near, _ = boundary(left, x)
        expected += [frozenset(pair) for pair in combinations(sorted(near), 2)]
        left.remove_node(x)
    asked = [t for t in trace.tests if t.purpose == "boundary-update"]
    assert [frozenset((dag.nodes[t.x], dag.nodes[t.y])) for t in asked] == expected


def test_a_pair_that_an_update_separates_is_among_those_tested():
    """After a removal only pairs of its neighbors may leave each other's boundary."""
    for seed in SEEDS:
        exercise = drawn_once(EXERCISES["update"], seed)
        dag, x = exercise.dag, exercise.title.split()[1]
        later = dag.without(x)
        parted = {
            frozenset((a, b))
            for a in later.nodes
            for b in dag.markov_boundary(a) - {x}
            if b not in later.markov_boundary(a)
        }
        assert parted <= exercise.solution


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


def test_the_witness_of_the_budget_names_a_true_bound():
    for seed in SEEDS:
        exercise = drawn_once(EXERCISES["budget"], seed)
        p = int(re.search(r"p = (\d+)", exercise.question)[1])
        for mistake in exercise.mistakes:
            text = exercise.witness(mistake.answer)
            if mistake.misconception == "M41":
                assert text.startswith(f"You added {comb(p, 2):,} tests")
                continue
            d, bound = re.search(r"in-degree (\d+) the bound is ([\d,]+)", text).groups()
            assert int(bound.replace(",", "")) == int(printed_bound(p, int(d)))


class AlwaysAnEnd(Random):
    """Draws, of whole numbers in a row, the first or the last."""

    def __init__(self, last):
        super().__init__(0)
        self.last = last

    def randint(self, a, b):
        return b if self.last else a


@pytest.mark.parametrize(("last", "p"), [(False, 40), (True, 100)])
def test_a_budget_is_for_forty_to_a_hundred_variables(last, p):
    exercise = EXERCISES["budget"](AlwaysAnEnd(last))
    assert f"There are p = {p} variables" in exercise.question
    assert exercise.solution == budget_by_formula(exercise)


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


def test_an_answer_out_of_range_gets_a_witness_too():
    split = drawn_once(EXERCISES["split"], "x")
    assert "not 99" in split.witness({"neighbors": 99, "tests": 1})
    budget = drawn_once(EXERCISES["budget"], "x")
    assert "an in-degree is from 0" in budget.witness({"in-degree": 500, "bound": 1})


def test_the_right_order_with_a_wrong_number_is_recognized():
    rows = drawn_once(EXERCISES["rows"], "x")
    p = len(rows.dag)
    text = rows.witness({**rows.solution, "MARVEL": 0})
    assert text.startswith("The order is right.")
    assert f"p² is {p**2} and 2^Δin is {2**rows.dag.max_in_degree}." in text


@pytest.mark.parametrize("seed", SEEDS[:4])
def test_who_passes_over_parents_tests_all_other_pairs(seed):
    exercise = drawn_once(EXERCISES["update"], seed)
    graph, x = exercise.dag.to_networkx(), exercise.title.split()[1]
    near, _ = boundary(graph, x)
    pairs = (frozenset(p) for p in combinations(near, 2) if not set(p) <= {*graph.pred[x]})
    assert {m.misconception: m.answer for m in exercise.mistakes}["M16"] == set(pairs)
