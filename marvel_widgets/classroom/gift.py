"""Questions in GIFT, the text format that Moodle imports."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from marvel_widgets.assessment.facts import said
from marvel_widgets.classroom.files import legible_line
from marvel_widgets.classroom.quiz import Question

FIRST_LINE: Final = "// Questions of MARVEL, in GIFT"
_MARKS: Final = re.compile(r"([\\~=#{}:])")
# Moodle writes an escaped mark so while it reads, and would take a text's own for one.
_PLACEHOLDER: Final = re.compile(r"&(?=&\d{3})")
# Said for each text: without it, one that begins with "[html]" would choose for itself.
_PLAIN: Final = "[plain]"


def to_gift(questions: Sequence[Question], category: str) -> str:
    """Return questions as a text in UTF-8 that Moodle imports as "GIFT format".

    A question with several right choices gives the same part of the mark for each; each wrong one
    takes the whole, so that all ticked gives nothing.
    """
    blocks = [f"{FIRST_LINE}\n$CATEGORY: {_escaped(category)}"]
    blocks += ["".join(_block(question)) for question in questions]
    return "\n\n".join(blocks) + "\n"


def _block(question: Question) -> Iterator[str]:
    text = "\\n".join(_escaped(line) for line in question.lines)
    yield f"::{_escaped(f'{question.ident} {question.title}')}::{_PLAIN}{text}{{"
    if question.number is not None:
        yield f"#{question.number}"
    else:
        weight = _weight(len([choice for choice in question.choices if choice.is_right]))
        for choice in question.choices:
            share = weight if choice.is_right else "-100"
            yield f"\n  ~%{share}%{_PLAIN}{_escaped(choice.text)}"
        yield "\n"
    yield f"####{_PLAIN}{_escaped(said(question.reasons))}}}"


def _weight(right: int) -> str:
    """Return the percent of one of so many right choices, as Moodle lists them."""
    return f"{100 / right:.5f}".rstrip("0").rstrip(".")


def _escaped(text: str) -> str:
    """Return a text as one line in which no sign is one of the format."""
    return _MARKS.sub(r"\\\1", _PLACEHOLDER.sub("& ", legible_line(text)))
