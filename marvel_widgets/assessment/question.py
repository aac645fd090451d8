"""What an exercise asks, without its solution: as a value, as text and as a picture."""

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from marvel_widgets.assessment.answers import AnswerKind
from marvel_widgets.assessment.exercise import WIDEST_GRAPH, Exercise
from marvel_widgets.assessment.verdict import WIDTH
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.figure import description_of
from marvel_widgets.pictures.palette import NodeState
from marvel_widgets.pictures.stage import stage_of
from marvel_widgets.pictures.svg import words_svg
from marvel_widgets.text import escaped


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
    """Return what an exercise asks."""
    return Asked(
        exercise.title, exercise.question, exercise.sentences, exercise.kind, exercise.dag,
        exercise.marks,
    )  # fmt: skip


PICTURE_WIDTH: Final = 620.0  # px; a line of about 85 letters


def question_text(exercise: Exercise | Asked) -> str:
    """Return the title, the question, and the edges of its graph, if it has one."""
    lines = [exercise.title]
    lines += [textwrap.fill(sentence, WIDTH) for sentence in exercise.sentences]
    if exercise.dag is not None:
        lines.append(textwrap.fill(description_of(exercise.dag), WIDTH))
    return "\n".join(lines)


def question_html(title: str, lines: Iterable[str]) -> str:
    """Return a title and the lines of a question as an app shows them."""
    words = "".join(f"<div>{escaped(line)}</div>" for line in lines)
    return f'<div class="mw-asked"><strong>{escaped(title)}</strong>{words}</div>'


def question_svg(
    exercise: Exercise | Asked, sentences: Sequence[str] = (), picture: Drawing | None = None
) -> str:
    """Return the title, the question and more sentences, above its picture or the one given."""
    return words_svg(
        exercise.title,
        [*exercise.sentences, *sentences],
        width=PICTURE_WIDTH,
        below=exercise.drawing if picture is None else picture,
    )
