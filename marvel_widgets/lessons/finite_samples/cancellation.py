"""Near-violations of faithfulness: two paths that add up to nothing, or nearly so.

In ``X -> Y -> Z`` with ``X -> Z`` the correlation of X and Z is the sum of two paths: the product
of the two coefficients on the way through Y, and the direct one. Where they cancel, X and Z are
independent although no set separates them in the graph. With n samples it is enough that they
nearly cancel: the sum then drowns in chance.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import atanh, sqrt
from statistics import NormalDist
from typing import Final

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.experiments.linear_gaussian import LinearGaussian
from marvel_widgets.lessons.finite_samples.paper_figures import ChartFigure
from marvel_widgets.pictures.charts.chart import LineChart, Series

TRIPLE: Final = Dag("X -> Y -> Z; X -> Z")
_STEPS: Final = 200  # of a curve


def triple_model(direct: float, first: float = 1.0, second: float = 1.0) -> LinearGaussian:
    """Return the linear model of ``X -> Y -> Z`` and ``X -> Z``, its noise of deviation 1.

    Parameters
    ----------
    direct : float
        The coefficient of ``X -> Z``; ``-first * second`` cancels the other path.
    first, second : float
        Those of ``X -> Y`` and ``Y -> Z``.

    Examples
    --------
    >>> test = triple_model(-1).exact_test()
    >>> test("X", "Z"), test("X", "Z", given={"Y"})
    (True, False)
    """
    weights: dict[tuple[Label, Label], float] = {
        ("X", "Y"): first,
        ("Y", "Z"): second,
        ("X", "Z"): direct,
    }
    return LinearGaussian(TRIPLE, weights, dict.fromkeys("XYZ", 1.0))


def end_correlation(direct: float, first: float = 1.0, second: float = 1.0) -> float:
    """Return the correlation of X and Z in `triple_model`, given nothing.

    Examples
    --------
    >>> end_correlation(-1), round(end_correlation(0), 3)
    (0.0, 0.577)
    """
    through = direct + first * second
    return through / sqrt(through**2 + second**2 + 1)


def chance_of_independent(correlation: float, n: int, alpha: float) -> float:
    """Return how probable it is that Fisher-Z, given nothing, says independent.

    The statistic is nearly normal with variance 1 around ``sqrt(n - 3) * atanh(correlation)``.

    Parameters
    ----------
    correlation : float
        The true one, between -1 and 1.
    n : int
        Samples; at least 4.
    alpha : float
        The level.

    Examples
    --------
    >>> round(chance_of_independent(0, 100, 0.05), 2)
    0.95
    >>> round(chance_of_independent(0.3, 100, 0.05), 2)
    0.14
    """
    critical = NormalDist().inv_cdf(1 - alpha / 2)
    center = sqrt(n - 3) * atanh(correlation)
    return NormalDist().cdf(critical - center) - NormalDist().cdf(-critical - center)


def cancellation_chart(
    sizes: Iterable[int] = (100, 1000, 10_000), alpha: float = 2 / 9
) -> ChartFigure:
    """Return how often data call X and Z independent, over the direct coefficient.

    The other path contributes 1, so that -1 cancels it.

    Examples
    --------
    >>> at, share = cancellation_chart((100,)).chart.series[0].points[100]
    >>> at, round(share, 2)
    (-1.0, 0.78)
    """
    steps = [-2 + 2 * step / _STEPS for step in range(_STEPS + 1)]
    ends = [(c, end_correlation(c)) for c in steps]
    curves = {n: tuple((c, chance_of_independent(r, n, alpha)) for c, r in ends) for n in sizes}
    return ChartFigure(
        LineChart(
            "X and Z, where two paths nearly cancel",
            "coefficient of X → Z; the path through Y adds 1",
            "data sets that say independent",
            tuple(Series(f"{n:,} samples", at, markers=False) for n, at in curves.items()),
        )
    )
