"""The process in which a handed-in program runs: it knows no graph, and asks through a pipe.

It imports nothing of the kit. Its first line from the pipe has the program, each further one the
arguments of a call; it writes questions, and what the program returned.
"""

import json
import os
import resource
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final

SECONDS: Final = 20  # of the processor
GRAPH: Final = ("nodes", "directed", "undirected")  # what a pattern has here, and no more
YES, NO = b"1\n", b"0\n"  # answers to what a program asks; any other is why there is none
BYTES: Final = 512 * 1024 * 1024
LIMITS: Final = (
    (resource.RLIMIT_CPU, SECONDS),
    (resource.RLIMIT_AS, BYTES),
    (resource.RLIMIT_FSIZE, 0),
    (resource.RLIMIT_NOFILE, 16),
    (resource.RLIMIT_NPROC, 0),
    (resource.RLIMIT_CORE, 0),
)
# What Python itself does when it runs a function, or imports a module.
QUIET: Final = frozenset(
    {
        "compile",
        "exec",
        "import",
        "marshal.loads",
        "object.__getattr__",
        "builtins.id",
        "os.listdir",
    }
)


def encoded(value: Any) -> Any:
    """Return a value as JSON can have it: a set, a tuple, a dict or a graph under a letter."""
    if isinstance(value, set | frozenset):
        return {"s": sorted(map(encoded, value), key=repr)}
    if isinstance(value, tuple):
        return {"t": list(map(encoded, value))}
    if isinstance(value, list):
        return list(map(encoded, value))
    if isinstance(value, dict):
        return {"d": [[encoded(key), encoded(each)] for key, each in value.items()]}
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if hasattr(value, "directed") and hasattr(value, "undirected"):
        return {"g": [encoded(getattr(value, part, ())) for part in GRAPH]}
    return {"o": f"a value of type {type(value).__name__}"}


def decoded(value: Any, collection: Callable[[Any], Any] = set) -> Any:
    """Return what was encoded; sets inside a set are frozen."""
    if isinstance(value, list):
        return [decoded(each, collection) for each in value]
    if not isinstance(value, dict):
        return value
    kind, inside = next(iter(value.items()))
    if kind == "s":
        return collection(decoded(each, frozenset) for each in inside)
    if kind == "t":
        return tuple(decoded(each, collection) for each in inside)
    if kind == "d":
        return {decoded(key, frozenset): decoded(each, collection) for key, each in inside}
    if kind == "g":
        return SimpleNamespace(**dict(zip(GRAPH, map(decoded, inside), strict=True)))
    return object()


def guard() -> Callable[[str, tuple[Any, ...]], None]:
    """Return a hook that refuses files, processes, the network and foreign code.

    What it needs is inside it, where the program does not get by changing a module.
    """
    quiet, error = QUIET, PermissionError
    writes = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC

    def deny(event: str, arguments: tuple[Any, ...]) -> None:
        reads = event == "open" and not arguments[2] & writes
        foreign = event == "import" and "ctypes" in arguments[0]
        if foreign or not (reads or event in quiet):
            msg = f"a program has no right to {event}"
            raise error(msg)

    return deny


class _Silent:
    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        pass


def main() -> None:
    """Serve one program until the pipe is closed."""
    heard, said = sys.stdin.buffer, os.dup(1)

    def tell(**message: Any) -> None:
        os.write(said, json.dumps(message).encode() + b"\n")

    def ask(x: Any, y: Any, given: Any = ()) -> bool:
        among = [given] if isinstance(given, str) else list(given)
        names = [x, y, *among]
        if {*map(type, names)} == {str}:  # nearly always, and a program asks often
            tell(ask=names)
        else:
            tell(odd=[encoded(x), encoded(y), encoded(among)])
        answer = heard.readline()
        if answer not in (YES, NO):
            raise ValueError(json.loads(answer))
        return answer == YES

    sys.stdout = sys.stderr = _Silent()
    program = json.loads(heard.readline())
    for limit, most in LIMITS:
        resource.setrlimit(limit, (most, most))
    sys.addaudithook(guard())
    names: dict[str, Any] = {"__name__": "program"}
    try:
        exec(compile(program["source"], "<program>", "exec"), names)
        function = names[program["name"]]
        for line in heard:
            arguments = [ask if each == {"a": 1} else decoded(each) for each in json.loads(line)]
            tell(value=encoded(function(*arguments)))
    except BaseException as error:
        tell(error=f"{type(error).__name__}: {error}"[:300])


if __name__ == "__main__":
    main()
