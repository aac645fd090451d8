"""The exercises on the lower bound: every solution again by listing, and by networkx."""

import re
from itertools import combinations
from math import comb

import networkx as nx
import pytest

from marvel_widgets import exercises
from marvel_widgets.course.pre_post import FORMS
from marvel_widgets.lessons.lower_bound import exercises as f
from marvel_widgets.lessons.lower_bound.exercises import EXERCISES
from tests.drawn_cases import drawn_once
from tests.reference.algorithm_one import AlgorithmOne
from tests.reference.checks import named_graph
from tests.reference.dags import Graph, max_in_degree
from tests.reference.separation import separation, subsets
from tests.slices import in_each_run
from tests.truths import Case, holds

SEEDS = [f"student {n}" for n in range(8)]


def separated(edges, names, x, y, given):
    graph = nx.DiGraph(edges)
    graph.add_nodes_from(names)
    return nx.is_d_separator(graph, {x}, {y}, set(given))


def clusters(p, d):
    names = [f"X{i}" for i in range(1, p + 1)]
    return [names[i : i + d + 1] for i in range(0, p - d, d + 1)]


def list_of_cells(p, d):
    return [
        (x, y, group)
        for cluster in clusters(p, d)
        for x, y in combinations(cluster, 2)
        for group in subsets(set(cluster) - {x, y})
    ]


def asked_in(exercise):
    """The questions in a text such as "A - B given {C} and {}; given nothing: C - D, D - E"."""
    text = re.sub(r"([A-F]) and ([A-F]) given", r"\1 - \2 given", exercise.question)
    found = [
        (pair[0], pair[-1], frozenset(re.findall(r"[A-F]", given)))
        for pair, sets in re.findall(r"([A-F] - [A-F]) given ((?:\{[^}]*\}(?:, | and )?)+)", text)
        for given in re.findall(r"\{([^}]*)\}", sets)
    ]
    bare = re.search(r"given nothing: ([^.]*)\.", text)
    found += [
        (p[0], p[-1], frozenset()) for p in re.findall(r"[A-F] - [A-F]", bare[1] if bare else "")
    ]
    assert len(found) == len(set(found))
    return found


def hidden_graph(cluster, x, y, first):
    """H of the proof, for a cluster: S*, then the pair, then the rest, all joined but the pair."""
    rest = [v for v in cluster if v not in first and v not in (x, y)]
    order = [*sorted(first), x, y, *rest]
    return [edge for edge in combinations(order, 2) if edge != (x, y)]


def unasked_by_building_every_h(exercise):
    """The one H, among those of the two pairs, that says dependent to all that was asked."""
    cluster = re.search(r"cluster is ([A-F, ]+);", exercise.question)[1].split(", ")
    asked = asked_in(exercise)
    assert len(asked) == 7
    pairs = {(x, y) for x, y, _ in asked}
    assert len(pairs) == 2
    agreeing = [
        (x, y, first)
        for x, y in pairs
        for first in subsets(set(cluster) - {x, y})
        if not any(separated(hidden_graph(cluster, x, y, first), "ABCDEF", *q) for q in asked)
    ]
    ((x, y, first),) = agreeing
    return {"pair": frozenset([frozenset((x, y))]), "given": first}


def separators_of(order, x, y):
    edges = [edge for edge in combinations(order, 2) if set(edge) != {x, y}]
    return [g for g in subsets(set(order) - {x, y}) if separated(edges, order, x, y, g)]


def after_boundaries(p, d):
    """Distinct tests after discovery on Example 1's graph, by the reference transcription."""
    names = tuple(f"X{i}" for i in range(1, p + 1))
    edges = frozenset(edge for c in clusters(p, d) for edge in combinations(c, 2))
    run = AlgorithmOne(names, separation(Graph(names, edges))).run()
    return len(set(run.after_boundaries()))


def scope_by_listing(exercise):
    p, d = (int(n) for n in re.search(r"p = (\d+).*at most (\d+)", exercise.question).groups())
    first, second = len(list_of_cells(p, d)), comb(p, 2)
    bound = max(first, second)
    truths = {
        r"Some algorithm, another": lambda _: False,  # the theorem
        r"On each graph .* at least": lambda _: second >= bound,  # the empty graph, by TC
        r"On some graph .* fewer than": lambda _: second < bound,
        r"makes (fewer than|at least) \d+ different tests after": lambda words: (
            (after_boundaries(p, d) < bound) == (words == "fewer than")
        ),
        r"With data.*(may still|makes fewer mistakes)": lambda words: words == "may still",
        r"given nothing, (knows|can't be sure)": lambda words: (
            (len(list_of_cells(p, d)) == len({c[:2] for c in list_of_cells(p, d)}))
            == (words == "knows")
        ),
        r"unasked (may still|returns a wrong)": lambda words: words == "may still",
    }
    found = set()
    for number, sentence in enumerate(exercise.kind.sentences, start=1):
        ((match, rule),) = (
            (m, rule) for pattern, rule in truths.items() if (m := re.search(pattern, sentence))
        )
        if rule(match[1] if match.groups() else ""):
            found.add(number)
    return frozenset(found)


def true_comparisons(exercise):
    g = named_graph(exercise.dag)
    p, d = len(g.vertices), max_in_degree(g)
    run = AlgorithmOne(g.vertices, separation(g)).run()
    queries, after = run.queries, run.after_boundaries()
    least = max(comb(p, 2), p // (d + 1) * comb(d + 1, 2) * 2 ** (d - 1))
    most = p * comb(d, 2) + p / 2 * d * (1 + 0.45 * d) * 2**d
    truth = {
        "After the boundaries, some statement": len(after) > len(set(after)),
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


OTHER_WAYS = {
    "unasked": unasked_by_building_every_h,
    "scope": scope_by_listing,
    "like_with_like": true_comparisons,
}


# -- what a holder of a belief answers ----------------------------------------------------------


def believed_unasked(exercise):
    cluster = re.search(r"cluster is ([A-F, ]+);", exercise.question)[1].split(", ")
    right, asked = exercise.solution, asked_in(exercise)
    (pair,) = right["pair"]
    out = min(set("ABCDEF") - set(cluster))
    dropped = [
        {"pair": frozenset([frozenset((x, y))]), "given": given & set(cluster)}
        for x, y, given in asked
        if given - set(cluster)
    ]
    (repeated,) = [m.answer for m in exercise.mistakes if m.misconception == "counted_again"]
    assert repeated in dropped
    return {
        "one_test_settles": {
            "pair": frozenset([frozenset((min(pair), out))]),
            "given": frozenset(),
        },
        "more_blocks": {"pair": right["pair"], "given": frozenset(cluster) - pair},
        "counted_again": repeated,
    }


def believed_rival(exercise):
    ((x, y, hidden),) = asked_in(exercise)
    first, rest = sorted(hidden), sorted(set("ABCDEF") - {x, y} - hidden)
    return {
        "give_all": (*first, *rest, x, y),  # all others are common causes, and given
        "parents_apart": (x, y, *first, *rest),  # all others are common effects
        "more_blocks": (*rest, x, y, *first),  # what should be given comes last
    }


def believed_scope(exercise):
    about = {
        "bound_is_of_marvel": "Some algorithm, another",
        "bound_is_usual": "raph of this size",
        "bounds_alike": "On the graph of Example 1",
        "fewer_err_less": "With data",
        "one_test_settles": "asked each pair once",
    }
    numbered = list(enumerate(exercise.kind.sentences, start=1))
    return {
        belief: exercise.solution ^ {max(n for n, sentence in numbered if text in sentence)}
        for belief, text in about.items()
    }


def believed_comparisons(exercise):
    starts = {
        "counted_once": "After the boundaries, some statement",
        "bound_is_of_marvel": "On some graph with this p",
    }
    starts["bound_is_usual"] = "After the boundaries, the run performs more"
    sentences = list(enumerate(exercise.kind.sentences, start=1))
    return {
        belief: exercise.solution ^ {n for n, text in sentences if text.startswith(start)}
        for belief, start in starts.items()
    }


BELIEVED = {
    "unasked": believed_unasked,
    "rival": believed_rival,
    "scope": believed_scope,
    "like_with_like": believed_comparisons,
}


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
@pytest.mark.parametrize("name", EXERCISES)
def test_solution_and_mistakes_are_found_another_way(name, seed):
    exercise = drawn_once(EXERCISES[name], seed)
    assert name == "rival" or exercise.solution == OTHER_WAYS[name](exercise)
    believed = BELIEVED[name](exercise)
    assert {m.misconception: m.answer for m in exercise.mistakes} == believed


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_an_order_for_h_is_right_when_networkx_finds_the_one_separator(seed):
    import random

    exercise = drawn_once(EXERCISES["rival"], seed)
    ((x, y, hidden),) = asked_in(exercise)
    rng = random.Random(seed)
    orders = [exercise.kind.random(rng) for _ in range(12)]
    orders += [exercise.solution, *(mistake.answer for mistake in exercise.mistakes)]
    verdicts = {order: separators_of(order, x, y) == [hidden] for order in orders}
    assert {order: exercise.is_right(order) for order in orders} == verdicts
    assert verdicts[exercise.solution]
    assert not all(verdicts.values())


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_more_than_one_question_of_the_open_cell_is_right(seed):
    exercise = drawn_once(EXERCISES["unasked"], seed)
    cluster = re.search(r"cluster is ([A-F, ]+);", exercise.question)[1].split(", ")
    outside = set("ABCDEF") - set(cluster)
    right = exercise.solution
    assert exercise.is_right({**right, "given": right["given"] | outside})
    assert not exercise.is_right(
        {**right, "given": right["given"] | (set(cluster) - right["given"])}
    )
    (pair,) = right["pair"]
    assert not exercise.is_right({**right, "given": right["given"] | {min(pair)}})
    assert "contain one of the pair" in exercise.witness({**right, "given": pair})
    assert exercise.witness({**right, "pair": frozenset()}) == "One question has one pair."


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_a_sentence_about_marvels_tests_says_that_it_counts_different_ones(seed):
    """On cliques MARVEL performs as many as the bound, and asks fewer different ones."""
    sentences = drawn_once(EXERCISES["scope"], seed).kind.sentences
    about = [text for text in sentences if re.search(r"MARVEL makes .* \d+", text)]
    assert about
    assert all(re.search(r"\d+ different tests", text) for text in about)


@pytest.mark.parametrize("form", FORMS)
def test_the_forms_of_the_test_before_and_after_say_it_too(form):
    sentences = exercises(f"pre-post-{form}").scope.exercise.kind.sentences
    about = [text for text in sentences if re.search(r"MARVEL makes .* \d+", text)]
    assert all(re.search(r"\d+ different tests", text) for text in about)


CLUSTER, TOLD = ("A", "B", "C"), (f.Separates("B", "A", ("C", "D"), False),)
SAID = [
    (f.RunAndBounds(2, 1, (2.9, 1), (1, 0, 0)),
     "With p = 2 and in-degree 1 the upper bound is 2.9, the lower bound 1. The run performs 1 "
     "tests, 0 of them after the boundaries, and these are 0 different ones."),
    (f.Spent(4, 0, None, 6), "On the empty graph MARVEL makes 6, one for each pair."),
    (f.Spent(3, 2, 4, 6),
     "On the graph of Example 1 MARVEL makes 4 different tests after its boundaries are found, "
     "and 6 in all: the theorem counts boundary discovery too."),
    (f.CellOfQuestion(("A", "D"), (), CLUSTER, (), "none"),
     "A - D given {}: the pair is in no common cluster, and no H joins it."),
    (f.CellOfQuestion(("A", "B"), ("D",), CLUSTER, (), "asked"),
     "A - B given {D} is a question of the cell A - B with {}, and that cell was asked like all of "
     "this pair: what lies outside of the cluster makes no difference."),
    (f.CellOfQuestion(("A", "B"), ("C",), CLUSTER, TOLD, "asked"),
     "A - B given {C} is a question of the cell A - B with {C}, and that cell was asked by A - B "
     "given {C, D}: what lies outside of the cluster makes no difference."),
    (f.CellOfQuestion(("A", "B"), ("C", "D"), CLUSTER, (), "left"),
     "A - B given {C, D} is a question of the cell A - B with {C}, which is the only one left. In "
     "H the pair is not joined, and {C} is what separates it."),
    (f.CellOfQuestion(("A", "B"), ("C",), CLUSTER, (), "left"),
     "The cell A - B with {C} is the only one left. In H the pair is not joined, and {C} is what "
     "separates it."),
    (f.OneSeparator("A", "B", ("C",), (), tuple("ACBD")),
     "In this order A and B are independent given {C}, not given {}."),
    (f.OneSeparator("A", "B", ("C",), ("C",), tuple("ACBD")),
     "In the order A, C, B, D the variables of {C} come before B: each is a common cause or on a "
     "chain between the two, and must be given. Those of {D} come last: common effects, which open "
     "a path when they are given."),
    (f.OneSeparator("A", "B", ("C",), ("C",), tuple("CABD")),
     "In the order C, A, B, D the variables of {C} come first, so each of them is a common cause "
     "that must be given. Those of {D} come last: common effects, which open a path when they are "
     "given."),
]  # fmt: skip


def test_what_facts_say():
    assert [fact.say() for fact, _ in SAID] == [text for _, text in SAID]
    assert holds(f.Spent(3, 2, 4, 6), Case(None))
    assert not holds(f.Spent(3, 2, 5, 6), Case(None))  # no other case makes it false
