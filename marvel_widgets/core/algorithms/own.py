"""A learner's own function as an algorithm: run once under limits, then test by test."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from inspect import CO_GENERATOR
from types import CodeType, FrameType
from typing import Any, Final, NamedTuple

from marvel_widgets.core.algorithms import own_events as ev
from marvel_widgets.core.algorithms.description import Algorithm
from marvel_widgets.core.algorithms.limits import (
    Limits,
    Outcome,
    StopError,
    all_of,
    own_code,
    own_frames,
    run_limited,
)
from marvel_widgets.core.algorithms.run import Result, drain
from marvel_widgets.core.boundary.boundary_input import Boundaries
from marvel_widgets.core.boundary.events import Event
from marvel_widgets.core.graphs.construction import is_networkx
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import essential_graph
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.independence.coercion import as_ci_test
from marvel_widgets.core.independence.counting import CountingTest, Tally
from marvel_widgets.core.independence.protocol import indices

Program = Callable[..., Any]  # method(ask, names), where ask(x, y, given) is true if independent
Place = tuple[str, int]  # a file or a cell, and a line there

OWN: Final = "own"
_LINE: Final = "line "
_LONGEST: Final = 60  # letters of a value in a sentence


def _not_kept(_ask: Program, _names: tuple[Label, ...]) -> object:
    msg = "a recorded run keeps the source of a program, not the program"
    raise ValueError(msg)


def own_algorithm(function: Program = _not_kept) -> Algorithm:
    """Return a function ``method(ask, names)`` as an algorithm that can be run and recorded.

    It has no purposes: its run reports lines, and what they returned.
    """
    run = partial(_OwnRun, function)
    return Algorithm(
        name=OWN,
        function=lambda test, boundaries=None, **options: drain(run(test, boundaries, **options)),
        run=run,
        starts_from="nothing",
        purposes=(),
        events=(ev.FunctionReturned, ev.GraphReturned, ev.ProgramStopped),
    )


def line_asked_by(purpose: str) -> int | None:
    """Return the line of an own program that asked tests of a purpose; None for another's."""
    return int(purpose.removeprefix(_LINE)) if purpose.startswith(_LINE) else None


def read_graph(value: Any, names: tuple[Label, ...]) -> Pdag:
    """Return the essential graph that a function returned in one of the forms that are read."""
    try:
        if isinstance(value, tuple) and len(value) == 2:
            lines, arrows = map(all_of, value)
            return Pdag.from_edges(names, directed=arrows, undirected=lines)
        value = value.essential_graph if isinstance(value, Result) else value
        if isinstance(value, Dag) or is_networkx(value):
            return essential_graph(Dag(Dag(value).edges, nodes=names))
        if isinstance(value, str):
            return Pdag(value, nodes=names)
        if hasattr(value, "directed") and hasattr(value, "undirected"):  # as a Pdag has them
            lines, arrows = all_of(value.undirected), all_of(value.directed)
            return Pdag.from_edges(names, directed=arrows, undirected=lines)
    except (GraphError, TypeError, ValueError) as error:
        msg = f"{value!r:.80} is not read as a graph: {error}"
        raise ValueError(msg) from None
    msg = f"a graph is needed: 'A -> B; B - C', or (undirected, directed); not {value!r:.80}"
    raise ValueError(msg)


class _Asked(NamedTuple):
    """A test that the program asked, and from where."""

    x: int
    y: int
    given: int
    place: Place


class _Returned(NamedTuple):
    """A value that one of its functions returned, in words."""

    name: str
    arguments: str
    value: str
    place: Place


class _OwnRun:
    """A learner's function at work. It runs whole first; then its tests are asked again, counted.

    So counts, budget, log and film are those of any algorithm, and nothing that the program does
    with an error, or between two tests, can disturb them.
    """

    algorithm = OWN

    def __init__(
        self,
        function: Program,
        test: Any,
        boundaries: Boundaries | None = None,  # noqa: ARG002 - a program finds what it needs
        *,
        budget: int | None = None,
        limits: Limits = Limits(),  # noqa: B008 - frozen
    ) -> None:
        self.function, self.limits, self.own = function, limits, own_code(function)
        self.ask = CountingTest(as_ci_test(test), Tally(budget=budget))
        self.tally, self.names = self.ask.tally, self.ask.names
        self.moments: list[_Asked | _Returned] = []
        self.asked = 0
        self.code: CodeType = function.__code__  # own_code has refused what has none
        self.codes, self.outcome = {self.code}, Outcome()
        self.end: Place = (self.code.co_filename, self.code.co_firstlineno)
        self.answer: Pdag | None = None
        self.listing = _Listing(self.codes, function.__globals__)

    def events(self) -> Iterator[Event]:
        """Run the program, then repeat its tests, with what its functions returned."""
        given, read = (self._asked, self.names), partial(read_graph, names=self.names)
        self.outcome = run_limited(
            self.function, given, self.limits, self.own, self._returned, read=read
        )
        self.answer = self.outcome.value
        self.listing = _Listing(self.codes, self.function.__globals__)
        for moment in self.moments:
            at = self.listing.number(moment.place)
            if isinstance(moment, _Asked):
                self.ask.ask(moment.x, moment.y, moment.given, f"{_LINE}{at}")
            else:
                yield ev.FunctionReturned(at, *moment[:3])
        at = self.listing.number(self.end)
        if self.answer is None:
            yield ev.ProgramStopped(at, self.outcome.trouble)
        else:
            yield ev.GraphReturned(at, self.answer.parent_masks, self.answer.undirected_masks)

    def _asked(self, x: Label, y: Label, given: Iterable[Label] = ()) -> bool:
        frames = list(own_frames(self.own))
        stack = [frame.f_code for frame in frames]
        while self.code in stack and stack[-1] is not self.code:
            stack.pop()  # who called the program is no part of it
        self.codes.update(stack)
        self.end = _place(frames[0]) if frames else self.end
        self.asked += 1
        if self.asked > self.limits.tests:
            msg = f"it asked more than {self.limits.tests:,} tests"
            raise StopError(msg)
        i, j, mask = indices(self.names, x, y, given)
        self.moments.append(_Asked(i, j, mask, self.end))
        return self.ask.test.independent(i, j, mask)

    def _returned(self, frame: FrameType, value: Any) -> None:
        code = frame.f_code
        if value is None or code.co_name.startswith("<") or code.co_flags & CO_GENERATOR:
            return  # no result, a comprehension, or a yield, which Python 3.11 tells as a return
        self.codes.add(code)
        self.end = _place(frame)
        if code is not self.code:
            taken = [frame.f_locals.get(name) for name in code.co_varnames[: code.co_argcount]]
            words = ", ".join(_words(each) for each in taken if not callable(each))
            self.moments.append(_Returned(code.co_name, words, _words(value), self.end))

    def result(self, *, complete: bool = True) -> Result:
        """Return what the program returned; no edge where it came to no answer."""
        p = len(self.names)
        return Result(
            algorithm=OWN,
            options={"program": self.function.__name__, "source": self.listing.rows},
            essential_graph=self.answer or Pdag.from_masks(self.names, (0,) * p, (0,) * p),
            removal_order=(),
            boundaries=dict.fromkeys(self.names, frozenset()),
            counts=self.tally.counts(),
            complete=complete and self.answer is not None,
        )


def _place(frame: FrameType) -> Place:
    return frame.f_code.co_filename, frame.f_lineno


class _Listing:
    """The source of the functions that ran, numbered as in their cell or file.

    Where they are from several, those of the second go on where the first ends: in the order in
    which their names came, since what a cell is called differs from kernel to kernel.
    """

    def __init__(self, codes: Iterable[CodeType], names: Mapping[str, Any]) -> None:
        self.rows: list[tuple[int, int, str]] = []
        self._numbers: dict[Place, int] = {}
        shift, last = 0, ""
        codes_beside = (getattr(value, "__code__", None) for value in names.values())
        files = [code.co_filename for code in codes_beside if isinstance(code, CodeType)]
        files += [code.co_filename for code in codes]
        for code in sorted(codes, key=lambda c: (files.index(c.co_filename), c.co_firstlineno)):
            file, first, texts = code.co_filename, code.co_firstlineno, _source(code)
            if (file, first) in self._numbers:  # inside another function
                continue
            if self.rows and file != last:
                shift = self.rows[-1][0] + 1 - first
            last = file
            margin = len(texts[0]) - len(texts[0].lstrip())
            for line, text in enumerate(texts, start=first):
                if text.strip():
                    self._numbers[file, line] = line + shift
                    indent = (len(text) - len(text.lstrip()) - margin) // 4
                    self.rows.append((line + shift, max(indent, 0), text.strip()))

    def number(self, place: Place) -> int:
        """Return the number of a line; the first one's where its source is not known."""
        return self._numbers.get(place, self.rows[0][0])


def _source(code: CodeType) -> list[str]:
    try:
        return inspect.getsourcelines(code)[0]
    except (OSError, TypeError):  # written by a program: there is nothing to read
        return [f"def {code.co_name}"]


def _words(value: Any) -> str:
    """Return a value as text that is the same in every run: sets sorted, no address."""
    if isinstance(value, set | frozenset):
        text = "{" + ", ".join(sorted(map(_words, value))) + "}"
    elif isinstance(value, dict):
        text = (
            "{" + ", ".join(f"{_words(key)}: {_words(each)}" for key, each in value.items()) + "}"
        )
    elif isinstance(value, list | tuple):
        text = ("[{}]" if isinstance(value, list) else "({})").format(", ".join(map(_words, value)))
    elif isinstance(value, str | int | float):
        text = str(value)
    else:
        text = f"a {type(value).__name__}" if " at 0x" in repr(value) else repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
