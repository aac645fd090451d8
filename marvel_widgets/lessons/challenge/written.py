"""The steps as programs that a learner can hand in: the right one, typical wrong ones, hints."""

from dataclasses import dataclass
from typing import Final

from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.facts import Principle

_IMPORT: Final = "from itertools import combinations\n"
_SETS: Final = Principle("It does not try all the sets that may separate.")


@dataclass(frozen=True, slots=True)
class Written:
    """A step as a program: its source, what typical wrong ones have in place of a part, hints."""

    source: str
    part: str
    wrong: tuple[tuple[Belief, str], ...]
    fault: Principle  # what is wrong with all of these
    count: str
    place: str
    rule: str


def _sizes(largest: str, from_one: str) -> tuple[tuple[Belief, str], ...]:
    """Return the sizes of the sets that are tried by mistake: only these, in a loop."""
    return (Belief.give_all, largest), (Belief.no_empty_set, from_one), (Belief.give_nothing, "[0]")


# By the names of the functions.
WRITTEN: Final = {
    "separate": Written(
        _IMPORT
        + """def separate(ask, x, y, candidates):
    for size in range(len(candidates) + 1):
        for given in combinations(sorted(candidates), size):
            if ask(x, y, given):
                return set(given)
    return None""",
        "range(len(candidates) + 1)",
        _sizes("[len(candidates)]", "range(1, len(candidates) + 1)"),
        _SETS,
        "Four nested lines are enough.",
        "Begin with the empty set; the whole set of candidates is the last one.",
        "Some subset separates, or none: only all of them can show that none does.",
    ),
    "boundaries": Written(
        _IMPORT
        + """def boundaries(ask, names):
    found = {x: set() for x in names}
    for x, y in combinations(names, 2):
        if not ask(x, y, set(names) - {x, y}):
            found[x].add(y)
            found[y].add(x)
    return found""",
        "set(names) - {x, y}",
        (
            (Belief.all_dependent, "set()"),
            (Belief.pair_given, "set(names)"),
            (Belief.one_test_settles, "set(names[:1]) - {x, y}"),
        ),
        Principle("What its tests give is not all the other variables."),
        "One test for each pair is enough.",
        "Begin with an empty set for each name; a pair goes into both of its sets.",
        "Given all the others, two variables are dependent exactly when each is in the "
        "boundary of the other.",
    ),
    "neighbors": Written(
        _IMPORT
        + """def neighbors(ask, x, boundary):
    found = set()
    for y in boundary:
        others = sorted(boundary - {y})
        sets = [s for n in range(len(others) + 1) for s in combinations(others, n)]
        if not any(ask(x, y, s) for s in sets):
            found.add(y)
    return found""",
        "range(len(others) + 1)",
        _sizes("[len(others)]", "range(1, len(others) + 1)"),
        _SETS,
        "Each member of the boundary is tried by itself.",
        "For a member y, take the sets out of the others in the boundary.",
        "y is a neighbor of x exactly when no set of the others separates the two.",
    ),
    "removable": Written(
        _IMPORT
        + """def separate(ask, x, y, among, always=()):
    sets = [s for n in range(len(among) + 1) for s in combinations(sorted(among), n)]
    return next((set(s) for s in sets if ask(x, y, {*s, *always})), None)

def removable(ask, x, boundary):
    sets = {y: separate(ask, x, y, boundary - {y}) for y in boundary}
    near = {y for y in boundary if sets[y] is None}
    first = [(z, w, {x}) for z, w in combinations(near, 2)]
    second = [
        (t, z, {x, y})
        for t in boundary - near
        for y in near - sets[t]
        if separate(ask, y, t, {x, *boundary} - {y, t}) is None
        for z in near - {y}
    ]
    return all(
        separate(ask, a, b, boundary - {a, b, *always}, always) is None
        for a, b, always in first + second
    )""",
        "first + second",
        (
            (Belief.condition_1_is_enough, "first"),
            (Belief.nothing_changes, "second"),
            (Belief.sets_without_x, "[(z, w, ()) for z, w, _ in first] + second"),
        ),
        Principle("It does not test both conditions, with all that their sets must hold."),
        "The neighbors come first; of each other member of the boundary, keep the set that "
        "separates it from x.",
        "Each condition has pairs which no set may separate. Which pairs, and what is in "
        "all of their sets?",
        "Condition 1: two neighbors, with x in each set. Condition 2: a co-parent t and a "
        "neighbor, with x and a common child of x and t in each set.",
    ),
    "update": Written(
        _IMPORT
        + """def update(ask, x, boundaries, neighbors):
    after = {y: boundaries[y] - {x} for y in boundaries if y != x}
    for y, z in combinations(sorted(neighbors), 2):
        if ask(y, z, after[y] - {z}):
            after[y].discard(z)
            after[z].discard(y)
    return after""",
        "ask(y, z, after[y] - {z})",
        (
            (Belief.only_deletes, "False"),
            (Belief.leaver_given, "ask(y, z, boundaries[y] - {z})"),
            (Belief.give_nothing, "ask(y, z)"),
        ),
        Principle("It does not test two neighbors given what is left of a boundary."),
        "One test for each two of the neighbors is enough.",
        "What is given is the boundary of one of the two, without x and the other one.",
        "x goes from all sets. Two neighbors part when only x, their common child, joined "
        "them; then each goes from the set of the other.",
    ),
    "skeleton": Written(
        _IMPORT
        + """def skeleton(ask, names):
    edges = {frozenset(pair) for pair in combinations(names, 2)}
    for size in range(len(names) - 1):
        for x, y in combinations(names, 2):
            for a, b in ((x, y), (y, x)):
                near = [w for w in names if w not in (a, b) and frozenset((a, w)) in edges]
                for given in combinations(near, size):
                    if frozenset((a, b)) in edges and ask(a, b, given):
                        edges.remove(frozenset((a, b)))
    return edges""",
        "range(len(names) - 1)",
        _sizes("[len(names) - 2]", "range(1, len(names) - 1)"),
        _SETS,
        "It begins with all pairs, and takes pairs out.",
        "Go by the size of the set: first none, then one variable, and so on.",
        "Two variables without an edge are separated by neighbors of one of them.",
    ),
    "v_structures": Written(
        """def v_structures(skeleton, sets):
    found, names = set(), {name for edge in skeleton for name in edge}
    for ends, given in sets.items():
        a, b = ends
        for c in names - ends:
            joined = {frozenset((a, c)), frozenset((b, c))} <= skeleton
            if joined and c not in given:
                found.add((a, c, b))
    return found""",
        "c not in given",
        (
            (Belief.all_collide, "True"),
            (Belief.in_set_collides, "c in given"),
            (Belief.parents_apart, "not given"),
        ),
        Principle("It takes other triples than those whose middle is outside the set of the ends."),
        "Each pair in sets may be the ends of a v-structure.",
        "Look at the variables which an edge joins to both ends.",
        "In a set that separates its neighbors, a variable is no collider between them; "
        "outside of it, it is one.",
    ),
    "meek": Written(
        "from itertools import combinations, permutations\n"
        """def meek(pattern):
    arrows, lines = set(pattern.directed), set(pattern.undirected)
    edges, before = lines | set(map(frozenset, arrows)), None
    while before != lines:
        before = set(lines)
        for a, b in [way for line in before for way in permutations(line)]:
            tails = {c for c, head in arrows if head == b}
            between = [c for c in tails if frozenset((a, c)) in lines]
            one = any(head == a and frozenset((c, b)) not in edges for c, head in arrows)
            two = any((a, c) in arrows for c in tails)
            three = any(frozenset(pair) not in edges for pair in combinations(between, 2))
            if frozenset((a, b)) in lines and (one or two or three):
                lines.remove(frozenset((a, b)))
                arrows.add((a, b))
    return lines, arrows""",
        "one or two or three",
        (
            (Belief.only_v_structures, "False"),
            (Belief.turns_freely, "one"),
            (Belief.turns_freely, "one or two"),
        ),
        Principle("It does not apply all three rules."),
        "One arrow may direct the next: go on until nothing changes.",
        "For each undirected edge a - b, each rule is asked for a -> b, and for b -> a.",
        "a -> b if c -> a and no edge joins c and b; or if a -> c -> b; or if a - c -> b "
        "and a - d -> b, and no edge joins c and d.",
    ),
}
