"""Exercises on the proof of Theorem 1: its lemmas, its paths, its separating sets.

G is the whole graph, H the graph without X, S the conditioning set, P a path through X.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from marvel_widgets.assessment.answers import Parts
from marvel_widgets.assessment.exercise import (
    Exercise,
    Mistake,
    by_name,
    names_of,
    typical_mistakes,
)
from marvel_widgets.assessment.facts import Facts, Principle
from marvel_widgets.assessment.variable_answers import Names
from marvel_widgets.core.boundary.removability import is_removable
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.proof.exercises_lemmas import lemmas
from marvel_widgets.lessons.proof.exercises_rules import RULE, rules, separator
from marvel_widgets.lessons.proof.exercises_steps import steps
from marvel_widgets.lessons.proof.facts import InPlace, JudgedAnew, LeftOut
from marvel_widgets.lessons.proof.paths import (
    Rule,
    blockers,
    by_any_given,
    by_itself,
    by_paper,
    by_textbook,
    openers,
    replacements,
)
from marvel_widgets.lessons.proof.witnesses import (
    judged,
    misjudged_vertex,
    opener_error,
    path_error,
)
from marvel_widgets.lessons.removability.draws import proof_case_a, proof_case_b
from marvel_widgets.lessons.removability.witnesses import in_order
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.pictures.path_marks import asked
from marvel_widgets.replay.wording import braces, path_words
from marvel_widgets.text import counted
from marvel_widgets.theory.path_rules import judged_path
from marvel_widgets.theory.proof_steps import PathWalk
from marvel_widgets.theory.removability_proof import walk_path

CHILD_OPENS: Final = Principle(
    "A child under W is a collider of P', and open where it leads down to one of T."
)


@dataclass(frozen=True, slots=True)
class _Case:
    """A path through x and a set, walked through the proof."""

    dag: Dag
    x: Label
    given: frozenset[Label]
    walk: PathWalk

    @property
    def asked(self) -> str:
        path = path_words(self.walk.stages[0].path)
        return f"{self.x} is removable. P is the path {path}, and S = {self.given_text}."

    @property
    def given_text(self) -> str:
        return braces(self.dag, self.given)

    @property
    def names_given(self) -> Labels:
        """The members of S, in the order of the graph."""
        return tuple(in_order(self.dag, self.given))

    def names_at(self, kind: str) -> tuple[Label, ...]:
        """Return the variables on the path of a stage; none when there is no such stage."""
        found = (stage.path.names for stage in self.walk.stages if stage.kind == kind)
        return next(found, ())


def _drawn_case(rng: random.Random, draw: Any, most: int) -> _Case | None:
    dag, x, path = draw(rng)
    if not is_removable(dag, x):
        return None
    rest = [v for v in dag if v not in (x, path[0], path[-1])]
    given = frozenset(rng.sample(rest, rng.randint(1, most)))
    return _Case(dag, x, given, walk_path(dag, x, path, given))


def last_path(rng: random.Random) -> Exercise | None:
    """Ask for the path in H that the proof constructs from an open path in G."""
    case = _drawn_case(rng, proof_case_b, 3)
    if case is None or case.walk.outcome == "blocked" or not case.names_at("skipped_again"):
        return None
    walk, last = case.walk, case.walk.stages[-1].path
    whole, given = walk.stages[0].path, case.names_given
    shorter = frozenset(case.names_at("skipped"))
    solution = frozenset(last.names)
    return Exercise(
        title="The path that remains",
        question=(
            f"{case.asked} Which variables are on the path of H with which the proof ends, when S "
            "leaves P open? None of them if S blocks P. We judge paths by the proof's rule."
        ),
        kind=Names(names_of(case.dag)),
        solution=solution,
        mistakes=(
            Mistake(shorter, "M6"),
            Mistake(frozenset(), "M2"),
            Mistake(frozenset(whole.names), "M23"),
        ),
        shows=lambda value: path_error(case.dag, case.x, whole, given, value),
        reasons=(
            LeftOut(whole, case.x, walk.earlier, given),
            InPlace("In H, ", (case.x,), judged(last, given)),
        ),
        hints=(
            f"It has {counted(len(solution), 'vertex', 'vertices')}.",
            f"Look at {walk.earlier}: a collider of P, and not of P'.",
            "P' leaves X out. Where P_l blocks P' and is a collider of P, P'' leaves P_l out too: "
            "Condition 2 joins the vertex before it to P_r.",
        ),
        dag=case.dag,
        marks=asked(case.x, given=case.given),
    )


def opener(rng: random.Random) -> Exercise | None:
    """Ask what opens a collider X, and which children can take its place."""
    case = _drawn_case(rng, proof_case_a, 2)
    if case is None or case.walk.outcome == "blocked":
        return None
    dag, x, ends = case.dag, case.x, frozenset(case.walk.ends)
    opened, inside = openers(dag, x, case.given | ends), openers(dag, x, case.given)

    def answer(t: frozenset[Label], w: frozenset[Label]) -> dict[str, frozenset[Label]]:
        return {"T": t, "W": w}

    solution = answer(opened, replacements(dag, x, opened))
    believed = [
        (answer(frozenset(), dag.children(x) & case.given), "M3"),
        (answer(inside, replacements(dag, x, inside)), "M27"),
        (answer(opened, dag.children(x)), "M23"),
    ]
    return Exercise(
        title=f"What opens {x}, and what takes its place?",
        question=(
            f'{case.asked} By the proof\'s rule {x} is an open collider of P. Name under "T" all '
            f'variables that open it, and under "W" the children of {x} for which P\' is open in H '
            f"when the child takes the place of {x}."
        ),
        kind=Parts({"T": Names(names_of(dag)), "W": Names(names_of(dag))}),
        solution=solution,
        mistakes=typical_mistakes(believed, solution.__eq__),
        shows=lambda value: opener_error(dag, x, case.names_given, case.walk.ends, value),
        reasons=(CHILD_OPENS,),
        hints=(
            f"{counted(len(opened), 'variable opens', 'variables open')} {x}.",
            f"One that opens it is {in_order(dag, opened)[-1]}. Which children lead down to it?",
            RULE,
        ),
        dag=dag,
        marks=asked(x, given=case.given),
    )


def blocked(rng: random.Random) -> Exercise | None:
    """Ask which vertices block P in G, and which block P' in H."""
    case = _drawn_case(rng, proof_case_b, 3)
    if case is None:
        return None
    dag, smaller = case.dag, case.dag.without(case.x)
    whole, shorter = case.walk.stages[0].path.names, case.names_at("skipped")

    def by(rule: Rule) -> dict[str, frozenset[Label]]:
        return {
            "P in G": blockers(dag, whole, case.given, rule),
            "P' in H": blockers(smaller, shorter, case.given, rule),
        }

    solution = by(by_paper)
    same = dict.fromkeys(solution, solution["P' in H"])
    believed = [
        (same, "M6"),
        (dict.fromkeys(solution, solution["P in G"]), "M23"),
        (by(by_any_given), "M2"),
        (by(by_itself), "M3"),
        (by(by_textbook), "M27"),
    ]
    mistakes = typical_mistakes(believed, solution.__eq__)
    if mistakes[0].misconception != "M6":
        return None

    given, paths = (
        case.names_given,
        (case.walk.stages[0].path, judged_path(smaller, shorter, case.given)),
    )

    def witness(value: Mapping[str, frozenset[Label]]) -> Facts:
        if value["P in G"] != solution["P in G"]:
            return (misjudged_vertex(dag, paths[0], given, value["P in G"], "P in G: "),)
        named = value["P' in H"]
        return (misjudged_vertex(dag, paths[1], given, named, "P' in H: ", case.x),)

    return Exercise(
        title="What blocks which path?",
        question=(
            f"{case.asked} P' leaves {case.x} out. Name the vertices that block P in G, and those "
            "that block P' in H, all of them, by the proof's rule."
        ),
        kind=Parts({"P in G": Names(names_of(dag)), "P' in H": Names(names_of(dag))}),
        solution=solution,
        mistakes=mistakes,
        shows=witness,
        reasons=(JudgedAnew(case.walk.earlier, *paths, case.x, given),),
        hints=(
            f"{counted(len(solution['P in G']), 'vertex blocks', 'vertices block')} P, "
            f"{counted(len(same['P in G']), 'vertex blocks', 'vertices block')} P'.",
            f"Look at {case.walk.earlier}: how do its two edges meet on P, and how on P'?",
            RULE,
        ),
        dag=dag,
        marks=asked(case.x, given=given),
    )


EXERCISES: Final = by_name(lemmas, rules, steps, blocked, last_path, opener, separator)
