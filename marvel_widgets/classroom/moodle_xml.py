"""Questions in Moodle's own XML: every exercise, with pictures, and with what wrong answers show.

A set is a multiple response, an answer in parts a cloze; where several answers are right, or there
are too many choices, the right one is chosen from the typical wrong ones.
"""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any, Final
from xml.etree import ElementTree as ET

from marvel_widgets.assessment.answers import AnswerKind, Choice, Number, Parts, SetKind, Statements
from marvel_widgets.assessment.drawn_facts import with_facts
from marvel_widgets.assessment.exercise import Exercise
from marvel_widgets.assessment.variable_answers import Order
from marvel_widgets.assessment.verdict import judge
from marvel_widgets.classroom.files import legible
from marvel_widgets.classroom.quiz import ident_of
from marvel_widgets.course.checks import Check
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.svg import to_svg
from marvel_widgets.text import escaped

BEGINS: Final = '<?xml version="1.0" encoding="UTF-8"?>\n<!-- Questions of MARVEL, for Moodle -->\n'
NONE: Final = "none of these"
MOST_CHOICES: Final = 30
MOST_RIGHT: Final = 10  # what Moodle can give for one of several right choices
# Signs of a gap, as Moodle takes them for a text's own; of the last it knows no such way.
_CLOZE_SIGNS: Final = str.maketrans({"}": r"\}", "#": r"\#", "~": "∼"})

Choices = list[tuple[str, Any]]  # what is read, and the answer that holds it alone


def moodle_quiz(checks: Iterable[Check], category: str) -> str:
    """Return exercises as a text in UTF-8 that Moodle imports as "Moodle XML format"."""
    root = ET.Element("quiz")
    _text(ET.SubElement(root, "question", type="category"), "category", f"$course$/top/{category}")
    for check in checks:
        _question(root, check)
    ET.indent(root)
    return BEGINS + ET.tostring(root, encoding="unicode") + "\n"


def _question(root: ET.Element, check: Check) -> None:
    exercise = check.exercise
    fields = "" if exercise.accepts else "".join(_fields(exercise))
    number = exercise.accepts is None and isinstance(exercise.kind, Number)
    kind = "cloze" if fields else "numerical" if number else "multichoice"
    node = ET.SubElement(root, "question", type=kind)
    _text(node, "name", f"{ident_of(check)} {exercise.title}")
    lines = [f"<p>{escaped(line)}</p>" for line in exercise.question.split("\n") if line.strip()]
    one_of_few = kind == "multichoice" and _ticked(exercise.kind, exercise) is None
    ask = "<p>Which of these answers is right?</p>" if one_of_few else ""
    _html(node, "questiontext", "".join(lines) + ask + fields, exercise.drawing, "graph")
    said = [f"<p>{escaped(exercise.because)}</p>", *(_beliefs(exercise) if not one_of_few else ())]
    drawing = exercise.drawing and with_facts(exercise.drawing, exercise.reasons)
    _html(node, "generalfeedback", "".join(said), drawing, "reason")
    for name, value in (("defaultgrade", "1"), ("penalty", "0.3333333"), ("hidden", "0")):
        ET.SubElement(node, name).text = value
    if kind == "numerical":
        _numbers(node, exercise)
    elif kind == "multichoice":
        (_one if one_of_few else _several)(node, exercise)
    for hint in exercise.hints:
        _html(node, "hint", escaped(hint))


# -- answers ---------------------------------------------------------------------------------------


def _numbers(node: ET.Element, exercise: Exercise) -> None:
    wrong = [m.answer for m in exercise.mistakes] + [s.answer for s in exercise.slips]
    for value in (exercise.solution, *wrong):
        ET.SubElement(_answer(node, exercise, str(value), value), "tolerance").text = "0"


def _one(node: ET.Element, exercise: Exercise) -> None:
    """Add the solution and the typical wrong answers; one may be chosen."""
    _settings(node, single=True, shuffled=True)
    for value in (exercise.solution, *(mistake.answer for mistake in exercise.mistakes)):
        _answer(node, exercise, exercise.kind.say(value), value)


def _several(node: ET.Element, exercise: Exercise) -> None:
    """Add the choices of a set: each right one gives its part, each wrong one takes all."""
    _settings(node, single=False, shuffled=not isinstance(exercise.kind, Statements))
    for text, share, feedback in _weighed(exercise, exercise.kind):
        answer = ET.SubElement(node, "answer", fraction=share, format="html")
        ET.SubElement(answer, "text").text = legible(escaped(text))
        _html(answer, "feedback", escaped(feedback))


def _settings(node: ET.Element, *, single: bool, shuffled: bool) -> None:
    ET.SubElement(node, "single").text = str(single).lower()
    ET.SubElement(node, "shuffleanswers").text = str(shuffled).lower()
    ET.SubElement(node, "answernumbering").text = "none" if shuffled else "123"


def _answer(node: ET.Element, exercise: Exercise, text: str, value: Any) -> ET.Element:
    share = "100" if exercise.is_right(value) else "0"
    answer = ET.SubElement(node, "answer", fraction=share, format="html")
    ET.SubElement(answer, "text").text = legible(escaped(text))
    _html(answer, "feedback", escaped(judge(exercise, value).text))
    return answer


def _ticked(kind: AnswerKind, exercise: Exercise, key: str = "") -> Choices | None:
    """Return what can be ticked for an answer, or a part of it; None if it can't be ticked."""
    found = kind.choices if isinstance(kind, SetKind) else []
    solution = exercise.solution[key] if key else exercise.solution
    few = found and len(found) <= MOST_CHOICES and len(solution) <= MOST_RIGHT
    return found if few and exercise.accepts is None else None


def _weighed(exercise: Exercise, kind: AnswerKind, key: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield each choice with its percent, and for a wrong one what shows it."""
    solution = exercise.solution[key] if key else exercise.solution
    choices = _ticked(kind, exercise, key) or []
    share = f"{100 / max(1, len(solution)):.5f}".rstrip("0").rstrip(".")
    for text, one in choices:
        if one in solution:
            yield text, share, ""
        else:
            yield text, "-100", _verdict(exercise, key, solution | {one})
    wrong = _verdict(exercise, key, frozenset()) if solution else ""
    yield NONE, "-100" if solution else "100", wrong


def _verdict(exercise: Exercise, key: str, value: Any) -> str:
    return judge(exercise, {**exercise.solution, key: value} if key else value).text


def _beliefs(exercise: Exercise) -> Iterator[str]:
    """Yield the typical wrong answers, each with the belief that leads to it."""
    yield "<p>Typical wrong answers, and a belief that leads to each:</p><ul>"
    for mistake in exercise.mistakes:
        said = f"{exercise.kind.say(mistake.answer)}: {mistake.misconception.words}."
        yield f"<li>{escaped(said)}</li>"
    yield "</ul>"


# -- cloze -----------------------------------------------------------------------------------------


def _fields(exercise: Exercise) -> Iterator[str]:
    """Yield the gaps of an order or of an answer in parts; nothing where a part has none."""
    kind = exercise.kind
    if isinstance(kind, Order):
        gaps = (_menu({name: name == right for name in kind.names}) for right in exercise.solution)
        yield f"<p>{', '.join(gaps)}</p>"
    elif isinstance(kind, Parts) and all(
        isinstance(part, Number | Choice) or _ticked(part, exercise, key)
        for key, part in kind.parts.items()
    ):
        for key, part in kind.parts.items():
            yield f"<p>{escaped(key)}: {_gap(exercise, key, part)}</p>"


def _gap(exercise: Exercise, key: str, part: AnswerKind) -> str:
    right = exercise.solution[key]
    if isinstance(part, Choice):
        return _menu({option: option == right for option in part.options})
    if isinstance(part, Number):
        wrong = dict.fromkeys(mistake.answer[key] for mistake in exercise.mistakes)
        said = {n: _verdict(exercise, key, n) for n in wrong if n != right}
        answers = [f"={right}:0", *(f"%0%{n}:0#{_in_gap(text)}" for n, text in said.items())]
        return f"{{1:NUMERICAL:{'~'.join(answers)}}}"
    answers = [
        f"%{share}%{_in_gap(text)}" + (f"#{_in_gap(feedback)}" if feedback else "")
        for text, share, feedback in _weighed(exercise, part, key)
    ]
    return f"{{1:MULTIRESPONSE:{'~'.join(answers)}}}"


def _menu(options: Mapping[str, bool]) -> str:
    answers = ("=" * is_right + _in_gap(name) for name, is_right in options.items())
    return f"{{1:MULTICHOICE:{'~'.join(answers)}}}"


def _in_gap(text: str) -> str:
    """Return a text as Moodle takes it in a gap: no sign of it is one of the format."""
    return escape(text, quote=False).translate(_CLOZE_SIGNS)


# -- elements --------------------------------------------------------------------------------------


def _text(parent: ET.Element, name: str, text: str) -> None:
    ET.SubElement(ET.SubElement(parent, name), "text").text = legible(text)


def _html(
    parent: ET.Element, name: str, html: str, drawing: Drawing | None = None, file: str = ""
) -> None:
    """Add a text in HTML, and below it a picture that goes along in the file."""
    node = ET.SubElement(parent, name, format="html")
    words = ET.SubElement(node, "text")
    words.text = legible(html)
    if drawing is not None:
        alt = escaped(drawing.description)
        words.text += f'<p><img src="@@PLUGINFILE@@/{file}.svg" alt="{alt}" role="img"></p>'
        picture = ET.SubElement(node, "file", name=f"{file}.svg", path="/", encoding="base64")
        picture.text = b64encode(to_svg(drawing).encode()).decode()
