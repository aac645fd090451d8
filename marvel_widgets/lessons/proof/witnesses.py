"""What shows that an answer about the proof of Theorem 1 is wrong, in sentences."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import Path, open_path
from marvel_widgets.lessons.proof.paths import openers
from marvel_widgets.lessons.proof.words import state_words
from marvel_widgets.lessons.removability.witnesses import given, in_order
from marvel_widgets.replay.wording import braces, path_words
from marvel_widgets.text import listed
from marvel_widgets.theory.path_rules import judged_path


def blocked_words(
    dag: Dag, path: Path, named: Collection[Label] | None = None, where: str = ""
) -> str:
    """Return why a path is open or what blocks it; first of all at a vertex judged wrong.

    Examples
    --------
    >>> dag = Dag("A -> C <- B")
    >>> blocked_words(dag, judged_path(dag, "ACB", "C"), {"C"}, "P in G")
    'P in G: C does not block A → C ← B: collider C is given.'
    >>> blocked_words(dag, judged_path(dag, "ACB"))
    'C blocks A → C ← B: neither collider C nor a descendant of it is given or an end.'
    """
    head = f"{where}: " if where else ""
    inner = {v.name: v for v in path.vertices[1:-1]}
    if named is not None:
        strange = [v for v in in_order(dag, named) if v not in inner]
        if strange:
            return f"{head}{strange[0]} is no inner vertex of {path_words(path)}."
        wrong = next(v for v in inner.values() if v.is_open == (v.name in named))
        verb = "does not block" if wrong.is_open else "blocks"
        return f"{head}{wrong.name} {verb} {path_words(path)}: {state_words(wrong, path)}."
    closed = path.blocker
    if closed is not None:
        return f"{head}{closed.name} blocks {path_words(path)}: {state_words(closed, path)}."
    why = "; ".join(state_words(v, path) for v in inner.values()) or "one edge, nothing between"
    return f"{head}{path_words(path)} is open: {why}."


def path_error(
    dag: Dag, x: Label, whole: Path, chosen: Collection[Label], value: Collection[Label]
) -> str:
    """Return why a set of variables is not the path of H that the proof makes of an open path.

    Examples
    --------
    >>> dag = Dag("X -> B <- A; B -> C; X -> C; A -> C")
    >>> path_error(dag, "X", judged_path(dag, "ABXC", "B"), {"B"}, {"A", "B", "C"})
    'In H, B blocks A → B → C: chain B is given.'
    """
    if not value:
        return f"S leaves P open. {blocked_words(dag, whole)}"
    if x in value:
        return f"H is the graph without {x}, so no path of H visits it."
    strange = in_order(dag, set(value) - set(whole.names))
    if strange:
        return f"{strange[0]} is not on P; in case (b) the proof only leaves vertices out."
    kept = [v for v in whole.names if v in value]
    ends = whole.names[0], whole.names[-1]
    if len(kept) < 2 or (kept[0], kept[-1]) != ends:
        return f"The path runs from {ends[0]} to {ends[1]}, as P does."
    smaller = dag.without(x)
    apart = next((p for p in pairwise(kept) if p[1] not in smaller.neighbors(p[0])), None)
    if apart is not None:
        return f"No edge joins {apart[0]} and {apart[1]}."
    path = judged_path(smaller, kept, chosen)
    if not path.is_open:
        return f"In H, {blocked_words(smaller, path)}"
    return f"{path_words(path)} is open in H, but it is not the path that the proof makes."


def opener_words(
    dag: Dag,
    x: Label,
    given_set: Collection[Label],
    ends: Collection[Label],
    value: Mapping[str, Collection[Label]],
) -> str:
    """Return a missed opener of the collider x, a vertex that does not open it, or a wrong child.

    Examples
    --------
    >>> dag = Dag("X -> A -> B")
    >>> opener_words(dag, "X", {"B"}, (), {"T": {"A"}, "W": {"A"}})
    'B is in S, and X leads down to it: it opens X.'
    """
    may_open = set(given_set) | set(ends)
    opened = openers(dag, x, may_open)
    for name in in_order(dag, opened - set(value["T"])):
        place = "is in S" if name in given_set else "is an end of P"
        return f"{name} {place}, and {x} leads down to it: it opens {x}."
    for name in in_order(dag, set(value["T"]) - opened):
        if name in may_open:
            return f"{x} does not lead down to {name}, so {name} does not open it."
        return f"{name} is neither in S nor an end of P."
    for name in in_order(dag, value["W"]):
        if name not in dag.children(x):
            return f"{name} is no child of {x}."
        if not openers(dag, name, opened):
            return (
                f"{name} would be a collider of P', and neither {name} nor a descendant of it is "
                f"among {braces(dag, opened)}: P' would be blocked."
            )
    left = [w for w in in_order(dag, dag.children(x)) if w not in value["W"]]
    good = next(w for w in left if openers(dag, w, opened))
    below = listed(in_order(dag, openers(dag, good, opened)))
    return f"{good} is a child of {x} too, and at or below it is {below}: P' would be open."


def separator_error(
    dag: Dag,
    x: Label,
    pair: tuple[Label, Label],
    chosen: Collection[Label],
    path: Collection[Label],
) -> str:
    """Return why a set does not separate a pair in H, or why a path is not open in G.

    Examples
    --------
    >>> dag = Dag("X -> Y <- T; Y -> Z; X -> Z")
    >>> separator_error(dag, "X", ("T", "Z"), {"Y"}, set())
    'With S = {Y} the path T → Y ← X → Z is open in G: the set is lost.'
    """
    u, z = pair
    if x in chosen:
        return f"{x} is in S. H has no {x}; the definition speaks of sets without it."
    both = in_order(dag, set(chosen) & {u, z})
    if both:
        return f"{both[0]} is one of the pair and can't be in S."
    smaller = dag.without(x)
    left = open_path(smaller, u, z, chosen)
    if left is not None:
        return f"S does not separate {u} and {z} in H: {path_words(left)} is open."
    assert not d_separated(dag, u, z, chosen)  # both paths of the proof can't be blocked
    way = open_path(dag, u, z, chosen)
    assert way is not None
    text = f"the path {path_words(way)} is open in G"
    if not path:
        return f"With S = {braces(dag, chosen)} {text}: the set is lost."
    return f"No path on exactly {braces(dag, path)} is open in G {given(dag, chosen)}; {text}."
