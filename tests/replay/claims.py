"""A careful reader: confirms a sentence by looking at the true graph.

`CLAIMS` has one pattern for each kind of sentence, with a check against brute force: the
textbook's rule for paths, networkx for separations, the reference for everything else.
"""

import re
from collections.abc import Callable
from functools import cache, cached_property
from itertools import combinations, islice

import networkx as nx

from marvel_widgets import Dag
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.replay.fold import PlayerState
from marvel_widgets.replay.wording import PATHS_COUNTED
from tests import by_networkx
from tests.reference import dags, theory
from tests.reference.checks import named_graph
from tests.reference.dags import Graph
from tests.reference.equivalence import meek_closure, pattern
from tests.reference.separation import is_open, lets_through, paths, role

Names = frozenset[str]
# Up to this size the reference lists all paths.
ALL_PATHS_UP_TO = 12


class World:
    """What a careful reader knows: the true graph, and what was on the screen before."""

    def __init__(self, dag: Dag, state: PlayerState, orientation: str = "recorded") -> None:
        self.dag = dag
        self.order = [str(name) for name in dag.nodes]
        self.state = state
        self.orientation = orientation
        self.names = dict(zip(self.order, dag.nodes, strict=True))
        self.all = named_graph(dag)
        self.left = frozenset(self.order[x] for x in members(state.remaining))
        self.here = Graph(
            tuple(name for name in self.order if name in self.left),
            frozenset(edge for edge in self.all.edges if self.left >= set(edge)),
        )

    def separated(self, x: str, y: str, given: Names) -> bool:
        x, y, *given = map(self.names.get, (x, y, *given))
        return by_networkx.separated(self.dag, x, y, given)

    def boundary(self, x: str) -> Names:
        """Return the boundary of a variable on the screen."""
        mask = self.state.boundaries[self.order.index(x)]
        return frozenset(self.order[i] for i in members(mask))

    def true_boundary(self, x: str) -> Names:
        return dags.neighbors(self.here, x) | dags.co_parents(self.here, x)

    def adjacent(self, x: str, y: str) -> bool:
        return y in dags.neighbors(self.all, x)

    def none_separates(self, x: str, y: str, candidates: Names, forced: Names) -> bool:
        sets = (s for k in range(len(candidates) + 1) for s in combinations(candidates, k))
        return not any(self.separated(x, y, forced | set(s)) for s in sets)

    @cached_property
    def drawn(self) -> set[Names]:
        edges = enumerate(self.state.edges)
        pairs = {(u, v) for u, mask in edges for v in members(mask)}
        pairs |= {(a, b) for a, b, _ in self.state.arrows}
        return {frozenset((self.order[u], self.order[v])) for u, v in pairs}

    @property
    def graph_of_paths(self) -> Graph:
        """Return the graph whose paths a test's sentence is about."""
        return self.here


def group(text: str) -> Names:
    """Read ``{A, B}``."""
    return frozenset(text.removeprefix("{").removesuffix("}").split(", ")) - {""}


def triples(text: str) -> set[tuple[Names, str]]:
    """Read ``A → C ← B and D → C ← E`` as ({ends}, collider)."""
    found = set()
    for words in re.split(", | and ", text):
        a, c, b = re.fullmatch(r"(\S+) → (\S+) ← (\S+)", words).groups()
        found.add((frozenset((a, b)), c))
    return found


# -- the sentence of a test ----------------------------------------------------------------

TEST = re.compile(r"Are (\S+) and (\S+) independent given (.+?)\? (Yes|No): (.+)\.")


def test_sentence_is_right(world: World, text: str) -> bool:
    match = TEST.fullmatch(text)
    x, y, words, answer, why = match.groups()
    others = frozenset(world.order) - {x, y}
    if words == "nothing":
        given: Names = frozenset()
    elif words.startswith("all "):
        given = others
        if words != f"all {len(others)} other variables":
            return False
    else:
        given = group(words)
    if (answer == "Yes") != world.separated(x, y, given):
        return False
    return (blocked_reason if answer == "Yes" else open_reason)(world, x, y, given, why)


test_sentence_is_right.__test__ = False


def read_path(text: str) -> tuple[tuple[str, ...], list[str]]:
    words = text.split(" ")
    return tuple(words[::2]), words[1::2]


def is_real(g: Graph, vertices: tuple[str, ...], arrows: list[str]) -> bool:
    edges = [
        (a, b) if arrow == "→" else (b, a)
        for a, b, arrow in zip(vertices, vertices[1:], arrows, strict=False)
    ]
    return set(edges) <= g.edges and len(set(vertices)) == len(vertices)


def vertex_words(g: Graph, before: str, v: str, after: str, given: Names) -> set[str]:
    """Return what may truly be said of a vertex on a path."""
    what = role(g, before, v, after)
    if what != "collider":
        return {f"{what} {v} is {'given' if v in given else 'not given'}"}
    if v in given:
        return {f"collider {v} is given"}
    below = dags.descendants(g, v) & given
    if below:
        return {f"collider {v} is opened by its given descendant {d}" for d in below}
    return {f"collider {v} is not given, nor is a descendant of it"}


def open_reason(world: World, x: str, y: str, given: Names, why: str) -> bool:
    g = world.graph_of_paths
    match = re.fullmatch(r"they are adjacent, (.+)", why)
    if match:
        vertices, arrows = read_path(match[1])
        return vertices == (x, y) and is_real(g, vertices, arrows)
    match = re.fullmatch(r"the path (.+?) is open \((.+)\)", why)
    vertices, arrows = read_path(match[1])
    if (vertices[0], vertices[-1]) != (x, y) or not is_real(g, vertices, arrows):
        return False
    lines = match[2].split("; ")
    inner = list(zip(vertices, vertices[1:], vertices[2:], strict=False))
    return is_open(g, vertices, given) and all(
        words in vertex_words(g, *three, given) for words, three in zip(lines, inner, strict=True)
    )


def blocked_reason(world: World, x: str, y: str, given: Names, why: str) -> bool:
    g = world.graph_of_paths
    left = " left" if len(world.left) < len(world.order) else ""
    count = number_of_paths(g, x, y) if len(g.vertices) <= ALL_PATHS_UP_TO else None
    if why == f"no path{left} joins them":
        return not nx.has_path(nx.Graph([*g.edges, (x, x), (y, y)]), x, y)
    match = re.fullmatch(rf"their only path{left} is blocked, (.+)", why)
    if match:
        return count in (1, None) and one_blocked_path(g, x, y, given, match[1])
    match = re.fullmatch(
        rf"every path{left} is blocked, (.+?)(?:(?:, | and )(at least )?(\d+) others?"
        r"|( and whatever others there are))?",
        why,
    )
    shown = re.findall(r"[^()]+ \([^()]+\)", match[1])
    shown = [re.sub("^(, | and )", "", words) for words in shown]
    total = len(shown) + int(match[3] or 0)
    enough = count is None or (count >= total if match[2] or match[4] else count == total)
    return (
        enough
        and len(set(shown)) == len(shown)
        and all(one_blocked_path(g, x, y, given, words) for words in shown)
    )


@cache
def number_of_paths(g: Graph, x: str, y: str) -> int:
    """Return how many paths there are, counted up to a few more than a sentence does."""
    return sum(1 for _ in islice(paths(g, x, y), PATHS_COUNTED + 5))


def one_blocked_path(g: Graph, x: str, y: str, given: Names, words: str) -> bool:
    vertices, arrows = read_path(re.fullmatch(r"(.+) \((.+)\)", words)[1])
    reason = re.fullmatch(r"(.+) \((.+)\)", words)[2]
    if (vertices[0], vertices[-1]) != (x, y) or not is_real(g, vertices, arrows):
        return False
    inner = zip(vertices, vertices[1:], vertices[2:], strict=False)
    return any(
        not lets_through(g, *three, given) and reason in vertex_words(g, *three, given)
        for three in inner
    )


# -- the sentences of the events -----------------------------------------------------------

Check = Callable[..., bool]
CLAIMS: list[tuple[re.Pattern[str], Check]] = []
S = r"(\{.*?\})"  # a set
V = r"(\S+?)"  # a name
AGAIN = "(?: We know this from an earlier visit[.])?"


def claim(text: str) -> Callable[[Check], Check]:
    """Add a pattern, in which V is a name and S a set; <x> is a name that comes again."""
    seen: set[str] = set()

    def named(match: re.Match[str]) -> str:
        name = match[1]
        first = name not in seen
        seen.add(name)
        return rf"(?P<{name}>\S+?)" if first else f"(?P={name})"

    def add(check: Check) -> Check:
        words = re.sub(r"\bV\b", lambda _: V, re.sub(r"\bS\b", lambda _: S, text))
        CLAIMS.append((re.compile(re.sub(r"<(\w+)>", named, words)), check))
        return check

    return add


def is_confirmed(world: World, text: str) -> bool:
    """Return whether exactly one claim reads the sentence, and it is right."""
    if TEST.fullmatch(text):
        return test_sentence_is_right(world, text)
    readings = [(match, check) for p, check in CLAIMS if (match := p.fullmatch(text))]
    assert len(readings) == 1, f"{len(readings)} readings of {text!r}"
    match, check = readings[0]
    return check(world, *match.groups())


@claim(r"([\d,]+) variables?, nothing learned yet\. The run ahead makes ([\d,]+) CI tests?\.")
def _(world, p, tests):
    return int(p) == len(world.order)


@claim(
    r"The Markov boundary of V is S: exactly (this one was|these were) found dependent on it "
    r"given all the others\. (.+)\."
)
def _(world, x, boundary, these, rest):
    told = group(boundary)
    rests = frozenset(world.order) - {x}
    found = frozenset(y for y in rests if not world.separated(x, y, rests - {y}))
    number = "this one was" if len(told) == 1 else "these were"
    return told == found == world.true_boundary(x) and number == these and to_go(world, rest)


@claim(
    r"The Markov boundary of <x> is empty: <x> was found dependent on none given all the others\. "
    r"(.+)\."
)
def _(world, x, rest):
    return not world.true_boundary(x) and to_go(world, rest)


def to_go(world: World, rest: str) -> bool:
    left = len(world.order) - world.state.boundaries_known.bit_count() - 1
    if not left:
        return rest == "That was the last, and every pair has been tested already"
    return rest == f"{left} {'boundary' if left == 1 else 'boundaries'} to go"


@claim(r"The run starts from (\d+) given boundar(?:y|ies); the largest has (\d+) members?\.")
def _(world, count, largest):
    sizes = [len(world.true_boundary(x)) for x in world.order]
    return (int(count), int(largest)) == (len(sizes), max(sizes))


@claim(r"Round (\d+): only V remains\.")
def _(world, number, x):
    return world.left == {x} and int(number) == len(world.order)


@claim(r"Round (\d+): (\d+) variables remain, sorted by boundary size: (.+?)( and \d+ more)?\.")
def _(world, number, count, words, more):
    pairs = [re.fullmatch(r"(\S+) \((\d+)\)", word).groups() for word in words.split(", ")]
    sizes = [(len(world.true_boundary(x)), world.order.index(x)) for x in world.left]
    shown = sorted(sizes)[:6]
    rest = len(sizes) - 6
    return (
        len(sizes) == int(count) == len(world.order) - int(number) + 1
        and [(int(size), world.order.index(x)) for x, size in pairs] == shown
        and more == (f" and {rest} more" if rest > 0 else None)
    )


@claim(r"<x> is next: its boundary (?:S has (\d+) members?|(is empty))\. Is <x> removable\?")
def _(world, x, boundary, count, empty):
    told = frozenset() if empty else group(boundary)
    return told == world.true_boundary(x) and int(count or 0) == len(told)


@claim(r"V is a co-parent of V: S separates them, so there is no edge, only a common child\.")
def _(world, y, x, given):
    return (
        world.separated(x, y, group(given))
        and not world.adjacent(x, y)
        and bool(dags.children(world.here, x) & dags.children(world.here, y))
    )


@claim(r"V is a neighbor of V: no proper subset of the rest of the boundary separates them\.")
def _(world, y, x):
    rest = world.boundary(x) - {y}
    proper = [s for k in range(len(rest)) for s in combinations(rest, k)]
    return (
        bool(proper)
        and world.adjacent(x, y)
        and not any(world.separated(x, y, frozenset(s)) for s in proper)
    )


@claim(
    r"V is a neighbor of V, without a new test: nothing else is in the boundary, so there is "
    r"no proper subset to try\."
)
def _(world, y, x):
    return world.adjacent(x, y) and world.boundary(x) == {y}


GROUPS = r"(no neighbor|the neighbors? \{.*?\}) and (no co-parent|the co-parents? \{.*?\})"


def read_groups(near: str, others: str) -> tuple[Names, Names]:
    found = []
    for words, noun in ((near, "neighbor"), (others, "co-parent")):
        told = frozenset() if words == f"no {noun}" else group(words[words.index("{") :])
        plural = "" if len(told) == 1 else "s"
        assert not told or words.startswith(f"the {noun}{plural} {{")
        found.append(told)
    return found[0], found[1]


@claim(rf"V has {GROUPS}; (no edge is new|we draw (.+))\.")
def _(world, x, near, others, what, new):
    told = read_groups(near, others)
    truth = dags.neighbors(world.here, x), dags.co_parents(world.here, x)
    edges = {frozenset(e.split(" - ")) for e in re.split(", | and ", new)} if new else set()
    fresh = {frozenset((x, y)) for y in truth[0]} - world.drawn
    return told == truth and edges == fresh


@claim(rf"The neighbors of V were found before: it now has {GROUPS}\.")
def _(world, x, near, others):
    truth = dags.neighbors(world.here, x), dags.co_parents(world.here, x)
    return read_groups(near, others) == truth


@claim(
    r"V and V pass: with <x> given, no set from its boundary separates them, so they are adjacent "
    rf"or both parents of <x>\.{AGAIN}"
)
def _(world, z, w, x):
    rest = world.boundary(x) - {z, w}
    both = {z, w} <= dags.parents(world.all, x)
    return (world.adjacent(z, w) or both) and world.none_separates(z, w, rest, frozenset({x}))


@claim(
    r"V and V break Condition 1: S separates them, so they are neither adjacent nor both "
    rf"parents of V\.{AGAIN}"
)
def _(world, z, w, given, x):
    return (
        x in group(given)
        and world.separated(z, w, group(given))
        and not world.adjacent(z, w)
        and not {z, w} <= dags.parents(world.all, x)
        and {z, w} <= dags.neighbors(world.here, x)
    )


@claim(r"Condition 1 fails for V: it is not removable now, and we pass over it\.")
def _(world, x):
    return bool(theory.condition_one_gaps(world.here, x))


@claim(r"Condition 1 holds for V: with fewer than two neighbors there is no pair to test\.")
def _(world, x):
    few = len(dags.neighbors(world.here, x)) < 2
    return few and not theory.condition_one_gaps(world.here, x)


@claim(
    r"Condition 1 holds for <x>: all pairs passed, so each child of <x> is adjacent to all its "
    r"other neighbors\."
)
def _(world, x):
    near = dags.neighbors(world.here, x)
    children = dags.children(world.here, x)
    return len(near) > 1 and all(world.adjacent(z, w) for z in children for w in near - {z})


@claim(
    r"The set kept for V and V is not inside the present boundary S, where the lemma needs it; "
    r"we search again and find S\."
)
def _(world, x, t, boundary, found):
    told = group(found)
    return (
        group(boundary) == world.true_boundary(x)
        and told <= group(boundary)
        and world.separated(x, t, told)
    )


@claim(
    r"<x> → <y> ← <t> is a v-structure: <y> is not in the set that separates <x> and <t>, and no "
    r"set tried separates <y> and <t>\."
)
def _(world, x, y, t):
    return (
        {(x, y), (t, y)} <= world.here.edges
        and not world.adjacent(x, t)
        and world.none_separates(y, t, world.boundary(x) - {y, t} | {x}, frozenset())
    )


@claim(
    r"V is no common child of V and V: it is in the set that separates them\. No test is needed\."
)
def _(world, y, x, t):
    return y not in dags.children(world.all, x) & dags.children(world.all, t)


@claim(
    r"<y> is no common child of V and <t>: S separates <y> and <t>, so there is no edge between "
    r"these two\."
)
def _(world, y, x, t, given):
    return world.separated(y, t, group(given)) and not world.adjacent(y, t)


def v_structures_here(world: World, x: str) -> set[tuple[Names, str]]:
    return {
        (frozenset((x, t)), y)
        for y in dags.children(world.here, x)
        for t in dags.parents(world.here, y) - {x} - dags.neighbors(world.here, x)
    }


def turn(world: World) -> str:
    return world.order[world.state.visiting]


@claim(
    r"V is a parent in no v-structure( of the variables left)?; no further edge gets a direction\."
)
def _(world, x, left):
    # while nobody has left, "no v-structure" is a claim about the whole graph
    return not v_structures_here(world, x) and bool(left) == bool(world.state.removal_order)


@claim(r"We direct the edges of (.+)\.")
def _(world, found):
    return triples(found) == v_structures_here(world, turn(world))


@claim(r"The v-structures with V as a parent were looked for before: (.+)\.")
def _(world, x, found):
    told = set() if found == "there is none now" else triples(found)
    return told == v_structures_here(world, x)


@claim(
    r"For <x> → <y> ← <t>, the neighbor <z> passes: with <x> and <y> given, no set from the "
    rf"boundary of <x> separates <z> and <t>\.{AGAIN}"
)
def _(world, x, y, t, z):
    none = world.none_separates(z, t, world.boundary(x) - {z, y, t}, frozenset({x, y}))
    return none and {(x, y), (t, y)} <= world.here.edges


@claim(
    r"For <x> → <y> ← <t>, the neighbor <z> breaks Condition 2: S separates <z> and <t>, so <t> is "
    rf"not a parent of <z>\.{AGAIN}"
)
def _(world, x, y, t, z, given):
    return (
        {x, y} <= group(given)
        and world.separated(z, t, group(given))
        and (t, z) not in world.all.edges
    )


@claim(
    r"Condition 2 holds for <x> as well( \(it has no co-parent\))?: by Theorem 1, <x> is "
    r"removable\."
)
def _(world, x, alone):
    told = bool(alone) == (not dags.co_parents(world.here, x))
    return told and theory.is_removable_by_theorem(world.here, x)


@claim(r"Condition 2 fails for V: it is not removable now, and we pass over it\.")
def _(world, x):
    one, two = theory.condition_one_gaps(world.here, x), theory.condition_two_gaps(world.here, x)
    return not one and bool(two)


REMAIN = r"(no variable remains|1 variable remains|\d+ variables remain)"


def remain_is_right(world: World, words: str) -> bool:
    left = len(world.left) - 1
    return words.startswith("no " if not left else f"{left} ")


@claim(rf"V leaves\. We keep in mind that its (neighbor was|neighbors were) S; {REMAIN}\.")
def _(world, x, number, near, rest):
    told = group(near)
    return (
        told == dags.neighbors(world.here, x)
        and number == ("neighbor was" if len(told) == 1 else "neighbors were")
        and theory.is_removable_by_theorem(world.here, x)
        and remain_is_right(world, rest)
        and world.orientation == "recorded"
    )


@claim(rf"V leaves, without a remaining neighbor; {REMAIN}\.")
def _(world, x, rest):
    return not dags.neighbors(world.here, x) and remain_is_right(world, rest)


@claim(rf"V leaves\. Line 13 finds no undirected edge at it; {REMAIN}\.")
def _(world, x, rest):
    return not undirected_at(world, x) and remain_is_right(world, rest)


@claim(
    r"V leaves\. Line 13 points its undirected (edge|edges) at it: (.+?), "
    rf"(?:a claim|claims) of the printed algorithm, not yet (?:a truth|truths); {REMAIN}\."
)
def _(world, x, number, arrows, rest):
    lines = [word.split(" → ") for word in re.split(", | and ", arrows)]
    return (
        all(head == x for _, head in lines)
        and {tail for tail, _ in lines} == undirected_at(world, x)
        and number == ("edge" if len(lines) == 1 else "edges")
        and remain_is_right(world, rest)
        and world.orientation == "printed"
    )


def undirected_at(world: World, x: str) -> Names:
    arrows = {frozenset((world.order[a], world.order[b])) for a, b, _ in world.state.arrows}
    return frozenset(y for pair in world.drawn - arrows if x in pair for y in pair - {x})


GIVEN = (
    r"(?:Given was S, the rest of the boundary of V(, the smaller one)?"
    r"|Nothing was given: the boundary of V has no other member)\."
)


def update_set_is_right(world, y, z, given, owner, smaller, lonely) -> bool:
    who = owner or lonely
    other = z if who == y else y
    mine, theirs = world.boundary(who), world.boundary(other)
    told = group(given) if given else frozenset()
    return (
        who in (y, z)
        and told == mine - {y, z}
        and len(mine) <= len(theirs)
        and (not owner or bool(smaller) == (len(mine) < len(theirs)))
    )


@claim(r"V and V leave each other's boundary: only their common child V held them\. " + GIVEN)
def _(world, y, z, x, *given):
    before = with_variable(world, x)
    shared = dags.children(before, y) & dags.children(before, z)
    return (
        shared == {x}
        and not world.adjacent(y, z)
        and z not in world.true_boundary(y)
        and update_set_is_right(world, y, z, *given)
    )


@claim(r"V and V stay in each other's boundary without V\. " + GIVEN)
def _(world, y, z, x, *given):
    return z in world.true_boundary(y) and update_set_is_right(world, y, z, *given)


def with_variable(world: World, x: str) -> Graph:
    kept = world.left | {x}
    return Graph(tuple(kept), frozenset(e for e in world.all.edges if kept >= set(e)))


@claim(
    r"No variable remains\. We keep (\d+) edges? and "
    r"(no v-structure|the v-structures? (.+))\."
)
def _(world, count, words, found):
    told = triples(found) if found else set()
    number = "v-structure " if len(told) == 1 else "v-structures "
    right = told == dags.v_structures(world.all) or world.orientation == "printed"
    return (
        not world.left
        and int(count) == len(world.all.edges)
        and right
        and (not found or words.startswith(f"the {number}"))
    )


def directions(world: World) -> tuple[set[tuple[str, str]], set[Names]]:
    arrows = {(world.order[a], world.order[b]) for a, b, _ in world.state.arrows}
    return arrows, world.drawn - {frozenset(arrow) for arrow in arrows}


@claim(r"Meek's rule (R\d) directs V → V, since otherwise (.+)\.")
def _(world, rule, a, b, why):
    """Turn the edge the other way and look for what the sentence fears."""
    arrows, lines = directions(world)
    near = world.drawn
    if frozenset((a, b)) not in lines:
        return False
    turned = arrows | {(b, a)}
    match = re.fullmatch(r"(\S+) → (\S+) → (\S+) → (\S+) would be a cycle", why)
    if rule == "R2" and match:
        u, v, w, again = match.groups()
        return u == again and {(u, v), (v, w), (w, u)} <= turned
    match = re.fullmatch(
        r"(there would be a cycle or the new v-structure )?(\S+) → (\S+) ← (\S+)"
        r"( would be a new v-structure)?",
        why,
    )
    perhaps, first, middle, second, _ = match.groups()
    if frozenset((first, second)) in near or middle != a:
        return False
    ends = {(first, middle), (second, middle)}
    if rule == "R1":
        return not perhaps and ends <= turned
    # to escape the v-structure one of its edges must point away, and then a cycle closes
    undecided = ends - turned
    return bool(perhaps) and all(
        frozenset(edge) in lines and not dags.is_acyclic(turned | {edge[::-1]})
        for edge in undecided
    )


@claim(
    r"Done: (the essential graph|the graph returned) has (\d+) directed edges? and "
    r"(\d+) undirected edges?\.( No CI test finds which way an undirected edge points\.)?"
    r"( M: a Meek rule directs the edge\.)?"
)
def _(world, which, directed, undirected, untold, by_rules):
    if world.orientation == "printed":
        arrows, lines = directions(world)
        right = which == "the graph returned" and not by_rules
    else:
        g = world.all
        found = pattern(dags.skeleton(g), dags.v_structures(g))
        arrows, lines = meek_closure(found)
        right = which == "the essential graph" and bool(untold) == bool(lines)
        right = right and bool(by_rules) == (len(arrows) > len(found[0]))
    return right and (len(arrows), len(lines)) == (int(directed), int(undirected))
