"""Exercises on the lower bound: what the adversary can still hide, and the graph in which."""

import random
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final, Literal

from marvel_widgets.assessment.answers import Parts
from marvel_widgets.assessment.exercise import Exercise, Mistake
from marvel_widgets.assessment.facts import Fact, Facts, Principle
from marvel_widgets.assessment.variable_answers import Names, Order, Pairs
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.lower_bound.facts_graphs import (
    Answers,
    CellOfQuestion,
    OneSeparator,
    SingleEdge,
)
from marvel_widgets.lessons.separation.by_arrows import subsets
from marvel_widgets.lessons.separation.facts import Labels, Separates
from marvel_widgets.lessons.upper_bound.counts import letters, pairs_words, sorted_braces
from marvel_widgets.pictures.path_marks import asked as asked_marks
from marvel_widgets.text import listed

NAMES: Final = tuple("ABCDEF")
OTHERS_MAY: Final = Principle(
    "A pair that was found independent, given whatever set, has no edge; each other pair may "
    "have one."
)

Ends = tuple[str, ...]
Edges = frozenset[frozenset[str]]
Cell = tuple[Ends, frozenset[str]]  # a pair, and a set


@dataclass(frozen=True, slots=True)
class Duel:
    """Questions on one cluster of four: of two pairs all cells but one were asked."""

    cluster: tuple[str, ...]
    apart: list[str]
    ends: list[tuple[str, ...]]
    left: Cell
    asked: list[Cell]

    @property
    def answers(self) -> Answers:
        """What was asked, and answered."""
        return tuple(Separates(x, y, letters(given), False) for (x, y), given in self.asked)

    @property
    def repeated(self) -> Cell | None:
        """A question that was asked with more given: without that, its cell."""
        inside = set(self.cluster)
        return next(((pair, g & inside) for pair, g in self.asked if g - inside), None)


def _drawn(rng: random.Random) -> Duel:
    cluster = letters(rng.sample(NAMES, 4))
    apart = sorted(set(NAMES) - set(cluster))
    mixed = rng.sample(cluster, 4)
    ends = [letters(mixed[:2]), letters(mixed[2:])]
    both = [
        (pair, frozenset(map(str, group)))
        for pair in ends
        for group in subsets({*cluster} - {*pair})
    ]
    left = rng.choice([cell for cell in both if cell[0] == ends[0] and len(cell[1]) < 2])
    asked = [
        (pair, group | set(rng.sample(apart, rng.randint(0, 2))))
        for pair, group in both
        if (pair, group) != left
    ]
    return Duel(cluster, apart, ends, left, asked)


def unasked(rng: random.Random) -> Exercise | None:
    """Ask which question of a duel leaves two graphs open."""
    duel = _drawn(rng)
    literal = duel.repeated
    if literal is None:
        return None
    rng.shuffle(duel.asked)
    pair, inside = duel.left
    others = frozenset(duel.cluster) - set(pair)
    one, other = duel.apart
    return Exercise(
        title="The cell that was forgotten",
        question=(
            f"Example 1 with d = 3: the cluster is {', '.join(duel.cluster)}; {one} and {other} "
            "are left over. Every cell of the cluster was asked, except for the pairs "
            f"{pairs_words(duel.ends)}, of which only these questions were asked: "
            f"{'; '.join(_asked_of(duel, end) for end in duel.ends)}. No question was asked about "
            f"{one} or {other} and another variable. "
            "Name a question on whose answer an H of the proof differs from G."
        ),
        kind=Parts({"pair": Pairs(NAMES), "given": Names(NAMES)}),
        solution=_question(pair, inside),
        mistakes=(
            Mistake(_question((pair[0], one), frozenset()), "M42"),
            Mistake(_question(pair, others), "M2"),
            Mistake(_question(*literal), "M40"),
        ),
        shows=lambda value: (_not_open(duel, value["pair"], value["given"]),),
        reasons=(_cell(duel, pair, inside, "left"),),
        hints=(
            "One of 8 cells of the two pairs is left.",
            f"Drop {one} and {other} from each set that is given.",
            "A pair and a subset of the rest of its cluster make a cell. Go through the subsets "
            "of each pair: none, each single one, both.",
        ),
        accepts=lambda value: (
            _question(pair, inside) == {**value, "given": value["given"] - set(duel.apart)}
        ),
        explains=lambda value: (_cell(duel, pair, value["given"], "left"),),
        rights=lambda: [
            _question(pair, inside.union(map(str, more))) for more in subsets(duel.apart)
        ],
    )


def _asked_of(duel: Duel, end: tuple[str, ...]) -> str:
    sets = (sorted_braces(group) for pair, group in duel.asked if pair == end)
    return f"{pairs_words([end])} given {listed(sets)}"


def _question(pair: tuple[str, ...], given: frozenset[str]) -> dict[str, Any]:
    return {"pair": frozenset([frozenset(pair)]), "given": given}


def _not_open(duel: Duel, pairs: Edges, given: frozenset[str]) -> Fact:
    """Return why a question is not in the cell that is left."""
    if len(pairs) != 1:
        return Principle("One question has one pair.")
    pair = letters(min(pairs))
    if {*pair} & given:
        return Principle("That is no question: the pair itself is not given.")
    return _cell(duel, pair, given, "asked" if {*pair} <= {*duel.cluster} else "none")


def _cell(
    duel: Duel, pair: Labels, given: frozenset[str], state: Literal["none", "asked", "left"]
) -> Fact:
    return CellOfQuestion((pair[0], pair[1]), letters(given), duel.cluster, duel.answers, state)


def rival(rng: random.Random) -> Exercise | None:
    """Ask in which causal order H hides a cell."""
    x, y = letters(rng.sample(NAMES, 2))
    others = [name for name in NAMES if name not in (x, y)]
    hidden = letters(rng.sample(others, rng.randint(1, 2)))
    rest = [name for name in others if name not in hidden]
    solution = (*hidden, x, y, *rest)
    return Exercise(
        title="Build H",
        question=(
            f"Example 1 with one cluster of six: A to F are all joined in G. The question {x} and "
            f"{y} given {sorted_braces(hidden)} was never asked. H joins all pairs but {x} and "
            f"{y}. "
            "Give a causal order of H, first cause first, so that this set and no other subset of "
            f"the rest separates {x} and {y}."
        ),
        kind=Order(NAMES),
        solution=solution,
        mistakes=(
            Mistake((*hidden, *rest, x, y), "M8"),
            Mistake((x, y, *hidden, *rest), "M16"),
            Mistake((*rest, x, y, *hidden), "M2"),
        ),
        shows=lambda order: (OneSeparator(x, y, _earlier(order, x, y), hidden, order),),
        reasons=(OneSeparator(x, y, hidden, hidden, solution),),
        hints=(
            "Three groups follow each other; within the first and the last the order is free.",
            f"Ask of each other variable: is it before {x} and {y}, or after both?",
            "What must be given is a common cause; what must not be given is a common effect.",
        ),
        dag=Dag(list(combinations(NAMES, 2))),
        marks=asked_marks(x, y, hidden),
        accepts=lambda order: _earlier(order, x, y) == hidden,
        explains=lambda order: (OneSeparator(x, y, hidden, hidden, order),),
    )


def _earlier(order: tuple[str, ...], x: str, y: str) -> tuple[str, ...]:
    """Return what alone separates x and y when all other pairs are joined in a causal order.

    It is what comes before the later of the two: each such variable is a common cause, or is on
    a chain between them, and each variable that comes after both is a common effect.
    """
    later = max(order.index(x), order.index(y))
    return letters(set(order[:later]) - {x, y})


def open_pairs(rng: random.Random) -> Exercise | None:
    """Ask which single edges agree with the answers of an empty graph."""
    pairs = list(combinations(NAMES, 2))
    rng.shuffle(pairs)
    cut = rng.randint(3, 5)
    given = {
        pair: letters(rng.sample(sorted(set(NAMES) - set(pair)), rng.choice((0, 0, 1, 2))))
        for pair in pairs[cut:]
    }
    solution, bare, dressed = (
        frozenset(map(frozenset, some))
        for some in (
            pairs[:cut],
            [pair for pair in given if not given[pair]],
            [pair for pair in given if given[pair]],
        )
    )
    answers = tuple(Separates(*pair, group, True) for pair, group in given.items())

    def shows(value: Edges) -> Facts:
        """Return what is wrong with the first edge that is missing, or else too much."""
        a, b = letters(min(solution - value or value - solution, key=sorted))
        about = tuple(answer for answer in answers if {answer.x, answer.y} == {a, b})
        return (SingleEdge((a, b), about or answers, agrees=not about),)

    return Exercise(
        title="One edge that may be there",
        question=(
            "Example 2 with A to F: each answer was independent. Asked were, given nothing: "
            f"{pairs_words(bare)}. Asked were, given a set: "
            + ", ".join(
                f"{a} - {b} given {sorted_braces(given[a, b])}"
                for a, b in sorted(given)
                if given[a, b]
            )
            + ". Name all pairs such that the graph with an edge between them, and no other edge, "
            "agrees with every answer."
        ),
        kind=Pairs(NAMES),
        solution=solution,
        mistakes=(
            Mistake(frozenset(), "M1"),
            Mistake(solution | bare, "M17"),
            Mistake(solution | dressed, "M28"),
        ),
        shows=shows,
        reasons=(OTHERS_MAY,),
        hints=(
            f"There are {cut} of them.",
            "Strike out each pair that stands in the list.",
            "An edge is never separated, whatever is given: one independent answer, with any set, "
            "rules it out.",
        ),
    )
