"""The exercises on the four lemmas: every solution again by networkx and enumeration."""

import random
import re
from itertools import combinations

import pytest

from marvel_widgets.assessment.exercise import drawn, random_dag
from marvel_widgets.assessment.question import question_svg, question_text
from marvel_widgets.lessons.lemmas import exercises as lemmas
from tests.drawn_cases import drawn_once
from tests.reference.checks import named_graph
from tests.reference.claims import boundary, joined
from tests.reference.dags import (
    Graph,
    children,
    co_parents,
    is_acyclic,
    max_in_degree,
    neighbors,
    parents,
)
from tests.reference.separation import first_separating, separation, subsets
from tests.reference.theory import condition_one_gaps, is_removable_by_definition
from tests.slices import in_each_run

SEEDS = [f"student {n}" for n in range(8)]


def apart(g, x):
    return set(co_parents(g, x))


def separates(g, a, b, given=()):
    return separation(g)(a, b, frozenset(given))


def words(exercise, pattern):
    return re.search(pattern, exercise.question).groups()


def pairs_of(names):
    return set(map(frozenset, combinations(names, 2)))


def about(exercise):
    """The graph, the variable of the question and its boundary."""
    g = named_graph(exercise.hidden or exercise.dag)
    x = re.search(
        r"boundary of (\w) is|Condition 1 for (\w),|neighbors of (\w) (?:when|, which)|"
        r"^(\w) satisfies",
        exercise.question,
    )
    x = next(filter(None, x.groups()))
    return g, x, boundary(g, x)


def neighbor_tests(exercise):
    g, x, mb = about(exercise)
    tried = (first_separating(separation(g), x, y, mb - {y}, set(), proper=True) for y in mb)
    return sum(asked for _, asked in tried)


def condition_one_pairs(exercise):
    g, x, mb = about(exercise)
    found = {
        frozenset((z, w))
        for z, w in combinations(neighbors(g, x), 2)
        if any(separates(g, z, w, given | {x}) for given in subsets(mb - {z, w}))
    }
    assert found == {pair for pair in pairs_of(neighbors(g, x)) if not joined(g, *pair, x)}
    return found


def condition_two_pairs(exercise):
    g, x, _ = about(exercise)
    assert not condition_one_gaps(g, x)
    return {
        frozenset({t, z})
        for t in apart(g, x)
        for y in children(g, x) & children(g, t)
        for z in neighbors(g, x) - {y}
        if not joined(g, z, t, y)
    }


def boundary_sizes(exercise):
    g = named_graph(exercise.dag)
    return {
        "too large": {v for v in g.vertices if len(boundary(g, v)) > max_in_degree(g)},
        "removable": {v for v in g.vertices if is_removable_by_definition(g, v)},
    }


def by_lemmas(exercise):
    g, x, _ = about(exercise)
    return {
        "neighbors": neighbors(g, x),
        "co-parents": apart(g, x),
        "common children": {y for y in children(g, x) if parents(g, y) & apart(g, x)},
        "pairs": len(pairs_of(neighbors(g, x))),
    }


AGAIN = {
    "by_lemmas": by_lemmas,
    "neighbor_tests": neighbor_tests,
    "condition_one_pairs": condition_one_pairs,
    "condition_two_pairs": condition_two_pairs,
    "boundary_sizes": boundary_sizes,
}


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_the_hidden_graph_gave_the_answers_in_the_question(seed, monkeypatch):
    graphs = []

    def remembered(*arguments):
        graphs.append(random_dag(*arguments))
        return graphs[-1]

    monkeypatch.setattr(lemmas, "random_dag", remembered)
    exercise = drawn(lemmas.told_apart, seed)
    assert exercise.hidden == graphs[-1]
    g, (x,) = named_graph(graphs[-1]), words(exercise, r"neighbors of (\w), which")
    assert exercise.solution == {"neighbors": neighbors(g, x), "co-parents": apart(g, x)}
    lines = [line.split(": ") for line in exercise.sentences[1:]]
    assert {y for y, _ in lines} == boundary(g, x)
    for y, answers in lines:
        read = {
            frozenset(re.findall(r"[A-Z]", inside)): kind == "in"
            for kind, sets in re.findall(r"(in|)dependent given ((?:\{[^}]*\}(?:, )?)+)", answers)
            for inside in re.findall(r"\{[^}]*\}", sets)
        }
        tried = list(subsets(boundary(g, x) - {y}))[:-1]
        assert read == {s: separates(g, x, y, s) for s in tried}


def breaks_the_single_test(arrows, names, x, y):
    g = Graph(tuple(names), frozenset(arrows))
    return is_acyclic(g.edges) and y in apart(g, x) and not separates(g, x, y)


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


def believed_told_apart(exercise):
    g, x, mb = about(exercise)

    def separating(y):
        return [s for s in list(subsets(mb - {y}))[:-1] if separates(g, x, y, s)]

    def split(neighbors):
        return {"neighbors": (named := set(neighbors)), "co-parents": mb - named}

    return {
        "give_all": split(mb),
        "give_nothing": split(y for y in mb if set() not in separating(y)),
        "no_empty_set": split(y for y in mb if not any(separating(y))),
    }


def believed_neighbor_tests(exercise):
    *_, mb = about(exercise)
    sets = len(mb) * 2 ** (len(mb) - 1)
    return {"bound_is_usual": sets, "never_stops": sets - len(mb), "give_all": len(mb)}


def separable(g, pair, among):
    return any(separates(g, *pair, s) for s in subsets(among - pair))


def believed_condition_one_pairs(exercise):
    g, x, mb = about(exercise)
    pairs = pairs_of(neighbors(g, x))
    return {
        "sets_without_x": {p for p in pairs if separable(g, p, mb | {x})},
        "parents_apart": pairs_of(parents(g, x)),
        "more_blocks": {p for p in pairs if separates(g, *p, (mb | {x}) - p)},
    }


def believed_condition_two_pairs(exercise):
    g, x, mb = about(exercise)
    near = neighbors(g, x)
    mates = [(t, y) for t in apart(g, x) for y in children(g, x) & children(g, t)]
    asked = {frozenset({t, z}) for t, y in mates for z in near - {y}}
    return {
        "condition_1_is_enough": set(),
        "sets_without_x": {p for p in asked if separable(g, p, mb | {x})},
        "only_neighbors": {frozenset({t, z}) for t in apart(g, x) for z in near},
    }


def believed_boundary_sizes(exercise):
    g, right = named_graph(exercise.dag), exercise.solution
    most, sizes = max_in_degree(g), {v: len(boundary(g, v)) for v in g.vertices}
    large = {v for v in g.vertices if len(neighbors(g, v)) > most}
    return {
        "small_leaves": {**right, "removable": {v for v, size in sizes.items() if size <= most}},
        "only_sinks": {**right, "removable": {v for v in g.vertices if not children(g, v)}},
        "first_leaves": {**right, "removable": {min(sizes, key=lambda v: (sizes[v], v))}},
        "only_neighbors": {**right, "too large": large},
    }


def believed_by_lemmas(exercise):
    g, x, mb = about(exercise)
    near, test = neighbors(g, x), separation(g)
    stored = [first_separating(test, x, t, mb - {t}, set())[0] for t in apart(g, x)]

    def answer(neighbors, children):
        parts = {"neighbors": neighbors, "co-parents": mb - neighbors, "common children": children}
        return {**parts, "pairs": len(pairs_of(neighbors))}

    dependent = {y for y in mb if not separates(g, x, y)}
    common = exercise.solution["common children"]
    return {
        "outside_child": answer(near, {y for y in near if any(y not in s for s in stored)}),
        "only_neighbors": answer(mb, set()),
        "give_nothing": answer(dependent, {y for y in common if parents(g, y) & (mb - dependent)}),
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
    g, (t, x, y) = named_graph(exercise.dag), words(exercise, MISLED)
    inside, _ = first_separating(separation(g), x, t, boundary(g, x) - {t}, set())
    every = set(g.vertices)
    return {"any_set": inside, "more_blocks": every - {x, t, y}, "give_all": every - {x, t}}


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
def test_solution_and_mistakes_are_found_another_way(name, seed):
    exercise = drawn_once(lemmas.EXERCISES[name], seed)
    assert name not in AGAIN or exercise.solution == AGAIN[name](exercise)
    assert {m.misconception: m.answer for m in exercise.mistakes} == BELIEVED[name](exercise)


MISLED = r"^(\w) is a co-parent of (\w), and (\w) is a neighbor"


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_the_sets_that_are_right_are_all_that_mislead_the_lemma(seed):
    exercise = drawn_once(lemmas.EXERCISES["misleading_set"], seed)
    g, (t, x, y) = named_graph(exercise.dag), words(exercise, MISLED)
    assert not {x, t} <= parents(g, y)  # the lemma would report a common child that is none
    inside = subsets((boundary(g, x) | {x}) - {y, t})
    assert not any(separates(g, y, t, given) for given in inside)
    every = list(subsets(set(g.vertices) - {x, t}))
    right = [chosen for chosen in every if y not in chosen and separates(g, x, t, chosen)]
    assert [chosen for chosen in every if exercise.is_right(chosen)] == right
    assert 1 <= len(right) <= 3
    assert not any(chosen <= boundary(g, x) for chosen in right)
    for chosen in ({x, t}, {x}):
        assert "contains neither" in exercise.witness(frozenset(chosen))
