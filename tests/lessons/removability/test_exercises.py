"""The exercises on removable variables: every answer judged again, from the definition.

The judges read the question and the picture alone, as a learner does. They know nothing of the
library: d-separation is `tests.reference`, all paths one by one.
"""

import random
import re
from functools import cache
from itertools import combinations, permutations

import pytest

from marvel_widgets import Dag
from marvel_widgets.assessment.facts import said
from marvel_widgets.core.graphs.witness import all_paths
from marvel_widgets.lessons.removability.beliefs import fewest_repairs
from marvel_widgets.lessons.removability.exercises import EXERCISES
from marvel_widgets.lessons.removability.facts import AtChild, MissingArrow, NeighborsAtChild
from marvel_widgets.lessons.removability.witnesses import nothing_asks, verdict_of, wrong_child
from tests.drawn_cases import drawn_once
from tests.reference.dags import (
    Graph,
    all_dags,
    children,
    is_acyclic,
    neighbors,
    parents,
    skeleton,
    without,
)
from tests.reference.separation import separation, statements
from tests.reference.theory import (
    changed_statements,
    condition_one_gaps,
    condition_two_gaps,
    is_removable_by_definition,
    is_removable_by_theorem,
    markov_boundary,
)
from tests.slices import in_each_run

SEEDS = [f"student {n}" for n in range(8)]
GUESSES = 60


def numbered(exercise):
    """Return the graph of a question with numbers, and the number of each letter."""
    place = {name: i for i, name in enumerate(exercise.dag.nodes)}
    edges = frozenset((place[a], place[b]) for a, b in exercise.dag.edges)
    return Graph(tuple(range(len(place))), edges), place


def asked_about(exercise, pattern):
    return re.search(pattern, exercise.question)[1]


def judge_removable(exercise, value):
    g, place = numbered(exercise)
    return value == {name for name, i in place.items() if is_removable_by_definition(g, i)}


def judge_at_children(exercise, value):
    g, place = numbered(exercise)
    x = place[asked_about(exercise, r"^([A-G]) is not removable")]
    below = children(g, x)
    one = {z for z in below if neighbors(g, x) - {z} - neighbors(g, z)}
    two = {z for z in below if any(parents(g, y) - parents(g, z) for y in below & parents(g, z))}
    named = {key: {place[name] for name in names} for key, names in value.items()}
    return named == {"Condition 1": one, "Condition 2": two}


def judge_missing(exercise, value):
    g, place = numbered(exercise)
    x = place[asked_about(exercise, r"^([A-G]) is not removable")]
    named = {frozenset(place[name] for name in pair) for pair in value}
    return named == condition_one_gaps(g, x) | condition_two_gaps(g, x)


def judge_changed(exercise, value):
    g, place = numbered(exercise)
    x = place[asked_about(exercise, r"^([A-G]) is not removable")]
    named = {key: frozenset(place[name] for name in names) for key, names in value.items()}
    return any(
        named == {"pair": frozenset((y, z)), "given": given} and not before
        for y, z, given, before in changed_statements(g, x)
    )


def is_repair(g, x, arrows):
    pairs = {frozenset(arrow) for arrow in arrows}
    if len(pairs) < len(arrows) or pairs & skeleton(g):
        return False
    larger = Graph(g.vertices, g.edges | frozenset(arrows))
    return is_acyclic(larger.edges) and is_removable_by_theorem(larger, x)


@cache
def repairs_of_size(g, x, size):
    """Return all sets of arrows that repair x, edges at x among them."""
    free = [a for a in permutations(g.vertices, 2) if a not in g.edges and a[::-1] not in g.edges]
    return {frozenset(a) for a in combinations(free, size) if is_repair(g, x, a)}


def judge_repair(exercise, value):
    g, place = numbered(exercise)
    x = place[asked_about(exercise, r"so that ([A-G]) becomes")]
    arrows = frozenset((place[a], place[b]) for a, b in value)
    smaller = any(repairs_of_size(g, x, size) for size in range(len(arrows)))
    return is_repair(g, x, arrows) and not smaller


def judge_order(exercise, value):
    g, place = numbered(exercise)
    start = asked_about(exercise, r"when it leaves\. ([A-G]),")
    if value[0] != start:
        return False
    for name in value:
        if not is_removable_by_definition(g, place[name]):
            return False
        g = without(g, place[name])
    return True


JUDGES = {
    "removable": judge_removable,
    "at_children": judge_at_children,
    "missing": judge_missing,
    "changed": judge_changed,
    "repair": judge_repair,
    "order": judge_order,
}


def test_every_exercise_has_a_judge():
    assert set(JUDGES) == set(EXERCISES)


PAIRS = [(n, s) for n in JUDGES for s in SEEDS]
SOME = [(n, s) for n in JUDGES for s in SEEDS[:3]]


@pytest.fixture(scope="module", params=in_each_run(PAIRS, SOME), ids="-".join)
def case(request):
    name, seed = request.param
    return drawn_once(EXERCISES[name], seed), JUDGES[name]


def test_the_solution_is_right_and_no_mistake_is(case):
    exercise, judge = case
    assert judge(exercise, exercise.solution), exercise
    # the judge is no yes-man: it turns every typical mistake down
    assert not any(judge(exercise, mistake.answer) for mistake in exercise.mistakes)


def test_guesses_are_judged_alike_and_answered(case):
    exercise, judge = case
    rng = random.Random(1)
    for _ in range(GUESSES):
        value = exercise.kind.random(rng)
        assert exercise.is_right(value) == judge(exercise, value), value
        assert exercise.is_right(value) or exercise.witness(value)


# -- what is shown of a wrong answer ----------------------------------------------------------


def wrong_answers(exercise):
    """Return the typical wrong answers, and guesses."""
    rng = random.Random(2)
    guesses = [exercise.kind.random(rng) for _ in range(GUESSES)]
    typical = [mistake.answer for mistake in exercise.mistakes]
    return [value for value in (*typical, *guesses) if not exercise.is_right(value)]


def shown_of(name, kind):
    """Yield the wrong answers of which a kind of fact is shown, and the fact."""
    for seed in SEEDS:
        exercise = drawn_once(EXERCISES[name], seed)
        for value in wrong_answers(exercise):
            for fact in exercise.shows(value):
                if isinstance(fact, kind):
                    yield value, fact


def test_the_child_that_is_shown_was_judged_wrong():
    seen = set()
    for value, fact in shown_of("at_children", AtChild):
        named = fact.child in value[f"Condition {fact.condition}"]
        assert named == fact.met, (value, fact)
        seen.add((fact.condition, fact.met))
    assert len(seen) == 4


def test_the_pair_that_is_shown_was_left_out():
    seen = set()
    for value, fact in shown_of("missing", AtChild):
        (why,) = fact.why
        pair = why.missing if isinstance(why, MissingArrow) else (*why.members, why.child)
        assert frozenset(pair) not in value, (value, fact)
        seen.add(type(why))
    assert seen == {MissingArrow, NeighborsAtChild}


def test_where_nothing_asks_for_an_edge_a_child_among_the_two_is_named():
    for g in all_dags(4):
        dag = Dag(sorted(g.edges), nodes=g.vertices)
        asked = condition_one_gaps(g, 0) | condition_two_gaps(g, 0) | skeleton(g)
        for pair in combinations((1, 2, 3), 2):
            if frozenset(pair) not in asked:
                below = [v for v in pair if v in children(g, 0)]
                assert nothing_asks(dag, 0, pair).child in (below or [None]), (g, pair)


def test_a_variable_is_not_removable_because_something_is_missing():
    for g in all_dags(4):
        dag = Dag(sorted(g.edges), nodes=g.vertices)
        for x in g.vertices:
            verdict = verdict_of(dag, x)[0]
            gaps = condition_one_gaps(g, x) | condition_two_gaps(g, x)
            lacks = set()
            for why in verdict.why:
                if isinstance(why, MissingArrow):
                    lacks.add(frozenset(why.missing))
                elif not why.joined:
                    lacks |= {frozenset((v, why.child)) for v in why.members}
            assert lacks <= gaps, (g, x)
            assert bool(lacks) == bool(gaps) == (not verdict.removable), (g, x)


@pytest.mark.parametrize("seed", SEEDS)
def test_where_the_one_that_leaves_is_named_is_what_is_said(seed):
    exercise = drawn_once(EXERCISES["changed"], seed)
    x = asked_about(exercise, r"^([A-G]) is not removable")
    pair, given = exercise.solution["pair"], exercise.solution["given"]
    in_pair = {"pair": frozenset({x, min(pair)}), "given": given}
    assert "speaks of pairs of the others" in exercise.witness(in_pair)
    in_set = {"pair": pair, "given": given | {x}}
    assert "asks for sets without the one that leaves" in exercise.witness(in_set)


# -- typical mistakes -------------------------------------------------------------------------


def answers(exercise, belief):
    return [m.answer for m in exercise.mistakes if m.misconception == belief]


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_mistakes_are_what_the_beliefs_say(seed):
    exercise = drawn_once(EXERCISES["removable"], seed)
    g, place = numbered(exercise)
    sizes = {name: len(markov_boundary(g, i)) for name, i in place.items()}
    text = {
        "M4": {name for name, i in place.items() if not children(g, i)},
        "M5": {name for name in place if sizes[name] == min(sizes.values())},
        "M6": {name for name, i in place.items() if not condition_one_gaps(g, i)},
    }
    for belief, names in text.items():
        assert answers(exercise, belief) == [names]


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_without_condition_2_the_answer_is_the_edges_of_condition_1(seed):
    exercise = drawn_once(EXERCISES["missing"], seed)
    g, place = numbered(exercise)
    x = place[asked_about(exercise, r"^([A-G]) is not removable")]
    named = {frozenset(place[name] for name in pair) for pair in answers(exercise, "M6")[0]}
    assert named == condition_one_gaps(g, x)


def boundary_gaps(g, x):
    """Pairs of a child and another member of the boundary that no edge joins: to M7, missing."""
    pairs = ((z, v) for z in children(g, x) for v in markov_boundary(g, x) - {z})
    return {frozenset(pair) for pair in pairs} - skeleton(g)


def gaps_by_belief(g, x):
    one, two = condition_one_gaps(g, x), condition_two_gaps(g, x)
    near = {frozenset(p) for p in combinations(neighbors(g, x), 2)} - skeleton(g)
    return {
        "M6": [one],
        "M24": [one | two | near, near],
        "M7": [one | two | boundary_gaps(g, x)],
    }


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_mistakes_about_missing_edges_are_what_the_beliefs_say(seed):
    exercise = drawn_once(EXERCISES["missing"], seed)
    g, place = numbered(exercise)
    x = place[asked_about(exercise, r"^([A-G]) is not removable")]
    for belief, gaps in gaps_by_belief(g, x).items():
        named = [
            {frozenset(place[name] for name in pair) for pair in answer}
            for answer in answers(exercise, belief)
        ]
        assert named
        assert all(pairs in gaps for pairs in named)


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_mistakes_at_children_are_what_the_beliefs_say(seed):
    exercise = drawn_once(EXERCISES["at_children"], seed)
    g, place = numbered(exercise)
    x = place[asked_about(exercise, r"^([A-G]) is not removable")]
    below, right = children(g, x), exercise.solution
    every = {name for name, i in place.items() if i in below}
    assert answers(exercise, "M6") == [{**right, "Condition 2": set()}]
    whole = [{**right, "Condition 1": every}, {"Condition 1": every, "Condition 2": every}]
    assert answers(exercise, "M4") == whole


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_mistakes_about_what_changes_are_what_the_beliefs_say(seed):
    exercise = drawn_once(EXERCISES["changed"], seed)
    g, place = numbered(exercise)
    x = asked_about(exercise, r"^([A-G]) is not removable")
    right, every = exercise.solution, frozenset(place)
    assert answers(exercise, "M25") == [{**right, "given": right["given"] | {x}}]
    assert answers(exercise, "M2") == [{**right, "given": every - right["pair"] - {x}}]
    # to M3 a collider is open only when it is given itself: the set separates, and does not
    (named,) = answers(exercise, "M3")
    y, z = (place[name] for name in named["pair"])
    given = frozenset(place[name] for name in named["given"])
    smaller = without(g, place[x])
    assert not separation(smaller)(y, z, given)
    colliders_alone = {
        p
        for p in all_paths(exercise.dag.without(x), *named["pair"], named["given"]).paths
        if all((v.role == "collider") == v.given for v in p.vertices[1:-1])
    }
    assert not colliders_alone
    pair_with_x = {"pair": frozenset({x, *sorted(right["pair"])[:1]}), "given": frozenset({x})}
    assert exercise.misconception(pair_with_x) == ""
    assert exercise.misconception({**right, "given": every - right["pair"]}) == "M25"


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_mistaken_repairs_are_what_the_beliefs_say(seed):
    exercise = drawn_once(EXERCISES["repair"], seed)
    g, place = numbered(exercise)
    x = place[asked_about(exercise, r"so that ([A-G]) becomes")]
    one, needed = condition_one_gaps(g, x), condition_one_gaps(g, x) | condition_two_gaps(g, x)

    def pair(arrow):
        return frozenset(place[name] for name in arrow)

    assert answers(exercise, "M6") == [{a for a in exercise.solution if pair(a) in one}]
    (turned,) = answers(exercise, "M26")
    (old,), (new,) = exercise.solution - turned, turned - exercise.solution
    assert old == new[::-1]
    (joined,) = answers(exercise, "M7")
    assert joined > exercise.solution
    (more,) = joined - exercise.solution
    assert pair(more) in boundary_gaps(g, x) - needed
    assert is_acyclic(g.edges | {tuple(place[name] for name in more)})


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_mistaken_orders_and_the_hint_are_what_is_said(seed):
    exercise = drawn_once(EXERCISES["order"], seed)
    g, place = numbered(exercise)
    names = {i: name for name, i in place.items()}
    first = asked_about(exercise, r"when it leaves\. ([A-G]),")
    rest = without(g, place[first])
    smallest, left = [first], rest
    while left.vertices:
        v = min(left.vertices, key=lambda v: (len(markov_boundary(left, v)), v))
        smallest.append(names[v])
        left = without(left, v)
    by_size = sorted(rest.vertices, key=lambda v: (len(markov_boundary(g, v)), v))
    assert answers(exercise, "M9") == [tuple(smallest)]
    assert answers(exercise, "M5") == [(first, *(names[v] for v in by_size))]
    assert answers(exercise, "M23") == [(first, *(names[v] for v in rest.vertices))]
    hint = re.fullmatch(r"Without (\w), (\w) has no children\.", exercise.hints[1])
    assert hint[1] == first
    assert not children(rest, place[hint[2]])


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_the_smallest_repairs_are_found_whole(seed):
    """The library's search takes what is missing first; this one tries every set of arrows."""
    exercise = drawn_once(EXERCISES["repair"], seed)
    g, place = numbered(exercise)
    x = asked_about(exercise, r"so that ([A-G]) becomes")
    names = list(exercise.dag.nodes)
    by_search = repairs_of_size(g, place[x], len(exercise.solution))
    found = {
        frozenset((place[a], place[b]) for a, b in arrows)
        for arrows in fewest_repairs(exercise.dag, x)
    }
    assert found == by_search, names


def test_the_smallest_repairs_of_all_graphs_with_four_variables():
    for g in all_dags(4):
        dag = Dag(sorted(g.edges), nodes=g.vertices)
        size = next((n for n in range(3) if repairs_of_size(g, 0, n)), None)
        found = fewest_repairs(dag, 0, most=2)
        assert set(found) == (set() if size is None else repairs_of_size(g, 0, size)), g


def test_a_removal_separates_and_never_joins():
    """What notebook 03 says: whatever changes was not separated before."""
    seen = 0
    for g in all_dags(4):
        for x in g.vertices:
            changes = [before for *_, before in changed_statements(g, x)]
            assert not any(changes), g
            seen += len(changes)
    assert seen > 100


def test_the_missing_edge_of_a_violation_is_never_a_reversed_edge():
    """What notebook 03 says: where an edge is missing, none joins the two the other way."""
    for g in all_dags(4):
        for x in g.vertices:
            for pair in condition_one_gaps(g, x) | condition_two_gaps(g, x):
                assert not any(frozenset(edge) == pair for edge in g.edges), (g, x)


def test_separation_without_a_removable_variable_is_what_it_was():
    """The remark for distributions, on all graphs of four variables: nothing but d-separation."""
    for g in all_dags(4):
        test = separation(g)
        for x in g.vertices:
            rest = without(g, x)
            after = separation(rest)
            same = all(test(*s) == after(*s) for s in statements(rest))
            assert same == is_removable_by_theorem(g, x), (g, x)


def test_an_edge_that_a_parent_lacks_has_one_direction():
    """What notebook 03 says: from a child Z to a parent W of X, an arrow would close a cycle."""
    for g in all_dags(4):
        for x in g.vertices:
            for w, z in ((w, z) for w in parents(g, x) for z in children(g, x)):
                assert not is_acyclic(g.edges | {(z, w)}), (g, x)


def test_parents_need_not_be_joined():
    """What notebook 03 says: the missing pairs have a child of X in them, each."""
    apart = 0
    for g in all_dags(4):
        for x in g.vertices:
            for pair in condition_one_gaps(g, x) | condition_two_gaps(g, x):
                assert pair & children(g, x), (g, x)
            loose = any(w not in neighbors(g, v) for v, w in permutations(parents(g, x), 2))
            apart += loose and is_removable_by_definition(g, x)
    assert apart > 100


def test_the_child_that_is_none_is_the_first_in_the_order_of_the_graph():
    # not whichever a set gives first: the witness is the same in every process
    dag = Dag("A -> B -> C; D -> B; E -> D")
    for named in ({1: {"D", "A", "E"}, 2: set()}, {1: {"E"}, 2: {"D", "A"}}):
        assert said(wrong_child(dag, "B", named)).startswith("A is no child of B")
