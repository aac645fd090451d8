"""09, the lower bound: what an adversary can hide, and what the theorem claims."""

import random
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, Final, Literal

from marvel_widgets.assessment.answers import Parts, Statements
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.exercise import Exercise, by_name, names_of, random_dag
from marvel_widgets.assessment.facts import Facts, Principle, kind
from marvel_widgets.assessment.true_or_false import Statement, judged, of_one, one_of, which_hold
from marvel_widgets.assessment.variable_answers import Names, Order, Pairs
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.lessons.counting.facts import Amount, Stated
from marvel_widgets.lessons.separation.by_arrows import letters, subsets
from marvel_widgets.lessons.separation.facts import Labels, Separates
from marvel_widgets.pictures.path_marks import asked as asked_marks
from marvel_widgets.text import in_braces, listed
from marvel_widgets.theory.adversary import Adversary, agreement
from marvel_widgets.theory.bounds import lower_bound, lower_bound_empty, measure, upper_bound
from marvel_widgets.theory.examples import Example

NAMES: Final = tuple("ABCDEF")
ABOUT_WORST: Final = Principle("The theorem is about the worst graph.")
ANY_ALGORITHM: Final = Principle(
    "The adversary answers any algorithm; nothing in the proof is about MARVEL."
)
GUESS: Final = Principle(
    "G and an H agree with all answers then. A guess may be right, but it is a guess."
)
EACH_ALGORITHM: Final = Principle(
    "The lower bound holds for each algorithm on its worst graph, PC's too."
)
WORST_GRAPH: Final = Principle(
    "The lower bound speaks of the worst graph of this size, not of this one."
)

# -- what is said ----------------------------------------------------------------------------------

Spent = kind(
    "p max_in_degree after everything",
    "On the graph of Example 1 MARVEL makes {after} different tests after its boundaries are "
    "found, and {everything} in all: the theorem counts boundary discovery too.",
    "On the empty graph MARVEL makes {everything}, one for each pair.",
)

RunAndBounds = kind(
    "p max_in_degree bounds tests",
    "With p = {p} and in-degree {max_in_degree} the upper bound is {bounds[0]:g}, the lower bound "
    "{bounds[1]}. The run performs {tests[0]} tests, {tests[1]} of them after the boundaries, and "
    "these are {tests[2]} different ones.",
)

State = Literal["none", "asked", "left"]  # of a cell: there is none, it was asked, or is left


def sorted_braces(given: Iterable[Label]) -> str:
    """Return a set in braces, in alphabetical order."""
    return in_braces(letters(given))


def pairs_words(pairs: Iterable[Iterable[Label]]) -> str:
    return listed(sorted(" - ".join(letters(pair)) for pair in pairs))


def _cell(pair: Labels, given: Labels, members: Labels, asked: Sequence[Any], state: State) -> str:
    names, inside = pairs_words([pair]), sorted_braces(given)
    subset = {*given} & {*members}
    cell = sorted_braces(subset)
    alike = [a for a in asked if {a.x, a.y} == {*pair} and {*a.given} & {*members} == subset]
    told = f"by {names} given {sorted_braces(alike[0].given)}" if alike else "like all of this pair"
    question = f"{names} given {inside} is a question of the cell {names} with {cell}"
    left = f"The cell {names} with {cell}" if inside == cell else f"{question}, which"
    return {
        "none": f"{names} given {inside}: the pair is in no common cluster, and no H joins it.",
        "asked": f"{question}, and that cell was asked {told}: what lies outside of the cluster "
        "makes no difference.",
        "left": f"{left} is the only one left. In H the pair is not joined, and {cell} is what "
        "separates it.",
    }[state]


CellOfQuestion = kind("pair given members asked state", _cell)


def _separator(x: Label, y: Label, given: Labels, wanted: Labels, members: Labels) -> str:
    found, pair = sorted_braces(given), f"{x} and {y}"
    if given != wanted:
        return (
            f"In this order {pair} are independent given {found}, not given "
            f"{sorted_braces(wanted)}."
        )
    first, later = sorted((x, y), key=members.index)
    does = f"come before {later}: each is a common cause or on a chain between the two, and"
    if all(members.index(v) < members.index(first) for v in given):
        does = "come first, so each of them is a common cause that"
    return (
        f"In the order {', '.join(map(str, members))} the variables of {found} {does} "
        "must be given. Those of "
        f"{sorted_braces({*members} - {x, y, *given})} come last: common effects, which open a "
        "path when they are given."
    )


OneSeparator = kind("x y given wanted members", _separator)


# -- exercises -----------------------------------------------------------------------------------


def unasked(rng: random.Random) -> Exercise | None:
    cluster = letters(rng.sample(NAMES, 4))
    apart = [name for name in NAMES if name not in cluster]
    mixed = rng.sample(cluster, 4)
    ends = [letters(mixed[:2]), letters(mixed[2:])]
    cells = [
        (pair, frozenset(map(str, group)))
        for pair in ends
        for group in subsets({*cluster} - {*pair})
    ]
    left = rng.choice([cell for cell in cells if cell[0] == ends[0] and len(cell[1]) < 2])
    asked = [
        (cell[0], cell[1] | set(rng.sample(apart, rng.randint(0, 2))))
        for cell in cells
        if cell != left
    ]
    repeated = [(pair, given & {*cluster}) for pair, given in asked if given & {*apart}]
    if not repeated:
        return None
    rng.shuffle(asked)
    answers = tuple(Separates(x, y, letters(given), False) for (x, y), given in asked)

    def question(pair: tuple[str, ...], given: frozenset[str]) -> dict[str, Any]:
        return {"pair": frozenset([frozenset(pair)]), "given": given}

    def cell(pair: tuple[str, ...], given: frozenset[str], state: State = "left") -> Facts:
        return (CellOfQuestion((pair[0], pair[1]), letters(given), cluster, answers, state),)

    def shows(value: dict[str, frozenset[Any]]) -> Facts:
        if len(value["pair"]) != 1:
            return (Principle("One question has one pair."),)
        pair = letters(min(value["pair"]))
        if {*pair} & value["given"]:
            return (Principle("That is no question: what is given can't contain one of the pair."),)
        return cell(pair, value["given"], "asked" if {*pair} <= {*cluster} else "none")

    one, other = apart
    told = [
        f"{pairs_words([end])} given {listed(sorted_braces(g) for pair, g in asked if pair == end)}"
        for end in ends
    ]
    return Exercise(
        title="The cell that was forgotten",
        question=(
            f"Example 1 with d = 3: the cluster is {', '.join(cluster)}; {one} and {other} "
            "are left over. Every cell of the cluster was asked, except for the pairs "
            f"{pairs_words(ends)}, of which only these questions were asked: {'; '.join(told)}. "
            f"No question was asked about {one} or {other} and another variable. "
            "Name a question that some H of the adversary answers otherwise than G."
        ),
        kind=Parts({"pair": Pairs(NAMES), "given": Names(NAMES)}),
        solution=question(*left),
        believed=(
            (question((left[0][0], one), frozenset()), Belief.one_test_settles),
            (question(left[0], frozenset(cluster) - {*left[0]}), Belief.more_blocks),
            (question(*repeated[0]), Belief.counted_again),
        ),
        shows=shows,
        reasons=cell(*left),
        count="One of 8 cells of the two pairs is left.",
        place=f"Drop {one} and {other} from each set that is given.",
        rule="A pair and a subset of the rest of its cluster make a cell. Go through the subsets "
        "of each pair: none, each single one, both.",
        accepts=lambda value: question(*left) == {**value, "given": value["given"] - set(apart)},
        explains=lambda value: cell(left[0], value["given"]),
        rights=lambda: [
            question(left[0], left[1].union(map(str, more))) for more in subsets(apart)
        ],
    )


def rival(rng: random.Random) -> Exercise | None:
    x, y = letters(rng.sample(NAMES, 2))
    others = [name for name in NAMES if name not in (x, y)]
    hidden = letters(rng.sample(others, rng.randint(1, 2)))
    rest = [name for name in others if name not in hidden]
    solution = (*hidden, x, y, *rest)

    def separator(order: tuple[str, ...]) -> tuple[str, ...]:
        """Return what alone separates the two when all other pairs are joined in this order.

        It is what comes before the later of them: each such variable is a common cause, or is on
        a chain between them, and each variable that comes after both is a common effect.
        """
        return letters({*order[: max(order.index(x), order.index(y))]} - {x, y})

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
        believed=(
            ((*hidden, *rest, x, y), Belief.give_all),
            ((x, y, *hidden, *rest), Belief.parents_apart),
            ((*rest, x, y, *hidden), Belief.more_blocks),
        ),
        shows=lambda order: (OneSeparator(x, y, separator(order), hidden, order),),
        reasons=(OneSeparator(x, y, hidden, hidden, solution),),
        count="Three groups follow each other; within the first and the last the order is free.",
        place=f"Ask of each other variable: is it before {x} and {y}, or after both?",
        rule="What must be given is a common cause; what must not be given is a common effect.",
        dag=Dag(list(combinations(NAMES, 2))),
        marks=asked_marks(x, y, hidden),
        accepts=lambda order: separator(order) == hidden,
        explains=lambda order: (OneSeparator(x, y, hidden, hidden, order),),
    )


def scope(rng: random.Random) -> Exercise | None:
    d = rng.randint(3, 4)
    p = rng.randint(d + 1, 2 * d + 3)
    example = Example("cliques", p, d)
    bound, empty = lower_bound(p, d), lower_bound_empty(p)
    if bound == empty:
        return None
    found, pairs = measure(example.graph), Adversary(example)
    for x, y in combinations(example.names, 2):
        pairs = pairs.asked(x, y)
    unasked = Amount("unasked", (p, d), len(pairs.open_cells), noun="cell")
    *others, last = example.cells
    all_but_one = Adversary(example)
    for cell in others:
        all_but_one = all_but_one.asked(cell.x, cell.y, cell.subset or ())
    both = all(
        all(agreement(graph, all_but_one.answers)) for graph in (example.graph, example.rival(last))
    )
    statements = [
        Statement(
            "Some algorithm, another one than MARVEL, learns each graph of this size with fewer "
            f"than {bound} tests.",
            False,
            (ANY_ALGORITHM,),
            Belief.bound_is_of_marvel,
        ),
        one_of(
            rng,
            "On {}.",
            (
                f"each graph of this size, each algorithm needs at least {bound} tests",
                f"some graph of this size MARVEL makes fewer than {bound} different tests, those "
                "that find the boundaries included",
            ),
            empty >= bound,
            (Spent(p, 0, None, empty), ABOUT_WORST),
            Belief.bound_is_usual,
        ),
        one_of(
            rng,
            "On the graph of Example 1, MARVEL makes {} "
            f"{bound} different tests after its boundaries are found.",
            ("fewer than", "at least"),
            found.after_discovery < bound,
            (Spent(p, d, found.after_discovery, found.everything),),
            Belief.bounds_alike,
        ),
        one_of(
            rng,
            "With data, the algorithm that makes fewer tests {}.",
            ("may still make more mistakes", "makes fewer mistakes"),
            True,
            (Principle("The bounds count questions to an oracle, which never errs."),),
            Belief.fewer_err_less,
        ),
        one_of(
            rng,
            "An algorithm that has asked each pair once, given nothing, {} the graph of Example 1.",
            ("knows", "can't be sure of"),
            pairs.judge(example.graph).outcome == "conceded",
            (Stated("{} are unasked then, each with an H.", (unasked,)),),
            Belief.one_test_settles,
        ),
        one_of(
            rng,
            "An algorithm that leaves one cell of Example 1 unasked {}.",
            ("may still return the right graph", "returns a wrong graph"),
            both,
            (GUESS,),
        ),
    ]
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


def like_with_like(rng: random.Random) -> Exercise | None:
    dag = random_dag(rng, 5, rng.choice([7, 8, 9]))
    p, d = len(dag), dag.max_in_degree
    trace = record("marvel", dag)
    after = trace.result.counts.after_boundaries
    different = trace.tests.distinct(without=BOUNDARY_DISCOVERY)
    least, most = lower_bound(p, d), upper_bound(p, d)
    numbers = RunAndBounds(p, d, (float(most), least), (len(trace.tests), after, different))
    claims = [
        Statement("After the boundaries, some statement is tested twice.", after > different,
                  (numbers,), Belief.counted_once),
        Statement("After the boundaries, the run performs fewer tests than the lower bound.",
                  after < least, (numbers,)),
        Statement("The boundaries included, the run performs fewer tests than the lower bound.",
                  len(trace.tests) < least, (numbers,)),
        Statement("After the boundaries, the run performs more than half of the upper bound.",
                  after > most / 2, (numbers,), Belief.bound_is_usual),
        Statement("On some graph with this p and at most this in-degree, PC needs as many tests "
                  "as the lower bound says.", True, (EACH_ALGORITHM,), Belief.bound_is_of_marvel),
        Statement("The lower bound says that no algorithm can do with fewer tests on this graph.",
                  False, (WORST_GRAPH,)),
    ]  # fmt: skip
    rng.shuffle(claims)
    if after == different or after > most / 2:
        return None
    solution, kind = judged(claims), Statements([claim.text for claim in claims])
    edges = "; ".join(f"{a} -> {b}" for a, b in sorted(dag.edges))
    return Exercise(
        title="Like with like",
        question=(
            "MARVEL runs on this graph with the oracle, ties broken by the alphabet, with our full "
            "bookkeeping. Which of these sentences are true? Ask the library: "
            f'record("marvel", Dag("{edges}", nodes="{"".join(names_of(dag))}")).'
        ),
        kind=kind,
        solution=solution,
        believed=tuple((judged(claims, c.belief), c.belief) for c in claims if c.belief),
        shows=of_one(kind, solution, [claim.why for claim in claims].__getitem__),
        reasons=(numbers,),
        count=f"{len(solution)} of the 6 are true.",
        place=f"Compare with upper_bound({p}, {d}) and lower_bound({p}, {d}).",
        rule="The upper bound counts what comes after the boundaries; the lower bound counts all, "
        "for each algorithm, on the worst graph of this size.",
        dag=dag,
    )


EXERCISES: Final = by_name(unasked, rival, scope, like_with_like)
