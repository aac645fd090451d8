"""Planted faults: what they are, where they are planted, and whether a test goes red.

A fault is planted in a copy of the checkout, never in the checkout itself.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
LISTS = Path(__file__).parent

PYTEST = ("-m", "pytest", "-n", "0", "-x", "-q", "--no-header", "-p", "no:cacheprovider")
MARKED = {"gate": "not night and not browsers", "night": "night"}  # what is run of a function
MOST_SECONDS = 600  # for a fault: it may make a test run for ever
BEGAN = 1_600_000_000  # each file of a copy is from then
RED, NOT_RUN = 1, (2, 3, 4, 5)  # the statuses of pytest
DROPPED = re.compile(r"^!(\s*).*")


class Fault(NamedTuple):
    """An edit of a file, the tests that go red, and whether they are in the gate or in the night.

    `was` is in the file once.
    """

    number: int
    listed_in: str
    file: str
    was: str
    now: str
    found_by: tuple[str, ...] = ()
    when: str = "gate"


class Outcome(NamedTuple):
    """What became of a fault: nothing to say, or what is wrong, and how long it took."""

    fault: Fault
    wrong: str
    seconds: float


def faults(folder: Path = LISTS) -> list[Fault]:
    """Return all faults of a folder's lists, numbered from 1."""
    edits = [(file.name, edit) for file in sorted(folder.glob("*.txt")) for edit in listed(file)]
    return [Fault(number, name, **edit) for number, (name, edit) in enumerate(edits, start=1)]


def listed(file: Path) -> Iterator[dict[str, Any]]:
    """Yield the edits of a list, which reads as a diff, each with the file and the tests above it.

    An edit is the lines that stay ( ), then those that go (-), then those that come (+), at least
    one of these; or (!) a line in whose place comes `pass`. A test of the night has the word
    "night" before it.
    """
    edited, tests, lines, told = "", [], [], True
    for line in [*file.read_text(encoding="utf-8").splitlines(), ""]:
        last = lines[-1][0] if lines else ""
        if last == "!" or (last == "+" and not line.startswith("+")):
            when = "night" if tests[0].startswith("night ") else "gate"
            found_by = tuple(test.removeprefix("night ") for test in tests)
            dropped = [DROPPED.sub(r" \1pass", x) for x in lines]
            was = "\n".join(x[1:] for x in lines if x[0] in " -!")
            now = "\n".join(x[1:] for x in dropped if x[0] in " +")
            yield {"file": edited, "was": was, "now": now, "found_by": found_by, "when": when}
            lines, told = [], True
        if line.startswith((" ", "-", "+", "!")):
            lines.append(line)
        elif "::" in line:
            tests, told = [line] if told else [*tests, line], False
        elif line and not line.startswith("#"):
            edited = line


def edited(fault: Fault, text: str) -> str:
    """Return a file's text with the fault.

    Raises
    ------
    LookupError
        The text is not there, or not once.
    """
    times = text.count(fault.was)
    if times != 1:
        msg = f"the text is in the file {times} times"
        raise LookupError(msg)
    return text.replace(fault.was, fault.now)


class Copy:
    """A copy of what git has of a checkout, in which faults are planted one after another."""

    def __init__(self, folder: Path, root: Path = ROOT) -> None:
        self.folder = folder / "checkout"
        git = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(git, cwd=root, check=True, capture_output=True, text=True).stdout
        for name in filter(None, listed.split("\0")):
            if (root / name).is_file():
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(root / name, self.folder / name)
                os.utime(self.folder / name, (BEGAN, BEGAN))
        # As on CI, hypothesis tries the same in every run. What is compiled stays in the copy.
        # Options of a run in which this one is started are not for it.
        self.environment = os.environ | {"PYTHONPATH": str(self.folder), "CI": "true"}
        for name in ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX", "PYTEST_ADDOPTS"):
            self.environment.pop(name, None)

    def run(self, tests: Sequence[str], when: str, most: float | None = None) -> tuple[int, str]:
        """Run tests there, up to the first that fails; return pytest's status and what it said."""
        command = [sys.executable, *PYTEST, "-m", MARKED[when], *tests]
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=most,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    def red(self, some: Iterable[Fault]) -> list[str]:
        """Run the tests of faults without a fault; return what pytest said where one is red."""
        said = []
        for when in MARKED:
            tests = tests_of(fault for fault in some if fault.when == when)
            status, told = self.run(tests, when) if tests else (0, "")
            said += [told] if status else []
        return said

    def outcome(self, fault: Fault) -> Outcome:
        """Plant a fault, run the tests that are to find it, and take it out again."""
        began, file = time.monotonic(), self.folder / fault.file
        if not fault.found_by:
            return Outcome(fault, "no test is named", 0)
        try:
            text = file.read_text(encoding="utf-8")
            new = edited(fault, text)
        except (LookupError, OSError) as error:
            return Outcome(fault, str(error), 0)
        try:
            file.write_text(new, encoding="utf-8")
            # Python takes what it compiled before if size and whole second are the same.
            os.utime(file, (BEGAN + fault.number,) * 2)
            wrong = what_is_wrong(*self.run(fault.found_by, fault.when, MOST_SECONDS))
        except subprocess.TimeoutExpired:
            wrong = f"no answer in {MOST_SECONDS} s"
        finally:
            file.write_text(text, encoding="utf-8")
            os.utime(file, (BEGAN, BEGAN))
        return Outcome(fault, wrong, time.monotonic() - began)


def what_is_wrong(status: int, told: str) -> str:
    """Return what is wrong with a run that was to be red: nothing, if a test failed in it."""
    if status == RED:
        return ""
    if status in NOT_RUN:
        return f"the test does not exist or was not run (status {status}): {last_line(told)}"
    return "not found: green" if status == 0 else f"pytest ended with status {status}"


def last_line(told: str) -> str:
    """Return the last line that a run printed."""
    return (told.strip().splitlines() or ["it printed nothing"])[-1]


def tests_of(some: Iterable[Fault]) -> list[str]:
    """Return the tests that are to find faults, each once."""
    return list(dict.fromkeys(test for fault in some for test in fault.found_by))
