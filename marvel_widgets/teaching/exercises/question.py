"""A question as text and as a picture with its graph."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final

from marvel_widgets.teaching.drawing import Drawing
from marvel_widgets.teaching.exercises.exercise import Exercise
from marvel_widgets.teaching.exercises.verdict import WIDTH
from marvel_widgets.teaching.figure import draw
from marvel_widgets.teaching.svg import words_svg

PICTURE_WIDTH: Final = 620.0  # px; a line of about 85 letters
WIDEST_GRAPH: Final = 400


def question_drawing(exercise: Exercise) -> Drawing | None:
    """Return the picture of the graph that a question is about, if there is one."""
    return None if exercise.dag is None else draw(exercise.dag, widest=WIDEST_GRAPH).drawing


def question_text(exercise: Exercise) -> str:
    """Return the title, the question, and the edges of its graph, if it has one."""
    lines = [exercise.title]
    lines += [textwrap.fill(sentence, WIDTH) for sentence in exercise.sentences]
    drawing = question_drawing(exercise)
    if drawing is not None:
        lines.append(textwrap.fill(drawing.description, WIDTH))
    return "\n".join(lines)


def question_svg(exercise: Exercise, said: Sequence[str] = ()) -> str:
    """Return the title and the question above the picture of its graph, and what was said."""
    return words_svg(
        exercise.title,
        [*exercise.sentences, *said],
        width=PICTURE_WIDTH,
        below=question_drawing(exercise),
    )
