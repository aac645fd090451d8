"""More wrong programs, written before the judge was run on any of them."""

from itertools import combinations

from tests.lessons.challenge.programs import apart, only_deletes, right


def neighbors_up_to_two(ask, x, boundary):
    return {y for y in boundary if apart(ask, x, y, boundary - {y}, range(3)) is None}


def neighbors_one_set_of_each_size(ask, x, boundary):
    found = set()
    for y in boundary:
        others = sorted(boundary - {y})
        if not any(ask(x, y, set(others[:n])) for n in range(len(others) + 1)):
            found.add(y)
    return found


def neighbors_turned(ask, x, boundary):
    return boundary - right(ask, x, boundary)


def neighbors_and_itself(ask, x, boundary):
    return right(ask, x, boundary) | {x}


def neighbors_by_name(ask, x, boundary):
    right(ask, x, boundary)
    return {y for y in boundary if y < x}


def neighbors_that_leave_at_once(ask, x, boundary):
    left = set(boundary)
    for y in sorted(boundary):
        if apart(ask, x, y, left - {y}) is not None:
            left.discard(y)
    return left


def removable_never(ask, x, boundary):
    return False


def removable_marginal(ask, x, boundary):
    return not any(ask(y, z) for y, z in combinations(right(ask, x, boundary), 2))


def removable_whole_boundary(ask, x, boundary):
    pairs = combinations(boundary, 2)
    return not any(ask(y, z, (boundary | {x}) - {y, z}) for y, z in pairs)


def update_parts_all(ask, x, boundaries, neighbors):
    return {y: boundaries[y] - {x} - (neighbors if y in neighbors else set()) for y in boundaries}


def update_given_all(ask, x, boundaries, neighbors):
    new = only_deletes(ask, x, boundaries, neighbors)
    for y, z in combinations(neighbors, 2):
        if ask(y, z, set(boundaries) - {y, z}):
            new[y].discard(z)
            new[z].discard(y)
    return new


def separate_up_to_one(ask, x, y, candidates):
    return apart(ask, x, y, candidates, range(2))


def separate_all_or_nothing(ask, x, y, candidates):
    return next((s for s in (set(), candidates) if ask(x, y, s)), None)


def boundaries_one_sided(ask, names):
    rest = set(names)
    return {x: {y for y in names if y > x and not ask(x, y, rest - {x, y})} for x in names}


def skeleton_marginal(ask, names):
    return {frozenset(pair) for pair in combinations(names, 2) if not ask(*pair)}


def v_structures_turned(skeleton, sets):
    return {
        (a, c, b)
        for pair, found in sets.items()
        for a, b in [sorted(pair)]
        for c in found
        if {frozenset((a, c)), frozenset((b, c))} <= skeleton
    }


def meek_by_name(pattern):
    return [], [*pattern.directed, *(tuple(sorted(edge)) for edge in pattern.undirected)]
