"""What an exercise asks, without its solution: as a value, as text and as a picture."""

import re
import textwrap
from collections.abc import Iterable, Sequence
from typing import Final

from marvel_widgets.assessment.exercise import Asked
from marvel_widgets.assessment.verdict import WIDTH
from marvel_widgets.pictures.band import Said
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.figure import description_of
from marvel_widgets.pictures.svg import words_svg
from marvel_widgets.text import escaped

PICTURE_WIDTH: Final = 620.0  # px; a line of about 85 letters
LONGEST: Final = 200  # letters of a question above its picture; more stand beside it
_ASKS = re.compile(r"(?:Name|Give|Which|What|How|Add|Show|Write|Put|Turn|Prove)\b")


def question_said(exercise: Asked) -> Said:
    """Return what is asked in one sentence, and what is known if that is short."""
    known = re.split(r"(?<=[.?!]) (?=[^a-z])|\n", exercise.question)
    asking = [each for each in known if each.endswith("?") and len(each) > len("Which arrows?")]
    asking = asking or [each for each in known if _ASKS.match(each)][:1] or known[-1:]
    if sum(map(len, asking)) > LONGEST:
        del asking[:-1]
    rest = " ".join(each for each in known if each not in asking)
    long = "\n" in exercise.question or len(rest) > LONGEST
    return Said(" ".join(asking), "" if long else rest)


def question_text(exercise: Asked) -> str:
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
    exercise: Asked, sentences: Sequence[str] = (), picture: Drawing | None = None
) -> str:
    """Return the title, the question and more sentences, above its picture or the one given."""
    return words_svg(
        exercise.title,
        [*exercise.sentences, *sentences],
        width=PICTURE_WIDTH,
        below=exercise.drawing if picture is None else picture,
    )
