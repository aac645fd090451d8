"""The G-test as scipy has it, stratum by stratum."""


def by_scipy(data, x, y, given):
    """Add up scipy's tests of the strata, each without its empty rows and columns."""
    from scipy import stats  # takes a second: not when tests are collected

    value, freedom = 0.0, 0
    for stratum in {tuple(row) for row in data[:, given].tolist()}:
        rows = data[(data[:, given] == stratum).all(axis=1)]
        table = stats.contingency.crosstab(rows[:, x], rows[:, y]).count
        if min(table.shape) > 1:
            one = stats.chi2_contingency(table, correction=False, lambda_="log-likelihood")
            value, freedom = value + one.statistic, freedom + one.dof
    return value, freedom, float(stats.chi2.sf(value, freedom)) if freedom else 1.0
