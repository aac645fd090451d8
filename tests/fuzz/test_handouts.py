"""However a variable or a student is called: what is handed out asks what was meant.

Quizzes are read back as the platforms read them (`platforms.py`), forms as a browser does.
`python -m tests.fuzz quizzes forms` looks at all cases.
"""

import unicodedata
from html import unescape
from types import SimpleNamespace

import pytest

from marvel_widgets import Dag, exercises
from marvel_widgets.assessment.answers import Number, Statements
from marvel_widgets.assessment.facts import Principle
from marvel_widgets.assessment.variable_answers import Names
from marvel_widgets.classroom.paper_form import form_html
from marvel_widgets.classroom.qti import to_qti
from marvel_widgets.classroom.quiz import questions
from tests.fuzz.common import Harness, corpus
from tests.fuzz.events import HOSTILE
from tests.fuzz.markup import Elements
from tests.fuzz.names import PIECES
from tests.fuzz.platforms import NS, points, read_qti

GIFTS = ["[html]", "[markdown]", "[x", "~", "=", "{", "}", "::", ":", "####", "#", "\\", "\\n",
         "%50%", "%-100%", "//", "$CATEGORY: x", "->", "&&061;", "&&010", "\r", "\n\n", "\x0b",
         "\x85", "\u2028", "\ufffe", "\ud83d", "x" * 5_000, "&amp;", "\t"]  # fmt: skip
FORMS = ("00", "T")  # quickly drawn


def a_text(rng):
    return "".join(rng.choices([*GIFTS, *PIECES], k=rng.choice([1, 1, 2, 3, 6])))


def draw_quiz(rng):
    """Return an id, and exercises: kind, title, question and reason, choices, right ones."""
    student, drawn = rng.choice(["", "17", a_text(rng)]), []
    for kind in rng.choices(["number", "statements", "names"], k=rng.randint(1, 3)):
        words = [a_text(rng) for _ in range(3)]
        choices = list(dict.fromkeys(a_text(rng) for _ in range(rng.randint(2, 5))))
        right = rng.sample(range(len(choices)), rng.randint(0, len(choices)))
        drawn.append([kind, words, choices, sorted(right)])
    return student, drawn


def checks_of(case):
    """Yield a case's exercises, each with what `questions` asks of it and of its check."""
    student, drawn = case
    for at, (kind, (title, question, because), choices, right) in enumerate(drawn):
        asked, solution = {
            "number": (Number(0, 99), len(right)),
            "statements": (Statements(tuple(choices)), {n + 1 for n in right}),
            "names": (Names(tuple(choices)), {choices[n] for n in right}),
        }[kind]
        exercise = SimpleNamespace(
            title=title, question=question, reasons=(Principle(because),), kind=asked,
            solution=solution, accepts=None, dag=Dag([("A", "B")]) if at else None,
        )  # fmt: skip
        yield SimpleNamespace(notebook="00", name=f"q{at}", student=student, exercise=exercise)


def check_quiz(case):
    """Raise where a platform would ask, or take for right, something else."""
    checks = list(checks_of(case))
    asked, left_out = questions(checks)
    kept = [check for check in checks if check.name not in left_out]
    assert all(len(each.ident) < 100 and each.ident.isprintable() for each in asked)
    items = read_qti(to_qti(asked, case[1][0][1][0]))
    assert [item.get("ident") for item in items] == [each.ident for each in asked]
    for item, one, check in zip(items, asked, kept, strict=True):
        assert seen(one.reasons[0].text) == seen(_said(item, "q:itemfeedback"))
        assert seen(_said(item, "q:presentation")) == seen(" ".join(one.lines))
        _same_points(item, check.exercise)


def seen(text):
    """Return what of a text can be seen; its own way to say so, from the tables of Unicode."""
    kinds = ((letter, unicodedata.category(letter)) for letter in text)
    # what stands for a blank, or for nothing
    gone = {letter: " " for letter, kind in kinds if kind[0] in "CZ"}
    return "".join(text.translate(str.maketrans(gone)).split()).replace("&&", "&")


def _said(item, where):
    return item.find(f"{where}//q:mattext", NS).text or ""


def _same_points(item, exercise):
    solution = exercise.solution
    if isinstance(exercise.kind, Number):
        assert [points(item, {str(solution + d)}) for d in (-1, 0, 1)] == [0, 100, 0]
        return
    labels = item.findall(".//q:response_label", NS)
    idents = [label.get("ident") for label in labels]
    if isinstance(exercise.kind, Names):
        shown_as = [seen(label.find(".//q:mattext", NS).text) for label in labels]
        assert shown_as == [seen(name) for name in exercise.kind.names]
        ticked = {
            i for i, name in zip(idents, exercise.kind.names, strict=True) if name in solution
        }
    else:
        ticked = {idents[number - 1] for number in solution}
    assert points(item, ticked) == 100
    assert all(points(item, ticked ^ {ident}) == 0 for ident in idents)


def draw_form(rng):
    """Return which form, whether its key, and whose it is."""
    return rng.choice(FORMS), rng.random() < 0.3, rng.choice([a_text(rng), rng.choice(HOSTILE)])


def check_form(case):
    """Raise where an id is anything but text on a form."""
    form, key, student = case
    page = form_html(form, key, student)
    assert all(letter.isprintable() or letter == "\n" for letter in page)
    page.encode()
    assert seen(student) in seen(unescape(page.partition("<section>")[0]))
    found = Elements()
    found.feed(page)
    assert found.wrong == ["meta", "meta"]  # those of the head
    count = len(list(exercises(form)))
    assert page.count("<section>") == count


HARNESSES = {
    "quizzes": Harness(draw_quiz, check_quiz, 300, 20_000),
    "forms": Harness(draw_form, check_form, 20, 2_000),
}


@pytest.mark.parametrize("found", corpus("quizzes"), ids=lambda found: found["what"])
def test_what_was_found_once(found):
    check_quiz((found["student"], found["asked"]))


@pytest.mark.parametrize("student", ["\x00", "\x1b[2J", "a\n\n1. Forged", "\u202e17", "x" * 5_000])
def test_an_id_that_was_found_once(student):
    check_form(("00", False, student))
