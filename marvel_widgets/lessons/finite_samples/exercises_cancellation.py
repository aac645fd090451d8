"""The exercise of notebook 11 on faithfulness: what two paths that cancel do to a test."""

from itertools import combinations, permutations
from random import Random
from typing import Final

from marvel_widgets.assessment.answers import Statements
from marvel_widgets.assessment.exercise import Exercise
from marvel_widgets.assessment.true_or_false import Statement, judged, of_one
from marvel_widgets.core.algorithms.marvel import marvel
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import all_paths
from marvel_widgets.lessons.counting.facts import Stated
from marvel_widgets.lessons.finite_samples.facts_numbers import Triple, TwoPaths, Weights, triple
from marvel_widgets.lessons.race.cohort import different_mistakes
from marvel_widgets.lessons.separation.facts import NeverSeparated, PathState
from marvel_widgets.lessons.upper_bound.amounts import Found
from marvel_widgets.text import counted, listed

REPORTED: Final = "The edge is {}, and MARVEL reports the opposite."
NOT_REPORTED: Final = "No arrow that MARVEL reports points against its edge."
SIZES = (0.5, 0.8, 1.2, 2.0)


def cancelling(rng: Random) -> Exercise | None:
    """Ask what holds in a triple whose two paths cancel, or don't, with infinitely many samples."""
    names = rng.sample("ABCDE", 3)
    first, second = (rng.choice(SIZES) * rng.choice((1, -1)) for _ in range(2))
    direct = -first * second
    if rng.random() < 0.4:
        direct = -direct
    x, y, z = path = names[0], names[1], names[2]
    weights = first, second, direct
    dag = Dag([(x, y), (y, z), (x, z)])
    sentences = _sentences(dag, path, weights)
    rng.shuffle(sentences)
    solution = judged(sentences)
    kind = Statements(tuple(sentence.text for sentence in sentences))
    wrong = [(judged(sentences, s.belief), s.belief) for s in sentences if s.belief]
    edges = {f"{x} to {y}": first, f"{y} to {z}": second, f"{x} to {z}": direct}
    return Exercise(
        title="Two paths",
        question=(
            "A linear model on this graph has the coefficients "
            f"{listed(f'{w:g} from {edge}' for edge, w in edges.items())}, and noise of "
            "deviation 1. We have infinitely many samples: a test says dependent exactly when "
            "the correlation, or the partial one, is not 0. Which sentences are true?"
        ),
        kind=kind,
        solution=solution,
        mistakes=different_mistakes(wrong, solution),
        shows=of_one(kind, solution, [s.why for s in sentences].__getitem__),
        reasons=tuple(dict.fromkeys(fact for sentence in sentences for fact in sentence.why)),
        hints=(
            f"{counted(len(solution), 'sentence')} {'is' if len(solution) == 1 else 'are'} true.",
            f"The covariance of {x} and {z} is the sum of two paths: multiply along {x}, {y}, {z}.",
            "D-separation looks at the graph alone; a test looks at the numbers.",
        ),
        dag=dag,
    )


def _sentences(dag: Dag, path: Triple, weights: Weights) -> list[Statement]:
    x, y, z = path
    test = triple(dag, path, weights).exact_test()
    learned = marvel(test).essential_graph
    arrows = tuple(pair for pair in permutations(dag.nodes, 2) if pair in learned.directed)
    against = [(a, b) for a, b in arrows if (b, a) in dag.edges][:1]
    lines = tuple(p for p in combinations(dag.nodes, 2) if frozenset(p) in learned.undirected)
    words = (*(f"{a} -> {b}" for a, b in arrows), *(f"{a} - {b}" for a, b in lines))
    turned = Found("turned", (path, weights), tuple(f"{b} -> {a}" for a, b in against))
    through = all_paths(dag, x, z, {y}).paths[-1]
    return [
        Statement(
            f"In the graph, {x} and {z} are d-separated given nothing.",
            d_separated(dag, x, z),
            (NeverSeparated((x, z)),),
            "M13",
        ),
        Statement(
            f"The test says: {x} and {z} are independent given nothing.",
            test(x, z),
            (TwoPaths(path, weights),),
        ),
        Statement(
            f"The test says: {x} and {z} are independent given {y}.",
            test(x, z, {y}),
            (PathState(through, (y,)), NeverSeparated((x, z))),
            "M2",
        ),
        Statement(
            "MARVEL with this test reports every edge with its arrow.",
            set(arrows) == set(dag.edges),
            (Stated("MARVEL ends with {}.", (Found("learned", (path, weights), words, ";"),)),),
            "M1",
        ),
        Statement(
            "MARVEL with this test reports an arrow against its edge.",
            bool(against),
            (Stated(REPORTED if against else NOT_REPORTED, (turned,)),),
        ),
    ]
