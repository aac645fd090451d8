"""Exercises on the proof of Theorem 1: its lemmas, its paths, its separating sets.

G is the whole graph, H the graph without X, S the conditioning set, P a path through X.
"""

import random
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
from marvel_widgets.assessment.facts import Principle
from marvel_widgets.assessment.variable_answers import Names
from marvel_widgets.core.boundary.removability import is_removable
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.proof.exercises_rules import RULE, separator
from marvel_widgets.lessons.proof.facts import InPlace, LeftOut
from marvel_widgets.lessons.proof.paths import (
    openers,
    replacements,
)
from marvel_widgets.lessons.proof.witnesses import (
    judged,
    opener_error,
    path_error,
)
from marvel_widgets.lessons.removability.draws import proof_case_a, proof_case_b
from marvel_widgets.lessons.removability.witnesses import in_order
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.pictures.path_marks import asked
from marvel_widgets.replay.wording import braces, path_words
from marvel_widgets.text import counted
from marvel_widgets.theory.removability_proof import PathWalk, walk_path

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
            InPlace("In H, ", case.x, judged(last, given)),
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


EXERCISES: Final = by_name(last_path, opener, separator)
