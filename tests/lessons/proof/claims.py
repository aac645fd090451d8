"""A careful reader of the proof of Theorem 1: confirms each sentence on the graph.

`CLAIMS` has one pattern for each sentence, with a check by the reference: paths by the rules
of `tests.reference.paths`, separations by all paths, conditions from edges.
"""

import re
from dataclasses import dataclass, field

from tests.reference import paths as ref
from tests.reference.dags import (
    Graph,
    ancestors,
    children,
    descendants,
    neighbors,
    parents,
    without,
)
from tests.reference.separation import separation, subsets

NAME = r"[^\s,;:.{}→←]+"


@dataclass
class Reading:
    """What a sentence may refer to."""

    g: Graph
    numbers: dict[str, int]
    x: int
    given: frozenset[int]
    p: tuple[int, ...] = ()  # the path P
    pair: tuple[int, int] = ()
    path: tuple[int, ...] = field(default=())  # the path named last
    blocker: int | None = None  # the vertex named last as blocking

    def graph(self, letter: str) -> Graph:
        return self.g if letter == "G" else without(self.g, self.x)

    def number(self, name: str) -> int:
        return self.numbers[name]

    def group(self, words: str) -> frozenset[int]:
        return frozenset(self.number(w) for w in words.strip("{}").split(", ") if w)

    def walk(self, words: str, letter: str = "G") -> tuple[int, ...]:
        """Return a written path after a check of its arrows."""
        parts = words.split(" ")
        names, arrows = [self.number(w) for w in parts[::2]], parts[1::2]
        for a, arrow, b in zip(names, arrows, names[1:], strict=False):
            edge = (a, b) if arrow == "→" else (b, a)
            assert edge in self.graph(letter).edges, words
        return tuple(names)


PATH = rf"{NAME}(?: [→←] {NAME})+"
REASON = {
    rf"neither collider (?P<v>{NAME}) nor a descendant of it is given or an end": (
        lambda r, g, v, _: not descendants(g, v) & (r.given | {r.path[0], r.path[-1]})
    ),
    rf"collider (?P<v>{NAME}) leads down to (?P<w>{NAME}), an end of the path": (
        lambda r, g, v, w: w in descendants(g, v) and w in (r.path[0], r.path[-1])
    ),
    rf"collider (?P<v>{NAME}) is an end of the path as well": (
        lambda r, g, v, _: v in (r.path[0], r.path[-1])
    ),
    rf"collider (?P<v>{NAME}) is given": lambda r, g, v, _: v in r.given,
    rf"collider (?P<v>{NAME}) is opened by its given descendant (?P<w>{NAME})": (
        lambda r, g, v, w: w in r.given & descendants(g, v)
    ),
    rf"(?P<role>chain|fork) (?P<v>{NAME}) is (?P<no>not )?given": (lambda r, g, v, _: v in r.given),
}


def confirms(reading, g, words, at):
    """Return whether a reason is one, for the vertex at a place of the path."""
    for pattern, check in REASON.items():
        match = re.fullmatch(pattern, words)
        if match is None:
            continue
        found = match.groupdict()
        v = reading.number(found["v"])
        w = reading.number(found["w"]) if "w" in found else None
        role = found.get("role") or "collider"
        so = check(reading, g, v, w) != bool(found.get("no"))
        return so and reading.path[at] == v and ref.role(g, reading.path, at) == role
    return False


def _open(r, letter, reasons):
    g = r.graph(letter)
    inner = range(1, len(r.path) - 1)
    if reasons == "one edge, nothing between":
        return ref.is_path(g, r.path) and not inner
    words = reasons.split("; ")
    return (
        ref.is_open(g, r.path, r.given, "paper")
        and len(words) == len(inner)
        and all(confirms(r, g, text, at) for text, at in zip(words, inner, strict=True))
    )


def _blocks(r, v, letter, reason):
    g = r.graph(letter)
    r.blocker = r.number(v)
    places = [at for at, u in enumerate(r.path) if u == r.blocker]
    return ref.blocks(g, r.path, r.blocker, r.given) and any(
        confirms(r, g, reason, at) for at in places
    )


def _begin(r, path, given):
    r.path = r.p = r.walk(path)
    return ref.is_path(r.g, r.p) and r.x in r.p[1:-1] and r.group(given) == r.given


def _sides(r):
    at = r.p.index(r.x)
    return {r.p[at - 1], r.p[at + 1]}


def _case_a(r, x, a, b, x2, x3):
    sides = {r.number(a), r.number(b)}
    return {x, x2, x3} == {x} and sides == _sides(r) and sides <= parents(r.g, r.x)


def _case_b(r, _, x2, x3, late, early):
    late, early = r.number(late), r.number(early)
    is_x = {r.number(x2), r.number(x3)} == {r.x}
    return (
        is_x
        and {late, early} == _sides(r)
        and not _sides(r) <= parents(r.g, r.x)
        and late not in ancestors(r.g, early)
        and late in children(r.g, r.x)
    )


def _opener(r, x, t, where, way, w):
    t, walked = r.number(t), r.walk(way)
    inside = t in r.given if where == "is in S" else t in (r.p[0], r.p[-1])
    directed = " ← " not in way
    return (
        r.number(x) == r.x == walked[0]
        and inside
        and directed
        and walked[-1] == t
        and walked[1] == r.number(w)
        and ref.state(r.g, r.p, r.p.index(r.x), r.given, "paper")
    )


def _alone(r, x, x2, x3, w):
    others = [v for v in r.p if ref.blocks(r.g, r.p, v, r.given)]
    same = {r.number(x), r.number(x2), r.number(x3)} == {r.x}
    return same and others == [r.x] and r.number(w) in children(r.g, r.x)


def _first(r, w, x, a, b, x2, w2, a2, w3, b2, w4, path):
    names = {r.number(n) for n in (w, w2, w3, w4)}
    (w,) = names
    r.path = r.walk(path, "H")
    replaced = tuple(w if v == r.x else v for v in r.p)
    return (
        {r.number(x), r.number(x2)} == {r.x}
        and (a, b) == (a2, b2)
        and {r.number(a), r.number(b)} == _sides(r) <= neighbors(r.g, r.x)
        and w in children(r.g, r.x)
        and all((v, w) in r.g.edges for v in _sides(r))
        and r.path == replaced
    )


def _cut(r, w, w2, path):
    walked, r.path = r.path, r.walk(path, "H")
    v = r.number(w)
    return w == w2 and walked.count(v) == 2 and ref.is_path(without(r.g, r.x), r.path)


def _left_out(r, x, a, b, x2, late, tail, head, path):
    r.path = r.walk(path, "H")
    edge = (r.number(tail), r.number(head))
    return (
        {r.number(x), r.number(x2)} == {r.x}
        and {r.number(a), r.number(b)} == set(edge) == _sides(r) <= neighbors(r.g, r.x)
        and edge in r.g.edges
        and edge[1] == r.number(late)
        and edge[1] in children(r.g, r.x)
        and r.path == tuple(v for v in r.p if v != r.x)
    )


def _more_needed(r, v):
    v = r.number(v)
    at = r.p.index(v)
    collider = ref.role(r.g, r.p, at) == "collider"
    return collider and v in r.given and v == r.blocker


def _carries(r, primes):
    v = r.blocker
    smaller = without(r.g, r.x)
    mine, its = r.p.index(v), r.path.index(v)
    inner = (ref.role(r.g, r.p, mine) == "collider") == (
        ref.role(smaller, r.path, its) == "collider"
    )
    return inner and ref.blocks(r.g, r.p, v, r.given)


def _again(r, early, beyond, early2, early3, x, late, late2, tail, head, path):
    r.path = r.walk(path, "H")
    early_, late_ = r.number(early), r.number(late)
    edge = (r.number(tail), r.number(head))
    return (
        {early, early2, early3} == {early}
        and late == late2
        and r.number(x) == r.x
        and edge == (r.number(beyond), late_)
        and edge in r.g.edges
        and edge[0] in parents(r.g, early_)
        and early_ in children(r.g, r.x) & parents(r.g, late_)
        and r.path == tuple(v for v in r.p if v not in (r.x, early_))
    )


def _conclude_open(r, path, x, given, y, z):
    smaller = without(r.g, r.x)
    walked, chosen = r.walk(path, "H"), r.group(given)
    ends = (r.number(y), r.number(z))
    return (
        r.number(x) == r.x
        and chosen == r.given
        and ends == (r.p[0], r.p[-1]) == (walked[0], walked[-1])
        and ref.is_open(r.g, r.p, chosen, "paper")
        and ref.is_open(smaller, walked, chosen, "paper")
        and ref.is_path(smaller, walked)
        and not separation(r.g)(*ends, chosen)
        and not separation(smaller)(*ends, chosen)
    )


def _conclude_blocked(r, v, x):
    v = r.number(v)
    both = ref.blocks(r.g, r.p, v, r.given)
    return both and ref.blocks(without(r.g, r.x), r.path, v, r.given) and r.number(x) == r.x


def _elsewhere(r, v, x):
    v = r.number(v)
    return v != r.x == r.number(x) and ref.blocks(r.g, r.p, v, r.given)


def _childless(r, x):
    blocks = ref.blocks(r.g, r.p, r.x, r.given)
    return r.number(x) == r.x and blocks and not children(r.g, r.x)


def _any_child(r, x, x2, given, x3):
    reached = descendants(r.g, r.x) & (r.given | {r.p[0], r.p[-1]})
    same = {r.number(x), r.number(x2), r.number(x3)} == {r.x}
    return same and r.group(given) == r.given and not reached


# -- the two rules -------------------------------------------------------------------------


def _states(r, rule):
    g = r.g if r.x in r.path else without(r.g, r.x)
    return [ref.state(g, r.path, at, r.given, rule) for at in range(len(r.path))]


def _same(r):
    return _states(r, "paper") == _states(r, "textbook")


def _differ(r, names, ends, verdict):
    pairs = zip(r.path, _states(r, "paper"), _states(r, "textbook"), strict=True)
    closed = {v for v, paper, textbook in pairs if paper != textbook}
    named = {r.number(n) for n in re.split(r", | and ", names)}
    below = {r.number(n) for n in re.split(r", | and ", ends)}
    tested = all(any(e in descendants(r.g, v) for e in below) for v in closed)
    return (
        named == closed != set()
        and below <= {r.path[0], r.path[-1]}
        and tested
        and bool(verdict) == all(_states(r, "paper"))
    )


# -- the only-if side ----------------------------------------------------------------------


def _apart(r, a, b):
    return b not in neighbors(r.g, a)


def _gap_one(r, z, x, other, x2, other2, z2):
    a, b = r.number(other), r.number(z)
    same = (other, z) == (other2, z2) and {r.number(x), r.number(x2)} == {r.x}
    return (
        same
        and {a, b} == set(r.pair)
        and b in children(r.g, r.x)
        and a in neighbors(r.g, r.x)
        and _apart(r, a, b)
    )


def _gap_two(r, z, x, u, y, y2, x2, z2, u2, z3):
    u_, y_, z_ = r.number(u), r.number(y), r.number(z)
    same = u == u2 and y == y2 and z == z2 == z3 and {r.number(x), r.number(x2)} == {r.x}
    return (
        same
        and {u_, z_} == set(r.pair)
        and u_ in parents(r.g, y_)
        and y_ in children(r.g, r.x) & parents(r.g, z_)
        and z_ in children(r.g, r.x)
        and _apart(r, u_, z_)
    )


def _allowed(r):
    return subsets(frozenset(r.g.vertices) - {r.x, *r.pair})


def _no_set(r, a, b):
    a, b = r.number(a), r.number(b)
    return {a, b} == set(r.pair) and not any(separation(r.g)(a, b, s) for s in _allowed(r))


def _only_x(r, path, x, x2, a, b):
    walked = r.walk(path)
    always = all(ref.is_open(r.g, walked, s, "textbook") for s in _allowed(r))
    same = {r.number(x), r.number(x2)} == {r.x}
    return same and always and {walked[0], walked[-1]} == set(r.pair) and _no_set(r, a, b)


def _only_with(r, path, y):
    walked, y = r.walk(path), r.number(y)
    return {walked[0], walked[-1]} == set(r.pair) and all(
        ref.is_open(r.g, walked, s, "textbook") == (y not in s) for s in _allowed(r)
    )


def _then_open(r, y, path, y2, x, x2, a, b):
    walked, y_ = r.walk(path), r.number(y)
    opened = all(ref.is_open(r.g, walked, s, "textbook") for s in _allowed(r) if y_ in s)
    same = y == y2 and {r.number(x), r.number(x2)} == {r.x}
    return same and opened and {walked[0], walked[-1]} == set(r.pair) and _no_set(r, a, b)


def _separated(r, x, a, b, a2, b2, given, b3, a4, b4):
    smaller = without(r.g, r.x)
    a_, b_, chosen = r.number(a), r.number(b), r.group(given)
    return (
        r.number(x) == r.x
        and a == a2 == a4
        and b == b2 == b3 == b4
        and {a_, b_} == set(r.pair)
        and a_ not in descendants(r.g, b_)
        and chosen == parents(smaller, b_)
        and separation(smaller)(a_, b_, chosen)
    )


def _lost(r, given, a, b, x, path, x2):
    a, b, chosen, walked = r.number(a), r.number(b), r.group(given), r.walk(path)
    if {walked[0], walked[-1]} != {a, b} or not ref.is_open(r.g, walked, chosen, "textbook"):
        return False
    changes = separation(without(r.g, r.x))(a, b, chosen) and not separation(r.g)(a, b, chosen)
    return changes and {r.number(x), r.number(x2)} == {r.x}


N, S = rf"({NAME})", r"(\{[^}]*\})"
CLAIMS = {
    rf"P = ({PATH}), with S = {S}\.": _begin,
    r"It is open in ([GH]): ([^.]+)\.": _open,
    rf"{N} blocks it in ([GH]): ([^.]+)\.": _blocks,
    rf"Both neighbors of {N} on P, {N} and {N}, are parents of {N}: {N} is a collider of P\. "
    r"This is case \(a\)\.": _case_a,
    rf"A neighbor of {N} on P is a child of {N}: {N} is no collider of P\. This is case \(b\)\. "
    rf"The later of the two in the causal order is (?:P_r = )?{N}, the other is "
    rf"(?:P_l = )?{N}\.": _case_b,
    rf"{N} is an open collider: its descendant (?:T = )?{N} (is in S|is an end of P)\. "
    rf"The way down is ({PATH})\. The first child on it is (?:W = )?{N}\.": _opener,
    rf"{N} alone blocks P\. The proof has to show that no descendant T of {N} is in S or an end of "
    rf"P\. The way down to T begins with a child W of {N}; we look at (?:W = )?{N}\.": _alone,
    rf"P': {N} takes the place of {N}\. {N} and {N} are neighbors of {N}, so Condition 1 at {N} "
    rf"gives {N} → {N} and {N} → {N}\. P' = ({PATH})\.": _first,
    rf"It visits {N} twice, so it is not yet a path\.": (
        lambda r, w: r.path.count(r.number(w)) == 2
    ),
    rf"P' visits {N} twice, which the printed proof overlooks\. We take the short cut through "
    rf"{N}: ({PATH})\.": _cut,
    rf"P': we leave {N} out\. Both {N} and {N} are neighbors of {N}, so Condition 1 at {N} joins "
    rf"them: {N} → {N}\. P' = ({PATH})\.": _left_out,
    rf"But {N} is a collider of P, and there the same set opens it\. So one more step is "
    r"needed\.": _more_needed,
    r"It does on P what it does on P('+), so it blocks P in G\.": _carries,
    rf"P'': we leave {N} out too\. {N} is a parent of {N}, and {N} is a child of {N} and a parent "
    rf"of {N}, so Condition 2 at {N} gives {N} → {N}\. P'' = ({PATH})\.": _again,
    rf"P is open in G, and ({PATH}) is open in H, without {N}\. So S = {S} separates {N} and {N} "
    r"neither in G nor in H\. Turned round: a set that separates them in H leaves no such P open "
    r"in G\.": _conclude_open,
    rf"{N} blocks P in G, as it blocks the path without {N} in H\.": _conclude_blocked,
    rf"{N}, and not {N}, blocks P in G\. Nothing has to be built\.": _elsewhere,
    rf"{N} has no children, is not given and is no end of P: it blocks P in G\.": _childless,
    rf"W could be any child of {N}: no descendant of {N} is in S = {S} or an end of P\. So {N} "
    r"blocks P in G\.": _any_child,
    r"The textbook's rule, which leaves the ends out, says the same of this path\.": _same,
    rf"The textbook's rule differs here: it leaves the ends out, so it closes the colliders? "
    rf"({NAME}(?:(?:, | and ){NAME})*), with the end ({NAME}(?: and {NAME})?) at or below "
    r"(?:it|them)(, and calls the path blocked)?\. Whether S separates the ends never "
    r"differs\.": _differ,
    rf"Condition 1 fails at the child {N} of {N}\. {N} is a neighbor of {N}, and no edge joins {N} "
    rf"and {N}\.": _gap_one,
    rf"Condition 2 fails at the child {N} of {N}\. {N} is a parent of {N}, and {N} is a child of "
    rf"{N} and a parent of {N}, but {N} → {N} is missing\.": _gap_two,
    rf"({PATH}) is a path of G\. Only {N} could block it, and H has no {N}\. So no set of "
    rf"variables of H separates {N} and {N} in G\.": _only_x,
    rf"({PATH}) is a path of G\. A set blocks it only with {N} in it\.": _only_with,
    rf"With {N} in the set, ({PATH}) is open at its collider {N}; only {N} could block it, and H "
    rf"has no {N}\. So no set of variables of H separates {N} and {N} in G\.": _then_open,
    rf"In H, the graph without {N}, no edge joins {N} and {N}, and {N} is no descendant of {N}\. "
    rf"So S = {S}, the parents of {N} in H, separates {N} and {N} there\.": _separated,
    rf"S = {S} separates {N} and {N} in H, and does not in G\. In G, the graph with {N}, "
    rf"({PATH}) is open: {N} is not removable\. Were it removable, S would separate them in G as "
    r"well; so the missing edge would have to be there\.": _lost,
}
PATTERNS = {re.compile(pattern): check for pattern, check in CLAIMS.items()}


def unconfirmed(text: str, reading: Reading, seen=None) -> str | None:
    """Return the first piece of a text that is not a known sentence, or not true; else None."""
    left = text
    while left:
        found = [(p, m) for p in PATTERNS if (m := p.match(left))]
        if len(found) != 1:
            return f"{len(found)} readings of: {left}"
        ((pattern, match),) = found
        if seen is not None:
            seen.add(pattern)
        try:
            true = PATTERNS[pattern](reading, *match.groups())
        except (AssertionError, KeyError, ValueError) as error:
            return f"{error!r} in: {match.group()}"
        if not true:
            return f"not so: {match.group()}"
        left = left[match.end() :].lstrip()
    return None
