"""The exercise on what the proof's lemmas need: Condition 1, both conditions, or nothing."""

import random
from collections.abc import Callable
from typing import Final

from marvel_widgets.assessment.answers import Statements
from marvel_widgets.assessment.exercise import Exercise, Mistake, random_dag
from marvel_widgets.assessment.facts import Facts, Principle
from marvel_widgets.assessment.true_or_false import of_one
from marvel_widgets.core.boundary.removability import is_removable
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.proof.facts_sets import Loses
from marvel_widgets.lessons.removability.beliefs import passes_condition_one
from marvel_widgets.lessons.removability.facts import Satisfies
from marvel_widgets.lessons.removability.witnesses import in_order, verdict_of

WHAT_STAYS: Final = Principle(
    "Descendants stay where Condition 1 holds. Separating sets of H separate in G where "
    "both conditions hold. Those of G separate in H whichever leaves."
)
SHORT_CUTS: Final = Principle("Each directed path through it has a short cut past it.")
OPEN_IN_BOTH: Final = Principle(
    "Every path that is open in the smaller graph is a path of G and open there."
)


def losers(dag: Dag, x: Label) -> frozenset[Label]:
    """Return the variables with fewer descendants without x, apart from x itself."""
    smaller = dag.without(x)
    return frozenset(v for v in smaller if dag.descendants(v) - {x} != smaller.descendants(v))


def lemmas(rng: random.Random) -> Exercise | None:
    """Ask which of six sentences on three removals are true."""
    dag = random_dag(rng, 6, rng.randint(7, 9))
    able = [v for v in dag if is_removable(dag, v) and dag.parents(v) and dag.children(v)]
    trapped = [v for v in dag if passes_condition_one(dag, v) and not is_removable(dag, v)]
    open_ = [v for v in dag if losers(dag, v)]
    if not (able and trapped and open_):
        return None
    x, t, v = (rng.choice(group) for group in (able, trapped, open_))
    sentences = _sentences(dag, x, t, v)
    rng.shuffle(sentences)
    numbered = list(enumerate(sentences, start=1))
    solution = frozenset(n for n, s in numbered if s[1])

    def wrong(belief: Callable[[str], bool | None]) -> frozenset[int]:
        """Return what is true for a belief, which is silent (None) where it errs in nothing."""
        held = ((n, s[1], belief(s[2])) for n, s in numbered)
        return frozenset(n for n, true, says in held if (true if says is None else says))

    kind = Statements([s[0] for s in sentences])
    return Exercise(
        title="What do the lemmas need?",
        question="Which of these sentences about this graph G are true?",
        kind=kind,
        solution=solution,
        mistakes=(
            Mistake(wrong({"v below": True, "t sets": True}.get), "M23"),
            Mistake(wrong({"t sets": True}.get), "M6"),
            Mistake(
                wrong({"x below": False, "x sets": False, "t below": False}.get),
                "M4",
            ),
        ),
        shows=of_one(kind, solution, [s[3] for s in sentences].__getitem__),
        reasons=(WHAT_STAYS,),
        hints=(
            f"{len(solution)} of the 6 are true.",
            f"Condition 1 holds for {x} and for {t}; Condition 2 fails for {t}.",
            "Where Condition 1 holds, each directed path through the variable has a short cut "
            "past it.",
        ),
        dag=dag,
    )


def _sentences(dag: Dag, x: Label, t: Label, v: Label) -> list[tuple[str, bool, str, Facts]]:
    """Return text, truth, key and reason of each sentence."""

    def below(leaver: Label) -> tuple[str, bool]:
        text = f"Without {leaver}, each of the others has the same descendants as in G, {leaver} "
        return f"{text}aside.", not losers(dag, leaver)

    def sets(leaver: Label) -> tuple[str, bool]:
        text = f"Each set that separates two of the others in G without {leaver} separates them "
        return f"{text}in G, too.", is_removable(dag, leaver)

    lost = in_order(dag, losers(dag, v))[0]
    gone = dag.descendants(lost) - {v} - dag.without(v).descendants(lost)
    return [
        (*below(x), "x below", (Satisfies(x, 1, True), SHORT_CUTS)),
        (*below(t), "t below", (Satisfies(t, 1, True), SHORT_CUTS)),
        (*below(v), "v below", (Loses(lost, v, tuple(in_order(dag, gone))),)),
        (*sets(x), "x sets", verdict_of(dag, x)),
        (*sets(t), "t sets", verdict_of(dag, t)),
        (
            f"Each set that separates two of the others in G separates them in G without {v}, too.",
            True,
            "v back",
            (OPEN_IN_BOTH,),
        ),
    ]
