"""Which beliefs on removable variables a question about a graph would show."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.assessment.prediction import Question
from marvel_widgets.assessment.telling import Topic
from marvel_widgets.core.boundary.removability import is_removable
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.removability.beliefs import BELIEVED
from marvel_widgets.lessons.removability.view import removability_question


def wrong_of_variable(dag: Dag, x: Label) -> tuple[Misconception, ...]:
    """Return the beliefs that are wrong on whether a variable is removable."""
    truth = is_removable(dag, x)
    return tuple(b for b, believed in BELIEVED.items() if believed(dag, x) != truth)


def removability_asides(dag: Dag, _asked: object = ()) -> Iterator[Question]:
    """Yield the question of each variable, also where no belief errs."""
    for x in dag.nodes:
        yield replace(removability_question(dag, x), beliefs=wrong_of_variable(dag, x))


REMOVAL: Final = Topic(tuple(BELIEVED), None, removability_asides)
