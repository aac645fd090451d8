"""Facts on numbers from data: Fisher-Z, scores of a skeleton, paths that cancel."""

from math import atanh

from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.experiments.linear_gaussian import LinearGaussian

Triple = tuple[Label, Label, Label]
Weights = tuple[float, float, float]  # to the middle, from it, and past it


def _statistic(size: int, r: float, numbers: tuple[float, float, float]) -> str:
    root, statistic, critical = (f"{number:.3f}" for number in numbers)
    still = "still" if numbers[1] > numbers[2] else "not"
    return (
        f"With s = {size} the root is {root}; times {atanh(r):.3f} that is {statistic}, {still} "
        f"above {critical}."
    )


Statistic = kind("n size r alpha numbers", _statistic)


TwoPaths = kind(
    "path weights",
    lambda path, weights: (
        f"Along {', '.join(map(str, path))} we get {weights[0] * weights[1]:g}, directly "
        f"{weights[2]:g}: together {weights[0] * weights[1] + weights[2]:g}."
    ),
)


def triple(dag: Dag, path: Triple, weights: Weights) -> LinearGaussian:
    """Return the model of two paths from the first name to the last, with noise of deviation 1."""
    x, y, z = path
    first, second, direct = weights
    coefficients = {(x, y): first, (y, z): second, (x, z): direct}
    return LinearGaussian(dag, coefficients, dict.fromkeys(dag.nodes, 1.0))
