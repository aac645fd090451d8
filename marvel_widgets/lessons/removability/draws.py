"""Random graphs in which a variable fails Theorem 1 in a way that a question needs.

Uniform random graphs seldom do. The letters are assigned at random, so nothing can be read off
them; what the graphs are like is computed by the exercises, not promised here.
"""

import random
from collections.abc import Sequence

from marvel_widgets.assessment.exercise import lettered, random_dag
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label

_Arrow = tuple[str, str]


def _dealt(rng: random.Random, roles: Sequence[str], arrows: Sequence[_Arrow]) -> tuple[Dag, Label]:
    """Return a graph of roles with letters in their place, and the letter of x."""
    dealt = rng.sample(roles, len(roles))
    return lettered(Dag(arrows, nodes=dealt)), chr(ord("A") + dealt.index("x"))


def _some(rng: random.Random, arrows: Sequence[_Arrow], chance: float) -> list[_Arrow]:
    return [arrow for arrow in arrows if rng.random() < chance]


def with_a_leaver(rng: random.Random, edges: tuple[int, int], size: int = 6) -> tuple[Dag, Label]:
    """Return a random graph, its number of edges between two numbers, and one of its variables."""
    dag = random_dag(rng, size, rng.randint(*edges))
    return dag, rng.choice(dag.nodes)


def short_of_removable(rng: random.Random) -> tuple[Dag, Label]:
    """Return a graph with a variable x that two edges keep from being removable.

    x has the parents v and w and the children y -> z; t is a parent of both children, s of z
    alone. Of the edges that the theorem asks for, two are left out.
    """
    own = [("v", "x"), ("w", "x"), ("x", "y"), ("x", "z"), ("y", "z"), ("t", "y"), ("s", "z")]
    asked = [("v", "y"), ("v", "z"), ("w", "y"), ("w", "z"), ("t", "z")]
    others = _some(rng, [("t", "s"), ("t", "v"), ("s", "w")], 0.3)
    kept = rng.sample(asked, len(asked) - 2)
    return _dealt(rng, "stvwxyz", [*own, *kept, *others])


def with_a_trap_below(rng: random.Random) -> tuple[Dag, Label]:
    """Return a graph in which x is not removable, and the missing edge has a collider below it.

    The edge u -> z is missing, by Condition 1 or by Condition 2; k is a child of both u and z,
    and s is a child of k. Conditioning on k or s connects u and z.
    """
    own = [("x", "z"), ("u", "k"), ("z", "k"), ("k", "s")]
    if rng.random() < 0.5:
        own += [("u", "x"), ("u", "y"), ("y", "z")]
    else:
        own += [("x", "y"), ("u", "y"), ("y", "z")]
    others = rng.sample([("a", "u"), ("a", "y"), ("a", "z"), ("a", "s")], rng.randint(1, 2))
    others += _some(rng, [("y", "s")], 0.4)
    return _dealt(rng, "aksuxyz", [*own, *others])


def turning_matters(rng: random.Random) -> tuple[Dag, Label]:
    """Return a graph with a variable x for which the direction of a missing edge matters.

    x has the children y -> z and u -> z, with no edge between y and u. t is a parent of y
    alone: an arrow from y to u would ask for another one from t.
    """
    own = [("x", "u"), ("x", "y"), ("x", "z"), ("u", "z"), ("y", "z"), ("t", "y")]
    parent = [("w", "x"), ("w", "u"), ("w", "y"), ("w", "z")]
    others = _some(rng, [("w", "t"), ("z", "s"), ("t", "s")], 0.4)
    return _dealt(rng, "stuwxyz", [*own, *parent, *others])


def proof_case_b(rng: random.Random) -> tuple[Dag, Label, tuple[Label, ...]]:
    """Return a graph, a removable x, and a path through it on which x is not a collider.

    The path visits u -> l <- x -> r, and more on both sides; l -> r and u -> r are edges.
    """
    own = [("x", "l"), ("x", "r"), ("l", "r"), ("u", "l"), ("u", "r")]
    beyond = [rng.choice([("a", "u"), ("u", "a")]), rng.choice([("r", "b"), ("b", "r")])]
    others = _some(rng, [("l", "t"), ("r", "t"), ("t", "b"), ("u", "t"), ("a", "l")], 0.4)
    if ("a", "l") in others:
        others.append(("a", "r"))
    arrows = [*own, *beyond, *others]
    if ("b", "r") in beyond:  # else r, t and b would close a cycle
        arrows = [arrow for arrow in arrows if arrow != ("t", "b")]
    return _on_a_path(rng, "ablrtux", arrows, "aulxrb" if rng.random() < 0.7 else "ulxrb")


def proof_case_a(rng: random.Random) -> tuple[Dag, Label, tuple[Label, ...]]:
    """Return a graph, a removable x with two children, and a path on which x is a collider."""
    own = [("l", "x"), ("r", "x"), ("l", "c"), ("r", "c"), ("l", "e"), ("r", "e")]
    own += [("x", "c"), ("x", "e"), ("c", "e"), ("r", "z")]
    below = rng.sample([("c", "z"), ("e", "z"), ("c", "d"), ("e", "d"), ("c", "s"), ("d", "s")], 3)
    return _on_a_path(rng, "cdelrsxz", [*own, *below], "lxrz")


def _on_a_path(
    rng: random.Random, roles: str, arrows: Sequence[_Arrow], way: str
) -> tuple[Dag, Label, tuple[Label, ...]]:
    dealt = rng.sample(roles, len(roles))
    letter = {role: chr(ord("A") + at) for at, role in enumerate(dealt)}
    path: tuple[Label, ...] = tuple(letter[role] for role in way)
    if rng.random() < 0.5:
        path = path[::-1]
    return lettered(Dag(arrows, nodes=dealt)), letter["x"], path
