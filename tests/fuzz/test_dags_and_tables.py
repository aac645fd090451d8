"""Whatever a Dag or a CI test is made from: the right graph, sound answers, or a clear error.

FisherZ and GTest get the tables; lists and masks become graphs.
"""

import random
import re
from decimal import Decimal
from fractions import Fraction
from math import inf, nan

import numpy as np
import pytest

from marvel_widgets import Dag, DataError, FisherZ, GTest
from marvel_widgets.core.graphs.errors import GraphError
from tests.fuzz.common import Harness, corpus

try:
    import pandas
except ImportError:  # not in the environment with the lowest versions
    pandas = None

RAW = re.compile(r"object (is|has|of)|NoneType|unhashable|argument|ambiguous|index out of|codec")

LABELS = [
    "A", "B", "C", "", "1", 1, 2, 1.5, True, None, nan, ("A", 1), frozenset("A"), "x" * 300,
    10**5000, b"A", ["A"], {"A": 1}, {"A"}, np.int64(1), np.array([1]), 1j, "\ud800", "a b", "->",
]  # fmt: skip
NO_NUMBERS = [nan, inf, -inf, "0", "1", "", None, [], (1,), {}, Decimal("nan"), Decimal("sNaN"),
              np.nan, np.datetime64("2020-01-01"), b"0", np.str_("1"), object]  # fmt: skip


def draw_source(rng: random.Random):
    """Return what to call, and the argument."""
    how = rng.choice([pairs, pairs, masks])
    return how(rng)


def pairs(rng):
    pool = LABELS if rng.random() < 0.4 else LABELS[:8]
    edges = [
        tuple(rng.choices(pool, k=rng.choice([2, 2, 2, 2, 2, 1, 3])))
        for _ in range(rng.randint(0, 4))
    ]
    edges = [rng.choice([list, tuple, tuple])(edge) for edge in edges]
    if rng.random() < 0.1:
        edges.append(rng.choice([1, None, "AB", "A", {"A", "B"}, {"A": 1, "B": 2}, b"AB"]))
    nodes = rng.choice([None, None, rng.choices(pool, k=rng.randint(0, 5)), 3, pool])
    return "pairs", rng.choice([edges, edges, iter(edges), tuple(edges)]), nodes


def masks(rng):
    p = rng.randint(0, 4)
    pool = [0, 0, 1, 2, 3, 4, 8] if rng.random() < 0.7 else [-1, 16, 0.5, "1", None, 10**5000, True]
    names = rng.choice([None, None, "ABCD"[:p], "AAAA"[:p], LABELS[:p], LABELS[-p:], 3, "A"])
    return "masks", [rng.choice(pool) for _ in range(p)], names


MAKERS = {"pairs": lambda source, nodes: Dag(source, nodes), "masks": Dag.from_parent_masks}


def check_source(case) -> None:
    """Make a Dag; raise where it is a wrong one or the error is not in words."""
    how, source, names = case
    source = list(source) if how == "pairs" else source
    try:
        dag = MAKERS[how](source, names)
    except GraphError as error:
        check_words(error)
        return
    assert repr(dag)
    assert len(set(dag.topological_order)) == len(dag.nodes)
    if how == "pairs":
        assert len(dag.edges) == len(source)
    else:
        assert dag.edge_count == sum(bin(mask).count("1") for mask in source)


def check_words(error: ValueError) -> None:
    assert 10 < len(str(error)) < 1_300  # eight faults of a table, a line each
    assert not RAW.search(str(error)), error


VALUES = [0, 1, 2, 0.5, -1.5, True, 1e308, -1e308, 5e-324, np.float32(2), Fraction(1, 3), 7, 8, 9]
STRANGE = [*NO_NUMBERS, *LABELS, 10**400, Fraction(10**400, 3), 1j, 1e-300, "x" * 400]


def draw_table(rng: random.Random):
    n, p = rng.choice([0, 1, 3, 4, 5, 6, 8, 30]), rng.choice([0, 1, 2, 2, 3, 3, 4])
    pool = VALUES[: rng.choice([2, 4, 6, len(VALUES)])]
    data = [[rng.choice(pool) for _ in range(p)] for _ in range(n)]
    if rng.random() < 0.5 and n * p:
        for _ in range(rng.choice([1, 1, 3])):
            data[rng.randrange(n)][rng.randrange(p)] = rng.choice(STRANGE)
    elif rng.random() < 0.5:
        data = [[rng.gauss(0, 1) for _ in range(p)] for _ in range(n)]
    return in_a_form(rng, data), a_level(rng), some_names(rng, p), rng.choice([FisherZ, GTest])


def in_a_form(rng, data):
    how = rng.randrange(5)
    if how == 0 and data:
        data[rng.randrange(len(data))] = rng.choice([[], [1], None, "ab", 3, (1, 2)])
    elif how == 1:
        return [tuple(row) for row in data]
    try:  # numpy and pandas do not take all that a list does
        if how == 2:
            return np.array(data, dtype=rng.choice([float, object, str, np.longdouble]))
        if how == 3 and pandas:
            return pandas.DataFrame(data, dtype=rng.choice([object, None]))
    except (TypeError, ValueError, ArithmeticError):
        pass
    return data


def a_level(rng):
    return rng.choice(
        [None, None, None, 0.1, 0.5, Decimal("0.1"), "0.1", 0, 1, nan, -1, [0.1], 10**400]
    )


def some_names(rng, p):
    good = list("ABCD"[:p])
    return rng.choice([None, None, None, good, good, 3, LABELS[:p], LABELS[-p:], "AAAA"[:p]])


def check_table(case) -> None:
    """Test a pair of columns; raise where the answer is unsound or the error not in words."""
    data, level, names, make = case
    try:
        test = make(data, level, names=names)
        given = test.names[2:3]
        forth = test.p_value(test.names[0], test.names[1], given)
    except (DataError, GraphError) as error:
        check_words(error)
        return
    except ValueError as error:
        assert "alpha must be a significance level" in str(error)  # noqa: PT017 - the one other reason
        check_words(error)
        return
    assert 0 <= forth <= 1
    assert test.p_value(test.names[1], test.names[0], given) == pytest.approx(forth, abs=1e-9)
    assert repr(test)
    assert test(test.names[0], test.names[1], given) == (forth > test.alpha)


HARNESSES = {
    "graphs": Harness(draw_source, check_source, 250, 80_000),
    "tables": Harness(draw_table, check_table, 250, 40_000),
}


# The words of the corpus, which holds Python expressions of cases.
WORDS = {"np": np, "nan": nan, "inf": inf, "Fraction": Fraction, "Decimal": Decimal,
         "FisherZ": FisherZ, "GTest": GTest}  # fmt: skip


@pytest.mark.parametrize("found", corpus("dags_and_tables"), ids=lambda found: found["what"])
def test_what_was_found_once(found):
    HARNESSES[found["harness"]].check(eval(found["case"], WORDS))
