"""Goals for a learner who edits a graph: how near the graph is, and whether one is reached."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from marvel_widgets.lessons.living_graph.words import counted_tests
from marvel_widgets.replay.option_words import algorithm_name
from marvel_widgets.text import counted, listed
from marvel_widgets.theory.graph_survey import Survey, edge_changes

RULES: Final = "The variables stay."


@dataclass(frozen=True, slots=True)
class Progress:
    """How near a graph is to a goal."""

    value: int
    wanted: int
    edits: int
    words: str
    allowed: bool = True

    @property
    def reached(self) -> bool:
        """Whether the goal is reached."""
        return self.allowed and self.value >= self.wanted

    @property
    def share(self) -> float:
        """The way done, from 0 to 1."""
        return min(1.0, max(0, self.value) / self.wanted) if self.allowed else 0.0


@dataclass(frozen=True, slots=True)
class Goal:
    """Something to bring about by editing edges: so much of a value as is wanted from a start.

    `standing` says how a graph is beside the start; `never`, why a start has no way to the goal.
    """

    title: str
    words: str
    wanted: Callable[[Survey], int]
    value: Callable[[Survey], int]
    standing: Callable[[Survey, Survey], str]
    never: Callable[[Survey], str] = lambda _start: ""

    def why_not(self, start: Survey) -> str:
        """Return why the goal can't begin here, in one sentence; empty where it can."""
        if self.value(start) >= self.wanted(start):
            return f"That is so on this graph already. {self.standing(start, start)}"
        return self.never(start)

    def progress(self, start: Survey, now: Survey) -> Progress:
        """Return how near a graph is, when the goal began at another.

        >>> from marvel_widgets import Dag
        >>> from marvel_widgets.theory.graph_survey import survey
        >>> trap = Dag("X -> Y <- T; Y -> Z; X -> Z")
        >>> start, now = survey(trap), survey(trap.with_edge("T", "Z"))
        >>> goal = GOALS["marvel-pays"]
        >>> goal.progress(start, start).reached, goal.progress(start, now).reached
        (False, True)
        >>> print(goal.progress(start, now).words)
        MARVEL performs 24 tests; Collider sets performs fewer. Changed edges: 1.
        """
        if set(start.dag.nodes) != set(now.dag.nodes):
            text = "The variables are no longer those of the start. Undo, or begin the goal anew."
            return Progress(0, self.wanted(start), 0, text, allowed=False)
        edits = len(edge_changes(start.dag, now.dag))
        text = f"{self.standing(start, now)} Changed edges: {edits}."
        return Progress(self.value(now), self.wanted(start), edits, text)


def _marvel_pays(_start: Survey, now: Survey) -> str:
    names = [algorithm_name(name) for name in _cheaper_than("marvel", now)]
    fewer = f"{listed(names)} {_verb(names)} fewer" if names else "no rival performs fewer"
    return f"MARVEL performs {counted_tests(now.tests['marvel'])}; {fewer}."


def _pc_wins(_start: Survey, now: Survey) -> str:
    ahead = [name for name in now.tests if name != "pc" and "pc" not in _cheaper_than(name, now)]
    names = [algorithm_name(name) for name in ahead]
    rest = f"{listed(names)} {_verb(names)} as few or fewer"
    if not ahead:
        rest = "each of the others performs more"
    return f"PC performs {counted_tests(now.tests['pc'])}; {rest}."


def _removable(start: Survey, now: Survey) -> str:
    n = len(now.removable)
    return (
        f"{n} of {counted(len(now.dag), 'variable')} {'is' if n == 1 else 'are'} removable; at the "
        f"start {len(start.removable)}."
    )


def _all_removable(start: Survey) -> str:
    if len(start.removable) < len(start.dag):
        return ""
    return "All variables are removable here already: there is no further one."


def _cheaper_than(name: str, found: Survey) -> list[str]:
    """Return which algorithms perform fewer tests; of two past the budget, neither is known to."""
    own = found.tests[name]
    return [other for other, n in found.tests.items() if n is not None and (own is None or n < own)]


def _verb(names: list[str]) -> str:
    return "performs" if len(names) == 1 else "perform"


# The goals by their names.
GOALS: Final[Mapping[str, Goal]] = MappingProxyType(
    {
        "marvel-pays": Goal(
            "Make MARVEL pay",
            "Change edges until MARVEL performs more CI tests after boundary discovery than one "
            f"of its four rivals. {RULES}",
            wanted=lambda _start: 1,
            value=lambda now: len(_cheaper_than("marvel", now)),
            standing=_marvel_pays,
        ),
        "pc-wins": Goal(
            "Make PC win",
            "Change edges until PC performs fewer CI tests after boundary discovery than each of "
            f"the other four. {RULES}",
            wanted=lambda start: len(start.tests) - 1,
            value=lambda now: sum("pc" in _cheaper_than(name, now) for name in now.tests),
            standing=_pc_wins,
        ),
        "one-more-removable": Goal(
            "Make one more variable removable",
            f"Change edges until one more variable is removable than at the start. {RULES}",
            wanted=lambda start: len(start.removable) + 1,
            value=lambda now: len(now.removable),
            standing=_removable,
            never=_all_removable,
        ),
    }
)
