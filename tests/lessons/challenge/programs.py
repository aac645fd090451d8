"""Programs as learners write them, apart from the kit's own: each wrong in one way."""

from itertools import combinations, count


def subsets(items, sizes):
    for size in sizes:
        yield from map(set, combinations(sorted(items), size))


def apart(ask, x, y, among, sizes=None, forced=()):
    sizes = range(len(among) + 1) if sizes is None else sizes
    return next((s for s in subsets(among, sizes) if ask(x, y, s | set(forced))), None)


def right(ask, x, boundary):
    return {y for y in boundary if apart(ask, x, y, boundary - {y}) is None}


def the_boundary(ask, x, boundary):
    return boundary


def given_all_the_rest(ask, x, boundary):
    return {y for y in boundary if not ask(x, y, boundary - {y})}


def marginal(ask, x, boundary):
    return {y for y in boundary if not ask(x, y)}


def at_most_one(ask, x, boundary):
    return {y for y in boundary if apart(ask, x, y, boundary - {y}, range(2)) is None}


def any_dependence(ask, x, boundary):
    return {y for y in boundary if any(not ask(x, y, s) for s in subsets(boundary - {y}, range(9)))}


def the_first_only(ask, x, boundary):
    return set(sorted(right(ask, x, boundary))[:1])


def condition_one_only(ask, x, boundary):
    pairs = combinations(sorted(right(ask, x, boundary)), 2)
    return all(apart(ask, z, w, boundary - {z, w}, forced={x}) is None for z, w in pairs)


def small(ask, x, boundary):
    return len(boundary) < 3


def no_co_parent(ask, x, boundary):
    return right(ask, x, boundary) == boundary


def only_deletes(ask, x, boundaries, neighbors):
    return {y: boundaries[y] - {x} for y in boundaries if y != x}


# More of them, by the step that each is wrong at; written before the judge was run on any.


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


# Ways to know more than was asked.


def peeks(ask, x, boundary):
    cells = [cell.cell_contents for cell in ask.__closure__]
    dag = next(value for value in cells if hasattr(value, "edges"))
    return set(dag.neighbors(x))


def asks_and_peeks(ask, x, boundary):
    for y in boundary:
        ask(x, y)
    return peeks(ask, x, boundary)


def peeks_at_the_caller(ask, x, boundary):
    import sys

    frame = sys._getframe()
    while "dag" not in frame.f_locals:
        frame = frame.f_back
    return set(frame.f_locals["dag"].neighbors(x))


# What does not come to an end, or answers with no answer.


def loops(ask, x, boundary):
    while True:
        x = str(x)


def counts(ask, x, boundary):
    return {y for y in count() if y < 0}


def calls_itself(ask, x, boundary):
    return calls_itself(ask, x, boundary)


def prints(ask, x, boundary):
    while True:
        print("again " * 100)  # noqa: T201 - what a learner's program may do


def asks_again(ask, x, boundary):
    while boundary:
        ask(x, min(boundary))
    return set()


def raises(ask, x, boundary):
    return {sorted(boundary)[0]}


def changes_its_arguments(ask, x, boundary):
    boundary.clear()
    return boundary


def conditions_on_its_own(ask, x, boundary):
    return {y for y in boundary if not ask(x, y, {y})}


def returns_a_name(ask, x, boundary):
    return x


def returns_a_stranger(ask, x, boundary):
    return {"rain"}


def yields(ask, x, boundary):
    while True:
        yield x


def never_ends(ask, x, boundary):
    return count()


def returns_nothing(ask, x, boundary):
    right(ask, x, boundary)


def leaves(ask, x, boundary):
    raise SystemExit


def catches_all(ask, x, boundary):
    while True:
        try:
            x = str(x)
            if x == "Z":
                break
        except BaseException:
            x = "A"


def calls_what_catches_all(ask, x, boundary):
    return catches_all(ask, x, boundary)


CALLS = []


def remembers(ask, x, boundary):
    CALLS.append(x)
    return set(boundary) if len(CALLS) % 2 else set()
