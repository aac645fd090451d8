"""What shows that an answer about removable variables is wrong, as facts."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from marvel_widgets.assessment.facts import Fact, Facts, Principle
from marvel_widgets.core.boundary.removability import explain_removability
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.witness import open_path
from marvel_widgets.lessons.removability.beliefs import (
    Arrow,
    Pair,
    first_failure,
    missing_pairs,
    with_arrows,
)
from marvel_widgets.lessons.removability.facts import (
    AtChild,
    Changes,
    MissingArrow,
    NeighborsAtChild,
    NothingAsks,
    Removable,
    SameWithout,
)
from marvel_widgets.lessons.removability.facts_answers import (
    BeginsWith,
    Cycle,
    InPairAndSet,
    Kin,
    Leaves,
    Repairs,
    With,
    Without,
)
from marvel_widgets.lessons.removability.view import ConditionVerdict, condition_verdicts
from marvel_widgets.lessons.separation.facts import Adjacent

ABOUT_OTHERS: Final = Principle("The definition speaks of pairs of the others.")
MISSING_AMONG_OTHERS: Final = Principle("The missing edges are among the others.")
PAIR_OF_TWO: Final = Principle("The pair needs two variables.")
SETS_WITHOUT_IT: Final = Principle("The definition asks for sets without the one that leaves.")
OF_CHILDREN: Final = Principle("The conditions ask something of children only.")


def in_order(dag: Dag, names: Iterable[Label]) -> list[str]:
    """Return names in the order of the graph."""
    return [str(v) for v in sorted(names, key=dag.position)]


def verdict_of(dag: Dag, x: Label) -> Facts:
    """Return whether a variable is removable, with the place where a condition fails."""
    now = explain_removability(dag, x).changed
    children = tuple(in_order(dag, dag.children(x)))
    if now is None:
        return (Removable(x, True, children),)
    pair = in_order(dag, (now.y, now.z))
    why = next(v.why for v in condition_verdicts(dag, x) if not v.holds)
    lost = Changes(x, (pair[0], pair[1]), tuple(in_order(dag, now.given)))
    return Removable(x, False, children, why), lost


def failures(dag: Dag, x: Label) -> Facts:
    """Return every condition that fails, at every child."""
    return tuple(_at_child(x, v) for v in condition_verdicts(dag, x) if not v.holds)


def _at_child(x: Label, verdict: ConditionVerdict) -> Fact:
    return AtChild(x, verdict.child, verdict.condition, verdict.holds, verdict.why)


def misjudged(dag: Dag, value: Collection[Label], solution: Collection[Label]) -> Facts:
    """Return the verdict on a variable that was named and should not be, or the other way round."""
    extra = [v for v in dag if v in value and v not in solution]
    lost = [v for v in dag if v in solution and v not in value]
    return verdict_of(dag, (extra + lost)[0])


def wrong_child(dag: Dag, x: Label, named: Mapping[int, Collection[Label]]) -> Facts:
    """Return the first condition at the first child that was judged wrong."""
    strange = in_order(dag, {v for at in named.values() for v in at} - dag.children(x))
    if strange:
        return Kin(strange[0], "child", x, False), OF_CHILDREN
    verdicts = condition_verdicts(dag, x)
    wrong = (v for v in verdicts if v.holds == (v.child in named[v.condition]))
    return (_at_child(x, next(wrong)),)


def wrong_pair(dag: Dag, x: Label, value: Collection[Pair]) -> Facts:
    """Return a pair that no condition asks for and was named, or one that was left out."""
    wanted = missing_pairs(dag, x)
    extra = sorted(value - wanted, key=lambda pair: in_order(dag, pair))  # type: ignore[operator]
    if not extra:
        return _left_out(dag, x, value)
    a, b = in_order(dag, extra[0])
    if x in extra[0]:
        return Leaves(x), MISSING_AMONG_OTHERS
    if b in dag.neighbors(a):
        return (Adjacent((a, b)),)
    return (nothing_asks(dag, x, (a, b)),)


def nothing_asks(dag: Dag, x: Label, pair: tuple[Label, Label]) -> Fact:
    """Return that no condition asks for an edge, where that is so."""
    return NothingAsks(x, pair, next((v for v in pair if v in dag.children(x)), None))


def _left_out(dag: Dag, x: Label, value: Collection[Pair]) -> Facts:
    """Return the first place where an edge is missing that was not named."""
    failing = explain_removability(dag, x).violations
    place = next(v for v in failing if frozenset(v.missing) not in value)
    z = place.child
    (other,) = set(place.missing) - {z}
    if place.condition == 1:
        return (AtChild(x, z, 1, False, (NeighborsAtChild(x, z, (other,), False),)),)
    return (AtChild(x, z, 2, False, (MissingArrow(x, place.through, place.missing),)),)


def no_change(dag: Dag, x: Label, pair: Collection[Label], chosen: Collection[Label]) -> Facts:
    """Return why no d-separation changes without x at this pair and this set."""
    named = in_order(dag, pair)
    if len(named) != 2:
        return (PAIR_OF_TWO,)
    if x in pair:
        return Leaves(x), ABOUT_OTHERS
    if x in chosen:
        return Leaves(x), SETS_WITHOUT_IT
    both = in_order(dag, set(pair) & set(chosen))
    y, z = named
    if both:
        return (InPairAndSet(both[0], (y, z)),)
    path = open_path(dag.without(x), y, z, chosen)
    return (SameWithout(x, (y, z), tuple(in_order(dag, chosen)), path),)


def bad_repair(dag: Dag, x: Label, arrows: Iterable[Arrow], fewest: int) -> Facts:
    """Return why arrows are not a repair, or not one of the smallest."""
    added = tuple(sorted(arrows, key=str))
    joined = [(a, b) for a, b in added if b in dag.neighbors(a)]
    if joined:
        return (Adjacent(joined[0]),)
    after = with_arrows(dag, added)
    if after is None:
        return (Cycle(added),)
    verdict = verdict_of(after, x)
    if len(verdict) > 1:
        return (With(added, verdict[:1]),)
    return (Repairs(x, len(added), fewest),)


def order_error(dag: Dag, start: Label, order: Sequence[Label]) -> Facts:
    """Return which variable is not removable at its turn, and why."""
    if order[0] != start:
        return (BeginsWith(start),)
    failure = first_failure(dag, order)
    assert failure is not None  # else the order would be right
    name, left = failure
    gone = tuple(order[: order.index(name)])
    return (Without(gone, verdict_of(left, name)),)
