"""When what is said in the lesson upper_bound is true."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, product
from math import isclose

from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.lessons.counting.facts import Found, Ranking
from marvel_widgets.lessons.upper_bound.exercises import (
    AskedBy,
    Grows,
    OneEffect,
    ProperToo,
    SetsOfAPair,
    ShareOf,
    SizesOf,
)
from tests.truths import true_when
from tests.truths.counting import AMOUNTS
from tests.truths.separation import kindred

NAMES_OF = {}


@true_when(Found)
def _(case, of, args, members):
    found = NAMES_OF[of](case, *args)
    return found == type(found)(map(str, members))


@true_when(Ranking)
def _(case, of, names, numbers):
    found = [AMOUNTS[of](case, name) for name in names]
    right = all(map(lambda a, b: isclose(a, b, abs_tol=1e-9), found, numbers))
    ordered = found == sorted(found, reverse=of == "f1")
    answer = case.answer["order"] if isinstance(case.answer, Mapping) else case.answer
    answered = [name for name in answer if name in names] == [*names]
    return right and answered and ordered == (len(names) > 2)


def closed_form(p, max_in_degree):
    """Return the upper bound, as the split into 0.6 D neighbors and 0.4 D co-parents gives it."""
    d = max_in_degree
    n, m, quarter = Fraction(6 * d, 10), Fraction(4 * d, 10), Fraction(1 << d, 4)
    removability = quarter * (2 * d + 3 * m * n + n * n / 2)
    return p * (Fraction(d * (d - 1), 2) + removability)


def different_after(dag):
    """Return how many different questions MARVEL asks after boundary discovery."""
    log = record("marvel", dag).tests
    return len({(frozenset((t.x, t.y)), t.given) for t in log if t.purpose != BOUNDARY_DISCOVERY})


AMOUNTS.update(
    # the upper bound
    bound_exactly=lambda _, p, d: float(closed_form(p, d)),
    # the answer, if it is outside of what is possible, or else -1
    outside=lambda case, first, last: -1 if first <= case.answer <= last else case.answer,
)


@true_when(SizesOf)
def _(case, x, n, m, size):
    near, far = (kindred(case.graph, x, kin) for kin in ("neighbor", "co-parent"))
    return (len(near), len(far), len(near | far)) == (n, m, size)


@true_when(ProperToo)
def _(case, size, proper, whole):
    subsets = len([*product((0, 1), repeat=size - 1)])
    return (size * (subsets - 1), size * subsets) == (proper, whole)


@true_when(Grows)
def _(case, p, max_in_degree, now, later, times):
    found = [closed_form(p, d) for d in (max_in_degree, max_in_degree + 1)]
    return [*map(int, found)] == [now, later] and isclose(found[1] / found[0], times)


@true_when(ShareOf)
def _(case, p, d, updates, bound, percent):
    whole, found = closed_form(p, d), p * len([*combinations(range(d), 2)])
    return (found, int(whole)) == (updates, bound) and isclose(100 * found / whole, percent)


@true_when(OneEffect)
def _(case, p, d, made, bound):
    dag = Dag([(v, d) for v in range(d)], nodes=range(p))
    return (different_after(dag), int(closed_form(p, d))) == (made, bound)


@true_when(SetsOfAPair)
def _(case, x, family, claimed, pair, free):
    near, far = (kindred(case.graph, x, kin) for kin in ("neighbor", "co-parent"))
    ends = {*pair}
    one_each = len(ends & near) == len(ends & far) == 1
    of_family = {
        "neighbors": x in ends and ends - {x} <= near | far,
        "v-structures": one_each,
        "condition 1": ends <= near,
        "condition 2": one_each,
    }[family]
    whole = near | far | ({x} if family == "v-structures" else set())
    return of_family and {*free} == whole - ends and case.answer[family] == claimed


@true_when(AskedBy)
def _(case, x, y, given, why, other, part, first, later):
    me, lines = (x, y, given), later if part == "upper" else (*first, *later)
    so = {
        "before": me in first and me not in later,
        "counts": me in first and me not in later,
        "again": later.count(me) > 1,
        "other set": other[:2] == me[:2] and other != me and {me, other} <= {*lines},
    }[why]
    return so and case.answer[part] != case.solution[part]
