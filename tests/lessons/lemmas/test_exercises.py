"""The exercises on the four lemmas: every solution again by networkx and enumeration."""

import random
import re
from itertools import combinations

import networkx as nx
import pytest

from marvel_widgets.assessment.exercise import drawn, random_dag
from marvel_widgets.assessment.question import question_svg, question_text
from marvel_widgets.lessons.lemmas import exercises as lemmas
from tests.drawn_cases import drawn_once
from tests.slices import in_each_run

SEEDS = [f"student {n}" for n in range(8)]


def subsets(items):
    """Every subset, by size, then in alphabetical order."""
    items = sorted(items)
    return [set(s) for size in range(len(items) + 1) for s in combinations(items, size)]


def near(graph, x):
    return set(graph.pred[x]) | set(graph.succ[x])


def apart(graph, x):
    return {t for y in graph.succ[x] for t in graph.pred[y]} - near(graph, x) - {x}


def boundary(graph, x):
    return near(graph, x) | apart(graph, x)


def adjacent(graph, a, b):
    return graph.has_edge(a, b) or graph.has_edge(b, a)


def both_parents(graph, a, b, child):
    return {a, b} <= set(graph.pred[child])


def separates(graph, a, b, given):
    return nx.is_d_separator(graph, a, b, set(given))


def first_separating(graph, x, y, tried):
    """Return the first set that separates, or None, and the tests up to it."""
    for number, given in enumerate(tried, start=1):
        if separates(graph, x, y, given):
            return given, number
    return None, len(tried)


def words(exercise, pattern):
    return re.search(pattern, exercise.question).groups()


def neighbor_tests(exercise):
    graph = exercise.dag.to_networkx()
    (x,) = words(exercise, r"boundary of (\w) is")
    mb = boundary(graph, x)
    return sum(first_separating(graph, x, y, subsets(mb - {y})[:-1])[1] for y in mb)


def condition_one_pairs(exercise):
    graph = exercise.dag.to_networkx()
    (x,) = words(exercise, r"neighbors of (\w) when")
    found = set()
    for z, w in combinations(sorted(near(graph, x)), 2):
        rest = boundary(graph, x) - {z, w}
        if any(separates(graph, z, w, given | {x}) for given in subsets(rest)):
            found.add(frozenset({z, w}))
    assert found == {
        frozenset({z, w})
        for z, w in combinations(near(graph, x), 2)
        if not adjacent(graph, z, w) and not both_parents(graph, z, w, x)
    }
    return found


def condition_two_pairs(exercise):
    graph = exercise.dag.to_networkx()
    (x,) = words(exercise, r"^(\w) satisfies")
    for z in graph.succ[x]:
        assert near(graph, x) <= near(graph, z) | {z}, "Condition 1"
    return {
        frozenset({t, z})
        for t in apart(graph, x)
        for y in set(graph.succ[x]) & set(graph.succ[t])
        for z in near(graph, x) - {y}
        if not adjacent(graph, z, t) and not both_parents(graph, z, t, y)
    }


def removable_by_definition(graph, x):
    """Compare every separation of the others before and after x has left."""
    after = graph.subgraph(set(graph) - {x}).copy()  # a view answers three times as slowly
    for y, z in combinations(after, 2):
        for given in subsets(set(after) - {y, z}):
            if separates(graph, y, z, given) != separates(after, y, z, given):
                return False
    return True


def boundary_sizes(exercise):
    graph = exercise.dag.to_networkx()
    most = max(len(graph.pred[v]) for v in graph)
    return {
        "too large": {v for v in graph if len(boundary(graph, v)) > most},
        "removable": {v for v in graph if removable_by_definition(graph, v)},
    }


def by_lemmas(exercise):
    graph = exercise.dag.to_networkx()
    (x,) = words(exercise, r"boundary of (\w) is")
    common = {y for y in graph.succ[x] for t in graph.pred[y] if t in apart(graph, x)}
    return {
        "neighbors": near(graph, x),
        "co-parents": apart(graph, x),
        "common children": common,
        "pairs": len(list(combinations(near(graph, x), 2))),
    }


AGAIN = {
    "by_lemmas": by_lemmas,
    "neighbor_tests": neighbor_tests,
    "condition_one_pairs": condition_one_pairs,
    "condition_two_pairs": condition_two_pairs,
    "boundary_sizes": boundary_sizes,
}


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
@pytest.mark.parametrize("name", AGAIN)
def test_the_solution_is_what_another_method_finds(name, seed):
    exercise = drawn_once(lemmas.EXERCISES[name], seed)
    truth = AGAIN[name](exercise)
    assert exercise.solution == truth
    assert all(mistake.answer != truth for mistake in exercise.mistakes)


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_the_hidden_graph_gave_the_answers_in_the_question(seed, monkeypatch):
    graphs = []

    def remembered(*arguments):
        graphs.append(random_dag(*arguments))
        return graphs[-1]

    monkeypatch.setattr(lemmas, "random_dag", remembered)
    exercise = drawn(lemmas.told_apart, seed)
    graph = graphs[-1].to_networkx()
    (x,) = words(exercise, r"neighbors of (\w), which")
    assert exercise.solution == {"neighbors": near(graph, x), "co-parents": apart(graph, x)}
    lines = [line.split(": ") for line in exercise.sentences[1:]]
    assert {y for y, _ in lines} == boundary(graph, x)
    for y, answers in lines:
        read = {
            frozenset(re.findall(r"[A-Z]", inside)): kind == "in"
            for kind, sets in re.findall(r"(in|)dependent given ((?:\{[^}]*\}(?:, )?)+)", answers)
            for inside in re.findall(r"\{[^}]*\}", sets)
        }
        tried = subsets(boundary(graph, x) - {y})[:-1]
        assert read == {frozenset(s): separates(graph, x, y, s) for s in tried}


def breaks_the_single_test(arrows, names, x, y):
    graph = nx.DiGraph()
    graph.add_nodes_from(names)
    graph.add_edges_from(arrows)
    if not nx.is_directed_acyclic_graph(graph):
        return False
    return y in apart(graph, x) and not separates(graph, x, y, set())


@pytest.mark.parametrize("seed", SEEDS[:4])
def test_every_graph_that_breaks_the_single_test_is_accepted_and_no_other(seed):
    exercise = drawn_once(lemmas.EXERCISES["counterexample"], seed)
    y, x = words(exercise, r"in which (\w) is in the Markov boundary of (\w),")
    names, rng = list(exercise.kind.names), random.Random(seed)
    pairs = [(a, b) for a in names for b in names if a != b]
    right = 0
    for _ in range(1500):
        arrows = frozenset(rng.sample(pairs, rng.randint(2, 6)))
        truth = breaks_the_single_test(arrows, names, x, y)
        assert exercise.is_right(arrows) == truth, arrows
        assert bool(exercise.witness(arrows)) != truth
        right += truth
    assert right, "no right graph was tried"
    assert breaks_the_single_test(exercise.solution, names, x, y)


def test_a_wrong_graph_gets_the_belief_behind_it():
    exercise = drawn_once(lemmas.EXERCISES["counterexample"], "x")
    y, x = words(exercise, r"in which (\w) is in the Markov boundary of (\w),")
    a, b = [name for name in exercise.kind.names if name not in (x, y)][:2]
    assert exercise.misconception(frozenset({(x, y), (x, a)})) == "only_neighbors"
    assert exercise.misconception(frozenset({(x, a), (a, b), (b, y)})) == "all_dependent"
    assert exercise.misconception(frozenset({(x, a), (y, a), (a, b)})) == "parents_apart"
    assert exercise.misconception(frozenset({(x, a), (a, x)})) == ""
    assert "no DAG" in exercise.witness(frozenset({(x, a), (a, x)}))


def test_the_answers_of_the_hidden_graph_are_shown_line_by_line():
    exercise = drawn_once(lemmas.told_apart, SEEDS[0])
    first, *lines = exercise.sentences
    assert len(lines) == 4
    assert all(re.match(r"[A-F]: (in)?dependent given \{", line) for line in lines)
    assert question_text(exercise).count("\n") > len(lines)
    picture = question_svg(exercise)
    assert all(f">{line.split(' given')[0]} given" in picture for line in lines)
    assert "\n" not in first


# -- what holders of a belief answer --------------------------------------------------------------


def pairs_of(names):
    return set(map(frozenset, combinations(names, 2)))


def about(exercise):
    """The graph, the variable of the question and its boundary."""
    graph = (exercise.hidden or exercise.dag).to_networkx()
    x = re.search(
        r"boundary of (\w) is|Condition 1 for (\w),|neighbors of (\w) when|^(\w) satisfies",
        exercise.question,
    )
    x = next(filter(None, x.groups()))
    return graph, x, boundary(graph, x)


def believed_told_apart(exercise):
    graph, x, mb = about(exercise)

    def separating(y):
        return [s for s in subsets(mb - {y})[:-1] if separates(graph, x, y, s)]

    def split(neighbors):
        return {"neighbors": (named := set(neighbors)), "co-parents": mb - named}

    return {
        "give_all": split(mb),
        "give_nothing": split(y for y in mb if set() not in separating(y)),
        "no_empty_set": split(y for y in mb if not any(separating(y))),
    }


def believed_neighbor_tests(exercise):
    *_, mb = about(exercise)
    sets = sum(len(subsets(mb - {y})) for y in mb)
    return {"bound_is_usual": sets, "never_stops": sets - len(mb), "give_all": len(mb)}


def separable(graph, pair, among):
    return any(separates(graph, *pair, s) for s in subsets(among - pair))


def believed_condition_one_pairs(exercise):
    graph, x, mb = about(exercise)
    pairs = pairs_of(near(graph, x))
    return {
        "sets_without_x": {p for p in pairs if separable(graph, p, mb | {x})},
        "parents_apart": pairs_of(graph.pred[x]),
        "more_blocks": {p for p in pairs if separates(graph, *p, (mb | {x}) - p)},
    }


def believed_condition_two_pairs(exercise):
    graph, x, mb = about(exercise)
    mates = [(t, y) for t in apart(graph, x) for y in graph.succ[t] if y in graph.succ[x]]
    asked = {frozenset({t, z}) for t, y in mates for z in near(graph, x) - {y}}
    return {
        "condition_1_is_enough": set(),
        "sets_without_x": {p for p in asked if separable(graph, p, mb | {x})},
        "only_neighbors": {frozenset({t, z}) for t in apart(graph, x) for z in near(graph, x)},
    }


def believed_boundary_sizes(exercise):
    graph, right = exercise.dag.to_networkx(), exercise.solution
    most = max(len(graph.pred[v]) for v in graph)
    first = min(graph, key=lambda v: (len(boundary(graph, v)), v))
    small = {v for v in graph if len(boundary(graph, v)) <= most}
    return {
        "small_leaves": {**right, "removable": small},
        "only_sinks": {**right, "removable": {v for v in graph if not graph.succ[v]}},
        "first_leaves": {**right, "removable": {first}},
        "only_neighbors": {**right, "too large": {v for v in graph if len(near(graph, v)) > most}},
    }


def believed_by_lemmas(exercise):
    graph, x, mb = about(exercise)
    stored = [first_separating(graph, x, t, subsets(mb - {t}))[0] for t in apart(graph, x)]

    def answer(neighbors, children):
        parts = {"neighbors": neighbors, "co-parents": mb - neighbors, "common children": children}
        return {**parts, "pairs": len(pairs_of(neighbors))}

    dependent = {y for y in mb if not separates(graph, x, y, set())}
    common = exercise.solution["common children"]
    return {
        "outside_child": answer(
            near(graph, x), {y for y in near(graph, x) if any(y not in s for s in stored)}
        ),
        "only_neighbors": answer(mb, set()),
        "give_nothing": answer(
            dependent, {y for y in common if set(graph.pred[y]) & (mb - dependent)}
        ),
    }


def believed_counterexample(exercise):
    y, x = words(exercise, r"in which (\w) is in the Markov boundary of (\w),")
    (a,) = {v for v, w in exercise.solution if w == y and v != x} & {
        w for v, w in exercise.solution if v == x
    }
    return {
        "parents_apart": {(x, a), (y, a)},
        "only_neighbors": {(x, y)},
        "all_dependent": {(x, a), (a, y)},
    }


def believed_misleading_set(exercise):
    g, (t, x, y) = exercise.dag.to_networkx(), words(exercise, MISLED)
    inside, _ = first_separating(g, x, t, subsets(boundary(g, x) - {t}))
    return {"any_set": inside, "more_blocks": set(g) - {x, t, y}, "give_all": set(g) - {x, t}}


BELIEVED = {
    "told_apart": believed_told_apart,
    "neighbor_tests": believed_neighbor_tests,
    "condition_one_pairs": believed_condition_one_pairs,
    "condition_two_pairs": believed_condition_two_pairs,
    "boundary_sizes": believed_boundary_sizes,
    "by_lemmas": believed_by_lemmas,
    "counterexample": believed_counterexample,
    "misleading_set": believed_misleading_set,
}


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
@pytest.mark.parametrize("name", lemmas.EXERCISES)
def test_mistakes_are_what_the_beliefs_say(name, seed):
    exercise = drawn_once(lemmas.EXERCISES[name], seed)
    assert {m.misconception: m.answer for m in exercise.mistakes} == BELIEVED[name](exercise)


MISLED = r"^(\w) is a co-parent of (\w), and (\w) is a neighbor"


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_the_sets_that_are_right_are_all_that_mislead_the_lemma(seed):
    exercise = drawn_once(lemmas.EXERCISES["misleading_set"], seed)
    g, (t, x, y) = exercise.dag.to_networkx(), words(exercise, MISLED)
    assert not {x, t} <= set(g.pred[y])  # the lemma would report a common child that is none
    inside = subsets((boundary(g, x) | {x}) - {y, t})
    assert not any(separates(g, y, t, given) for given in inside)
    every = subsets(set(g) - {x, t})
    right = [chosen for chosen in every if y not in chosen and separates(g, x, t, chosen)]
    assert [chosen for chosen in every if exercise.is_right(frozenset(chosen))] == right
    assert 1 <= len(right) <= 3
    assert not any(chosen <= boundary(g, x) for chosen in right)
    for chosen in ({x, t}, {x}):
        assert "contains neither" in exercise.witness(frozenset(chosen))
