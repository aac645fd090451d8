"""What shows that an answer about removable variables is wrong, in sentences."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from marvel_widgets.core.boundary.removability import explain_removability
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import open_path
from marvel_widgets.lessons.removability.beliefs import (
    Arrow,
    Pair,
    first_failure,
    missing_pairs,
    with_arrows,
)
from marvel_widgets.lessons.removability.view import condition_verdicts
from marvel_widgets.replay.wording import given_names, path_words
from marvel_widgets.text import listed


def in_order(dag: Dag, names: Iterable[Label]) -> list[str]:
    """Return names in the order of the graph.

    Examples
    --------
    >>> in_order(Dag("A -> B"), {"B", "A"})
    ['A', 'B']
    """
    return [str(v) for v in sorted(names, key=dag.position)]


def given(dag: Dag, names: Iterable[Label]) -> str:
    """Return ``given {A, B}`` or ``given nothing``, in the order of the graph.

    Examples
    --------
    >>> given(Dag("A -> B"), {"B", "A"})
    'given {A, B}'
    """
    return given_names(in_order(dag, names))


def verdict_of(dag: Dag, x: Label) -> str:
    """Return whether a variable is removable, with the place where a condition fails.

    Examples
    --------
    >>> print(verdict_of(Dag("A -> B -> C"), "B"))
    B is not removable: A is a neighbor of B, and no edge joins A to C. Without B, A and C are \
separated given nothing; with B they are not.
    >>> print(verdict_of(Dag("A -> B -> C"), "A"))
    A is removable: both conditions hold at its child B.
    """
    report = explain_removability(dag, x)
    if report.changed is None:
        children = in_order(dag, dag.children(x))
        noun = "child" if len(children) == 1 else "children"
        why = f"both conditions hold at its {noun} {listed(children)}"
        return f"{x} is removable: {why if children else 'it has no children'}."
    found = next(v.found for v in condition_verdicts(dag, x) if not v.holds)
    now, (y, z) = report.changed, in_order(dag, (report.changed.y, report.changed.z))
    return (
        f"{x} is not removable: {found} Without {x}, {y} and {z} are separated "
        f"{given(dag, now.given)}; with {x} they are not."
    )


def failures(dag: Dag, x: Label) -> str:
    """Return every condition that fails, at every child.

    Examples
    --------
    >>> failures(Dag("A -> B -> C"), "B")
    'Condition 1 fails at C: A is a neighbor of B, and no edge joins A to C.'
    """
    failing = (v for v in condition_verdicts(dag, x) if not v.holds)
    return " ".join(f"Condition {v.condition} fails at {v.child}: {v.found}" for v in failing)


def misjudged_words(dag: Dag, value: Collection[Label], solution: Collection[Label]) -> str:
    """Return the verdict on a variable that was named and should not be, or the other way round.

    Examples
    --------
    >>> misjudged_words(Dag("A -> B -> C"), {"C"}, {"A", "C"})
    'A is removable: both conditions hold at its child B.'
    """
    extra = [v for v in dag if v in value and v not in solution]
    lost = [v for v in dag if v in solution and v not in value]
    return verdict_of(dag, (extra + lost)[0])


def wrong_child(dag: Dag, x: Label, named: dict[int, Collection[Label]]) -> str:
    """Return the first condition at the first child that was judged wrong.

    Examples
    --------
    >>> wrong_child(Dag("A -> B -> C"), "B", {1: set(), 2: set()})
    'Condition 1 fails at C: A is a neighbor of B, and no edge joins A to C.'
    """
    strange = in_order(dag, {v for at in named.values() for v in at} - dag.children(x))
    if strange:
        return f"{strange[0]} is no child of {x}; the conditions ask something of children only."
    for verdict in condition_verdicts(dag, x):
        if verdict.holds == (verdict.child in named[verdict.condition]):
            how = "holds" if verdict.holds else "fails"
            return f"Condition {verdict.condition} {how} at {verdict.child}: {verdict.found}"
    return ""


def wrong_pair(dag: Dag, x: Label, value: Collection[Pair]) -> str:
    """Return a pair that no condition asks for and was named, or one that was left out.

    Examples
    --------
    >>> wrong_pair(Dag("A -> C <- B; C -> D"), "C", {frozenset("AB")})
    'Nothing asks for an edge between A and B: the conditions join others to a child of C, and \
neither is one.'
    """
    wanted = missing_pairs(dag, x)
    extra = sorted(value - wanted, key=lambda pair: in_order(dag, pair))  # type: ignore[operator]
    if not extra:
        return _left_out(dag, x, value)
    a, b = in_order(dag, extra[0])
    if x in extra[0]:
        return f"{x} leaves; the missing edges are among the others."
    if b in dag.neighbors(a):
        return f"An edge joins {a} and {b} already."
    children = dag.children(x)
    if not extra[0] & children:
        return (
            f"Nothing asks for an edge between {a} and {b}: the conditions join others to a child "
            f"of {x}, and neither is one."
        )
    child, other = (a, b) if a in children else (b, a)
    return (
        f"Nothing asks for an edge between {a} and {b}: {other} is no neighbor of {x}, and no "
        f"parent of a child of {x} that is a parent of {child}."
    )


def _left_out(dag: Dag, x: Label, value: Collection[Pair]) -> str:
    """Return the first place where an edge is missing that was not named."""
    failing = explain_removability(dag, x).violations
    place = next(v for v in failing if frozenset(v.missing) not in value)
    z = place.child
    (other,) = set(place.missing) - {z}
    here = f"Condition {place.condition} fails at {z}:"
    if place.condition == 1:
        return f"{here} {other} is a neighbor of {x}, and no edge joins {other} to {z}."
    return (
        f"{here} {other} is a parent of {place.through}, a child of {x} and parent of {z}, and no "
        f"edge joins {other} to {z}."
    )


def no_change(dag: Dag, x: Label, pair: Collection[Label], chosen: Collection[Label]) -> str:
    """Return why no d-separation changes without x at this pair and this set.

    Examples
    --------
    >>> no_change(Dag("A <- B -> C"), "B", {"A", "C"}, {"B"})
    'B is in the set. The graph without B has no B, so the definition asks for sets without it.'
    """
    named = in_order(dag, pair)
    if len(named) != 2:
        return f"The pair needs two variables; this has {len(named)}."
    if x in pair:
        return f"{x} leaves; the definition speaks of pairs of the others."
    if x in chosen:
        return (
            f"{x} is in the set. The graph without {x} has no {x}, so the definition asks for "
            "sets without it."
        )
    both = in_order(dag, set(pair) & set(chosen))
    if both:
        return f"{both[0]} is in the pair and in the set."
    y, z = named
    path = open_path(dag.without(x), y, z, chosen)
    if path is not None:
        return (
            f"{y} and {z} are not separated {given(dag, chosen)}, and this stays so without {x}: "
            f"the path {path_words(path)} is open and does not visit {x}."
        )
    assert d_separated(dag, y, z, chosen)  # else this d-separation would change
    return f"{y} and {z} are separated {given(dag, chosen)}, with {x} as without it."


def bad_repair(dag: Dag, x: Label, arrows: Iterable[Arrow], fewest: int) -> str:
    """Return why arrows are not a repair, or not one of the smallest.

    Examples
    --------
    >>> bad_repair(Dag("X -> {A B}; T -> A"), "X", [("A", "B")], 1)
    'With A → B, X is still not removable: T is a parent of A, a child of X and parent of B; \
T → B is missing.'
    """
    added = sorted(arrows, key=str)
    text = listed(f"{a} → {b}" for a, b in added) or "nothing added"
    joined = [(a, b) for a, b in added if b in dag.neighbors(a)]
    if joined:
        return f"{joined[0][0]} and {joined[0][1]} are joined already."
    after = with_arrows(dag, added)
    if after is None:
        return f"With {text} there is a cycle: no DAG any more."
    fails = [v for v in condition_verdicts(after, x) if not v.holds]
    if fails:
        return f"With {text}, {x} is still not removable: {fails[0].found}"
    return f"{x} is removable then, but {fewest} will do, and you add {len(added)}."


def order_error(dag: Dag, start: Label, order: Sequence[Label]) -> str:
    """Return which variable is not removable at its turn, and why.

    Examples
    --------
    >>> print(order_error(Dag("A -> B -> C -> D"), "A", "ACBD"))
    C is not removable after A has left: B is a neighbor of C, and no edge joins B to D. \
Without C, B and D are separated given nothing; with C they are not.
    """
    if order[0] != start:
        return f"The order has to begin with {start}."
    failure = first_failure(dag, order)
    assert failure is not None  # else the order would be right
    name, left = failure
    gone = [str(v) for v in order[: list(order).index(name)]]
    have = "has" if len(gone) == 1 else "have"
    after = f" after {listed(gone)} {have} left" if gone else ""
    return verdict_of(left, name).replace("is not removable", f"is not removable{after}", 1)
