"""What the order of the names does to one effect of several causes: all orders, two programs."""

import re
from collections import defaultdict
from itertools import permutations

import networkx as nx
import pytest

from marvel_widgets import Dag, record
from marvel_widgets.assessment.verdict import judge
from marvel_widgets.lessons.upper_bound.exercises import EXERCISES
from tests.drawn_cases import drawn_once
from tests.lessons.upper_bound.collider_star import after_boundaries, different, first_visit, run_of
from tests.slices import in_each_run

SEEDS = [f"student {n}" for n in range(8)]
NAMES = "CXYZU"


def recorded(order):
    dag = Dag([(name, "C") for name in order if name != "C"], nodes=order)
    return record("marvel", dag, {name: dag.markov_boundary(name) for name in order})


def by_enumeration(order):
    """What the visit of the first of a list costs: every set in turn, judged by networkx."""
    first, *others = order
    graph = nx.DiGraph([(name, "C") for name in order if name != "C"])
    spent = 0
    for other in others:  # all of them are in the boundary
        rest = sorted(set(others) - {other})
        masks = sorted(range(2 ** len(rest) - 1), key=int.bit_count)  # no set of all
        for mask in masks:
            given = {name for i, name in enumerate(rest) if mask >> i & 1}
            spent += 1
            if nx.is_d_separator(graph, {first}, {other}, given):
                break
    return spent


@pytest.mark.parametrize("size", [4, 5])
def test_in_all_orders_two_programs_agree_and_the_first_leaves(size):
    for order in permutations(NAMES[:size]):
        trace, run = recorded(order), run_of(order, "C")
        asked = [(t.x, t.y, frozenset(t.given)) for t in trace.tests]
        assert asked == [(q.x, q.y, q.given) for q in after_boundaries(run)]
        assert trace.result.removal_order == tuple(order[v] for v in run.removal_order)
        # not the effect, although it alone has no child, and not a cause for its boundary
        assert first_visit(order, "C") == (order[0], by_enumeration(order))


@pytest.mark.parametrize("size", [4, 5])
def test_in_all_orders_the_same_graph_is_learned_at_other_costs(size):
    costs, learned = defaultdict(set), set()
    for order in permutations(NAMES[:size]):
        result = recorded(order).result
        costs[order.index("C")].add(result.counts.distinct)
        learned.add(frozenset(result.essential_graph.directed))
    assert len(learned) == 1
    by_place = [costs[place] for place in range(size)]
    assert all(len(found) == 1 for found in by_place)  # only the place of the effect matters
    spent = [found.pop() for found in by_place]
    assert spent == sorted(spent, reverse=True)
    assert spent[0] > spent[1] > spent[-1]


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_what_is_said_of_the_whole_runs_is_what_they_ask(seed):
    exercise = drawn_once(EXERCISES["order_of_names"], seed)
    lists = dict(re.findall(r"^([PQ]): (.*)$", exercise.question, re.MULTILINE))
    told = re.findall(r"([\d,]+) different tests with ([PQ])", exercise.because)
    assert {name: int(number.replace(",", "")) for number, name in told} == {
        name: different(after_boundaries(run_of(listed.split(", "), exercise.question[0])))
        for name, listed in lists.items()
    }
    assert [listed[0] for listed in lists.values()].count(exercise.question[0]) == 1


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_each_belief_meets_the_sentence_that_speaks_against_it(seed):
    exercise = drawn_once(EXERCISES["order_of_names"], seed)
    against = {
        "M4": "is removable all the same",
        "M7": "co-parents|common child",
        "M28": "No set separates",
        "M29": "are independent given nothing",
        "M38": "and to several of them",
    }
    m, first = len(exercise.dag) - 1, dict(re.findall(r"^([PQ]): (\w)", exercise.question, re.M))
    effect = exercise.question[0]
    causes = dict(re.findall(rf"^([PQ]): (?:{effect}, )?(\w)", exercise.question, re.M))
    elsewhere = {  # notebooks 02 and 05 ask about these
        "M7": {"P": (causes["P"], 0), "Q": (causes["Q"], 0)},
        "M28": {"P": (first["P"], m), "Q": (first["Q"], m)},
    }
    answers = {mistake.misconception: mistake.answer for mistake in exercise.mistakes}
    for belief, rows in elsewhere.items():
        leaves = {f"{name} leaves": frozenset(v) for name, (v, _) in rows.items()}
        answers[belief] = leaves | {f"{name} tests": n for name, (_, n) in rows.items()}
    assert set(answers) == set(against)
    for belief, answer in answers.items():
        verdict = judge(exercise, answer)
        assert verdict.misconception == belief
        assert re.search(against[belief], verdict.witness), verdict.witness


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_an_oversight_is_named_and_no_belief(seed):
    exercise = drawn_once(EXERCISES["order_of_names"], seed)
    words = ["proper", "end at once"]
    for slip, word in zip(exercise.slips, words, strict=True):
        verdict = judge(exercise, slip.answer)
        assert word in verdict.text
        assert not verdict.misconception
