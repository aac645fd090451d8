"""Simulated learners with a belief: they read a question as it stands, and answer by their rule.

Nothing here asks the kit what a belief answers. A learner has the words of the question and the
arrows of the graph; the rules are computed in other ways than in `lessons/separation/exercises.py`,
which judges all paths.
"""

import random
import re
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from marvel_widgets import Dag

BELIEFS = ("parents_apart", "more_blocks", "collider_alone", "along_arrows", "usual_colliders")
ASKED = re.compile(
    r"(?:In the small graph (?P<graph>[^:]+): )?"
    r"Are (?P<x>\S+) and (?P<y>\S+) (?:independent|d-separated) given (?P<given>[^?]+)\?"
)
APART = {"independent", "d-separated"}
MANY = 31  # graphs


@dataclass(frozen=True)
class Arrows:
    """The arrows of a graph, and what can be reached along them."""

    pairs: frozenset

    def children(self, v):
        return {b for a, b in self.pairs if a == v}

    def parents(self, v):
        return {a for a, b in self.pairs if b == v}

    def above(self, some, given=frozenset()):
        """Variables from which arrows lead to some, with nothing given on the way; and these."""
        found, todo = set(some), list(some)
        while todo:
            new = self.parents(todo.pop()) - found - given
            found |= new
            todo += new
        return found


def written(text):
    """Read the arrows of a small graph from its words.

    >>> sorted(written("A -> C <- B; C -> D").pairs)
    [('A', 'C'), ('B', 'C'), ('C', 'D')]
    """
    pairs = set()
    for part in text.split(";"):
        words = part.split()
        for a, arrow, b in zip(words[::2], words[1::2], words[2::2], strict=False):
            assert arrow in ("->", "<-"), text
            pairs.add((a, b) if arrow == "->" else (b, a))
    return Arrows(frozenset(pairs))


def linked(pairs, x, y):
    """Return whether steps lead from one variable to another, whichever way the pairs point."""
    found, todo = {x}, [x]
    while todo:
        v = todo.pop()
        new = {b if a == v else a for a, b in pairs if v in (a, b)} - found
        found |= new
        todo += new
    return y in found


def truly_apart(seen, x, y, given):
    """By the moral graph of what lies above: no belief."""
    kept = seen.above({x, y} | given)
    pairs = {(a, b) for a, b in seen.pairs if b in kept}
    for v in kept:
        pairs |= set(combinations(sorted(seen.parents(v)), 2))
    return not linked({pair for pair in pairs if not given & {*pair}}, x, y)


def nothing_opens(seen, x, y, given):
    """Without colliders a path is a common source, or one end, with two ways down."""
    return not seen.above({x}, given) & seen.above({y}, given)


def only_the_collider_opens(seen, x, y, given):
    """Walk on, a variable at a time; at a collider only what is given lets us through."""

    def open_from(v, came_down, walked):
        if v == y:
            return True
        here_given = v in given
        for w in (seen.children(v) | seen.parents(v)) - walked:
            down = w in seen.children(v)
            collider = came_down and not down
            if (v == x or collider == here_given) and open_from(w, down, walked | {w}):
                return True
        return False

    return not open_from(x, False, {x})


def along_the_arrows(seen, x, y, given):
    """Only a way along the arrows counts."""
    return x not in seen.above({y}, given) and y not in seen.above({x}, given)


def colliders_are_like_others(seen, x, y, given):
    """What is given is taken out; whatever hangs together then depends."""
    return not linked({pair for pair in seen.pairs if not given & {*pair}}, x, y)


def a_shared_child_parts(seen, x, y, given):
    """Parents of a child are apart, whatever is given."""
    return bool(seen.children(x) & seen.children(y)) or truly_apart(seen, x, y, given)


RULES = {
    None: truly_apart,
    "parents_apart": a_shared_child_parts,
    "more_blocks": nothing_opens,
    "collider_alone": only_the_collider_opens,
    "along_arrows": along_the_arrows,
    "usual_colliders": colliders_are_like_others,
}


@cache
def says_apart(belief, seen, x, y, given):
    return RULES[belief](seen, x, y, given)


def understood(question, dag):
    """Return the arrows that a question is about, the pair, and what is given, by its words."""
    found = ASKED.search(question.text)
    assert found is not None, question.text
    seen = written(found["graph"]) if found["graph"] else Arrows(frozenset(dag.edges))
    x, y, given = found["x"], found["y"], found["given"]
    if given.startswith("all"):
        return seen, x, y, frozenset(dag.nodes) - {x, y}
    return seen, x, y, frozenset(() if given == "nothing" else given.strip("{}").split(", "))


def is_right(belief, question, dag):
    """Return whether who holds a belief, or none, answers a question rightly by their rule."""
    apart = says_apart(belief, *understood(question, dag))
    said = next(option for option in question.options if (option in APART) == apart)
    return said == question.answer


def drawn(seed, many=MANY):
    """Return connected graphs with 4 to 8 variables, half of them with one edge in three."""
    rng = random.Random(f"held out {seed}")
    found = []
    while len(found) < many:
        p, share = rng.randint(4, 8), rng.choice((1 / 3, 1 / 2))
        names = rng.sample("ABCDEFGHKLMNPRST", p)
        pairs = [pair for pair in combinations(names, 2) if rng.random() < share]
        if pairs and all(linked(pairs, names[0], name) for name in names):
            found.append(Dag(pairs, nodes=names))
    return found
