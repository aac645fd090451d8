"""The exercise that follows the proof of Theorem 1 along one path, sentence by sentence."""

import random
from collections.abc import Callable
from typing import Final

from marvel_widgets.assessment.answers import Statements
from marvel_widgets.assessment.exercise import Exercise, typical_mistakes
from marvel_widgets.assessment.facts import Facts, Principle
from marvel_widgets.assessment.true_or_false import of_one
from marvel_widgets.core.boundary.removability import is_removable
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.proof.facts import InPlace
from marvel_widgets.lessons.proof.paths import (
    Rule,
    by_any_given,
    by_itself,
    by_paper,
    by_textbook,
    is_open,
)
from marvel_widgets.lessons.proof.witnesses import judged
from marvel_widgets.lessons.removability.draws import proof_case_b
from marvel_widgets.lessons.removability.facts_answers import Kin
from marvel_widgets.lessons.removability.witnesses import in_order
from marvel_widgets.replay.wording import braces, path_words
from marvel_widgets.text import counted
from marvel_widgets.theory.path_rules import judged_path
from marvel_widgets.theory.removability_proof import walk_path

CASE_B: Final = Principle("So the one that leaves is no collider of P: case (b).")
LATER_IS_P_R: Final = Principle("P_r is the later one in the causal order.")
OF_NEIGHBORS: Final = Principle("Condition 1 speaks of neighbors alone.")
OF_PARENTS: Final = Principle("Condition 2 asks for an arrow from each parent of P_l to P_r.")
_EDGE = 5  # the sentence on the condition that asks for an edge: Condition 2, whatever it says
# A sentence, whether it is true for a rule, and the reason.
_Sentence = tuple[str, Callable[[Rule], bool], Facts]


def steps(rng: random.Random) -> Exercise | None:
    """Ask which of six sentences on one path of the proof are true: case, names, blocks."""
    dag, x, path = proof_case_b(rng)
    rest = [v for v in dag if v not in (x, path[0], path[-1])]
    given = frozenset(rng.sample(rest, rng.randint(1, 3)))
    if not is_removable(dag, x):
        return None
    sentences = _sentences(rng, dag, x, path, given)
    solution = _true_by(sentences, by_paper)
    if not 2 <= len(solution) <= 4:  # all false, or all true, would look like a trap
        return None
    beliefs = {"M2": by_any_given, "M3": by_itself, "M27": by_textbook}
    believed = [(_true_by(sentences, rule), m) for m, rule in beliefs.items()]
    # To M6, every edge that the proof uses comes from Condition 1.
    believed.append((solution ^ {_EDGE}, "M6"))

    kind = Statements([s[0] for s in sentences])
    return Exercise(
        title="Along one path",
        question=(
            f"{x} is removable. P is the path {path_words(judged_path(dag, path, given))}, and S = "
            f"{braces(dag, given)}. By the proof's rule for paths, which sentences are true?"
        ),
        kind=kind,
        solution=solution,
        mistakes=typical_mistakes(believed, solution.__eq__),
        shows=of_one(kind, solution, [s[2] for s in sentences].__getitem__),
        reasons=tuple(fact for at in (2, 3, 5) for fact in sentences[at][2]),
        hints=(
            f"{counted(len(solution), 'sentence is', 'sentences are')} true.",
            f"Look at the two neighbors of {x} on P: an edge joins them in H.",
            "A collider is open when it or a descendant is in S or is an end of the path; any "
            "other vertex is open when it is not in S.",
        ),
        dag=dag,
    )


def _true_by(sentences: list[_Sentence], rule: Rule) -> frozenset[int]:
    return frozenset(n for n, s in enumerate(sentences, start=1) if s[1](rule))


def _sentences(
    rng: random.Random, dag: Dag, x: Label, path: tuple[Label, ...], given: frozenset[Label]
) -> list[_Sentence]:
    walk = walk_path(dag, x, path, given)
    far, near = walk.later, walk.earlier
    beyond = next(v for v in _next_to(path, near) if v != x)
    shorter = tuple(v for v in path if v != x)
    shortest = tuple(v for v in shorter if v != near)
    case, named = rng.choice("ab"), rng.choice([(near, far), (far, near)])
    edge, condition = f"{beyond} → {far}", rng.choice((1, 2))

    names_given = tuple(in_order(dag, given))

    def blocks(what: str, names: tuple[Label, ...], *removed: Label) -> _Sentence:
        graph = dag.without(*removed) if removed else dag
        path = judged_path(graph, names, given)
        text = f"S blocks {what}, the path {path_words(path)}."
        if what == "P in G":
            text = "S blocks P in G."
        why = (InPlace("", removed, judged(path, names_given)),)
        return text, lambda rule: not is_open(graph, names, given, rule), why

    return [
        (
            f"This is case ({case}) of the proof.",
            lambda _: case == "b",
            (Kin(near, "child", x, True), CASE_B),
        ),
        (
            f"In the proof, P_l is {named[0]} and P_r is {named[1]}.",
            lambda _: named == (near, far),
            (Kin(far, "child", near, True), LATER_IS_P_R),
        ),
        blocks("P in G", path),
        blocks("P' in H", shorter, x),
        (
            f"It is Condition {condition} for {x} that asks for the edge {edge}.",
            lambda _: condition == 2,
            (
                Kin(beyond, "neighbor", x, False),
                OF_NEIGHBORS,
                Kin(beyond, "parent", near, True),
                OF_PARENTS,
            ),
        ),
        blocks("P'' in H", shortest, x),
    ]


def _next_to(path: tuple[Label, ...], name: Label) -> tuple[Label, ...]:
    at = path.index(name)
    return path[at - 1 : at] + path[at + 1 : at + 2]
