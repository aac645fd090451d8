"""The exercises on data: every solution again, by definitions, scipy and what a learner sees."""

import re
from random import Random

import numpy as np
import pytest

from marvel_widgets.experiments.linear_gaussian import LinearGaussian
from marvel_widgets.experiments.printed import PRINTED
from marvel_widgets.lessons.counting.facts import Ranking
from marvel_widgets.lessons.finite_samples import exercises as exercises_of_11
from marvel_widgets.lessons.finite_samples import exercises_tables as finite_samples_tables
from marvel_widgets.lessons.finite_samples.exercises import EXERCISES
from marvel_widgets.lessons.finite_samples.exercises_tables import DataAnswer
from marvel_widgets.lessons.race.cohort import drawn_dag
from tests.drawn_cases import drawn_once
from tests.reference import broken
from tests.reference.checks import named_graph
from tests.reference.dags import children, neighbors
from tests.reference.gaussian import by_residuals, fisher_p_value, p_value_without_set_size
from tests.reference.separation import separation
from tests.reference.theory import condition_one_gaps, is_removable_by_definition, markov_boundary
from tests.slices import in_each_run

SEEDS = [f"student {n}" for n in range(7)]
LINE = re.compile(r"^(\d+)\. (\w) and (\w) given (nothing|\{.*?\}):? ?(.*)$", re.MULTILINE)


def table(exercise, rule=separation):
    """The tests that the question shows: number, separated by a rule, p-value, text."""
    judge = rule(named_graph(exercise.dag))
    rows = []
    for number, x, y, given, rest in LINE.findall(exercise.question):
        names = [] if given == "nothing" else given.strip("{}").split(", ")
        p = float(re.search(r"p = ([\d.e-]+)", rest)[1])
        rows.append((number, judge(x, y, frozenset(names)), p, rest))
    return rows


def wrong_at(exercise, level, rule=separation):
    return {number for number, apart, p, _ in table(exercise, rule) if (p > level) != apart}


def wrong_answers(exercise, rule=separation):
    """The numbers of the answers that are given and that a rule denies."""
    rows = table(exercise, rule)
    return [int(n) for n, apart, _, rest in rows if rest.startswith("independent") != apart]


def largest_by_p_value(exercise, p_value=fisher_p_value):
    n, r = re.search(r"in (\d+) samples .* is ([\d.]+),", exercise.question).groups()
    alpha = float(re.search(r"at level ([\d.]+)", exercise.question)[1])
    return max(s for s in range(int(n) - 3) if p_value(float(r), int(n), s) <= alpha)


def removable_by_definition(exercise):
    g = named_graph(exercise.dag)
    return {v for v in g.vertices if is_removable_by_definition(g, v)}


def ranked_by_harmonic_mean(exercise):
    form = re.compile(r"^(\w+): .*?; (\d+) edges right, (\d+) extra, (\d+) missing", re.MULTILINE)
    lines = form.findall(exercise.question)

    def f1(line):
        right, extra, missing = map(int, line[1:])
        precision, recall = right / (right + extra), right / (right + missing)
        return 2 / (1 / precision + 1 / recall)

    return tuple(line[0] for line in sorted(lines, key=f1, reverse=True))


def true_of_two_paths(exercise):
    """Judge each sentence by the formulas of a triple, from what the question shows."""
    text = exercise.question
    weights = {(a, b): float(w) for w, a, b in re.findall(r"(-?[\d.]+) from (\w) to (\w)", text)}
    (x,) = {a for a, _ in weights} - {b for _, b in weights}
    (z,) = {b for _, b in weights} - {a for a, _ in weights}
    (y,) = {name for edge in weights for name in edge} - {x, z}
    cancels = abs(weights[x, y] * weights[y, z] + weights[x, z]) < 1e-12
    holds = {
        f"In the graph, {x} and {z} are d-separated given nothing.": False,
        f"The test says: {x} and {z} are independent given nothing.": cancels,
        f"The test says: {x} and {z} are independent given {y}.": weights[x, z] == 0,
        "MARVEL with this test reports every edge with its arrow.": False,
        "MARVEL with this test reports an arrow against its edge.": cancels,
    }
    return {n for n, sentence in enumerate(exercise.kind.sentences, 1) if holds[sentence]}


FALSE_OF_DATA = {  # by the belief of who thinks them true
    "given_is_free": "the two p-values are equal.",
    "interval_of_runs": "about 80 % of the runs",
    "none_leaves": "no variable is removable",
    "high_p_proves": "this proves",
    "alpha_of_all": "of dependent pairs",
}


def true_of_data(exercise):
    def holds(text):
        if found := re.match(r"In (\d+) tests of independent pairs at level ([\d.]+), (\d+)", text):
            return int(found[3]) == round(int(found[1]) * float(found[2]))
        return not any(words in text for words in FALSE_OF_DATA.values())

    return {n for n, text in enumerate(exercise.kind.sentences, 1) if holds(text)}


CHECKED = {
    "cancelling": true_of_two_paths,
    "wrong_answers": lambda exercise: wrong_at(exercise, 0.05),
    "two_levels": lambda exercise: {
        "wrong at 0.05": wrong_at(exercise, 0.05),
        "wrong at 0.005": wrong_at(exercise, 0.005),
    },
    "largest_set": largest_by_p_value,
    "first_wrong": lambda exercise: min(wrong_answers(exercise)),
    "dead_end": removable_by_definition,
    "rank_accuracy": ranked_by_harmonic_mean,
    "what_data_tell": true_of_data,
}


@pytest.mark.parametrize("name", EXERCISES)
@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_solutions_by_another_method(name, seed):
    exercise = drawn_once(EXERCISES[name], seed)
    found = CHECKED[name](exercise)
    assert found == exercise.solution
    assert all(found != mistake.answer for mistake in exercise.mistakes)  # the check can fail


@pytest.mark.parametrize("seed", range(4))
def test_the_p_values_are_those_of_residuals(seed):
    dag = drawn_dag(Random(seed), 5, 2)
    asked = finite_samples_tables._asked(dag, 50, Random(seed))
    draw = np.random.default_rng(Random(seed).randrange(2**32))
    data = LinearGaussian.random(dag, draw).sample(50, draw).values
    assert len(asked) == 10 * (1 + 3 + 3)
    for test in asked:
        x, y, *given = (dag.position(v) for v in (test.x, test.y, *sorted(test.given)))
        again = fisher_p_value(by_residuals(data, x, y, given), 50, len(given))
        assert test.p == pytest.approx(again, rel=1e-6)


# -- what a holder of a belief answers ----------------------------------------------------------


RULES = {
    "more_blocks": broken.UndirectedSeparation,
    "collider_alone": broken.ColliderOpensItselfOnly,
}


def believed_wrong_answers(exercise):
    false_dependence = {k for k, truth, p, _ in table(exercise) if truth and p <= 0.05}
    found = {belief: wrong_at(exercise, 0.05, rule) for belief, rule in RULES.items()}
    return {"high_p_proves": false_dependence, "alpha_of_all": set(), **found}


def believed_two_levels(exercise):
    high, low = wrong_at(exercise, 0.05), wrong_at(exercise, 0.005)
    below = {number for number, _, p, _ in table(exercise) if p <= 0.05}
    answers = {
        "alpha_of_all": (high, high & low),
        "high_p_proves": (high & below, high & low & below),
    }
    for belief, rule in RULES.items():
        answers[belief] = tuple(wrong_at(exercise, level, rule) for level in (0.05, 0.005))
    names = "wrong at 0.05", "wrong at 0.005"
    return {belief: dict(zip(names, both, strict=True)) for belief, both in answers.items()}


def believed_largest(exercise):
    def p_value_of_one_side(r, n, s):
        return fisher_p_value(r, n, s) / 2

    everything = largest_by_p_value(exercise, p_value_without_set_size)
    return {
        "given_is_free": everything,
        "more_blocks": 0,
        "alpha_of_all": largest_by_p_value(exercise, p_value_of_one_side),
    }


def neighbors_only(g):
    """Whoever takes boundaries for neighbors, where all others are given."""
    return lambda x, y, given: (
        y not in neighbors(g, x)
        if len(given) == len(g.vertices) - 2
        else separation(g)(x, y, given)
    )


def believed_first_wrong(exercise):
    def first(rule):
        return min(wrong_answers(exercise, rule), default=0)

    rows = [(int(n), truth, p, rest) for n, truth, p, rest in table(exercise)]
    extra = [n for n, truth, _, rest in rows if truth and rest.startswith("dependent")]
    near = {n: abs(p - (0.7 if "level 0.7" in rest else 0.1)) for n, _, p, rest in rows}
    close = [m.answer for m in exercise.mistakes if m.misconception == "alpha_of_all"]
    assert all(near[n] <= min(near.values()) + 0.005 for n in close)  # the text is rounded
    found = {belief: first(rule) for belief, rule in RULES.items()}
    return {
        **found,
        "high_p_proves": min(extra, default=0),
        "only_neighbors": first(neighbors_only),
        "alpha_of_all": sum(close),
    }


def believed_dead_end(exercise):
    g = named_graph(exercise.dag)
    sizes = {v: len(markov_boundary(g, v)) for v in g.vertices}
    return {
        "none_leaves": set(),
        "only_sinks": {v for v in g.vertices if not children(g, v)},
        "small_leaves": {v for v in g.vertices if sizes[v] == min(sizes.values())},
        "condition_1_is_enough": {v for v in g.vertices if not condition_one_gaps(g, v)},
    }


def believed_ranks(exercise):
    form = re.compile(r"^(\w+): ([\d,]+) tests?; (\d+) edges right, (\d+) extra", re.MULTILINE)
    rows = [
        (n, int(t.replace(",", "")), int(r), int(e))
        for n, t, r, e in form.findall(exercise.question)
    ]
    tests = tuple(row[0] for row in sorted(rows, key=lambda row: row[1]))
    precise = tuple(row[0] for row in sorted(rows, key=lambda row: -row[2] / (row[2] + row[3])))
    elsewhere = re.search(r"Mildew, the paper's order is (.*)\.$", exercise.question, re.MULTILINE)
    paper = PRINTED["scenario3"]
    long = {"MARVEL": "marvel", "PC": "pc", "GS": "grow_shrink", "CS": "collider_set"}
    told = tuple(re.findall(r"[A-Z]{2,}", elsewhere[1]))
    assert told == tuple(sorted(told, key=lambda n: -paper[long.get(n, "mmpc"), "mildew"].f1))
    return {"fewer_err_less": tests, "high_p_proves": precise, "always_wins": told}


def believed_cancelling(exercise):
    ends = {
        "high_p_proves": "d-separated given nothing.",
        "whole_graph": "every edge with its arrow.",
    }
    numbered = list(enumerate(exercise.kind.sentences, start=1))
    found = {b: {n for n, text in numbered if text.endswith(end)} for b, end in ends.items()}
    given = {n for n, text in numbered if re.search(r"independent given \w\.$", text)}
    found["more_blocks"] = given
    return {belief: exercise.solution ^ flipped for belief, flipped in found.items()}


def believed_of_data(exercise):
    about = {
        "given_is_free": "Fisher-Z finds",
        "interval_of_runs": "80 % interval",
        "none_leaves": "none of them passes",
    }
    about |= {"high_p_proves": "above its level", "alpha_of_all": "of dependent pairs"}
    numbered = list(enumerate(exercise.kind.sentences, start=1))
    return {
        belief: exercise.solution ^ {n for n, text in numbered if words in text}
        for belief, words in about.items()
    }


def test_p_values_and_shares_in_sentences_are_those_of_other_formulas():
    for n, given, r in [(20, 1, 0.3), (39, 12, 0.5), (25, 8, 0.4)]:
        assert exercises_of_11.p_value(n, given, r) == pytest.approx(fisher_p_value(r, n, given))
    rng = Random(5)
    for runs in (10, 30):  # whose spread is known to be 1
        half, inside = 1.2815515655 / runs**0.5, 0
        for _ in range(500):
            values = [rng.gauss(0, 1) for _ in range(runs)]
            inside += sum(abs(value - sum(values) / runs) < half for value in values)
        assert exercises_of_11.share_inside(runs) == pytest.approx(inside / 500 / runs, abs=0.03)


BELIEVED = {
    "wrong_answers": believed_wrong_answers,
    "two_levels": believed_two_levels,
    "largest_set": believed_largest,
    "first_wrong": believed_first_wrong,
    "dead_end": believed_dead_end,
    "rank_accuracy": believed_ranks,
    "cancelling": believed_cancelling,
    "what_data_tell": believed_of_data,
}


@pytest.mark.parametrize("name", EXERCISES)
@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_each_mistake_is_what_a_holder_of_the_belief_answers(name, seed):
    exercise = drawn_once(EXERCISES[name], seed)
    believed = BELIEVED[name](exercise)
    for mistake in exercise.mistakes:
        assert mistake.answer == believed[mistake.misconception]
    left_out = believed.keys() - {m.misconception for m in exercise.mistakes}
    taken = [exercise.solution, *(m.answer for m in exercise.mistakes), 0, None]
    assert all(believed[belief] in taken for belief in left_out)


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_two_neighbors_in_an_order_are_swapped_without_a_belief(seed):
    exercise = drawn_once(EXERCISES["rank_accuracy"], seed)
    for n in range(4):
        order = list(exercise.solution)
        order[n : n + 2] = order[n + 1], order[n]
        assert exercise.misconception(tuple(order)) == ""


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_both_errors_are_in_the_tables(seed):
    rows = table(drawn_once(EXERCISES["wrong_answers"], seed))
    assert {truth for _, truth, p, _ in rows if (p > 0.05) != truth} == {True, False}
    exercise = drawn_once(EXERCISES["two_levels"], seed)
    high, low = wrong_at(exercise, 0.05), wrong_at(exercise, 0.005)
    assert high - low
    assert low - high


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_witnesses_are_true(seed):
    exercise = drawn_once(EXERCISES["wrong_answers"], seed)
    rows = {number: (truth, p) for number, truth, p, _ in table(exercise)}
    for mistake in exercise.mistakes:
        text = exercise.witness(mistake.answer)
        number, told = re.match(r"Test (\d+) (answers|does not answer) as the graph", text).groups()
        assert number in mistake.answer ^ exercise.solution
        truth, p = rows[number]
        assert (told == "does not answer") == ((p > 0.05) != truth)
        assert ("are d-separated" in text) == truth
        assert ("say independent" in text) == (p > 0.05)
    both = drawn_once(EXERCISES["two_levels"], seed)
    for part, level in zip(both.solution, ("0.05", "0.005"), strict=True):
        text = both.witness({**both.solution, part: frozenset()})
        assert f"at level {level} the data say" in text
    stuck = drawn_once(EXERCISES["dead_end"], seed)
    right = removable_by_definition(stuck)
    for mistake in stuck.mistakes:
        name, text = re.match(
            r"(\w+) is (not removable|removable)", stuck.witness(mistake.answer)
        ).groups()
        assert (text == "removable") == (name in right)
        assert name in mistake.answer ^ right
    ledger = drawn_once(EXERCISES["first_wrong"], seed)
    wrong = wrong_answers(ledger)
    for value in range(1, len(table(ledger)) + 1):
        if value != ledger.solution:
            text = ledger.witness(value)
            assert ("answers as" in text) == (value < ledger.solution)
            assert "answers as" not in text or value not in wrong


def test_what_each_kind_of_fact_says():
    said = {
        DataAnswer(1, "A", "B", (), 0.01, 0.05, False): "Test 1 answers as the graph does: A and B "
        "given nothing have p = 0.01, so at level 0.05 the data say dependent; in the graph they "
        "are d-connected.",
        DataAnswer(
            2, "A", "C", ("B",), 0.2, 0.05, False
        ): "Test 2 does not answer as the graph does: A and C given {B} have "
        "p = 0.2, so at level 0.05 the data say independent; in the graph they are d-connected.",
        DataAnswer(3, "A", "C", ("B",), 0.2, 0.05, True): "Test 3 answers as the graph does: A "
        "and C given {B} have p = 0.2, so at level 0.05 the data say independent; in the graph "
        "they are d-separated.",
        exercises_of_11.Statistic(
            30, 14, 0.5, 0.05, (3.6056, 1.9806, 1.96)
        ): "With s = 14 the root is 3.606; times 0.549 that is 1.981, still above 1.960.",
        exercises_of_11.Statistic(
            30, 15, 0.5, 0.05, (3.4641, 1.9029, 1.96)
        ): "With s = 15 the root is 3.464; times 0.549 that is 1.903, not above 1.960.",
        exercises_of_11.Statistic(
            30, 28, 0.5, 0.05, (0.0, 0.0, 1.96)
        ): "With s = 28 there is no root: n - s - 3 is -1.",
        Ranking(
            "f1", ("GS", "PC"), (0.5, 0.75)
        ): "GS comes before PC, but its F1 is 0.500 and that of PC 0.750.",
        exercises_of_11.TwoPaths(("X", "Y", "Z"), (0.5, 2.0, -1.0)): "Along X, Y, Z we get 1, "
        "directly -1: together 0.",
    }
    assert [fact.say() for fact in said] == list(said.values())
