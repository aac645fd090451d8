"""Find the fewest tests whose answers leave one class, for each class up to renaming.

``python -m tests.shortest_proofs > proofs.txt`` takes about a minute; that file belongs in place of
`shortest_proofs.txt` in `marvel_widgets/lessons/challenge`. From each other class at least one of
the tests must tell it apart: a smallest hitting set, which an integer program finds.
"""

import sys
from functools import cache
from itertools import combinations, permutations

from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.separation import is_separated
from marvel_widgets.lessons.challenge.hidden import classes


@cache
def statements(p):
    """Every test on p variables: two of them and a mask of given ones."""
    return tuple(
        (x, y, mask_of(given))
        for x, y in combinations(range(p), 2)
        for size in range(p - 1)
        for given in combinations([v for v in range(p) if v not in (x, y)], size)
    )


@cache
def answers(dag):
    """The answers of a class to every test, as a mask: a bit for each independence."""
    return sum(is_separated(dag, *s) << i for i, s in enumerate(statements(len(dag))))


@cache
def of_all_classes(p):
    """The answers of every labelled class."""
    place = {s: i for i, s in enumerate(statements(p))}
    held = [
        [s for i, s in enumerate(statements(p)) if answers(dag) >> i & 1]
        for dag in classes()
        if len(dag) == p
    ]
    found = set()
    for way in permutations(range(p)):
        to = {
            (x, y, given): place[
                (*sorted((way[x], way[y])), mask_of(way[v] for v in members(given)))
            ]
            for x, y, given in place
        }
        found |= {sum(1 << to[s] for s in of_one) for of_one in held}
    return frozenset(found)


def rivals(dag):
    """For each other class the tests that tell it apart, as a mask; only the smallest of them."""
    mine = answers(dag)
    masks = sorted({mine ^ other for other in of_all_classes(len(dag)) - {mine}}, key=int.bit_count)
    kept = []
    for mask in masks:
        if not any(mask & less == less for less in kept):
            kept.append(mask)
    return kept


def fewest(masks, tests):
    """A smallest set of tests that meets every mask."""
    import numpy as np
    from scipy.optimize import LinearConstraint, milp

    if not masks:
        return []
    table = np.array([[mask >> i & 1 for i in range(tests)] for mask in masks])
    ones = np.ones(tests)
    solved = milp(ones, constraints=LinearConstraint(table, lb=1), integrality=ones, bounds=(0, 1))
    if solved.status != 0:
        msg = f"no shortest proof was found: {solved.message}"
        raise RuntimeError(msg)
    return [i for i, taken in enumerate(solved.x) if taken > 0.5]


def row(dag):
    """The tests of a shortest proof, as digits."""
    all_tests = statements(len(dag))
    found = [all_tests[i] for i in fewest(rivals(dag), len(all_tests))]
    return " ".join(f"{x}{y}{''.join(map(str, members(given)))}" for x, y, given in found)


if __name__ == "__main__":
    for graph in classes():
        sys.stdout.write(f"{row(graph)}\n")
