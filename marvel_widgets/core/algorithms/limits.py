"""Run a function of a learner, so that the kernel answers afterwards whatever it does.

Lines of the learner's code are counted, which works in a browser's Python too, where nothing else
does; a timer stops what waits, where there is one. Nothing stops a loop in C, such as
``sum(range(10**10))``, inside its own process.
"""

from __future__ import annotations

import ast
import inspect
import io
import linecache
import signal
import sys
import textwrap
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from dataclasses import dataclass
from itertools import islice
from traceback import walk_tb
from types import CodeType, FrameType, FunctionType
from typing import Any, Final, TypeGuard

Returned = Callable[[FrameType, Any], None]
PATIENCE: Final = 5  # seconds of the processor in one call, for what counts no lines: one number
WAITING: Final = 60  # and of the clock, for what sleeps: a busy machine is no fault of a program
MOST: Final = 200_000  # members of what is returned; `itertools.count()` has no end


@dataclass(frozen=True, slots=True)
class Limits:
    """What one call may use: lines of its own code, tests; and letters kept of what it prints.

    Where `lines` is 0 none are counted: for code that runs elsewhere.
    """

    lines: int = 300_000
    tests: int = 20_000
    printed: int = 2_000


class StopError(BaseException):
    """A limit was reached; an `except Exception` of the learner does not catch it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a call returned, or what went wrong; and what it printed."""

    value: Any = None
    trouble: str = ""
    printed: str = ""


class _Printed(io.TextIOBase):
    """Keeps the first letters of what is printed, and stops an endless stream of it."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.text, self.most = "", most

    def write(self, text: str) -> int:
        self.text += text[: self.most - len(self.text)]
        return len(text)


def checked_function(function: Any) -> FunctionType:
    """Return a function that was written with ``def``, or refuse what has no lines to count."""
    if isinstance(function, FunctionType):
        return function
    kind = type(function).__name__
    msg = f"write a function with def; this is of type {kind}, which such a function may call"
    raise TypeError(msg)


def own_code(function: Callable[..., Any]) -> frozenset[CodeType]:
    """Return the code of a function and of all functions and classes beside it, inner ones too.

    What is beside it are the globals that it sees: all cells of a notebook, or its file.
    """
    home = checked_function(function).__globals__
    found: set[CodeType] = set()
    waiting: list[Any] = [function, *home.values()]
    while waiting:
        value = waiting.pop()
        if isinstance(value, CodeType):
            if value not in found:
                found.add(value)
                waiting += value.co_consts
        elif isinstance(value, FunctionType):
            waiting += [value.__code__] if _is_own(value, home) else []
        elif isinstance(value, type) and value.__module__ == home.get("__name__"):
            waiting += vars(value).values()
    return frozenset(found)


def run_limited(
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
    limits: Limits,
    own: frozenset[CodeType],
    returned: Returned | None = None,
    *,
    read: Callable[[Any], Any] = lambda value: value,
) -> Outcome:
    """Call a function; what it does wrong comes back as an outcome, never as an error.

    What it returned is read within the limits too: it may be a generator, which runs only then.
    """
    printed = _Printed(limits.printed)
    try:
        with redirect_stdout(printed), guarded(own, limits, returned):
            value = _answer(function(*arguments), read)
    except StopError as stop:
        return Outcome(trouble=str(stop), printed=printed.text)
    except (Exception, SystemExit) as error:
        return Outcome(trouble=_said(error, own), printed=printed.text)
    return Outcome(value, printed=printed.text)


def all_of(value: Iterable[Any]) -> tuple[Any, ...]:
    """Return the members of what a program returned, or refuse what has too many: see `MOST`."""
    found = tuple(islice(value, MOST + 1))
    if len(found) > MOST:
        msg = f"it has more than {MOST:,} members"
        raise ValueError(msg)
    return found


def _answer(value: Any, read: Callable[[Any], Any]) -> Any:
    try:
        return read(value)
    except (TypeError, ValueError) as error:
        missing = ": is a return missing?" if value is None else ""
        msg = f"what it returned: {error}{missing}"
        raise StopError(msg) from None


@contextmanager
def guarded(
    own: frozenset[CodeType], limits: Limits, returned: Returned | None = None
) -> Iterator[None]:
    """Stop what runs too long; afterwards tracer, tools and timer are as before.

    `returned` hears the frame and the value when one of the learner's functions returns.
    """
    with _timer(), _counted_lines(limits.lines, own, returned):
        yield


def _said(error: BaseException, own: frozenset[CodeType]) -> str:
    kind = type(error).__name__
    for frame, line in reversed(list(walk_tb(error.__traceback__))):
        if frame.f_code in own:
            source = linecache.getline(frame.f_code.co_filename, line).strip()
            kind += f" at {place_text(frame.f_code, line)}{source and ', '}{source}"
            break
    return f"{kind}: {error}".rstrip(": ")


def own_frames(own: frozenset[CodeType]) -> Iterator[FrameType]:
    """Yield the frames of the learner's code that are running now, from the inside."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_code in own:
            yield frame
        frame = frame.f_back


def place_of_caller(own: frozenset[CodeType]) -> tuple[CodeType, int] | None:
    """Return the line of the learner's code that is running now; None for code elsewhere."""
    frame = next(own_frames(own), None) if own else None
    return None if frame is None else (frame.f_code, frame.f_lineno)


def place_text(code: CodeType, line: int) -> str:
    """Return a line of code, and the function that it is in."""
    names = [name for name in code.co_qualname.split(".") if not name.startswith("<")]
    return f"line {line} of {names[-1]}" if names else f"line {line}"


def _too_many(lines: int, place: str) -> StopError:
    why = "a loop without end, or too large a graph for it?"
    return StopError(f"it ran more than {lines:,} lines and is at {place}: {why}")


def _counted_lines(most: int, own: frozenset[CodeType], returned: Returned | None) -> Any:
    if not most:
        return nullcontext()
    monitoring = getattr(sys, "monitoring", None)
    free = monitoring and next((i for i in (3, 4) if monitoring.get_tool(i) is None), None)
    if free:
        return _monitored(monitoring, free, most, own, returned)
    return _traced(most, own, returned)


@contextmanager
def _monitored(
    monitoring: Any, tool: int, most: int, own: frozenset[CodeType], returned: Returned | None
) -> Iterator[None]:
    left, events = most, monitoring.events

    def line(code: CodeType, number: int) -> None:
        nonlocal left
        left -= 1
        if left < 0:  # and again at each line after it, also behind a bare `except:`
            raise _too_many(most, place_text(code, number))

    def jump(code: CodeType, at: int, to: int) -> None:
        if to <= at:  # back to the beginning of a loop, which may be in the same line
            line(code, next(n for start, end, n in code.co_lines() if start <= at < end) or 0)

    watched: dict[int, Any] = {events.LINE: line, events.JUMP: jump}
    if returned is not None:
        watched[events.PY_RETURN] = lambda _, __, value: returned(sys._getframe(1), value)
    monitoring.use_tool_id(tool, "marvel_widgets")
    try:
        for event, callback in watched.items():
            monitoring.register_callback(tool, event, callback)
        for code in own:
            monitoring.set_local_events(tool, code, sum(watched))
        yield
    finally:
        for code in own:
            monitoring.set_local_events(tool, code, 0)
        for event in watched:
            monitoring.register_callback(tool, event, None)
        monitoring.free_tool_id(tool)


@contextmanager
def _traced(most: int, own: frozenset[CodeType], returned: Returned | None) -> Iterator[None]:
    # Up to Python 3.11 `while True: pass` in one line has no events; there the timer stops it.
    left, before = most, sys.gettrace()

    def line(frame: FrameType, event: str, value: object) -> Any:
        nonlocal left
        if event == "return" and returned is not None:
            returned(frame, value)
        left -= event == "line"
        if left < 0:
            raise _too_many(most, place_text(frame.f_code, frame.f_lineno))
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

    timers = {signal.ITIMER_PROF: signal.SIGPROF, signal.ITIMER_REAL: signal.SIGALRM}
    before = {number: signal.signal(number, late) for number in timers.values()}
    for timer, seconds in zip(timers, (PATIENCE, WAITING), strict=True):
        signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        for timer, number in timers.items():
            signal.setitimer(timer, 0)
            signal.signal(number, before[number])


def swallows_all(function: Callable[..., Any]) -> int:
    """Return the first line with an `except` that would catch a limit as well; 0 if there is none.

    Looked for in the function and in those that it names. Up to Python 3.11 nothing stops a loop
    with one: tracing ends where its error is caught.
    """
    line = 0
    if sys.version_info < (3, 12) and isinstance(function, FunctionType):
        lines = (line for code in _own_code(function) for line in _bare_excepts(code))
        line = min(lines, default=0)
    return line


def _own_code(function: FunctionType) -> set[CodeType]:
    home, named, waiting = function.__globals__, {function.__code__}, [function.__code__]
    while waiting:
        code = waiting.pop()
        inner = [value for value in code.co_consts if isinstance(value, CodeType)]
        beside = [home.get(name) for name in code.co_names]
        inner += [value.__code__ for value in beside if _is_own(value, home)]
        waiting += set(inner) - named
        named |= set(inner)
    return named


def _is_own(value: object, home: dict[str, Any]) -> TypeGuard[FunctionType]:
    return isinstance(value, FunctionType) and value.__globals__ is home


def _bare_excepts(code: CodeType) -> Iterator[int]:
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(code)))
    except (OSError, SyntaxError, TypeError):  # written by a program: there is nothing to read
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler):
            named = getattr(node.type, "id", None)
            if node.type is None or named == "BaseException":
                yield code.co_firstlineno - 1 + node.lineno
