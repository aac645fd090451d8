"""The judge of a learner's own program: `challenge(step)(function)`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any, Final

from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.core.algorithms.limits import Limits, swallows_all
from marvel_widgets.core.algorithms.marvel import marvel
from marvel_widgets.core.algorithms.pc import pc
from marvel_widgets.core.algorithms.run import Result
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.lessons.challenge.beliefs import belief_behind
from marvel_widgets.lessons.challenge.calls import TRUSTED, Call, Caller, Program
from marvel_widgets.lessons.challenge.changes import RIGHT, WHOLE
from marvel_widgets.lessons.challenge.hidden import LARGEST, hidden_graphs, without_parts
from marvel_widgets.lessons.challenge.proof import other_graph
from marvel_widgets.lessons.challenge.shortest_proofs import shortest_proof
from marvel_widgets.lessons.challenge.tasks import TASKS, Task
from marvel_widgets.lessons.challenge.words import PRINTED, verdict_text

AGAIN: Final = 5  # every fifth right call is made twice: chance and memory would show


def challenge(step: str, *, seed: str = "") -> Challenge:
    """Return a step to write, which judges the function that it is called with.

    Parameters
    ----------
    step : str
        ``"separate"``, ``"boundaries"``, ``"neighbors"``, ``"removable"``, ``"update"``,
        ``"skeleton"``, ``"v_structures"``, ``"meek"``, or a whole method: ``"marvel"``, ``"pc"``,
        ``"any"``.
    seed : str
        For the orders of names and the larger graphs.

    Raises
    ------
    ValueError
        There is no such step.

    Examples
    --------
    >>> from marvel_widgets import challenge
    >>> def neighbors(ask, x, boundary):
    ...     return {y for y in boundary if not ask(x, y)}
    >>> judged = challenge("neighbors")(neighbors)
    >>> judged.right, judged.counterexample
    (False, Dag('A -> B; A -> C; B -> D; C -> D'))
    """
    name = str(step).replace("-", "_")
    if name not in TASKS:
        msg = f"there is no step {shown(step)}; the steps are {', '.join(TASKS)}"
        raise ValueError(msg)
    return Challenge(name, seed)


@dataclass(frozen=True, slots=True)
class Challenge:
    """A step to write."""

    step: str
    seed: str = ""

    @property
    def task(self) -> Task:
        """What the step is given and returns."""
        return TASKS[self.step]

    def __repr__(self) -> str:
        task = self.task
        return f"def {task.form}:\nreturns {task.gives}.\n{task.about_tests}"

    def __call__(self, function: Program) -> Judged:
        """Judge a function written with ``def`` on the hidden graphs, the small ones first."""
        caller = Caller(self.task, function, Limits())
        if line := swallows_all(caller.function):
            text = (
                f"Line {line} has an except that catches everything, also what stops a loop "
                "without end. Name the errors that you expect, as in `except KeyError:`."
            )
            return Judged(self, function, text)
        return _Judge(self, caller).judged()


@dataclass(frozen=True, slots=True, repr=False)
class Judged:
    """The verdict on a program; it can still be called as the function itself."""

    challenge: Challenge
    function: Program
    text: str
    right: bool = False
    call: Call | None = None
    truth: Any = None
    rival: Dag | None = None
    belief: Misconception = ""
    calls: int = 0
    tests: int = 0
    beside: tuple[tuple[str, int], ...] = ()

    @property
    def counterexample(self) -> Dag | None:
        """The smallest graph found on which it goes wrong."""
        return None if self.call is None else self.call.dag

    @property
    def at(self) -> Label | None:
        """The variable at which it goes wrong there, for a step on one variable."""
        return self.call.case[0] if self.call is not None and self.call.case else None

    @property
    def said(self) -> Any:
        """What the program returned there, as it was read."""
        return None if self.call is None else self.call.value

    @property
    def printed(self) -> str:
        """The beginning of what it printed in that call."""
        return "" if self.call is None else self.call.outcome.printed

    def __bool__(self) -> bool:
        return self.right

    def __call__(self, *arguments: Any) -> Any:
        """Call the function itself."""
        return self.function(*arguments)

    def __repr__(self) -> str:
        return f"{self.text}\n{PRINTED}\n{self.printed}" if self.printed else self.text

    def _repr_html_(self) -> str:
        from marvel_widgets.lessons.challenge.words import as_html

        return as_html(self)


class _Judge:
    """Goes over the hidden graphs until a program fails."""

    def __init__(self, challenge: Challenge, caller: Caller) -> None:
        self.challenge, self.task, self.caller = challenge, challenge.task, caller
        self.calls = self.tests = 0

    def judged(self) -> Judged:
        unproved: tuple[Call, Dag] | None = None
        for dag, case in _cases(self.challenge.step, self.challenge.seed):
            call = self.caller(dag, case)
            self.calls += 1
            self.tests += len(call.asked) if len(dag) <= LARGEST else 0
            if not call.right:
                return self._wrong(self._smaller(call))
            if self.calls % AGAIN == 0 and self.caller(dag, case).value != call.value:
                return self._verdict(call, changes=True)
            if unproved is None and (rival := other_graph(self.task, call)) is not None:
                unproved = call, rival
        if unproved is not None:
            return self._verdict(unproved[0], rival=unproved[1])
        return self._verdict(None)

    def _smaller(self, call: Call) -> Call:
        """Leave out variables and edges as long as it goes wrong; small graphs came by size."""
        if len(call.dag) <= LARGEST:
            return call
        for less in without_parts(call.dag):
            for case in self.task.cases(less):
                found = self.caller(less, case)
                if not found.right:
                    return self._smaller(found)
        return call

    def _wrong(self, call: Call) -> Judged:
        if call.trouble:
            return self._verdict(call)
        if self.caller(call.dag, call.case).value != call.value:
            return self._verdict(call, changes=True)
        return self._verdict(call, belief=belief_behind(self.challenge.step, self.caller))

    def _beside(self) -> tuple[tuple[str, int], ...]:
        """Return the tests of the kit's own programs on the same small graphs."""
        step, seed = self.challenge.step, self.challenge.seed
        if step not in WHOLE:
            return (("the kit's own program", _tests(step, seed)),)
        return tuple((name, count(seed)) for name, count in BESIDE_A_METHOD.items())

    def _verdict(
        self,
        call: Call | None,
        *,
        changes: bool = False,
        rival: Dag | None = None,
        belief: Misconception = "",
    ) -> Judged:
        judged = Judged(
            self.challenge,
            self.caller.function,
            "",
            right=call is None,
            call=call,
            truth=None if call is None else self.task.truth(call.dag, call.case),
            rival=rival,
            belief=belief,
            calls=self.calls,
            tests=self.tests,
            beside=self._beside() if call is None else (),
        )
        object.__setattr__(judged, "text", verdict_text(judged, changes=changes))
        return judged


def _cases(step: str, seed: str) -> Iterator[tuple[Dag, Any]]:
    for dag in hidden_graphs(seed):
        yield from ((dag, case) for case in TASKS[step].cases(dag))


def _small_cases(step: str, seed: str) -> Iterator[tuple[Dag, Any]]:
    return (at for at in _cases(step, seed) if len(at[0]) <= LARGEST)


@lru_cache
def _tests(step: str, seed: str) -> int:
    caller = Caller(TASKS[step], RIGHT[step], TRUSTED)
    return sum(len(caller(*at).asked) for at in _small_cases(step, seed))


@lru_cache
def _tests_of_engine(method: Callable[[Dag], Result], seed: str) -> int:
    return sum(method(dag).counts.performed for dag, _ in _small_cases("any", seed))


@lru_cache
def _tests_of_proofs(seed: str) -> int:
    return sum(len(shortest_proof(dag)) for dag, _ in _small_cases("any", seed))


BESIDE_A_METHOD: Final[Mapping[str, Callable[[str], int]]] = MappingProxyType(
    {
        "MARVEL": partial(_tests_of_engine, marvel),
        "PC from the complete graph": partial(_tests_of_engine, partial(pc, start="complete")),
        "the shortest proofs": _tests_of_proofs,
    }
)
