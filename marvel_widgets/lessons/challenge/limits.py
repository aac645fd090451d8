"""Run a function that somebody wrote, so that the kernel answers afterwards whatever it does.

Lines of the learner's code are counted, which works in a browser's Python too, where nothing else
does; a timer stops what waits, where there is one. Nothing stops a loop in C, such as
``sum(range(10**10))``, inside its own process.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import signal
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from types import CodeType, FrameType, FunctionType, TracebackType
from typing import Any, Final

PATIENCE: Final = 10  # seconds of one call, for what counts no lines: it sleeps, or is one number


@dataclass(frozen=True, slots=True)
class Limits:
    """What one call may use.

    Parameters
    ----------
    lines : int
        Lines of the learner's own code.
    tests : int
        Calls of ``ask``.
    printed : int
        Letters that are kept of what it prints.
    """

    lines: int = 300_000
    tests: int = 5_000
    printed: int = 2_000


class StopError(BaseException):
    """A limit was reached; an `except Exception` of the learner does not catch it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a call returned, or what went wrong and at which line of the learner's code."""

    value: Any = None
    trouble: str = ""
    line: int = 0
    printed: str = ""


class _Printed:
    """Keeps the first letters of what is printed, and stops an endless stream of it."""

    def __init__(self, most: int) -> None:
        self.text, self.most = "", most

    def write(self, text: str) -> int:
        self.text += text[: self.most - len(self.text)]
        return len(text)

    def flush(self) -> None:
        """Do nothing: all is kept here."""


def own_code(function: Callable[..., Any]) -> frozenset[CodeType]:
    """Return the code of a function and of all functions and classes beside it, inner ones too.

    What is beside it are the globals that it sees: all cells of a notebook, or its file.
    """
    if not isinstance(function, FunctionType):
        kind = type(function).__name__
        msg = f"write a function with def; this is of type {kind}"
        raise TypeError(msg)
    home = function.__globals__
    found: set[CodeType] = set()
    waiting: list[Any] = [function, *home.values()]
    while waiting:
        value = waiting.pop()
        if isinstance(value, CodeType):
            if value not in found:
                found.add(value)
                waiting += value.co_consts
        elif isinstance(value, FunctionType):
            waiting += [value.__code__] if value.__globals__ is home else []
        elif isinstance(value, type) and value.__module__ == home.get("__name__"):
            waiting += vars(value).values()
    return frozenset(found)


def run_limited(
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
    limits: Limits,
    own: frozenset[CodeType],
) -> Outcome:
    """Call a function; what it does wrong comes back as an outcome, never as an error."""
    printed = _Printed(limits.printed)
    try:
        with redirect_stdout(printed), _timer(), _counted_lines(limits.lines, own):  # type: ignore[type-var]
            value = function(*arguments)
    except StopError as stop:
        return Outcome(
            trouble=str(stop), line=_line_of(stop.__traceback__, own), printed=printed.text
        )
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever the learner's code raises
        line = _line_of(error.__traceback__, own)
        return Outcome(trouble=_said(error, line, own), line=line, printed=printed.text)
    return Outcome(value, printed=printed.text)


def _said(error: BaseException, line: int, own: frozenset[CodeType]) -> str:
    name = next((c.co_filename for c in own if c.co_firstlineno <= line), "")
    source = linecache.getline(_file_of(error.__traceback__, own) or name, line).strip()
    where = f" at line {line}" + (f", {source}" if source else "") if line else ""
    return f"{type(error).__name__}{where}: {error}"


def _file_of(trace: TracebackType | None, own: frozenset[CodeType]) -> str:
    frames = [at.tb_frame for at in _steps(trace) if at.tb_frame.f_code in own]
    return frames[-1].f_code.co_filename if frames else ""


def _line_of(trace: TracebackType | None, own: frozenset[CodeType]) -> int:
    lines = [at.tb_lineno for at in _steps(trace) if at.tb_frame.f_code in own]
    return lines[-1] if lines else 0


def _steps(trace: TracebackType | None) -> Iterator[TracebackType]:
    while trace is not None:
        yield trace
        trace = trace.tb_next


def line_of_caller(own: frozenset[CodeType]) -> int:
    """Return the line of the learner's code that is running now."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code not in own:
        frame = frame.f_back
    return frame.f_lineno if frame is not None else 0


def _too_many(lines: int, line: int) -> StopError:
    return StopError(f"it ran more than {lines:,} lines and is at line {line}: a loop without end?")


def _counted_lines(most: int, own: frozenset[CodeType]) -> Any:
    monitoring = getattr(sys, "monitoring", None)
    free = monitoring and next((i for i in (3, 4) if monitoring.get_tool(i) is None), None)
    return _monitored(monitoring, free, most, own) if free else _traced(most, own)


@contextmanager
def _monitored(monitoring: Any, tool: int, most: int, own: frozenset[CodeType]) -> Iterator[None]:
    left = most

    def line(_: CodeType, number: int) -> None:
        nonlocal left
        left -= 1
        if left < 0:  # and again at each line after it, also behind a bare `except:`
            raise _too_many(most, number)

    monitoring.use_tool_id(tool, "marvel_widgets")
    try:
        monitoring.register_callback(tool, monitoring.events.LINE, line)
        for code in own:
            monitoring.set_local_events(tool, code, monitoring.events.LINE)
        yield
    finally:
        for code in own:
            monitoring.set_local_events(tool, code, 0)
        monitoring.register_callback(tool, monitoring.events.LINE, None)
        monitoring.free_tool_id(tool)


@contextmanager
def _traced(most: int, own: frozenset[CodeType]) -> Iterator[None]:
    left, before = most, sys.gettrace()

    def line(frame: FrameType, event: str, _: object) -> Any:
        nonlocal left
        left -= event == "line"
        if left < 0:
            raise _too_many(most, frame.f_lineno)
        return line

    def call(frame: FrameType, _: str, __: object) -> Any:
        return line if frame.f_code in own else None

    sys.settrace(call)
    try:
        yield
    finally:
        sys.settrace(before)


@contextmanager
def _timer() -> Iterator[None]:
    """Stop after a while, once, where the system has a timer and this is the main thread."""
    has_one = hasattr(signal, "setitimer") and sys.platform != "emscripten"
    if not has_one or threading.current_thread() is not threading.main_thread():
        yield
        return

    def late(_: int, __: object) -> None:
        msg = "it did not come back: does it wait, or work out a number without end?"
        raise StopError(msg)

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def swallows_all(own: frozenset[CodeType]) -> int:
    """Return the first line with an `except` that would catch a limit as well; 0 if there is none.

    Up to Python 3.11 nothing stops a loop with one: tracing ends where its error is caught.
    """
    if sys.version_info >= (3, 12):
        return 0
    lines = [line for code in own for line in _bare_excepts(code)]
    return min(lines, default=0)


def _bare_excepts(code: CodeType) -> Iterator[int]:
    try:
        source = textwrap.dedent(inspect.getsource(code))
        tree = ast.parse(source)
    except (OSError, SyntaxError, TypeError):  # written by a program: there is nothing to read
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler):
            named = getattr(node.type, "id", None)
            if node.type is None or named == "BaseException":
                yield code.co_firstlineno - 1 + node.lineno
