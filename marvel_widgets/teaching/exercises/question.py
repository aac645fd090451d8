"""A question as text and as a picture with its graph."""

from __future__ import annotations

import textwrap
from typing import Final

from marvel_widgets.teaching.exercises.exercise import Exercise
from marvel_widgets.teaching.exercises.verdict import WIDTH
from marvel_widgets.teaching.figure import draw
from marvel_widgets.teaching.svg import words_svg

PICTURE_WIDTH: Final = 620.0  # px; a line of about 85 letters


def question_text(exercise: Exercise) -> str:
    """Return the title, the question, and the edges of its graph, if it has one."""
    lines = [exercise.title]
    lines += [textwrap.fill(sentence, WIDTH) for sentence in exercise.sentences]
    if exercise.dag is not None:
        lines.append(textwrap.fill(draw(exercise.dag).drawing.description, WIDTH))
    return "\n".join(lines)


def question_svg(exercise: Exercise) -> str:
    """Return the title and the question above the picture of its graph."""
    drawing = None if exercise.dag is None else draw(exercise.dag, widest=400).drawing
    return words_svg(exercise.title, exercise.sentences, width=PICTURE_WIDTH, below=drawing)
