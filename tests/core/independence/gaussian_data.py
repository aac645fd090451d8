"""Data for the tests of the Gaussian tests."""

import numpy as np


def mixed_columns(seed: int, n: int = 400, p: int = 10) -> np.ndarray:
    """Correlated columns with offsets and units far apart."""
    rng = np.random.default_rng(seed)
    weights = np.tril(rng.uniform(-1, 1, (p, p)) * (rng.random((p, p)) < 0.5), -1)
    values = np.linalg.solve(np.eye(p) - weights, rng.normal(size=(p, n))).T
    return values * 10.0 ** rng.integers(-3, 4, p) + rng.normal(size=p) * 100
