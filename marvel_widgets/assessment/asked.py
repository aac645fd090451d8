"""What an exercise asks, without its solution: all that an exam knows of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from marvel_widgets.assessment.answers import AnswerKind
from marvel_widgets.assessment.exercise import WIDEST_GRAPH, Exercise
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.palette import NodeState
from marvel_widgets.pictures.stage import stage_of


@dataclass(frozen=True)
class Asked:
    """A question about one drawn case."""

    title: str
    question: str
    sentences: tuple[str, ...]
    kind: AnswerKind
    dag: Dag | None
    marks: Mapping[Label, NodeState] = field(default_factory=dict)  # of what the question names

    @cached_property
    def drawing(self) -> Drawing | None:
        """The picture of the graph that the question is about, if there is one."""
        if self.dag is None:
            return None
        return stage_of(self.dag, widest=WIDEST_GRAPH).drawing("", self.marks)


def asked_by(exercise: Exercise) -> Asked:
    """Return what an exercise asks.

    >>> from marvel_widgets import exercises
    >>> hasattr(asked_by(exercises("03").removable.exercise), "solution")
    False
    """
    return Asked(
        exercise.title, exercise.question, exercise.sentences, exercise.kind, exercise.dag,
        exercise.marks,
    )  # fmt: skip
