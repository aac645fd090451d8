"""Which beliefs on d-separation a question about a graph would show."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Final

from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.assessment.prediction import Question
from marvel_widgets.assessment.telling import Case, Topic
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.separation.beliefs import BELIEFS, believed_separated
from marvel_widgets.lessons.separation.view import separation_question, separation_report

MOST_VARIABLES: Final = 14  # all paths are judged
MOST_ASIDES: Final = 250
MOST_PLAIN: Final = 8  # of them, about two variables that no edge joins
# In seven questions about it one slip hides no belief: M2 needs the second collider for that.
SMALL: Final = "A -> C <- B; C -> D -> E <- B; A -> F"


def wrong_of_test(
    dag: Dag, x: Label, y: Label, given: Sequence[Label]
) -> tuple[Misconception, ...]:
    """Return the beliefs that answer a CI test wrongly; none where there are too many paths."""
    if len(dag) > MOST_VARIABLES:
        return ()
    truth = d_separated(dag, x, y, given)
    return tuple(b for b in BELIEFS if believed_separated(dag, x, y, given, b) != truth)


def separation_asides(dag: Dag, asked: Container[Case] = ()) -> Iterator[Question]:
    """Yield questions of any two variables given at most two, of a large graph some of them.

    Some are plain: no belief errs.
    """
    if len(dag) > MOST_VARIABLES:
        return
    cases = [
        (x, y, given)
        for x, y in combinations(dag.nodes, 2)
        for size in range(3)
        for given in combinations([v for v in dag.nodes if v not in (x, y)], size)
    ]
    Random(dag.to_text()).shuffle(cases)
    plain = 0
    for x, y, given in cases[:MOST_ASIDES]:
        wrong = wrong_of_test(dag, x, y, given)
        if not wrong and (y in dag.neighbors(x) or plain == MOST_PLAIN):
            continue
        plain += not wrong
        if (frozenset((x, y)), frozenset(given)) not in asked:
            yield replace(separation_question(separation_report(dag, x, y, given)), beliefs=wrong)


def _elsewhere() -> Iterator[Question]:
    words = f"In the small graph {SMALL}:"
    return (replace(each, text=f"{words} {each.text}") for each in separation_asides(Dag(SMALL)))


READING: Final = Topic(BELIEFS, wrong_of_test, separation_asides, _elsewhere)
