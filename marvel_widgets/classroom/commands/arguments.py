"""The arguments of the commands that write notebooks."""

from argparse import ArgumentParser

from marvel_widgets.classroom.editions import EDITIONS
from marvel_widgets.classroom.files import folder_argument, site_argument
from marvel_widgets.classroom.for_jupyterlab import WORKING_COPY
from marvel_widgets.classroom.nbgrader_copy import POINTS
from marvel_widgets.classroom.student_list import whose_arguments
from marvel_widgets.classroom.units.plans import UNITS


def copy_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `marvel-widgets copy` to its parser."""
    folder_argument(parser, WORKING_COPY, "the working copy")
    parser.add_argument(
        "--edition", choices=EDITIONS, default=EDITIONS[0],
        help="the learner's, where no answer is on the page before its question is answered, or "
        "the reader's, as it is in the repository (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--slides", action="store_true",
        help="mark where slides begin, for jupyter nbconvert --to slides",
    )  # fmt: skip
    whose_arguments(parser)


def course_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `marvel-widgets course` to its parser."""
    parser.add_argument("--list", action="store_true", help="say which plans there are")
    parser.add_argument(
        "plan", type=str.lower, choices=UNITS, nargs="?", metavar="PLAN", help=", ".join(UNITS)
    )
    folder_argument(parser, "marvel-course", "where the unit goes")
    parser.add_argument(
        "--meetings", type=int, choices=(1, 2), default=1, help="of 90 minutes, for PC (default: 1)"
    )
    parser.add_argument(
        "--site", type=site_argument, metavar="ADDRESS",
        help="of what `marvel-widgets site` wrote: what a teacher opens begins there",
    )  # fmt: skip
    whose_arguments(parser)


def instructor_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `marvel-widgets instructor` to its parser."""
    folder_argument(parser, "marvel-instructor", "where the copies go")
    whose_arguments(parser)
    parser.add_argument(
        "--nbgrader", action="store_true",
        help="write a course folder for nbgrader instead, each notebook an assignment",
    )  # fmt: skip
    parser.add_argument(
        "--points", type=float, default=POINTS, metavar="N",
        help="there, for each exercise; a close answer gets half (default: %(default)g)",
    )  # fmt: skip
