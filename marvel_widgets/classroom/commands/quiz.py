"""The command `marvel-widgets quiz`: the exercises of a notebook for a learning platform."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from marvel_widgets.assessment.plain import shown
from marvel_widgets.classroom.files import TeacherError, file_argument, write_bytes_over, write_over
from marvel_widgets.classroom.moodle_xml import BEGINS, to_moodle
from marvel_widgets.classroom.qti import is_ours, to_qti
from marvel_widgets.classroom.quiz import Question, questions
from marvel_widgets.classroom.student_list import read_students, whose_arguments
from marvel_widgets.course.checks import Checks, exercises
from marvel_widgets.course.registry import number_of
from marvel_widgets.text import counted


def quiz_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    parser.add_argument("notebook", metavar="NOTEBOOK", help="its number, such as 03")
    whose_arguments(
        parser,
        "with the cases of one student",
        "with the cases of every student of a list: a bank of questions to draw from",
    )
    file_argument(parser, "--moodle", "for Moodle: XML, with pictures")
    file_argument(parser, "--qti", "for Canvas and others: QTI 1.2, zipped")


def run_quiz(options: Namespace, say: Callable[[str], object]) -> int:
    """Write the questions, say what was left out, and return the exit code."""
    if options.moodle is None and options.qti is None:
        msg = "Say where the questions go: --moodle FILE for Moodle, --qti FILE for Canvas."
        raise TeacherError(msg)
    found = _of_all(options)
    title = f"MARVEL notebook {number_of(options.notebook)}"
    advice = "no such file of ours; it stays as it is. Choose another name."
    if options.moodle is not None:
        checks = [check for each in found for check in each]
        text = to_moodle(checks, title)
        write_over(options.moodle, text, lambda begins: begins.startswith(BEGINS), advice)
        say(f"{options.moodle} holds {counted(len(checks), 'question')}.")
    if options.qti is None:
        return 0
    asked, left_out = _asked(found)
    write_bytes_over(options.qti, to_qti(asked, title), is_ours, advice)
    say(f"{options.qti} holds {counted(len(asked), 'question')}.")
    if left_out:
        say(f"Only --moodle can ask: {', '.join(left_out)}.")
    return 0


def _of_all(options: Namespace) -> list[Checks]:
    """Return the exercises of the notebook, as each student has them."""
    students = [options.student.strip()]
    if options.students is not None:
        students = list(read_students(options.students))
    try:
        return [exercises(options.notebook, student) for student in students]
    except ValueError as error:
        msg = f"There is no notebook {shown(options.notebook)}."
        raise TeacherError(msg) from error


def _asked(found: list[Checks]) -> tuple[list[Question], list[str]]:
    """Return the questions of all students, and the exercises of which there is none."""
    asked: list[Question] = []
    names: dict[str, bool] = {}
    for checks in found:
        some, left_out = questions(checks)
        asked += some
        names.update({name: names.get(name, True) and name in left_out for name in dir(checks)})
    return asked, [name for name, never in names.items() if never]
