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
