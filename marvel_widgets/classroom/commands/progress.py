"""The command `marvel-widgets progress`: what a learner's journal has, as a table."""

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from marvel_widgets.assessment.misconceptions import MISCONCEPTIONS
from marvel_widgets.classroom.files import TeacherError, path_argument, write_over
from marvel_widgets.course.journal import EXERCISE, HEADER, NAME, Entry, Journal
from marvel_widgets.course.registry import LESSONS, lesson_exercises
from marvel_widgets.text import counted

_MOST_BELIEFS: Final = 5


def progress_arguments(parser: ArgumentParser, default: str) -> None:
    """Add the arguments of the command to its parser."""
    parser.add_argument(
        "dir", nargs="?", type=path_argument, default=Path(default), metavar="DIR",
        help="the working copy (default: %(default)s)",
    )  # fmt: skip
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--export", type=path_argument, metavar="FILE", help="write the journal into a file"
    )
    what.add_argument(
        "--import", dest="taken", type=path_argument, metavar="FILE",
        help="add the answers of another machine's journal",
    )  # fmt: skip
    what.add_argument("--forget", action="store_true", help="empty the journal")


def run_progress(options: Namespace, say: Callable[[str], object]) -> int:
    """Show, export, extend or empty a journal, and return the exit code."""
    path: Path = options.dir / NAME
    journal = _journal(path)
    if options.forget:
        write_over(path, HEADER, _is_journal, f"no journal of ours: {path} stays as it is.")
        say(f"Forgotten: {counted(len(journal.entries), 'line')} of {path}.")
    elif options.export is not None:
        text = path.read_text(encoding="utf-8", errors="replace")
        write_over(options.export, text, _is_journal, "no journal; choose another --export.")
        say(f"The journal is in {options.export}.")
    elif options.taken is not None:
        have = set(journal.entries)
        new = [entry for entry in _journal(options.taken).entries if entry not in have]
        journal.write(new)
        if journal.problem:
            raise TeacherError(journal.problem)
        say(f"Added {counted(len(new), 'line')} to {path}.")
    else:
        say("\n".join(table(journal.entries)))
        if journal.unread:
            say(f"{counted(journal.unread, 'line')} of {path} can't be read, and is left there.")
    return 0


def _is_journal(begins: str) -> bool:
    return begins.startswith(HEADER.rstrip())


def _journal(path: Path) -> Journal:
    if not path.is_file():
        msg = f"There is no journal {path}; `marvel-widgets copy` puts one beside the notebooks."
        raise TeacherError(msg)
    journal = Journal(path)
    if journal.problem:
        raise TeacherError(journal.problem)
    return journal


def table(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield a line for each notebook, and the wrong beliefs that answers showed and still show.

    >>> entry = Entry(
    ...     notebook="03", name="removable", answer="{'A'}", verdict="incorrect", belief="M4",
    ...     hints=1, at=0,
    ... )
    >>> for line in table([entry]):
    ...     print(line)
    notebook  answered  right  hints  last
    03          1 of 7      0      1  1970-01-01
    Beliefs that the last answers show:
    M4: only variables without children are removable.
    """
    entries = list(entries)
    done = [entry for entry in entries if entry.kind == EXERCISE and not entry.draw]
    last = {entry.key: entry for entry in done if entry.answer}
    hints = Counter[str]()
    for key, most in _hints(done).items():
        hints[key[0]] += most
    yield "notebook  answered  right  hints  last"
    for number in LESSONS:
        here = [entry for entry in last.values() if entry.notebook == number]
        if here or hints[number]:
            done = f"{len({e.name for e in here})} of {len(lesson_exercises(number))}"
            right = sum(entry.verdict == "correct" for entry in here)
            day = max((entry.at for entry in here), default=0)
            when = datetime.fromtimestamp(day, UTC).date() if here else ""
            yield f"{number:<8}{done:>10}{right:>7}{hints[number]:>7}  {when}"
    beliefs = Counter(entry.belief for entry in last.values() if entry.belief in MISCONCEPTIONS)
    if beliefs:
        yield "Beliefs that the last answers show:"
    for belief, _ in beliefs.most_common(_MOST_BELIEFS):
        yield f"{belief}: {MISCONCEPTIONS[belief]}"


def _hints(entries: Iterable[Entry]) -> dict[tuple[str, str, str, int], int]:
    most: dict[tuple[str, str, str, int], int] = {}
    for entry in entries:
        most[entry.key] = max(most.get(entry.key, 0), entry.hints)
    return most
