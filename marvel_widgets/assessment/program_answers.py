"""Answers that are programs: a function of the learner, kept as its source.

Reading one runs nothing. A text, such as one in a result string, never becomes a function here:
only the function that a learner hands over in their own kernel is called, to judge it.
"""

from __future__ import annotations

import ast
import inspect
import json
import random
import sys
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

from marvel_widgets.assessment.answers import AnswerKind
from marvel_widgets.assessment.plain import MOST_LETTERS, AnswerError
from marvel_widgets.text import counted

MAY_IMPORT: Final = ("collections", "copy", "functools", "heapq", "itertools", "math", "operator")

_written: dict[str, FunctionType] = {}  # by their source, those of this kernel


@dataclass(frozen=True, slots=True)
class Program(AnswerKind):
    """A function, written as `signature` says; `known` are the sources that the kit has itself."""

    signature: str
    known: Sequence[str] = ()

    @property
    def form(self) -> str:
        return f"a function that begins with def {self.signature}:"

    @property
    def name(self) -> str:
        """What the function is called."""
        return self.signature.partition("(")[0]

    @property
    def start(self) -> str:
        """What a learner begins with."""
        return f"def {self.signature}:\n    ..."

    def in_the_notebook(self) -> object:
        """Return the function of this name that a cell has defined; ``...`` where none has."""
        names = vars(sys.modules["__main__"])  # also between two cells, when Check is pressed
        found = names.get(self.name)
        function = getattr(found, "function", found)  # or what a challenge judged
        written = isinstance(function, FunctionType) and function.__globals__ is names
        return function if written else ...

    def read(self, raw: object) -> str:
        """Return the source of a function, with that of all that it uses.

        A source is read as well where its function is the kit's own, or of this kernel.
        """
        if isinstance(raw, str) and (raw in self.known or raw in _written):
            return raw
        if not isinstance(raw, FunctionType):
            msg = (
                "the answer is a function itself, not its text, which is not run, or its result; "
                "run its cell, and give its name"
            )
            raise AnswerError(msg)
        source = whole_source(raw)
        _written[source] = raw
        return source

    def random(self, rng: random.Random) -> str:
        return rng.choice(list(self.known))


def in_brief(kind: object, answer: str) -> str:
    """Return an answer in Python as a sentence has it: of a program how long it is."""
    if not isinstance(kind, Program):
        return answer
    lines = answer.count(r"\n") + 1
    return f"a program of {counted(lines, 'line')}"


def function_of(source: str) -> FunctionType:
    """Return the function that a learner of this kernel has written; nothing is run for it."""
    if source not in _written:
        msg = "a program that is only a text is not run here"
        raise AnswerError(msg)
    return _written[source]


def whole_source(function: FunctionType) -> str:
    """Return the source of a function after that of all it uses: imports, constants, helpers."""
    heads: dict[str, str] = {}
    helpers: dict[str, str] = {}
    _collect(function, heads, helpers)
    text = "\n".join([*sorted(set(heads.values())), *helpers.values()])
    if len(json.dumps(text, ensure_ascii=False)) > MOST_LETTERS:  # as `from_code` reads it
        msg = f"it has {len(text):,} letters, too many to hand in; {MOST_LETTERS // 2:,} can be"
        raise AnswerError(msg)
    return text


def _collect(function: FunctionType, heads: dict[str, str], helpers: dict[str, str]) -> None:
    name, home = function.__name__, function.__globals__
    if name in helpers:
        return
    if name.startswith("<") or function.__closure__:
        msg = f"{name} has no name of its own, or uses what is inside another function"
        raise AnswerError(msg)
    helpers[name] = ""  # it may call itself
    for used in dict.fromkeys(_names_in(function.__code__)):
        value = home.get(used)
        if isinstance(value, FunctionType) and value.__globals__ is home:
            _collect(value, heads, helpers)
        elif used in home:
            heads[used] = _head(used, value)
    del helpers[name]
    helpers[name] = _text_of(function)


def _names_in(code: CodeType) -> Iterator[str]:
    """Yield the names that code uses from outside, that of inner functions included."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names_in(inner)


def _head(name: str, value: Any) -> str:
    """Return the line that brings a name into a program: an import or a constant."""
    module = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", "")
    if module and module.partition(".")[0] in MAY_IMPORT:
        if isinstance(value, ModuleType):
            return f"import {module} as {name}"
        found = f"from {module} import {value.__name__}"
        return found if value.__name__ == name else f"{found} as {name}"
    if isinstance(value, str | int | float | tuple | None):
        return f"{name} = {value!r}"
    kind = "a class" if isinstance(value, type) else f"of type {type(value).__name__}"
    msg = (
        f"it uses {name}, {kind}; a program may use functions and constants of its own, and "
        f"import from {', '.join(MAY_IMPORT)}"
    )
    raise AnswerError(msg)


def _text_of(function: FunctionType) -> str:
    try:
        text = textwrap.dedent(inspect.getsource(function))
        [parsed] = ast.parse(text).body
    except (OSError, SyntaxError, ValueError):
        msg = f"the source of {function.__name__} is not to be found; write it in a cell"
        raise AnswerError(msg) from None
    lines = text.splitlines()
    return "\n".join(lines[parsed.lineno - 1 :])  # without what decorates it
