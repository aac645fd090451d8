"""The commands for teachers: `report`, `test-form` and `nbgrader`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from marvel_widgets.classroom.nbgrader_copy import POINTS
from marvel_widgets.classroom.paper_form import FIRST_LINES, form_html, form_text
from marvel_widgets.classroom.report_table import COLUMNS, summary, to_csv
from marvel_widgets.classroom.reports import report

COMMANDS: Final = ("report", "test-form")  # those that `run_teacher_command` runs


class TeacherError(Exception):
    """A command for teachers can't do its work; the message is a sentence."""


def add_teacher_commands(commands: Any) -> None:
    """Add the parsers of the commands to those of `marvel-widgets`."""
    _report_arguments(
        commands.add_parser(
            "report",
            help="a table of the result strings in a folder",
            description="Read the result strings in every file of a folder, judge each answer "
            "again, write a table, and print a summary.",
        )
    )
    _form_arguments(
        commands.add_parser(
            "test-form",
            help="print a test: before and after the course, or an exam",
            description="Print one of two parallel forms of ten items, or the exercises of a "
            "notebook with the cases of one student; or their key.",
        )
    )
    _nbgrader_arguments(
        commands.add_parser(
            "nbgrader",
            help="write the notebooks as assignments for nbgrader",
            description="Write a course folder for nbgrader, with each notebook as an assignment. "
            "Files that you edited are never overwritten.",
        )
    )


def _report_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="what learners handed in")
    parser.add_argument(
        "--key", default="", metavar="K", help="the key that the notebooks signed with"
    )
    parser.add_argument(
        "--output", type=Path, default=Path("report.csv"), metavar="FILE",
        help="the table (default: %(default)s)",
    )  # fmt: skip


def _form_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "form", metavar="FORM", help="A or B; or the number of a notebook, such as 03"
    )
    parser.add_argument("--student", default="", metavar="ID", help="with the cases of one student")
    parser.add_argument(
        "--key", action="store_true", help="the solutions, and what wrong answers show"
    )
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="write a page to print, with pictures"
    )


def _nbgrader_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "dir", nargs="?", type=Path, default=Path("marvel-nbgrader"), metavar="DIR",
        help="the course folder (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--student", default="", metavar="ID", help="with the exercises of one student"
    )
    parser.add_argument(
        "--points", type=float, default=POINTS, metavar="N",
        help="for each exercise; a close answer gets half (default: %(default)g)",
    )  # fmt: skip


def run_teacher_command(options: Namespace, say: Callable[[str], object]) -> int:
    """Run a command, print its result, and return the exit code.

    `options` is what a parser with `add_teacher_commands` read; `say` takes lines of text.

    Raises
    ------
    TeacherError
        There is no such folder, a file can't be written, or another file is in its place.
    """
    return _report(options, say) if options.command == "report" else _form(options, say)


def _report(options: Namespace, say: Callable[[str], object]) -> int:
    output: Path = options.output
    _refuse_other_tables(output)
    try:
        rows = report(options.folder, options.key)
    except NotADirectoryError as error:
        msg = f"{error}."
        raise TeacherError(msg) from error
    # The table may lie in the folder that it is about.
    rows = tuple(row for row in rows if (options.folder / row.file).resolve() != output.resolve())
    # A byte order mark: spreadsheets then read the file as UTF-8.
    _write(output, to_csv(rows), encoding="utf-8-sig")
    say(summary(rows))
    say(f"\nThe table is in {output}.")
    return 0


def _refuse_other_tables(output: Path) -> None:
    """Raise if another file than a report would be overwritten."""
    try:
        first = output.read_text(encoding="utf-8-sig", errors="replace").partition("\n")[0]
    except FileNotFoundError:
        return
    except OSError as error:
        raise TeacherError(_cannot(output, error)) from error
    if first.strip() != ",".join(COLUMNS):
        msg = f"{output} is no report; it stays as it is. Choose another --output."
        raise TeacherError(msg)


def _form(options: Namespace, say: Callable[[str], object]) -> int:
    write = form_text if options.html is None else form_html
    try:
        text = write(options.form, options.key, options.student.strip())
    except ValueError as error:
        msg = f"There is no form {options.form!r}: take A, B, or the number of a notebook."
        raise TeacherError(msg) from error
    if options.html is None:
        say(text)
        return 0
    _refuse_other_pages(options.html)
    _write(options.html, text, encoding="utf-8")
    say(f"The page is in {options.html}.")
    return 0


def _refuse_other_pages(output: Path) -> None:
    """Raise if another file than a form would be overwritten."""
    if _beginning(output) not in (None, FIRST_LINES):
        msg = f"{output} is no form; it stays as it is. Choose another --html."
        raise TeacherError(msg)


def _beginning(output: Path) -> str | None:
    """Return the first characters of a file, as many as a form begins with; None without a file."""
    try:
        with output.open(encoding="utf-8-sig", errors="replace") as file:
            return file.read(len(FIRST_LINES))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise TeacherError(_cannot(output, error)) from error


def _write(path: Path, text: str, encoding: str) -> None:
    try:
        path.write_text(text, encoding=encoding, newline="")
    except OSError as error:
        raise TeacherError(_cannot(path, error)) from error


def _cannot(path: Path, error: OSError) -> str:
    return f"Cannot write {path}: {error.strerror or error}."
