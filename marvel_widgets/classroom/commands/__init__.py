"""The commands for teachers, and `progress` for learners."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from typing import Any, Final

from marvel_widgets.classroom.commands.cards import cards_arguments, run_cards
from marvel_widgets.classroom.commands.form import form_arguments, run_form
from marvel_widgets.classroom.commands.progress import progress_arguments, run_progress
from marvel_widgets.classroom.commands.quiz import quiz_arguments, run_quiz
from marvel_widgets.classroom.commands.report import report_arguments, run_report
from marvel_widgets.classroom.files import (
    folder_argument,
    form_argument,
    site_argument,
    text_argument,
)
from marvel_widgets.classroom.for_jupyterlab import WORKING_COPY
from marvel_widgets.classroom.nbgrader_copy import POINTS
from marvel_widgets.classroom.student_list import whose_arguments
from marvel_widgets.classroom.units.plans import UNITS

COMMANDS: Final[Mapping[str, Callable[[Namespace, Callable[[str], object]], int]]] = {
    "report": run_report,
    "test-form": run_form,
    "quiz": run_quiz,
    "progress": run_progress,
    "cards": run_cards,
}
"""What runs a command: it takes what its parser read and a function for lines of text."""


def add_teacher_commands(commands: Any) -> None:
    """Add the parsers of the commands to those of `marvel-widgets`."""
    report_arguments(
        commands.add_parser(
            "report",
            help="a table of the result strings in a folder",
            description="Read the result strings in every file of a folder, judge each answer "
            "again, write a table, and print a summary.",
        )
    )
    form_arguments(
        commands.add_parser(
            "test-form",
            help="print a test: before and after the course, or an exam",
            description="Print one of two parallel forms of ten items, or the exercises of a "
            "notebook with the cases of one student; or their key.",
        )
    )
    quiz_arguments(
        commands.add_parser(
            "quiz",
            help="write exercises for a learning platform: Moodle XML, QTI",
            description="Write the exercises of a notebook as questions, with drawn cases and "
            "their solutions: all of them for Moodle; QTI asks numbers and choices alone.",
        )
    )
    _course_arguments(
        commands.add_parser(
            "course",
            help="write a unit or a workshop: notebooks, talk track, homework, exam",
            description="Write a unit or the workshop by a plan: for learners notebooks and "
            "homework, for you the solutions, a page with minutes, a talk track and an exam; for "
            "PC also slides, votes, a handout, a table and a lab sheet in R. With --student or "
            "--students only what learners get. Files that you edited are never overwritten.",
            epilog="Example: marvel-widgets course pc my-unit --meetings 2",
        )
    )
    _exam_arguments(
        commands.add_parser(
            "exam",
            help="write an exam as a notebook that records answers and tells nothing",
            description="Write the exercises of a form or a notebook as an exam: answers are "
            "recorded, and no verdict, hint or solution is shown. `marvel-widgets report --exam` "
            "grades what is handed in. The library computes the answers, so it must not be open "
            "to other code in the room; for marks that matter, use `test-form`, on paper.",
        )
    )
    progress_arguments(
        commands.add_parser(
            "progress",
            help="what you have answered so far, kept beside the notebooks",
            description="Print a table of the answers in the journal beside the notebooks, or "
            "carry it to another machine. Nothing of it is ever sent anywhere.",
        ),
        WORKING_COPY,
    )
    cards_arguments(
        commands.add_parser(
            "cards",
            help="cards A to F to print, for votes of a room",
            description="Write a page with the cards A to F, which a room holds up to answer a "
            "question of the app Vote; a phone shows the same cards.",
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


def _course_arguments(parser: ArgumentParser) -> None:
    plans = "; ".join(f"{name}: {plan.title}" for name, plan in UNITS.items())
    parser.add_argument("plan", choices=UNITS, metavar="PLAN", help=plans)
    folder_argument(parser, "marvel-course", "where the unit goes")
    parser.add_argument(
        "--meetings", type=int, choices=(1, 2), default=1,
        help="in how many meetings of 90 minutes PC is taught (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--site", type=site_argument, metavar="ADDRESS",
        help="the address of a site that `marvel-widgets site` wrote, where nobody installs "
        "anything: what a teacher opens begins with its pages",
    )  # fmt: skip
    whose_arguments(parser)


def _exam_arguments(parser: ArgumentParser) -> None:
    form_argument(parser)
    folder_argument(parser, "marvel-exam", "where the notebook goes")
    parser.add_argument(
        "--key", type=text_argument, default="", metavar="K", help="the key that signs the results"
    )
    whose_arguments(parser)


def _nbgrader_arguments(parser: ArgumentParser) -> None:
    folder_argument(parser, "marvel-nbgrader", "the course folder")
    whose = "with the exercises of one student"
    parser.add_argument("--student", type=text_argument, default="", metavar="ID", help=whose)
    parser.add_argument(
        "--points", type=float, default=POINTS, metavar="N",
        help="for each exercise; a close answer gets half (default: %(default)g)",
    )  # fmt: skip
