"""When what is said in the lesson counting is true."""

from itertools import combinations, pairwise, product
from math import isclose

from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.counting.facts import Amount, OnlyWay, Stated, TooMany
from tests.truths import holds, true_when
from tests.truths.separation import number_of_paths

AMOUNTS = {}


def amount(counter):
    """Register a way to count, under the name of its function."""
    AMOUNTS[counter.__name__] = counter
    return counter


@true_when(Amount)
def _(case, of, args, value):
    return isclose(AMOUNTS[of](case, *args), value, abs_tol=1e-9)


@true_when(Stated)
def _(case, parts):
    return all(holds(part, case) for part in parts)


@true_when(TooMany)
def _(case, answer, many):
    return bool(answer == case.answer != case.solution) and (answer > case.solution) == many


@true_when(OnlyWay)
def _(case, x, y, through, given, separated):
    dag = case.graph
    joined = all(b in dag.neighbors(a) for a, b in pairwise((x, *through, y)))
    alone = number_of_paths(dag, (x,), y) == 1
    known = not separated or given[0] in through
    return joined and alone and known and d_separated(dag, x, y, given) == separated


@amount
def named(case, number):
    """Return the number itself."""
    return number


@amount
def pairs(case, variables):
    """Return how many pairs some variables make, listed."""
    return len(list(combinations(range(variables), 2)))


@amount
def subsets(case, variables):
    """Return how many subsets some variables have: each in it or not."""
    return len(list(product((False, True), repeat=variables)))
