"""The command `marvel-widgets quiz`: exercises for a learning platform, on paper, or as an exam."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Final

from marvel_widgets.assessment.plain import shown
from marvel_widgets.classroom.files import (
    TeacherError,
    file_argument,
    make_folder,
    path_argument,
    text_argument,
    write_bytes_over,
    write_over,
)
from marvel_widgets.classroom.moodle_xml import BEGINS, moodle_quiz
from marvel_widgets.classroom.paper_form import CARDS_BEGIN, FIRST_LINES, cards_html, form_html
from marvel_widgets.classroom.qti import is_ours, to_qti
from marvel_widgets.classroom.quiz import exercises_of, is_form, questions
from marvel_widgets.classroom.student_list import read_students, whose_arguments
from marvel_widgets.course.registry import number_of
from marvel_widgets.text import counted

ADVICE: Final = "no such file of ours; it stays as it is. Choose another name."


def quiz_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    parser.add_argument(
        "source", metavar="SOURCE", help="a notebook, such as 03; or A or B, a form of the test"
    )
    parser.add_argument(
        "--without", action="append", default=[], metavar="NAME", help="leave an exercise out"
    )
    whose_arguments(parser, students="with the cases of each student of a list, one id a line")
    file_argument(parser, "--moodle", "for Moodle: XML, with pictures")
    file_argument(parser, "--qti", "for Canvas and others: QTI 1.2, zipped; numbers and choices")
    file_argument(parser, "--paper", "a page to print; for a list a folder of pages")
    parser.add_argument("--solutions", action="store_true", help="of --paper the key")
    file_argument(parser, "--cards", "six cards to print, each with a shape, for votes of a room")
    parser.add_argument(
        "--exam", dest="dir", type=path_argument, metavar="DIR",
        help="a notebook that tells nothing, for `report --exam`",
    )  # fmt: skip
    parser.add_argument(
        "--key", type=text_argument, default="", metavar="K", help="what signs --exam's results"
    )


def run_quiz(options: Namespace, say: Callable[[str], object]) -> int:
    """Write what is asked for but the exam, and return the exit code."""
    if not any([options.moodle, options.qti, options.paper, options.cards, options.dir]):
        msg = (
            "Say where the questions go: --moodle FILE, --qti FILE for Canvas, --paper FILE to "
            "print, --cards FILE to vote with, or --exam DIR for the computer."
        )
        raise TeacherError(msg)
    asks_each = options.moodle or options.qti or options.paper
    if options.students is not None and is_form(options.source) and asks_each:
        msg = f"Form {options.source.upper()} is the same for all; leave out --students."
        raise TeacherError(msg)
    students = [options.student.strip()]
    if options.students is not None:
        students = list(read_students(options.students))
    drawn = [exercises_of(options.source, student) for student in students]
    if unknown := {*options.without} - {check.name for check in drawn[0]}:
        names = ", ".join(check.name for check in drawn[0])
        msg = f"{options.source} has no exercise {shown(min(unknown))}; it has {names}."
        raise TeacherError(msg)
    found = [[check for check in each if check.name not in options.without] for each in drawn]
    what = "form" if is_form(options.source) else "notebook"
    title = f"MARVEL, {what} {number_of(options.source)}"
    if options.moodle is not None:
        checks = [check for each in found for check in each]
        text = moodle_quiz(checks, title)
        write_over(options.moodle, text, lambda begins: begins.startswith(BEGINS), ADVICE)
        say(f"{options.moodle} holds {counted(len(checks), 'question')}.")
    if options.qti is not None:
        fit, left_out = zip(*map(questions, found), strict=True)
        asked = list(chain.from_iterable(fit))
        write_bytes_over(options.qti, to_qti(asked, title), is_ours, ADVICE)
        say(f"{options.qti} holds {counted(len(asked), 'question')}.")
        never = [name for name in left_out[0] if all(name in each for each in left_out)]
        if never:
            say(f"Only --moodle can ask: {', '.join(never)}.")
    if options.paper is not None:
        _on_paper(options, students)
        say(f"{counted(len(students), 'page')} to print: {options.paper}.")
    if options.cards is not None:
        _write_page(options.cards, cards_html(), CARDS_BEGIN)
        say(f"Six cards: {options.cards}; print it on A5, or two pages to a sheet of A4.")
    return 0


def _on_paper(options: Namespace, students: list[str]) -> None:
    """Write the page; of a list, a page for each student into a folder."""
    pages = {options.paper: students[0]}
    if options.students is not None:
        make_folder(options.paper)
        name = f"{number_of(options.source)}-{{}}{'-key' if options.solutions else ''}.html"
        pages = {options.paper / name.format(student): student for student in students}
    left = [f"{options.source}/{name}" for name in options.without]
    for path, student in pages.items():
        page = form_html(options.source, options.solutions, student, without=left)
        _write_page(path, page, FIRST_LINES)


def _write_page(path: Path, page: str, begins: str) -> None:
    write_over(path, page, lambda there: there.startswith(begins), ADVICE)
