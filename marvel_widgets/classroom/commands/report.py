"""The command `marvel-widgets report`."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

from marvel_widgets.classroom import files, reports
from marvel_widgets.classroom.student_list import read_students
from marvel_widgets.text import counted, listed

_SHOWN_IDS = 10
_HEADING = ",".join(reports.COLUMNS)


def report_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    parser.add_argument(
        "folder", type=files.path_argument, metavar="FOLDER", help="what was handed in"
    )
    signed = "the key that the notebooks signed with"
    parser.add_argument("--key", type=files.text_argument, default="", metavar="K", help=signed)
    parser.add_argument(
        "--exam", action="store_true", help="note answers that were given where verdicts show"
    )
    parser.add_argument(
        "--output", type=files.path_argument, default=Path("report.csv"), metavar="FILE",
        help="the table, a line for each exercise (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--students", type=files.path_argument, metavar="FILE",
        help="the list of the class, one id a line: who handed nothing in is then told, too",
    )  # fmt: skip
    files.file_argument(parser, "--moodle", "a row for each student, for Moodle")
    files.file_argument(parser, "--canvas", "a row for each student, for Canvas")


def run_report(options: Namespace, say: Callable[[str], object]) -> int:
    """Write the tables, print a summary, and return the exit code."""
    outputs = _outputs(options)
    for path, ours, advice in outputs.values():
        files.refuse_others(path, ours, advice, len(_HEADING) + 2_000)
    students = () if options.students is None else read_students(options.students)
    rows = _rows(options, [path for path, _, _ in outputs.values()])
    every = reports.totals(rows, students)
    texts = {
        # A byte order mark: spreadsheets then read the file as UTF-8.
        "output": lambda: "\ufeff" + reports.to_csv(rows),
        "moodle": lambda: reports.to_moodle(every),
        "canvas": lambda: reports.to_canvas(every),
    }
    for name, (path, ours, advice) in outputs.items():
        files.write_over(path, texts[name](), ours, advice)
    say(reports.summary(rows))
    for line in _about_the_class(every, students):
        say(line)
    say(f"\nThe table is in {options.output}.")
    others = [str(path) for path, _, _ in outputs.values() if path != options.output]
    if others:
        say(f"Also written: {listed(others)}.")
    return 0


def _outputs(options: Namespace) -> dict[str, tuple[Path, Callable[[str], bool], str]]:
    """Return each file to write, by its argument: how its own kind begins, and what to advise."""
    kinds: dict[str, tuple[Callable[[str], bool], str]] = {
        "output": (
            lambda begins: begins.partition("\n")[0].strip() == _HEADING,
            "no report; it stays as it is. Choose another --output.",
        ),
        "moodle": (
            reports.is_gradebook,
            "no table of ours; it stays as it is. Choose another --moodle.",
        ),
        "canvas": (
            reports.is_gradebook,
            "no table of ours; it stays as it is. Choose another --canvas.",
        ),
    }
    given = {name: getattr(options, name) for name in kinds}
    found = {name: (path, *kinds[name]) for name, path in given.items() if path is not None}
    places = [path.resolve() for path, _, _ in found.values()]
    if len(set(places)) < len(places):
        msg = "Two of the files have the same name; give each its own."
        raise files.TeacherError(msg)
    return found


def _rows(options: Namespace, written: list[Path]) -> tuple[reports.ReportRow, ...]:
    """Return the lines of the report; what it writes itself may lie in the folder."""
    try:
        rows = reports.report(options.folder, options.key, exam=options.exam)
    except NotADirectoryError as error:
        msg = f"{error}."
        raise files.TeacherError(msg) from error
    left_out = {path.resolve() for path in written}
    if options.students is not None:
        left_out.add(options.students.resolve())
    return tuple(row for row in rows if (options.folder / row.file).resolve() not in left_out)


def _about_the_class(every: tuple[reports.Totals, ...], students: tuple[str, ...]) -> list[str]:
    """Return the listed students without a submission, and the ids that are not on the list."""
    if not students:
        return []
    missing = [each.student for each in every if not each.points]
    unknown = [each.student for each in every if each.student not in students]
    return [
        f"{what}: {', '.join(ids[:_SHOWN_IDS])}{', ...' if len(ids) > _SHOWN_IDS else ''}."
        for what, ids in (
            (f"\nNothing handed in by {counted(len(missing), 'student')}", missing),
            (f"\nNot on the list: {counted(len(unknown), 'id')}", unknown),
        )
        if ids
    ]
