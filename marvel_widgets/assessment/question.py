"""A question as text and as a picture with its graph."""

import textwrap
from collections.abc import Sequence
from typing import Final

from marvel_widgets.assessment.asked import Asked
from marvel_widgets.assessment.exercise import Exercise
from marvel_widgets.assessment.verdict import WIDTH
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.figure import description_of
from marvel_widgets.pictures.svg import words_svg

PICTURE_WIDTH: Final = 620.0  # px; a line of about 85 letters


def question_text(exercise: Exercise | Asked) -> str:
    """Return the title, the question, and the edges of its graph, if it has one."""
    lines = [exercise.title]
    lines += [textwrap.fill(sentence, WIDTH) for sentence in exercise.sentences]
    if exercise.dag is not None:
        lines.append(textwrap.fill(description_of(exercise.dag), WIDTH))
    return "\n".join(lines)


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
