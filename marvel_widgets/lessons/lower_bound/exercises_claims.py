"""Exercises on the lower bound: which graphs agree with answers, and what the theorem claims."""

import random
from itertools import combinations
from typing import Final

from marvel_widgets.assessment.answers import Statements
from marvel_widgets.assessment.exercise import Exercise, Mistake, random_dag
from marvel_widgets.assessment.facts import Facts, Principle
from marvel_widgets.assessment.true_or_false import Statement, numbers, one_of, which_hold
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import all_paths, open_path
from marvel_widgets.lessons.counting.facts import Amount, Stated
from marvel_widgets.lessons.lower_bound.facts import Spent
from marvel_widgets.lessons.lower_bound.facts_graphs import (
    Answers,
    DependentThere,
    GraphAnswers,
    answer_word,
    asked,
)
from marvel_widgets.lessons.separation.facts import Separates
from marvel_widgets.lessons.upper_bound.counts import letters
from marvel_widgets.theory.adversary import Adversary, agreement
from marvel_widgets.theory.bounds import lower_bound, lower_bound_empty
from marvel_widgets.theory.examples import Example
from marvel_widgets.theory.graph_costs import measure

ABOUT_WORST: Final = Principle("The theorem is about the worst graph.")
GUESS: Final = Principle(
    "G and an H agree with all answers then. A guess may be right, but it is a guess."
)
HIDDEN: Final = Principle(
    "With the answers alone one can't know which of the graphs that give them is the hidden one."
)


def consistent(rng: random.Random) -> Exercise | None:
    """Ask which of some graphs agree with all answers so far."""
    graphs = [random_dag(rng, 4, rng.randint(3, 4)) for _ in range(6)]
    hidden = graphs[0]
    rng.shuffle(graphs)
    if len(set(graphs)) < len(graphs):
        return None
    answers = tuple(_answer(rng, hidden) for _ in range(4))
    apart = sum(answer.separated for answer in answers)
    if len(set(answers)) < 4 or not 1 <= apart <= 3:
        return None
    right = numbers(not _not_given(dag, answers) for dag in graphs)
    # M42: a graph that joins exactly the asked pairs that were dependent
    settled = numbers(
        all((a.y in dag.neighbors(a.x)) != a.separated for a in answers) for dag in graphs
    )
    if not settled or not 2 <= len(right) <= 4:
        return None
    facts = [_agreement(n, dag, answers) for n, dag in enumerate(graphs, start=1)]
    kind = Statements([", ".join(f"{a} -> {b}" for a, b in sorted(g.edges)) for g in graphs])
    return Exercise(
        title="Which graphs are left?",
        question=(
            "These answers were given about A, B, C and D: "
            + "; ".join(f"{asked(a)}: {answer_word(a.separated)}" for a in answers)
            + ". Which of these graphs agree with all of them?"
        ),
        kind=kind,
        solution=right,
        mistakes=(
            Mistake(numbers(dag == hidden for dag in graphs), "M1"),
            Mistake(numbers(_never_opens(dag, answers) for dag in graphs), "M2"),
            Mistake(settled, "M42"),
        ),
        shows=lambda value: facts[kind.told_of(value, right) - 1],
        reasons=(*(fact[0] for fact in facts), HIDDEN),
        hints=(
            f"There are {len(right)} of them.",
            "Begin with the answers that say independent: they rule out most.",
            "A graph agrees when it gives each answer by d-separation. Neither its number of "
            "edges nor its arrows need be those of the hidden graph.",
        ),
    )


def _answer(rng: random.Random, dag: Dag) -> Separates:
    x, y, *rest = rng.sample(letters(dag.nodes), 4)
    given = letters(rest[: rng.randint(0, 2)])
    x, y = sorted((x, y))
    return Separates(x, y, given, d_separated(dag, x, y, given))


def _not_given(dag: Dag, answers: Answers) -> list[Separates]:
    """Return the answers that a graph does not give."""
    return [a for a in answers if d_separated(dag, a.x, a.y, a.given) != a.separated]


def _agreement(number: int, dag: Dag, answers: Answers) -> Facts:
    """Return which answer a graph does not give; or that it gives all, one surprisingly."""
    edges = tuple(sorted(dag.edges))
    if wrong := _not_given(dag, answers):
        return (GraphAnswers(number, edges, (wrong[0],), agrees=False),)
    found = GraphAnswers(number, edges, answers, agrees=True)
    far = [
        DependentThere(edges, a, path)
        for a in answers
        if a.y not in dag.neighbors(a.x) and (path := open_path(dag, a.x, a.y, a.given)) is not None
    ]
    return (found, *far[:1])


def _never_opens(dag: Dag, answers: Answers) -> bool:
    """Return whether a graph agrees for a learner who thinks that conditioning only blocks (M2)."""
    paths = [all_paths(dag, a.x, a.y).paths for a in answers]
    return all(
        all(not path.is_open or set(path.names[1:-1]) & set(a.given) for path in found)
        == a.separated
        for a, found in zip(answers, paths, strict=True)
    )


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
