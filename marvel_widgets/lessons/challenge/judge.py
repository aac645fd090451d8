"""The judge of a learner's own program: `challenge(step)(function)`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, Final

from marvel_widgets.assessment.beliefs import Believed
from marvel_widgets.core.algorithms.limits import Limits, swallows_all
from marvel_widgets.core.algorithms.marvel import marvel
from marvel_widgets.core.algorithms.pc import pc
from marvel_widgets.core.algorithms.run import Result
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.lessons.challenge.calls import TRUSTED, Call, Caller, Program
from marvel_widgets.lessons.challenge.changes import CHANGES, RIGHT, WHOLE, Change
from marvel_widgets.lessons.challenge.hidden import LARGEST, classes, hidden_graphs, without_parts
from marvel_widgets.lessons.challenge.shortest_proofs import shortest_proof
from marvel_widgets.lessons.challenge.tasks import TASKS, Case, Task
from marvel_widgets.lessons.challenge.words import PRINTED, verdict_text
from marvel_widgets.theory.adversary import Answer
from marvel_widgets.theory.consistent_dags import MOST_VARIABLES, ConsistentDags

AGAIN: Final = 5  # every fifth right call is made twice: chance and memory would show


def challenge(step: str) -> Challenge:
    """Return a step to write, which judges the function that it is called with.

    Parameters
    ----------
    step : str
        ``"separate"``, ``"boundaries"``, ``"neighbors"``, ``"removable"``, ``"update"``,
        ``"skeleton"``, ``"v_structures"``, ``"meek"``, or a whole method: ``"marvel"``, ``"pc"``,
        ``"any"``.

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
    return Challenge(name)


@dataclass(frozen=True, slots=True)
class Challenge:
    """A step to write."""

    step: str

    @property
    def task(self) -> Task:
        """What the step is given and returns."""
        return TASKS[self.step]

    def __repr__(self) -> str:
        task = self.task
        return f"def {task.form}:\nreturns {task.gives}.\n{task.about_tests}"

    def __call__(self, function: Program) -> Judged:
        caller = Caller(self.task, function, Limits())
        if line := swallows_all(caller.function):
            refused = (
                f"Line {line} has an except that catches everything, also what stops a loop "
                "without end. Name the errors that you expect, as in `except KeyError:`."
            )
            return Judged(self, function, refused)
        return _Judge(self, caller).judged()


@dataclass(frozen=True, slots=True, repr=False)
class Judged:
    """The verdict on a program; it can still be called as the function itself."""

    challenge: Challenge
    function: Program
    refused: str = ""  # why it was not called at all
    right: bool = False
    call: Call | None = None
    truth: Any = None
    rival: Dag | None = None
    belief: Believed = ""
    calls: int = 0
    tests: int = 0
    beside: tuple[tuple[str, int], ...] = ()
    changes: bool = False  # from call to call

    @property
    def text(self) -> str:
        """The verdict in words."""
        return self.refused or verdict_text(self)

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
        for dag, case in _cases(self.challenge.step):
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
        return Judged(
            self.challenge,
            self.caller.function,
            right=True,
            calls=self.calls,
            tests=self.tests,
            beside=self._beside(),
        )

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
        step = self.challenge.step
        if step not in WHOLE:
            return (("the kit's own program", _tests(step)),)
        return tuple((name, count()) for name, count in BESIDE_A_METHOD.items())

    def _verdict(self, call: Call, **found: Any) -> Judged:
        truth = self.task.truth(call.dag, call.case)
        return Judged(self.challenge, self.caller.function, call=call, truth=truth, **found)


def _cases(step: str) -> Iterator[tuple[Dag, Any]]:
    for dag in hidden_graphs():
        yield from ((dag, case) for case in TASKS[step].cases(dag))


def _small_cases(step: str) -> Iterator[tuple[Dag, Any]]:
    return (at for at in _cases(step) if len(at[0]) <= LARGEST)


# -- whether a right answer was earned, and what is behind a wrong one -----------------------------


@lru_cache(maxsize=8)
def _all_graphs(p: int) -> ConsistentDags:
    return ConsistentDags(tuple("ABCD"[:p]), p - 1)


@lru_cache(maxsize=100_000)  # the same few graphs are rivals again and again
def _arguments(task: Task, dag: Dag, case: Case) -> Any:
    """Return the arguments of a case; None where a graph has no such case."""
    return task.arguments(dag, case) if case in task.cases(dag) else None


def other_graph(task: Task, call: Call) -> Dag | None:
    """Return a graph that gives the same arguments and answers and has another truth.

    A program that is right on every graph would say the same there: so this one has known more
    than it asked. Only for few variables: beyond, all DAGs are too many to go through.
    """
    p = len(call.dag)
    if not task.asks or not 2 <= p <= MOST_VARIABLES:
        return None
    names = call.dag.nodes
    answers = [
        Answer(names[a.x], names[a.y], call.dag.labels(a.given), a.independent) for a in call.asked
    ]
    arguments = task.arguments(call.dag, call.case)
    for rival in _all_graphs(p).left(answers):
        same = _arguments(task, rival, call.case) == arguments
        if same and not task.is_right(rival, call.case, call.value):
            return rival
    return None


def belief_behind(step: str, caller: Caller) -> Believed:
    """Return the belief whose typical program does the same on every small graph.

    Programs that return the same may differ in what they ask; so both are compared first. It ends
    with the first graph on which no typical program is left: of most programs, a very small one.
    """
    like = {part: {change for change in CHANGES[step] if change.belief} for part in (2, 1)}
    for at in ((dag, case) for dag in classes() for case in TASKS[step].cases(dag)):
        did = _deed(caller(*at))
        for part, typical in like.items():
            typical -= {each for each in typical if _typical(each, *at)[:part] != did[:part]}
        if not like[1]:  # whoever asks the same returns the same
            return ""
    for typical in like.values():
        beliefs = {change.belief for change in typical}
        if len(beliefs) == 1:
            return beliefs.pop()
    return ""


def _deed(call: Call) -> tuple[Any, ...]:
    return call.value, frozenset((min(a.x, a.y), max(a.x, a.y), a.given) for a in call.asked)


@lru_cache(maxsize=20_000)
def _typical(change: Change, dag: Dag, case: Case) -> tuple[Any, ...]:
    return _deed(change.on(dag, case))


# -- what others ask -------------------------------------------------------------------------------


@lru_cache
def _tests(step: str) -> int:
    caller = Caller(TASKS[step], RIGHT[step], TRUSTED)
    return sum(len(caller(*at).asked) for at in _small_cases(step))


@lru_cache
def _tests_of_engine(method: Callable[[Dag], Result]) -> int:
    return sum(method(dag).counts.performed for dag, _ in _small_cases("any"))


@lru_cache
def _tests_of_proofs() -> int:
    return sum(len(shortest_proof(dag)) for dag, _ in _small_cases("any"))


BESIDE_A_METHOD: Final[Mapping[str, Callable[[], int]]] = {
    "MARVEL": partial(_tests_of_engine, marvel),
    "PC from the complete graph": partial(_tests_of_engine, partial(pc, start="complete")),
    "the shortest proofs": _tests_of_proofs,
}
