"""Judge a program that was handed in: it runs in a process of its own, behind a pipe.

The judge, the graphs and the answers stay on this side, so there is nothing to peek at. The
process has a folder of its own for a home, no environment, limits of processor, memory and files,
and no network where the system can take it away. This holds off accidents and pranks; against an
attack, run the report in a container.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from marvel_widgets.assessment.plain import from_code, shown
from marvel_widgets.core.algorithms.limits import Limits, StopError
from marvel_widgets.lessons.challenge.judge import Judged, challenge
from marvel_widgets.lessons.challenge.tasks import TASKS

STARTS: Final = 3  # of the process of one program, which an error ends
LONGEST: Final = 100_000  # letters of a line from the process


def can_limit() -> bool:
    """Return whether this system limits a process; programs are run nowhere else."""
    return find_spec("resource") is not None and hasattr(signal, "setitimer")


class Again(NamedTuple):
    """What a report says of a program: no verdict where it can't be run."""

    verdict: str
    belief: str
    text: str


def all_judged_again(programs: Sequence[tuple[str, str]]) -> list[Again]:
    """Return the verdicts on programs, each a step and an answer in Python, at once on all cores.

    The judges are processes too: each waits for its own program only.
    """
    different = list(dict.fromkeys(programs))
    judges = min(len(different), os.cpu_count() or 1)
    if judges < 2:
        return [_again(each) for each in programs]
    with ProcessPoolExecutor(judges, get_context("spawn")) as pool:
        found = dict(zip(different, pool.map(_again, different), strict=True))
    return [found[each] for each in programs]


def _again(program: tuple[str, str]) -> Again:
    step, answer = program
    try:
        judged = judged_again(step, str(from_code(answer)))
    except Exception as error:  # whatever a string made by hand brings about, the report goes on
        return Again("", "", f"it can't be run: {shown(error)}")
    return (
        Again("correct", "", "") if judged.right else Again("incorrect", judged.belief, judged.text)
    )


def judged_again(step: str, source: str, seed: str = "") -> Judged:
    """Return the verdict on a program in a text, run in a process of its own."""
    with TemporaryDirectory() as home:
        process = _Process(source, Path(home))
        try:
            return challenge(step, seed=seed, limits=Limits(lines=0))(
                _through(process, asks=TASKS[step].asks)
            )
        finally:
            process.end()


class _Process:
    """A process with one program, started when it is first called, and again after an error."""

    def __init__(self, source: str, home: Path) -> None:
        self.home = home
        self.first = _line({"source": source, "name": _last_function(source)})
        self.running: subprocess.Popen[bytes] | None = None
        self.left = STARTS

    def started(self) -> subprocess.Popen[bytes]:
        if self.running is None:
            if not self.left:
                msg = f"its process has ended {STARTS} times"
                raise StopError(msg)
            self.left -= 1
            script = Path(__file__).with_name("program_process.py")
            self.running = subprocess.Popen(
                [*_without_network(), sys.executable, "-I", "-B", str(script)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=self.home,
                env={},
                start_new_session=True,
            )
            self.send(self.running, self.first)
        return self.running

    def send(self, running: subprocess.Popen[bytes], line: bytes) -> None:
        assert running.stdin is not None
        try:
            running.stdin.write(line)
            running.stdin.flush()
        except OSError:  # it has ended; what it said last, or nothing, is read
            return

    def line(self, running: subprocess.Popen[bytes]) -> dict[str, Any]:
        assert running.stdout is not None
        text = running.stdout.readline(LONGEST)
        try:
            found = json.loads(text)
        except ValueError:
            found = {"error": "its process ended without an answer"}
        return found if isinstance(found, dict) else {"error": "it wrote what is no answer"}

    def end(self) -> None:
        """End the process and whatever it started."""
        if self.running is not None:
            os.killpg(self.running.pid, signal.SIGKILL)
            for pipe in (self.running.stdin, self.running.stdout):
                with suppress(OSError):  # what could not be written any more
                    if pipe is not None:
                        pipe.close()
            self.running.wait()
        self.running = None


def _line(message: Any) -> bytes:
    return json.dumps(message).encode() + b"\n"


def _through(process: _Process, *, asks: bool) -> Callable[..., Any]:
    """Return a function that calls the program in its process and answers its questions."""
    from marvel_widgets.classroom.program_process import NO, YES, decoded, encoded

    def program(*arguments: Any) -> Any:
        ask, given = arguments[0], arguments[1 if asks else 0 :]
        running = process.started()
        begin = [{"a": 1}] if asks else []
        process.send(running, _line([*begin, *map(encoded, given)]))
        while not {"value", "error"} & (told := process.line(running)).keys():
            try:
                x, y, *among = told["ask"] if "ask" in told else map(decoded, told["odd"])
                answer = YES if ask(x, y, among if "ask" in told else among[0]) else NO
            except (ValueError, TypeError, LookupError) as error:
                answer = _line(str(error))
            process.send(running, answer)
        if "error" in told:
            process.end()
            raise StopError(str(told["error"])[:300])
        return decoded(told.get("value"))

    return program


def _last_function(source: str) -> str:
    """Return the name of the function that a program ends with."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return ""
    return next((each.name for each in body[::-1] if isinstance(each, ast.FunctionDef)), "")


@cache
def _without_network() -> tuple[str, ...]:
    """Return the command that takes the network away, where the system has and allows it."""
    unshare = shutil.which("unshare")
    if unshare is None:
        return ()
    command = (unshare, "--map-root-user", "--net")
    tried = subprocess.run([*command, "true"], check=False, capture_output=True, env={})
    return command if tried.returncode == 0 else ()
