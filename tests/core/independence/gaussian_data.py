"""Data for the tests of the Gaussian tests."""

import numpy as np

from marvel_widgets import FisherZ
from marvel_widgets.core.independence.correlation import correlation_matrix
from marvel_widgets.core.independence.gaussian_search import GaussianSearch
from marvel_widgets.core.independence.partial_correlation import Correlations


def mixed_columns(seed: int, n: int = 400, p: int = 10) -> np.ndarray:
    """Correlated columns with offsets and units far apart."""
    rng = np.random.default_rng(seed)
    weights = np.tril(rng.uniform(-1, 1, (p, p)) * (rng.random((p, p)) < 0.5), -1)
    values = np.linalg.solve(np.eye(p) - weights, rng.normal(size=(p, n))).T
    return values * 10.0 ** rng.integers(-3, 4, p) + rng.normal(size=p) * 100


def unchecked(data, alpha: float | None = None) -> FisherZ:
    """Return the test of data that `FisherZ` refuses, since columns determine each other."""
    test = FisherZ(np.random.default_rng(0).normal(size=np.shape(data)), alpha)
    GaussianSearch.__init__(test, Correlations(test.names, correlation_matrix(data)[0]))
    return test
