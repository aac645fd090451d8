"""Which beliefs on removable variables a question about a graph would show."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.assessment.prediction import Question
from marvel_widgets.assessment.telling import Topic
from marvel_widgets.core.boundary.removability import is_removable
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.removability.beliefs import apart, passes_condition_one
from marvel_widgets.lessons.removability.view import removability_question


def _has_smallest_boundary(dag: Dag, x: Label) -> bool:
    return len(dag.markov_boundary(x)) == min(len(dag.markov_boundary(v)) for v in dag.nodes)


BELIEVED: Final[Mapping[Misconception, Callable[[Dag, Label], bool]]] = {
    "M4": lambda dag, x: not dag.children(x),
    "M5": _has_smallest_boundary,
    "M6": passes_condition_one,
    "M24": lambda dag, x: not apart(dag, dag.neighbors(x)),
}


def wrong_of_variable(dag: Dag, x: Label) -> tuple[Misconception, ...]:
    """Return the beliefs that are wrong on whether a variable is removable."""
    truth = is_removable(dag, x)
    return tuple(b for b, believed in BELIEVED.items() if believed(dag, x) != truth)


def removability_asides(dag: Dag, _asked: object = ()) -> Iterator[Question]:
    """Yield the question of each variable, also where no belief errs."""
    for x in dag.nodes:
        yield replace(removability_question(dag, x), beliefs=wrong_of_variable(dag, x))


REMOVAL: Final = Topic(tuple(BELIEVED), None, removability_asides)
