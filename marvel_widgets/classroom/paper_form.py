"""Exercises on paper: a form of the test before and after the course, or an exam for one student.

Questions alone, or with the key.
"""

from collections.abc import Container, Iterable, Iterator
from html import escape
from typing import Final

from marvel_widgets.assessment.answers import AnswerKind, Number, Parts, Statements
from marvel_widgets.assessment.variable_answers import Names, Order, Pairs
from marvel_widgets.classroom.files import legible_line
from marvel_widgets.classroom.quiz import exercises_of, is_form
from marvel_widgets.course.checks import Check
from marvel_widgets.course.pre_post import WORDS
from marvel_widgets.course.registry import number_of
from marvel_widgets.pictures.palette import face_rules
from marvel_widgets.pictures.svg import to_svg
from marvel_widgets.pictures.voting_cards import CARDS, card_svg
from marvel_widgets.text import capitalized

INTRODUCTION: Final = (
    "Ten questions, about 20 minutes. This is no exam: it shows what the course changes. "
    "Write your number on the list, no name. Where you do not know, leave the line empty; "
    "do not guess."
)
EXAM: Final = "Each number on the list has cases of its own. Write no name."
FOR_ALL: Final = "Write your number on the list, no name."
KEY: Final = "To mark the sheets with; not for the room."


CARDS_BEGIN: Final = (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Cards for votes'
)


def on_paper(kind: AnswerKind) -> str:
    """Return how an answer of a kind is written on paper."""
    if isinstance(kind, Parts):
        return "; ".join(f"{key}: {on_paper(part)}" for key, part in kind.parts.items())
    if isinstance(kind, Pairs):
        mark = "A -> B" if kind.directed else "A - B"
        return f"Pairs, such as {mark}, or none"
    numbered = isinstance(kind, Names) and all(name.isdecimal() for name in kind.names)
    forms: dict[type, str] = {
        Names: "Numbers, or none" if numbered else "Names, or none",
        Order: "Names in order",
        Number: "A number",
        Statements: "The numbers of the true ones, or none",
    }
    return forms.get(type(kind), "One of the options")


def _title(form: str, key: bool, student: str) -> str:
    what = "form" if is_form(form) else "notebook"
    whose = f", number {legible_line(student)}" if student else ""
    name = form.upper() if is_form(form) else number_of(form)
    return f"MARVEL, {what} {name}{whose}{': the key' if key else ''}"


_STYLE = """
body { font: 11pt/1.4 "Source Sans 3", "Liberation Sans", Arial, sans-serif; color: #111;
  background: #fff; max-width: 44rem; margin: 1.5rem auto; padding: 0 1rem; }
section { break-inside: avoid; border-top: 1px solid #999; padding-top: .4rem; margin-top: 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1rem; margin: .2rem 0; }
svg { max-width: 100%; height: auto; display: block; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .3rem 0; }
dt { font-style: italic; } dd { margin: 0; } ol { margin: .3rem 0; } p { margin: .3rem 0; }
.question { white-space: pre-line; }
.line { margin: 1.4rem 0 .4rem; border-bottom: 1px solid #111; }
table { border-collapse: collapse; font-size: 10pt; }
th, td { border: 1px solid #999; padding: .2rem .4rem; text-align: left; vertical-align: top; }
@page { margin: 14mm; }
@media print { body { font-size: 10pt; margin: 0; padding: 0; max-width: none; }
  svg { max-height: 7.2cm; width: auto; } }
""".strip()


FIRST_LINES: Final = (
    '<!doctype html>\n<!-- A sheet of marvel-widgets -->\n<html lang="en"><head>'
    '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">'
    "\n<title>"
)
"""How each page begins, so that one can be told from other files."""


def form_html(
    form: str, key: bool = False, student: str = "", title: str = "", without: Container[str] = ()
) -> str:
    """Return a form as a page to print; with a title of its own one sheet is for a whole room.

    `without` are the exercises that it leaves out, NOTEBOOK/NAME.
    """
    whose = "" if title else legible_line(student)
    title = title or _title(form, key, student)
    says = INTRODUCTION if is_form(form) else EXAM if whose else FOR_ALL
    body = [f"<h1>{escape(title)}</h1>", f"<p>{escape(KEY if key else says)}</p>"]
    if not key:
        body.append(f"<p>Number on the list: {escape(whose) or '____________'}</p>")
    if is_form(form) and not key:
        body += ["<h2>Words</h2>", "<dl>"]
        body += [f"<dt>{escape(w)}</dt><dd>{escape(meaning)}</dd>" for w, meaning in WORDS]
        body.append("</dl>")
    asked = [c for c in exercises_of(form, student) if f"{form}/{c.name}" not in without]
    for number, check in enumerate(asked, start=1):
        body += ["<section>", *printed_question(number, check)]
        line = f'<p class="line">{escape(on_paper(check.exercise.kind))}:</p>'
        body += answer_key(check) if key else [line]
        body.append("</section>")
    return sheet_html(title, body)


def sheet_html(title: str, body: Iterable[str], style: str = "") -> str:
    """Return a page to print: no script, nothing from elsewhere."""
    return "\n".join(
        [
            f"{FIRST_LINES}{escape(title)}</title>",
            f"<style>\n{face_rules()}{_STYLE}\n{style}</style></head><body>",
            *body,
            "</body></html>\n",
        ]
    )


def printed_question(number: object, check: Check) -> Iterator[str]:
    """Yield an exercise as it is asked on paper."""
    exercise = check.exercise
    yield f"<h2>{number}. {escape(exercise.title)}</h2>"
    yield f'<p class="question">{escape(exercise.question)}</p>'
    if isinstance(exercise.kind, Statements):
        yield "<ol>"
        yield from (f"<li>{escape(sentence)}</li>" for sentence in exercise.kind.sentences)
        yield "</ol>"
    if exercise.drawing is not None:
        yield to_svg(exercise.drawing, legend=False)


def answer_key(check: Check) -> Iterator[str]:
    """Yield the answer of an exercise, and what the typical wrong ones show."""
    exercise = check.exercise
    right = escape(exercise.kind.say(exercise.solution))
    yield f"<p><strong>Right: {right}.</strong> {escape(exercise.because)}</p>"
    if exercise.accepts is not None:
        yield "<p>Other answers are right, too; exercises() judges them.</p>"
    yield "<table><tr><th>Wrong answer</th><th>What it shows</th></tr>"
    for mistake in exercise.mistakes:
        belief = capitalized(mistake.misconception.words)
        why = escape(f"{belief} {exercise.witness(mistake.answer)}")
        yield f"<tr><td>{escape(exercise.kind.say(mistake.answer))}</td><td>{why}</td></tr>"
    yield "</table>"


def cards_html() -> str:
    """Return the page of cards for a vote: a card on each sheet of A5."""
    cards = "".join(f"<section>{card_svg(card)}</section>\n" for card in CARDS)
    return f"""{CARDS_BEGIN}</title><style>
@page {{ size: A5 portrait; margin: 0 }}
body {{ margin: 0; print-color-adjust: exact; -webkit-print-color-adjust: exact }}
section {{ break-after: page; width: 148mm; height: 209mm }}
svg {{ display: block; width: 100%; height: 100% }}
</style></head><body>
{cards}</body></html>
"""
