"""When what is said in the lesson teachers is true."""

from collections.abc import Callable
from fractions import Fraction
from random import Random

from marvel_widgets.assessment.signing import signed
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.teachers.exercises import (
    BEFORE_BREAK,
    BREAK,
    ITEMS,
    KEY,
    NEEDS,
    SESSION,
    WISHES,
    AtTheBreak,
    BoundaryShows,
    NormalizedGain,
    PartNeeds,
    Predicts,
    SettingFor,
    Signature,
    tampered,
    written,
)
from tests.truths import true_when
from tests.truths.counting import AMOUNTS
from tests.truths.separation import kindred, members_of
from tests.truths.upper_bound import NAMES_OF


@true_when(Predicts)
def _(case, number, members, named):
    right = predicted(case.graph, number) == set(members)
    return right and (number in case.answer) != (set(members) == set(named))


@true_when(BoundaryShows)
def _(case, x, y):
    more = members_of(case.graph, x) - kindred(case.graph, x, "neighbor")
    return y in more if y is not None else not more


def predicted(dag, belief):
    """Return what is removable for a holder of one of `BELIEFS`, read off the arrows."""
    near = {v: kindred(dag, v, "neighbor") for v in dag.nodes}
    sizes = {v: len(members_of(dag, v)) for v in dag.nodes}
    small = [v for v in dag.nodes if sizes[v] == min(sizes.values())]
    few = min(map(len, near.values()))
    tests: dict[int, Callable[[Label], bool]] = {
        1: lambda v: not kindred(dag, v, "child"),
        2: small.__contains__,
        3: lambda v: all(near[v] <= near[z] | {z} for z in kindred(dag, v, "child")),
        4: sorted(small, key=str)[:1].__contains__,
        5: lambda v: len(near[v]) == few,
        6: lambda v: not kindred(dag, v, "parent"),
    }
    return {v for v in dag.nodes if tests[belief](v)}


def _same(case, belief):
    """Return the beliefs that predict the same as one of them."""
    return [n for n in range(1, 7) if predicted(case.graph, n) == predicted(case.graph, belief)]


AMOUNTS.update(
    # how many they are, where they are the answer, or else -1
    fitting=lambda case, belief: len(case.answer) if {*_same(case, belief)} == case.answer else -1
)


NAMES_OF.update(predicted=lambda case, belief: set(map(str, predicted(case.graph, belief))))


@true_when(SettingFor)
def _(case, setting, wished):
    return (setting in case.answer) != wished


@true_when(PartNeeds)
def _(case, part, before):
    order = case.answer
    return before in NEEDS[part] and bool(order.index(part) < order.index(before))


@true_when(AtTheBreak)
def _(case, minutes, part):
    order = tuple(part for part, _ in minutes)
    clock = [part for part, length in minutes for _ in range(length)]
    before, after = clock[BEFORE_BREAK - 1], clock[BEFORE_BREAK]
    if case.answer != order or len(clock) != SESSION - BREAK:
        return False
    kept = all(order.index(a) < order.index(b) for a, b in case.graph.edges)
    return before == after == part if part else before != after and kept


@true_when(NormalizedGain)
def _(case, before, after, percent, right):
    share = Fraction(percent, 100) * (ITEMS - before) + before
    return case.answer == percent and (share == after) == right


@true_when(Signature)
def _(case, done, valid):
    found = {done: (string, content) for done, string, content in tampered(Random(1))}
    string, content = found[done]
    return ("".join(string.split()) == signed(content, KEY)) == valid


NAMES_OF.update(settings=lambda case: {f"{written(s)}, so that {WISHES[s]}" for s in case.answer})
