"""A careful reader of the proof of Theorem 1: confirms each sentence on the graph.

`CLAIMS` has one pattern for each sentence, with a check by the reference: paths by the rules
of `tests.reference.paths`, separations by all paths, conditions from edges. In a pattern <x> is
the variable of Theorem 1, <given:> the set, <in_g~> and <in_h~> are paths of one of the two graphs.
"""

import re
from dataclasses import dataclass
from itertools import pairwise

from tests.lessons.lemmas.reader import NAME, pattern
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


@dataclass
class Reading:
    """What a sentence may refer to."""

    g: Graph
    x: str
    given: frozenset[str]
    p: tuple[str, ...] = ()  # the path P
    pair: tuple[str, str] = ()
    path: tuple[str, ...] = ()  # the path named last
    blocker: str | None = None  # the vertex named last as blocking

    def graph(self, letter: str) -> Graph:
        return self.g if letter == "G" else without(self.g, self.x)

    def walk(self, words: str, letter: str) -> tuple[str, ...]:
        """Return a written path after a check of its arrows."""
        parts = words.split(" ")
        names, arrows = parts[::2], parts[1::2]
        for a, arrow, b in zip(names, arrows, names[1:], strict=False):
            edge = (a, b) if arrow == "→" else (b, a)
            assert edge in self.graph(letter).edges, words
        return tuple(names)

    def value(self, key: str, words: str) -> object:
        if key == "given":
            return frozenset(filter(None, words.strip("{}").split(", ")))
        return self.walk(words, key[-1].upper()) if key in ("in_g", "in_h") else words


def reasons(r, g, at):
    """Return what may truly be said of the vertex at a place of the path."""
    v, role = r.path[at], ref.role(g, r.path, at)
    if role != "collider":
        return {f"{role} {v} is {'' if v in r.given else 'not '}given"}
    below, ends = descendants(g, v), {r.path[0], r.path[-1]}
    found = {f"collider {v} is opened by its given descendant {w}" for w in below & r.given}
    found |= {f"collider {v} leads down to {w}, an end of the path" for w in below & ends}
    found |= {f"collider {v} is given"} if v in r.given else set()
    found |= {f"collider {v} is an end of the path as well"} if v in ends else set()
    return found or {f"collider {v} is not given and no end, nor is a descendant of it"}


def _open(r, letter, why):
    g = r.graph(letter)
    inner = range(1, len(r.path) - 1)
    if why == "one edge, nothing between":
        return ref.is_path(g, r.path) and not inner
    words = why.split("; ")
    return (
        ref.is_open(g, r.path, r.given, "paper")
        and len(words) == len(inner)
        and all(text in reasons(r, g, at) for text, at in zip(words, inner, strict=True))
    )


def _blocks(r, v, letter, why):
    g = r.graph(letter)
    r.blocker = v
    return ref.blocks(g, r.path, v, r.given) and any(
        why in reasons(r, g, at) for at, u in enumerate(r.path) if u == v
    )


def _begin(r, in_g, given):
    r.path = r.p = in_g
    return ref.is_path(r.g, r.p) and r.x in r.p[1:-1] and given == r.given


def _sides(r):
    at = r.p.index(r.x)
    return {r.p[at - 1], r.p[at + 1]}


def _case_b(r, late, early):
    return (
        {late, early} == _sides(r)
        and not _sides(r) <= parents(r.g, r.x)
        and late not in ancestors(r.g, early)
        and late in children(r.g, r.x)
    )


def _opener(r, t, where, in_g, w):
    return (
        t in (r.given if where == "is in S" else (r.p[0], r.p[-1]))
        and set(pairwise(in_g)) <= r.g.edges
        and (*in_g[:2], in_g[-1]) == (r.x, w, t)
        and ref.state(r.g, r.p, r.p.index(r.x), r.given, "paper")
    )


def _alone(r, w):
    others = [v for v in r.p if ref.blocks(r.g, r.p, v, r.given)]
    return others == [r.x] and w in children(r.g, r.x)


def _first(r, w, a, b, in_h):
    r.path = in_h
    return (
        {a, b} == _sides(r) <= neighbors(r.g, r.x)
        and w in children(r.g, r.x)
        and {(a, w), (b, w)} <= r.g.edges
        and r.path == tuple(w if v == r.x else v for v in r.p)
    )


def _cut(r, w, in_h):
    walked, r.path = r.path, in_h
    return walked.count(w) == 2 and ref.is_path(without(r.g, r.x), r.path)


def _left_out(r, a, b, early, late, in_h):
    r.path = in_h
    return (
        {a, b} == {early, late} == _sides(r) <= neighbors(r.g, r.x)
        and (early, late) in r.g.edges
        and late in children(r.g, r.x)
        and r.path == tuple(v for v in r.p if v != r.x)
    )


def _more_needed(r, v):
    collider = ref.role(r.g, r.p, r.p.index(v)) == "collider"
    return collider and v in r.given and v == r.blocker


def _carries(r):
    v = r.blocker
    smaller = without(r.g, r.x)
    mine, its = r.p.index(v), r.path.index(v)
    inner = (ref.role(r.g, r.p, mine) == "collider") == (
        ref.role(smaller, r.path, its) == "collider"
    )
    return inner and ref.blocks(r.g, r.p, v, r.given)


def _again(r, early, beyond, late, in_h):
    r.path = in_h
    return (
        (beyond, late) in r.g.edges
        and beyond in parents(r.g, early)
        and early in children(r.g, r.x) & parents(r.g, late)
        and r.path == tuple(v for v in r.p if v not in (r.x, early))
    )


def _conclude_open(r, in_h, given, y, z):
    smaller = without(r.g, r.x)
    return (
        given == r.given
        and (y, z) == (r.p[0], r.p[-1]) == (in_h[0], in_h[-1])
        and ref.is_open(r.g, r.p, given, "paper")
        and ref.is_open(smaller, in_h, given, "paper")
        and ref.is_path(smaller, in_h)
        and not separation(r.g)(y, z, given)
        and not separation(smaller)(y, z, given)
    )


def _any_child(r, given):
    reached = descendants(r.g, r.x) & (r.given | {r.p[0], r.p[-1]})
    return given == r.given and not reached


# -- the two rules -------------------------------------------------------------------------


def _states(r, rule):
    g = r.g if r.x in r.path else without(r.g, r.x)
    return [ref.state(g, r.path, at, r.given, rule) for at in range(len(r.path))]


def _differ(r, names, ends, verdict):
    pairs = zip(r.path, _states(r, "paper"), _states(r, "textbook"), strict=True)
    closed = {v for v, paper, textbook in pairs if paper != textbook}
    below = {*re.split(r", | and ", ends)}
    tested = all(any(e in descendants(r.g, v) for e in below) for v in closed)
    return (
        {*re.split(r", | and ", names)} == closed != set()
        and below <= {r.path[0], r.path[-1]}
        and tested
        and bool(verdict) == all(_states(r, "paper"))
    )


# -- the only-if side ----------------------------------------------------------------------


def _gap_one(r, z, other):
    return (
        {other, z} == set(r.pair)
        and z in children(r.g, r.x)
        and other in neighbors(r.g, r.x) - neighbors(r.g, z)
    )


def _gap_two(r, z, u, y):
    return (
        {u, z} == set(r.pair)
        and u in parents(r.g, y) - neighbors(r.g, z)
        and y in children(r.g, r.x) & parents(r.g, z)
        and z in children(r.g, r.x)
    )


def _allowed(r):
    return subsets(frozenset(r.g.vertices) - {r.x, *r.pair})


def _no_set(r, in_g, a, b):
    joins = {in_g[0], in_g[-1]} == {a, b} == set(r.pair)
    return joins and not any(separation(r.g)(a, b, s) for s in _allowed(r))


def _only_x(r, in_g, a, b):
    always = all(ref.is_open(r.g, in_g, s, "textbook") for s in _allowed(r))
    return always and _no_set(r, in_g, a, b)


def _only_with(r, in_g, y):
    return {in_g[0], in_g[-1]} == set(r.pair) and all(
        ref.is_open(r.g, in_g, s, "textbook") == (y not in s) for s in _allowed(r)
    )


def _then_open(r, y, in_g, a, b):
    opened = all(ref.is_open(r.g, in_g, s, "textbook") for s in _allowed(r) if y in s)
    return opened and _no_set(r, in_g, a, b)


def _separated(r, a, b, given):
    smaller = without(r.g, r.x)
    return (
        {a, b} == set(r.pair)
        and a not in descendants(r.g, b)
        and given == parents(smaller, b)
        and separation(smaller)(a, b, given)
    )


def _lost(r, given, a, b, in_g):
    if {in_g[0], in_g[-1]} != {a, b} or not ref.is_open(r.g, in_g, given, "textbook"):
        return False
    return separation(without(r.g, r.x))(a, b, given) and not separation(r.g)(a, b, given)


CLAIMS = {
    "P = <in_g~>, with S = <given:>\\.": _begin,
    "It is open in (?P<letter>[GH]): (?P<why>[^.]+)\\.": _open,
    "<v> blocks it in (?P<letter>[GH]): (?P<why>[^.]+)\\.": _blocks,
    "Both neighbors of <x> on P, <a> and <b>, are parents of <x>: <x> is a collider of P\\. This "
    "is case \\(a\\)\\.": lambda r, a, b: {a, b} == _sides(r) <= parents(r.g, r.x),
    "A neighbor of <x> on P is a child of <x>: <x> is no collider of P\\. This is case "
    "\\(b\\)\\. The later of the two in the causal order is (?:P_r = )?<late>, the other is "
    "(?:P_l = )?<early>\\.": _case_b,
    "<x> is an open collider: its descendant (?:T = )?<t> (?P<where>is in S|is an end of P)\\. "
    "The way down is <in_g~>\\. The first child on it is (?:W = )?<w>\\.": _opener,
    "<x> alone blocks P\\. The proof has to show that no descendant T of <x> is in S or an end of "
    "P\\. The way down to T begins with a child W of <x>; we look at (?:W = )?<w>\\.": _alone,
    "P': <w> takes the place of <x>\\. <a> and <b> are neighbors of <x>, so Condition 1 at <w> "
    "gives <a> → <w> and <b> → <w>\\. P' = <in_h~>\\.": _first,
    "It visits <w> twice, so it is not yet a path\\.": lambda r, w: r.path.count(w) == 2,
    "P' visits <w> twice, which the printed proof overlooks\\. We take the short cut through <w>: "
    "<in_h~>\\.": _cut,
    "P': we leave <x> out\\. Both <a> and <b> are neighbors of <x>, so Condition 1 at <late> "
    "joins them: <early> → <late>\\. P' = <in_h~>\\.": _left_out,
    "But <v> is a collider of P, and there the same set opens it\\. So one more step is "
    "needed\\.": _more_needed,
    "It does on P what it does on P'+, so it blocks P in G\\.": _carries,
    "P'': we leave <early> out too\\. <beyond> is a parent of <early>, and <early> is a child of "
    "<x> and a parent of <late>, so Condition 2 at <late> gives <beyond> → <late>\\. "
    "P'' = <in_h~>\\.": _again,
    "P is open in G, and <in_h~> is open in H, without <x>\\. So S = <given:> separates <y> and "
    "<z> neither in G nor in H\\. Turned round: a set that separates them in H leaves no such P "
    "open in G\\.": _conclude_open,
    "<v> blocks P in G, as it blocks the path without <x> in H\\.": lambda r, v: (
        ref.blocks(r.g, r.p, v, r.given) and ref.blocks(without(r.g, r.x), r.path, v, r.given)
    ),
    "<v>, and not <x>, blocks P in G\\. Nothing has to be built\\.": lambda r, v: (
        v != r.x and ref.blocks(r.g, r.p, v, r.given)
    ),
    "<x> has no children, is not given and is no end of P: it blocks P in G\\.": lambda r: (
        ref.blocks(r.g, r.p, r.x, r.given) and not children(r.g, r.x)
    ),
    "W could be any child of <x>: no descendant of <x> is in S = <given:> or an end of P\\. So "
    "<x> blocks P in G\\.": _any_child,
    "The textbook's rule, which leaves the ends out, says the same of this path\\.": lambda r: (
        _states(r, "paper") == _states(r, "textbook")
    ),
    "The textbook's rule differs here: it leaves the ends out, so it closes the colliders? "
    f"(?P<names>{NAME}(?:(?:, | and ){NAME})*), with the end (?P<ends>{NAME}(?: and {NAME})?) at "
    "or below (?:it|them)(?P<verdict>, and calls the path blocked)?\\. Whether S separates the "
    "ends never differs\\.": _differ,
    "Condition 1 fails at the child <z> of <x>\\. <other> is a neighbor of <x>, and no edge joins "
    "<other> and <z>\\.": _gap_one,
    "Condition 2 fails at the child <z> of <x>\\. <u> is a parent of <y>, and <y> is a child of "
    "<x> and a parent of <z>, but <u> → <z> is missing\\.": _gap_two,
    "<in_g~> is a path of G\\. Only <x> could block it, and H has no <x>\\. So no set of "
    "variables of H separates <a> and <b> in G\\.": _only_x,
    "<in_g~> is a path of G\\. A set blocks it only with <y> in it\\.": _only_with,
    "With <y> in the set, <in_g~> is open at its collider <y>; only <x> could block it, and H has "
    "no <x>\\. So no set of variables of H separates <a> and <b> in G\\.": _then_open,
    "In H, the graph without <x>, no edge joins <a> and <b>, and <a> is no descendant of <b>\\. "
    "So S = <given:>, the parents of <b> in H, separates <a> and <b> there\\.": _separated,
    "S = <given:> separates <a> and <b> in H, and does not in G\\. In G, the graph with <x>, "
    "<in_g~> is open: <x> is not removable\\. Were it removable, S would separate them in G as "
    "well; so the missing edge would have to be there\\.": _lost,
}
PATTERNS = {pattern(text): check for text, check in CLAIMS.items()}


def unconfirmed(text: str, reading: Reading, seen=None) -> str | None:
    """Return the first piece of a text that is not a known sentence, or not true; else None."""
    left = text
    while left:
        found = [(rule, match) for rule in PATTERNS if (match := rule.match(left))]
        if len(found) != 1:
            return f"{len(found)} readings of: {left}"
        ((rule, match),) = found
        if seen is not None:
            seen.add(rule)
        try:
            told = {key: reading.value(key, words) for key, words in match.groupdict("").items()}
            true = told.pop("x", reading.x) == reading.x and PATTERNS[rule](reading, **told)
        except (AssertionError, ValueError) as error:
            return f"{error!r} in: {match.group()}"
        if not true:
            return f"not so: {match.group()}"
        left = left[match.end() :].lstrip()
    return None
