"""The command `marvel-widgets`: the notebooks opened in JupyterLab, and the paper's experiments.

Only the standard library is needed to start it, so that a missing part can be named in a sentence.
"""

import argparse
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from marvel_widgets import _notebooks
from marvel_widgets._lazy import not_installed
from marvel_widgets._made_for import library_version
from marvel_widgets._notebooks import bundled_guides, bundled_notebooks
from marvel_widgets.classroom import editions, for_jupyterlab
from marvel_widgets.classroom.commands.progress import progress_arguments, run_progress
from marvel_widgets.classroom.commands.quiz import quiz_arguments, run_quiz
from marvel_widgets.classroom.commands.report import report_arguments, run_report
from marvel_widgets.classroom.files import TeacherError, folder_argument, site_argument
from marvel_widgets.classroom.instructor import write_instructor_copies
from marvel_widgets.classroom.nbgrader_copy import POINTS, write_nbgrader_sources
from marvel_widgets.classroom.start_notebook import START, begin, has_begun
from marvel_widgets.classroom.student_list import read_students, whose_arguments
from marvel_widgets.classroom.units.plans import UNITS
from marvel_widgets.classroom.units.writing import write_exam, write_unit
from marvel_widgets.classroom.workshop.notebooks import can_draw
from marvel_widgets.experiments.command import add_arguments as experiment_arguments
from marvel_widgets.experiments.command import run_command
from marvel_widgets.experiments.errors import ExperimentError
from marvel_widgets.site import command as site
from marvel_widgets.site.errors import SiteError

CLOSED_PIPE = 141  # as shells have it: 128 and the number of the signal SIGPIPE
REPORTED_ERRORS = (
    _notebooks.NotebooksError,
    ExperimentError,
    editions.CopyError,
    TeacherError,
    SiteError,
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code; errors are reported in one sentence."""
    ours, for_jupyter = _split(list(sys.argv[1:] if argv is None else argv))
    options = _parser().parse_args(ours, argparse.Namespace(for_jupyter=for_jupyter))
    try:
        return COMMANDS[options.command].run(options)
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
    for name, command in COMMANDS.items():
        made = commands.add_parser(
            name,
            help=command.short,
            description=command.told,
            epilog=f"Example: marvel-widgets {name} {command.example}",
        )
        made._positionals = made._optionals  # one list in the help, of twenty lines at most
        command.add_arguments(made)
        places = [f"{each.metavar} " for each in made._get_positional_actions()]
        made.usage = f"marvel-widgets {name} {''.join(places)}[options]"
    return parser


def _copy(target: Path, edition: str, *, slides: bool) -> list[_notebooks.Copied]:
    """Update the working copy and say what was done to each file that needed something."""
    _refuse_the_source(target)
    with TemporaryDirectory() as made:
        editions.write_edition(edition, bundled_notebooks(), Path(made), slides=slides)
        done = _notebooks.hand_out(Path(made), target)
    _tell(done)
    if edition == editions.EDITIONS[0] and (odd := begin(target)):
        print(odd)
    print(f"Your notebooks are in {target.absolute()}.", flush=True)
    return done


def _lab(options: argparse.Namespace) -> int:
    """Update the working copy, and open it: its first notebook, or the start page."""
    if missing := not_installed("lab", "jupyterlab", "ipywidgets", "ipycytoscape", "anywidget"):
        raise _notebooks.NotebooksError(missing)
    done = _copy(options.dir, "learner", slides=False)
    first = START if has_begun(options.dir) else _notebooks.first_to_open(done)
    more = options.for_jupyter
    command = for_jupyterlab.jupyter_command(
        options.dir, options.port, options.browser, more, first
    )
    return _start(command, for_jupyterlab.lab_environment(os.environ))


def _refuse_the_source(target: Path) -> None:
    if target.resolve() == bundled_notebooks().resolve():
        message = f"{target} is where the notebooks come from; choose another directory."
        raise _notebooks.NotebooksError(message)


def _copies(options: argparse.Namespace) -> int:
    """Update the working copy: the notebooks as they are, or with the cases of students."""
    student = options.student.strip()
    if options.students is None and not student:
        _copy(options.dir, options.edition, slides=options.slides)
        return 0
    with TemporaryDirectory() as name:
        edition = Path(name)
        editions.write_edition(options.edition, bundled_notebooks(), edition, slides=options.slides)
        _write_copies(options, partial(editions.write_student_copies, edition))
    if options.edition == editions.EDITIONS[0]:
        students = [] if options.students is None else read_students(options.students)
        for place in [options.dir / each for each in students] or [options.dir]:
            if odd := begin(place, here=not students):
                print(odd)
    print(f"The notebooks are in {options.dir.absolute()}.", flush=True)
    return 0


def _instructors_copies(options: argparse.Namespace) -> int:
    notebooks = bundled_notebooks()
    if options.nbgrader:
        _write_copies(options, partial(write_nbgrader_sources, notebooks, points=options.points))
        print(f"The assignments are in {options.dir.absolute()}. Run there:")
        print('  nbgrader generate_assignment "03-removable-variables"', flush=True)
        return 0
    _write_copies(options, partial(write_instructor_copies, notebooks, bundled_guides()))
    print(f"The instructor's copies are in {options.dir.absolute()}.", flush=True)
    return 0


def _unit(options: argparse.Namespace) -> int:
    """Write a unit or the workshop, or say which plans there are."""
    if options.list or options.plan is None:
        for name, plan in UNITS.items():
            print(f"{name:10} {plan.minutes:4} minutes  {plan.title}")
        return 0
    if options.meetings == 2 and options.plan != "pc":
        message = f"the plan {options.plan} has its own meetings; --meetings is for pc"
        raise TeacherError(message)
    chosen = "pc-2" if options.meetings == 2 else options.plan
    sources = bundled_notebooks(), bundled_guides()
    _write_copies(options, partial(write_unit, chosen, *sources, site=options.site or ""))
    if options.plan == "workshop" and not can_draw():
        print('The pictures come when the cells are run with "marvel-widgets[lab]" installed.')
    print(f"{UNITS[chosen].title}: {options.dir.absolute()}.", flush=True)
    return 0


def _quiz(options: argparse.Namespace) -> int:
    run_quiz(options, print)
    if options.dir is None:
        return 0
    given = {"key": options.key, "without": options.without}
    _write_copies(options, partial(write_exam, options.source, **given))
    print(f"The exam is in {options.dir.absolute()}.", flush=True)
    return 0


def _write_copies(options: argparse.Namespace, write: Callable[[Path, str], object]) -> None:
    """Let `write` fill a folder for each student that the options name, and copy it in place."""
    target: Path = options.dir
    _refuse_the_source(target)
    students = [] if options.students is None else read_students(options.students)
    _notebooks.refuse_what_is_no_folder(
        target, students
    )  # before a minute of making what can't be written
    for student, place in [(each, target / each) for each in students] or [
        (options.student.strip(), target)
    ]:
        with TemporaryDirectory() as made:
            write(Path(made), student)
            # What students get is opened on their machines: a signature of ours says nothing there.
            done = (_notebooks.copy_notebooks if students else _notebooks.hand_out)(
                Path(made), place
            )
        if students:
            counts = Counter(each.action for each in done)
            print(f"{student}: {', '.join(f'{n} {action}' for action, n in counts.items())}.")
        else:
            _tell(done)


def _tell(done: Sequence[_notebooks.Copied]) -> None:
    for each in done:
        if each.action != "unchanged":
            print(each.sentence())
    if all(each.action == "unchanged" for each in done):
        print("All notebooks are up to date.")


def _start(command: list[str], environment: Mapping[str, str]) -> int:
    """Become the command, so that Ctrl-C, signals and the exit code are Jupyter's own.

    It starts in a folder of ours: in the present one, Jupyter's parts look for templates, language
    servers and settings of npm.
    """
    if os.name != "nt":
        os.chdir(for_jupyterlab.SETTINGS)
        os.execve(command[0], command, environment)
    # On Windows, exec would return to the shell while Jupyter is still running.
    return subprocess.call(command, env=environment, cwd=for_jupyterlab.SETTINGS)


def _copy_arguments(parser: argparse.ArgumentParser) -> None:
    folder_argument(parser, for_jupyterlab.WORKING_COPY, "the working copy")
    parser.add_argument(
        "--edition", choices=editions.EDITIONS, default=editions.EDITIONS[0],
        help="the learner's, where no answer is on the page before its question is answered, or "
        "the reader's, as it is in the repository (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--slides", action="store_true",
        help="mark where slides begin, for jupyter nbconvert --to slides",
    )  # fmt: skip
    whose_arguments(parser)


def _course_arguments(parser: argparse.ArgumentParser) -> None:
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


def _instructor_arguments(parser: argparse.ArgumentParser) -> None:
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


class Command(NamedTuple):
    """A command: what adds its arguments, what runs it, and what its help says."""

    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    short: str
    told: str
    example: str


COMMANDS: Final[Mapping[str, Command]] = {
    "lab": Command(
        for_jupyterlab.lab_arguments,
        _lab,
        "open the notebooks in JupyterLab",
        "Bring a working copy of the notebooks up to date and open it in JupyterLab. Arguments "
        "after -- go to JupyterLab as they are; name files by their whole path.",
        "--dir tuesday",
    ),
    "copy": Command(
        _copy_arguments,
        _copies,
        "bring a working copy of the notebooks up to date",
        "Copy the notebooks into a directory. Files that you edited are never overwritten: a newer "
        "version is placed beside them.",
        "rooms --students class.csv",
    ),
    "progress": Command(
        progress_arguments,
        partial(run_progress, say=print),
        "what you have answered so far",
        "Print a table of the answers in the journal beside the notebooks, or carry it to another "
        "machine. Nothing of it is ever sent anywhere.",
        "--export usb/journal.jsonl",
    ),
    "course": Command(
        _course_arguments,
        _unit,
        "write a unit: notebooks, talk track, homework, exam",
        "Write a unit or the workshop by a plan: for learners notebooks and homework, for you its "
        "page, a talk track, solutions and an exam; for PC also slides, votes, a handout, a table "
        "and a lab sheet in R. Files that you edited stay.",
        "pc tuesday --meetings 2",
    ),
    "instructor": Command(
        _instructor_arguments,
        _instructors_copies,
        "write the notebooks with all answers, or for nbgrader",
        "Write a copy of every notebook with the guide for the teacher, the answers, why they are "
        "right, and the typical wrong ones. Files that you edited are never overwritten.",
        "answers --student 17",
    ),
    "quiz": Command(
        quiz_arguments,
        _quiz,
        "write exercises for a platform, on paper, as an exam",
        "Write the exercises of a notebook, or a form of the test before and after the course. An "
        "exam's machine computes the answers: for marks, take --paper.",
        "03 --students class.csv --paper exams",
    ),
    "report": Command(
        report_arguments,
        partial(run_report, say=print),
        "a table of the result strings in a folder",
        "Read the result strings in every file of a folder, judge each answer again, write a "
        "table, and print a summary.",
        "handed-in --key spring --students class.csv",
    ),
    "site": Command(
        site.site_arguments,
        partial(site.run_site, say=print),
        "write the course as a website",
        "Write the course, its films and its apps as a folder that any server, or a USB stick, can "
        "serve. An older site in the folder is replaced.",
        "public --no-lite",
    ),
    "experiment": Command(
        experiment_arguments,
        partial(run_command, say=print),
        "regenerate a figure or table of the paper",
        "Run an experiment of the paper again, into the table --out. Equal seeds give equal rows.",
        "fig3 --out rows.csv --plot fig3.svg",
    ),
}
