"""Partial correlations and p-values by other roads than the package's."""

import numpy as np
from scipy.special import ndtr


def by_residuals(data, x, y, given):
    """Correlation of what least squares leaves of x and of y."""
    design = np.column_stack([np.ones(len(data)), data[:, list(given)]])
    left = [
        data[:, v] - design @ np.linalg.lstsq(design, data[:, v], rcond=None)[0] for v in (x, y)
    ]
    return float(np.corrcoef(*left)[0, 1])


def by_precision(data, x, y, given):
    """From the inverse of the covariance matrix of all variables involved."""
    inverse = np.linalg.inv(np.cov(data[:, [x, y, *given]], rowvar=False))
    return float(-inverse[0, 1] / np.sqrt(inverse[0, 0] * inverse[1, 1]))


def by_recursion(data, x, y, given):
    """The textbook recursion on the last given variable."""
    if not given:
        return float(np.corrcoef(data[:, x], data[:, y])[0, 1])
    *rest, s = given
    xy, xs, ys = (by_recursion(data, a, b, rest) for a, b in ((x, y), (x, s), (y, s)))
    return (xy - xs * ys) / np.sqrt((1 - xs**2) * (1 - ys**2))


def fisher_p_value(r, samples, size):
    """Two-sided, as scipy's normal distribution says, which loads faster than `scipy.stats`."""
    z = np.sqrt(samples - size - 3) * 0.5 * (np.log1p(r) - np.log1p(-r))
    return float(2 * ndtr(-abs(z)))


# Mistakes that packages and people make.
def one_sided_p_value(r, samples, size):
    return float(ndtr(-np.sqrt(samples - size - 3) * np.arctanh(r)))


def p_value_without_set_size(r, samples, size):
    return fisher_p_value(r, samples, 0)
