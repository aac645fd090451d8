"""Exercises on the lower bound: which graphs agree with answers, and what the theorem claims."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import combinations

from marvel_widgets.assessment.answers import Statements
from marvel_widgets.assessment.exercise import Exercise, Mistake, random_dag
from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.assessment.variable_answers import Pairs
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import open_path
from marvel_widgets.lessons.upper_bound.counts import (
    Sentence,
    judged_sentences,
    letters,
    pairs_words,
    sorted_braces,
)
from marvel_widgets.text import counted
from marvel_widgets.theory.adversary import Adversary, Answer, agreement
from marvel_widgets.theory.bounds import lower_bound, lower_bound_empty
from marvel_widgets.theory.examples import Example
from marvel_widgets.theory.graph_costs import measure


def consistent(rng: random.Random) -> Exercise | None:
    """Ask which of some graphs agree with all answers so far."""
    graphs = [random_dag(rng, 4, rng.randint(3, 4)) for _ in range(6)]
    hidden = graphs[0]
    rng.shuffle(graphs)
    if len(set(graphs)) < len(graphs):
        return None
    answers = [_answer(rng, hidden) for _ in range(4)]
    apart = sum(answer.independent for answer in answers)
    if len({answer.statement for answer in answers}) < 4 or not 1 <= apart <= 3:
        return None
    right = _numbers([all(agreement(dag, answers)) for dag in graphs])
    settled = _numbers([_settles(dag, answers) for dag in graphs])
    if not settled or not 2 <= len(right) <= 4:
        return None

    fails = {n: _failure(n, dag, answers) for n, dag in enumerate(graphs, start=1)}

    def witness(value: frozenset[int]) -> str:
        number = min(value ^ right)
        return fails[number] or (
            f"Graph {number} gives all {len(answers)} answers as well."
            + _surprise(graphs[number - 1], answers)
        )

    return Exercise(
        title="Which graphs are left?",
        question=(
            "These answers were given about A, B, C and D: "
            + "; ".join(f"{_asked(a)}: {_answer_word(a.independent)}" for a in answers)
            + ". Which of these graphs agree with all of them?"
        ),
        kind=Statements([_edges(dag) for dag in graphs]),
        solution=right,
        mistakes=(
            Mistake(_numbers([dag == hidden for dag in graphs]), "M1"),
            Mistake(_numbers([_never_opens(dag, answers) for dag in graphs]), "M2"),
            Mistake(settled, "M42"),
        ),
        shows=witness,
        reasons=" ".join(text for text in fails.values() if text)
        + " The others give all answers: with them alone one can't know which is the hidden one.",
        hints=(
            f"There are {len(right)} of them.",
            "Begin with the answers that say independent: they rule out most.",
            "A graph agrees when it gives each answer by d-separation. Neither its number of "
            "edges nor its arrows need be those of the hidden graph.",
        ),
    )


def _answer(rng: random.Random, dag: Dag) -> Answer:
    x, y, *rest = rng.sample(letters(dag.nodes), 4)
    given = frozenset(rest[: rng.randint(0, 2)])
    x, y = sorted((x, y))
    return Answer(x, y, given, d_separated(dag, x, y, given))


def _failure(number: int, dag: Dag, answers: list[Answer]) -> str:
    """Return the first answer that a graph does not give, in words; empty if there is none."""
    same = agreement(dag, answers)
    wrong = [answer for answer, agrees in zip(answers, same, strict=True) if not agrees]
    if not wrong:
        return ""
    text = _answer_word(wrong[0].independent)
    return (
        f"In graph {number} {_asked(wrong[0])} are {_answer_word(not wrong[0].independent)}, not "
        f"{text}."
    )


def _surprise(dag: Dag, answers: list[Answer]) -> str:
    """Return a pair that is dependent without an edge, and why; empty if there is none."""
    far = [a for a in answers if not a.independent and a.y not in dag.neighbors(a.x)]
    if not far:
        return ""
    path = open_path(dag, far[0].x, far[0].y, far[0].given)
    return f" {_asked(far[0])} are dependent there: the path {path} is open."


def _edges(dag: Dag) -> str:
    return ", ".join(f"{a} -> {b}" for a, b in sorted(dag.edges))


def _asked(answer: Answer) -> str:
    return f"{answer.x} and {answer.y} given {sorted_braces(answer.given)}"


def _answer_word(independent: bool) -> str:
    return "independent" if independent else "dependent"


def _numbers(flags: list[bool]) -> frozenset[int]:
    return frozenset(n for n, flag in enumerate(flags, start=1) if flag)


def _settles(dag: Dag, answers: list[Answer]) -> bool:
    """Return whether a graph joins exactly the asked pairs that were dependent (M42)."""
    return all((a.y in dag.neighbors(a.x)) != a.independent for a in answers)


def _never_opens(dag: Dag, answers: list[Answer]) -> bool:
    """Return whether a graph agrees for a learner who thinks that conditioning only blocks (M2)."""
    return all(
        all(_blocked(dag, path, a.given) for path in _paths(dag, (str(a.x),), str(a.y)))
        == a.independent
        for a in answers
    )


def _blocked(dag: Dag, path: tuple[str, ...], given: frozenset[Label]) -> bool:
    inner = list(zip(path, path[1:], path[2:], strict=False))
    colliders = [v for u, v, w in inner if {u, w} <= dag.parents(v)]
    return bool(colliders or given & set(path[1:-1]))


def _paths(dag: Dag, path: tuple[str, ...], end: str) -> list[tuple[str, ...]]:
    if path[-1] == end:
        return [path]
    onward = letters(dag.neighbors(path[-1]) - set(path))
    return [found for v in onward for found in _paths(dag, (*path, v), end)]


def open_pairs(rng: random.Random) -> Exercise | None:
    """Ask which single edges agree with the answers of an empty graph."""
    names = tuple("ABCDEF")
    pairs = list(combinations(names, 2))
    rng.shuffle(pairs)
    cut = rng.randint(3, 5)
    left, asked = pairs[:cut], pairs[cut:]
    given = {
        pair: rng.sample(sorted(set(names) - set(pair)), rng.choice((0, 0, 1, 2))) for pair in asked
    }
    bare = [pair for pair in asked if not given[pair]]
    dressed = [pair for pair in asked if given[pair]]
    solution = frozenset(map(frozenset, left))

    def witness(value: frozenset[frozenset[str]]) -> str:
        missing = solution - value
        if missing:
            return (
                f"The graph with the edge {pairs_words([min(missing, key=sorted)])} alone agrees "
                "with every answer: this pair was never asked about."
            )
        a, b = sorted(min(value - solution, key=sorted))
        return (
            f"{a} - {b} was asked given {sorted_braces(given[a, b])}, and the answer was "
            "independent. With an edge between the two, no set would make them independent."
        )

    return Exercise(
        title="One edge that may be there",
        question=(
            "Example 2 with A to F: each answer was independent. Asked were, given nothing: "
            + pairs_words(bare)
            + ". Asked were, given a set: "
            + ", ".join(f"{a} - {b} given {sorted_braces(given[a, b])}" for a, b in sorted(dressed))
            + ". Name all pairs such that the graph with an edge between them, and no other edge, "
            "agrees with every answer."
        ),
        kind=Pairs(names),
        solution=solution,
        mistakes=(
            Mistake(frozenset(), "M1"),
            Mistake(solution | set(map(frozenset, bare)), "M17"),
            Mistake(solution | set(map(frozenset, dressed)), "M2"),
        ),
        shows=witness,
        reasons=(
            f"Of C(6, 2) = 15 pairs {len(asked)} were asked, with some set; the others may have "
            "an edge."
        ),
        hints=(
            f"There are {cut} of them.",
            "Strike out each pair that stands in the list.",
            "An edge is never separated, whatever is given: one independent answer, with any set, "
            "rules it out.",
        ),
    )


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence in two versions, of which exactly one is true; the exercise draws one."""

    text: str
    versions: tuple[str, str]
    first_holds: bool
    why: str
    belief: Misconception = ""

    def drawn(self, rng: random.Random) -> Sentence:
        """Return one of the two versions, each with the same chance."""
        first = rng.random() < 0.5
        text = self.text.format(self.versions[0 if first else 1])
        return Sentence(text, self.first_holds == first, self.why, self.belief)


def scope(rng: random.Random) -> Exercise | None:
    """Ask which sentences on the lower bound, at drawn numbers, are true."""
    d = rng.randint(3, 4)
    p = rng.randint(d + 1, 2 * d + 3)
    example = Example("cliques", p, d)
    bound = lower_bound(p, d)
    if bound == lower_bound_empty(p):
        return None
    about_marvel = Sentence(
        f"Some algorithm, another one than MARVEL, learns each graph of this size with fewer than "
        f"{bound} tests.",
        False,
        "The adversary answers any algorithm; nothing in the proof is about MARVEL.",
        "M15",
    )
    claims = *_claims_on_counts(example, bound), *_claims_on_unasked(example)
    sentences = [about_marvel, *(claim.drawn(rng) for claim in claims)]
    if sum(sentence.true for sentence in sentences) < 2:
        return None
    return judged_sentences(
        sentences,
        title="Of what the theorem speaks",
        question=(
            f"For p = {p} variables and in-degree at most {d} the lower bound is {bound}. Which of "
            "these sentences are true?"
        ),
        hints=(
            f"{counted(sum(s.true for s in sentences), 'sentence is', 'sentences are')} true.",
            "Watch the words some and each.",
            "The theorem: for each algorithm there is a graph of this size that costs it so many "
            "tests, from the first question on.",
        ),
    )


def _claims_on_counts(example: Example, bound: int) -> tuple[Claim, ...]:
    """Return the claims that compare the bound with numbers of tests."""
    found, empty = measure(example.graph), lower_bound_empty(example.p)
    return (
        Claim(
            "On {}.",
            (
                f"each graph of this size, each algorithm needs at least {bound} tests",
                f"some graph of this size MARVEL makes fewer than {bound} different tests, those "
                "that find the boundaries included",
            ),
            empty >= bound,
            f"On the empty graph MARVEL makes {empty}, one for each pair. The theorem is about the "
            "worst graph.",
            "M14",
        ),
        Claim(
            "On the graph of Example 1, MARVEL makes {} "
            f"{bound} different tests after its boundaries are found.",
            ("fewer than", "at least"),
            found.after_discovery < bound,
            f"It makes {found.after_discovery} different ones then, and {found.everything} in all: "
            "the theorem counts boundary discovery too.",
            "M41",
        ),
        Claim(
            "With data, the algorithm that makes fewer tests {}.",
            ("may still make more mistakes", "makes fewer mistakes"),
            True,
            "The bounds count questions to an oracle, which never errs.",
            "M12",
        ),
    )


def _claims_on_unasked(example: Example) -> tuple[Claim, Claim]:
    """Return the claims on what is known while cells are unasked."""
    pairs = Adversary(example)
    for x, y in combinations(example.names, 2):
        pairs = pairs.asked(x, y)
    return (
        Claim(
            "An algorithm that has asked each pair once, given nothing, {} the graph of Example 1.",
            ("knows", "can't be sure of"),
            pairs.judge(example.graph).outcome == "conceded",
            f"{counted(len(pairs.open_cells), 'cell')} are unasked then, each with an H.",
            "M42",
        ),
        Claim(
            "An algorithm that leaves one cell of Example 1 unasked {}.",
            ("may still return the right graph", "returns a wrong graph"),
            _agree_but_one(example),
            "G and an H agree with all answers then. A guess may be right, but it is a guess.",
        ),
    )


def _agree_but_one(example: Example) -> bool:
    """Return whether G and the last cell's H both agree with the answers on all other cells."""
    *others, last = example.cells
    adversary = Adversary(example)
    for cell in others:
        adversary = adversary.asked(cell.x, cell.y, cell.subset or ())
    graphs = example.graph, example.rival(last)
    return all(all(agreement(graph, adversary.answers)) for graph in graphs)
