"""The exercise on what the definition, Theorem 1 and the two remarks say of one graph."""

import random
from dataclasses import dataclass
from typing import Final

from marvel_widgets.assessment.answers import Statements
from marvel_widgets.assessment.exercise import Exercise, Mistake, random_dag
from marvel_widgets.assessment.facts import Facts, Principle
from marvel_widgets.assessment.true_or_false import of_one
from marvel_widgets.core.boundary.removability import is_removable
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.removability.beliefs import Removable, passes_condition_one
from marvel_widgets.lessons.removability.facts_answers import Without
from marvel_widgets.lessons.removability.witnesses import verdict_of

ALL_ASK: Final = Principle("Each sentence asks in its own words whether a variable is removable.")


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence that is true or not, depending on which variables are taken for removable."""

    text: str
    dag: Dag
    variable: Label
    claims_removable: bool

    def holds(self, removable: Removable) -> bool:
        return removable(self.dag, self.variable) == self.claims_removable


def remarks(rng: random.Random) -> Exercise | None:
    """Ask which of six sentences are true of a graph: definition, remarks, a second removal."""
    dag = random_dag(rng, 6, rng.randint(7, 9))
    roles = _roles(rng, dag)
    if roles is None:
        return None
    sentences = _sentences(dag, *roles)
    rng.shuffle(sentences)

    def true_if(removable: Removable) -> frozenset[int]:
        return frozenset(n for n, s in enumerate(sentences, start=1) if s.holds(removable))

    solution = true_if(is_removable)

    kind = Statements([s.text for s in sentences])

    def why(place: int) -> Facts:
        about = sentences[place]
        there = verdict_of(about.dag, about.variable)
        return there if about.dag == dag else (Without((roles[0],), there),)

    return Exercise(
        title="What is true of this graph?",
        question=(
            "The distribution P is Markov and faithful with respect to this graph G. Which of "
            "these sentences are true?"
        ),
        kind=kind,
        solution=solution,
        mistakes=(
            Mistake(true_if(lambda dag, x: not dag.children(x)), "M4"),
            Mistake(true_if(passes_condition_one), "M6"),
            Mistake(true_if(lambda _dag, _x: True), "M23"),
        ),
        shows=of_one(kind, solution, why),
        reasons=(ALL_ASK,),
        hints=(
            f"{len(solution)} of the 6 are true.",
            f"{roles[0]} is removable although it has children.",
            "A removal changes no d-separation among the others exactly when the variable is "
            "removable, and then the others are Markov and faithful to what is left.",
        ),
        dag=dag,
    )


def _roles(rng: random.Random, dag: Dag) -> tuple[Label, Label, Label, Label] | None:
    """Return a removable parent, a victim of Condition 2, one of Condition 1, and a sink."""
    names = rng.sample(dag.nodes, len(dag))
    able = [v for v in names if is_removable(dag, v) and dag.children(v)]
    trapped = [v for v in names if passes_condition_one(dag, v) and not is_removable(dag, v)]
    open_ = [v for v in names if not passes_condition_one(dag, v)]
    sinks = [v for v in names if not dag.children(v)]
    if not (able and trapped and open_ and sinks):
        return None
    return able[0], trapped[0], open_[0], sinks[0]


def _sentences(dag: Dag, able: Label, trapped: Label, open_: Label, sink: Label) -> list[_Sentence]:
    rest = dag.without(able)
    return [
        _Sentence(
            f"Without {able}, the distribution of the others is Markov and faithful with respect "
            f"to G without {able}.",
            dag,
            able,
            True,
        ),
        _Sentence(
            f"The d-separations among the others are the same in G and in G without {trapped}.",
            dag,
            trapped,
            True,
        ),
        _Sentence(
            f"Some set separates two of the others in G without {open_}, and not in G.",
            dag,
            open_,
            False,
        ),
        _Sentence(f"{sink} is removable.", dag, sink, True),
        _Sentence(
            f"Once {able} has left, {trapped} is removable in what remains.", rest, trapped, True
        ),
        _Sentence(
            f"Once {able} has left, the removal of {open_} changes some d-separation.",
            rest,
            open_,
            False,
        ),
    ]
