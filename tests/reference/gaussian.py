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


def fisher_p_value(r, samples, size):
    """Two-sided, as scipy's normal distribution says, which loads faster than `scipy.stats`."""
    z = np.sqrt(samples - size - 3) * 0.5 * (np.log1p(r) - np.log1p(-r))
    return float(2 * ndtr(-abs(z)))


# Mistakes that packages and people make.
def one_sided_p_value(r, samples, size):
    return float(ndtr(-np.sqrt(samples - size - 3) * np.arctanh(r)))


def p_value_without_set_size(r, samples, size):
    return fisher_p_value(r, samples, 0)
