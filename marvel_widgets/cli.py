"""The command `marvel-widgets`: the notebooks opened in JupyterLab, and the paper's experiments.

Only the standard library is needed to start it, so that a missing part can be named in a sentence.
"""

import argparse
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from marvel_widgets._lazy import not_installed
from marvel_widgets._notebooks import (
    Copied,
    NotebooksError,
    bundled_guides,
    bundled_notebooks,
    copy_notebooks,
    first_to_open,
    hand_out,
    refuse_what_is_no_folder,
)
from marvel_widgets.assessment.results import library_version
from marvel_widgets.classroom.commands import COMMANDS, add_teacher_commands
from marvel_widgets.classroom.editions import EDITIONS, write_edition, write_student_copies
from marvel_widgets.classroom.exam.notebook import write_exam
from marvel_widgets.classroom.files import TeacherError, folder_argument
from marvel_widgets.classroom.for_jupyterlab import (
    SETTINGS,
    WORKING_COPY,
    jupyter_command,
    lab_arguments,
    lab_environment,
)
from marvel_widgets.classroom.instructor import write_instructor_copies
from marvel_widgets.classroom.learners_notebook import CopyError
from marvel_widgets.classroom.nbgrader_copy import write_nbgrader_sources
from marvel_widgets.classroom.start_notebook import START, begin, has_begun
from marvel_widgets.classroom.student_list import read_students, whose_arguments
from marvel_widgets.classroom.units.writing import write_unit
from marvel_widgets.classroom.workshop.pictures import can_draw
from marvel_widgets.experiments.command import add_arguments, run_command
from marvel_widgets.experiments.errors import ExperimentError
from marvel_widgets.site import command as site
from marvel_widgets.site.errors import SiteError

INSTRUCTOR_DIRECTORY = "marvel-instructor"
CLOSED_PIPE = 141  # as shells have it: 128 and the number of the signal SIGPIPE
REPORTED_ERRORS = (NotebooksError, ExperimentError, CopyError, TeacherError, SiteError)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code; errors are reported in one sentence."""
    ours, for_jupyter = _split(list(sys.argv[1:] if argv is None else argv))
    options = _parser().parse_args(ours)
    try:
        if options.command == "copy":
            return _copies(options)
        if options.command == "instructor":
            return _instructors_copies(options)
        if options.command in ("course", "exam"):
            return _lessons(options)
        if options.command == "experiment":
            return run_command(options, say=print)
        if options.command == "site":
            return site.run_command(options, say=print)
        if options.command in COMMANDS:
            return COMMANDS[options.command](options, print)
        if options.command == "nbgrader":
            return _nbgrader(options.dir, options.student, options.points)
        _require_jupyterlab()
        first = _to_open(options)
        command = jupyter_command(options.dir, options.port, options.browser, for_jupyter, first)
        return _start(command, lab_environment(os.environ))
    except REPORTED_ERRORS as error:
        print(f"marvel-widgets: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # `... | head`: nobody reads on, and Python's own flush must not fail
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE
    except OSError as error:  # the disk of temporary files is full, say
        where = error.filename or "a file"
        print(f"marvel-widgets: Cannot write {where}: {error.strerror or error}.", file=sys.stderr)
        return 1


def _split(argv: list[str]) -> tuple[list[str], list[str]]:
    """Return our arguments and those after the first `--`, which are Jupyter's.

    Done by hand because argparse treats `--` inside a subcommand differently from one version of
    Python to the next.
    """
    if "--" not in argv:
        return argv, []
    cut = argv.index("--")
    return argv[:cut], argv[cut + 1 :]


class _Parser(argparse.ArgumentParser):
    """Takes options between two positional arguments, too: `exam A --key K DIR`."""

    _reads = False

    def parse_known_args(self, args=None, namespace=None):  # type: ignore[no-untyped-def]
        # Intermixed, Python takes the defaults away for a while, and a help that names one fails.
        asks_for_help = {"-h", "--help"} & {*(args or ())}
        if self._reads or asks_for_help or not self._get_positional_actions():
            return super().parse_known_args(args, namespace)
        self._reads = True  # for it calls this method
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._reads = False


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="marvel-widgets",
        description="Learn how MARVEL discovers causal graphs, in JupyterLab.",
    )
    version = library_version() or "(not installed)"  # of a checkout that is only on the path
    parser.add_argument("--version", action="version", version=f"%(prog)s {version}")
    commands = parser.add_subparsers(dest="command", required=True, parser_class=_Parser)

    copy = commands.add_parser(
        "copy",
        help="bring a working copy of the notebooks up to date",
        description="Copy the notebooks into a directory. Files that you edited are never "
        "overwritten: a newer version is placed beside them.",
    )
    folder_argument(copy, WORKING_COPY, "the working copy")
    copy.add_argument(
        "--edition", choices=EDITIONS, default=EDITIONS[0],
        help="the learner's, where no answer is on the page before its question is answered, or "
        "the reader's, as it is in the repository (default: %(default)s)",
    )  # fmt: skip
    copy.add_argument(
        "--slides", action="store_true",
        help="mark where slides begin, for jupyter nbconvert --to slides",
    )  # fmt: skip
    whose_arguments(copy)

    lab = commands.add_parser(
        "lab",
        help="the same, then open it in JupyterLab",
        description="Bring a working copy of the notebooks up to date and open it in JupyterLab.",
        usage="%(prog)s [-h] [--dir DIR] [--no-browser] [--port N] [-- JUPYTER-ARGUMENT ...]",
        epilog="Arguments after -- go to JupyterLab as they are; name files by their whole path.",
    )
    lab_arguments(lab)

    instructor = commands.add_parser(
        "instructor",
        help="write the instructor's copy of every notebook",
        description="Write a copy of every notebook with the guide for the teacher, the answers, "
        "why they are right, and the typical wrong ones. Files that you edited are never "
        "overwritten, nor are the learners' notebooks.",
    )
    folder_argument(instructor, INSTRUCTOR_DIRECTORY, "where the copies go")
    whose_arguments(instructor)

    add_arguments(
        commands.add_parser(
            "experiment",
            help="regenerate a figure or table of the paper",
            description="Run an experiment of the paper again. Equal seeds give equal rows.",
        )
    )
    site.add_arguments(
        commands.add_parser(
            "site",
            help="write the course as a website",
            description="Write the course, its films and its apps as a folder that any server, or "
            "a USB stick, can serve. An older site in the folder is replaced.",
        )
    )
    add_teacher_commands(commands)
    return parser


def _copy(target: Path, edition: str, *, slides: bool) -> list[Copied]:
    """Update the working copy and say what was done to each file that needed something."""
    _refuse_the_source(target)
    with TemporaryDirectory() as made:
        write_edition(edition, bundled_notebooks(), Path(made), slides=slides)
        done = hand_out(Path(made), target)
    _tell(done)
    if edition == EDITIONS[0] and (odd := begin(target)):
        print(odd)
    print(f"Your notebooks are in {target.absolute()}.", flush=True)
    return done


def _to_open(options: argparse.Namespace) -> str | None:
    """Update the working copy, and return the notebook that JupyterLab opens there, if any."""
    done = _copy(options.dir, "learner", slides=False)
    return START if has_begun(options.dir) else first_to_open(done)


def _refuse_the_source(target: Path) -> None:
    if target.resolve() == bundled_notebooks().resolve():
        message = f"{target} is where the notebooks come from; choose another directory."
        raise NotebooksError(message)


def _copies(options: argparse.Namespace) -> int:
    """Update the working copy: the notebooks as they are, or with the cases of students."""
    student = options.student.strip()
    if options.students is None and not student:
        _copy(options.dir, options.edition, slides=options.slides)
        return 0
    with TemporaryDirectory() as name:
        edition = Path(name)
        write_edition(options.edition, bundled_notebooks(), edition, slides=options.slides)
        _write_copies(options, lambda made, whose: write_student_copies(edition, made, whose))
    if options.edition == EDITIONS[0]:
        students = [] if options.students is None else read_students(options.students)
        for place in [options.dir / each for each in students] or [options.dir]:
            if odd := begin(place):
                print(odd)
    print(f"The notebooks are in {options.dir.absolute()}.", flush=True)
    return 0


def _instructors_copies(options: argparse.Namespace) -> int:
    guides = bundled_guides()
    _write_copies(
        options,
        lambda made, whose: write_instructor_copies(bundled_notebooks(), guides, made, whose),
    )
    print(f"The instructor's copies are in {options.dir.absolute()}.", flush=True)
    return 0


def _lessons(options: argparse.Namespace) -> int:
    """Write a unit, the workshop or an exam, and say what was done."""
    guides, plan = bundled_guides(), getattr(options, "plan", "exam")
    if getattr(options, "meetings", 1) == 2 and plan != "pc-2":
        if plan != "pc":
            message = f"the plan {plan} has its own meetings; --meetings is for pc"
            raise TeacherError(message)
        plan = "pc-2"

    def write(made: Path, whose: str) -> None:
        if plan == "exam":
            write_exam(options.form, made, whose, options.key)
        else:
            write_unit(plan, bundled_notebooks(), guides, made, whose, options.site or "")

    _write_copies(options, write)
    if plan == "workshop" and not can_draw():
        print('The pictures come when the cells are run with "marvel-widgets[lab]" installed.')
    print(f"The {options.command} is in {options.dir.absolute()}.", flush=True)
    return 0


def _write_copies(options: argparse.Namespace, write: Callable[[Path, str], object]) -> None:
    """Let `write` fill a folder for each student that the options name, and copy it in place."""
    target: Path = options.dir
    _refuse_the_source(target)
    students = [] if options.students is None else read_students(options.students)
    refuse_what_is_no_folder(target, students)  # before a minute of making what can't be written
    for student, place in [(each, target / each) for each in students] or [
        (options.student.strip(), target)
    ]:
        with TemporaryDirectory() as made:
            write(Path(made), student)
            # What students get is opened on their machines: a signature of ours says nothing there.
            done = (copy_notebooks if students else hand_out)(Path(made), place)
        if students:
            print(f"{student}: {_counted_actions(done)}.")
        else:
            _tell(done)


def _counted_actions(done: Sequence[Copied]) -> str:
    """Return how many files were copied, kept and so on, in words."""
    counts = Counter(each.action for each in done)
    return ", ".join(f"{count} {action}" for action, count in counts.items())


def _tell(done: Sequence[Copied]) -> None:
    for each in done:
        if each.action != "unchanged":
            print(each.sentence())
    if all(each.action == "unchanged" for each in done):
        print("All notebooks are up to date.")


def _nbgrader(target: Path, student: str, points: float) -> int:
    notebooks = bundled_notebooks()
    with TemporaryDirectory() as made:
        write_nbgrader_sources(notebooks, Path(made), student.strip(), points)
        _tell(copy_notebooks(Path(made), target))
    print(f"The assignments are in {target.absolute()}. Run there:")
    print('  nbgrader generate_assignment "03-removable-variables"', flush=True)
    return 0


def _require_jupyterlab() -> None:
    if missing := not_installed("lab", "jupyterlab", "ipywidgets", "ipycytoscape", "anywidget"):
        raise NotebooksError(missing)


def _start(command: list[str], environment: Mapping[str, str]) -> int:
    """Become the command, so that Ctrl-C, signals and the exit code are Jupyter's own.

    It starts in a folder of ours: in the present one, Jupyter's parts look for templates, language
    servers and settings of npm.
    """
    if os.name != "nt":
        os.chdir(SETTINGS)
        os.execve(command[0], command, environment)
    # On Windows, exec would return to the shell while Jupyter is still running.
    return subprocess.call(command, env=environment, cwd=SETTINGS)
