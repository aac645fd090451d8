"""The exercises on removable variables: what is shown, and what the beliefs say, by the reference.

How an answer is judged is held by the facts that are said of it (`tests/truths/removability.py`).
"""

import random
import re
from functools import cache
from itertools import combinations, permutations

import pytest

from marvel_widgets import Dag
from marvel_widgets.assessment.facts import said
from marvel_widgets.core.graphs.witness import all_paths
from marvel_widgets.lessons.removability.exercises import (
    EXERCISES,
    AtChild,
    fewest_repairs,
    nothing_asks,
    wrong_child,
)
from marvel_widgets.lessons.removability.view import MissingArrow, NeighborsAtChild
from tests.drawn_cases import drawn_once, held
from tests.reference.checks import dag_of, named_graph
from tests.reference.dags import (
    Graph,
    all_dags,
    children,
    is_acyclic,
    neighbors,
    skeleton,
    without,
)
from tests.reference.separation import separation
from tests.reference.theory import (
    condition_one_gaps,
    condition_two_gaps,
    is_removable_by_theorem,
    markov_boundary,
)
from tests.slices import in_each_run

SEEDS = [f"student {n}" for n in range(8)]
GUESSES = 60


def asked_about(exercise):
    found = re.search(r"^(\w) is not|so that (\w) bec|leaves\. (\w),", exercise.question)
    return found and next(filter(None, found.groups()))


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
        dag = dag_of(g)
        asked = condition_one_gaps(g, 0) | condition_two_gaps(g, 0) | skeleton(g)
        for pair in combinations((1, 2, 3), 2):
            if frozenset(pair) not in asked:
                below = [v for v in pair if v in children(g, 0)]
                assert nothing_asks(dag, 0, pair).child in (below or [None]), (g, pair)


@pytest.mark.parametrize("seed", SEEDS)
def test_where_the_one_that_leaves_is_named_is_what_is_said(seed):
    exercise = drawn_once(EXERCISES["changed"], seed)
    x = asked_about(exercise)
    pair, given = exercise.solution["pair"], exercise.solution["given"]
    in_pair = {"pair": frozenset({x, min(pair)}), "given": given}
    assert "speaks of pairs of the others" in exercise.witness(in_pair)
    in_set = {"pair": pair, "given": given | {x}}
    assert "asks for sets without the one that leaves" in exercise.witness(in_set)


def near_pairs(g, x):
    return {frozenset(p) for p in combinations(neighbors(g, x), 2)} - skeleton(g)


def boundary_gaps(g, x):
    """Pairs of a child and another member of the boundary that no edge joins."""
    pairs = ((z, v) for z in children(g, x) for v in markov_boundary(g, x) - {z})
    return {frozenset(pair) for pair in pairs} - skeleton(g)


def size(g, v):
    return len(markov_boundary(g, v)), v


def smallest_first(g):
    while g.vertices:
        v = min(g.vertices, key=lambda v: size(g, v))
        yield v
        g = without(g, v)


def believed_of_all(g, x, right):
    least = min(size(g, v)[0] for v in g.vertices)
    yield "only_sinks", {v for v in g.vertices if not children(g, v)}
    yield "small_leaves", {v for v in g.vertices if size(g, v)[0] == least}
    yield "condition_1_is_enough", {v for v in g.vertices if not condition_one_gaps(g, v)}
    yield "all_adjacent", {v for v in g.vertices if not near_pairs(g, v)}


def believed_at_children(g, x, right):
    yield "condition_1_is_enough", {**right, "Condition 2": set()}
    yield "only_sinks", {**right, "Condition 1": children(g, x)}
    yield "only_sinks", {"Condition 1": children(g, x), "Condition 2": children(g, x)}


def believed_missing(g, x, right):
    yield "condition_1_is_enough", condition_one_gaps(g, x)
    yield "all_adjacent", right | near_pairs(g, x)
    yield "all_adjacent", near_pairs(g, x)
    yield "only_neighbors", right | boundary_gaps(g, x)


def believed_orders(g, x, right):
    rest = without(g, x)
    yield "first_leaves", (x, *smallest_first(rest))
    yield "small_leaves", (x, *sorted(rest.vertices, key=lambda v: size(g, v)))
    yield "nothing_changes", (x, *rest.vertices)


BELIEVED = {
    "removable": believed_of_all,
    "at_children": believed_at_children,
    "missing": believed_missing,
    "order": believed_orders,
}


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
@pytest.mark.parametrize("name", BELIEVED)
def test_mistakes_are_what_the_beliefs_say(name, seed):
    exercise = drawn_once(EXERCISES[name], seed)
    told = [(m.misconception, m.answer) for m in exercise.mistakes]
    g, x = named_graph(exercise.dag), asked_about(exercise)
    assert told == list(BELIEVED[name](g, x, exercise.solution))


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_mistakes_about_what_changes_are_what_the_beliefs_say(seed):
    exercise = drawn_once(EXERCISES["changed"], seed)
    g, x, right = named_graph(exercise.dag), asked_about(exercise), exercise.solution
    every = frozenset(g.vertices)
    assert held(exercise, "leaver_given") == [{**right, "given": right["given"] | {x}}]
    assert held(exercise, "more_blocks") == [{**right, "given": every - right["pair"] - {x}}]
    # a collider is open only when it is given itself: the set separates, and does not
    (told,) = held(exercise, "collider_alone")
    assert not separation(without(g, x))(*told["pair"], told["given"])
    colliders_alone = {
        p
        for p in all_paths(exercise.dag.without(x), *told["pair"], told["given"]).paths
        if all((v.role == "collider") == v.given for v in p.vertices[1:-1])
    }
    assert not colliders_alone
    pair_with_x = {"pair": frozenset({x, *sorted(right["pair"])[:1]}), "given": frozenset({x})}
    assert exercise.misconception(pair_with_x) == ""
    assert exercise.misconception({**right, "given": every - right["pair"]}) == "leaver_given"


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_mistaken_repairs_are_what_the_beliefs_say(seed):
    exercise = drawn_once(EXERCISES["repair"], seed)
    g, x, right = named_graph(exercise.dag), asked_about(exercise), exercise.solution
    one, needed = condition_one_gaps(g, x), condition_one_gaps(g, x) | condition_two_gaps(g, x)
    (some,), (turned,), (joined,) = (
        held(exercise, b) for b in ("condition_1_is_enough", "repairs_are_safe", "only_neighbors")
    )
    assert some == {arrow for arrow in right if frozenset(arrow) in one}
    (old,), (new,) = right - turned, turned - right
    assert old == new[::-1]
    assert joined > right
    (more,) = joined - right
    assert frozenset(more) in boundary_gaps(g, x) - needed
    assert is_acyclic(g.edges | {more})


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_the_hint_names_one_without_children(seed):
    exercise = drawn_once(EXERCISES["order"], seed)
    hint = re.fullmatch(r"Without (\w), (\w) has no children\.", exercise.hints[1])
    assert hint[1] == asked_about(exercise)
    assert not children(without(named_graph(exercise.dag), hint[1]), hint[2])


def test_the_smallest_repairs_of_all_graphs_with_four_variables():
    for g in all_dags(4):
        dag = dag_of(g)
        size = next((n for n in range(3) if repairs_of_size(g, 0, n)), None)
        found = fewest_repairs(dag, 0, most=2)
        assert set(found) == (set() if size is None else repairs_of_size(g, 0, size)), g


def test_the_child_that_is_none_is_the_first_in_the_order_of_the_graph():
    # not whichever a set gives first: the witness is the same in every process
    dag = Dag("A -> B -> C; D -> B; E -> D")
    for named in ({1: {"D", "A", "E"}, 2: set()}, {1: {"E"}, 2: {"D", "A"}}):
        assert said(wrong_child(dag, "B", named)).startswith("A is no child of B")
