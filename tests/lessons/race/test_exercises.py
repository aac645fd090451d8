"""The exercises on five algorithms: every solution again, by transcriptions and definitions."""

import re
import subprocess
import sys
from itertools import combinations
from math import comb
from random import Random
from statistics import fmean

import pytest

from marvel_widgets import Dag, upper_bound
from marvel_widgets.assessment.verdict import judge
from marvel_widgets.lessons.counting.facts import Ranking
from marvel_widgets.lessons.race.cohort import collider_itself_opens, drawn_dag, ways_cut
from marvel_widgets.lessons.race.exercises import EXERCISES, LinkedByChild, MeanSize, SameQuestion
from tests.drawn_cases import drawn_once
from tests.reference import broken
from tests.reference.checks import graph_of
from tests.reference.rivals import TRANSCRIPTIONS
from tests.reference.separation import separation
from tests.reference.theory import markov_boundary
from tests.slices import in_each_run

SEEDS = [f"student {n}" for n in range(8)]
WORKED = Dag("X -> Y <- T; Y -> Z")
FIVE = "MARVEL", "PC", "GS", "CS", "MMPC"


def queries(dag):
    """The tests after the boundaries, as the plain transcriptions make them."""
    g = graph_of(dag)
    runs = [kind(g.vertices, separation(g)).run() for kind in TRANSCRIPTIONS.values()]
    return {
        name: [(q[0], q[1], frozenset(q[2])) for q in run.queries if q[4] != "boundary-discovery"]
        for name, run in zip(FIVE, runs, strict=True)
    }


def boundaries(dag):
    g = graph_of(dag)
    return [markov_boundary(g, v) for v in g.vertices]


def moral_links_by_definition(exercise):
    near = boundaries(exercise.dag)
    return sum(y in near[x] for x, y in combinations(range(len(near)), 2))


def by_number_of_queries(exercise):
    return ranked({name: len(run) for name, run in queries(exercise.dag).items()})


def by_mean_size(exercise):
    return ranked(mean_sizes(queries(exercise.dag)))


CHECKED = {
    "pc_first_round": moral_links_by_definition,
    "fewest_tests": by_number_of_queries,
    "smallest_sets": by_mean_size,
}


def ranked(numbers):
    assert len({*numbers.values()}) == len(numbers)  # a tie would leave two orders
    return tuple(sorted(numbers, key=numbers.get))


def mean_sizes(runs):
    return {name: fmean(len(given) for *_, given in run) for name, run in runs.items()}


def believed_first_round(exercise):
    says = separation(graph_of(exercise.dag))
    pairs = list(combinations(range(len(exercise.dag)), 2))
    return {
        "only_neighbors": exercise.dag.edge_count,
        "ordered_pairs": 2 * moral_links_by_definition(exercise),
        "all_dependent": sum(
            not says(x, y, frozenset()) for x, y in pairs
        ),  # all that depends is linked
    }


def believed_fewest(exercise):
    runs, worked = queries(exercise.dag), queries(WORKED)
    tests = {name: len(run) for name, run in runs.items()}
    bound = upper_bound(len(exercise.dag), exercise.dag.max_in_degree)
    return {
        "bound_is_usual": ranked({**tests, "MARVEL": bound}),
        "fewer_is_smaller": ranked(mean_sizes(runs)),
        "always_wins": ranked({name: len(run) for name, run in worked.items()}),
    }


def believed_smallest(exercise):
    """By the lines of the question alone, and the worked example of the notebook."""
    form = re.compile(r"^(\w+): (\d.*)\.$", re.MULTILINE)
    shown = {
        name: [
            int(size.replace("nothing", "0"))
            for many, size in re.findall(r"(\d+) given (\w+)", line)
            for _ in range(int(many))
        ]
        for name, line in form.findall(exercise.question)
    }
    filled = {name: [size for size in sizes if size] or [0] for name, sizes in shown.items()}
    return {
        "fewer_is_smaller": ranked({name: len(sizes) for name, sizes in shown.items()}),
        "always_wins": ranked(mean_sizes(queries(WORKED))),
        "no_empty_set": ranked({name: fmean(sizes) for name, sizes in filled.items()}),
    }


BELIEVED = {
    "pc_first_round": believed_first_round,
    "fewest_tests": believed_fewest,
    "smallest_sets": believed_smallest,
}


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
@pytest.mark.parametrize("name", EXERCISES)
def test_solution_and_mistakes_are_found_another_way(name, seed):
    exercise = drawn_once(EXERCISES[name], seed)
    assert exercise.solution == CHECKED[name](exercise)
    assert {m.misconception: m.answer for m in exercise.mistakes} == BELIEVED[name](exercise)


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
@pytest.mark.parametrize("name", ["fewest_tests", "smallest_sets"])
def test_two_neighbors_in_an_order_are_swapped_without_a_belief(name, seed):
    exercise = drawn_once(EXERCISES[name], seed)
    for n in range(4):
        order = list(exercise.solution)
        order[n : n + 2] = order[n + 1], order[n]
        assert exercise.misconception(tuple(order)) == ""


@pytest.mark.parametrize("seed", in_each_run(SEEDS, SEEDS[:3]))
def test_who_counts_every_pair_forgot_the_moral_graph_and_holds_no_belief(seed):
    exercise = drawn_once(EXERCISES["pc_first_round"], seed)
    verdict = judge(exercise, comb(len(exercise.dag), 2))
    assert (verdict.kind, verdict.misconception) == ("incorrect", "")
    assert "starts from the links of the moral graph" in verdict.text


@pytest.mark.parametrize("seed", range(12))
def test_worlds_in_which_a_belief_is_true(seed):
    dag = drawn_dag(Random(seed), 6, 3)
    g = graph_of(dag)
    undirected, itself = broken.UndirectedSeparation(g), broken.ColliderOpensItselfOnly(g)
    for x, y in combinations(g.vertices, 2):
        for given in map(frozenset, combinations(set(g.vertices) - {x, y}, 2)):
            asked = dag, dag.nodes[x], dag.nodes[y], frozenset(dag.nodes[v] for v in given)
            assert ways_cut(*asked) == undirected(x, y, given)
            assert collider_itself_opens(*asked) == itself(x, y, given)


SAID = [
    (LinkedByChild(("A", "B")),
     "A-B is a link of the moral graph, too: the two have a common child. Have you counted all "
     "such pairs?"),
    (SameQuestion(("A", "B"), None),
     "A and B given nothing is asked once; B and A is the same question."),
    (SameQuestion(("A", "B"), ("C", "D")),
     "A and B given nothing is asked once; B and A is the same question. And C-D is no link: "
     "neither is in the boundary of the other."),
    (Ranking("tests", ("PC", "CS"), (1200.0, 5.0)),
     "PC stands before CS, but PC performs 1,200 tests and CS 5 tests."),
    (Ranking("mean", ("PC", "CS"), (1.5, 0.25)),
     "PC stands before CS, but PC has mean 1.50 and CS 0.25."),
    (Ranking("tests", FIVE, (1.0, 2.0, 3.0, 4.0, 5.0)),
     "Performed tests: MARVEL 1, PC 2, GS 3, CS 4 and MMPC 5."),
    (Ranking("mean", FIVE, (1.0, 2.0, 3.0, 4.0, 5.0)),
     "Means: MARVEL 1.00, PC 2.00, GS 3.00, CS 4.00 and MMPC 5.00."),
    (MeanSize("CS", ((0, 5), (1, 2), (2, 3)), 0.8), "CS: (2 × 1 + 3 × 2) / 10 = 0.80."),
    (MeanSize("PC", ((0, 5),), 0.0), "PC: (0) / 5 = 0.00."),
]  # fmt: skip


def test_what_facts_and_the_hint_on_means_say():
    assert [fact.say() for fact, _ in SAID] == [text for _, text in SAID]
    exercise = drawn_once(EXERCISES["smallest_sets"], SEEDS[0])
    means = sorted(mean_sizes(queries(exercise.dag)).values())
    assert exercise.hints[0] == f"The means go from {means[0]:.2f} to {means[-1]:.2f}."


def test_they_need_no_numpy():
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "from marvel_widgets import exercises\n"
        "print(len([repr(check) for check in exercises('10')]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "3"
