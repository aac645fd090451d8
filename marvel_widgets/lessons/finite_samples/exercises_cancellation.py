"""The exercise of notebook 11 on faithfulness: what two paths that cancel do to a test."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from marvel_widgets.assessment.answers import Statements
from marvel_widgets.assessment.exercise import Exercise
from marvel_widgets.core.algorithms.marvel import marvel
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.experiments.linear_gaussian import LinearGaussian
from marvel_widgets.lessons.race.cohort import different_mistakes
from marvel_widgets.text import counted, listed

SIZES = (0.5, 0.8, 1.2, 2.0)


class Fact(NamedTuple):
    """A sentence, whether it holds, what shows it, and the belief against it."""

    sentence: str
    holds: bool
    seen: str
    belief: str = ""


def cancelling(rng: Random) -> Exercise | None:
    """Ask what holds in a triple whose two paths cancel, or don't, with infinitely many samples."""
    names = rng.sample("ABCDE", 3)
    first, second = (rng.choice(SIZES) * rng.choice((1, -1)) for _ in range(2))
    direct = -first * second
    if rng.random() < 0.4:
        direct = -direct
    model = triple(names, first, second, direct)
    facts = _facts(names, model)
    rng.shuffle(facts)
    solution = frozenset(i for i, fact in enumerate(facts, 1) if fact.holds)
    wrong = [(solution ^ {i}, f.belief) for i, f in enumerate(facts, 1) if f.belief]
    x, y, z = names
    weights = {f"{a} to {b}": weight for (a, b), weight in model.coefficients.items()}
    return Exercise(
        title="Two paths",
        question=(
            "A linear model on this graph has the coefficients "
            f"{listed(f'{w:g} from {edge}' for edge, w in weights.items())}, and noise of "
            "deviation 1. We have infinitely many samples: a test says dependent exactly when "
            "the correlation, or the partial one, is not 0. Which sentences are true?"
        ),
        kind=Statements(tuple(fact.sentence for fact in facts)),
        solution=solution,
        mistakes=different_mistakes(wrong, solution),
        shows=lambda value: facts[min(value ^ solution) - 1].seen,
        reasons=" ".join(fact.seen for fact in facts),
        hints=(
            f"{counted(len(solution), 'sentence')} {'is' if len(solution) == 1 else 'are'} true.",
            f"The covariance of {x} and {z} is the sum of two paths: multiply along {x}, {y}, {z}.",
            "D-separation looks at the graph alone; a test looks at the numbers.",
        ),
        dag=model.dag,
    )


def triple(names: Sequence[str], first: float, second: float, direct: float) -> LinearGaussian:
    """Return the model of two paths from the first name to the last."""
    x, y, z = names
    dag = Dag([(x, y), (y, z), (x, z)])
    weights: dict[tuple[Label, Label], float] = {(x, y): first, (y, z): second, (x, z): direct}
    return LinearGaussian(dag, weights, dict.fromkeys(names, 1.0))


def _facts(names: Sequence[str], model: LinearGaussian) -> list[Fact]:
    x, y, z = names
    dag, test = model.dag, model.exact_test()
    learned = marvel(test).essential_graph
    arrows = sorted(learned.directed)
    against = [(a, b) for a, b in arrows if (b, a) in dag.edges]
    found = f"MARVEL ends with {learned}."
    turned = (
        f"The edge is {against[0][1]} -> {against[0][0]}, and MARVEL reports the opposite."
        if against
        else "No arrow that MARVEL reports points against its edge."
    )
    weights = model.coefficients
    through = weights[x, y] * weights[y, z]
    total = (
        f"Along {x}, {y}, {z} we get {through:g}, directly {weights[x, z]:g}: together "
        f"{through + weights[x, z]:g}."
    )
    return [
        Fact(
            f"In the graph, {x} and {z} are d-separated given nothing.",
            d_separated(dag, x, z),
            f"{x} and {z} are adjacent, and no set separates them, whatever the numbers are.",
            "M13",
        ),
        Fact(f"The test says: {x} and {z} are independent given nothing.", test(x, z), total),
        Fact(
            f"The test says: {x} and {z} are independent given {y}.",
            test(x, z, {y}),
            f"Given {y}, the path through {y} is blocked, and the direct one remains.",
            "M2",
        ),
        Fact(
            "MARVEL with this test reports every edge with its arrow.",
            set(arrows) == set(dag.edges),
            found,
            "M1",
        ),
        Fact("MARVEL with this test reports an arrow against its edge.", bool(against), turned),
    ]
