"""A careful reader of the sentences on lemmas and on graphs that break them.

Each kind of sentence has a pattern and a check by other means: networkx for separations, the
reference for the graph. A sentence that no pattern knows is an error.
"""

import re
from itertools import combinations
from math import comb

import networkx as nx
import pytest

from tests.reference.checks import graph_of
from tests.reference.claims import boundary, joined
from tests.reference.dags import children, co_parents, max_in_degree, neighbors, parents, without
from tests.reference.theory import (
    condition_one_gaps,
    condition_two_gaps,
    is_removable_by_definition,
)

NAME = r"[\w.]+"


def pattern(text):
    """Return a pattern: <x> is a name, <S:> a set, <n#> a number and <P~> a path."""
    kinds = {":": r"{.*?}", "#": r"[\d,]+", "~": rf"{NAME}(?: [→←] {NAME})+", "": NAME}
    seen = set()

    def group(match):
        word, kind = match[1], match[2]
        if word in seen:
            return f"(?P={word})"
        seen.add(word)
        return f"(?P<{word}>{kinds[kind]})"

    return re.compile(re.sub(r"(?<!\?P)<(\w+)([:#~]?)>", group, text))


class Reader:
    """Reads sentences about one graph."""

    def __init__(self, dag):
        self.dag = dag
        self.g = graph_of(dag)
        self.nx = dag.to_networkx()
        self.used = set()
        self.answers, self.leaves = {}, {}

    # -- what it knows -----------------------------------------------------------------------

    def at(self, name):
        return self.dag.nodes.index(name)

    def of(self, some):
        """Return the names of a set of numbers."""
        return {self.dag.nodes[i] for i in some}

    def mb(self, name):
        return self.of(boundary(self.g, self.at(name)))

    def near(self, name):
        return self.of(neighbors(self.g, self.at(name)))

    def apart(self, a, b, given):
        key = (frozenset((a, b)), frozenset(given))
        if key not in self.answers:
            self.answers[key] = nx.is_d_separator(self.nx, {a}, {b}, set(given))
        return self.answers[key]

    def subsets(self, candidates, always=(), proper=False):
        """Return all sets of a search in its order: by size, then by the order of the graph."""
        items = sorted(candidates, key=self.at)
        sizes = range(len(items) + 1 - proper)
        return [set(s) | set(always) for k in sizes for s in combinations(items, k)]

    def none_separates(self, a, b, candidates, always=(), proper=False):
        return not any(self.apart(a, b, s) for s in self.subsets(candidates, always, proper))

    def removable(self, name):
        if name not in self.leaves:
            self.leaves[name] = is_removable_by_definition(self.g, self.at(name))
        return self.leaves[name]

    def holds(self, number, name):
        gaps = {"1": condition_one_gaps, "2": condition_two_gaps}[number]
        return not gaps(self.g, self.at(name))

    # -- reading -----------------------------------------------------------------------------

    def read(self, text, patterns, **known):
        """Read a text as a row of sentences; return what the last one's pattern caught."""
        rest, caught = text, {}
        while rest:
            for name, (rule, check) in patterns.items():
                if found := rule.match(rest):
                    caught = {**known, **caught, **parsed(found)}
                    assert check(self, caught) is not False, (name, found[0], self.dag)
                    self.used.add(name)
                    rest = rest[found.end() :].lstrip()
                    break
            else:
                pytest.fail(f"nobody can read: {rest!r}")
        return caught


def parsed(found):
    """Return what a pattern caught: sets as sets, numbers as numbers."""
    return {key: value(text) for key, text in found.groupdict().items() if text is not None}


def value(text):
    if text.startswith("{"):
        return set(filter(None, text[1:-1].split(", ")))
    return int(text.replace(",", "")) if re.fullmatch(r"[\d,]+", text) else text


# -- the statement -------------------------------------------------------------------------------


def reads_neighbor(r, c):
    return c["y"] in c["mb"] == r.mb(c["x"]) and c["C"] == c["mb"] - {c["y"]}


def reads_v_structure(r, c):
    x, y, t = c["x"], c["y"], c["t"]
    assert t in r.of(co_parents(r.g, r.at(x)))
    assert r.apart(x, t, c["S"])
    assert c["S"] <= r.mb(x) - {t}
    return y in r.near(x) and c["C"] == (r.mb(x) | {x}) - {y, t}


def reads_update(r, c):
    x, y, z, w = c["x"], c["y"], c["z"], c["w"]
    assert {y, z} <= r.near(x)
    assert w in (y, z)
    assert c["S"] <= r.mb(w) - {x, y, z}
    return r.removable(x)


def reads_triple(r, c):
    x, y, t, z = c["x"], c["y"], c["t"], c["z"]
    assert {x, t} <= r.of(parents(r.g, r.at(y)))
    assert t not in r.near(x)
    return z in r.near(x) - {y} and c["C"] == r.mb(x) - {z, y, t}


STATEMENTS = {
    "neighbor": (
        pattern(
            "<y> is in the Markov boundary of <x>, <mb:>. It is a neighbor of <x> if and only if "
            "no proper subset of <C:> separates <x> and <y>\\."
        ),
        reads_neighbor,
    ),
    "v-structures": (
        pattern(
            "<t> is a co-parent of <x>; <S:> separates the two. <y> is a neighbor of <x>. <x> → "
            "<y> ← <t> if and only if <y> is not in (?P=S) and no subset of <C:> separates <y> "
            "and <t>\\."
        ),
        reads_v_structure,
    ),
    "update": (
        pattern(
            "<x> is removable and leaves. <y> and <z> stay in each other's Markov boundary if and "
            "only if they are dependent given <S:>: the present boundary of <w>, the smaller one, "
            "without <x>, <y> and <z>\\."
        ),
        reads_update,
    ),
    "condition 1": (
        pattern(
            "<x> satisfies Condition 1 if and only if no two of its neighbors are separated by a "
            "set that holds <x> and else only variables from its Markov boundary\\."
        ),
        lambda r, c: True,
    ),
    "condition 2": (
        pattern(
            "<x> satisfies Condition 1. It satisfies Condition 2, and is removable, if and only "
            "if for every <x> → Y ← T with <x> and T not adjacent, no other neighbor Z of <x> is "
            "separated from T by a set that holds <x> and Y and else only variables from the "
            "Markov boundary of <x>\\."
        ),
        lambda r, c: r.holds("1", c["x"]),
    ),
    "size": (
        pattern(
            "If <x> is removable, its Markov boundary has at most as many variables as the maximum "
            "in-degree of the graph\\."
        ),
        lambda r, c: True,
    ),
    "pair": (
        pattern("Looked at: <z> and <w>, given <x> and any subset of <C:>\\."),
        lambda r, c: (
            {c["z"], c["w"]} <= r.near(c["x"]) and c["C"] == r.mb(c["x"]) - {c["z"], c["w"]}
        ),
    ),
    "triple": (
        pattern("Looked at: <x> → <y> ← <t> and Z = <z>, given <x>, <y> and any subset of <C:>\\."),
        reads_triple,
    ),
    "no pair": (
        pattern("Here there is no pair of neighbors, so nothing can fail\\."),
        lambda r, c: len(r.near(c["x"])) < 2,
    ),
    "no triple": (
        pattern("Here there is no v-structure with a Z, so nothing can fail\\."),
        lambda r, c: not triples(r, c["x"]),
    ),
}


def triples(r, x):
    """Return (Y, T, Z) in the order in which MARVEL asks."""
    i = r.at(x)
    return [
        (y, t, z)
        for y in sorted(children(r.g, i))
        for t in sorted(parents(r.g, y) & co_parents(r.g, i))
        for z in sorted(neighbors(r.g, i) - {y})
    ]


# -- the graph -----------------------------------------------------------------------------------


def common(r, a, b):
    return r.of(children(r.g, r.at(a)) & children(r.g, r.at(b)))


def edge(r, a, b):
    return (a, b) in r.dag.edges


GAP_ONE = "its child <z> and its neighbor <w> are not adjacent"
GAP_TWO = (
    "<t> is a parent of <y>, a child of <x> and a parent of its child <z>, but <t> is not a "
    "parent of <z>"
)


def is_gap(r, x, c):
    z = c["z"]
    assert edge(r, x, z)
    if "t" not in c:
        return c["w"] in r.near(x) - r.near(z) - {z}
    return (
        edge(r, c["t"], c["y"])
        and edge(r, x, c["y"])
        and edge(r, c["y"], z)
        and not edge(r, c["t"], z)
    )


def reads_size(r, c):
    return c["S"] == r.mb(c["x"]) and c["n"] == len(c["S"]) and c["d"] == max_in_degree(r.g)


def reads_last_child(r, c):
    x, z = c["x"], c["z"]
    order = list(nx.topological_sort(r.nx))
    assert not any(z in nx.ancestors(r.nx, other) for other in r.of(children(r.g, r.at(x))))
    assert z in order
    return c["P"] == r.of(parents(r.g, r.at(z))) == {x} | r.mb(x) - {z}


LINKS = {
    "edge": (pattern("<a> → <b> is an edge\\."), lambda r, c: edge(r, c["a"], c["b"])),
    "child": (
        pattern("<a> and <b> are not adjacent; <k> is a child of both\\."),
        lambda r, c: c["b"] not in r.near(c["a"]) and c["k"] in common(r, c["a"], c["b"]),
    ),
    "no link": (
        pattern("<a> and <b> are not adjacent and have no child in common\\."),
        lambda r, c: c["b"] not in r.near(c["a"]) and not common(r, c["a"], c["b"]),
    ),
}
GRAPH = {
    **LINKS,
    "two edges": (
        pattern("<x> → <y> and <t> → <y> are edges\\."),
        lambda r, c: edge(r, c["x"], c["y"]) and edge(r, c["t"], c["y"]),
    ),
    "no child of both": (
        pattern("<y> is a child neither of <x> nor of <t>\\."),
        lambda r, c: not edge(r, c["x"], c["y"]) and not edge(r, c["t"], c["y"]),
    ),
    "no child of one": (
        pattern("<y> is not a child of <p>\\."),
        lambda r, c: not edge(r, c["p"], c["y"]),
    ),
    "holds": (
        pattern("Condition <n#> holds for <x>\\."),
        lambda r, c: r.holds(str(c["n"]), c["x"]),
    ),
    "fails 1": (
        pattern(f"Condition 1 fails for <x>: {GAP_ONE}\\."),
        lambda r, c: is_gap(r, c["x"], c),
    ),
    "fails 2": (
        pattern(f"Condition 2 fails for <x>: {GAP_TWO}\\."),
        lambda r, c: is_gap(r, c["x"], c),
    ),
    "adjacent": (
        pattern("Of the pair looked at: <a> and <b> are adjacent\\."),
        lambda r, c: c["b"] in r.near(c["a"]),
    ),
    "both parents": (
        pattern("Of the pair looked at: <a> and <b> are both parents of <k>\\."),
        lambda r, c: edge(r, c["a"], c["k"]) and edge(r, c["b"], c["k"]),
    ),
    "neither": (
        pattern(
            "Of the pair looked at: <a> and <b> are neither adjacent nor both parents of <k>\\."
        ),
        lambda r, c: not joined(r.g, r.at(c["a"]), r.at(c["b"]), r.at(c["k"])),
    ),
    "removable": (pattern("<x> is removable\\."), lambda r, c: r.removable(c["x"])),
    "not removable 1": (
        pattern(f"<x> is not removable \\(Condition 1 fails: {GAP_ONE}\\)\\."),
        lambda r, c: not r.removable(c["x"]) and is_gap(r, c["x"], c),
    ),
    "not removable 2": (
        pattern(f"<x> is not removable \\(Condition 2 fails: {GAP_TWO}\\)\\."),
        lambda r, c: not r.removable(c["x"]) and is_gap(r, c["x"], c),
    ),
    "sizes": (
        pattern("Its Markov boundary <S:> has <n#> variables?; the maximum in-degree is <d#>\\."),
        reads_size,
    ),
    "sink": (
        pattern("<x> has no child, so its boundary is the set of its parents\\."),
        lambda r, c: r.mb(c["x"]) == r.of(parents(r.g, r.at(c["x"]))),
    ),
    "last child": (
        pattern("Its last child <z> has the parents <P:>: <x> and the rest of the boundary\\."),
        reads_last_child,
    ),
}


# -- the tests -----------------------------------------------------------------------------------


def search(r, c):
    """Return the sets of the search that the statement speaks of, in order."""
    x, kind = c["x"], c["kind"]
    always = {"condition-1": {x}, "condition-2": {x, c.get("y")}}.get(kind, set())
    return r.subsets(c["C"], always, kind == "neighbor")


def reads_found(r, c):
    sets = search(r, c)
    place = next(i for i, s in enumerate(sets) if r.apart(c["a"], c["b"], s))
    return (c["F"], c["n"], c["most"]) == (sets[place], place + 1, len(sets))


def reads_none(r, c):
    sets = search(r, c)
    assert len(sets) == c["n"]
    assert c.get("M") in (None, c["C"])  # of which the proper subsets are
    return not any(r.apart(c["a"], c["b"], s) for s in sets)


def reads_passing(r, c, failing=0):
    found = [pair for pair in pairs(r, c) if pair[2]]
    assert len(pairs(r, c)) == c["total"]
    return len(found) == failing


def pairs(r, c):
    """Return each (a, b, can they be separated) of a condition, in MARVEL's order."""
    x = c["x"]
    i, mb = r.at(c["x"]), r.mb(c["x"])
    if c["kind"] == "condition-1":
        both = [r.of([p]) | r.of([q]) for p, q in combinations(sorted(neighbors(r.g, i)), 2)]
        named = [tuple(sorted(pair, key=r.at)) for pair in both]
        return [(z, w, not r.none_separates(z, w, mb - {z, w}, {x})) for z, w in named]
    found = []
    for triple in triples(r, x):
        y, t, z = (r.dag.nodes[v] for v in triple)
        found.append((z, t, not r.none_separates(z, t, mb - {z, y, t}, {x, y})))
    return found


def reads_failing(r, c):
    first = next(pair for pair in pairs(r, c) if pair[2])
    return reads_passing(r, c, c["failing"]) and {c["a"], c["b"]} == set(first[:2])


TESTS = {
    "found": (
        pattern("<F:> separates <a> and <b>, found by test <n#> of at most <most#>\\."),
        reads_found,
    ),
    "none": (
        pattern("none of the <n#> (?:sets|proper subsets of <M:>) separates <a> and <b>\\."),
        reads_none,
    ),
    "the only": (
        pattern("the only (?:proper sub)?set, <F:>, does not separate <a> and <b>\\."),
        lambda r, c: search(r, c) == [c["F"]] and not r.apart(c["a"], c["b"], c["F"]),
    ),
    "no set": (
        pattern("there is no proper subset to try, so nothing separates <a> and <b>\\."),
        lambda r, c: not search(r, c),
    ),
    "in S": (
        pattern(
            "<y> is in <S2:>, which separates <x> and <t>, so <y> is no common child and no test "
            "is made\\."
        ),
        lambda r, c: c["y"] in c["S2"] == c["S"] and c["y"] not in common(r, c["x"], c["t"]),
    ),
    "update": (
        pattern("<a> and <b> are (?P<verdict>in|)dependent given <F:>, 1 test\\."),
        lambda r, c: c["F"] == c["S"] and r.apart(c["a"], c["b"], c["F"]) == (c["verdict"] == "in"),
    ),
    "all pass": (
        pattern("Of <total#> (pairs?|choices?) of (Z and W|Y, T and Z), none can be separated\\."),
        reads_passing,
    ),
    "some fail": (
        pattern(
            "Of <total#> (pairs?|choices?) of (Z and W|Y, T and Z), <failing#> can be separated, "
            "first <a> and <b>\\."
        ),
        reads_failing,
    ),
    "nothing to ask": (pattern("there is nothing to ask\\."), lambda r, c: not pairs(r, c)),
    "no test": (
        pattern(
            "none is needed. The lemma says that MARVEL never has to look at a larger boundary\\."
        ),
        lambda r, c: c["kind"] == "boundary-size",
    ),
}


# -- agreement and cost --------------------------------------------------------------------------

AGREEMENT = {
    "neighbor": (
        pattern("Both sides agree: <y> is (?P<no>not |)a neighbor of <x>\\."),
        lambda r, c: (c["y"] in r.near(c["x"])) != bool(c["no"]),
    ),
    "common child": (
        pattern("Both sides agree: <y> is (?P<no>not |)a common child of <x> and <t>\\."),
        lambda r, c: (c["y"] in common(r, c["x"], c["t"])) != bool(c["no"]),
    ),
    "condition": (
        pattern("Both sides agree: Condition <n#> (?P<how>holds|fails) for <x>\\."),
        lambda r, c: r.holds(str(c["n"]), c["x"]) == (c["how"] == "holds"),
    ),
    "update": (
        pattern(
            "Both sides agree: <y> and <z> (?P<no>do not |)stay in each other's Markov boundary\\."
        ),
        lambda r, c: stays(r, c["x"], c["y"], c["z"]) != bool(c["no"]),
    ),
    "size holds": (
        pattern("The lemma holds here: <x> is removable, and <n#> ≤ <d#>\\."),
        lambda r, c: r.removable(c["x"]) and sizes(r, c) and c["n"] <= c["d"],
    ),
    "size says nothing": (
        pattern(
            "The lemma says nothing here: <x> is not removable, although <n#> ≤ <d#>. A small "
            "boundary does not make a variable removable\\."
        ),
        lambda r, c: not r.removable(c["x"]) and sizes(r, c) and c["n"] <= c["d"],
    ),
    "size backwards": (
        pattern(
            "The lemma holds here, read backwards: <n#> > <d#>, so <x> can't be removable, and it "
            "is not\\."
        ),
        lambda r, c: not r.removable(c["x"]) and sizes(r, c) and c["n"] > c["d"],
    ),
}


def sizes(r, c):
    return (c["n"], c["d"]) == (len(r.mb(c["x"])), max_in_degree(r.g))


def stays(r, x, y, z):
    return r.at(z) in boundary(without(r.g, r.at(x)), r.at(y))


def bound(r, c):
    b, n = len(r.mb(c["x"])), len(r.near(c["x"]))
    half, quarter = 2**b // 2, 2**b // 4
    return {
        "neighbor": b * half,
        "v-structures": (b - n) * n * half,
        "condition-1": comb(n, 2) * 2**b // 4,
        "condition-2": (b - n) * n * quarter,
        "boundary-update": comb(n, 2),
    }[c["kind"]]


def reads_cost(r, c):
    check = c["check"]  # whose counts are held by tests/theory/test_lemma_checks.py
    assert (c["n"], c["bound"]) == (check.tests, bound(r, c))
    assert c.get("m", check.distinct) == check.distinct
    stopped = c["kind"] in ("condition-1", "condition-2") and not r.holds(c["kind"][-1], c["x"])
    assert bool(c.get("stop")) == stopped
    return check.distinct <= c["bound"]


COST = {
    "cost": (
        pattern(
            "Tests for .*?(?P<stop>, up to the first that fails|): <n#> performed"
            "(, (?P<m>[\\d,]+) of them different|)\\. The paper's bound .*?(, of different tests,|)"
            " is <bound#>\\."
        ),
        reads_cost,
    ),
    "free": (pattern("Tests: none\\."), lambda r, c: c["kind"] == "boundary-size"),
}


def read_check(reader, check, sentences):
    """Read all sentences of a check; an AssertionError names the wrong one."""
    statement, graph, tests, agreement, cost = sentences
    known = reader.read(statement, STATEMENTS, x=check.x, kind=check.lemma, check=check)
    inside = reader
    text = graph.removeprefix("In the graph: ")
    gone = f"once {check.x} has left, "
    if text.startswith(gone):
        inside, text = Reader(reader.dag.without(check.x)), text.removeprefix(gone)
    inside.read(text, GRAPH, x=check.x)
    reader.used |= inside.used
    reader.read(tests.removeprefix("By tests: "), TESTS, **known)
    reader.read(agreement, AGREEMENT, **known)
    reader.read(cost, COST, **known)
