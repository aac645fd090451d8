"""The command `marvel-widgets test-form`: one form, or a sheet for each student of a list."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

from marvel_widgets.assessment.plain import shown
from marvel_widgets.classroom.files import (
    TeacherError,
    form_argument,
    make_folder,
    path_argument,
    write_over,
)
from marvel_widgets.classroom.paper_form import FIRST_LINES, form_html
from marvel_widgets.classroom.student_list import read_students, whose_arguments
from marvel_widgets.course.pre_post import FORMS
from marvel_widgets.course.registry import number_of


def form_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    form_argument(parser)
    whose_arguments(
        parser,
        "with the cases of one student",
        "a page for each student of a list, one id a line; --html is then their folder",
    )
    parser.add_argument(
        "--key", action="store_true", help="the solutions, and what wrong answers show"
    )
    parser.add_argument(
        "--html", type=path_argument, required=True, metavar="FILE", help="the page to print"
    )


def run_form(options: Namespace, say: Callable[[str], object]) -> int:
    """Write the forms, and return the exit code."""
    if options.students is not None:
        return _forms(options, say)
    _write(options.html, _page(options, options.student.strip()))
    say(f"The page is in {options.html}.")
    return 0


def _forms(options: Namespace, say: Callable[[str], object]) -> int:
    """Write a page for each student of a list into a folder."""
    if options.form.upper() in FORMS:
        msg = f"Form {options.form.upper()} is the same for all; leave out --students."
        raise TeacherError(msg)
    students = read_students(options.students)
    _page(options, students[0])  # says that there is no such form before a folder is made
    make_folder(options.html)
    number, key = number_of(options.form), "-key" if options.key else ""
    for student in students:
        _write(options.html / f"{number}-{student}{key}.html", _page(options, student))
    what = "keys" if options.key else "sheets"
    say(f"{len(students):,} {what} are in {options.html}.")
    return 0


def _page(options: Namespace, student: str) -> str:
    try:
        return form_html(options.form, options.key, student)
    except ValueError as error:
        msg = f"There is no form {shown(options.form)}: take A, B, or the number of a notebook."
        raise TeacherError(msg) from error


def _write(path: Path, page: str) -> None:
    advice = "no form; it stays as it is. Choose another --html."
    write_over(path, page, lambda begins: begins.startswith(FIRST_LINES), advice)
