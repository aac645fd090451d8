"""The exercises on the lower bound: every solution again by listing, and by networkx."""

import re
from itertools import combinations
from math import comb

import networkx as nx
import pytest

from marvel_widgets import exercises, lower_bound, marvel
from marvel_widgets.course.pre_post import FORMS
from marvel_widgets.lessons.lower_bound.exercises import EXERCISES
from marvel_widgets.theory import Example
from tests.drawn_cases import drawn_once
from tests.reference.algorithm_one import AlgorithmOne
from tests.reference.dags import Graph
from tests.reference.separation import separation
from tests.slices import in_each_run

SEEDS = [f"student {n}" for n in range(8)]


def every_subset(items):
    return [frozenset(s) for k in range(len(items) + 1) for s in combinations(sorted(items), k)]


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
        for group in every_subset(set(cluster) - {x, y})
    ]


def sizes(exercise):
    p, d = re.search(r"p = (\d+).*?(?:d = |at most )(\d+)", exercise.question).groups()
    return int(p), int(d)


def cells_by_listing(exercise):
    p, d = sizes(exercise)
    found = list_of_cells(p, d)
    return {
        "clusters": len(clusters(p, d)),
        "pairs": len({(x, y) for x, y, _ in found}),
        "cells": len(found),
    }


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
        for first in every_subset(set(cluster) - {x, y})
        if not any(separated(hidden_graph(cluster, x, y, first), "ABCDEF", *q) for q in asked)
    ]
    ((x, y, first),) = agreeing
    return {"pair": frozenset([frozenset((x, y))]), "given": first}


def separators_of(order, x, y):
    edges = [edge for edge in combinations(order, 2) if set(edge) != {x, y}]
    return [g for g in every_subset(set(order) - {x, y}) if separated(edges, order, x, y, g)]


def consistent_by_networkx(exercise):
    head = exercise.question.split(". Which")[0]
    answers = [
        (x, y, re.findall(r"[A-D]", given), told == "independent")
        for x, y, given, told in re.findall(
            r"([A-D]) and ([A-D]) given \{([^}]*)\}: (independent|dependent)", head
        )
    ]
    assert len(answers) == 4
    return frozenset(
        number
        for number, text in enumerate(exercise.kind.sentences, start=1)
        if all(
            separated(re.findall(r"([A-D]) -> ([A-D])", text), "ABCD", x, y, given) == told
            for x, y, given, told in answers
        )
    )


def open_pairs_by_networkx(exercise):
    asked = asked_in(exercise)
    assert len(asked) >= 10
    return frozenset(
        frozenset(edge)
        for edge in combinations("ABCDEF", 2)
        if all(separated([edge], "ABCDEF", *question) for question in asked)
    )


def combine_by_listing(exercise):
    p, d = sizes(exercise)
    first, second = len(list_of_cells(p, d)), len(list(combinations(range(p), 2)))
    return {"example 1": first, "example 2": second, "bound": max(first, second)}


def after_boundaries(p, d):
    """Distinct tests after discovery on Example 1's graph, by the reference transcription."""
    number = {name: i for i, name in enumerate(f"X{i}" for i in range(1, p + 1))}
    edges = {(number[a], number[b]) for c in clusters(p, d) for a, b in combinations(c, 2)}
    run = AlgorithmOne(p, separation(Graph(tuple(range(p)), frozenset(edges))))
    run.run()
    return len(
        {(frozenset((q.x, q.y)), q.given) for q in run.queries if q.purpose != "boundary-discovery"}
    )


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


OTHER_WAYS = {
    "cells": cells_by_listing,
    "unasked": unasked_by_building_every_h,
    "consistent": consistent_by_networkx,
    "open_pairs": open_pairs_by_networkx,
    "combine": combine_by_listing,
    "scope": scope_by_listing,
}


def test_each_exercise_has_another_way():
    assert {*OTHER_WAYS, "rival"} == set(EXERCISES)


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
@pytest.mark.parametrize("name", OTHER_WAYS)
def test_the_solution_is_found_another_way_and_no_mistake_is(name, seed):
    exercise = drawn_once(EXERCISES[name], seed)
    found = OTHER_WAYS[name](exercise)
    assert exercise.solution == found
    # a check that took a mistake for the truth would fail here
    assert all(mistake.answer != found for mistake in exercise.mistakes)


# -- what a holder of a belief answers ----------------------------------------------------------


def believed_cells(exercise):
    p, d = sizes(exercise)
    found, groups = list_of_cells(p, d), clusters(p, d)
    pairs = {(x, y) for x, y, _ in found}
    whole = [
        s for cluster in groups for _ in combinations(cluster, 2) for s in every_subset(cluster)
    ]
    start = {"clusters": len(groups), "pairs": len(pairs)}
    cells = {"M38": sum(len(s) == 1 for *_, s in found), "M39": len(whole), "M42": len(pairs)}
    return {belief: {**start, "cells": number} for belief, number in cells.items()}


def believed_combine(exercise):
    p, d = sizes(exercise)
    found, second = believed_cells(exercise), comb(p, 2)
    first = {"M38": (found["M38"]["cells"], second), "M42": (found["M42"]["cells"], second)}
    first["M41"] = (after_boundaries(p, d), 0)
    return {
        belief: {"example 1": one, "example 2": two, "bound": max(one, two)}
        for belief, (one, two) in first.items()
    }


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
    (repeated,) = [m.answer for m in exercise.mistakes if m.misconception == "M40"]
    assert repeated in dropped
    return {
        "M42": {"pair": frozenset([frozenset((min(pair), out))]), "given": frozenset()},
        "M2": {"pair": right["pair"], "given": frozenset(cluster) - pair},
        "M40": repeated,
    }


def believed_rival(exercise):
    ((x, y, hidden),) = asked_in(exercise)
    first, rest = sorted(hidden), sorted(set("ABCDEF") - {x, y} - hidden)
    return {
        "M8": (*first, *rest, x, y),  # all others are common causes, and given
        "M16": (x, y, *first, *rest),  # all others are common effects
        "M2": (*rest, x, y, *first),  # what should be given comes last
    }


def believed_consistent(exercise):
    head = exercise.question.split(". Which")[0]
    answers = [
        (x, y, set(re.findall(r"[A-D]", given)), told == "independent")
        for x, y, given, told in re.findall(
            r"([A-D]) and ([A-D]) given \{([^}]*)\}: (independent|dependent)", head
        )
    ]

    def numbers(agrees):
        graphs = [re.findall(r"([A-D]) -> ([A-D])", text) for text in exercise.kind.sentences]
        return frozenset(n for n, edges in enumerate(graphs, start=1) if agrees(edges))

    def only_blocks(edges, x, y, given):
        graph = nx.Graph(edges)
        graph.add_nodes_from("ABCD")
        meeting = {(a, c, b) for a, c in edges for b, d in edges if c == d and a != b}
        paths = nx.all_simple_paths(graph, x, y)
        return all(
            given & set(path[1:-1]) or meeting & set(zip(path, path[1:], path[2:], strict=False))
            for path in paths
        )

    (hidden,) = [m.answer for m in exercise.mistakes if m.misconception == "M1"]
    assert len(hidden) == 1
    assert hidden < exercise.solution
    return {
        "M1": hidden,
        "M2": numbers(lambda e: all(bool(only_blocks(e, x, y, g)) == i for x, y, g, i in answers)),
        "M42": numbers(lambda e: all((not {(x, y), (y, x)} & {*e}) == i for x, y, _, i in answers)),
    }


def believed_open_pairs(exercise):
    pairs = {size: set() for size in (False, True)}
    for x, y, given in asked_in(exercise):
        pairs[bool(given)].add(frozenset((x, y)))
    solution = exercise.solution
    # M28: what was asked with something given tells nothing of neighbors
    return {"M1": frozenset(), "M17": solution | pairs[False], "M28": solution | pairs[True]}


def believed_scope(exercise):
    about = {
        "M15": "Some algorithm, another",
        "M14": "raph of this size",
        "M41": "On the graph of Example 1",
        "M12": "With data",
        "M42": "asked each pair once",
    }
    numbered = list(enumerate(exercise.kind.sentences, start=1))
    return {
        belief: exercise.solution ^ {max(n for n, sentence in numbered if text in sentence)}
        for belief, text in about.items()
    }


BELIEVED = {
    "cells": believed_cells,
    "unasked": believed_unasked,
    "rival": believed_rival,
    "consistent": believed_consistent,
    "open_pairs": believed_open_pairs,
    "combine": believed_combine,
    "scope": believed_scope,
}


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
@pytest.mark.parametrize("name", EXERCISES)
def test_each_mistake_is_what_a_holder_of_the_belief_answers(name, seed):
    exercise = drawn_once(EXERCISES[name], seed)
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


def test_an_h_in_which_the_set_comes_after_is_refused():
    """The check above can fail: nothing that is a common effect separates."""
    assert separators_of(("A", "B", "C"), "A", "B") == [frozenset()]
    assert separators_of(("C", "A", "B"), "A", "B") == [frozenset("C")]


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
    assert "itself is not given" in exercise.witness({**right, "given": pair})
    assert exercise.witness({**right, "pair": frozenset()}) == "One question has one pair."


def test_the_witness_says_that_the_sum_of_both_examples_is_unproved():
    exercise = drawn_once(EXERCISES["combine"], "x")
    right = exercise.solution
    text = exercise.witness({**right, "bound": right["example 1"] + right["example 2"]})
    assert "does not show the sum" in text
    assert exercise.witness({**right, "bound": 0}).startswith("The worst graph")
    assert "never asked" in exercise.witness({**right, "example 2": 1})


def test_wrong_numbers_of_clusters_and_of_pairs_get_different_witnesses():
    exercise = drawn_once(EXERCISES["cells"], "x")
    right = exercise.solution
    assert "are left over" in exercise.witness({**right, "clusters": 0})
    assert "two clusters is not joined" in exercise.witness({**right, "pairs": 0})


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_the_path_that_a_graph_was_missed_for_is_in_the_graph(seed):
    exercise = drawn_once(EXERCISES["consistent"], seed)
    for number in exercise.solution:
        text = exercise.witness(exercise.solution - {number})
        assert text.startswith(f"Graph {number} gives all")
        edges = set(exercise.kind.sentences[number - 1].split(", "))
        found = re.search(
            r"(\w) and (\w) given {(.*?)} are dependent there: the path (.*) is", text
        )
        if not found:
            continue
        x, y, given, path = found.groups()
        assert (path[0], path[-1]) in ((x, y), (y, x))
        for i in range(0, len(path) - 5, 5):
            a, arrow, b = path[i : i + 6].split()
            assert (f"{a} -> {b}" if arrow == "->" else f"{b} -> {a}") in edges
        graph = nx.DiGraph(edge.split(" -> ") for edge in edges)
        assert not nx.is_d_separator(graph, {x}, {y}, set(given.split(", ")) - {""})


def test_the_sum_is_at_most_twice_the_larger():
    for seed in SEEDS:
        right = drawn_once(EXERCISES["combine"], seed).solution
        assert right["example 1"] + right["example 2"] <= 2 * right["bound"]


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


@pytest.mark.parametrize(("p", "d"), [(5, 4), (6, 4), (7, 4)])
def test_without_that_word_the_library_itself_would_be_marked_wrong(p, d):
    counts = marvel(Example("cliques", p, d).graph).counts
    assert counts.after_boundaries >= lower_bound(p, d) > after_boundaries(p, d)


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_the_pairs_of_all_clusters_are_asked_for_and_those_of_one_are_explained(seed):
    exercise = drawn_once(EXERCISES["cells"], seed)
    assert "in all clusters together" in exercise.question
    right, (_, d) = exercise.solution, sizes(exercise)
    text = exercise.witness({**right, "pairs": comb(d + 1, 2)})
    assert f"alone has {comb(d + 1, 2)} pairs; all {right['clusters']} are counted" in text
