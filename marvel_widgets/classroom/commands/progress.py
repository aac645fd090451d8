"""The command `marvel-widgets progress`: what a learner's journal has, as a table."""

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from marvel_widgets._made_for import library_version
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.plain import AnswerError, from_code
from marvel_widgets.assessment.results import Answered, HandedIn, result_of
from marvel_widgets.assessment.signing import PREFIX, SignatureError, strings_in
from marvel_widgets.classroom import files
from marvel_widgets.classroom.for_jupyterlab import WORKING_COPY
from marvel_widgets.classroom.reports import read_submission
from marvel_widgets.course.checks import Check, exercises, question_digest
from marvel_widgets.course.journal import EXERCISE, HEADER, NAME, Entry, Journal
from marvel_widgets.course.start_page import StartPage
from marvel_widgets.text import counted
from marvel_widgets.writing.whole import content_of

_MOST_BELIEFS: Final = 5


def progress_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    files.folder_argument(parser, WORKING_COPY, "the working copy")
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--export", type=files.path_argument, metavar="FILE", help="write the journal into a file"
    )
    what.add_argument(
        "--import", dest="taken", type=files.text_argument, metavar="FILE",
        help="add the answers of another machine's journal, of a result string, or of a file with "
        "one",
    )  # fmt: skip
    what.add_argument("--forget", action="store_true", help="empty the journal")


def run_progress(options: Namespace, say: Callable[[str], object]) -> int:
    """Show, export, extend or empty a journal, and return the exit code."""
    path: Path = options.dir / NAME
    journal = _journal(path)
    if options.forget:
        files.write_over(path, HEADER, _is_journal, f"no journal of ours: {path} stays as it is.")
        say(f"Forgotten: {counted(len(journal.entries), 'line')} of {path}.")
    elif options.export is not None:
        text = (content_of(path) or b"").decode(errors="replace")
        files.write_over(options.export, text, _is_journal, "no journal; choose another --export.")
        say(f"The journal is in {options.export}.")
    elif options.taken is not None:
        new = _new(options.taken, journal)
        journal.write(new)
        if journal.problem:
            raise files.TeacherError(journal.problem)
        say(f"Added {counted(len(new), 'line')} to {path}.")
    else:
        page = StartPage(journal)
        say("\n".join([repr(page), "", repr(page.topics), *_beliefs(journal.entries)]))
        if journal.unread:
            say(f"{counted(journal.unread, 'line')} of {path} can't be read, and is left there.")
        with suppress(OSError):  # a full disk, say: another day will do
            journal.compact()
    return 0


def _is_journal(begins: str) -> bool:
    return begins.startswith(HEADER.rstrip())


def _new(place: str, journal: Journal) -> list[Entry]:
    """Return what a result string or a file has that the journal has not."""
    if PREFIX not in place and _is_journal(_content(files.path_argument(place))):
        have = set(journal.entries)
        return [
            entry for entry in _journal(files.path_argument(place)).entries if entry not in have
        ]
    known = {_what(entry) for entry in journal.entries}  # a string has no times
    return [entry for entry in _old_answers(place) if _what(entry) not in known]


def _old_answers(place: str) -> list[Entry]:
    """Return the answers in a result string, or in a file with one."""
    if PREFIX in place:
        strings = strings_in(place)
    else:
        _content(path := files.path_argument(place))
        strings = read_submission(path, place).strings
    found: list[Entry] = []
    for string in strings:
        with suppress(SignatureError):  # read whatever its key
            result, _ = result_of(string)
            found += [_entry_of_result(result, answered) for answered in result.answers]
    if not found:
        msg = f"{place} has no answers: name a journal, a result string, or a file with one."
        raise files.TeacherError(msg)
    return found


def _entry_of_result(result: HandedIn, answered: Answered) -> Entry:
    entry = Entry(
        notebook=result.notebook, name=answered.name, student=result.student, draw=answered.draw,
        case=answered.question, answer=answered.answer, verdict=answered.verdict,
        hints=answered.hints, version=result.library,
    )  # fmt: skip
    try:
        check: Check = getattr(exercises(result.notebook, result.student), answered.name)
    except (ValueError, AttributeError):
        return entry
    check = check.at(answered.draw)
    if question_digest(check) != answered.question:
        return entry  # an exam, another version, or hints alone
    with suppress(AnswerError):  # an answer that can't be read stays as it is, too
        if (verdict := check.verdict_on(from_code(answered.answer))).answer:
            judged = replace(entry, answer=verdict.answer, verdict=verdict.kind)
            return replace(judged, belief=verdict.misconception, version=library_version())
    return entry


def _content(path: Path) -> str:
    try:
        content = content_of(path)
    except OSError as error:
        msg = f"{path} can't be read: {error.strerror or error}."
        raise files.TeacherError(msg) from error
    if content is None:
        msg = f"There is no file {path}."
        raise files.TeacherError(msg)
    return content.decode(errors="replace")


def _what(entry: Entry) -> tuple[object, ...]:
    """Return what an entry says, whenever it was written."""
    return (*entry.key, entry.kind, entry.case, entry.answer, entry.hints)


def _journal(path: Path) -> Journal:
    if not path.is_file():
        msg = (
            f"There is no journal {path}; `marvel-widgets copy` puts one beside the notebooks. In "
            "that folder say `marvel-widgets progress .`, with the dot."
        )
        raise files.TeacherError(msg)
    journal = Journal(path)
    if not journal.entries and journal.problem:
        raise files.TeacherError(journal.problem)
    return journal


def _beliefs(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the wrong beliefs that the last answers show, the most frequent first."""
    last = {e.key: e for e in entries if e.kind == EXERCISE and not e.draw and e.answer}
    found = (Belief.__members__.get(each.belief) for each in last.values())
    shown = Counter(belief for belief in found if belief)
    yield from ["", "Mistaken beliefs that may be behind the last answers:"] if shown else []
    for belief, _ in shown.most_common(_MOST_BELIEFS):
        yield f"- {belief.words} {belief.look_at}"
