"""Exercises on the lower bound: what an adversary can hide, and what the theorem claims."""

import random
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final, Literal, NamedTuple

from marvel_widgets.assessment.answers import Parts, Statements
from marvel_widgets.assessment.exercise import Exercise, Mistake, by_name, names_of, random_dag
from marvel_widgets.assessment.facts import Fact, Principle
from marvel_widgets.assessment.true_or_false import Statement, of_one, one_of, which_hold
from marvel_widgets.assessment.variable_answers import Names, Order, Pairs
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.lessons.counting.facts import Amount, Stated
from marvel_widgets.lessons.lower_bound.facts import RunAndBounds, Spent
from marvel_widgets.lessons.lower_bound.facts_graphs import (
    Answers,
    CellOfQuestion,
    OneSeparator,
)
from marvel_widgets.lessons.orientation.arrows import written
from marvel_widgets.lessons.separation.by_arrows import subsets
from marvel_widgets.lessons.separation.facts import Labels, Separates
from marvel_widgets.lessons.upper_bound.counts import letters, pairs_words, sorted_braces
from marvel_widgets.pictures.path_marks import asked as asked_marks
from marvel_widgets.text import listed
from marvel_widgets.theory.adversary import Adversary, agreement
from marvel_widgets.theory.bounds import lower_bound, lower_bound_empty, measure, upper_bound
from marvel_widgets.theory.examples import Example

NAMES: Final = tuple("ABCDEF")

Ends = tuple[str, ...]
Edges = frozenset[frozenset[str]]
Cell = tuple[Ends, frozenset[str]]  # a pair, and a set
ABOUT_WORST: Final = Principle("The theorem is about the worst graph.")
GUESS: Final = Principle(
    "G and an H agree with all answers then. A guess may be right, but it is a guess."
)
EACH_ALGORITHM: Final = Principle(
    "The lower bound holds for each algorithm on its worst graph, PC's too."
)
WORST_GRAPH: Final = Principle(
    "The lower bound speaks of the worst graph of this size, not of this one."
)


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


def scope(rng: random.Random) -> Exercise | None:
    """Ask which sentences on the lower bound, at drawn numbers, are true."""
    d = rng.randint(3, 4)
    p = rng.randint(d + 1, 2 * d + 3)
    example = Example("cliques", p, d)
    bound = lower_bound(p, d)
    if bound == lower_bound_empty(p):
        return None
    about_marvel = Statement(
        f"Some algorithm, another one than MARVEL, learns each graph of this size with fewer than "
        f"{bound} tests.",
        False,
        (Principle("The adversary answers any algorithm; nothing in the proof is about MARVEL."),),
        "M15",
    )
    claims = *_claims_on_counts(rng, example, bound), *_claims_on_unasked(rng, example)
    statements = [about_marvel, *claims]
    if sum(statement.is_true for statement in statements) < 2:
        return None
    return which_hold(
        "Of what the theorem speaks",
        f"For p = {p} variables and in-degree at most {d} the lower bound is {bound}. Which of "
        "these sentences are true?",
        statements,
        "The theorem: for each algorithm there is a graph of this size that costs it so many "
        "tests, from the first question on.",
        place="Watch the words some and each.",
    )


def _claims_on_counts(rng: random.Random, example: Example, bound: int) -> list[Statement]:
    """Return the claims that compare the bound with numbers of tests."""
    found, empty = measure(example.graph), lower_bound_empty(example.p)
    d = example.max_in_degree
    return [
        one_of(
            rng,
            "On {}.",
            (
                f"each graph of this size, each algorithm needs at least {bound} tests",
                f"some graph of this size MARVEL makes fewer than {bound} different tests, those "
                "that find the boundaries included",
            ),
            empty >= bound,
            (Spent(example.p, 0, None, empty), ABOUT_WORST),
            "M14",
        ),
        one_of(
            rng,
            "On the graph of Example 1, MARVEL makes {} "
            f"{bound} different tests after its boundaries are found.",
            ("fewer than", "at least"),
            found.after_discovery < bound,
            (Spent(example.p, d, found.after_discovery, found.everything),),
            "M41",
        ),
        one_of(
            rng,
            "With data, the algorithm that makes fewer tests {}.",
            ("may still make more mistakes", "makes fewer mistakes"),
            True,
            (Principle("The bounds count questions to an oracle, which never errs."),),
            "M12",
        ),
    ]


def _claims_on_unasked(rng: random.Random, example: Example) -> list[Statement]:
    """Return the claims on what is known while cells are unasked."""
    pairs = Adversary(example)
    for x, y in combinations(example.names, 2):
        pairs = pairs.asked(x, y)
    size = example.p, example.max_in_degree
    unasked = Amount("unasked", size, len(pairs.open_cells), noun="cell")
    return [
        one_of(
            rng,
            "An algorithm that has asked each pair once, given nothing, {} the graph of Example 1.",
            ("knows", "can't be sure of"),
            pairs.judge(example.graph).outcome == "conceded",
            (Stated("{} are unasked then, each with an H.", (unasked,)),),
            "M42",
        ),
        one_of(
            rng,
            "An algorithm that leaves one cell of Example 1 unasked {}.",
            ("may still return the right graph", "returns a wrong graph"),
            _agree_but_one(example),
            (GUESS,),
        ),
    ]


def _agree_but_one(example: Example) -> bool:
    """Return whether G and the last cell's H both agree with the answers on all other cells."""
    *others, last = example.cells
    adversary = Adversary(example)
    for cell in others:
        adversary = adversary.asked(cell.x, cell.y, cell.subset or ())
    graphs = example.graph, example.rival(last)
    return all(all(agreement(graph, adversary.answers)) for graph in graphs)


def like_with_like(rng: random.Random) -> Exercise | None:
    """Ask which comparisons of a run with the bounds are true."""
    dag = random_dag(rng, 5, rng.choice([7, 8, 9]))
    p, d = len(dag), dag.max_in_degree
    trace = record("marvel", dag)
    after = trace.result.counts.after_boundaries
    different = trace.tests.distinct(without=BOUNDARY_DISCOVERY)
    least, most = lower_bound(p, d), upper_bound(p, d)
    numbers = RunAndBounds(p, d, (float(most), least), (len(trace.tests), after, different))
    claims = [
        Claim("After the boundaries, some statement is tested twice.", after > different, numbers,
              "M37"),
        Claim("After the boundaries, the run performs fewer tests than the lower bound.",
              after < least, numbers),
        Claim("The boundaries included, the run performs fewer tests than the lower bound.",
              len(trace.tests) < least, numbers),
        Claim("After the boundaries, the run performs more than half of the upper bound.",
              after > most / 2, numbers, "M14"),
        Claim("On some graph with this p and at most this in-degree, PC needs as many tests as "
              "the lower bound says.", True, EACH_ALGORITHM, "M15"),
        Claim("The lower bound says that no algorithm can do with fewer tests on this graph.",
              False, WORST_GRAPH),
    ]  # fmt: skip
    rng.shuffle(claims)
    solution = frozenset(n for n, claim in enumerate(claims, start=1) if claim.holds)
    if after == different or after > most / 2:
        return None
    kind = Statements([claim.text for claim in claims])
    return Exercise(
        title="Like with like",
        question=(
            "MARVEL runs on this graph with the oracle, ties broken by the alphabet, with our full "
            "bookkeeping. Which of these sentences are true? Ask the library: "
            f'record("marvel", Dag("{written(dag)}", nodes="{"".join(names_of(dag))}")).'
        ),
        kind=kind,
        solution=solution,
        mistakes=tuple(
            Mistake(solution ^ {n}, claim.belief)
            for n, claim in enumerate(claims, start=1)
            if claim.belief
        ),
        shows=of_one(kind, solution, [(claim.why,) for claim in claims].__getitem__),
        reasons=(numbers,),
        hints=(
            f"{len(solution)} of the 6 are true.",
            f"Compare with upper_bound({p}, {d}) and lower_bound({p}, {d}).",
            "The upper bound counts what comes after the boundaries; the lower bound counts all, "
            "for each algorithm, on the worst graph of this size.",
        ),
        dag=dag,
    )


class Claim(NamedTuple):
    """A sentence, whether it holds, what shows it, and the belief against it."""

    text: str
    holds: bool
    why: Fact
    belief: str = ""


EXERCISES: Final = by_name(unasked, rival, scope, like_with_like)
