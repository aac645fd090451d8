"""When what is said in the lesson pc_skeleton is true."""

import re
from itertools import combinations

from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.pc_skeleton.exercises import (
    LeavesInOrder,
    NoneAlone,
    PcTests,
    SetsOfBoth,
    TriedFor,
    by_hand,
)
from tests.truths import true_when
from tests.truths.counting import amount


@true_when(NoneAlone)
def _(case, x, y):
    others = [(), *((z,) for z in case.graph.nodes if z not in (x, y))]
    return not any(d_separated(case.graph, x, y, given) for given in others)


@true_when(TriedFor)
def _(case, x, y, given, through):
    near = listed_neighbors(case)
    whole = [end for end in (x, y) if {*given} <= near[str(end)]]
    return through in whole if whole else through is None


@true_when(SetsOfBoth)
def _(case, x, y, size, sizes, number):
    near = listed_neighbors(case)
    one, other = ({*combinations(sorted(near[str(end)] - {x, y}), size)} for end in (x, y))
    return sizes == (len(one), len(other), len(one & other)) and number == len(one | other)


@true_when(LeavesInOrder)
def _(case, order, edge, given):
    kept = from_answers(case.asked, tuple(map(str, order))).kept.get(frozenset(map(str, edge)))
    return kept is None if given is None else kept == frozenset(map(str, given))


@true_when(PcTests)
def _(case, x, y, given, tested, before):
    run, pair = on_graph(case), frozenset((str(x), str(y)))
    kept = run.kept.get(pair)
    early = kept is not None and len(kept) <= len(given)
    told = before is None if tested or not early else frozenset(map(str, before or ())) == kept
    return told and ((pair, frozenset(map(str, given))) in run.asked) == tested


@amount
def pc_tests(case, backward):
    """Return how many different tests PC makes in the order of the names, or the opposite one."""
    return len({*on_graph(case, backward=backward).asked})


def listed_neighbors(case):
    """Return the neighbors that a question lists, a line for each variable."""
    lines = (re.fullmatch(r"(\w): (.*)", line) for line in case.asked)
    return {found[1]: set(re.findall(r"\w+", found[2])) for found in lines if found}


def listed_sets(lines):
    """Yield the pairs that a question lists, each with the set that separates it."""
    for line in lines:
        if found := re.fullmatch(r"(\w) and (\w) given (?:nothing|\{(.*)\})", line):
            yield frozenset(found.groups()[:2]), frozenset(re.findall(r"\w", found[3] or ""))


def from_answers(lines, order):
    """Run PC on the independences that a question lists, and no others."""
    said = {*listed_sets(lines)}
    return by_hand(order, lambda x, y, given: (frozenset((x, y)), given) in said)


def on_graph(case, *, backward=False):
    """Run PC by hand on the graph of the question."""
    names = tuple(map(str, case.graph.nodes))
    order = names[::-1] if backward else names
    return by_hand(order, lambda x, y, given: d_separated(case.graph, x, y, given))
